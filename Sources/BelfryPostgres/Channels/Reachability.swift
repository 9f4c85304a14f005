import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

// Where the recipients of a batch are reached, and what else is known of their channels: asked for all at once.

extension Reachability {
    /// The questions, so that others may be asked before the answers are wanted; none where there is nothing to ask.
    struct Questions {
        fileprivate let devices: Answer?
        fileprivate let contactPoints: Answer?
        fileprivate let unwanted: Answer
        fileprivate let reached: [Answer]
        fileprivate let acknowledged: [Answer]

        /// - Parameter recipients: of all of them, each once.
        init(_ deliveries: [Delivery], to recipients: [UserID], _ db: Connection) throws {
            devices = try Reachability.askDevices(deliveries, recipients, db)
            contactPoints = try Reachability.askContactPoints(deliveries, db)
            unwanted = try db.send("SELECT * FROM unwanted_categories WHERE user_id = ANY($1::text[])", recipients)
            reached = try Reachability.askReached(deliveries, db)
            acknowledged = try Reachability.askAcknowledged(deliveries, db)
        }
    }

    init(_ questions: Questions) throws {
        self.init(
            reached: Set(try questions.reached.flatMap { try $0.rows() }.compactMap { $0.text("id") }),
            acknowledged: Set(try questions.acknowledged.flatMap { try $0.rows() }.compactMap { $0.text("id") }))
        for row in try questions.devices?.rows() ?? [] {
            guard let user: UserID = row.identifier("user_id"), let address = Self.device(row) else { continue }
            add(address, at: Place(user: user, channel: DeliveryChannel.push.rawValue))
        }
        for row in try questions.contactPoints?.rows() ?? [] {
            guard let user: UserID = row.identifier("user_id"), let channel: DeliveryChannel = row.choice("channel"),
                let address = Self.contactPoint(row, channel)
            else { continue }
            add(address, at: Place(user: user, channel: channel.rawValue))
        }
        for row in try questions.unwanted.rows() {
            guard let user: UserID = row.identifier("user_id") else { continue }
            let place = Place(user: user, channel: row.text("channel") ?? "")
            add(unwanted: row.text("category") ?? "", at: place, mutedUntil: row.instant("muted_until"))
        }
    }
}

// MARK: The questions

extension Reachability {
    private static func askDevices(_ deliveries: [Delivery], _ recipients: [UserID], _ db: Connection) throws -> Answer? {
        guard deliveries.contains(where: { $0.channel == .push }) else { return nil }
        return try db.send(
            "SELECT * FROM device_tokens WHERE user_id = ANY($1::text[]) AND is_active ORDER BY coalesce(registered_at, updated_at), id", recipients)
    }

    private static func askContactPoints(_ deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let places = Set(deliveries.filter { $0.channel.map(ContactPoint.channels.contains) ?? false }.map(Place.init(of:)))
        guard !places.isEmpty else { return nil }
        return try db.send(
            """
            SELECT point.* FROM unnest($1::text[], $2::text[]) AS asked (recipient, channel)
            CROSS JOIN LATERAL (
                SELECT * FROM contact_points WHERE user_id = asked.recipient AND channel = asked.channel
                    AND verified_at IS NOT NULL AND silenced_at IS NULL OFFSET 0) AS point
            ORDER BY point.created_at, point.id
            """, places.map(\.user), places.map(\.channel))
    }

    /// A summary reaches with all that it tells. A step whose provider was away may come after the next one. Whoever has opened one was reached, however
    /// its provider's answer came.
    ///
    /// App by app, and each by itself, in the order of the index that has it: where a table had nothing in it when it was counted last, another index is
    /// as cheap to the planner, and is gone through whole.
    private static func askReached(_ deliveries: [Delivery], _ db: Connection) throws -> [Answer] {
        try Dictionary(grouping: deliveries.filter { $0.route != nil }, by: \.app).map { app, steps in
            try askReached(steps, of: app, db)
        }
    }

