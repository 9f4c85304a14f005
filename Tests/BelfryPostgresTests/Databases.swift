import BelfryTesting
import Dispatch
import Synchronization

@testable import BelfryPostgres

/// Databases in the cluster of this run, each for one test.
enum Databases {
    private static let count = Atomic(0)
    private static let template = "belfry_template"

    /// Makes databases and removes them.
    private static let maker = Task {
        let cluster = try await PrivateCluster.shared()
        let pool = ConnectionPool(try PostgresAddress(cluster.uri(database: "postgres")), countMax: 4)
        try await pool.run { try $0.runScript("CREATE DATABASE \(template)") }
        try await PostgresStore(try PostgresAddress(cluster.uri(database: template)), clock: nil).close()
        return (cluster, pool)
    }

    /// Those that a test has left, with their tables empty: making one takes longer than most tests.
    private static let left = Mutex<[String]>([])

    /// Gives a test a database with the tables in it, and nothing in them.
    static func with<Result>(_ body: (PostgresAddress) async throws -> Result) async throws -> Result {
        let (cluster, pool) = try await maker.value
        let name: String
        if let known = left.withLock({ $0.popLast() }) {
            name = known
        } else {
            name = nextName()
            try await pool.run { try $0.runScript("CREATE DATABASE \(name) TEMPLATE \(template)") }
        }
        let address = try PostgresAddress(cluster.uri(database: name))
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await body(address))
        } catch {
            result = .failure(error)
        }
        let cleaner = ConnectionPool(address, countMax: 1)
        defer { cleaner.close() }
        try await cleaner.run { try $0.runScript(emptied) }
        left.withLock { $0.append(name) }
        return try result.get()
    }

    private static func nextName() -> String { "belfry_\(count.add(1, ordering: .relaxed).newValue)" }

    private static let emptied = """
        DO $$
        DECLARE name text;
        BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'belfry_migrations' LOOP
                EXECUTE format('DELETE FROM %I', name);
            END LOOP;
        END $$
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
