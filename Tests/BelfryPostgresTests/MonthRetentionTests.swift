import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("Months that go in PostgreSQL")
struct MonthRetentionTests: HasMonths {
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
}
