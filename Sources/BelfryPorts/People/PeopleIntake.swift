import BelfryModel
import BelfryTime

/// Takes in people whom another system knows, or a table of an app's: `user_profiles`, `contact_points`, `device_tokens`, `unwanted_categories`,
/// `wanted_categories`.
public protocol PeopleIntake: Sendable {
    /// Takes people in by one transaction, each of them as ``ImportedPerson/change(to:addingAddresses:)`` says of what the store knows at that moment.
    ///
    /// - Parameters:
    ///   - people: each once.
    ///   - addingAddresses: whether those who are known here already get further addresses.
    ///   - isDryRun: where it is true, nothing is kept.
    /// - Returns: what became of each, in their order. Whoever is refused keeps the others from nothing.
    func take(_ people: [ImportedPerson], addingAddresses: Bool, isDryRun: Bool, now: Instant) async throws -> [ImportedPerson.Fate]
}

/// A person as another system knows them.
public struct ImportedPerson: Hashable, Sendable {
    public let user: UserID
    /// Which of the preferences are known.
    public var keys: Set<Preferences.Key> = []
    public var preferences = Preferences()
    /// What day it is in their zone; nil where that isn't known.
    public var day: CivilDate?
    public var points: [Point] = []
    public var devices: [DeviceToken] = []
    /// What they switched on and off.
    public var subscriptions: [CategorySubscription: Bool] = [:]

    public struct Point: Hashable, Sendable {
        public let draft: ContactPoint.Draft
        /// Whether they want nothing more there.
        public let isSilent: Bool

        public init(draft: ContactPoint.Draft, isSilent: Bool) {
            self.draft = draft
            self.isSilent = isSilent
        }
    }

    /// What became of one.
    public enum Fate: Hashable, Sendable {
        case created, updated, unchanged
        case refused(Problem)

        public var isChange: Bool { self == .created || self == .updated }
    }

    public init(_ user: UserID) { self.user = user }
}

/// What a store knows of somebody who is to be taken in.
public struct KnownPerson: Sendable {
    /// Whether they are in a family, or have a profile.
    public var isKnown = false
    /// Nil where they have no profile.
    public var preferences: Preferences?
    public var points: [ContactPoint] = []
    /// Of all devices that were ever theirs and are remembered.
    public var tokens: Set<String> = []
    /// On how many of them they are signed in: the others make room for new ones.
    public var deviceCount = 0
    /// Whether they had the choice where to be reached: an address that isn't there may be one that they have removed.
    var isReached: Bool { isKnown || !points.isEmpty || !tokens.isEmpty }
    public var off: Set<CategorySubscription> = []
    public var on: Set<CategorySubscription> = []

    public init() {}
}

/// What taking somebody in changes.
public struct ImportedChange: Sendable {
    public let user: UserID
    /// Whether they get a profile; all of their preferences are written then.
    public var makesProfile = false
    public var keys: Set<Preferences.Key> = []
    public var preferences = Preferences()
    public var move: ProfileChange.Move?
    public var newPoints: [ImportedPerson.Point] = []
    /// Of those that they have: what counts from now on, and where they want nothing more.
    public var vouchedFor: [AddressID] = []
    public var silenced: [AddressID] = []
    public var newDevices: [DeviceToken] = []
    public var subscriptions: [CategorySubscription: Bool] = [:]

    init(_ user: UserID) { self.user = user }

    var isEmpty: Bool {
        !makesProfile && keys.isEmpty && newPoints.isEmpty && vouchedFor.isEmpty && silenced.isEmpty && newDevices.isEmpty && subscriptions.isEmpty
    }
}

extension ImportedPerson {
    /// What taking somebody in changes: nothing that they ended here begins again, and what they chose here stays as it is.
    ///
    /// Whoever isn't known gets all of it. Whoever is gets what they haven't set, and loses what they ended elsewhere; further addresses they get only
    /// where somebody says so, for an address that they have removed here leaves no trace.
    ///
    /// - Parameter others: tokens with which somebody else is reached: whoever signed in on a device last has it.
    /// - Returns: the change, nil where there is none; and what it makes of the person.
    public func change(
        to known: KnownPerson, addingAddresses: Bool, others: Set<String> = []
    ) -> (change: ImportedChange?, fate: Fate) {
        do {
            let change = try checkedChange(to: known, isAdding: addingAddresses || !known.isReached, others)
            return change.isEmpty ? (nil, .unchanged) : (change, known.isKnown ? .updated : .created)
        } catch {
            return (nil, .refused(error))
        }
    }

    /// - Throws: `Problem.tooManyAddresses`, `.tooManySwitchedOff`, `.tooManySwitchedOn`.
    private func checkedChange(to known: KnownPerson, isAdding: Bool, _ others: Set<String>) throws(Problem) -> ImportedChange {
        var change = ImportedChange(user)
        takePreferences(of: known, into: &change)
        try takePoints(of: known, isAdding: isAdding, into: &change)
        if isAdding {
            change.newDevices = devices.filter { !known.tokens.contains($0.token) && !others.contains($0.token) }
            guard change.newDevices.isEmpty || known.deviceCount + change.newDevices.count <= DeviceToken.countMax else {
                throw .tooManyAddresses(countMax: DeviceToken.countMax)
            }
        }
        try takeSubscriptions(of: known, into: &change)
        return change
    }

    private func takePreferences(of known: KnownPerson, into change: inout ImportedChange) {
        if var own = known.preferences {
            change.keys = own.fillIn(keys, from: preferences)
            change.preferences = own
        } else {
            change.makesProfile = true
            change.preferences.take(keys, from: preferences)
            change.keys = Set(Preferences.Key.allCases)
        }
        let former = known.preferences?.timezone ?? Preferences().timezone
        if known.isKnown, let day, change.keys.contains(.timezone), change.preferences.timezone != former {
            change.move = ProfileChange.Move(on: day, to: change.preferences.timezone, from: former)
        }
    }

    private func takePoints(of known: KnownPerson, isAdding: Bool, into change: inout ImportedChange) throws(Problem) {
        for point in points {
            if let own = ContactPoint.meant(by: point.draft.value, over: point.draft.channel, among: known.points) {
                if own.verifiedAt == nil, isAdding { change.vouchedFor.append(own.id) }
                if point.isSilent, own.silence == nil { change.silenced.append(own.id) }
            } else if isAdding {
                change.newPoints.append(point)
            }
        }
        try ContactPoint.checkCount(known.points.count + change.newPoints.count, formerly: known.points.count)
    }

    private func takeSubscriptions(of known: KnownPerson, into change: inout ImportedChange) throws(Problem) {
        change.subscriptions = subscriptions.filter { !known.off.contains($0.key) && !known.on.contains($0.key) }
        try CategorySubscription.check(change.subscriptions, insteadOf: known.off)
        try CategorySubscription.checkOnCount(known.on.count + change.subscriptions.values.count { $0 }, formerly: known.on.count)
    }
}

extension ContactPoint {
    /// The one that a value means. A mailbox with letters in another case is the same, as nearly everybody has it who takes mail; told twice is nobody.
    public static func meant(by value: String, over channel: DeliveryChannel, among points: [ContactPoint]) -> ContactPoint? {
        let own = points.filter { $0.channel == channel }
        if let exact = own.first(where: { $0.value == value }) { return exact }
        return kinds(over: channel) == [.mailbox] ? own.first { $0.value.lowercased() == value.lowercased() } : nil
    }
}
