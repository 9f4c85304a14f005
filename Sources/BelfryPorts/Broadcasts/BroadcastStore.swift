import BelfryModel
import BelfryTime

/// Keeps what is told to many at once, as batches of recipients that nobody changes any more.
///
/// One lease stands for a whole batch, and what became of its members is appended to a log, instead of a row a recipient that is written three
/// times. A member that has to wait or has failed becomes an ordinary row of `notification_queue`. Every method is one transaction, where it doesn't say
/// otherwise.
public protocol BroadcastStore: Sendable {
    /// Begins a broadcast that nobody carries out before it is sealed.
    ///
    /// One that was begun earlier under the same key and never sealed is called off, and this one begins in its place: whoever streamed its
    /// recipients has stopped halfway, or is still at it and adds nothing to this one.
    /// - Returns: where the one with the key stands, where it was sealed; else the broadcast to append to.
    /// - Throws: `Problem.idempotencyKeyReused` where the key stands for something else.
    func begin(_ broadcast: Broadcast, under key: IdempotencyKey?, now: Instant) async throws -> BroadcastBeginning

    /// Appends batches of recipients, each of at most ``Broadcast/batchRecipientCountMax``.
    /// - Parameter firstNumber: of the first batch; they count from 0.
    func append(_ batches: [RecipientBatch], to broadcast: Broadcast, firstNumber: Int) async throws

    /// A batch as it was appended, `UserID.erased` and no values in the place of whoever was erased since; nil where there is none, or it can't be
    /// read.
    func recipients(of broadcast: Broadcast, batch number: Int) async throws -> RecipientBatch?

    /// From now on it is carried out.
    func seal(_ broadcast: Broadcast, now: Instant) async throws

    /// Leaves nothing of one that isn't sealed, because its recipients can't be taken in: its key is free again.
    func giveUpIntake(of broadcast: Broadcast) async throws

    /// Nil where there is none.
    func progress(of id: BroadcastID) async throws -> BroadcastProgress?

    /// By their identifiers, which sort by the time of their making, the latest first.
    /// - Parameter before: only those whose identifier comes before it; nil for the latest of all.
    func broadcasts(of app: AppID?, before: BroadcastID?, countMax: Int) async throws -> [BroadcastProgress]

    /// Calls off what no worker has begun, and then what waits by itself, a part at a time; what is on its way can't be stopped. Where it is cut
    /// off, upkeep goes on with it. One that is completed stays so where nothing of it waits or is in hand, and nothing may go on over a further channel.
    /// - Returns: false where there is none.
    func cancel(_ id: BroadcastID, now: Instant) async throws -> Bool

    /// How many of its members wait by themselves, as rows of the queue.
    func waitingMemberCount(of broadcast: Broadcast) async throws -> Int

    /// Everybody who is known by a profile or a family, in their order.
    func everybody(after user: UserID?, countMax: Int) async throws -> [UserID]

    /// A member as people look at a delivery; nil where the name isn't one of a member, or its log was pruned.
    func member(_ id: DeliveryID) async throws -> DeliveryOverview?

    /// Takes a batch that is due, and has those of its members judged about whom the log says nothing yet. One that can't be read is put off for
    /// ever, and keeps no other waiting.
    /// - Returns: nil where none is due.
    func leaseBatch(_ terms: LeaseTerms, judge: @escaping BroadcastJudge) async throws -> LeasedBroadcastBatch?

    /// Appends to the log what became of members, and makes rows of the queue of those that go on by themselves.
    ///
    /// The same of the same moment counts once: where the answer was lost it is recorded again.
    /// - Returns: false where the lease was lost, and then nothing is kept.
    /// - Throws: ``LockedBatch``, and then nothing is kept either.
    func record(_ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, now: Instant) async throws -> Bool

    /// Records what ends a batch, and takes the next that is due, both or neither.
    /// - Returns: whether the lease was held, as of ``record(_:of:then:now:)``; and the next batch, nil where none is due.
    /// - Throws: ``LockedBatch``
    func recordEnd(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, now: Instant, leasing terms: LeaseTerms, judge: @escaping BroadcastJudge
    ) async throws -> (isHeld: Bool, next: LeasedBroadcastBatch?)

