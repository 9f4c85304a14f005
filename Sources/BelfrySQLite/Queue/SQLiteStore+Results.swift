import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// How attempts ended: one statement for all that were sent, and one for each of the others.

extension SQLiteStore {
    @discardableResult
    public func record(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        guard !results.isEmpty else { return [] }
        return try await write { db in
            // Of one delivery the first result counts; its lease is gone then.
            var known: Set<DeliveryID> = []
            let first = results.filter { known.insert($0.delivery).inserted }
            var kept = try Self.keepSent(first.filter { $0.disposition == .sent }, now, db)
            for result in first where try result.disposition != .sent && Self.keep(result, now, db) { kept.insert(result.delivery.text) }
            let recorded = first.filter { kept.contains($0.delivery.text) }
            for sent in recorded.lazy.flatMap(\.transmissions) { try Self.record(sent, db) }
            try Self.addReceipts(of: recorded.filter { $0.disposition == .sent && $0.isNamed }.map(\.delivery), now, db)
            for result in recorded where result.disposition == .sent {
                guard let place = result.place else { continue }
                try db.cachedStatement(sql: Schema.noteReplaced).execute(arguments: [
                    now.sql, result.delivery.text, place.app.text, place.recipient.text, place.channelName, place.key.text,
                ])
            }
            let givenUp = recorded.filter { result in
                switch result.disposition {
                case .sent, .returned, .postponed: false
                case .retry, .failed: true
                }
            }
            try Self.unmerge(from: givenUp.map(\.delivery), now, db)
            try Self.bringForward(after: givenUp.map(\.delivery), now, db)
            var told = try Self.recordedBefore(first.filter { !kept.contains($0.delivery.text) }, now, db)
            return results.filter { kept.remove($0.delivery.text) == nil && told.remove($0.delivery.text) == nil }.map(\.delivery)
        }
    }

    /// Those that stand as they were recorded at the same moment: then the answer was lost, and they are recorded once more.
    private static func recordedBefore(_ results: [AttemptResult], _ now: Instant, _ db: Database) throws -> Set<String> {
        guard !results.isEmpty else { return [] }
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT queue.id, queue.status FROM json_each(?) given CROSS JOIN notification_queue queue
                        ON queue.id = \(listed(0, of: "given")) AND queue.app_id = \(listed(1, of: "given"))
                    WHERE coalesce(queue.sent_at, queue.updated_at) = ?
                    """), arguments: [results.map { [$0.delivery.text, $0.app.text] }.jsonRows, now.sql])
        let statuses = Dictionary(results.map { ($0.delivery.text, $0.disposition.statuses) }, uniquingKeysWith: { first, _ in first })
        return Set(
            rows.compactMap { row -> String? in
                guard let id = row.text("id"), let status: Delivery.Status = row.choice("status") else { return nil }
                return statuses[id]?.contains(status) == true ? id : nil
            })
    }

    /// Of which app and under which token something was leased: one of each for nearly every batch.
    private struct Lease: Hashable {
        let app: AppID
        let token: String
    }

    private static let released = "leased_by = NULL, lease_token = NULL, lease_until = NULL"

    /// - Returns: those whose lease was not lost.
    private static func keepSent(_ results: [AttemptResult], _ now: Instant, _ db: Database) throws -> Set<String> {
        var kept: Set<String> = []
        for (lease, results) in Dictionary(grouping: results, by: { Lease(app: $0.app, token: $0.token) }) {
            kept.formUnion(
                try String.fetchAll(
                    db.cachedStatement(
                        sql: """
                            UPDATE notification_queue SET status = 'sent', attempts = attempts + 1, sent_at = ?1, last_error = NULL,
                                next_attempt_at = NULL, \(released), updated_at = ?1
                            WHERE id IN (SELECT value FROM json_each(?2)) AND app_id = ?3 AND status = 'sending' AND lease_token = ?4 RETURNING id
                            """), arguments: [now.sql, results.map(\.delivery.text).jsonList, lease.app.text, lease.token]))
        }
        return kept
    }

    /// - Returns: false where the lease was lost.
    private static func keep(_ result: AttemptResult, _ now: Instant, _ db: Database) throws -> Bool {
        let change: (sql: String, arguments: StatementArguments)
        switch result.disposition {
        case .sent: return try !keepSent([result], now, db).isEmpty
        case .retry(let moment, let error):
            change = (
                """
                status = CASE WHEN attempts + 1 >= 5 THEN 'failed' ELSE 'pending' END, attempts = attempts + 1,
                next_attempt_at = CASE WHEN attempts + 1 >= 5 THEN NULL ELSE ? END, last_error = ?
                """, [moment.sql, error.sql]
            )
        case .failed(let error):
            change = ("status = 'failed', attempts = attempts + 1, next_attempt_at = NULL, last_error = ?", [error.sql])
        case .returned:
            change = ("status = 'pending', next_attempt_at = NULL", [])
        case .postponed(let moment, let why):
            change = ("status = 'pending', next_attempt_at = ?, last_error = ?", [moment.sql, why.sql])
        }
        try db.cachedStatement(
            sql: """
                UPDATE notification_queue SET \(change.sql), \(released), updated_at = ?
                WHERE id = ? AND app_id = ? AND status = 'sending' AND lease_token = ?
                """
        ).execute(arguments: change.arguments + [now.sql, result.delivery.text, result.app.text, result.token])
        return db.changesCount > 0
    }

    /// Of what was sent, and of what was merged into it.
    private static func addReceipts(of leads: [DeliveryID], _ now: Instant, _ db: Database) throws {
        for lead in leads {
            let rows = try StoredRow.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM notification_queue WHERE id = ?1 OR merged_into = ?1"), arguments: [lead.text])
            for delivery in rows.compactMap(delivery) {
                guard let notification = delivery.payload.notification, delivery.channel?.interruptsRecipient == true else { continue }
                try addReceipt(of: notification, category: delivery.payload.category, user: delivery.recipient, now: now, db)
            }
        }
    }
}
