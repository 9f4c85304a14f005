import BelfryModel
import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("An evaluation finds whom it is about without a walk through all")
struct EvaluationPlanTests {
    @Test("What was hidden of an alert is found by the alert, not among all that was ever told of its member")
    func hidden() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, status)
                SELECT 'delivery-' || number, now(), 'ana', CASE WHEN number > 1000 THEN 'ben' ELSE 'member-' || number END, 'past-' || number, 'push', 'sent'
                FROM generate_series(1, 3000) AS number;
                INSERT INTO pattern_alert_state (id, user_id, metric_type, pattern_type, active_since)
                VALUES ('alert-1', 'ben', 'steps', 'drop_vs_baseline', '2026-01-20');
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, status, reason, payload)
                SELECT 'hidden-' || member, now(), 'ana', member, 'alert-1', 'push', 'skipped', 'snoozed', '{"level": 3}'
                FROM unnest(ARRAY['ben', 'somebody']) AS member;
                ANALYZE
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            let history = try await store.history(of: .ben, since: .sunday)
            #expect(history.hiddenDeliveries.map(\.id.text) == ["hidden-ben"])
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test("A day's round finds whoever has an alert that goes on without reading all that are over")
    func round() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO pattern_alert_state (user_id, metric_type, pattern_type, active_since, episode_status)
                SELECT number, 'steps', 'drop_vs_baseline', date '2026-01-25', CASE number WHEN 3000 THEN 'active' ELSE 'resolved' END
                FROM generate_series(1, 3000) AS number;
                ANALYZE
                """)
            let (rows, entries) = (try await store.readCount(of: "pattern_alert_state"), try await store.entryCount(of: "pattern_alert_state"))
            let progress = try await store.continueRound(of: .sunday, countMax: 10, again: false, now: .noon)
            #expect(progress == RoundProgress(markedCount: 1, isThrough: true))
            let rowCount = try await store.readCount(of: "pattern_alert_state") - rows
            let entryCount = try await store.entryCount(of: "pattern_alert_state") - entries
            #expect(rowCount < 100 && entryCount < 100)
        }
    }

    @Test("A day's round goes from one person to the next, however many days each has, though it was planned when there was none")
    func roundOfDays() async throws {
        try await withStore(connectionCountMax: 1) { store in
            _ = try await store.continueRound(of: .sunday, countMax: 5, again: false, now: .noon)
            try await store.write(
                """
                INSERT INTO wearable_daily_metrics (user_id, metric_date, steps)
                SELECT 'person-' || person, date '2026-01-25' - day, 4000 FROM generate_series(1, 9) AS person, generate_series(1, 400) AS day
                """)
            let (rows, entries) = (try await store.readCount(of: "wearable_daily_metrics"), try await store.entryCount(of: "wearable_daily_metrics"))
            let progress = try await store.continueRound(of: .sunday, countMax: 5, again: true, now: .noon)
            #expect(progress == RoundProgress(markedCount: 5, isThrough: false))
            let rowCount = try await store.readCount(of: "wearable_daily_metrics") - rows
            let entryCount = try await store.entryCount(of: "wearable_daily_metrics") - entries
            #expect(rowCount < 100 && entryCount < 100)
        }
    }
}
