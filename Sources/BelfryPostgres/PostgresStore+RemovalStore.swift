import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: RemovalStore {
    public func leaseRemovals(_ terms: RemovalTerms) async throws -> [RemovalErrand] {
        // Mostly there is nothing: nobody has to be locked for that, and nothing written.
        let isAnything = try await pool.single { db in try db.row("SELECT 1 FROM removals WHERE due_at <= $1 LIMIT 1", terms.now) != nil }
        guard isAnything else { return [] }
        return try await pool.write { db in
            try Self.planByIndex(db)
            // Found once, however it is joined: else more than are wanted might be.
            return try db.rows(
                """
                WITH due AS MATERIALIZED (
                    SELECT app_id, delivery_id FROM removals WHERE due_at <= $2 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
                UPDATE removals errand SET due_at = $1, attempts = attempts + 1 FROM due
                WHERE errand.app_id = due.app_id AND errand.delivery_id = due.delivery_id
                RETURNING errand.app_id, errand.delivery_id, errand.attempts
                """, terms.until, terms.now, terms.countMax
            ).compactMap { row in
                guard let delivery: DeliveryID = row.identifier("delivery_id"), let app: AppID = row.identifier("app_id") else { return nil }
                return RemovalErrand(delivery: delivery, app: app, attempt: row.integer("attempts") ?? 1)
            }.sorted { ($0.app, $0.delivery) < ($1.app, $1.delivery) }
        }
    }

    public func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?) async throws {
        try await pool.write { db in
            try Self.planByIndex(db)
            for (id, end) in ends.sorted(by: { $0.key < $1.key }) {
                try db.execute(
                    """
                    UPDATE notification_transmissions SET removed_at = $4, stays_why = $5
                    WHERE id = $1 AND delivery_id = $2 AND app_id = $3 AND removed_at IS NULL
                    """, id, errand.delivery, errand.app, end.removedAt, end.staysBecause)
            }
            let own = "WHERE app_id = $1 AND delivery_id = $2 AND attempts = $3"
            if let moment {
                try db.execute("UPDATE removals SET due_at = $4 \(own)", errand.app, errand.delivery, errand.attempt, moment)
            } else {
                try db.execute("DELETE FROM removals \(own)", errand.app, errand.delivery, errand.attempt)
            }
        }
    }
}
