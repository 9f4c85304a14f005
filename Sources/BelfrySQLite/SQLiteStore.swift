import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// BelfrySQLite: every store door on one SQLite file, through GRDB. It keeps and finds; it decides nothing.

/// The embedded database: one writer, many readers that it never blocks (WAL).
///
/// A commit is on the disk when it returns (`synchronous = FULL`), so nothing that was acknowledged is lost with the power.
public final class SQLiteStore: Sendable {
    let pool: DatabasePool
    /// Only watches whether anybody has changed the file; see ``changeMark()``.
    private let watcher: DatabaseQueue

    /// How long a statement waits for another process that is writing.
    private static let busyTimeoutSeconds: TimeInterval = 30

    /// Opens a database, creating and migrating it where needed.
    ///
    /// - Throws: `DatabaseError` where the file can't be opened, isn't a database, or was written by a later version.
    public init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.busyTimeoutSeconds)
        configuration.label = "belfry"
        pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // After opening, because switching to WAL sets NORMAL, under which a power cut may undo a commit.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        guard try !pool.read(Schema.migrator.hasBeenSuperseded) else {
            throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "the file was written by a later version of Belfry")
        }
        try Schema.migrator.migrate(pool)
        configuration.readonly = true
        watcher = try DatabaseQueue(path: path, configuration: configuration)
    }

    public func close() throws {
        try watcher.close()
        try pool.close()
    }

    /// The migrations that a file still lacks; creates nothing.
    public static func pendingMigrations(path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return Schema.migrator.migrations }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let applied = try queue.read { try Schema.migrator.appliedIdentifiers($0) }
        return Schema.migrator.migrations.filter { !applied.contains($0) }
    }

    /// What SQLite says of an error, by its own message and code, never with the statement or the values; nil where it isn't SQLite's.
    public static func describe(_ error: any Error) -> String? {
        guard let error = error as? DatabaseError else { return nil }
        return "\(error.message ?? "SQLite error") (SQLite code \(error.extendedResultCode.rawValue))"
    }

    /// Changes whenever any connection, of any process, has committed.
    public func changeMark() async throws -> String {
        try await watcher.read { db in String(try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0) }
    }
}

// MARK: Rows

extension Row {
    /// A value as text, whatever it was stored as; nil where there is none, or only bytes.
    func text(_ column: String) -> String? {
        switch (self[column] as DatabaseValue).storage {
        case .string(let text): text
        case .int64(let number): String(number)
        case .double(let number): String(number)
        case .null, .blob: nil
        }
    }

    /// A moment as somebody wrote it; nil where there is none, or none that can be read.
    func instant(_ column: String) -> Instant? {
        (self[column] as String?).flatMap(Instant.init)
    }

    func date(_ column: String) -> CivilDate? {
        (self[column] as String?).flatMap(CivilDate.init)
    }

    func identifier<Subject>(_ column: String) -> Identifier<Subject>? {
        (self[column] as String?).flatMap(Identifier.init)
    }

    func value<Value: RawRepresentable>(_ column: String) -> Value? where Value.RawValue == String {
        (self[column] as String?).flatMap(Value.init(rawValue:))
    }
}

extension Instant {
    /// As the columns have it.
    var sql: String { fixedWidthText }
}

extension Payload {
    init(stored text: String) {
        self = (try? JSONDecoder().decode(Payload.self, from: Data(text.utf8))) ?? Payload()
    }

    func stored() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// `?, ?, ?`: as many placeholders as there are values.
func placeholders(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
}
