import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: Inbox {
    @discardableResult
    public func append(_ message: InboxMessage) async throws -> Bool {
        try await pool.write { db in
            // Whoever takes back or erases what these are told, or is told of them, waits until it is there, or else is through before it is looked up.
            try Self.lock(Set([message.recipient, message.member] + message.merged.values), .messages, alone: false, db)
            guard try !Self.isErased(message, db) else { return true }
            guard try Self.isStillMerged(message, db) else { return false }
            if let collapseID = message.collapseID {
                // Of two that come at once, each would see nothing of the other, and both would stay.
                try db.execute(
                    "SELECT pg_advisory_xact_lock(hashtextextended($1::text || E'\\t' || $2::text, $3))", message.recipient, collapseID,
                    Exclusive.collapses.rawValue)
                try db.execute(
                    """
                    UPDATE inbox_messages SET retracted_at = $1, \(Self.takingBackAsItWas)
                    WHERE recipient_user_id = $2 AND collapse_id = $3 AND retracted_at IS NULL AND NOT EXISTS (SELECT 1 FROM inbox_messages WHERE id = $4)
                    """, message.createdAt, message.recipient, collapseID, message.id)
            }
            let inserted = try db.send(
                """
                INSERT INTO inbox_messages
                    (id, recipient_user_id, member_user_id, alert_state_id, category, title, body, severity, created_at, read_at, language, link,
                    actions, app_id, collapse_id, retracted_at)
                SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::timestamptz, $10::timestamptz, $11::text,
                    $12::text, $13::json, $15::text, CASE WHEN queued.retracted_by IS NULL THEN $14::text ELSE '\(InboxMessage.collapseIDOfTakenBack)' END,
                    queued.retracted_at
                -- Another app may have one of the same name.
                FROM (SELECT max(retracted_at) AS retracted_at, max(retracted_by) AS retracted_by FROM notification_queue
                    WHERE id = $1 AND recipient_user_id = $2) AS queued
                ON CONFLICT (id) DO NOTHING
                """,
                message.id, message.recipient, message.member, message.alert, message.category, message.content.title, message.content.body,
                message.content.severity.rawValue, message.createdAt, message.readAt, message.language?.rawValue, message.link?.text,
                MessageExtras(of: message).json, message.collapseID, message.app)
            let opened = try Self.askOpened(with: message, db)
            let (isNew, own) = (try inserted.changeCount() > 0, try opened.rows().first)
            guard isNew else { return true }
            if let own { try Self.adoptEngagement(by: message, ordered: own, db) }
            // Somebody may have done it for all while it was on its way.
            if message.sharedKey != nil, try !Self.doers(of: [message.id], to: message.recipient, db).isEmpty {
                try Self.close([(id: message.id.text, recipient: message.recipient)], now: message.createdAt, db)
            }
            return true
        }
    }

    public func messages(of user: UserID, in folder: InboxFolder, before: InboxPlace?, countMax: Int, now: Instant) async throws -> [InboxMessage] {
        // An index for each, so that a full archive doesn't slow the inbox down.
        let isThere =
            switch folder {
            case .inbox: "archived_at IS NULL AND (later_until IS NULL OR later_until <= $5::timestamptz)"
            // What it doesn't need is named, so that the parameters are the same.
            case .archive: "archived_at IS NOT NULL AND $5::timestamptz IS NOT NULL"
            case .later: "archived_at IS NULL AND later_until > $5::timestamptz"
            }
        let (place, beginning, isBehind, order) =
            folder == .later ? ("later_until", "-infinity", ">", "ASC") : (Schema.placedAt, "infinity", "<", "DESC")
        return try await pool.single { db in
            let messages = try db.rows(
                """
                SELECT * FROM inbox_messages WHERE recipient_user_id = $1 AND \(isThere)
                    AND (\(place), id) \(isBehind) (coalesce($3::timestamptz, '\(beginning)'), coalesce($4::text, ''))
                ORDER BY \(place) \(order), id \(order) LIMIT $2
                """, user, countMax, before?.moment, before?.id, now
            ).compactMap { Self.message($0) }
            let names = try Self.namesOfDoers(of: messages, for: user, db)
            return names.isEmpty ? messages : messages.map { $0.doneBy(names[$0.id]) }
        }
    }

    /// What is put off is where it was; what is back stays on top. The first parameter is now.
    static let takingBack = "later_until = CASE WHEN later_until <= $1::timestamptz THEN later_until END"

    /// And read, where it was read before it was put off.
    static let takingBackAsItWas = """
        \(takingBack), unread_again_at = CASE
            WHEN later_until > $1::timestamptz AND unread_again_at > $1::timestamptz THEN NULL ELSE unread_again_at END
        """

    public func unreadCount(of user: UserID, now: Instant) async throws -> Int {
        try await pool.single { db in
            try db.row(
                """
                SELECT count(*) AS count FROM inbox_messages
                WHERE recipient_user_id = $1 AND \(Schema.isToBeRead) AND (later_until IS NULL OR later_until <= $2)
                """, user, now)?.integer("count") ?? 0
        }
    }

    public func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change(
                """
                UPDATE inbox_messages SET read_at = coalesce(read_at, $1), unread_again_at = NULL, \(Self.takingBack)
                WHERE id = $2 AND recipient_user_id = $3
                """, now, id, user) > 0
        }
    }

    public func markRead(through id: DeliveryID, of user: UserID, countMax: Int, now: Instant) async throws -> Int? {
        try await pool.write { db in
            let last = try db.row(
                """
                SELECT CASE WHEN later_until <= $3 THEN later_until ELSE created_at END AS placed_at FROM inbox_messages
                WHERE id = $1 AND recipient_user_id = $2
                """, id, user, now)
            guard let placedAt = last?.instant("placed_at") else { return nil }
            return try db.change(
                """
                UPDATE inbox_messages SET read_at = coalesce(read_at, $1), unread_again_at = NULL
                WHERE recipient_user_id = $2 AND \(Schema.isToBeRead) AND id IN (
                    SELECT id FROM inbox_messages
                    WHERE recipient_user_id = $2 AND \(Schema.isToBeRead) AND (later_until IS NULL OR later_until <= $1)
                        AND (\(Schema.placedAt), id) <= ($3::timestamptz, $4::text)
                    ORDER BY \(Schema.placedAt) DESC, id DESC LIMIT $5)
                """, now, user, placedAt, id, countMax)
        }
    }

    public func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change(
                """
                UPDATE inbox_messages SET unread_again_at = CASE WHEN read_at IS NOT NULL THEN coalesce(unread_again_at, $1) END
                WHERE id = $2 AND recipient_user_id = $3
                """, now, id, user) > 0
        }
    }

    public func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change(
                """
                UPDATE inbox_messages SET archived_at = CASE WHEN $4 THEN coalesce(archived_at, $1) END
                WHERE id = $2 AND recipient_user_id = $3
                """, now, id, user, isArchived) > 0
        }
    }

    public func putOff(_ id: DeliveryID, until moment: Instant?, of user: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            guard let moment else {
                return try db.change(
                    """
                    UPDATE inbox_messages SET \(Self.takingBackAsItWas) WHERE id = $2 AND recipient_user_id = $3
                    """, now, id, user) > 0
            }
            // Unread since before, it is so when it is taken back, too.
            return try db.change(
                """
                UPDATE inbox_messages SET later_until = $4::timestamptz, archived_at = NULL, unread_again_at = CASE
                    WHEN read_at IS NULL THEN NULL WHEN unread_again_at <= $1::timestamptz THEN unread_again_at ELSE $4::timestamptz END
                WHERE id = $2 AND recipient_user_id = $3
                """, now, id, user, moment) > 0
        }
    }

    private static func message(_ row: Row) -> InboxMessage? {
        guard let id: DeliveryID = row.identifier("id"), let recipient: UserID = row.identifier("recipient_user_id"),
            let member: UserID = row.identifier("member_user_id"), let createdAt = row.instant("created_at")
        else { return nil }
        let content = NotificationContent(title: row.text("title") ?? "", body: row.text("body") ?? "", severity: row.choice("severity") ?? .watch)
        let extras = MessageExtras(stored: row.text("actions"))
        return InboxMessage(
            id: id, recipient: recipient, member: member, app: row.identifier("app_id"), alert: row.identifier("alert_state_id"),
            category: row.text("category") ?? "general", content: content, createdAt: createdAt,
            readAt: row.instant("unread_again_at") == nil ? row.instant("read_at") : nil, retractedAt: row.instant("retracted_at"),
            archivedAt: row.instant("archived_at"), laterUntil: row.instant("later_until"), language: row.choice("language"),
            link: row.text("link").flatMap { NotificationLink($0) }, actions: extras?.actions, image: extras?.image,
            actionsTaken: (row.text("actions_taken") ?? "").split(separator: " ").compactMap { ActionID(String($0)) },
            collapseID: row.text("collapse_id"))
    }
}

extension MessageExtras {
    /// Nil also where it can't be read.
    init?(stored text: String?) {
        guard let text, let extras = try? JSONDecoder().decode(MessageExtras.self, from: Data(text.utf8)) else { return nil }
        self = extras
    }
}
