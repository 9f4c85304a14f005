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
                let clock = try db.send("SELECT clock_timestamp() AS now")
                return PostgresCheckup(
                    pendingMigrations: Schema.migrations.map(\.name).filter { !applied.contains($0) }, isEmpty: applied.isEmpty,
                    risks: try settings.rows().compactMap { $0.text("risk") },
                    oldestTransactionAge: try age.rows().first?.number("seconds").map { .seconds(Int($0)) },
                    now: try clock.rows().first?.instant("now"))
            }
        }
    }
}
