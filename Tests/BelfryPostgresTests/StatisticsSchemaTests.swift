import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What is counted in PostgreSQL")
struct StatisticsSchemaTests {
    private func lines(_ statistics: [DeliveryStatistic]) -> [String] {
        statistics.map { one in
            [one.kind.channel, one.kind.category, one.kind.event.rawValue, one.kind.reason, "\(one.count)"].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    @Test("Rows written by hand count, whatever stands in them")
    func handWritten() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, payload, created_at) VALUES
                    ('ana', 'ben', 'push', '{"kind": 7}', 'infinity'), ('ana', 'ben', 'pigeon', '{"kind": "news"}', now()),
                    ('ana', 'ben', 'push', '[]', '-infinity');
                UPDATE notification_queue SET status = 'skipped', reason = 'because', updated_at = now() WHERE channel = 'pigeon';
                """)
            let totals = try await store.totals()
            #expect(lines(totals) == ["other news queued 1", "other news skipped 1", "push general queued 2"])
        }
    }

    @Test("However much happened at once, it is counted a part at a time")
    func parts() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO delivery_events (day, channel, category, event, reason, count)
                SELECT '2026-01-25', 'push', 'news', 'cancelled', '', 1 FROM generate_series(1, 50005)
                """)
            #expect(try await store.pool.write(PostgresStore.countSomeEvents))
            #expect(try await store.values("SELECT count(*) AS value FROM delivery_events") == ["5"])
            let totals = try await store.totals()
            #expect(lines(totals) == ["push news cancelled 50005"])
        }
    }

    @Test("What was counted stays when the deliveries go, and upkeep counts what nobody asked for")
    func survives() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            try await store.lease()
            try await store.record(1, .sent)
            try await store.write("DELETE FROM notification_queue")
            try await store.maintain(by: "worker-1", now: .noon)
            #expect(try await store.values("SELECT count(*) AS value FROM delivery_events") == ["0"])
            let totals = try await store.totals()
            #expect(lines(totals) == ["push pattern_alert queued 1", "push pattern_alert sent allowed 1"])
        }
    }

    @Test("What happened before events told their app is counted after, and so is what several apps do from then on")
    func takenOver() async throws {
        try await withStore(
            upgradedBy: "24-distribution",
            having: """
                -- As it stood then.
                ALTER TABLE delivery_events DROP COLUMN app_id, ADD PRIMARY KEY (id);
                INSERT INTO delivery_events (day, channel, category, event, reason, count) VALUES ('2026-01-25', 'push', 'news', 'queued', '', 3)
                """
        ) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (app_id, recipient_user_id, member_user_id, channel, payload) VALUES
                    ('shop', 'ana', 'ana', 'push', '{"kind": "news"}'), ('club', 'ana', 'ana', 'push', '{"kind": "news"}');
                UPDATE notification_queue SET status = 'cancelled' WHERE app_id = 'club'
                """)
            #expect(try await store.values("SELECT app_id AS value FROM delivery_events ORDER BY app_id") == ["club", "club", "default", "shop"])
            let totals = try await store.totals()
            #expect(lines(totals) == ["push news cancelled 1", "push news queued 5"])
        }
    }

    @Test("Hosts that work and ask at once count everything once")
    func atOnce() async throws {
        let rowCount = 120
        try await Databases.with { address in
            try await withStore(on: address) { one in
                try await withStore(on: address) { other in
                    try await one.fillQueue(rowCount: rowCount, dueEvery: 1)
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for worker in 1...4 {
                            let store = worker.isMultiple(of: 2) ? one : other
                            group.addTask { _ = try await store.leaseAll(token: "token-\(worker)") }
                            group.addTask { for _ in 1...10 { _ = try await store.totals() } }
                        }
                        try await group.waitForAll()
                    }
                    let sent = try await one.totals().filter { $0.kind.event == .sent }.map(\.count).reduce(0, +)
                    #expect(sent == rowCount)
                }
            }
        }
    }

    @Test("A database of an earlier version starts with where its deliveries stand")
    func earlier() async throws {
        try await withStore(
            upgradedBy: "7-channels",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, reason, created_at, sent_at, updated_at) VALUES
                    ('delivery-1', 'ana', 'ben', 'in_app', 'sent', 'allowed', '2026-01-24 08:00:00Z', '2026-01-25 08:00:00Z', '2026-01-25 08:00:00Z'),
                    ('delivery-2', 'ana', 'ben', 'push', 'skipped', 'snoozed', '2026-01-25 08:00:00Z', NULL, '2026-01-25 09:00:00Z');
                INSERT INTO inbox_messages (id, recipient_user_id, member_user_id, category, title, body, severity, created_at, read_at)
                VALUES ('delivery-1', 'ana', 'ben', 'general', 'News', '', 'watch', '2026-01-25 08:00:00Z', '2026-01-25 10:00:00Z');
                INSERT INTO device_tokens (user_id, device_token, platform, updated_at) VALUES ('ana', 'abc', 'ios', '2026-01-24 08:00:00Z');
                ALTER TABLE person_settings DROP COLUMN adaptive;
                """
        ) { store in
            let found = try await store.statistics(on: .sunday...CivilDate.sunday)
            #expect(
                lines(found) == [
                    "in_app general read 1", "in_app general sent allowed 1", "push general queued 1", "push general skipped snoozed 1",
                ])
            let registered = try await store.values("SELECT (registered_at = updated_at)::text AS value FROM device_tokens")
            #expect(registered == ["true"], "as old as it is known to be")
            let columns = try await store.values(
                "SELECT column_name AS value FROM information_schema.columns WHERE table_name = 'person_settings' AND column_name = 'adaptive'")
            #expect(columns == ["adaptive"])
        }
    }
}
