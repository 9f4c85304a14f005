import BelfryModel

/// Keeps a person's facts on one of their devices.
///
/// Whoever writes the tables by SQL is noticed as well: the store finds out itself which rows and columns have changed.
public protocol FactSource: Sendable {
    /// Writes rows as the person's own edit, all or none; the columns that a record doesn't name stay as they are.
    func save(_ edits: FactEdits) async throws
    /// What has changed in columns on which a notification may depend.
    /// - Parameter mark: where an earlier answer ended; 0 for everything.
    func changes(since mark: Int) async throws -> FactChanges
    /// Says, at once and after each such change by anybody, that ``changes(since:)`` may have more; to be iterated once.
    func changeSignals() -> AsyncStream<Void>
}

/// Keeps a person's facts, and knows what the server hasn't seen of them.
public protocol FactStore: FactSource {
    /// What the server hasn't seen, with the moment of the last pull.
    func unsynced() async throws -> UnsyncedFacts
    /// Takes over what the server has: a row's columns, except those with an edit that the server hasn't seen; deletions as well.
    /// One transaction, with the moment of the pull.
    func merge(_ pulled: SyncChanges, pulledAt: Int) async throws
    /// Remembers that the server has seen these; what was edited since they were read stays unsynced.
    func markSynced(_ pushed: UnsyncedFacts) async throws
}

/// A person's own edit.
public struct FactEdits: Hashable, Sendable {
    public var saved: [FactTable: [FactRecord]]
    public var deleted: [FactTable: [String]]

    public init(saved: [FactTable: [FactRecord]] = [:], deleted: [FactTable: [String]] = [:]) {
        self.saved = saved
        self.deleted = deleted
    }
}

public struct FactChanges: Hashable, Sendable {
    /// Whole rows, as they are now.
    public var records: [FactTable: [FactRecord]]
    public var deleted: [FactTable: [String]]
    /// Where the next answer begins.
    public var mark: Int

    public init(records: [FactTable: [FactRecord]] = [:], deleted: [FactTable: [String]] = [:], mark: Int) {
        self.records = records
        self.deleted = deleted
        self.mark = mark
    }

    public var isEmpty: Bool { records.isEmpty && deleted.isEmpty }
}

/// What a device has to push.
public struct UnsyncedFacts: Hashable, Sendable {
    public var changes: SyncChanges
    /// The server's moment of the last pull; nil before the first.
    public var pulledAt: Int?
    /// By which the store tells an edit made since from these.
    public var mark: Int

    public init(changes: SyncChanges, pulledAt: Int?, mark: Int) {
        self.changes = changes
        self.pulledAt = pulledAt
        self.mark = mark
    }
}
