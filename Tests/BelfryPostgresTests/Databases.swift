import BelfryTesting
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import BelfryPostgres

/// Databases in the cluster of this run, each for one test; where `BELFRY_CITUS` is set, spread over nodes of Citus.
enum Databases {
    private static let count = Atomic(0)
    private static let template = "belfry_template"

    static let isSpread = ProcessInfo.processInfo.environment["BELFRY_CITUS"] != nil

    /// Makes databases and removes them.
    private static let maker = Task {
        let cluster = try await PrivateCluster.shared()
        let pool = ConnectionPool(try PostgresAddress(cluster.uri(database: "postgres")), countMax: 4)
        try await pool.run { try $0.runScript("CREATE DATABASE \(template)") }
        try await PostgresStore(try PostgresAddress(cluster.uri(database: template)), clock: nil).close()
        return (cluster, pool)
    }

    /// Those that a test has left, with their tables empty: making one takes longer than most tests.
    private static let left = Mutex<[PostgresAddress]>([])

    /// Gives a test a database with the tables in it, and nothing in them.
    static func with<Result>(_ body: (PostgresAddress) async throws -> Result) async throws -> Result {
        let address: PostgresAddress
        if let known = left.withLock({ $0.popLast() }) {
            address = known
        } else {
            address = try await isSpread ? spread(nextName()) : made(nextName())
        }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(address))
        } catch {
            result = .failure(error)
        }
        try await run(emptied, on: address)
        left.withLock { $0.append(address) }
        return try result.get()
    }

    private static func made(_ name: String) async throws -> PostgresAddress {
        let (cluster, pool) = try await maker.value
        try await pool.run { try $0.runScript("CREATE DATABASE \(name) TEMPLATE \(template)") }
        return try PostgresAddress(cluster.uri(database: name))
    }

    private static func spread(_ name: String) async throws -> PostgresAddress {
        let nodes = try await PrivateCluster.citus()
        for node in nodes {
            try await run("CREATE DATABASE \(name)", on: PostgresAddress(node.uri(database: "postgres")))
            try await run("CREATE EXTENSION citus", on: PostgresAddress(node.uri(database: name)))
        }
        let address = try PostgresAddress(nodes[0].uri(database: name))
        try await run("SELECT citus_set_coordinator_host('\(nodes[0].folder.path)', 5432)", on: address)
        for node in nodes.dropFirst() { try await run("SELECT citus_add_node('\(node.folder.path)', 5432)", on: address) }
        try await PostgresStore(address, clock: nil).close()
        // Twice, because people may.
        for _ in 0..<2 { try await run("SELECT belfry_distribute(4)", on: address) }
        return address
    }

    private static func run(_ script: String, on address: PostgresAddress) async throws {
        let pool = ConnectionPool(address, countMax: 1)
        defer { pool.close() }
        try await pool.run { try $0.runScript(script) }
    }

    private static func nextName() -> String { "belfry_\(count.add(1, ordering: .relaxed).newValue)" }

    private static let emptied = """
        -- Whoever is gone has told what they read, and so has this: the next test counts its own.
        SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
        SELECT pg_stat_force_next_flush();
        DO $$
        DECLARE
            name text;
            row_count bigint;
        BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'belfry_migrations' LOOP
                EXECUTE format('SELECT count(*) FROM %I', name) INTO row_count;
                -- What is deleted stays in the indexes for some time, and whoever counts what they read there would count it.
                EXECUTE format(CASE WHEN row_count > 100 THEN 'TRUNCATE %I CASCADE' ELSE 'DELETE FROM %I' END, name);
            END LOOP;
        END $$;
        -- As of tables that nobody has counted yet: what was learnt of full or empty ones is another test's.
        DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace);
        UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
        """

    /// Gives a test a database with nothing in it, which is gone afterwards.
    static func withEmpty<Result>(_ body: (PostgresAddress) async throws -> Result) async throws -> Result {
        let (cluster, pool) = try await maker.value
        let name = nextName()
        try await pool.run { try $0.runScript("CREATE DATABASE \(name)") }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(try PostgresAddress(cluster.uri(database: name))))
        } catch {
            result = .failure(error)
        }
        try await pool.run { try $0.runScript("DROP DATABASE \(name) WITH (FORCE)") }
        return try result.get()
    }

    /// Gives a test a database of an earlier version, which had something written into it then.
    ///
    /// - Parameters:
    ///   - migration: the first that it didn't have.
    ///   - script: what was written.
    static func withEarlier<Result>(
        before migration: String, having script: String, _ body: (PostgresAddress) async throws -> Result
    ) async throws -> Result {
        let place = Schema.migrations.firstIndex { $0.name == migration }
        let count = try #require(place)
        return try await withEmpty { address in
            let pool = ConnectionPool(address, countMax: 1)
            try await Migrations.run(Array(Schema.migrations.prefix(count)), on: pool)
            pool.close()
            try await run(script, on: address)
            return try await body(address)
        }
    }
}

/// A store on a fresh database.
func withStore<Result>(
    clock: DatabaseClock? = nil, connectionCountMax: Int = 4, _ body: (PostgresStore) async throws -> Result
) async throws -> Result {
    try await Databases.with { address in
        try await withStore(on: address, clock: clock, connectionCountMax: connectionCountMax, body)
    }
}

/// A store on a database that stays.
func withStore<Result>(
    on address: PostgresAddress, clock: DatabaseClock? = nil, connectionCountMax: Int = 4,
    _ body: (PostgresStore) async throws -> Result
) async throws -> Result {
    let store = try await PostgresStore(address, clock: clock, connectionCountMax: connectionCountMax)
    defer { store.close() }
    return try await body(store)
}

/// A store on a database of an earlier version, as of ``Databases/withEarlier(before:having:_:)``.
func withStore<Result>(upgradedBy migration: String, having script: String, _ body: (PostgresStore) async throws -> Result) async throws -> Result {
    try await Databases.withEarlier(before: migration, having: script) { address in
        try await withStore(on: address, body)
    }
}

extension PostgresStore {
    /// Runs statements as a person with a SQL client would.
    func write(_ sql: String) async throws {
        try await pool.run { try $0.runScript(sql) }
    }

    /// The values of the column `value`.
    func values(_ sql: String) async throws -> [String?] {
        try await pool.single { db in try db.rows(sql).map { $0.text("value") } }
    }
}

/// Waits for something on a thread that may wait, as the store's own are.
func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task {
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        result.withLock { $0 = outcome }
        isDone.signal()
    }
    isDone.wait()
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
}
