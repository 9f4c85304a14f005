/// One step of the schema: SQL that runs once, in one transaction.
struct Migration: Sendable {
    let name: String
    let sql: String
}

/// Brings databases up to this version.
enum Migrations {
    /// Several processes, on several hosts, may start on one database at once: who comes second waits until the first is done, and finds
    /// nothing left to do. The lock goes with the connection, so one who dies leaves none behind.
    ///
    /// - Throws: ``PostgresError/laterVersion`` where the database has steps that this version doesn't know.
    static func run(_ migrations: [Migration], on pool: ConnectionPool) async throws {
        try await pool.run { connection in
            let known = Set(migrations.map(\.name))
            guard try applied(on: connection).isSubset(of: known) else { throw PostgresError.laterVersion }
            guard try applied(on: connection) != known else { return }
            try connection.runScript("SET statement_timeout TO 0; SET lock_timeout TO 0; SELECT pg_advisory_lock(\(lock))")
            // Where anything below fails the lane drops the connection or this gives the lock back.
            defer { _ = try? connection.runScript("SELECT pg_advisory_unlock(\(lock)); SET statement_timeout TO '30s'; SET lock_timeout TO '20s'") }
            try connection.runScript(
                "CREATE TABLE IF NOT EXISTS belfry_migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())")
            let done = try applied(on: connection)
            for migration in migrations where !done.contains(migration.name) {
                do {
                    try connection.runScript(
                        "BEGIN; \(migration.sql); INSERT INTO belfry_migrations (name) VALUES ('\(migration.name)'); COMMIT")
                } catch {
                    _ = try? connection.runScript("ROLLBACK")
                    throw error
                }
            }
        }
    }

    /// A number that nobody else uses for a lock: `belfry` in ASCII.
    private static let lock = 0x6265_6C66_7279

    /// Empty where nothing was ever migrated.
    static func applied(on connection: Connection) throws -> Set<String> {
        try connection.transaction(nil) { db in
            guard try db.row("SELECT to_regclass('belfry_migrations') AS oid")?.text("oid") != nil else { return [] }
            return Set(try db.rows("SELECT name FROM belfry_migrations").compactMap { $0.text("name") })
        }
    }
}
