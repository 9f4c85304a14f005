import BelfryModel
import BelfryTime

/// Keeps a store in order: elects who does it, and forgets what is over.
///
/// Every method is one transaction, but for pruning on PostgreSQL: there it is one for each kind and month.
public protocol UpkeepStore: Sendable {
    /// Elects one of all workers that share a store: whoever asks first, and asks again in time.
    ///
    /// PostgreSQL holds the election by an advisory lock on a connection of its own, which goes with its holder; SQLite and memory by a
    /// lease of ``UpkeepTerms/until``.
    /// - Returns: whether upkeep is the caller's now.
    func electUpkeep(_ terms: UpkeepTerms) async throws -> Bool

    /// Lets somebody else be elected at once. Changes nothing where upkeep is another's.
    func resignUpkeep(_ holder: String) async throws

    /// What the store itself wants done now and then: counts added up, room made for the months to come. Writes down that it was done.
    func maintain(by holder: String, now: Instant) async throws

    /// Nil where nobody has ever been elected.
    func upkeep() async throws -> UpkeepStanding?

    /// What of the store is over by those moments; changes nothing.
    func prunable(_ cutoffs: PruneCutoffs) async throws -> PruneReport

    /// Removes some of what is over, so little at a time that nobody waits for it. It is all gone where the report is empty.
    ///
    /// Over is a delivery that was made before the cutoff and waits for nothing: it is neither pending nor being sent, nor merged into one
    /// that is. With it go its transmissions. A PostgreSQL drops whole months, once all of a month is before the
    /// cutoff; what somebody reads for long stays until later.
    /// - Throws: why something couldn't go; on PostgreSQL once nothing else is left that goes.
    func prune(_ cutoffs: PruneCutoffs) async throws -> PruneReport
}

/// Who wants to keep a store in order, and for how long.
public struct UpkeepTerms: Sendable {
    public let holder: String
    public let now: Instant
    /// Until then nobody else is elected, where it is a lease that elects.
    public let until: Instant
    /// Whether a holder is known to be gone.
    public let isDead: @Sendable (_ holder: String) -> Bool

    public init(holder: String, now: Instant, until: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool = { _ in false }) {
        self.holder = holder
        self.now = now
        self.until = until
        self.isDead = isDead
    }
}

/// Who keeps a store in order, and when that was last done.
public struct UpkeepStanding: Hashable, Sendable {
    public let holder: String
    public let electedAt: Instant
    public let ranAt: Instant?

    public init(holder: String, electedAt: Instant, ranAt: Instant?) {
        self.holder = holder
        self.electedAt = electedAt
        self.ranAt = ranAt
    }

    /// Whoever hasn't done it for so long is stuck, or nobody does it.
    public static let lateAfter = Duration.seconds(300)
}

/// Before which moments what is over is forgotten.
public struct PruneCutoffs: Hashable, Sendable {
    /// Of deliveries and broadcasts, and what belongs to them, and of the ends of pauses and schedules.
    public let deliveries: Instant
    /// Of keys under which apps have queued something.
    public let keys: Instant
    /// Of what providers reported, which is known for repetitions, and for transmissions that aren't recorded yet; and of what was kept to be told to
    /// apps that ask for it no more.
    public let reports: Instant
    /// Of the audit log.
    public let audit: Instant
    /// Of tokens, codes and invitations, which say themselves how long they last.
    public let now: Instant

    /// - Parameter audit: ``standardDayCount`` ago unless it is said.
    public init(deliveries: Instant, audit: Instant? = nil, now: Instant) {
        self.deliveries = deliveries
        self.audit = audit ?? now - .seconds(Self.standardDayCount * 86_400)
        self.keys = now - IdempotencyKey.lifetime
        self.reports = now - Self.reportAgeMax
        self.now = now
    }

    private static let reportAgeMax = Duration.seconds(7 * 86_400)
    /// More than a year, so that a month can be held against the same month of the year before.
    public static let standardDayCount = 400
    /// Shorter than the life of keys would let a repeated request find nothing.
    public static let dayCountMin = 31
    /// A century, so that no moment is counted that can't be.
    public static let dayCountMax = 36_500
    /// Of each kind, at once.
    public static let countMax = 500
}

/// How many of which kind.
public struct PruneReport: Hashable, Sendable {
    /// What is forgotten, by the name that commands and metrics print.
    public enum Kind: String, CaseIterable, Sendable {
        case deliveries, transmissions, broadcasts
        case broadcastBatches = "broadcast_batches"
        case broadcastResults = "broadcast_results"
        case broadcastKeys = "broadcast_keys"
        case idempotencyKeys = "idempotency_keys"
        case providerReports = "provider_reports"
        case spentTokens = "spent_tokens"
        case invitations, codes, pauses
        case statusChanges = "status_changes"
        case statusWebhooks = "status_webhooks"
        case schedules
        case auditEntries = "audit_entries"
    }

    public private(set) var counts: [Kind: Int] = [:]
    /// Whether months that are over stay for now, because somebody reads their tables for long, as a dump does.
    public var hasBusyMonths = false

    public init() {}

    /// Whether nothing went.
    public var isEmpty: Bool { counts.isEmpty }

    public subscript(kind: Kind) -> Int { counts[kind] ?? 0 }

    public mutating func add(_ count: Int, _ kind: Kind) {
        if count > 0 { counts[kind, default: 0] += count }
    }

    public mutating func add(_ other: PruneReport) {
        hasBusyMonths = hasBusyMonths || other.hasBusyMonths
        for (kind, count) in other.counts { add(count, kind) }
    }
}
