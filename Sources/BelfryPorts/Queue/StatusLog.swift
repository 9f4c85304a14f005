import BelfryModel
import BelfryTime

/// Keeps what becomes of the deliveries of apps that want to be told of it by a webhook, until they were: `status_webhooks`, `status_changes`.
///
/// What happens to a delivery is written down in the transaction that changes it, and only where its app has asked for it. It goes once the app was
/// told. So it is with the end of a broadcast: when the last of its batches is in nobody's hands, and none is to be begun. Every method is one transaction.
public protocol StatusLog: Sendable {
    /// From now on what becomes of an app's deliveries is kept for it. To be asked again before ``StatusBatch/ageMax`` has passed: whoever asks no more
    /// is forgotten with upkeep, with what was kept for them.
    func askForStatuses(of app: AppID, now: Instant) async throws

    /// What an app didn't take is tried again at once, instead of later: whoever has just started may know another endpoint of it.
    func hastenStatuses(of app: AppID) async throws

    /// Takes what an app is to be told next, the first first; nobody else is given anything of that app until the terms run out, or it is known what
    /// became of it.
    ///
    /// What happened longer ago than ``StatusBatch/ageMax`` is given up, and counted as that.
    /// - Returns: nil where there is nothing, another has it in hand, or it is to be tried later.
    func leaseStatuses(of app: AppID, _ terms: StatusTerms) async throws -> StatusBatch?

    /// What became of a batch. What was told goes, also where somebody else has it in hand by now.
    func settle(_ batch: StatusBatch, _ result: StatusBatch.Result) async throws

    /// How each app that has asked stands, in their order.
    func statusStandings() async throws -> [StatusStanding]
}

extension StatusChange {
    /// Which broadcast has ended; nil where it is about a delivery.
    public var broadcast: BroadcastID? {
        switch kind {
        case .broadcastCompleted, .broadcastCancelled: BroadcastID(delivery.text)
        default: nil
        }
    }

    /// With how the broadcast went; nil where it is kept no more. Once it has ended that doesn't change.
    public func counting(_ progress: BroadcastProgress?) -> StatusChange {
        var change = self
        change.counts = progress.map {
            BroadcastCounts(recipients: $0.recipientCount, sent: $0.sentCount, skipped: $0.skippedCount, queued: $0.queuedCount)
        }
        return change
    }
}

/// Who wants to tell an app what became of its deliveries, and for how long it takes at most.
public struct StatusTerms: Hashable, Sendable {
    public let holder: String
    public let now: Instant
    public let until: Instant
    public let countMax: Int

    public init(holder: String, now: Instant, until: Instant, countMax: Int = StatusBatch.countMax) {
        self.holder = holder
        self.now = now
        self.until = until
        self.countMax = countMax
    }

    /// Whether an app's batch is to be had: nobody else has it in hand any more, and it isn't put off.
    ///
    /// - Parameters:
    ///   - leasedBy: who had it last, and until when.
    ///   - nextAttemptAt: when it is to be tried again; nil for at once.
    public func mayTake(leasedBy other: String?, until leaseEnd: Instant?, nextAttemptAt: Instant?) -> Bool {
        let isTaken = other != holder && (leaseEnd.map { $0 > now } ?? false)
        return !isTaken && (nextAttemptAt.map { $0 <= now } ?? true)
    }
}

/// What an app is told at once.
public struct StatusBatch: Hashable, Sendable {
    public let app: AppID
    public let holder: String
    /// Never empty, in their order.
    public let changes: [StatusChange]
    /// How often it, or what came before it, wasn't taken in a row.
    public let failureCount: Int

    public init(app: AppID, holder: String, changes: [StatusChange], failureCount: Int) {
        self.app = app
        self.holder = holder
        self.changes = changes
        self.failureCount = failureCount
    }

    /// So much is told at once at most.
    public static let countMax = 100
    /// For so long an app is told of what has happened: three days.
    public static let ageMax = Duration.seconds(3 * 86_400)

    /// The same for the same changes, and for no others: a hash in 16 hexadecimal digits.
    public var id: String {
        var hash = StableHash()
        for change in changes { hash.add(change.id) }
        return hash.digits
    }

    /// What became of it.
    public enum Result: Hashable, Sendable {
        case told
        /// It is tried again then, with what has happened since.
        case failed(why: String, at: Instant, retryAt: Instant)
    }
}

/// What became of telling an app.
public enum StatusAnswer: Hashable, Sendable {
    case taken
    /// It wasn't taken, or nobody knows whether it was: why, as a code and a sentence without addresses and secrets, and how long to wait at least, where
    /// somebody has said it.
    case refused(why: String, after: Duration?)
}

/// How an app stands that wants to be told.
public struct StatusStanding: Hashable, Sendable {
    public let app: AppID
    /// When what it is to be told next has happened; nil where it was told everything.
    public let oldestAt: Instant?
    /// Since when nothing was taken, and why not the last time, as a code and a sentence; nil where nothing is wrong.
    public let failure: Failure?
    /// Of how much it was never told, because it took nothing for too long.
    public let givenUpCount: Int
    public let givenUpAt: Instant?

    public struct Failure: Hashable, Sendable {
        public let since: Instant
        public let why: String

        public init(since: Instant, why: String) {
            self.since = since
            self.why = why
        }
    }

    public init(app: AppID, oldestAt: Instant?, failure: Failure? = nil, givenUpCount: Int = 0, givenUpAt: Instant? = nil) {
        self.app = app
        self.oldestAt = oldestAt
        self.failure = failure
        self.givenUpCount = givenUpCount
        self.givenUpAt = givenUpAt
    }

    /// What has waited for so long is late.
    public static let lateAfter = Duration.seconds(900)
}
