import BelfryModel
import BelfryTime

/// Keeps what a device has asked its notification centre for, what the person was told, and what they did with it.
///
/// It never leaves the device. Each change is one transaction, on disk before the centre is called.
public protocol DeviceJournal: Sendable {
    /// - Parameter since: how far back the ledger is wanted.
    func record(ledgerSince since: Instant) async throws -> DeviceRecord
    /// Everything that was told from a moment on and what became of it, in the order in which it was told.
    func history(since: Instant) async throws -> [LedgerLine]
    /// The subjects of everything of a category that was ever shown.
    func subjectsTold(of category: String) async throws -> Set<String>
    /// - Returns: false where the change claims a response that was claimed before; nothing has changed then.
    @discardableResult
    func apply(_ change: JournalChange) async throws -> Bool
}

/// What a device needs to keep besides the person's facts.
public typealias DeviceStore = DeviceJournal & FactSource

/// All that a device remembers, as of one moment.
public struct DeviceRecord: Hashable, Sendable {
    /// What was asked for and isn't settled yet, in the order of its moments.
    public var asked: [AskedNotification]
    /// What was told and what became of it, in the order in which it was told; of what was told earlier, that of which nothing is known.
    public var ledger: [LedgerLine]
    public var snoozes: [Snooze]
    public var dismissals: [Dismissal]
    public var state: DeviceState
    public var habits: StoredHabits

    public init(
        asked: [AskedNotification] = [], ledger: [LedgerLine] = [], snoozes: [Snooze] = [], dismissals: [Dismissal] = [],
        state: DeviceState = DeviceState(), habits: StoredHabits = StoredHabits()
    ) {
        self.asked = asked
        self.ledger = ledger
        self.snoozes = snoozes
        self.dismissals = dismissals
        self.state = state
        self.habits = habits
    }
}

/// What was learnt of the person, as it is written down.
public struct StoredHabits: Hashable, Sendable {
    /// JSON; nil where nothing was learnt, or it was erased.
    public var document: String?
    /// When the person last erased it: nothing of what was told before is learnt again.
    public var erasedAt: Instant?

    public static let documentByteCountMax = 4096

    public init(document: String? = nil, erasedAt: Instant? = nil) {
        self.document = document
        self.erasedAt = erasedAt
    }
}

/// A request to the notification centre, as far as the device knows.
public struct AskedNotification: Hashable, Codable, Sendable {
    public var notification: ScheduledNotification
    public var state: State
    /// When the one is due whose place it takes, as long as nobody has read back that it did.
    public var replacedMoment: Instant?
    /// Whether it comes after its time, because the device was off; then no plan has it.
    public var isLate: Bool
    /// Whether it was to be shown at once, and surely wasn't: the centre took nothing for a while.
    public var isRefused: Bool
    /// In which of several wordings it says what it says; nil where there is only one.
    public var wording: TemplateChoice?

    /// How sure it is that the centre has it. Under each stands where it can go.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// About to be asked for, or asked for and never read back. → confirmed, removing, settled
        case asked
        /// Was read back from the centre, or shown by it at once. → asked (replaced), removing, settled
        case confirmed
        /// The centre was asked to take it back, which may not have happened yet. → settled
        case removing
    }

    public init(
        _ notification: ScheduledNotification, state: State = .asked, replacedMoment: Instant? = nil, isLate: Bool = false,
        isRefused: Bool = false, wording: TemplateChoice? = nil
    ) {
        self.notification = notification
        self.state = state
        self.replacedMoment = replacedMoment
        self.isLate = isLate
        self.isRefused = isRefused
        self.wording = wording
    }

    public var identifier: NotificationID { notification.identifier }
    public var moment: Instant { notification.moment }
}

/// One thing that a person was told, or should have been, and what became of it.
public struct LedgerLine: Hashable, Sendable {
    public var entry: LedgerEntry
    public var outcome: Outcome
    /// When it came to that.
    public var outcomeAt: Instant
    /// In which of several wordings it was said; nil where there was only one, or nobody knows.
    public var wording: TemplateChoice?

    /// What became of something that was to be told.
    public enum Outcome: String, CaseIterable, Codable, Sendable {
        /// Shown, and nothing is known of it since. → opened, acted, dismissed, ignored
        case told
        case opened
        /// A button was pressed.
        case acted
        case dismissed
        /// Nobody did anything with it for a day.
        case ignored
        /// Not shown: the device was off, and later it was of no use any more.
        case missed
        /// Not shown: the person doesn't allow it.
        case notAllowed = "not_allowed"

