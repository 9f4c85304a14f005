import BelfryModel
import BelfryTime

/// The recipients of a batch, by their places.
public struct RecipientBatch: Hashable, Sendable {
    public let recipients: [UserID]
    /// What each of them has of their own; nil where all are told the same words.
    public let values: [PersonalValues]?

    public init(_ recipients: [UserID], values: [PersonalValues]? = nil) {
        self.recipients = recipients
        self.values = values
    }

    /// People in batches that are full, but the last.
    ///
    /// - Parameter values: what each of them has; nil where all are told the same words.
    public static func full(of people: [UserID], values: PersonalValues?) -> [RecipientBatch] {
        stride(from: 0, to: people.count, by: Broadcast.batchRecipientCountMax).map { place in
            let part = Array(people[place..<min(place + Broadcast.batchRecipientCountMax, people.count)])
            return RecipientBatch(part, values: values.map { Array(repeating: $0, count: part.count) })
        }
    }

    /// The same with nobody, and nothing, in the places of a person.
    public func without(_ person: UserID) -> RecipientBatch {
        RecipientBatch(
            recipients.map { $0 == person ? .erased : $0 },
            values: values.map { zip(recipients, $0).map { $0 == person ? PersonalValues() : $1 } })
    }

    /// What a person has of their own in it, as it is handed out to them; nil where they have nothing.
    public func row(of person: UserID, _ app: String, _ broadcast: String, number: Int) -> PersonalRow? {
        let own = zip(recipients, values ?? []).filter { $0.0 == person }.map { $0.1 }
        guard !own.isEmpty else { return nil }
        var writer = FlatJSON.Writer()
        writer.add("app_id", app)
        writer.add("broadcast_id", broadcast)
        writer.add("number", number)
        writer.add("recipient_values", json: PersonalValues.list(of: own))
        return PersonalRow(place: PersonalTable.values.place([broadcast, String(number), app]), json: writer.finish())
    }
}

/// The members of a batch about whom its log says nothing yet, with everything that their decisions need.
///
/// Most of them have most of it in common: it stands there once, and is decided once. A member is its place in the batch, from 0.
public struct BroadcastMembers: Sendable {
    public let broadcast: Broadcast
    /// Of the batch, from 0.
    public let number: Int
    /// Everybody in the batch, by their places.
    public let recipients: [UserID]
    public let groups: [Group]
    /// Where members are reached over the broadcast's channel; who is reached nowhere isn't in it.
    public let addresses: [Int: [Address]]
    /// As of ``RecipientBatch/values``.
    public let values: [PersonalValues]?
    /// A worker died with the batch in hand: what it told them nobody knows.
    public let isInDoubt: Bool

    /// Members who want the same.
    public struct Group: Hashable, Sendable {
        public let wishes: Wishes
        /// Their places.
        public var members: [Int]

        public init(wishes: Wishes, members: [Int]) {
            self.wishes = wishes
            self.members = members
        }
    }

    /// What is known of a member beside their addresses; each as of ``DeliveryCandidate``.
    public struct Wishes: Hashable, Sendable {
        public let preferences: StoredPreferences
        public let isCategoryOff: Bool
        public let isCategoryOffByDefault: Bool
        public let isCategoryRequired: Bool
        public let categoryMutedUntil: Instant?
        public let toldAt: Instant?
        public let toldLately: [Instant]

        public init(
            preferences: StoredPreferences, isCategoryOff: Bool = false, categoryMutedUntil: Instant? = nil, toldAt: Instant? = nil,
            toldLately: [Instant] = [], isCategoryOffByDefault: Bool = false, isCategoryRequired: Bool = false
        ) {
            self.preferences = preferences
            self.isCategoryOff = isCategoryOff
            self.isCategoryOffByDefault = isCategoryOffByDefault
            self.isCategoryRequired = isCategoryRequired
            self.categoryMutedUntil = categoryMutedUntil
            self.toldAt = toldAt
            self.toldLately = toldLately
        }
    }

