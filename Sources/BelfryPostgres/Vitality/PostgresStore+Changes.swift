import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore {
    public func change(
        _ selection: DeliverySelection, to change: DeliveryChange, by name: String, isDryRun: Bool, now: Instant
    ) async throws -> ChangedDeliveries {
        guard selection.ids?.isEmpty == false else { return ChangedDeliveries() }
        guard !isDryRun else {
            return try await pool.snapshot { db in
                try Self.planWithoutScans(db)
                return try change.outcome(of: Self.changeable(selection, db) { _ in true }).report
            }
        }
        let report = try await pool.write { db in
            // The queue's rows first, as of whoever calls them off: what is live follows by triggers. A worker has what it leases meanwhile.
            try Self.planWithoutScans(db)
            let locked = Set(try Self.lockSelected(selection, in: .pending, db))
            let (deliveries, report) = try change.outcome(
                of: Self.changeable(selection, db) { locked.contains(Selected(id: $0.id, app: $0.app.text)) })
            try Self.write(deliveries, isMoved: change.deliverAfter != nil, by: name, now, db)
            return report
        }
        if !report.changed.isEmpty { ring() }
        return report
    }

    /// The oldest first.
    ///
    /// - Parameter isLocked: whether nobody else changes one that waits until this transaction ends.
    private static func changeable(
        _ selection: DeliverySelection, _ db: Connection, isLocked: (Delivery) -> Bool
    ) throws -> [ChangeCandidate] {
        let condition = SelectionCondition(selection, in: nil)
        // Where the table had nothing in it when this was planned, all of an app would be gone through: so no more than lies between them.
        let rows = try db.send(
            """
            SELECT * FROM notification_queue WHERE \(condition.sql) AND id BETWEEN \(condition.next) AND $\(condition.parameters.count + 2)
            ORDER BY created_at, id LIMIT $\(condition.parameters.count + 3)
            """, condition.parameters + [selection.ids?.min(), selection.ids?.max(), selection.countMax]
        ).rows()
        let found = rows.compactMap { row in overview(row).map { (overview: $0, isRescued: row.integer("rescues") ?? 0 > 0) } }
        let handedOver = try Self.handedOver(found.map { Selected(id: $0.overview.delivery.id, app: $0.overview.delivery.app.text) }, db)
        return found.map { overview, isRescued in
            let delivery = overview.delivery
            let mayBeTold = isRescued || handedOver.contains(Selected(id: delivery.id, app: delivery.app.text))
            return ChangeCandidate(overview, mayBeTold: mayBeTold, isLocked: isLocked(delivery))
        }
    }

    /// What is known of at some address, also where no attempt was counted.
    static func handedOver(_ selected: [Selected], _ db: Connection) throws -> Set<Selected> {
        let answers = try Dictionary(grouping: selected, by: \.app).map { app, selected in
            // In the order of the index that has them: where the table had nothing in it when this was planned, another one is as cheap.
            let answer = try db.send(
                """
                SELECT way.delivery_id FROM unnest($2::text[]) AS given (id) CROSS JOIN LATERAL (
                    SELECT delivery_id FROM notification_transmissions WHERE app_id = $1 AND delivery_id BETWEEN given.id AND given.id
                    ORDER BY delivery_id LIMIT 1) AS way
                """, app, selected.map(\.id))
            return (app: app, answer: answer)
        }
        return try answers.reduce(into: []) { found, one in
            for row in try one.answer.rows() {
                if let id: DeliveryID = row.identifier("delivery_id") { found.insert(Selected(id: id, app: one.app)) }
            }
        }
    }

    /// Those wait, and are locked.
    private static func write(_ deliveries: [Delivery], isMoved: Bool, by name: String, _ now: Instant, _ db: Connection) throws {
        guard !deliveries.isEmpty else { return }
        try planByIndex(db)
        try db.execute(
            """
            UPDATE notification_queue queue SET
                payload = given.payload::jsonb, expires_at = given.expires_at, priority = given.priority, deliver_after = given.deliver_after,
                held_since = given.held_since, \(isMoved ? "next_attempt_at = given.deliver_after," : "")
                changed_at = $8, changed_by = $9, updated_at = $8
            FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
                AS given (id, app_id, payload, expires_at, priority, deliver_after, held_since)
            WHERE queue.id = given.id AND queue.app_id = given.app_id
            """,
            deliveries.map(\.id), deliveries.map(\.app), try deliveries.map { try $0.payload.stored() }, deliveries.map(\.expiresAt),
            deliveries.map(\.priority.rank), deliveries.map(\.deliverAfter), deliveries.map(\.heldSince), now, name)
    }
}
