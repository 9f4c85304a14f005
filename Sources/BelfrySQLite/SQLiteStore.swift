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
    private let path: String
    /// Which file it has open; nil where the system doesn't say.
    private let file: FileIdentity?

    /// How long a statement waits for another process that is writing.
    private static let busyTimeoutSeconds: TimeInterval = 30
    /// What the log beside the file keeps of its room. While somebody reads for long it grows with all that is written, and else it would stay so
    /// large.
    static let logByteCountMax = 16 << 20
    /// What the one writer keeps of the file in memory. SQLite's own 2 MiB don't hold what a batch changes: pages were written early and read again, which
    /// took a fifth of a batch's processor time, and now takes a twelfth.
    private static let writerCacheKibibytes = 32 << 10

    /// Opens a database, creating and migrating it where needed.
    ///
    /// - Throws: `DatabaseError` where the file can't be opened or isn't a database, ``LaterVersionError`` where it was written by a later version,
    ///   ``OtherFileError`` where it is there for something else.
    public init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.busyTimeoutSeconds)
        configuration.label = "belfry"
        pool = try .opened(path: path, configuration)
        try pool.writeWithoutTransaction { db in
            // After opening, because switching to WAL sets NORMAL, under which a power cut may undo a commit.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        try Migrations.run(Schema.migrator, on: pool)
        try pool.writeWithoutTransaction { db in
            // What a statement could have to undo is kept in memory: for a batch it would be a temporary file each time. Only from here on,
            // because a migration may change as much as is in the file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA cache_size = -\(Self.writerCacheKibibytes)")
            try db.execute(sql: "PRAGMA journal_size_limit = \(Self.logByteCountMax)")
        }
        configuration.readonly = true
        watcher = try DatabaseQueue(path: path, configuration: configuration)
        self.path = path
        file = FileIdentity(path: path)
    }

    /// To be called every ten seconds by whoever keeps it open.
    ///
    /// - Throws: ``LostFileError`` where the file that it has open stands there no more, ``LaterVersionError`` where one has migrated it meanwhile.
    public func refresh() async throws {
        // SQLite itself goes on reading and writing what was removed.
        if let file, FileIdentity(path: path) != file { throw LostFileError() }
        try await pool.read(Migrations.check)
    }

    /// Leaves everything in the one file, as far as nobody else is reading: whoever copies it after a stop has all of it.
    public func close() throws {
        try watcher.close()
        // Closing does this only where the writer closes last, and the pool closes it first. What fails here is in the log beside the file.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
        try pool.close()
    }

    /// The migrations that a file still lacks; creates nothing.
    public static func pendingMigrations(path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return Schema.migrator.migrations }
        var configuration = Configuration()
        configuration.readonly = true
        // Somebody may be making it.
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let applied = try queue.read { try Migrations.applied(of: Schema.migrator, $0) }
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

extension Instant {
    /// As the columns have it.
    var sql: String { fixedWidthText }
}

extension String {
    /// As the columns have it, where it may be any text: GRDB ends one at its first NUL, and what stands behind that would be lost.
    var sql: String { utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }
}

extension Payload {
    private static let decoder = JSONDecoder()

    init(stored text: String) {
        self = Payload(flatJSON: text) ?? (try? Self.decoder.decode(Payload.self, from: Data(text.utf8))) ?? Payload()
    }

    func stored() throws -> String {
        if let text = flatJSON() { return text }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// `?, ?, ?`: as many placeholders as there are values.
func placeholders(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
}
