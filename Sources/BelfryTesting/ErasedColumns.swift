import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

/// A column of a table on disk.
public struct TableColumn: Hashable, Sendable {
    public let table: String
    public let name: String

    public init(table: String, name: String) {
        self.table = table
        self.name = name
    }

    fileprivate var namesPersons: Bool { name.hasSuffix("user_id") || ["recipients", "recipient_values", "own_values", "snoozed_by"].contains(name) }
}

extension AddressBook where Self: Store {
    /// Every column that names persons has to be emptied of whoever is erased, and no other may tell of them.
    ///
    /// - Parameters:
    ///   - columns: of all tables.
    ///   - telling: finds those columns in which a word stands, in whatever case.
    public func eraseFromEveryColumn(
        _ columns: [TableColumn], telling: (_ word: String, _ columns: [TableColumn]) async throws -> [TableColumn]
    ) async throws {
        try await mentionEverywhere(.ben)
        let before = try await telling("ben", columns)
        let silent = columns.filter { $0.namesPersons && !before.contains($0) }
        #expect(silent.isEmpty, "what is new has to be in mentionEverywhere, and to go with its person")
        _ = try await erase(.ben, leaving: "mark", now: .noon)
        let left = try await telling("ben", columns)
        #expect(left.isEmpty)
    }
}
