import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What a worker asks, planned while the queue was empty")
struct EmptyQueuePlanTests {
    @Test("No step of a worker reads through the queue, though its statements were planned while the queue was empty")
    func plannedWhenEmpty() async throws {
        try await withStore(connectionCountMax: 1) { store in
            // So the planner is sure that there is nothing.
            try await store.write("VACUUM ANALYZE")
            try await store.fillCrisscross(1...20)
            try await store.workThrough(countMax: 10, token: "token-1", at: .noon)
            try await store.fillCrisscross(21...10_000)
            try await store.fillMerged(10_000)
            let before = try await store.readCount()
            try await store.workThrough(countMax: 50, token: "token-2", at: .noon + .seconds(1))
            let readCount = try await store.readCount() - before
            #expect(readCount < 5000, "of 10,000, each in some tables and indexes")
        }
    }

    @Test("Of a flood that was held for one person, or found at once, a lease reads what it takes, and not all that waits", arguments: [true, false])
    func flood(isHeld: Bool) async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, held_since, group_key, next_attempt_at)
                SELECT 'delivery-' || number, '\(Instant.morning)', 'ana', 'ana', 'push', \(isHeld ? "'\(Instant.morning)', NULL" : "NULL, 'found'"),
                    '\(Instant.morning)'::timestamptz + number * interval '1 millisecond'
                FROM generate_series(1, 20000) AS number;
                ANALYZE notification_queue_live
                """)
            let before = try await store.readCount()
            let batch = try await store.lease(10)
            #expect(batch.verdicts.count == togetherCountMax)
            let readCount = try await store.readCount() - before
            #expect(readCount < 10_000, "of 20,000, each in some tables and indexes")
        }
    }

    @Test("Nor does an evaluation, though its statements were planned while the queue was empty")
    func evaluationPlannedWhenEmpty() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write("VACUUM ANALYZE")
            func evaluate(_ number: Int) async throws -> [MemberHistory.QueuedDelivery] {
                try await store.markForEvaluation([UserID(literal: "ben-\(number)")], at: .noon)
                let seen = Notes<MemberHistory>()
                _ = try await store.evaluateDue(countMax: 1, now: .noon) { history in
                    seen.add(history)
                    return .nothing
                }
                return seen.all.flatMap(\.queuedDeliveries)
            }
            #expect(try await evaluate(1).isEmpty)
            try await store.fillCrisscross(1...10_000)
            try await store.write("UPDATE notification_queue SET payload = '{\"level\": 3}'")
            let before = try await store.readCount()
            #expect(try await evaluate(5000).map(\.id.text) == ["delivery-5000"])
            let readCount = try await store.readCount() - before
            #expect(readCount < 1000, "of 10,000, each in some tables and indexes")
        }
    }
}

extension PostgresStore {
    /// Rows of which those that are due first have names from first to last, each with an alert.
    fileprivate func fillCrisscross(_ numbers: ClosedRange<Int>) async throws {
        let all = "generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS number"
        try await write(
            """
            INSERT INTO pattern_alert_state (id, user_id, metric_type, pattern_type, active_since, last_evaluated_date, current_level, day_count)
            SELECT 'alert-' || number, 'ben-' || number, 'steps', 'drop_vs_baseline', '2026-01-01', '2026-01-04', 3, 4 FROM \(all);
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, next_attempt_at)
            SELECT 'delivery-' || number, '\(Instant.morning)', 'ana-' || number, 'ben-' || number, 'alert-' || number, 'push',
                '\(Instant.morning)'::timestamptz + number * 7919 % 10007 * interval '1 millisecond'
            FROM \(all)
            """)
    }

    /// Rows that were told along with others, long ago.
    fileprivate func fillMerged(_ count: Int) async throws {
        try await write(
            """
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status, merged_into)
            SELECT 'merged-' || number, '\(Instant.morning)', 'ana', 'ben', 'push', CASE WHEN number % 2 = 0 THEN 'sent' ELSE 'skipped' END,
                CASE WHEN number % 2 = 1 THEN 'merged-' || number + 1 END
            FROM generate_series(1, \(count)) AS number
            """)
    }

    /// A worker's whole round, and more: one is prolonged, one is held, one fails, and one is left until its holder is dead.
    fileprivate func workThrough(countMax: Int, token: String, at now: Instant) async throws {
        let batch = try await lease(countMax, at: now, token: token) { $0.delivery.id.text.hasSuffix("7") ? .defer(.quietHours, until: .evening) : .send(.allowed) }
        #expect(batch.verdicts.count == countMax && batch.toSend.count > 4 && batch.toSend.count < countMax)
        let ids = batch.toSend.map(\.delivery.id)
        #expect(try await renew(leases: ids, token: token, until: now + .seconds(120)))
        let results = ids.dropFirst(2).map { AttemptResult(delivery: $0, token: token, disposition: .sent) }
        #expect(try await record(results + [AttemptResult(delivery: ids[0], token: token, disposition: .failed(error: "no"))], now: now).isEmpty)
        #expect(try await rescue(now: now) { _ in true } == 1)
        _ = try await nextDueMoment()
    }

    /// How many rows and entries of indexes the store's connection has read so far.
    fileprivate func readCount() async throws -> Int {
        try await pool.run { connection in
            try connection.runScript("SELECT pg_stat_force_next_flush()")
            return try connection.transaction(nil) { db in
                try db.row(
                    """
                    SELECT ((SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
                        + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::bigint AS count
                    """)?.integer("count") ?? 0
            }
        }
    }
}
