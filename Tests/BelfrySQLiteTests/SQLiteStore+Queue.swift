import BelfryModel
import BelfryTesting
import BelfryTime
import GRDB

@testable import BelfrySQLite

extension SQLiteStore {
    /// Puts rows into the queue of which every so many is due at noon, and the others in the evening.
    func fillQueue(rowCount: Int, dueEvery interval: Int) async throws {
        try await write(
            """
            WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < \(rowCount))
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, next_attempt_at)
            SELECT 'delivery-' || number, '\(Instant.morning.sql)', 'ana', 'ben', 'alert-' || number, 'push',
                CASE WHEN number % \(interval) = 0 THEN NULL ELSE '\(Instant.evening.sql)' END
            FROM numbers
            """)
    }

    func plan(of query: String) async throws -> [String] {
        try await pool.read { try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] } }
    }
}