    public init(
        of broadcast: Broadcast, number: Int, recipients: [UserID], groups: [Group], addresses: [Int: [Address]], values: [PersonalValues]? = nil,
        isInDoubt: Bool = false
    ) {
        self.broadcast = broadcast
        self.number = number
        self.recipients = recipients
        self.groups = groups
        self.addresses = addresses
        self.values = values
        self.isInDoubt = isInDoubt
    }

    /// A member as one whose delivery stands alone.
    ///
    /// - Returns: nil where its name would be too long.
    public func candidate(at place: Int, wishes: Wishes) -> DeliveryCandidate? {
        broadcast.delivery(to: recipients[place], batch: number, index: place, with: values?[place]).map { delivery in
            DeliveryCandidate(
                delivery: delivery, preferences: wishes.preferences, alert: nil, isSuperseded: false, toldAt: wishes.toldAt,
                toldLately: wishes.toldLately, addresses: addresses[place] ?? [], isCategoryOff: wishes.isCategoryOff,
                categoryMutedUntil: wishes.categoryMutedUntil, isInDoubt: isInDoubt, isCategoryOffByDefault: wishes.isCategoryOffByDefault,
                isCategoryRequired: wishes.isCategoryRequired)
        }
    }
}

extension [BroadcastMembers.Group] {
    /// Those of them who want at most so many on one day over a channel that is counted, and how many.
    ///
    /// - Parameter recipients: everybody in the batch, by their places.
    public func countsMax(of recipients: [UserID], over channel: DeliveryChannel?) -> [UserID: Int] {
        guard channel?.interruptsRecipient == true else { return [:] }
        var counts: [UserID: Int] = [:]
        for group in self {
            guard let countMax = group.wishes.preferences.read().preferences.dailyCountMax else { continue }
            for place in group.members { counts[recipients[place]] = countMax }
        }
        return counts
    }

    /// With when each was told something lately: who was told as much as others stays with them.
    public func telling(_ told: [UserID: [Instant]], to recipients: [UserID]) -> [BroadcastMembers.Group] {
        guard !told.isEmpty else { return self }
        return flatMap { group in
            Dictionary(grouping: group.members) { told[recipients[$0]] ?? [] }.map { moments, members in
                let wishes = BroadcastMembers.Wishes(
                    preferences: group.wishes.preferences, isCategoryOff: group.wishes.isCategoryOff,
                    categoryMutedUntil: group.wishes.categoryMutedUntil, toldAt: group.wishes.toldAt, toldLately: moments,
                    isCategoryOffByDefault: group.wishes.isCategoryOffByDefault, isCategoryRequired: group.wishes.isCategoryRequired)
                return BroadcastMembers.Group(wishes: wishes, members: members)
            }
        }
    }
}

/// What was decided of members alike, and what from.
public struct MemberVerdict: Sendable {
    public let judgement: Verdict.Judgement
    /// As of ``Verdict/inputs``.
    public let inputs: String?
    /// What they are told in; nil where they never chose.
    public let language: Language?
    /// Their places in the batch.
    public let members: [Int]

    public init(judgement: Verdict.Judgement, inputs: String?, language: Language? = nil, members: [Int]) {
        self.judgement = judgement
        self.inputs = inputs
        self.language = language
        self.members = members
    }

    public var isToSend: Bool { judgement.isToSend }

    var reason: Reason? { judgement.reason }
}

/// A batch in a worker's hands.
public struct LeasedBroadcastBatch: Sendable {
    public let members: BroadcastMembers
    public let token: String
    public let verdicts: [MemberVerdict]
    /// What earlier attempts came to.
    public let transmissions: [Int: [Transmission]]
    /// So many workers died with it in hand: what the last of them had begun and not recorded, nobody knows.
    public let deathCount: Int
    /// So many workers had it before that one of its members may be what they died over. Then each is to go on by itself, so that only that one
    /// is given up.
    public let isSuspect: Bool
    /// Whether those who aren't reached go on over further channels.
    let isRouted: Bool
    /// By place: which of the verdicts is a member's; nil where there is none.
    private let verdictIndices: [Int?]
    /// What all have in common; under the beginning of their names. Nil where this is too long itself.
    private let common: Delivery?
    /// Nil where all are told the same.
    private let templates: PersonalTexts?

