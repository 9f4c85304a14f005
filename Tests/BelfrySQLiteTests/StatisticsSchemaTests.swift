import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("What is counted in SQL")
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
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, payload) VALUES
                    ('ana', 'ben', 'push', '{"kind": 7}'), ('ana', 'ben', 'pigeon', '{"kind": "news"}'), ('ana', 'ben', 'push', '[]');
                UPDATE notification_queue SET status = 'skipped', reason = 'because', updated_at = datetime('now') WHERE channel = 'pigeon';
                """)
            let totals = try await store.totals()
            #expect(
                lines(totals) == ["other news queued 1", "other news skipped 1", "push general queued 2"])
        }
    }

    @Test("INSERT OR REPLACE and OR IGNORE count what they write, and lose nothing that was counted", arguments: ["REPLACE", "IGNORE"])
    func conflicts(clause: String) async throws {
        try await withStore { store in
            for _ in 1...2 {
                try await store.write(
                    """
                    INSERT OR \(clause) INTO notification_queue (id, recipient_user_id, member_user_id, channel) VALUES
                        ('delivery-1', 'ana', 'ben', 'push'), ('delivery-2', 'ana', 'ben', 'push')
                    """)
            }
            let totals = try await store.totals()
            #expect(lines(totals) == ["push general queued \(clause == "REPLACE" ? 4 : 2)"])
        }
    }

    @Test("What was counted stays when the deliveries go, and when the file is opened again")
    func survives() async throws {
        try await withTemporaryPath { path in
            try await withStore(at: path) { store in
                try await store.enqueue(.example(1))
                try await store.lease()
                try await store.record(1, .sent)
                try await store.write("DELETE FROM notification_queue")
            }
            try await withStore(at: path) { store in
                let totals = try await store.totals()
                #expect(lines(totals) == ["push pattern_alert queued 1", "push pattern_alert sent allowed 1"])
            }
        }
    }

    @Test("What an earlier version has counted stays, and is counted on")
    func counted() async throws {
        try await withStore(
            upgradedFrom: "18-counting",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, payload, created_at)
                VALUES ('delivery-1', 'ana', 'ben', 'push', '{"kind": "news"}', '2026-01-25T08:00:00.000Z');
                """
        ) { store in
            try await store.write(
                "UPDATE notification_queue SET status = 'skipped', reason = 'snoozed', updated_at = '2026-01-25T09:00:00.000Z'")
            try await store.write("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', 'push')")
            let totals = try await store.totals()
            #expect(lines(totals) == ["push general queued 1", "push news queued 1", "push news skipped snoozed 1"])
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write("INSERT INTO delivery_statistics VALUES ('2026-01-25', 'push', 'news', 'sent,held', '', 1)")
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }

    @Test("A file of an earlier version starts with where its deliveries stand")
    func earlier() async throws {
        try await withStore(
            upgradedFrom: "8-sync",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, reason, created_at, sent_at, updated_at)
                VALUES ('delivery-1', 'ana', 'ben', 'in_app', 'sent', 'allowed', '2026-01-24T08:00:00.000Z', '2026-01-25T08:00:00.000Z', '2026-01-25T08:00:00.000Z'),
                    ('delivery-2', 'ana', 'ben', 'push', 'skipped', 'snoozed', '2026-01-25T08:00:00.000Z', NULL, '2026-01-25T09:00:00.000Z');
                INSERT INTO inbox_messages (id, recipient_user_id, member_user_id, category, title, body, severity, created_at, read_at)
                VALUES ('delivery-1', 'ana', 'ben', 'general', 'News', '', 'watch', '2026-01-25T08:00:00.000Z', '2026-01-25T10:00:00.000Z');
                """
        ) { store in
            let found = try await store.statistics(on: .sunday...CivilDate.sunday)
            #expect(
                lines(found) == [
                    "in_app general read 1", "in_app general sent allowed 1", "push general queued 1", "push general skipped snoozed 1",
                ])
        }
    }
}
