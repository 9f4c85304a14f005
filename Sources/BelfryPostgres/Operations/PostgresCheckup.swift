import BelfryTime

/// How a database stands, for whoever runs it.
public struct PostgresCheckup: Sendable {
    public let pendingMigrations: [String]
    /// Nothing of ours is in it yet.
    public let isEmpty: Bool
    /// Settings under which a commit may be lost with the machine, each as `fsync = off`.
    public let risks: [String]
    /// Of any database of the server: while it lasts, vacuum removes nothing that it could still see. Nil where there is none.
    public let oldestTransactionAge: Duration?
    /// What its clock said at the end of the look.
    public let now: Instant?
    /// As 150018 for 15.18.
    public let version: Int
    /// How many locks a transaction may hold, in the server's own terms (`max_locks_per_transaction`).
    public let lockCountMax: Int
    /// Whether the role may change the tables, as it has to for the months to come; also where there are none yet.
    public let ownsTables: Bool
    /// Whether the role may make tables: ours at the start, and the months to come.
    public let mayMakeTables: Bool

    public static let versionMin = 140_000
    /// A statement locks every month that it can't leave out.
    public static let lockCountMin = 64

    /// From when on a transaction is old.
    public static let oldTransactionAge = Duration.seconds(300)
}

extension PostgresStore {
    /// Looks at a database; changes nothing.
    /// - Throws: ``PostgresError``.
    public static func checkup(_ address: PostgresAddress) async throws -> PostgresCheckup {
        let pool = ConnectionPool(address, countMax: 1)
        defer { pool.close() }
        return try await pool.run { connection in
            let applied = try Migrations.applied(on: connection)
            return try connection.transaction(nil) { db in
                let settings = try db.send(
                    """
                    SELECT name || ' = ' || setting AS risk FROM pg_settings
                    WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting IN ('off', 'local') ORDER BY name
                    """)
                let age = try PostgresStore.askOldestTransaction(db)
                let server = try db.send(
                    """
                    SELECT current_setting('server_version_num')::integer AS version, current_setting('max_locks_per_transaction')::integer AS locks,
                        NOT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('notification_queue') AND NOT pg_has_role(relowner, 'USAGE')) AS owns,
                        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS makes
                    """)
                let clock = try db.send("SELECT clock_timestamp() AS now")
                let standing = try server.rows().first
                return PostgresCheckup(
                    pendingMigrations: Schema.migrations.map(\.name).filter { !applied.contains($0) }, isEmpty: applied.isEmpty,
                    risks: try settings.rows().compactMap { $0.text("risk") },
                    oldestTransactionAge: try age.rows().first?.number("seconds").map { .seconds(Int($0)) },
                    now: try clock.rows().first?.instant("now"), version: standing?.integer("version") ?? 0,
                    lockCountMax: standing?.integer("locks") ?? 0, ownsTables: standing?.flag("owns") ?? false,
                    mayMakeTables: standing?.flag("makes") ?? false)
            }
        }
    }
}