    /// Prolongs the lease of a batch.
    /// - Returns: false where it was lost.
    func renew(_ batch: LeasedBroadcastBatch, until: Instant) async throws -> Bool

    /// Gives back the batches of dead workers.
    /// - Returns: how many.
    func rescueBatches(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async throws -> Int

    /// Gives back what was leased under a token of which the answer was lost, so that nobody has begun anything of it. It is no more suspect for that.
    func giveBackBatches(of token: String) async throws

    /// When the earliest batch or lease of one needs attention; nil where there is none.
    func nextBatchMoment() async throws -> Instant?
}

/// Somebody holds a batch locked, or what follows of it, as by hand. What became of its members isn't recorded and is to be handed over again.
public struct LockedBatch: OutageError, Hashable, CustomStringConvertible {
    public init() {}

    public var outage: StoreOutage? { .timedOut }

    public var description: String {
        "somebody holds a broadcast's batch locked, as by a session that is left open: what became of its members is recorded when it is let go"
    }
}

/// As of ``DeliveryQueue/lease(_:judge:)``.
public typealias BroadcastJudge = @Sendable (BroadcastMembers) -> [MemberVerdict]

public typealias BroadcastID = Identifier<Broadcast>

/// One notification to many recipients, over one channel; whoever isn't reached there goes on over others.
public struct Broadcast: Hashable, Sendable {
    public let id: BroadcastID
    public let app: AppID
    public let createdAt: Instant
    public let channelName: String
    /// Over which those go on who aren't reached there, one after the other; as of ``Delivery/channelName``.
    public let fallbackChannelNames: [String]
    public let payload: Payload
    /// Whom it is about; nil for each recipient themselves.
    public let member: UserID?
    public let deliverAfter: Instant?
    public let expiresAt: Instant?
    public let priority: DeliveryPriority

    public static let batchRecipientCountMax = 500
    /// So many of its members who wait by themselves are called off at once: others write in between.
    public static let callingOffCountMax = 1000
    /// Why a batch is put off for ever, as `leased_by` says: somebody has edited it.
    public static let unreadableBatch = "unreadable_row: the broadcast, the recipients, the log or the due moment of this batch can't be read"
    /// Whoever calls one off is through long before, or gone.
    public static let callingOffLengthMax = Duration.seconds(86_400)

    public init(
        id: BroadcastID, app: AppID, createdAt: Instant, channelName: String, fallbackChannelNames: [String] = [], payload: Payload,
        member: UserID? = nil, deliverAfter: Instant? = nil, expiresAt: Instant? = nil, priority: DeliveryPriority = .normal
    ) {
        self.id = id
        self.app = app
        self.createdAt = createdAt
        self.channelName = channelName
        self.fallbackChannelNames = fallbackChannelNames
        self.payload = payload
        self.member = member
        self.deliverAfter = deliverAfter
        self.expiresAt = expiresAt
        self.priority = priority
    }

    /// As of ``Delivery/channel``.
    public var channel: DeliveryChannel? { DeliveryChannel(rawValue: channelName) }

    /// The place of a recipient: a batch, and where in it, both from 0; and over which of the channels.
    public struct Place: Hashable, Sendable {
        public let broadcast: BroadcastID
        public let batch: Int
        public let index: Int
        /// As of ``DeliveryRoute/Place/step``: 0 over the broadcast's own channel.
        public let step: Int

        public init(broadcast: BroadcastID, batch: Int, index: Int, step: Int = 0) {
            self.broadcast = broadcast
            self.batch = batch
            self.index = index
            self.step = step
        }

        /// The name that the delivery at this place has, however often its batch is leased.
        public var delivery: DeliveryID? {
            Self.beginning(of: broadcast, batch: batch)?.followed(by: index).flatMap { Self.name($0, step: step) }
        }

        /// As a member's delivery is called over a further channel, after the one over the first.
        static func name(_ first: DeliveryID, step: Int) -> DeliveryID? { step == 0 ? first : DeliveryID("\(first).\(step)") }

