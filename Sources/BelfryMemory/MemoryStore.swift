import BelfryPorts
import BelfryTime

// BelfryMemory: every store door in memory, for tests and simulation.
// It never touches a disk: what it keeps ends with it.

/// A store whose tables are one value: a transaction works on a copy, which takes their place when it succeeds.
///
/// It reads through whole tables where a database has an index: small worlds only.
public actor MemoryStore {
    private(set) var tables = Tables()
    /// Transactions that changed something, so far.
    private(set) var changeCount = 0

    public init() {}

    /// Changes the tables all at once; not at all where `body` throws.
    /// - Parameters:
    ///   - now: when what happens to deliveries is counted, and kept for their apps; nil where nothing does.
    ///   - count: how many were changed, for the audit log; nil where nobody counts them.
    func transaction<Result>(
        at now: Instant? = nil, counting count: (Result) -> Int? = { Audit.count(of: $0) }, _ body: (inout Tables) throws -> Result
    ) rethrows -> Result {
        var draft = tables
        let result = try body(&draft)
        if let entry = Audit.line?()?.counting(count(result)) { draft.leave(entry) }
        if draft != tables {
            draft.noteEndedBroadcasts(since: tables)
            if let now {
                draft.statistics.count(from: tables, to: draft, at: now)
                draft.noteStatuses(since: tables, at: now)
            }
            tables = draft
            changeCount += 1
        }
        return result
    }
}

/// What a database's own constraints would refuse.
enum ConstraintViolation: Error, Equatable {
    /// The episode has an alert already, under another identifier.
    case secondAlertOfEpisode
    /// The identifier belongs to another delivery already.
    case secondDeliveryOfIdentifier
    /// The same key was added before.
    case secondKeyOfHash
    /// The name belongs to another key already.
    case secondKeyOfName
}
