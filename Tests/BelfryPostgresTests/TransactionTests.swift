import BelfryModel
import BelfryPorts
import BelfryTesting
import Synchronization
import Testing

@testable import BelfryPostgres

@Suite("Statements and transactions that fail on PostgreSQL")
struct TransactionTests {
    @Test("What fails in the middle undoes all before it, and the connection goes on")
    func failure() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let process = "SELECT pg_backend_pid() AS value"
            let before = try await store.values(process)
            let error = await #expect(throws: PostgresError.self) {
                try await store.pool.write { db in
                    try db.execute("INSERT INTO families (id, name) VALUES ('a', 'A')")
                    try db.execute("INSERT INTO families (id, name) VALUES ('a', 'B')")
                    // Never waited for: the commit finds it.
                    try db.execute("INSERT INTO families (id, name) VALUES ('c', 'C')")
                }
            }
            #expect(error == .refused(sqlState: "23505", relation: "families", constraint: "families_pkey"))
            #expect(try await store.values("SELECT count(*) AS value FROM families") == ["0"])
            #expect(try await store.values(process) == before)
        }
    }

    @Test("A statement that can't be prepared is told, and can be tried again later")
    func unpreparable() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let sql = "SELECT flag AS value FROM late_table"
            for _ in 1...2 {
                let error = await #expect(throws: PostgresError.self) { _ = try await store.values(sql) }
                guard case .refused("42P01", _, _, let fault) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(fault == "relation \"late_table\" does not exist")
            }
            try await store.write("CREATE TABLE late_table (flag integer); INSERT INTO late_table VALUES (7)")
            #expect(try await store.values(sql) == ["7"])
            try await store.write("ALTER TABLE late_table ALTER flag TYPE text; UPDATE late_table SET flag = 'seven'")
            #expect(try await store.values(sql) == ["seven"], "a migration that makes a plan stale is no failure")
            try await store.write("DROP TABLE late_table")
        }
    }

    @Test("Transactions that wait for each other in a ring are begun anew by the one that is in the way")
    func deadlock() async throws {
        try await withStore { store in
            try await store.write("INSERT INTO families (id, name) VALUES ('a', ''), ('b', '')")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (first, second) in [("a", "b"), ("b", "a"), ("a", "b"), ("b", "a")] {
                    group.addTask {
                        try await store.pool.write { db in
                            for id in [first, second] {
                                _ = try db.change("UPDATE families SET name = name || 'x' WHERE id = $1", id)
                                _ = try db.rows("SELECT pg_sleep(0.05)")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.values("SELECT name AS value FROM families ORDER BY id") == ["xxxx", "xxxx"])
        }
    }

    @Test("A transaction that sleeps in the middle is ended by the server, so that it locks nothing for ever, and is begun anew")
    func sleeping() async throws {
        try await Databases.with { address in
            let (pool, other) = (ConnectionPool(address, countMax: 1), ConnectionPool(address, countMax: 1))
            defer {
                pool.close()
                other.close()
            }
            try await pool.run { try $0.runScript("SET idle_in_transaction_session_timeout TO '50ms'") }
            let tryCount = Mutex(0)
            let families = try await pool.write { db in
                let isFirst = tryCount.withLock { count in
                    count += 1
                    return count == 1
                }
                let number = try db.row("SELECT pg_backend_pid() AS number")?.integer("number") ?? 0
                if isFirst {
                    // It does nothing until it is gone.
                    let isThere = "SELECT count(*) AS count FROM pg_stat_activity WHERE pid = $1"
                    while try waitFor({ try await other.single { try $0.row(isThere, number)?.integer("count") } }) != 0 {}
                }
                return try db.rows("SELECT id FROM families").count
            }
            #expect(families == 0)
            #expect(tryCount.withLock(\.self) == 2)
        }
    }

    @Test(
        "What time heals is told from what it doesn't, by SQLSTATE",
        arguments: [
            ("53100", StoreOutage.diskFull), ("53200", .exhausted), ("53300", .exhausted), ("25006", .readOnly), ("57014", .timedOut), ("55P03", .timedOut),
            ("57P01", .restarting), ("08006", .unreachable), ("58030", .failed), ("XX001", .failed), ("23505", nil), ("42P01", .outdated), ("42703", .outdated), ("42501", nil), ("22P02", nil),
        ])
    func outages(sqlState: String, outage: StoreOutage?) {
        #expect(PostgresError.refused(sqlState: sqlState, relation: nil, constraint: nil).outage == outage)
    }
}
