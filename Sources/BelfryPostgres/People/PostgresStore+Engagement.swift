import BelfryModel
import BelfryPorts
import BelfryTime

// What a person does with what they are told: opening it, taking an action, and what that says of the rest of the same order.

extension PostgresStore {
    public func note(_ engagement: EngagementStep, with id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            // A message that comes meanwhile would see nothing of it, and be seen by nobody.
            let shared = try Self.lockMessages(of: user, toldBy: id, db)
            let told = try db.row(
                """
                SELECT alert_state_id, app_id, payload, created_at, member_user_id FROM notification_queue WHERE id = $1 AND recipient_user_id = $2
                UNION ALL
                SELECT alert_state_id, NULL, NULL, NULL, NULL FROM inbox_messages WHERE id = $1 AND recipient_user_id = $2 LIMIT 1
                """, id, user)
            guard let told else { return try Self.member(id, db)?.overview.delivery.recipient == user }
            let others = try told.text("payload").map { try Self.orderedBeside(id, told, of: user, saying: Payload(stored: $0), db) } ?? []
            let engagement = engagement == .acted && shared.isDoneByOther ? .opened : engagement
            try Self.note(engagement, inQueue: id, of: user, from: told.identifier("app_id"), now: now, db)
            if engagement == .acted { try shared.close(now: now, db) }
            for message in [id.text] + others.compactMap({ $0.text("message_id") }) {
                try Self.note(engagement, with: "id", message, of: user, now: now, db)
            }
            if let alert = told.text("alert_state_id") { try Self.note(engagement, withAlert: alert, of: user, now: now, db) }
            return true
        }
    }

    public func take(_ action: ActionID, with id: DeliveryID, of user: UserID, now: Instant) async throws -> OfferedAction? {
        try await pool.write { db in
            // Of two that are pressed at once each would see nothing of the other, and both would be told.
            let shared = try Self.lockMessages(of: user, toldBy: id, db)
            let message = try db.row(
                "SELECT actions, retracted_at, collapse_id FROM inbox_messages WHERE id = $1 AND recipient_user_id = $2", id, user)
            // Another app may have one of the same name: only who has asked for this person is meant.
            let delivery = try db.row(
                """
                SELECT app_id, channel, payload, created_at, member_user_id, retracted_by, CASE WHEN status IN ('sending', 'sent') OR attempts > 0 OR rescues > 0
                    OR redrives > 0 OR EXISTS (SELECT 1 FROM notification_transmissions told WHERE told.app_id = queue.app_id AND told.delivery_id = $1)
                    THEN 1 ELSE 0 END AS may_be_told
                FROM notification_queue queue WHERE id = $1 AND recipient_user_id = $2
                """, id, user)
            let member = delivery == nil ? try Self.member(id, db).flatMap { $0.overview.delivery.recipient == user ? $0 : nil } : nil
            let payload = member?.overview.delivery.payload ?? Payload(stored: delivery?.text("payload") ?? "")
            let offered: OfferedActions? = if let message { MessageExtras(stored: message.text("actions"))?.actions } else { payload.actions }
            guard let taken = offered?[action], delivery?.text("retracted_by") == nil, message.map({ !Self.isTakenBack($0) }) ?? true else { return nil }
            guard message != nil || member?.mayBeTold ?? (delivery?.integer("may_be_told") == 1) else { throw Problem.notTold }
            guard !shared.isDoneByOther else { return taken }
            let app: AppID? = member?.overview.delivery.app ?? delivery?.identifier("app_id")
            let count =
                if message != nil {
                    try Self.take(action, ofMessage: id.text, user, db)
                } else if let member {
                    try Self.isAboutToBeTold(action, of: member.overview.delivery, db) ? 0 : 1
                } else {
                    try db.change("UPDATE notification_queue \(Self.taking) AND app_id = $4", action.text, id.text, user, app)
                }
            guard count > 0 else { return taken }
            if delivery != nil { try Self.note(.acted, inQueue: id, of: user, from: app, now: now, db) }
            try shared.close(now: now, db)
            let others = try delivery.map { try Self.orderedBeside(id, $0, of: user, saying: payload, db) } ?? []
            let isNews = !others.contains { ($0.text("taken") ?? "").split(separator: " ").contains { $0 == action.text } }
            for message in [id.text] + others.compactMap({ $0.text("message_id") }) {
                // One that is taken there already counts as acted on already.
                if message != id.text, try Self.take(action, ofMessage: message, user, db) == 0 { continue }
                try Self.note(.acted, with: "id", message, of: user, now: now, db)
            }
            guard isNews, let app else { return taken }
            try db.execute(
                """
                INSERT INTO \(StatusSchema.changes) (app_id, delivery_id, channel, event, reason, happened_at)
                SELECT $1::text, $2::text, $3::text, 'acted', $4::text, $5::timestamptz WHERE EXISTS (SELECT 1 FROM \(StatusSchema.webhooks) WHERE app_id = $1)
                """, app, id, member?.overview.delivery.channelName ?? delivery?.text("channel"), action.text, now)
            return taken
        }
    }

    private static func isTakenBack(_ message: Row) -> Bool {
        !message.isNull("retracted_at") && message.text("collapse_id") == InboxMessage.collapseIDOfTakenBack
    }

    /// So that a message that comes later, a route's later steps, and whoever would be told next, know it. The first moments stay.
    ///
    /// - Parameter app: nil where it is no row of the queue.
    private static func note(
        _ engagement: EngagementStep, inQueue id: DeliveryID, of user: UserID, from app: AppID?, now: Instant, _ db: Connection
    ) throws {
        guard let app else { return }
        let (acted, isNews) = engagement == .acted ? (", acted_at = coalesce(acted_at, $1)", " OR acted_at IS NULL") : ("", "")
        try db.execute(
            """
            UPDATE notification_queue SET opened_at = coalesce(opened_at, $1)\(acted)
            WHERE id = $2 AND recipient_user_id = $3 AND app_id = $4 AND (opened_at IS NULL\(isNews))
            """, now, id, user, app)
    }

    private static let taking = """
        SET actions_taken = coalesce(actions_taken || ' ', '') || $1::text
        WHERE id = $2 AND recipient_user_id = $3 AND strpos(' ' || coalesce(actions_taken, '') || ' ', ' ' || $1::text || ' ') = 0
        """

    /// Whether its app is about to be told of it: that is all that knows of a member of a broadcast.
    private static func isAboutToBeTold(_ action: ActionID, of delivery: Delivery, _ db: Connection) throws -> Bool {
        try db.row(
            """
            SELECT 1 AS one FROM (
                SELECT delivery_id, event, reason FROM \(StatusSchema.changes) WHERE app_id = $1 ORDER BY id DESC LIMIT \(StatusChange.latestCountMax)
            ) AS latest WHERE delivery_id = $2 AND event = 'acted' AND reason = $3
            """, delivery.app, delivery.id, action.text) != nil
    }

    /// - Returns: 0 where it was taken already.
    private static func take(_ action: ActionID, ofMessage id: String, _ user: UserID, _ db: Connection) throws -> Int {
        try db.change("UPDATE inbox_messages \(taking)", action.text, id, user)
    }

    /// The delivery that brings a message, where something was opened of what is told the same person with it; nothing else, as nearly always.
    ///
    /// In the order of the index that has it: where a table had nothing in it when this was planned, another one is as cheap.
    static func askOpened(with message: InboxMessage, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT own.app_id, own.payload, own.created_at, own.member_user_id, own.actions_taken AS taken, own.opened_at FROM notification_queue own
            CROSS JOIN LATERAL (
                SELECT 1 FROM notification_queue WHERE recipient_user_id BETWEEN $2 AND $2 AND created_at BETWEEN own.created_at AND own.created_at
                    AND app_id = own.app_id AND opened_at IS NOT NULL ORDER BY recipient_user_id, created_at LIMIT 1) AS opened
            WHERE own.id = $1 AND own.recipient_user_id = $2
            """, message.id, message.recipient)
    }

    /// What was opened and pressed of its order before it came: over another channel, or while it was on its way. Whoever does so waits until it has come.
    static func adoptEngagement(by message: InboxMessage, ordered own: Row, _ db: Connection) throws {
        let others = try orderedBeside(message.id, own, of: message.recipient, saying: Payload(stored: own.text("payload") ?? ""), db)
        let ordered = [own] + others
        if ordered.contains(where: { !$0.isNull("opened_at") }) {
            try note(.opened, with: "id", message.id.text, of: message.recipient, now: message.createdAt, db)
        }
        guard let actions = message.actions else { return }
        let taken = ordered.flatMap { ($0.text("taken") ?? "").split(separator: " ") }.compactMap { ActionID(String($0)) }.filter { actions[$0] != nil }
        guard !taken.isEmpty else { return }
        for action in taken { _ = try take(action, ofMessage: message.id.text, message.recipient, db) }
        try note(.acted, with: "id", message.id.text, of: message.recipient, now: message.createdAt, db)
    }

    /// What was ordered with it for the same person, over other channels: `taken`, and `message_id` where it lies in their inbox.
    private static func orderedBeside(_ id: DeliveryID, _ own: Row, of user: UserID, saying payload: Payload, _ db: Connection) throws -> [Row] {
        try db.rows(
            """
            WITH other AS MATERIALIZED (
                SELECT id, payload, opened_at, actions_taken FROM notification_queue
                WHERE recipient_user_id = $1 AND created_at = $2 AND app_id = $3 AND member_user_id = $4 AND id <> $5)
            SELECT other.payload, other.opened_at, coalesce(message.actions_taken, other.actions_taken) AS taken, message.id AS message_id
            FROM other LEFT JOIN LATERAL (
                SELECT id, actions_taken FROM inbox_messages WHERE id = other.id AND recipient_user_id = $1 OFFSET 0) AS message ON true
            ORDER BY other.id
            """, user, own.instant("created_at"), own.text("app_id"), own.text("member_user_id"), id
        ).filter { Payload(stored: $0.text("payload") ?? "").saysSame(as: payload) }
    }

    /// What told a person of an alert: also the summaries that it was merged into, which have the alert of their lead alone.
    static func note(_ engagement: EngagementStep, withAlert alert: String, of user: UserID, now: Instant, _ db: Connection) throws {
        try note(engagement, with: "alert_state_id", alert, of: user, now: now, db)
        let summaries = try db.rows(
            "SELECT DISTINCT merged_into FROM notification_queue WHERE alert_state_id = $1 AND recipient_user_id = $2 AND merged_into IS NOT NULL", alert,
            user)
        for summary in summaries.compactMap({ $0.text("merged_into") }) { try note(engagement, with: "id", summary, of: user, now: now, db) }
    }

    /// - Parameter column: by which a person's messages are meant.
    private static func note(_ engagement: EngagementStep, with column: String, _ value: String, of user: UserID, now: Instant, _ db: Connection) throws {
        let acted = engagement == .acted ? "acted_at = coalesce(acted_at, $1), " : ""
        try db.execute(
            """
            UPDATE inbox_messages SET \(acted)read_at = coalesce(read_at, $1), unread_again_at = NULL, \(takingBack)
            WHERE \(column) = $2 AND recipient_user_id = $3
            """, now, value, user)
    }
}