    /// - Parameters:
    ///   - verdicts: of two on one member the first counts.
    ///   - transmissions: by the members' places.
    ///   - leaseCount: how often it was leased and not given back in good order, this time included.
    public init(
        _ members: BroadcastMembers, token: String, verdicts: [MemberVerdict], transmissions: [Int: [Transmission]] = [:], leaseCount: Int = 1
    ) {
        self.members = members
        self.token = token
        self.verdicts = verdicts
        self.transmissions = transmissions
        deathCount = leaseCount - 1
        isSuspect = leaseCount > rescueCountOfSuspect
        isRouted = !members.broadcast.fallbackChannelNames.isEmpty
        var indices: [Int?] = Array(repeating: nil, count: members.recipients.count)
        for (index, verdict) in verdicts.enumerated() {
            for place in verdict.members where indices.indices.contains(place) && indices[place] == nil { indices[place] = index }
        }
        verdictIndices = indices
        let beginning = Broadcast.Place.beginning(of: members.broadcast.id, batch: members.number)
        common = members.recipients.first.flatMap { recipient in beginning.map { members.broadcast.delivery(named: $0, to: recipient) } }
        templates = members.values == nil ? nil : members.broadcast.templates
    }

    public var broadcast: Broadcast { members.broadcast }
    /// Whether nobody can switch it off.
    public var isRequired: Bool { members.groups.contains(where: \.wishes.isCategoryRequired) }
    public var number: Int { members.number }

    /// Whether each is told words of their own.
    public var isPersonal: Bool { templates != nil }

    /// The places of those who were decided, in their order.
    public var places: [Int] { verdictIndices.indices.filter { verdictIndices[$0] != nil } }

    /// Which of ``verdicts`` is a member's; nil where nothing was decided.
    public func verdictIndex(at place: Int) -> Int? { verdictIndices[place] }

    /// Where a member is reached.
    public func addresses(at place: Int) -> [Address] { members.addresses.isEmpty ? [] : members.addresses[place] ?? [] }

    /// What earlier attempts at a member came to.
    public func transmissions(at place: Int) -> [Transmission] { transmissions.isEmpty ? [] : transmissions[place] ?? [] }

    /// From when on it is of no use to any of them, as of ``Delivery/end(ageMax:in:)``.
    public func end(ageMax: Duration) -> Instant { common?.end(ageMax: ageMax) ?? .min }

    /// Nil where its name would be too long.
    public func delivery(at place: Int) -> Delivery? {
        guard let common, let name = common.id.followed(by: place) else { return nil }
        let recipient = members.recipients[place]
        var delivery = Delivery(of: common, to: recipient, about: members.broadcast.member ?? recipient, id: name)
        if let templates, let values = members.values?[place] { delivery.payload.fill(templates, with: values) }
        return delivery
    }
}

/// What becomes of a lease when results are recorded.
public enum BatchLeaseNext: Hashable, Sendable {
    /// More will come.
    case goesOn
    /// Nothing of the batch is left.
    case ends
    /// Whoever held it stops; somebody else goes on.
    case isReturned
}

/// What became of one member of a batch.
public struct MemberResult: Sendable {
    public let place: Int
    /// How its attempt ended; nil where it wasn't to be sent.
    public let disposition: AttemptResult.Disposition?
    /// As of ``AttemptResult``.
    public let transmissions: [TransmissionResult]

    public init(at place: Int, _ disposition: AttemptResult.Disposition? = nil, transmissions: [TransmissionResult] = []) {
        self.place = place
        self.disposition = disposition
        self.transmissions = transmissions
    }
}
