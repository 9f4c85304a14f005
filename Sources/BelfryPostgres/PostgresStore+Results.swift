import BelfryModel
import BelfryPorts
import BelfryTime

// How attempts ended: one statement for all that were sent, and one for the others.

extension PostgresStore {
    @discardableResult
    public func record(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        guard !results.isEmpty else { return [] }
        let (lost, isNextStepDue) = try await pool.write { db in
            // Of one delivery the first result counts; its lease is gone then.
            var known: Set<DeliveryID> = []
            let first = results.filter { known.insert($0.delivery).inserted }
            let kept = try Self.keep(first, now, db)
            let transmissions = try RecordedTransmissions(first, db)
            let givenUp = first.filter { result in
                switch result.disposition {
                case .sent, .returned, .postponed: false
                case .retry, .failed: true
                }
            }
            if !givenUp.isEmpty { try Self.unmergeGivenUp(now, db, only: givenUp.map(\.delivery)) }
            let named = try Self.askNamed(first.filter { $0.disposition == .sent && $0.isNamed }.map(\.delivery), db)
            let keptIDs = Set(try kept.flatMap { try $0.rows() }.compactMap { $0.identifier("id") as DeliveryID? })
            try Self.addReceipts(try named?.rows().filter { row in
                let lead: DeliveryID? = row.identifier("lead")
                return lead.map(keptIDs.contains) ?? false
            } ?? [], now, db)
            let failed = try transmissions?.record(first.filter { keptIDs.contains($0.delivery) }, db) ?? []
            let isNextStepDue = try Self.bringForward(after: givenUp.map(\.delivery).filter(keptIDs.contains) + failed, now, db)
            var taken = keptIDs
            return (results.filter { taken.remove($0.delivery) == nil }.map(\.delivery), isNextStepDue)
        }
        if isNextStepDue { ring() }
        return lost
    }

    /// Most were sent: what follows of those is done for all at once.
    private static func keep(_ results: [AttemptResult], _ now: Instant, _ db: Connection) throws -> [Answer] {
        try lockLeases(of: Set(results.map(\.token)), apps: Set(results.map(\.app)), db)
        let (sent, others) = (results.filter { $0.disposition == .sent }, results.filter { $0.disposition != .sent })
        var kept: [Answer] = []
        if !sent.isEmpty {
            try db.execute(LeaseSchema.follow(byTriggers: false))
            kept.append(
                try db.send(
                    """
                    WITH kept AS MATERIALIZED (\(update) RETURNING queue.id, given.app_id, given.token, \(StatisticsSchema.kind)),
                    told AS (\(StatisticsSchema.noteSent(in: "kept", at: "$6"))),
                    closed AS (\(LeaseSchema.close("kept")))
                    SELECT id FROM kept
                    """, parameters(of: sent, now)))
            try db.execute(LeaseSchema.follow(byTriggers: true))
        }
        if !others.isEmpty {
            kept.append(
                try db.send(
                    "WITH kept AS MATERIALIZED (\(update) RETURNING queue.id, given.app_id, given.token), closed AS (\(LeaseSchema.close("kept"))) SELECT id FROM kept",
                    parameters(of: others, now)))
        }
        try db.execute(LeaseSchema.removeClosed, Set(results.map(\.token)).sorted(), results.map(\.delivery))
        return kept
    }

    /// What has a token is leased. Between the first and the last: a plan for any list knows no months to leave out, but it does for a range.
    private static let update = """
        UPDATE notification_queue queue SET
            status = CASE WHEN given.status = 'retry' THEN CASE WHEN queue.attempts + 1 >= 5 THEN 'failed' ELSE 'pending' END ELSE given.status END,
            attempts = queue.attempts + given.tries,
            next_attempt_at = CASE WHEN given.status = 'pending' OR given.status = 'retry' AND queue.attempts + 1 < 5
                THEN given.next_attempt_at END,
            sent_at = CASE WHEN given.status = 'sent' THEN $6 ELSE sent_at END,
            last_error = CASE given.status WHEN 'pending' THEN coalesce(given.error, last_error) ELSE given.error END,
            leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = $6
        FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $7::text[], $8::text[])
            AS given (id, token, status, tries, next_attempt_at, error, app_id)
        WHERE queue.id = given.id AND queue.app_id = given.app_id AND queue.lease_until IS NOT NULL AND queue.lease_token = given.token
            AND queue.id BETWEEN $9 AND $10
        """

    private static func parameters(of results: [AttemptResult], _ now: Instant) -> [(any SQLConvertible)?] {
        let changes = results.map { ResultChange($0.disposition) }
        return [
            results.map(\.delivery), results.map(\.token), changes.map(\.status), changes.map(\.attemptCount),
            changes.map(\.nextAttemptAt), now,
            changes.map(\.error), results.map(\.app), results.map(\.delivery).min(), results.map(\.delivery).max(),
        ]
    }

    /// What a result writes; `retry` stands for `pending` or `failed`, as the attempts decide.
    private struct ResultChange {
        var status: String
        var attemptCount = 1
        var nextAttemptAt: Instant?
        var error: String?

        init(_ disposition: AttemptResult.Disposition) {
            switch disposition {
            case .sent: status = Delivery.Status.sent.rawValue
            case .retry(let moment, let error):
                status = "retry"
                nextAttemptAt = moment
                self.error = error
            case .failed(let error):
                status = Delivery.Status.failed.rawValue
                self.error = error
            case .returned:
                status = Delivery.Status.pending.rawValue
                attemptCount = 0
            case .postponed(let moment, let why):
                status = Delivery.Status.pending.rawValue
                attemptCount = 0
                nextAttemptAt = moment
                error = why
            }
        }
    }

    /// Of what was sent, and of what was merged into it, that which a device may tell too.
    private static func askNamed(_ sent: [DeliveryID], _ db: Connection) throws -> Answer? {
        guard let first = sent.min(), let last = sent.max() else { return nil }
        return try db.send(
            """
            SELECT *, id AS lead FROM notification_queue WHERE id = ANY($1::text[]) AND id BETWEEN $2 AND $3 AND payload ? 'notification_id'
            UNION ALL
            SELECT *, merged_into AS lead FROM notification_queue WHERE merged_into = ANY($1::text[]) AND payload ? 'notification_id'
            """, sent, first, last)
    }

    private static func addReceipts(_ rows: [Row], _ now: Instant, _ db: Connection) throws {
        let named = rows.compactMap(delivery).filter { $0.payload.notification != nil && $0.channel?.interruptsRecipient == true }
        guard !named.isEmpty else { return }
        try lock(Set(named.map(\.recipient)), .facts, db)
        for delivery in named {
            guard let notification = delivery.payload.notification else { continue }
            try addReceipt(of: notification, category: delivery.payload.category, user: delivery.recipient, now: now, db)
        }
    }
}
