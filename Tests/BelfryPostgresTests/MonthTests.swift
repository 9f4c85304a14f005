import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

/// What is kept for so long stands in a partition a month, and goes with it.
@Suite("Months in PostgreSQL")
struct MonthTests: HasMonths {
    @Test("An old database is taken over with every row, key and right, and its rows stand in their months")
    func migration() async throws {
        try await withOld { address in
            try await withStore(on: address) { store in
                #expect(try await number("SELECT count(*) FROM notification_queue", in: store) == 14 * 30 * 3 + 2)
                #expect(try await number("SELECT count(*) FROM notification_transmissions", in: store) == 14 * 30 * 3 + 2)
                #expect(try await number("SELECT count(*) FROM broadcast_results", in: store) == 15)
                #expect(try await store.values("SELECT id AS value FROM notification_queue_other") == ["by-hand"])
                #expect(try await number("SELECT count(*) FROM broadcast_results_other", in: store) == 0)
                #expect(try await number("SELECT count(*) FROM notification_queue_keys", in: store) == 14 * 30 * 3 + 1)
                #expect(try await store.values("SELECT has_table_privilege('public', 'notification_queue', 'SELECT')::text AS value") == ["true"])
                let triggers = try await store.values(
                    "SELECT tgname AS value FROM pg_trigger WHERE tgrelid = 'notification_queue'::regclass AND NOT tgisinternal ORDER BY tgname")
                #expect(
                    triggers == [
                        "belfry_changed", "notification_queue_freed", "notification_queue_happened", "notification_queue_keyed",
                        "notification_queue_live_changed", "notification_queue_live_emptied", "notification_queue_live_gone",
                        "notification_queue_live_queued", "notification_queue_live_renamed", "notification_queue_queued",
                    ])
                let months = try await store.values(Self.months)
                #expect(months.count >= 14 + 1 + MonthSchema.monthsAhead)
                let row = try await store.delivery(DeliveryID(literal: "by-hand"))
                #expect(row?.status == "pending")
            }
        }
    }

    @Test("Who writes rows by hand meets no month: keys are unique over all of them, and are free again with their row")
    func byHand() async throws {
        try await withStore { store in
            func insert(_ id: String, key: String) -> String {
                "INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, idempotency_key) VALUES ('\(id)', 'ana', 'ben', 'push', '\(key)')"
            }
            try await store.write(insert("by-hand", key: "one"))
            await #expect(throws: PostgresError.refused(sqlState: "23505", relation: "notification_queue", constraint: "notification_queue_key")) {
                try await store.write("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, idempotency_key) VALUES ('ana', 'ben', 'push', 'one')")
            }
            try await store.write("UPDATE notification_queue SET status = 'cancelled' WHERE id = 'by-hand'; DELETE FROM notification_queue WHERE id = 'by-hand'")
            try await store.write(insert("by-hand-2", key: "one"))
            let rows = try await store.deliveries(DeliverySelection())
            #expect(rows.map(\.delivery.id.text) == ["by-hand-2"])
        }
    }

    @Test("Who leaves the identifier to the table writes into a month, and so do the members of a broadcast")
    func unnamed() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', 'push');
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel) VALUES (belfry_new_identifier() || '-0-1', 'ana', 'ben', 'push')
                """)
            #expect(try await number("SELECT count(*) FROM notification_queue", in: store) == 2)
            #expect(try await number("SELECT count(*) FROM notification_queue_other", in: store) == 0)
        }
    }

    @Test("Nothing looks through the keys, though all was planned while there were none")
    func lookups() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.pool.write { db in
                    func queue(_ numbers: Range<Int>) throws -> Int {
                        try PostgresStore.enqueue(numbers.map { .example($0, of: $0) }, isShadow: false, db).changeCount()
                    }
                    /// What this connection has done to the table, and not yet told anybody.
                    func count(_ what: String) throws -> Int? {
                        try db.row("SELECT \(what) AS count FROM pg_stat_xact_user_tables WHERE relname = $1", MonthSchema.keys)?.integer("count")
                    }
                    let scanCountBefore = try count("seq_scan")
                    #expect(try queue(1..<3) == 2)
                    #expect(try queue(2..<300) == 297)
                    let byHand = """
                        INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, idempotency_key)
                        SELECT 'by-hand-' || $1 || n, 'ana', 'ben', 'push', 'key-' || $1 || n FROM generate_series(1, $2::bigint) AS n
                        """
                    try db.execute(byHand, "a", 2)
                    try db.execute(byHand, "b", 300)
                    try db.execute("DELETE FROM notification_queue WHERE id LIKE 'by-hand-%'")
                    #expect(try count("n_tup_del") == 302)
                    #expect(try count("seq_scan") == scanCountBefore)
                }
            }
        }
    }

    @Test("What is looked for by its identifier is looked for in one month")
    func pruning() async throws {
        try await withOld { address in
            try await withStore(on: address) { store in
                let plan = try await store.plan(
                    of: "SELECT * FROM notification_queue WHERE id = (SELECT max(id) FROM notification_queue WHERE id < 'a')")
                #expect(plan.contains("(never executed)"))
                let literal = try await store.plan(of: "SELECT * FROM notification_queue WHERE id = '019b76da-a801-7000-8000-000000000000'")
                #expect(!literal.contains("Append") && literal.contains("Index Scan"), "\(literal)")
                let ways = try await store.plan(of: "SELECT * FROM notification_transmissions WHERE delivery_id = '019b76da-a801-7000-8000-000000000000'")
                #expect(!ways.contains("Append"), "\(ways)")
            }
        }
    }

    @Test("Upkeep makes months ahead, also one in which something was written before it was there")
    func ahead() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                let last = "'notification_queue' || to_char(now() AT TIME ZONE 'UTC' + make_interval(months => \(MonthSchema.monthsAhead)), '_YYYY_MM')"
                try await store.write(
                    """
                    DO $$ BEGIN EXECUTE 'DROP TABLE ' || (\(last)); END $$;
                    INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel)
                    SELECT belfry_identifier_at(date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '\(MonthSchema.monthsAhead) months 5 days')
                        || '-7000-8000-000000000000', 'ana', 'ben', 'push'
                    """)
                #expect(try await number("SELECT count(*) FROM notification_queue_other", in: store) == 1)
                try await store.maintain(by: "worker-1", now: .noon)
                #expect(try await store.values("SELECT (to_regclass(\(last)) IS NOT NULL)::text AS value") == ["true"])
                #expect(try await number("SELECT count(*) FROM notification_queue_other", in: store) == 0)
                #expect(try await number("SELECT count(*) FROM notification_queue", in: store) == 1)
            }
        }
    }

    @Test("A month that can't be made, because somebody reads for long, isn't tried again at once: all who queue would wait each time")
    func busyAhead() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                let last = "'notification_queue' || to_char(now() AT TIME ZONE 'UTC' + make_interval(months => \(MonthSchema.monthsAhead)), '_YYYY_MM')"
                try await store.write("DO $$ BEGIN EXECUTE 'DROP TABLE ' || (\(last)); END $$")
                let reader = try Connection(address)
                try reader.runScript("BEGIN; LOCK TABLE notification_queue_other IN ACCESS SHARE MODE")
                let error = await #expect(throws: PostgresError.self) { try await store.maintain(by: "worker-1", now: .noon) }
                try reader.runScript("COMMIT")
                try await store.maintain(by: "worker-1", now: .noon + .seconds(15))
                let isMadeSoon = try await store.values("SELECT (to_regclass(\(last)) IS NOT NULL)::text AS value")
                try await store.maintain(by: "worker-1", now: .noon + .seconds(600))
                let isMade = try await store.values("SELECT (to_regclass(\(last)) IS NOT NULL)::text AS value")
                #expect(error?.outage == .timedOut && isMadeSoon == ["false"] && isMade == ["true"])
            }
        }
    }

    @Test("What is copied into an empty database stands in its months, so that it goes with them")
    func copied() async throws {
        try await withOld { old in
            try await withStore(on: old) { _ in }
            let source = try PostgresTables(old)
            let queue = try #require(try source.tables().first { $0.name == "notification_queue" })
            var rows = try source.rows(of: queue, after: nil, countMax: 10_000)
            try await Databases.withEmpty { address in
                try await withStore(on: address) { store in
                    try PostgresTables(address).fill([queue]) { _ in
                        defer { rows = [] }
                        return rows
                    }
                    let count = try await number("SELECT count(*) FROM notification_queue", in: store)
                    #expect(count == 14 * 30 * 3 + 2)
                    let others = try await store.values("SELECT id AS value FROM notification_queue_other")
                    #expect(others == ["by-hand"])
                    let waiting = try await store.values("SELECT id AS value FROM notification_queue_live")
                    #expect(waiting == ["by-hand"])
                }
            }
        }
    }
}

extension PostgresStore {
    fileprivate func plan(of sql: String) async throws -> String {
        try await pool.write { db in
            try db.execute("SET LOCAL enable_seqscan TO off")
            return try db.rows("EXPLAIN (ANALYZE, COSTS off, TIMING off) \(sql)").compactMap { $0.text("QUERY PLAN") }.joined(separator: "\n")
        }
    }
}
