import BelfryModel
import BelfryPorts
import Testing

/// One behaviour that every store of a device's facts has: a sentence, and its proof through the door alone.
public struct FactStoreConformance: Sendable {
    public let sentence: String
    private let proof: @Sendable (any FactStore) async throws -> Void

    init(_ sentence: String, proof: @escaping @Sendable (any FactStore) async throws -> Void) {
        self.sentence = sentence
        self.proof = proof
    }

    /// - Parameter store: a fresh one with nothing in it.
    public func run(on store: any FactStore) async throws {
        try await proof(store)
    }

    /// The whole exam.
    public static let all = edits + pushes + merges
}

extension FactStoreConformance: CustomTestStringConvertible {
    public var testDescription: String { sentence }
}

// MARK: Moves

extension FactStore {
    /// Edits one bill.
    public func edit(_ id: String, _ columns: [String: FactValue]) async throws {
        try await save(FactEdits(saved: [.budgetItems: [.bill(id, columns)]]))
    }

    /// Edits the rent.
    public func edit(_ columns: [String: FactValue]) async throws {
        try await edit("rent", columns)
    }

    /// Deletes one bill.
    public func delete(_ id: String = "rent") async throws {
        try await save(FactEdits(deleted: [.budgetItems: [id]]))
    }

    /// The columns of one bill that are not null; nil where there is no such bill.
    public func bill(_ id: String = "rent") async throws -> [String: FactValue]? {
        let record = try await changes(since: 0).records[.budgetItems]?.first { $0.id == id }
        return record?.columns.filter { $0.value != .null }
    }

    /// Merges what a server answers that has these bills now, each change after all before.
    public func receive(_ saved: [FactRecord] = [], deleted: [String] = [], isPushTaken: Bool? = nil) async throws {
        let state = try await syncState()
        let changes = SyncChanges(tables: [.budgetItems: .init(updated: saved, deleted: deleted)])
        let answer = SyncAnswer(changes: changes, timestamp: (state.pulledAt ?? 0) + 1, isPushTaken: isPushTaken)
        let isMerged = try await merge(answer, after: state)
        #expect(isMerged)
    }

    /// Edits the one reminder.
    func edit(reminder columns: [String: FactValue]) async throws {
        try await save(FactEdits(saved: [.reminders: [FactRecord(id: "pills", columns: columns)]]))
    }

    /// Its columns that are not null.
    func reminder() async throws -> [String: FactValue]? {
        try await changes(since: 0).records[.reminders]?.first?.columns.filter { $0.value != .null }
    }

    /// Merges what a server answers that has the reminder so now.
    func receive(reminder columns: [String: FactValue]) async throws {
        let state = try await syncState()
        let rows = SyncChanges.Rows(updated: [FactRecord(id: "pills", columns: columns)])
        let answer = SyncAnswer(changes: SyncChanges(tables: [.reminders: rows]), timestamp: (state.pulledAt ?? 0) + 1)
        let isMerged = try await merge(answer, after: state)
        #expect(isMerged)
    }

    /// What would be pushed of it.
    func pushedReminder() async throws -> [String: FactValue]? {
        try await openPush("push-1", rowCountMax: 100, leavingOut: [:])?.changes.tables[.reminders]?.saved.first?.columns
    }

    /// What would be pushed of bills.
    public func push(_ id: String = "push-1", rowCountMax: Int = 100, leavingOut rows: Set<String> = []) async throws -> SyncChanges.Rows? {
        try await openPush(id, rowCountMax: rowCountMax, leavingOut: [.budgetItems: rows])?.changes.tables[.budgetItems]
    }

    /// Pushes everything, and the server takes it.
    public func pushAll() async throws {
        _ = try await push("push-0")
        try await closePush("push-0")
    }
}

extension FactRecord {
    /// A row of `budget_items`.
    public static func bill(_ id: String, _ columns: [String: FactValue]) -> FactRecord {
        FactRecord(id: id, columns: columns)
    }

    /// The rent.
    public static func bill(_ columns: [String: FactValue]) -> FactRecord {
        bill("rent", columns)
    }
}
