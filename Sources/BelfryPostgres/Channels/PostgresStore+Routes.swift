import BelfryModel
import BelfryTime

extension PostgresStore {
    /// The next step of a route need not wait where every delivery of the step before it has come to nothing, at least for now.
    ///
    /// Two who end the last deliveries of a step at once would each take the other's for open: who is second at a route waits for the first.
    /// - Returns: whether anything came forward.
    @discardableResult
    static func bringForward(after deliveries: [DeliveryID], _ now: Instant, _ db: Connection) throws -> Bool {
        guard let first = deliveries.min(), let last = deliveries.max() else { return false }
        let routes = try db.rows(
            """
            SELECT DISTINCT app_id, route_key, recipient_user_id, route_step FROM notification_queue
            WHERE id = ANY($1::text[]) AND id BETWEEN $2 AND $3 AND route_key IS NOT NULL AND route_step IS NOT NULL
            ORDER BY route_key, recipient_user_id, route_step
            """, deliveries, first, last)
        guard !routes.isEmpty else { return false }
        let keys = routes.map { $0.text("route_key") }
        try db.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(key, $2)) FROM unnest($1::text[]) AS given (key)",
            Set(keys.compactMap { $0 }).sorted(), Exclusive.routes.rawValue)
        return try db.change(
            """
            WITH ended AS MATERIALIZED (
                SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $5::text[]) AS given (key, recipient, step, app_id)),
            tried AS MATERIALIZED (
                SELECT ended.*, of_step.id, of_step.status, of_step.reason, of_step.attempts
                FROM ended JOIN notification_queue of_step ON of_step.app_id = ended.app_id AND of_step.route_key = ended.key
                    AND of_step.recipient_user_id = ended.recipient AND of_step.route_step = ended.step),
            ways AS MATERIALIZED (
                SELECT tried.id, tried.app_id, bool_and(way.status = 'failed') AS have_failed, bool_or(way.status IN (\(accepted))) AS is_there
                FROM tried JOIN notification_transmissions way ON way.app_id = tried.app_id AND way.delivery_id = tried.id
                    AND way.provider NOT IN (\(ownProviders)) GROUP BY tried.id, tried.app_id),
            open AS MATERIALIZED (
                SELECT key, recipient, step, tried.app_id FROM tried LEFT JOIN ways ON ways.id = tried.id AND ways.app_id = tried.app_id
                WHERE NOT (status IN ('failed', 'cancelled')
                    OR status = 'pending' AND attempts >= \(Delivery.attemptCountOfStep) AND NOT coalesce(is_there, false)
                    OR status = 'skipped' AND reason IS NOT NULL AND reason IN (\(switchedOff))
                    OR status = 'sent' AND coalesce(have_failed, false)))
            UPDATE notification_queue next SET next_attempt_at = $4, deliver_after = $4
            FROM (TABLE ended EXCEPT TABLE open) AS done
            WHERE next.app_id = done.app_id AND next.route_key = done.key AND next.recipient_user_id = done.recipient AND next.route_step = done.step + 1
                AND next.status = 'pending' AND next.held_since IS NULL AND next.attempts = 0 AND next.next_attempt_at > $4
            """, keys, routes.map { $0.text("recipient_user_id") }, routes.map { $0.integer("route_step") }, now, routes.map { $0.text("app_id") }) > 0
    }

    /// The house's own places: no route counts on what they took.
    static let ownProviders = Provider.allCases.filter(\.isOwn).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    private static let accepted = Transmission.Status.allCases.filter(\.isAccepted).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    private static let switchedOff = Reason.allCases.filter(\.isSwitchedOff).map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
