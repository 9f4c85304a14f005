import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

/// What is kept for so long stands in a partition a month, and goes with it.
@Suite("Months in PostgreSQL")
struct MonthTests {
    private static let months = """
        SELECT relname AS value FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'notification_queue'::regclass ORDER BY relname
        """

    /// Rows of 14 months, three a day, all sent, as an old database has them in one table.
    private static let filled = """
        INSERT INTO notification_queue (id, created_at, updated_at, recipient_user_id, member_user_id, channel, status, sent_at, idempotency_key)
        SELECT substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || substr(md5(number::text), 1, 3) || '-8' || substr(md5(number::text), 4, 3)
            || '-' || substr(md5(number::text), 7, 12), at, at, 'user-' || number % 7, 'ben', 'in_app', 'sent', at, 'key-' || number
        FROM generate_series(0, 14 * 30 * 3) AS number, LATERAL (SELECT now() - number * interval '8 hours' AS at) AS moment,
            LATERAL (SELECT lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS ms) AS made
        """

    private func withOld<Result: Sendable>(_ body: (PostgresAddress) async throws -> Result) async throws -> Result {
        try await Databases.withEarlier(
            before: "15-months",
            having: """
                \(Self.filled);
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel) VALUES ('by-hand', 'ana', 'ben', 'push');
                INSERT INTO notification_transmissions SELECT 'way-' || id, id, 'phone', 'apns', 'accepted', NULL, NULL, created_at, created_at
                    FROM notification_queue;
                INSERT INTO broadcast_results SELECT 'shop', 'news', number, 1, now() - number * interval '30 days', 1, 0, 0, '{"groups": []}'
                    FROM generate_series(0, 14) AS number;
                GRANT SELECT ON notification_queue TO PUBLIC
                """, body)
    }

    private func number(_ sql: String, in store: PostgresStore) async throws -> Int {
        Int(try await store.values("SELECT (\(sql))::text AS value").first.flatMap { $0 } ?? "") ?? -1
    }

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