        /// With which the names of all of a batch begin; nil where it would be too long.
        static func beginning(of broadcast: BroadcastID, batch: Int) -> DeliveryID? { DeliveryID("\(broadcast)-\(batch)-") }

        /// Nil where a delivery isn't a member's; none has a number that a database can't hold.
        public init?(_ delivery: DeliveryID) {
            var rest = delivery.text[...]
            func takeLast(behind sign: Character = "-") -> Int? {
                guard let place = rest.utf8.lastIndex(of: sign.asciiValue ?? 0), let number = Int(rest[rest.index(after: place)...]) else { return nil }
                rest = rest[..<place]
                return number
            }
            let step = takeLast(behind: ".")
            guard let index = takeLast(), let batch = takeLast(), let broadcast = BroadcastID(String(rest)), step ?? 1 > 0,
                (0..<Broadcast.batchRecipientCountMax).contains(index), (0...Int(Int32.max)).contains(batch)
            else { return nil }
            self.init(broadcast: broadcast, batch: batch, index: index, step: step ?? 0)
        }
    }

    /// The delivery to the recipient at a place; nil where its name would be too long.
    ///
    /// - Parameter values: what they have of their own; nil where all are told the same.
    public func delivery(to recipient: UserID, batch: Int, index: Int, with values: PersonalValues? = nil) -> Delivery? {
        guard let name = Place(broadcast: id, batch: batch, index: index).delivery else { return nil }
        var made = delivery(named: name, to: recipient)
        if let values, let templates { made.payload.fill(templates, with: values) }
        return made
    }

    /// Its words as templates; nil where somebody has edited them so that they are none.
    var templates: PersonalTexts? { try? PersonalTexts(of: payload) }

    func delivery(named name: DeliveryID, to recipient: UserID) -> Delivery {
        Delivery(
            id: name, createdAt: createdAt, recipient: recipient, member: member ?? recipient, alert: nil, channelName: channelName,
            payload: payload, expiresAt: expiresAt, deliverAfter: deliverAfter, app: app, priority: priority)
    }
}

/// What a call that orders a broadcast finds, by its idempotency key.
public enum BroadcastBeginning: Hashable, Sendable {
    /// The one to append recipients to.
    case begun(Broadcast)
    /// There is one already, with all of its recipients: where it stands.
    case sealed(BroadcastProgress)
}

/// How far a broadcast has come.
public struct BroadcastProgress: Hashable, Sendable {
    public let broadcast: Broadcast
    public let status: Status
    public let recipientCount: Int
    public let sentCount: Int
    public let skippedCount: Int
    /// Those that go on by themselves, as rows of the queue.
    public let queuedCount: Int

    public enum Status: String, CaseIterable, Codable, Sendable {
        /// Its recipients are still coming in. Goes to `ready`.
        case filling
        /// It is carried out. Goes to `completed` or `cancelled`.
        case ready
        /// Something has become of each of its recipients; those that are queued go on by themselves. What is told from the figures, no store keeps. Goes
        /// to `cancelled` where somebody calls off those, as long as there are any.
        case completed
        /// What was not begun is not carried out any more. Final.
        case cancelled
    }

    /// - Parameter status: as it is kept.

    public init(broadcast: Broadcast, status: Status, recipientCount: Int, sentCount: Int, skippedCount: Int, queuedCount: Int) {
        self.broadcast = broadcast
        let isThrough = status == .ready && sentCount + skippedCount + queuedCount >= recipientCount
        self.status = isThrough ? .completed : status
        self.recipientCount = recipientCount
        self.sentCount = sentCount
        self.skippedCount = skippedCount
        self.queuedCount = queuedCount
    }

    /// Whether nothing is left of it but what goes on as rows of the queue already: none of whom it told goes on over a further channel.
    public var isOver: Bool { status == .completed && broadcast.fallbackChannelNames.isEmpty }

    /// Nothing has become of them yet.
    public var waitingCount: Int { recipientCount - sentCount - skippedCount - queuedCount }
}
