import BelfryPorts
import GRDB

/// The tables of a server's file, to be moved from one engine to another.
public final class SQLiteTables: TableStore {
    private let queue: DatabaseQueue
    /// The declared types of the columns, by table.
    private let types: [String: [String: String]]

    /// - Parameter path: of a file that ``SQLiteStore`` has brought up to date.
    public init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        queue = try DatabaseQueue(path: path, configuration: configuration)
        types = try queue.read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'")
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, try Dictionary(uniqueKeysWithValues: db.columns(in: name).map { ($0.name, $0.type) }))
                })
        }
    }

    public func tables() throws -> [StoredTable] {
        try queue.read { db in
            try types.keys.sorted().map { name in
                let columns = try db.columns(in: name).map(\.name)
                return StoredTable(name: name, columns: columns, key: try db.primaryKey(name).columns.compactMap(columns.firstIndex))
            }
        }
    }

    public func rows(of table: StoredTable, after key: [String]?, countMax: Int) throws -> [[String?]] {
        let names = table.key.map { Self.quoted(table.columns[$0]) }.joined(separator: ", ")
        let isAfter = key.map { "WHERE (\(names)) > (\(placeholders($0.count)))" } ?? ""
        let values = try zip(table.key, key ?? []).map { try value($1, of: table.columns[$0], in: table) }
        return try queue.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT * FROM \(Self.quoted(table.name)) \(isAfter) ORDER BY \(names) LIMIT \(countMax)",
                arguments: StatementArguments(values)
            ).map { row in table.columns.map { row.text($0) } }
        }
    }

    public func fill(_ tables: [StoredTable], nextRows: (StoredTable) throws -> [[String?]]) throws {
        try queue.write { db in
            // What they do is copied too: they must not do it again.
            let triggers = try StoredRow.fetchAll(
                db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (\(placeholders(tables.count)))",
                arguments: StatementArguments(tables.map(\.name)))
            for name in triggers.compactMap({ $0.text("name") }) { try db.execute(sql: "DROP TRIGGER \(Self.quoted(name))") }
            for table in tables where table.isOfUpkeep { try db.execute(sql: "DELETE FROM \(Self.quoted(table.name))") }
            for table in tables {
                let names = table.columns.map(Self.quoted).joined(separator: ", ")
                let insert = try db.makeStatement(
                    sql: "INSERT INTO \(Self.quoted(table.name)) (\(names)) VALUES (\(placeholders(table.columns.count)))")
                while case let rows = try nextRows(table), !rows.isEmpty {
                    for row in rows {
                        let values = try zip(table.columns, row).map { name, text in try text.map { try value($0, of: name, in: table) } }
                        try insert.execute(arguments: StatementArguments(values))
                    }
                }
            }
            for sql in triggers.compactMap({ $0.text("sql") }) { try db.execute(sql: sql) }
        }
    }

    /// A text as its column's type takes it; as it is where it can't be, so that the table refuses it.
    private func value(_ text: String, of column: String, in table: StoredTable) throws -> any DatabaseValueConvertible {
        switch types[table.name]?[column] {
        case "INTEGER": Int64(text) ?? text
        case "REAL": Double(text) ?? text
        default: text
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}
