import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// What a person does with what they are told: opening it, taking an action, and what that says of the rest of the same order.

extension SQLiteStore {
    public func note(_ engagement: EngagementStep, with id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            let told = try StoredRow.fetchOne(
                db,
                sql: """
                    SELECT recipient_user_id, alert_state_id, payload FROM notification_queue WHERE id = ?1
                    UNION ALL SELECT recipient_user_id, alert_state_id, NULL FROM inbox_messages WHERE id = ?1 LIMIT 1
                    """, arguments: [id.text])
            guard let told else { return try Self.member(id, db)?.overview.delivery.recipient == user }
            guard told.text("recipient_user_id") == user.text else { return false }
            let others = try told.text("payload").map { try Self.orderedBeside(id, of: user, saying: Payload(stored: $0), db) } ?? []
            let engagement: EngagementStep = try engagement == .acted && Self.isDoneByOther(id.text, to: user, db) ? .opened : engagement
            try Self.note(engagement, inQueue: id, of: user, now: now, db)
            if engagement == .acted { try Self.closeOthers(besides: id, to: user, now: now, db) }
            for message in [id.text] + others.compactMap({ $0.text("message_id") }) {
                try Self.note(engagement, with: "id", message, of: user, now: now, db)
            }
            if let alert = told.text("alert_state_id") { try Self.note(engagement, withAlert: alert, of: user, now: now, db) }
            return true
        }
    }

    public func take(_ action: ActionID, with id: DeliveryID, of user: UserID, now: Instant) async throws -> OfferedAction? {
        try await write { db in
            let message = try StoredRow.fetchOne(
                db, sql: "SELECT actions, \(Self.isTakenBack) AS is_taken_back FROM inbox_messages WHERE id = ? AND recipient_user_id = ?",
                arguments: [id.text, user.text])
            let delivery = try StoredRow.fetchOne(
                db,
                sql: """
                    SELECT app_id, channel, payload, \(Self.mayBeTold) AS may_be_told, retracted_by IS NOT NULL AS is_taken_back
                    FROM notification_queue WHERE id = ? AND recipient_user_id = ?
                    """, arguments: [id.text, user.text])
            let member = delivery == nil ? try Self.member(id, db).flatMap { $0.overview.delivery.recipient == user ? $0 : nil } : nil
            let payload = member?.overview.delivery.payload ?? Payload(stored: delivery?.text("payload") ?? "")
            let offered: OfferedActions? = if let message { MessageExtras(stored: message.text("actions"))?.actions } else { payload.actions }
            guard let taken = offered?[action], ![message, delivery].contains(where: { $0?.integer("is_taken_back") == 1 }) else { return nil }
            guard message != nil || member?.mayBeTold ?? (delivery?.integer("may_be_told") == 1) else { throw Problem.notTold }
            if message != nil || delivery != nil {
                guard try !Self.isDoneByOther(id.text, to: user, db) else { return taken }
                guard try Self.write(action, of: id.text, to: user, isMessage: message != nil, db) else { return taken }
            } else if let member, try Self.isAboutToBeTold(action, of: member.overview.delivery, db) {
                return taken
            }
            try Self.note(.acted, inQueue: id, of: user, now: now, db)
            if delivery != nil { try Self.closeOthers(besides: id, to: user, now: now, db) }
            let others = try Self.orderedBeside(id, of: user, saying: payload, db)
            let isNews = !others.contains { ($0.text("taken") ?? "").split(separator: " ").contains { $0 == action.text } }
            for message in [id.text] + others.compactMap({ $0.text("message_id") }) {
                // One that is taken there already counts as acted on already.
                if message != id.text, try !Self.write(action, of: message, to: user, isMessage: true, db) { continue }
                try Self.note(.acted, with: "id", message, of: user, now: now, db)
            }
            guard isNews, let app = member?.overview.delivery.app.text ?? delivery?.text("app_id") else { return taken }
            try db.execute(
                sql: """
                    INSERT INTO status_changes (app_id, delivery_id, channel, event, reason, happened_at)
                    SELECT ?1, ?2, ?3, 'acted', ?4, ?5 WHERE \(StatusSchema.hasAsked("?1"))
                    """,
                arguments: [app, id.text, member?.overview.delivery.channelName ?? delivery?.text("channel"), action.text, now.sql])
            return taken
        }
    }

    private static let isTakenBack = "(retracted_at IS NOT NULL AND collapse_id IS '\(InboxMessage.collapseIDOfTakenBack)')"

    /// Whether a provider has been handed it, or is about to be.
    static let mayBeTold = """
        (status IN ('sending', 'sent') OR attempts > 0 OR rescues > 0 OR redrives > 0
            OR EXISTS (SELECT 1 FROM notification_transmissions WHERE delivery_id = notification_queue.id))
        """

    /// Whether its app is about to be told of it: that is all that knows of a member of a broadcast.
    private static func isAboutToBeTold(_ action: ActionID, of delivery: Delivery, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM (
                        SELECT delivery_id, event, reason FROM status_changes WHERE app_id = ?1 ORDER BY id DESC LIMIT \(StatusChange.latestCountMax))
                    WHERE delivery_id = ?2 AND event = 'acted' AND reason = ?3)
                """, arguments: [delivery.app.text, delivery.id.text, action.text]) ?? false
    }

    /// So that a message that comes later, a route's later steps, and whoever would be told next, know it. The first moments stay.
    private static func note(_ engagement: EngagementStep, inQueue id: DeliveryID, of user: UserID, now: Instant, _ db: Database) throws {
        let (acted, isNews) = engagement == .acted ? (", acted_at = coalesce(acted_at, ?1)", " OR acted_at IS NULL") : ("", "")
        try db.execute(
            sql: """
                UPDATE notification_queue SET opened_at = coalesce(opened_at, ?1)\(acted)
                WHERE id = ?2 AND recipient_user_id = ?3 AND (opened_at IS NULL\(isNews))
                """, arguments: [now.sql, id.text, user.text])
    }

    /// - Returns: false where it was taken already.
    private static func write(_ action: ActionID, of id: String, to user: UserID, isMessage: Bool, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE \(isMessage ? "inbox_messages" : "notification_queue")
                SET actions_taken = coalesce(actions_taken || ' ', '') || ?1
                WHERE id = ?2 AND recipient_user_id = ?3 AND instr(' ' || coalesce(actions_taken, '') || ' ', ' ' || ?1 || ' ') = 0
                """, arguments: [action.text, id, user.text])
        return db.changesCount > 0
    }

    /// What was opened and pressed of its order before it came: over another channel, or while it was on its way.
    static func adoptEngagement(by message: InboxMessage, _ db: Database) throws {
        let own = try StoredRow.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT payload, actions_taken AS taken, opened_at FROM notification_queue own WHERE id = ?1 AND recipient_user_id = ?2 AND EXISTS (
                        SELECT 1 FROM notification_queue WHERE recipient_user_id = ?2 AND created_at = own.created_at AND opened_at IS NOT NULL)
                    """), arguments: [message.id.text, message.recipient.text])
        guard let own else { return }
        let ordered = try [own] + orderedBeside(message.id, of: message.recipient, saying: Payload(stored: own.text("payload") ?? ""), db)
        if ordered.contains(where: { $0.text("opened_at") != nil }) {
            try note(.opened, with: "id", message.id.text, of: message.recipient, now: message.createdAt, db)
        }
        guard let actions = message.actions else { return }
        let taken = ordered.flatMap { ($0.text("taken") ?? "").split(separator: " ") }.compactMap { ActionID(String($0)) }.filter { actions[$0] != nil }
        guard !taken.isEmpty else { return }
        for action in taken { _ = try write(action, of: message.id.text, to: message.recipient, isMessage: true, db) }
        try note(.acted, with: "id", message.id.text, of: message.recipient, now: message.createdAt, db)
    }

    /// What was ordered with it for the same person, over other channels: `taken`, and `message_id` where it lies in their inbox.
    private static func orderedBeside(_ id: DeliveryID, of user: UserID, saying payload: Payload, _ db: Database) throws -> [StoredRow] {
        try StoredRow.fetchAll(
            db,
            sql: """
                SELECT other.payload, other.opened_at, coalesce(message.actions_taken, other.actions_taken) AS taken, message.id AS message_id
                FROM notification_queue own
                JOIN notification_queue other ON other.recipient_user_id = own.recipient_user_id AND other.created_at = own.created_at
                    AND other.app_id = own.app_id AND other.member_user_id = own.member_user_id AND other.id <> own.id
                LEFT JOIN inbox_messages message ON message.id = other.id AND message.recipient_user_id = other.recipient_user_id
                WHERE own.id = ? AND own.recipient_user_id = ? ORDER BY other.id
                """, arguments: [id.text, user.text]
        ).filter { Payload(stored: $0.text("payload") ?? "").saysSame(as: payload) }
    }

    /// What told a person of an alert: also the summaries that it was merged into, which have the alert of their lead alone.
    static func note(_ engagement: EngagementStep, withAlert alert: String, of user: UserID, now: Instant, _ db: Database) throws {
        try note(engagement, with: "alert_state_id", alert, of: user, now: now, db)
        let summaries = try String.fetchAll(
            db,
            sql: "SELECT DISTINCT merged_into FROM notification_queue WHERE alert_state_id = ? AND recipient_user_id = ? AND merged_into IS NOT NULL",
            arguments: [alert, user.text])
        for summary in summaries { try note(engagement, with: "id", summary, of: user, now: now, db) }
    }

    /// - Parameter column: by which a person's messages are meant.
    private static func note(_ engagement: EngagementStep, with column: String, _ value: String, of user: UserID, now: Instant, _ db: Database) throws {
        let acted = engagement == .acted ? "acted_at = coalesce(acted_at, ?1), " : ""
        try db.execute(
            sql: """
                UPDATE inbox_messages SET \(acted)read_at = coalesce(read_at, ?1), unread_again_at = NULL, \(takingBack("?1"))
                WHERE \(column) = ?2 AND recipient_user_id = ?3
                """, arguments: [now.sql, value, user.text])
    }
}
