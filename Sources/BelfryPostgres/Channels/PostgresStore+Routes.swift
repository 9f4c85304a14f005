import BelfryModel
import BelfryTime

extension PostgresStore {
    /// The next step of a route need not wait where every delivery of the step before it has come to nothing, at least for now; nor need whoever is told
    /// next where nobody reacts, where every delivery to those before has.
    ///
    /// Two who end the last deliveries of a step at once would each take the other's for open: who is second at a route waits for the first.
    /// - Returns: whether anything came forward.
    @discardableResult
    static func bringForward(after deliveries: [DeliveryID], _ now: Instant, _ db: Connection) throws -> Bool {
        guard let first = deliveries.min(), let last = deliveries.max() else { return false }
        // It says nothing of routes: an index that has those alone would be gone through whole.
        let rows = try db.rows(
            """
            SELECT app_id, route_key, recipient_user_id, route_step FROM notification_queue WHERE id = ANY($1::text[]) AND id BETWEEN $2 AND $3 ORDER BY id
            """, deliveries, first, last)
        let routes = Dictionary(grouping: Set(rows.compactMap(EndedStep.init)), by: \.app)
        guard !routes.isEmpty else { return false }
        try planByIndex(db)
        try db.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(key, $2)) FROM unnest($1::text[]) AS given (key)",
            Set(routes.values.joined().map(\.key)).sorted(), Exclusive.routes.rawValue)
        let asked = try routes.sorted { $0.key < $1.key }.flatMap { app, steps in
            [try askToBringForward(after: steps, of: app, now, db), try askToCallForward(after: steps, of: app, now, db)]
        }
        return try asked.map { try $0.changeCount() }.contains { $0 > 0 }
    }

    /// Of a route: the step that a delivery is of which has ended.
    private struct EndedStep: Hashable {
        let app: String
        let key: String
        let recipient: String
        let step: Int

        /// Nil where a delivery has no route.
        init?(_ row: Row) {
            guard let app = row.text("app_id"), let key = row.text("route_key"), let recipient = row.text("recipient_user_id"),
                let step = row.integer("route_step")
            else { return nil }
            (self.app, self.key, self.recipient, self.step) = (app, key, recipient, step)
        }
    }

    /// Each step is looked up by itself, in the order of the index that has it: where the table had nothing in it when it was counted last, another
    /// index is as cheap to the planner, and is gone through whole.
    private static func askToBringForward(after steps: [EndedStep], of app: String, _ now: Instant, _ db: Connection) throws -> Answer {
        try db.send(
            """
            WITH ended AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS given (key, recipient, step)),
            open AS MATERIALIZED (
                SELECT key, recipient, step FROM ended CROSS JOIN LATERAL (
                    SELECT id, status, reason, attempts FROM notification_queue WHERE app_id = $5 AND route_key = ended.key
                        AND recipient_user_id = ended.recipient AND route_step BETWEEN ended.step AND ended.step
                    ORDER BY route_step OFFSET 0) AS tried
                \(areOpen(app: "$5"))),
            next AS MATERIALIZED (
                SELECT of_step.id FROM (TABLE ended EXCEPT TABLE open) AS done CROSS JOIN LATERAL (
                    SELECT id FROM notification_queue WHERE app_id = $5 AND route_key = done.key
                        AND recipient_user_id = done.recipient AND route_step BETWEEN done.step + 1 AND done.step + 1
                    ORDER BY route_step OFFSET 0) AS of_step)
            \(comeForward(app: "$5", now: "$4"))
            """, steps.map(\.key), steps.map(\.recipient), steps.map(\.step), now, app)
    }

    /// Likewise those whom an escalation tells next: the first who wait behind the step that has ended.
    private static func askToCallForward(after steps: [EndedStep], of app: String, _ now: Instant, _ db: Connection) throws -> Answer {
        try db.send(
            """
            WITH ended AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::bigint[]) AS given (key, step)),
            further AS MATERIALIZED (
                SELECT DISTINCT ended.key, first.step FROM ended CROSS JOIN LATERAL (
                    SELECT min(later.step) AS step FROM (
                        SELECT CASE jsonb_typeof(payload #> '{escalation,from_step}') WHEN 'number'
                            THEN (payload #>> '{escalation,from_step}')::numeric END AS step
                        FROM notification_queue WHERE app_id = $4 AND route_key = ended.key AND status = 'pending'
                        ORDER BY recipient_user_id, route_step OFFSET 0) AS later
                    WHERE later.step > ended.step) AS first
                WHERE first.step IS NOT NULL),
            open AS MATERIALIZED (
                SELECT key, step FROM further CROSS JOIN LATERAL (
                    SELECT id, status, reason, attempts FROM notification_queue WHERE app_id = $4 AND route_key = further.key
                        AND route_step < further.step ORDER BY recipient_user_id, route_step OFFSET 0) AS tried
                \(areOpen(app: "$4"))),
            next AS MATERIALIZED (
                SELECT of_step.id FROM (TABLE further EXCEPT TABLE open) AS done CROSS JOIN LATERAL (
                    SELECT id FROM notification_queue WHERE app_id = $4 AND route_key = done.key AND route_step = done.step
                    ORDER BY recipient_user_id, route_step OFFSET 0) AS of_step)
            \(comeForward(app: "$4", now: "$3"))
            """, steps.map(\.key), steps.map(\.step), now, app)
    }

    /// Of deliveries called `tried`, those that may reach their recipient still, or have.
    private static func areOpen(app: String) -> String {
        """
        CROSS JOIN LATERAL (
            SELECT bool_and(status = 'failed') AS have_failed, bool_or(status IN (\(accepted))) AS is_there
            FROM (\(waysToProviders(of: "tried.id", app: app))) AS way) AS ways
        WHERE NOT (status IN ('failed', 'cancelled')
            OR status = 'pending' AND attempts >= \(Delivery.attemptCountOfStep) AND NOT coalesce(is_there, false)
            OR status = 'skipped' AND reason IS NOT NULL AND reason IN (\(switchedOff))
            OR status = 'sent' AND coalesce(have_failed, false))
        """
    }

    /// What waits for its turn alone is due now, of those in `next`.
    private static func comeForward(app: String, now: String) -> String {
        """
        UPDATE notification_queue SET next_attempt_at = \(now), deliver_after = \(now)
        WHERE app_id = \(app) AND id = ANY (ARRAY(SELECT id FROM next))
            AND status = 'pending' AND (held_since IS NULL OR reason = '\(Reason.earlierStepFirst.rawValue)') AND attempts = 0
            AND next_attempt_at > \(now)
        """
    }

    /// How a delivery stands wherever it went but for the house's own places, in the order of the index of deliveries: to a month that had nothing in it
    /// when this was planned another one is as cheap, and is gone through whole.
    static func waysToProviders(of delivery: String, app: String) -> String {
        """
        SELECT status FROM notification_transmissions WHERE app_id = \(app) AND delivery_id BETWEEN \(delivery) AND \(delivery)
            AND provider NOT IN (\(ownProviders)) ORDER BY delivery_id OFFSET 0
        """
    }

    /// The house's own places: no route counts on what they took.
    static let ownProviders = Provider.allCases.filter(\.isOwn).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    private static let accepted = Transmission.Status.allCases.filter(\.isAccepted).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    private static let switchedOff = Reason.allCases.filter(\.isSwitchedOff).map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
