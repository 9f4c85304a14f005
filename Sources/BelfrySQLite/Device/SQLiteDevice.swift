import BelfryModel
import BelfryPorts
import Foundation
import GRDB

/// The facts of a device in a SQLite file of their own, which the app may read and write by SQL as well.
///
/// Several processes of one app may have it open: a writer waits for another, up to half a minute, and readers never wait.
public final class SQLiteDevice: FactStore {
    let pool: DatabasePool

    private static let busyTimeoutSeconds: TimeInterval = 30

    /// Opens a file, creating and migrating it where needed.
    ///
    /// - Throws: `DatabaseError` where the file can't be opened or isn't a database, ``LaterVersionError`` where it was written by a later version,
    ///   ``OtherFileError`` where it is there for something else.
    public init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.busyTimeoutSeconds)
        configuration.label = "belfry-device"
        // For an app that shares the file with an extension: iOS ends whoever is suspended while they hold its lock.
        configuration.observesSuspensionNotifications = true
        pool = try .opened(path: path, configuration)
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try Migrations.run(DeviceSchema.migrator, on: pool)
    }

    public func close() throws {
        try pool.close()
    }

    public func save(_ edits: FactEdits) async throws {
        let edits = try checked(edits)
        try await pool.write { try Self.save(edits, $0) }
    }

    /// - Throws: ``Problem`` where a column or a value can't be.
    func checked(_ edits: FactEdits) throws -> FactEdits {
        var edits = edits
        for (table, records) in edits.saved { edits.saved[table] = try records.map { try table.checkedEdit($0) } }
        return edits
    }

    /// - Parameter edits: checked.
    static func save(_ edits: FactEdits, _ db: Database) throws {
        for (table, records) in edits.saved {
            for record in records { try save(record, in: table, db) }
        }
        for (table, ids) in edits.deleted {
            for id in ids { try db.cachedStatement(sql: "DELETE FROM \(table.rawValue) WHERE id = ?").execute(arguments: [id]) }
        }
    }

    /// The triggers find out what that changes.
    private static func save(_ record: FactRecord, in table: FactTable, _ db: Database) throws {
        guard let present = try row(record.id, in: table, db) else { return try insert(record, in: table, db) }
        let known = table.record(present).columns
        try update(record.id, in: table, record.columns.filter { $0.value != known[$0.key] }, db)
    }

    public func changes(since mark: Int) async throws -> FactChanges {
        try await pool.read { db in
            var changes = FactChanges(mark: try Int.fetchOne(db, sql: "SELECT max(mark) FROM fact_changes") ?? 0)
            for name in try String.fetchAll(db, sql: "SELECT DISTINCT table_name FROM fact_changes WHERE mark > ?", arguments: [mark]) {
                guard let table = FactTable(rawValue: name) else { continue }
                let rows = try StoredRow.fetchCursor(
                    db,
                    sql: """
                        SELECT news.id AS news_id, facts.* FROM fact_changes AS news LEFT JOIN \(name) AS facts ON facts.id = news.id
                        -- The plus keeps SQLite from looking through the whole table's part of an index.
                        WHERE news.mark > ? AND +news.table_name = ? ORDER BY news.mark
                        """, arguments: [mark, name])
                while let row = try rows.next() {
                    if !row.isNull("id") {
                        changes.records[table, default: []].append(table.record(row))
                    } else if mark > 0, let id = row.text("news_id") {
                        changes.deleted[table, default: []].append(id)
                    }
                }
            }
            return changes
        }
    }

    /// Through this value's own connections SQLite tells of each change at once. What another process writes tells nobody:
    /// it is there when ``changes(since:)`` is asked the next time.
    public func changeSignals() -> AsyncStream<Void> {
        let values = ValueObservation.tracking { try Int.fetchOne($0, sql: "SELECT max(mark) FROM fact_changes") }
            .removeDuplicates().values(in: pool)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                // It ends where the file can't be read any more; whoever asks for changes then is told why.
                do { for try await _ in values { continuation.yield() } } catch {}
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

// MARK: Statements

extension SQLiteDevice {
    static func row(_ id: String, in table: FactTable, _ db: Database) throws -> StoredRow? {
        try StoredRow.fetchOne(db.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE id = ?"), arguments: [id])
    }

    static func insert(_ record: FactRecord, in table: FactTable, _ db: Database) throws {
        let columns = table.columns.filter { record.columns[$0.name] != nil }
        let names = (["id"] + columns.map(\.quoted)).joined(separator: ", ")
        let values = [record.id] + columns.map { (record.columns[$0.name] ?? .null).sql }
        try db.cachedStatement(sql: "INSERT INTO \(table.rawValue) (\(names)) VALUES (\(placeholders(values.count)))")
            .execute(arguments: StatementArguments(values))
    }

    static func update(_ id: String, in table: FactTable, _ values: [String: FactValue], _ db: Database) throws {
        let columns = table.columns.filter { values[$0.name] != nil }
        guard !columns.isEmpty else { return }
        let arguments = columns.map { (values[$0.name] ?? .null).sql } + [id]
        try db.cachedStatement(
            sql: "UPDATE \(table.rawValue) SET \(columns.map { "\($0.quoted) = ?" }.joined(separator: ", ")) WHERE id = ?"
        ).execute(arguments: StatementArguments(arguments))
    }
}
