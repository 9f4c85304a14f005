import BelfryModel
import BelfryTime

/// Looks at what is there, for pages and explanations. Changes nothing.
public protocol OverviewStore: Sendable {
    /// All alerts that a person may see in the families they are in, active ones first, of these the highest level first, then the newest first.
    /// Their members have the names that a family of both has for them.
    func alerts(visibleTo user: UserID, countMax: Int) async throws -> [AlertOverview]
    /// An alert as a person sees it, and every delivery that tells of it and that they may read, the earliest first.
    /// - Parameter user: nil for whoever may see everything.
    /// - Returns: nil where there is no such alert, or the person may not see it.
    func story(of alert: AlertID, for user: UserID?) async throws -> AlertStory?
    /// The days of a metric from `date` on, in their order; of two sources the one that reported last. A day of which only a nap is known is none.
    func observations(of metric: Metric, member: UserID, since date: CivilDate) async throws -> [Observation]
    /// Everybody's deliveries, for whoever runs the house: by their identifiers, which sort by the time of their making, the latest first.
    func deliveries(matching query: DeliveryQuery) async throws -> FoundDeliveries
    /// What was queued for a person since a moment, and what still waits for them; the latest first, by their identifiers.
    func deliveries(to recipient: UserID, since: Instant, countMax: Int) async throws -> [DeliveryOverview]
    /// One delivery, whoever looks; nil where there is none.
    func delivery(_ id: DeliveryID) async throws -> DeliveryOverview?
    /// What became part of a summary that a delivery tells, also what was withdrawn since; the earliest first.
    func deliveries(mergedInto lead: DeliveryID) async throws -> [DeliveryOverview]
    /// Whether the user may see a delivery: as its recipient, or as one of a family to which the member consents and the recipient belongs, too.
    /// Of a member of two families neither learns whom the other has, nor what keeps them from being told.
    func mayRead(_ id: DeliveryID, user: UserID) async throws -> Bool
    /// How many deliveries wait, and since when the oldest that is due has waited.
    /// - Parameter countMax: so many of each are counted and no more, so that it costs the same however long the queue is; nil for all.
    func backlog(countMax: Int?, now: Instant) async throws -> Backlog
    /// A number that differs whenever somebody, in whatever process, has changed the store.
    func changeMark() async throws -> String
}

/// Which deliveries somebody looks for; what is nil leaves the choice open.
public struct DeliveryQuery: Hashable, Sendable {
    public var recipient: UserID?
    /// Whom it is about.
    public var member: UserID?
    public var status: Delivery.Status?
    public var channelName: String?
    /// As ``Payload/category`` has it.
    public var category: String?
    /// Only those that sort before it: the next page of a list begins behind the last one of the page before.
    public var before: DeliveryID?
    public var countMax: Int
    /// So many are looked through where no person narrows the choice, so that a rare one costs no walk over all; nil for all there are.
    public var lookCountMax: Int?

    public init(
        recipient: UserID? = nil, member: UserID? = nil, status: Delivery.Status? = nil, channelName: String? = nil, category: String? = nil,
        before: DeliveryID? = nil, countMax: Int, lookCountMax: Int? = nil
    ) {
        self.recipient = recipient
        self.member = member
        self.status = status
        self.channelName = channelName
        self.category = category
        self.before = before
        self.countMax = countMax
        self.lookCountMax = lookCountMax
    }
}

extension Delivery.Status {
    /// Whether an index lists those in it. Where they are few, of many that there are, these are looked through and not the many.
    public var isListed: Bool {
        switch self {
        case .pending, .sending, .failed: true
        case .sent, .skipped, .cancelled, .shadow: false
        }
    }
}

/// One page of what a ``DeliveryQuery`` finds, the latest first.
public struct FoundDeliveries: Hashable, Sendable {
    public let deliveries: [DeliveryOverview]
    /// Before this one there may be more; nil where everything was looked through.
    public let continuesBefore: DeliveryID?

    /// - Parameters:
    ///   - found: one more than is wanted, where there is one.
    ///   - lastLookedAt: where the look ended by ``DeliveryQuery/lookCountMax``; nil where it didn't.
    public init(_ found: [DeliveryOverview], countMax: Int, lastLookedAt: DeliveryID?) {
        deliveries = Array(found.prefix(countMax))
        continuesBefore = found.count > countMax ? deliveries.last?.delivery.id : lastLookedAt
    }
}