        public var wasShown: Bool { self != .missed && self != .notAllowed }

        /// Whether a line that says this may take the place of one that says the other: what a person did is never forgotten again.
        public func follows(_ earlier: Outcome) -> Bool {
            switch earlier {
            case .told, .missed, .notAllowed: true
            case .ignored: self != .told
            case .opened, .dismissed: self == .acted || self == .opened
            case .acted: false
            }
        }
    }

    public init(_ entry: LedgerEntry, outcome: Outcome = .told, outcomeAt: Instant, wording: TemplateChoice? = nil) {
        self.entry = entry
        self.outcome = outcome
        self.outcomeAt = outcomeAt
        self.wording = wording
    }

    /// This line in the place of an earlier one about the same telling: whoever knows more says what became of it, and whoever knows
    /// what it was says that. A response may come before anybody knew that it was shown, and knows neither category nor wording.
    public func merged(into earlier: LedgerLine) -> LedgerLine {
        var merged = outcome.follows(earlier.outcome) ? self : earlier
        merged.wording = wording ?? earlier.wording
        guard merged.entry.category.isEmpty else { return merged }
        merged.entry = LedgerEntry(
            identifier: entry.identifier, notification: merged.entry.notification,
            category: entry.category.isEmpty ? earlier.entry.category : entry.category, toldAt: entry.toldAt)
        return merged
    }
}

/// What is to be changed at once, all or nothing.
public struct JournalChange: Hashable, Sendable {
    /// Take the place of those with the same identifier.
    public var asked: [AskedNotification] = []
    /// Were read back from the centre.
    public var confirmed: [NotificationID] = []
    /// No longer open; passed over where they aren't.
    public var settled: [NotificationID] = []
    /// By identifier and the moment of telling, take the place of those that are there.
    public var ledger: [LedgerLine] = []
    public var snoozes: [Snooze] = []
    /// No longer of use.
    public var endedSnoozes: [Snooze] = []
    /// One of a scope that is dismissed already keeps its first moment.
    public var dismissals: [Dismissal] = []
    /// Dismissed no more; goes before ``dismissals``.
    public var restored: [NotificationScope] = []
    public var state: DeviceState?
    public var habits: HabitsChange?
    /// The response whose effects these are.
    public var claimed: NotificationResponse?
    /// The person's own edit that goes with it.
    public var edits = FactEdits()

    public init() {}

    public var isEmpty: Bool { self == JournalChange() }
}

/// What becomes of what was learnt.
public enum HabitsChange: Hashable, Sendable {
    /// Takes the place of what is there, unless the person has erased that since it was read.
    case learnt(StoredHabits)
    case erased(at: Instant)
}

/// What a device remembers from one pass to the next.
public struct DeviceState: Hashable, Codable, Sendable {
    /// As it was last seen.
    public var permission: NotificationPermission?
    /// When the person was asked; they are never asked twice.
    public var permissionAskedAt: Instant?
    /// What the centre turned out to keep, where that is less than the platform promises.
    public var observedCapacity: Int?
    /// When that turned out.
    public var observedCapacityAt: Instant?
    /// By the identifier of the budget, when each was to be told of.
    public var overspentAt: [String: Instant] = [:]
    /// By the identifier of a budget that came back to its limit, when the person was last told of what is over; nil where none did.
    public var overspendingEnded: [String: Instant]?
    /// What recalls mean to the household, told or not.
    public var recalls: [RecallAlert] = []
    /// When background work was last done whole.
    public var refreshedAt: Instant?
    /// When background work was begun that was cut short; nil where none was.
    public var refreshStartedAt: Instant?
    /// What was done of it.
    public var refreshedStages: [String] = []
    /// Whether something has changed that the notification centre doesn't know yet.
    public var isDirty = true
    /// Until when everything is told though nobody opens the app; nil where that is for ever.
    public var coveredUntil: Instant?
    /// The day on which was last looked for what there is to learn: once a day, so that the day's plan stays where it is.
    public var learntOn: CivilDate?
    /// The IANA name of the zone for which what is pending was asked; nil before anything was.
    public var timezone: String?

    public init() {}
}
