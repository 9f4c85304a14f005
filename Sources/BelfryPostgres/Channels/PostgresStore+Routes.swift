import BelfryModel
import BelfryTime

extension PostgresStore {
    /// The next step of a route need not wait where every delivery of the step before it has come to nothing.
    ///
    /// Two who end the last deliveries of a step at once would each take the other's for open: who is second at a route waits for the first.
    /// - Returns: whether anything came forward.
    @discardableResult
    static func bringForward(after deliveries: [DeliveryID], _ now: Instant, _ db: Connection) throws -> Bool {
        guard !deliveries.isEmpty else { return false }
        let routes = try db.rows(
            """
            SELECT DISTINCT route_key, recipient_user_id, route_step FROM notification_queue
            WHERE id = ANY($1::text[]) AND route_key IS NOT NULL AND route_step IS NOT NULL ORDER BY route_key, recipient_user_id, route_step
            """, deliveries)
        guard !routes.isEmpty else { return false }
        let keys = routes.map { $0.text("route_key") }
        try db.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(key, $2)) FROM unnest($1::text[]) AS given (key)",
            Set(keys.compactMap { $0 }).sorted(), Exclusive.routes.rawValue)
        return try db.change(
            """
            UPDATE notification_queue next SET next_attempt_at = $4, deliver_after = $4
            FROM unnest($1::text[], $2::text[], $3::bigint[]) AS done (key, recipient, step)
            WHERE next.route_key = done.key AND next.recipient_user_id = done.recipient AND next.route_step = done.step + 1
                AND next.status = 'pending' AND next.held_since IS NULL AND next.attempts = 0 AND next.next_attempt_at > $4
                AND NOT EXISTS (SELECT 1 FROM notification_queue open
                    WHERE open.route_key = done.key AND open.recipient_user_id = done.recipient AND open.route_step = done.step
                        AND NOT (open.status IN ('failed', 'cancelled')
                            OR open.status = 'skipped' AND open.reason IS NOT NULL AND open.reason IN (\(switchedOff))
                            OR open.status = 'sent' AND EXISTS (SELECT 1 FROM notification_transmissions WHERE delivery_id = open.id)
                                AND NOT EXISTS (SELECT 1 FROM notification_transmissions WHERE delivery_id = open.id AND status <> 'failed')))
            """, keys, routes.map { $0.text("recipient_user_id") }, routes.map { $0.integer("route_step") }, now) > 0
    }

    private static let switchedOff = Reason.allCases.filter(\.isSwitchedOff).map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
