import BelfryPorts
import BelfryTime

/// The tables of a database, to be moved from one engine to another. For one thread, which may wait.
public final class PostgresTables: TableStore {
    private let connection: Connection
    /// The types of the columns, by table.
    private let types: [String: [String: String]]

    /// - Parameter address: of a database that ``PostgresStore`` has brought up to date.
    public init(_ address: PostgresAddress) throws {
        connection = try Connection(address)
        try connection.runScript("SET statement_timeout TO 0")
        while try connection.transaction(Connection.readWrite, PostgresStore.countSomeEvents) {}
        types = try connection.transaction(nil) { db in
            let rows = try db.rows(
                "SELECT table_name, column_name, udt_name FROM information_schema.columns WHERE table_schema = current_schema()")
            return Dictionary(grouping: rows) { $0.text("table_name") ?? "" }.mapValues { rows in
                Dictionary(uniqueKeysWithValues: rows.map { ($0.text("column_name") ?? "", $0.text("udt_name") ?? "") })
            }
        }
    }

    public func tables() throws -> [StoredTable] {
        try connection.transaction(nil) { db in
            try Schema.tableNames.sorted().map { name in
                let columns = try db.rows(
                    """
                    SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1
                    ORDER BY ordinal_position
                    """, name
                ).compactMap { $0.text("column_name") }
                let key = try db.rows(
                    """
                    SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
                    WHERE indrelid = $1::regclass AND indisprimary ORDER BY array_position(indkey, attnum)
                    """, name
                ).compactMap { $0.text("attname") }
                return StoredTable(name: name, columns: columns, key: key.compactMap(columns.firstIndex))
            }
        }
    }

    public func rows(of table: StoredTable, after key: [String]?, countMax: Int) throws -> [[String?]] {
        let columns = table.columns.map { "\(plain($0, in: table)) AS \(Self.quoted("plain_" + $0))" }.joined(separator: ", ")
        let names = table.key.map { Self.quoted(table.columns[$0]) }.joined(separator: ", ")
        let given = zip(table.key, table.key.indices).map { "$\($1 + 1)::\(types[table.name]?[table.columns[$0]] ?? "text")" }
        let isAfter = key == nil ? "" : "WHERE (\(names)) > (\(given.joined(separator: ", ")))"
        let values: [(any SQLConvertible)?] = key?.map { $0 } ?? []
        return try connection.transaction(nil) { db in
            try db.send("SELECT \(columns) FROM \(Self.quoted(table.name)) \(isAfter) ORDER BY \(names) LIMIT \(countMax)", values)
                .rows().map { row in table.columns.map { row.text(.given("plain_" + $0)) } }
        }
    }

    /// A column in the form that both engines read.
    private func plain(_ column: String, in table: StoredTable) -> String {
        switch types[table.name]?[column] {
        case "timestamptz": Self.moment(Self.quoted(column))
        case "bool": "\(Self.quoted(column))::integer"
        default: Self.quoted(column)
        }
    }

    /// What PostgreSQL knows beyond our moments, as `infinity` where somebody put a row off for ever, is the first or the last of them.
    private static func moment(_ column: String) -> String {
        """
        CASE WHEN \(column) < '0001-01-01 00:00:00Z' THEN '\(Instant.min.fixedWidthText)'
            WHEN \(column) >= '10000-01-01 00:00:00Z' THEN '\(Instant.max.fixedWidthText)'
            ELSE to_char(\(column) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END
        """
    }

    public func fill(_ tables: [StoredTable], nextRows: (StoredTable) throws -> [[String?]]) throws {
        try connection.runScript("BEGIN")
        do {
            // What they do is copied too: they must not do it again.
            for table in tables { try connection.runScript("ALTER TABLE \(Self.quoted(table.name)) DISABLE TRIGGER USER") }
            for table in tables where table.isOfUpkeep { try connection.runScript("DELETE FROM \(Self.quoted(table.name))") }
            for table in tables {
                let names = table.columns.map(Self.quoted).joined(separator: ", ")
                let documents = table.columns.indices.filter { ["json", "jsonb"].contains(types[table.name]?[table.columns[$0]]) }
                try naming(table) {
                    try connection.copy("COPY \(Self.quoted(table.name)) (\(names)) FROM STDIN") {
                        let rows = try nextRows(table)
                        return rows.isEmpty ? nil : rows.reduce(into: [UInt8]()) { $0.append(row: Self.keepable($1, documents: documents)) }
                    }
                }
            }
            for table in tables { try connection.runScript("ALTER TABLE \(Self.quoted(table.name)) ENABLE TRIGGER USER") }
            try connection.runScript(
                "INSERT INTO \(MonthSchema.keys) SELECT app_id, idempotency_key, id, created_at FROM notification_queue WHERE idempotency_key IS NOT NULL")
            // Numbers go on behind those that were copied.
            try connection.runScript(
                "SELECT setval(pg_get_serial_sequence('\(StatusSchema.changes)', 'id'), max(id)) FROM \(StatusSchema.changes) HAVING max(id) IS NOT NULL")
            try connection.runScript("\(MonthSchema.made); SELECT belfry_fill_live(); COMMIT; ANALYZE")
        } catch {
            try? connection.runScript("ROLLBACK")
            throw error
        }
    }

    /// A row as the columns of JSON take it, which stand at `documents`.
    private static func keepable(_ row: [String?], documents: [Int]) -> [String?] {
        documents.reduce(into: row) { $0[$1] = $0[$1]?.jsonWithoutNUL }
    }

    /// Says which table it was, where PostgreSQL doesn't.
    private func naming(_ table: StoredTable, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch PostgresError.refused(let sqlState, let relation, let constraint, let fault) {
            throw PostgresError.refused(sqlState: sqlState, relation: relation ?? table.name, constraint: constraint, fault: fault)
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

extension [UInt8] {
    /// A line of COPY's text format (PostgreSQL documentation, COPY, file formats).
    fileprivate mutating func append(row: [String?]) {
        for (index, value) in row.enumerated() {
            if index > 0 { append(UInt8(ascii: "\t")) }
            guard let value else {
                append(contentsOf: #"\N"#.utf8)
                continue
            }
            for byte in value.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): append(contentsOf: #"\\"#.utf8)
                case UInt8(ascii: "\t"): append(contentsOf: #"\t"#.utf8)
                case UInt8(ascii: "\n"): append(contentsOf: #"\n"#.utf8)
                case UInt8(ascii: "\r"): append(contentsOf: #"\r"#.utf8)
                case 0: append(contentsOf: "\u{FFFD}".utf8)
                default: append(byte)
                }
            }
        }
        append(UInt8(ascii: "\n"))
    }
}
