import BelfryModel
import GRDB

// How facts stand in tables of SQLite, on a device and on the server alike.

extension FactColumn {
    /// In quotation marks: `limit` is a word of SQL.
    var quoted: String { "\"\(name)\"" }

    /// As `CREATE TABLE` and `ALTER TABLE … ADD COLUMN` take it. Every column may be null.
    var definition: String {
        switch kind {
        case .flag: "\(quoted) INTEGER CHECK (\(quoted) IN (0, 1))"
        case .whole: "\(quoted) INTEGER"
        // Infinity has no form in JSON, so it could never be synced.
        case .real: "\(quoted) REAL CHECK (abs(\(quoted)) <= 1.7976931348623157e308)"
        case .text, .json: "\(quoted) TEXT"
        }
    }

    fileprivate func value(_ stored: DatabaseValue) -> FactValue {
        switch (stored.storage, kind) {
        case (.int64(let number), .flag): .flag(number != 0)
        case (.int64(let number), _): .whole(Int(number))
        case (.double(let number), _): .real(number)
        case (.string(let text), _): .text(text)
        case (.null, _), (.blob, _): .null
        }
    }
}

extension FactTable {
    var definitions: String { columns.map(\.definition).joined(separator: ", ") }

    /// A row with all columns, also those that are null.
    func record(_ row: StoredRow) -> FactRecord {
        FactRecord(
            id: row.text("id") ?? "",
            columns: Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.value(row.value(in: $0.name))) }))
    }

    /// Adds the columns that a later version knows and the table doesn't have yet.
    /// - Returns: whether any was missing.
    @discardableResult
    func addMissingColumns(_ db: Database) throws -> Bool {
        let present = Set(try db.columns(in: rawValue).map(\.name))
        let missing = columns.filter { !present.contains($0.name) }
        for column in missing { try db.execute(sql: "ALTER TABLE \(rawValue) ADD COLUMN \(column.definition)") }
        return !missing.isEmpty
    }
}

extension FactValue {
    /// As a statement takes it.
    var sql: any DatabaseValueConvertible {
        switch self {
        case .null: DatabaseValue.null
        case .flag(let flag): flag
        case .whole(let number): number
        case .real(let number): number
        case .text(let text): text.sql
        }
    }
}