    private static func askReached(_ steps: [Delivery], of app: AppID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            WITH told AS MATERIALIZED (
                SELECT asked.id AS asked_id, asked.until, told.id, told.opened_at, ways.statuses
                FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) AS asked (id, key, recipient, step, until)
                CROSS JOIN LATERAL (
                    SELECT coalesce(merged_into, id) AS id FROM notification_queue WHERE app_id = $6 AND route_key = asked.key
                        AND recipient_user_id = asked.recipient AND route_step <> asked.step ORDER BY route_step OFFSET 0) AS step
                CROSS JOIN LATERAL (
                    SELECT id, opened_at FROM notification_queue WHERE app_id = $6 AND id = step.id AND (status = 'sent' OR opened_at IS NOT NULL)
                    OFFSET 0) AS told
                CROSS JOIN LATERAL (
                    SELECT array_agg(status) AS statuses FROM (\(PostgresStore.waysToProviders(of: "told.id", app: "$6"))) AS way) AS ways)
            SELECT DISTINCT asked_id AS id FROM told
            WHERE opened_at IS NOT NULL OR CASE until
                WHEN 'accepted' THEN statuses IS NULL OR 'failed' <> ANY(statuses)
                WHEN 'delivered' THEN statuses IS NULL OR statuses && ARRAY['delivered', 'read']
                ELSE 'read' = ANY(coalesce(statuses, '{}'))
                    OR EXISTS (SELECT 1 FROM inbox_messages WHERE id = told.id AND read_at IS NOT NULL) END
            """,
            steps.map(\.id), steps.map { $0.route?.key }, steps.map(\.recipient), steps.map { $0.route?.step }, steps.map { $0.route?.until.rawValue },
            app)
    }
}

extension Reachability {
    /// Somebody who was told before has reacted, as surely as the escalation asks for, or one has acted on it for all: to one of their deliveries, or to the
    /// summary that has it.
    ///
    /// App by app, and each place by itself, as of ``askReached(_:_:)``; once for all that stand there, who may be as many as are told.
    private static func askAcknowledged(_ deliveries: [Delivery], _ db: Connection) throws -> [Answer] {
        let ended = deliveries.flatMap { delivery in delivery.endedBehind.map { (delivery: delivery, place: $0) } }
        return try Dictionary(grouping: ended) { $0.delivery.app }.map { app, ended in try askAcknowledged(ended, of: app, db) }
    }

    private static func askAcknowledged(_ ended: [(delivery: Delivery, place: Escalation.Place)], of app: AppID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            WITH asked AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) AS given (id, key, step, until)),
            told AS MATERIALIZED (
                SELECT place.key, place.step, place.until, told.*, ways.statuses
                FROM (SELECT DISTINCT key, step, until FROM asked) AS place
                CROSS JOIN LATERAL (
                    SELECT coalesce(merged_into, id) AS id, opened_at, acted_at FROM notification_queue WHERE app_id = $5 AND route_key = place.key
                        AND route_step < place.step ORDER BY recipient_user_id, route_step OFFSET 0) AS earlier
                CROSS JOIN LATERAL (
                    SELECT id, coalesce(earlier.opened_at, opened_at) AS opened_at, coalesce(earlier.acted_at, acted_at) AS acted_at
                    FROM notification_queue WHERE app_id = $5 AND id = earlier.id OFFSET 0) AS told
                CROSS JOIN LATERAL (
                    SELECT array_agg(status) AS statuses FROM (\(PostgresStore.waysToProviders(of: "told.id", app: "$5"))) AS way) AS ways)
            SELECT id FROM asked WHERE (key, step, until) IN (
                SELECT key, step, until FROM told
                CROSS JOIN LATERAL (
                    SELECT max(read_at) AS read_at, max(acted_at) AS acted_at FROM (
                        SELECT read_at, acted_at FROM inbox_messages WHERE id = told.id OFFSET 0) AS own) AS message
                WHERE told.acted_at IS NOT NULL OR message.acted_at IS NOT NULL OR told.until = '\(Escalation.Reaction.read.rawValue)'
                    AND (told.opened_at IS NOT NULL OR message.read_at IS NOT NULL OR 'read' = ANY(coalesce(statuses, '{}'))))
            """, ended.map(\.delivery.id), ended.map { $0.delivery.route?.key }, ended.map(\.place.fromStep), ended.map(\.place.until.rawValue), app)
    }
}

// MARK: Rows as addresses

extension Reachability {
    static func contactPoint(_ row: Row, _ channel: DeliveryChannel) -> Address? {
        guard let id: AddressID = row.identifier("id"), let value = row.text("address") else { return nil }
        return Address(
            id: id, target: ContactPoint.target(of: value, over: channel, lastInboundAt: row.instant("last_inbound_at")),
            registeredAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0))
    }

    /// Nil where a browser's token isn't a subscription.
    static func device(_ row: Row) -> Address? {
        guard let id: AddressID = row.identifier("id"), let token = row.text("device_token"),
            let platform: DeviceToken.Platform = row.choice("platform")
        else { return nil }
        let target: Address.Target
        switch platform {
        case .ios: target = .apple(token: token, row.choice("environment"))
        case .android: target = .android(token: token)
        case .web:
            guard let subscription = try? JSONDecoder().decode(WebPushSubscription.self, from: Data(token.utf8)) else { return nil }
            target = .browser(subscription)
        }
        let registeredAt = row.instant("registered_at") ?? row.instant("updated_at")
        return Address(id: id, target: target, registeredAt: registeredAt ?? Instant(secondsSinceEpoch: 0))
    }
}
