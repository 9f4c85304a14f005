import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("A pool where connections are scarce")
struct ConnectionLimitTests {
    /// A pool of a role that has two connections, and how it works.
    private func withPool(
        of role: String, _ body: (PostgresStore, ConnectionPool, _ work: () async throws -> Set<String?>) async throws -> Void
    ) async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                try await store.write("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 2")
                let pool = ConnectionPool(try PostgresAddress(address.uri + "?user=\(role)"), countMax: 6)
                defer { pool.close() }
                try await body(store, pool) {
                    // PostgreSQL counts those too that it is about to refuse: where all come at once it may refuse all.
                    _ = try await pool.single { try $0.rows("SELECT 1").count }
                    return try await withThrowingTaskGroup(of: String?.self) { group in
                        for _ in 1...40 {
                            group.addTask { try await pool.single { try $0.row("SELECT pg_backend_pid()::text AS pid, pg_sleep(0.005)")?.text("pid") } }
                        }
                        return try await group.reduce(into: []) { $0.insert($1) }
                    }
                }
            }
        }
    }

    /// From now on it has so many connections, and none of those that it had.
    private func limit(_ role: String, to count: Int, in store: PostgresStore) async throws {
        try await store.write(
            "ALTER ROLE \(role) CONNECTION LIMIT \(count); SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = '\(role)'")
    }

    @Test("Where the server has no further connection to give, those that are open do the work, fewer too after they were cut")
    func scarce() async throws {
        try await withPool(of: "scarce") { store, pool, work in
            let first = try await work()
            #expect((1...2).contains(first.count))
            try await limit("scarce", to: 1, in: store)
            let second = try await work()
            #expect(second.count == 1 && second.isDisjoint(with: first))
            try await store.write("ALTER ROLE scarce CONNECTION LIMIT 6")
            let third = try await work()
            #expect(third == second, "it isn't asked again at once")
            pool.tidy()
            var grown = try await work()
            while grown.count == 1 { grown = try await work() }
            #expect(grown.count <= 6)
        }
    }

    @Test("Where all are cut and none comes back, everybody is told, and all goes on once one does")
    func refused() async throws {
        try await withPool(of: "refused") { store, pool, work in
            _ = try await work()
            try await limit("refused", to: 0, in: store)
            let refusedCount = await withTaskGroup(of: Bool.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        do {
                            _ = try await pool.single { try $0.rows("SELECT 1").count }
                            return false
                        } catch {
                            if case PostgresError.unreachable = error { return true } else { return false }
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(refusedCount == 40)
            try await store.write("ALTER ROLE refused CONNECTION LIMIT 2")
            let after = try await work()
            #expect((1...2).contains(after.count))
        }
    }

    @Test("Connections that nobody needs are closed, but for one")
    func idle() async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                let pool = ConnectionPool(try PostgresAddress(address.uri + "?application_name=idle"), countMax: 4)
                defer { pool.close() }
                let count = "SELECT count(*) AS value, pg_sleep(0.01) FROM pg_stat_activity WHERE application_name = 'idle'"
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 1...4 {
                        // Each until all are there.
                        group.addTask { _ = try await pool.run { db in while try db.row(count)?.text("value") != "4" {} } }
                    }
                    try await group.waitForAll()
                }
                // A little to do keeps one, whichever does it.
                func rest() async throws {
                    for _ in 1...ConnectionPool.tidyCountMax {
                        pool.tidy()
                        _ = try await pool.single { try $0.rows("SELECT 1").count }
                    }
                }
                try await rest()
                #expect(try await store.values(count) == ["4"], "so long they may have been needed")
                repeat { try await rest() } while try await store.values(count) != ["1"]
            }
        }
    }
}
