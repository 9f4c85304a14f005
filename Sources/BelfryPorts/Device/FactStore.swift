import BelfryModel

/// Keeps a person's facts on one of their devices.
///
/// Whoever writes the tables by SQL is noticed as well: the store finds out itself which rows and columns have changed.
public protocol FactSource: Sendable {
    /// Writes rows as the person's own edit, all or none; the columns that a record doesn't name stay as they are.
    /// - Throws: ``Problem`` where a column or a value can't be.
    func save(_ edits: FactEdits) async throws
    /// What has changed in columns on which a notification may depend.
    /// - Parameter mark: where an earlier answer ended; 0 for everything that there is.
    func changes(since mark: Int) async throws -> FactChanges
    /// Says, at once and after each such change by anybody, that ``changes(since:)`` may have more; to be iterated once.
    func changeSignals() -> AsyncStream<Void>
}

/// Keeps a person's facts, and knows what the server hasn't seen of them.
///
/// The methods are in the order in which a client goes through them.
public protocol FactStore: FactSource {
    /// Where syncing stands.
    func syncState() async throws -> SyncState
    /// Takes over what the server has: a row's columns, except those with an edit that the server hasn't seen, unless
    /// ``FactTable/takes(_:over:in:)`` says so; deletions as well, but for the device's own. One transaction, with the moment of the pull.
    ///
    /// The open push is closed by it, because the answer says whether it was taken.
    /// - Parameter state: as it was when the server was asked.
    /// - Returns: false where somebody else has synced in between; nothing has changed then.
    func merge(_ answer: SyncAnswer, after state: SyncState) async throws -> Bool
    /// Reads what the server hasn't seen, and remembers it as the open push, so that a lost answer can be made up for. A push that was open
    /// before is forgotten.
    /// - Parameter rows: by their identifiers, which stay unsynced and are not counted; those that were deleted, too.
    /// - Returns: nil where there is nothing else to push.
    func openPush(_ id: String, rowCountMax: Int, leavingOut rows: [FactTable: Set<String>]) async throws -> SyncPush?
    /// Remembers that the server has taken the open push; what was edited since it was read stays unsynced.
    func closePush(_ id: String) async throws
}

/// How far a device's syncing has come.
public struct SyncState: Hashable, Sendable {
    /// The server's moment of the last pull; nil before the first.
    public var pulledAt: Int?
    /// Tables that the store has learnt of, or a column of them, since it last pulled; forgotten with the next merge.
    public var wholeTables: Set<FactTable>
    /// A push that was begun and of which no answer came.
    public var openPush: String?
    /// Grows with each merge and each push that is opened or closed.
    public var turn: Int

    public init(pulledAt: Int? = nil, wholeTables: Set<FactTable> = [], openPush: String? = nil, turn: Int = 0) {
        self.pulledAt = pulledAt
        self.wholeTables = wholeTables
        self.openPush = openPush
        self.turn = turn
    }
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

/// What has changed among a person's facts since a mark.
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
