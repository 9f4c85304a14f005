import BelfryModel
import BelfryTime

/// What apps and operators do to the queue: put something in, look, change, call off, take back, try again.
///
/// Every method is one transaction.
public protocol DeliveryControl: Sendable {
    /// Queues deliveries, all of them or none.
    ///
    /// Where their app has used the key before, and not longer ago than ``IdempotencyKey/lifetime``, nothing is queued, and what was queued
    /// then is named; so a call may be repeated after a crash or a lost answer.
    /// - Parameter digestWindow: for how long those of a digest wait for others of it that their app queues for the same recipient over the same
    ///   channel, as ``DigestWindow`` says; nil where none waits. Once due, they are leased together.
    /// - Throws: `Problem.idempotencyKeyReused` where the key stood for another request, and what the store says where another delivery of the
    ///   app has an identifier already: then the key is as free as before.
    func enqueue(_ deliveries: [Delivery], under key: IdempotencyKey?, digestWindow: Duration?, now: Instant) async throws -> EnqueueReceipt

    /// What deliveries would be decided from, were they queued and leased now; nothing of it is kept.
    ///
    /// - Parameter digestWindow: as of those that are queued.
    /// - Returns: one candidate a delivery, in their order, each as it would wait.
    func rehearse(_ deliveries: [Delivery], digestWindow: Duration?, now: Instant) async throws -> [DeliveryCandidate]

    /// What an app has queued under a key, as long as the key is known; none where it isn't.
    ///
    /// - Parameter key: as ``IdempotencyKey/isUsable(_:)`` takes it.
    func deliveries(under key: String, of app: AppID, now: Instant) async throws -> [DeliveryID]

    /// By their identifiers, which sort by the time of their making, the latest first.
    func deliveries(_ selection: DeliverySelection) async throws -> [DeliveryOverview]

    /// How many ``cancel(_:now:)`` would call off now; looks at no more than so many.
    func waitingCount(_ selection: DeliverySelection) async throws -> Int

    /// Calls off what is pending; what is on its way can't be stopped. What was merged into it waits again, to be told by itself.
    /// - Returns: those that were called off, the oldest first.
    func cancel(_ selection: DeliverySelection, now: Instant) async throws -> [DeliveryID]

    /// Changes what is pending; what is on its way, and what is through, stays as it is. Attempts stay counted.
    ///
    /// - Parameters:
    ///   - selection: names its deliveries, as in ``retract(_:by:now:)``. Nothing is changed where it doesn't.
    ///   - name: of who changes it: an app, or an operator.
    ///   - isDryRun: whether it is only asked what would become of it.
    func change(
        _ selection: DeliverySelection, to change: DeliveryChange, by name: String, isDryRun: Bool, now: Instant
    ) async throws -> ChangedDeliveries

    /// Takes back what was told: from then on it is marked as withdrawn, in the queue and in the inbox. What waits is called off, as
    /// ``cancel(_:now:)`` does; what is on its way is marked like what was told, and where it comes back to wait nobody is told. A second time keeps the
    /// first moment, and there is no way back.
    ///
    /// A summary goes whole; what was merged into it can't be taken out of it. Of a broadcast only those are taken back who are rows of the queue.
    /// - Parameters:
    ///   - selection: names its deliveries: of all that was ever told there may be many. Nothing is taken back where it doesn't.
    ///   - name: of who takes it back: an app, or an operator.
    func retract(_ selection: DeliverySelection, by name: String, now: Instant) async throws -> Retraction

    /// Has dead letters tried again: their attempts count anew, at addresses too that had refused them, and so does their age.
    /// - Returns: those that wait again, the oldest first.
    func redrive(_ selection: DeliverySelection, now: Instant) async throws -> [DeliveryID]
}

/// By which an app's request is known when it comes again.
public struct IdempotencyKey: Hashable, Sendable {
    public let app: AppID
    public let text: String
    /// A hash of what was asked for, so that another request under the same key is noticed.
    public let fingerprint: String

    /// For so long a key is known.
    public static let lifetime = Duration.seconds(30 * 86_400)
    public static let byteCountMax = 255

    /// Nil where the text isn't usable.
    public init?(_ text: String, of app: AppID, fingerprint: String) {
        guard Self.isUsable(text) else { return nil }
        self.app = app
        self.text = text
        self.fingerprint = fingerprint
    }

    /// Whether it isn't empty, nor longer than ``byteCountMax`` bytes, and has no control characters.
    public static func isUsable(_ text: String) -> Bool {
        (1...byteCountMax).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }
}

/// What a call that queues something has come to.
public struct EnqueueReceipt: Hashable, Sendable {
    /// In the order in which they were given.
    public let deliveries: [DeliveryID]
    /// Whether they were queued earlier, under the same key.
    public let isRepeated: Bool

    public init(deliveries: [DeliveryID], isRepeated: Bool) {
        self.deliveries = deliveries
        self.isRepeated = isRepeated
    }
}

/// What was taken back, the oldest first.
public struct Retraction: Hashable, Sendable {
    /// What waited: nobody is told.
    public let calledOff: [DeliveryID]
    /// What was told, or is on its way.
    public let retracted: [DeliveryID]

    public init(calledOff: [DeliveryID] = [], retracted: [DeliveryID] = []) {
        self.calledOff = calledOff
        self.retracted = retracted
    }
}

extension Retraction {
    /// What ``DeliveryControl/retract(_:by:now:)`` would take back of them, as they stand.
    public init(of deliveries: [DeliveryOverview]) {
        let found = deliveries.sorted { ($0.delivery.createdAt, $0.delivery.id) < ($1.delivery.createdAt, $1.delivery.id) }
        func names(_ isMeant: (DeliveryOverview) -> Bool) -> [DeliveryID] { found.filter(isMeant).map(\.delivery.id) }
        let told = [Delivery.Status.sending, .sent].map(\.rawValue)
        calledOff = names { $0.status == Delivery.Status.pending.rawValue }
        retracted = names { told.contains($0.status) && $0.retractedAt == nil }
    }
}

/// Which deliveries are meant; what is nil leaves the choice open.
public struct DeliverySelection: Hashable, Sendable {
    public var ids: [DeliveryID]?
    public var app: AppID?
    public var recipient: UserID?
    public var channelName: String?
    /// Only when looking: what is called off is pending, and what is redriven has failed.
    public var status: Delivery.Status?
    /// Of those that wait or were given up, the ones that were made before then: of all others there may be many.
    public var madeBefore: Instant?
    /// Only when looking: those whose identifier comes before this one, which are older.
    public var before: DeliveryID?
    public var countMax: Int

    /// A statement changes no more at once, so that none takes long.
    public static let countMaxOfChange = 1000

    public init(
        ids: [DeliveryID]? = nil, app: AppID? = nil, recipient: UserID? = nil, channelName: String? = nil, status: Delivery.Status? = nil,
        madeBefore: Instant? = nil, before: DeliveryID? = nil, countMax: Int = countMaxOfChange
    ) {
        self.ids = ids
        self.app = app
        self.recipient = recipient
        self.channelName = channelName
        self.status = status
        self.madeBefore = madeBefore
        self.before = before
        self.countMax = countMax
    }
}
