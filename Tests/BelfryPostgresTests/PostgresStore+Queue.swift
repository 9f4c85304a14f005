import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

extension PostgresStore {
    /// Puts rows into the queue of which every so many is due at noon, and the others in the evening.
    func fillQueue(rowCount: Int, dueEvery interval: Int) async throws {
        try await write(
            """
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, next_attempt_at)
            SELECT 'delivery-' || number, '\(Instant.morning)', 'ana', 'ben', 'alert-' || number, 'push',
                CASE WHEN number % \(interval) = 0 THEN NULL ELSE '\(Instant.evening)'::timestamptz END
            FROM generate_series(1, \(rowCount)) AS number
            """)
    }

    /// Leases and records until nothing is left.
    func leaseAll(token: String) async throws -> [DeliveryID] {
        var leased: [DeliveryID] = []
        while true {
            let batch = try await lease(7, holder: token, token: token)
            guard !batch.toSend.isEmpty else {
                // What another has locked for its own is not ours; what it gives back is.
                let backlog = try await backlog(countMax: nil, now: .noon)
                guard backlog.oldestDueAt != nil else { return leased }
                continue
            }
            leased += batch.toSend.map(\.delivery.id)
            let lost = try await record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: token, disposition: .sent) }, now: .noon)
            #expect(lost.isEmpty)
        }
    }
}
