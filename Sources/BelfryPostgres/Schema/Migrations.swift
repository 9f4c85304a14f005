/// One step of the schema: SQL that runs once, in one transaction.
struct Migration: Sendable {
    let name: String
    let sql: String
}

/// Brings databases up to this version, and tells who is of an earlier one.
enum Migrations {
    /// Several processes, on several hosts, may start on one database at once: who comes second waits until the first is done, and finds
    /// nothing left to do. The lock goes with the connection, so one who dies leaves none behind.
    ///
    /// Workers that run meanwhile take nothing more, and what they have in hand is waited for: after it their version couldn't record it.
    ///
    /// - Parameter onWait: told how many are waited for, once.
    /// - Throws: ``PostgresError/laterVersion`` where the database has steps that this version doesn't know.
    static func run(_ migrations: [Migration], on pool: ConnectionPool, onWait: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
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
            guard done != known else { return }
            try waitForLeases(onWait, on: connection)
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

// MARK: Who works meanwhile

extension Migrations {
    /// How a database stands that is to be taken from.
    struct Standing {
        fileprivate let lock: Answer
        fileprivate let version: Answer

        /// What else was asked for.
        func beside() throws -> Row? { try lock.rows().first }
    }

    /// Sent before something is taken, in the same transaction: until that ends, nobody migrates.
    ///
    /// Two statements: what one sees may be older than a lock that it waits for.
    ///
    /// - Parameter beside: what else is to be called or told, by the way.
    static func askStanding(_ db: Connection, beside: [String] = []) throws -> Standing {
        Standing(
            lock: try db.send("SELECT \((["pg_try_advisory_xact_lock_shared(\(lock)) AS is_still"] + beside).joined(separator: ", "))"),
            version: try db.send("SELECT count(*) > $1 AS is_outdated FROM belfry_migrations", Schema.migrations.count))
    }

    /// - Throws: ``PostgresError/laterVersion``, or ``PostgresError/migrating`` where it isn't to be taken now.
    static func check(_ standing: Standing) throws {
        if try standing.version.rows().first?.flag("is_outdated") ?? true { throw PostgresError.laterVersion }
        if try !(standing.lock.rows().first?.flag("is_still") ?? false) { throw PostgresError.migrating }
    }

    /// Waits for what workers have in hand, but not longer than a lease is by default: who has died doesn't record, and who is of a version that
    /// takes more meanwhile doesn't end.
    private static func waitForLeases(_ onWait: (Int) -> Void, on connection: Connection) throws {
        try connection.transaction(nil) { db in
            let tables = "SELECT to_regclass('\(LeaseSchema.table)') IS NOT NULL AND to_regclass('broadcast_leases') IS NOT NULL AS made"
            guard try db.row(tables)?.flag("made") ?? false else { return }
            for turn in 0..<turnCountMax {
                let count = try db.row(
                    """
                    SELECT (SELECT coalesce(sum(open_count), 0) FROM \(LeaseSchema.table) WHERE open_count > 0 AND lease_until > clock_timestamp())
                        + (SELECT count(*) FROM broadcast_leases WHERE lease_until > clock_timestamp()) AS count
                    """)?.integer("count") ?? 0
                if count == 0 { return }
                if turn == 0 { onWait(count) }
                try db.execute("SELECT pg_sleep(\(turnSeconds))")
            }
        }
    }

    private static let turnSeconds = 0.1
    /// A minute.
    private static let turnCountMax = 600
}
