import BelfryModel
import BelfryTime
import Foundation
import GRDB

/// What a statement brought, read leniently: people write these tables by hand, and a value of another type must not stop anybody.
/// What can't be read is nil.
///
/// The library's own rows end the process there, and compare names in lower case: with tables as wide as ours that took longer than the
/// statement.
struct StoredRow {
    private let columns: [String]
    private let values: [DatabaseValue]

    private init(_ row: Row, of statement: Statement) {
        columns = statement.columnNames
        // Where another process has migrated meanwhile, a statement may have gained columns as it began; only a copy knows of them.
        let row = row.count == columns.count ? row : row.copy()
        values = (0..<row.count).map { row[$0] }
    }
}

// MARK: Statements

extension StoredRow {
    static func fetchAll(_ db: Database, sql: String, arguments: StatementArguments = StatementArguments()) throws -> [StoredRow] {
        try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
    }

    static func fetchAll(_ statement: Statement, arguments: StatementArguments = StatementArguments()) throws -> [StoredRow] {
        try Array(fetchCursor(statement, arguments: arguments))
    }

    static func fetchOne(_ db: Database, sql: String, arguments: StatementArguments = StatementArguments()) throws -> StoredRow? {
        try fetchOne(db.makeStatement(sql: sql), arguments: arguments)
    }

    static func fetchOne(_ statement: Statement, arguments: StatementArguments = StatementArguments()) throws -> StoredRow? {
        try fetchCursor(statement, arguments: arguments).next()
    }

    static func fetchCursor(
        _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
    ) throws -> MapCursor<RowCursor, StoredRow> {
        try fetchCursor(db.makeStatement(sql: sql), arguments: arguments)
    }

    static func fetchCursor(
        _ statement: Statement, arguments: StatementArguments = StatementArguments()
    ) throws -> MapCursor<RowCursor, StoredRow> {
        try Row.fetchCursor(statement, arguments: arguments).map { StoredRow($0, of: statement) }
    }
}

// MARK: Columns

extension StoredRow {
    /// Null too where there is no such column.
    func value(in column: String) -> DatabaseValue {
        columns.firstIndex(of: column).map { values[$0] } ?? .null
    }

    func text(_ column: String) -> String? {
        switch value(in: column).storage {
        case .string(let text): text
        case .int64(let number): String(number)
        case .double(let number): String(number)
        // Byte by byte what stands there: Foundation leaves out a byte order mark, and what is left names another.
        case .blob(let bytes): String(validating: bytes, as: UTF8.self)
        case .null: nil
        }
    }

    /// Nil of what is infinite, too: nobody can draw it, or write it as JSON.
    func number(_ column: String) -> Double? {
        let stored: Double? =
            switch value(in: column).storage {
            case .int64(let number): Double(number)
            case .double(let number): number
            case .string(let text): Double(text)
            case .blob, .null: nil
            }
        return stored.flatMap { $0.isFinite ? $0 : nil }
    }

    func integer(_ column: String) -> Int? {
        if case .int64(let number) = value(in: column).storage { return Int(number) }
        return number(column).flatMap { Int(exactly: $0.rounded()) }
    }

    func isNull(_ column: String) -> Bool {
        value(in: column).isNull
    }

    /// A moment as somebody wrote it.
    func instant(_ column: String) -> Instant? {
        text(column).flatMap(Instant.init)
    }

    func date(_ column: String) -> CivilDate? {
        text(column).flatMap(CivilDate.init)
    }

    func identifier<Subject>(_ column: String) -> Identifier<Subject>? {
        text(column).flatMap(Identifier.init)
    }

    func choice<Value: RawRepresentable>(_ column: String) -> Value? where Value.RawValue == String {
        text(column).flatMap(Value.init(rawValue:))
    }

    func level(_ column: String) -> EpisodeLevel? {
        integer(column).flatMap(EpisodeLevel.init(rawValue:))
    }
}