    @Test("A month goes as a whole, but for what is alive in it, which stays with its transmissions", arguments: ["pending", "sending"])
    func retention(status: String) async throws {
        try await withOld { address in
            try await withStore(on: address) { store in
                try await store.write(
                    """
                    UPDATE notification_queue SET status = '\(status)', lease_until = CASE '\(status)' WHEN 'sending' THEN now() END
                        WHERE id = (SELECT min(id) FROM notification_queue WHERE id < 'a');
                    UPDATE notification_queue SET status = 'skipped', merged_into = (SELECT min(id) FROM notification_queue WHERE id < 'a')
                        WHERE id = (SELECT id FROM notification_queue WHERE id < 'a' ORDER BY id OFFSET 1 LIMIT 1)
                    """)
                let before = try await number("SELECT count(*) FROM notification_queue", in: store)
                let now = try #require(try await store.values("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') AS value").first ?? nil)
                let moment = try #require(Instant(now))
                let cutoffs = PruneCutoffs(deliveries: moment - .seconds(200 * 86_400), now: moment)
                let preview = try await store.prunable(cutoffs)
                let report = try await store.prune(cutoffs)
                #expect(preview == report && report[.deliveries] > 100 && report[.deliveries] == report[.transmissions] && report[.broadcastResults] > 3)
                #expect(try await number("SELECT count(*) FROM notification_queue", in: store) == before - report[.deliveries])
                #expect(try await number("SELECT count(*) FROM notification_queue_other", in: store) == 3, "the living, and what was named by hand")
                #expect(try await number("SELECT count(*) FROM notification_transmissions_other", in: store) == 3)
                #expect(
                    try await number("SELECT count(*) FROM notification_queue WHERE created_at < now() - interval '231 days'", in: store) == 2,
                    "no month that is over as a whole is left")
                #expect(
                    try await number("SELECT count(*) FROM notification_queue_keys", in: store)
                        == number("SELECT count(*) FROM notification_queue WHERE idempotency_key IS NOT NULL", in: store))
                let more = try await store.prune(cutoffs)
                #expect(more.isEmpty)
            }
        }
    }

    @Test("What was merged into others, of which there may be millions, is looked for before anybody is locked out")
    func lookedForBefore() throws {
        let parts = MonthSchema.dropMonth.split(separator: "LOCK TABLE")
        try #require(parts.count == 2)
        #expect(parts[0].contains("merged_into") && !parts[1].contains("merged_into"))
    }

    @Test("A month that somebody reads for long, as a dump does, is left for later, and all else is forgotten meanwhile")
    func busyMonth() async throws {
        try await withOld { address in
            try await withStore(on: address) { store in
                let now = try #require(try await store.values("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') AS value").first ?? nil)
                let moment = try #require(Instant(now))
                let months = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'notification_queue'::regclass"
                let before = try await number(months, in: store)
                _ = try await store.spendToken(hash: "token", until: moment - .seconds(1), now: moment - .seconds(60))
                let reader = try Connection(address)
                try reader.runScript("BEGIN; LOCK TABLE notification_queue IN ACCESS SHARE MODE")
                func cutoffs(_ now: Instant) -> PruneCutoffs { PruneCutoffs(deliveries: moment - .seconds(200 * 86_400), now: now) }
                let report = try await store.prune(cutoffs(moment))
                #expect(report[.spentTokens] == 1 && report.hasBusyMonths)
                #expect(try await number(months, in: store) == before)
                try reader.runScript("COMMIT")
                let soon = try await store.prune(cutoffs(moment + .seconds(60)))
                #expect(soon.hasBusyMonths)
                #expect(try await number(months, in: store) == before, "it isn't tried again at once")
                let later = try await store.prune(cutoffs(moment + .seconds(600)))
                #expect(!later.hasBusyMonths)
                #expect(try await number(months, in: store) < before)
            }
        }
    }

    @Test("What of one kind can't be forgotten keeps nothing else from being forgotten")
    func stubbornKind() async throws {
        try await withStore { store in
            // What the server answers where a statement takes too long; the database is others' afterwards.
            try await store.write(
                """
                CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE SQLSTATE '57014'; END $$;
                CREATE TRIGGER slow BEFORE DELETE ON provider_reports FOR EACH ROW EXECUTE FUNCTION slow();
                INSERT INTO provider_reports (provider, event_id, received_at) VALUES ('twilio', 'e-1', '2026-01-01 08:00:00Z')
                """)
            _ = try await store.enqueue([.ordered(1)], under: nil, now: .morning)
            try await store.lease { _ in .skip(.pushDisabled) }
            _ = try await store.spendToken(hash: "token", until: .noon, now: .morning)
            let cutoffs = PruneCutoffs(deliveries: .evening, now: .evening)
            let report = try await store.prune(cutoffs)
            #expect(report.counts == [.deliveries: 1, .spentTokens: 1])
            let error = await #expect(throws: PostgresError.self, "it is said once nothing else goes") { _ = try await store.prune(cutoffs) }
            try await store.write("DROP FUNCTION slow CASCADE")
            await #expect(throws: PostgresError.self, "it isn't tried again at once") { _ = try await store.prune(cutoffs) }
            let later = try await store.prune(PruneCutoffs(deliveries: .evening, now: .evening + .seconds(300)))
            #expect(error?.outage == .timedOut && later.counts == [.providerReports: 1])
        }
    }

    @Test("A month that can't go, because somebody made a view of it, keeps neither later months nor anything else from being forgotten")
    func viewedMonth() async throws {
        try await withOld { address in
            try await withStore(on: address) { store in
                let oldest = try #require(try await store.values(Self.months).first ?? nil)
                let now = try #require(try await store.values("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"') AS value").first ?? nil)
                let moment = try #require(Instant(now))
                try await store.write("CREATE VIEW oldest AS SELECT id FROM \(oldest)")
                _ = try await store.spendToken(hash: "token", until: moment - .seconds(1), now: moment - .seconds(60))
                let cutoffs = PruneCutoffs(deliveries: moment - .seconds(200 * 86_400), now: moment)
                let report = try await store.prune(cutoffs)
                #expect(report[.deliveries] > 100 && report[.broadcastResults] > 3 && report[.spentTokens] == 1)
                let left = try await store.values(Self.months)
                #expect(left.first == oldest)
                await #expect(throws: PostgresError.self, "it is said once nothing else goes") { _ = try await store.prune(cutoffs) }
            }
        }
    }

    @Test("Dead letters whose month is gone are forgotten also where they couldn't be at once")
    func leftDeadLetters() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue_live (id, app_id, status, priority, due_at, created_at, rescues, recipient_user_id, channel)
                VALUES ('gone', 'default', 'failed', 2, '2020-01-25 08:00:00Z', '2020-01-25 08:00:00Z', 0, 'ana', 'push');
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, created_at)
                VALUES ('there', 'ana', 'ben', 'push', 'failed', '2020-01-25 08:00:00Z')
                """)
            _ = try await store.prune(PruneCutoffs(deliveries: Instant(secondsSinceEpoch: 0), now: .evening))
            #expect(try await store.values("SELECT id AS value FROM notification_queue_live") == ["there"])
        }
    }

    @Test("What is left of months that are gone is looked for by its age, and each in the queue by its name")
    func orphansByIndex() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, created_at, idempotency_key)
                SELECT 'there-' || number, 'ana', 'ben', 'push', 'failed', '2020-01-25 08:00:00Z', 'key-' || number FROM generate_series(1, 20) AS number;
                UPDATE notification_queue_keys SET created_at = '2020-01-25 08:00:00Z'
                """)
            let scanCount = try await store.pool.write { db in
                func count() throws -> Int {
                    let scans = "SELECT sum(seq_scan)::bigint AS count FROM pg_stat_xact_user_tables WHERE relname LIKE 'notification_queue%'"
                    return try db.row(scans)?.integer("count") ?? -1
                }
                let before = try count()
                for orphans in PostgresStore.orphans { #expect(try PostgresStore.forget(orphans, db) == 0) }
                return try count() - before
            }
            #expect(scanCount == 0)
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
}

extension PostgresStore {
    fileprivate func plan(of sql: String) async throws -> String {
        try await pool.write { db in
            try db.execute("SET LOCAL enable_seqscan TO off")
            return try db.rows("EXPLAIN (ANALYZE, COSTS off, TIMING off) \(sql)").compactMap { $0.text("QUERY PLAN") }.joined(separator: "\n")
        }
    }
}