/// An alert with every delivery that tells of it.
public struct AlertStory: Hashable, Sendable {
    public let overview: AlertOverview
    public let deliveries: [DeliveryOverview]

    public init(overview: AlertOverview, deliveries: [DeliveryOverview]) {
        self.overview = overview
        self.deliveries = deliveries
    }
}

/// An alert as one person sees it, with their own snooze.
public struct AlertOverview: Hashable, Sendable {
    public let alert: Alert
    /// The first name that the viewer's family has for its member, or else the member's identifier.
    public let memberName: String

    public init(alert: Alert, memberName: String) {
        self.alert = alert
        self.memberName = memberName
    }
}

/// A row of `notification_queue` with its verdict, as people look at it.
public struct DeliveryOverview: Hashable, Sendable {
    public let delivery: Delivery
    public let recipientName: String?
    public let memberName: String?
    /// As stored: somebody may have written what is no ``Delivery/Status``.
    public let status: String
    public let reason: Reason?
    /// JSON, as stored.
    public let decisionInputs: String?
    public let decidedAt: Instant?
    public let nextAttemptAt: Instant?
    public let sentAt: Instant?
    public let lastError: String?
    public let mergedInto: DeliveryID?
    /// When a correction of the data erased what it tells, or somebody took it back; nil where it still holds.
    public let retractedAt: Instant?
    /// Who took it back: an app, or an operator; nil where nobody did.
    public let retractedBy: String?
    /// When it was changed last while it waited; nil where it stands as it was ordered.
    public let changedAt: Instant?
    /// Who changed it last: an app, or an operator.
    public let changedBy: String?
    /// How often somebody had it tried again after it was given up.
    public let redriveCount: Int
    /// What an operator holds it by, where that was looked up; see ``held(by:)``.
    public private(set) var pause: QueuePause?

    public init(
        delivery: Delivery, recipientName: String?, memberName: String?, status: String, reason: Reason?, decisionInputs: String?,
        decidedAt: Instant?, nextAttemptAt: Instant?, sentAt: Instant?, lastError: String?, mergedInto: DeliveryID?, retractedAt: Instant? = nil,
        retractedBy: String? = nil, changedAt: Instant? = nil, changedBy: String? = nil, redriveCount: Int = 0
    ) {
        self.redriveCount = redriveCount
        self.delivery = delivery
        self.recipientName = recipientName
        self.memberName = memberName
        self.status = status
        self.reason = reason
        self.decisionInputs = decisionInputs
        self.decidedAt = decidedAt
        self.nextAttemptAt = nextAttemptAt
        self.sentAt = sentAt
        self.lastError = lastError
        self.mergedInto = mergedInto
        self.retractedAt = retractedAt
        self.retractedBy = retractedBy
        self.changedAt = changedAt
        self.changedBy = changedBy
    }

    /// The same, with the one of some pauses that holds it for longest, where it waits.
    public func held(by pauses: [QueuePause]) -> DeliveryOverview {
        guard status == Delivery.Status.pending.rawValue else { return self }
        var overview = self
        overview.pause = pauses.filter { $0.holds(delivery.lane) }.max { ($0.until ?? .max) < ($1.until ?? .max) }
        return overview
    }
}

/// How much waits in a store, and for how long.
public struct Backlog: Hashable, Sendable {
    public let pendingCount: Int
    public let sendingCount: Int
    /// Batches of broadcasts that wait, and that are being sent; of their members no row stands in the queue.
    public let pendingBatchCount: Int
    public let sendingBatchCount: Int
    /// Of what waits and is due, deliveries and batches.
    public let oldestDueAt: Instant?
    /// Of any client of the database's server: while one is open, nothing that it could still see is cleaned away. Nil where there is none older
    /// than ``transactionAgeMin``, or where the store has no such thing.
    public let oldestTransactionAge: Duration?

    /// What is open for less is at work.
    public static let transactionAgeMin = Duration.seconds(60)

    public init(
        pendingCount: Int, sendingCount: Int, pendingBatchCount: Int = 0, sendingBatchCount: Int = 0, oldestDueAt: Instant?,
        oldestTransactionAge: Duration? = nil
    ) {
        self.pendingCount = pendingCount
        self.sendingCount = sendingCount
        self.pendingBatchCount = pendingBatchCount
        self.sendingBatchCount = sendingBatchCount
        self.oldestDueAt = oldestDueAt
        self.oldestTransactionAge = oldestTransactionAge
    }
}
