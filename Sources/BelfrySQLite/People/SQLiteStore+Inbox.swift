import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: Inbox {
    @discardableResult
    public func append(_ message: InboxMessage) async throws -> Bool {
        try await write { db in
            guard try !Self.isErased(message, db) else { return true }
            guard try Self.isStillMerged(message, db) else { return false }
            if let collapseID = message.collapseID {
                try db.execute(
                    sql: """
                        UPDATE inbox_messages SET retracted_at = ?1, \(Self.takingBackAsItWas("?1"))
                        WHERE recipient_user_id = ?2 AND collapse_id = ?3 AND retracted_at IS NULL AND NOT EXISTS (SELECT 1 FROM inbox_messages WHERE id = ?4)
                        """, arguments: [message.createdAt.sql, message.recipient.text, collapseID.sql, message.id.text])
            }
            try db.execute(
                sql: """
                    INSERT INTO inbox_messages
                        (id, recipient_user_id, member_user_id, app_id, alert_state_id, category, title, body, severity, created_at, read_at, language,
                        link, actions, collapse_id, retracted_at)
                    SELECT \(placeholders(14)), CASE WHEN queued.retracted_by IS NULL THEN ? ELSE '\(InboxMessage.collapseIDOfTakenBack)' END,
                        queued.retracted_at
                    FROM (SELECT max(retracted_at) AS retracted_at, max(retracted_by) AS retracted_by FROM notification_queue WHERE id = ?) AS queued
                    -- Else it would be read as part of a join.
                    WHERE true
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [
                    message.id.text, message.recipient.text, message.member.text, message.app?.text, message.alert?.text, message.category.sql,
                    message.content.title.sql, message.content.body.sql, message.content.severity.rawValue, message.createdAt.sql,
                    message.readAt?.sql, message.language?.rawValue, message.link?.text, MessageExtras(of: message).json,
                    message.collapseID?.sql, message.id.text,
                ])
            if db.changesCount > 0 {
                try Self.adoptEngagement(by: message, db)
                // Somebody may have done it for all while it was on its way.
                if message.sharedKey != nil, try Self.isDoneByOther(message.id.text, to: message.recipient, db) {
                    try Self.close([message.id.text], now: message.createdAt, db)
                }
            }
            return true
        }
    }

    public func messages(of user: UserID, in folder: InboxFolder, before: InboxPlace?, countMax: Int, now: Instant) async throws -> [InboxMessage] {
        try await pool.read { db in
            // An index for each, so that a full archive doesn't slow the inbox down.
            let (isThere, place) =
                switch folder {
                case .inbox: ("archived_at IS NULL AND \(Self.isBack("?2"))", Schema.placedAt)
                case .archive: ("archived_at IS NOT NULL", Schema.placedAt)
                case .later: ("archived_at IS NULL AND later_until > ?2", "later_until")
                }
            let (isBehind, order) = folder == .later ? (">", "ASC") : ("<", "DESC")
            // The first of the two is what the index is searched by.
            let isBefore = before == nil ? "" : "AND \(place) \(isBehind)= ?4 AND (\(place), id) \(isBehind) (?4, ?5)"
            return try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT *, \(Self.doneBy) FROM inbox_messages WHERE recipient_user_id = ?1 AND \(isThere) \(isBefore)
                    ORDER BY \(place) \(order), id \(order) LIMIT ?3
                    """, arguments: [user.text, now.sql, countMax] + StatementArguments(before.map { [$0.moment.sql, $0.id.text] } ?? [])
            ).compactMap(Self.message)
        }
    }

    public func unreadCount(of user: UserID, now: Instant) async throws -> Int {
        try await pool.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM \(Self.unreadMessages) WHERE recipient_user_id = ?1 AND \(Schema.isToBeRead) AND \(Self.isBack("?2"))
                    """, arguments: [user.text, now.sql]) ?? 0
        }
    }

    /// By their own index, named because another one looks as good to SQLite: by that all is read that ever came.
    private static let unreadMessages = "inbox_messages INDEXED BY inbox_messages_unread"

    /// Of a message, that it isn't put off, or was until now.
    private static func isBack(_ now: String) -> String { "(later_until IS NULL OR later_until <= \(now))" }

    /// What is put off is where it was; what is back stays on top.
    static func takingBack(_ now: String) -> String { "later_until = CASE WHEN later_until <= \(now) THEN later_until END" }

    /// And read, where it was read before it was put off.
    static func takingBackAsItWas(_ now: String) -> String {
        "\(takingBack(now)), unread_again_at = CASE WHEN later_until > \(now) AND unread_again_at > \(now) THEN NULL ELSE unread_again_at END"
    }

    public func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE inbox_messages SET read_at = coalesce(read_at, ?1), unread_again_at = NULL, \(Self.takingBack("?1"))
                    WHERE id = ?2 AND recipient_user_id = ?3
                    """, arguments: [now.sql, id.text, user.text])
            return db.changesCount > 0
        }
    }

    public func markRead(through id: DeliveryID, of user: UserID, countMax: Int, now: Instant) async throws -> Int? {
        try await write { db in
            let placedAt = try String.fetchOne(
                db,
                sql: """
                    SELECT CASE WHEN later_until <= ?1 THEN later_until ELSE created_at END FROM inbox_messages WHERE id = ?2 AND recipient_user_id = ?3
                    """, arguments: [now.sql, id.text, user.text])
            guard let placedAt else { return nil }
            try db.execute(
                sql: """
                    UPDATE inbox_messages SET read_at = coalesce(read_at, ?1), unread_again_at = NULL WHERE id IN (
                        SELECT id FROM \(Self.unreadMessages) WHERE recipient_user_id = ?2 AND \(Schema.isToBeRead) AND \(Self.isBack("?1"))
                            AND (\(Schema.placedAt), id) <= (?3, ?4)
                        ORDER BY \(Schema.placedAt) DESC, id DESC LIMIT ?5)
                    """, arguments: [now.sql, user.text, placedAt, id.text, countMax])
            return db.changesCount
        }
    }

    public func markUnread(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE inbox_messages SET unread_again_at = CASE WHEN read_at IS NULL THEN NULL ELSE coalesce(unread_again_at, ?) END
                    WHERE id = ? AND recipient_user_id = ?
                    """, arguments: [now.sql, id.text, user.text])
            return db.changesCount > 0
        }
    }

    public func setArchived(_ isArchived: Bool, _ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE inbox_messages SET archived_at = CASE WHEN ? THEN coalesce(archived_at, ?) END WHERE id = ? AND recipient_user_id = ?",
                arguments: [isArchived, now.sql, id.text, user.text])
            return db.changesCount > 0
        }
    }

    public func putOff(_ id: DeliveryID, until moment: Instant?, of user: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            if let moment {
                // Unread since before, it is so when it is taken back, too.
                try db.execute(
                    sql: """
                        UPDATE inbox_messages SET later_until = ?1, archived_at = NULL, unread_again_at = CASE
                            WHEN read_at IS NULL THEN NULL WHEN unread_again_at <= ?2 THEN unread_again_at ELSE ?1 END
                        WHERE id = ?3 AND recipient_user_id = ?4
                        """, arguments: [moment.sql, now.sql, id.text, user.text])
            } else {
                try db.execute(
                    sql: """
                        UPDATE inbox_messages SET \(Self.takingBackAsItWas("?1")) WHERE id = ?2 AND recipient_user_id = ?3
                        """, arguments: [now.sql, id.text, user.text])
            }
            return db.changesCount > 0
        }
    }

    private static func message(_ row: StoredRow) -> InboxMessage? {
        guard let id: DeliveryID = row.identifier("id"), let recipient: UserID = row.identifier("recipient_user_id"),
            let member: UserID = row.identifier("member_user_id"), let createdAt = row.instant("created_at")
        else { return nil }
        let content = NotificationContent(title: row.text("title") ?? "", body: row.text("body") ?? "", severity: row.choice("severity") ?? .watch)
        let extras = MessageExtras(stored: row.text("actions"))
        return InboxMessage(
            id: id, recipient: recipient, member: member, app: row.identifier("app_id"), alert: row.identifier("alert_state_id"),
            category: row.text("category") ?? "general", content: content, createdAt: createdAt,
            readAt: row.text("unread_again_at") == nil ? row.instant("read_at") : nil, retractedAt: row.instant("retracted_at"),
            archivedAt: row.instant("archived_at"), laterUntil: row.instant("later_until"), language: row.choice("language"),
            link: row.text("link").flatMap { NotificationLink($0) }, actions: extras?.actions, image: extras?.image,
            actionsTaken: (row.text("actions_taken") ?? "").split(separator: " ").compactMap { ActionID(String($0)) },
            collapseID: row.text("collapse_id"), doneBy: row.text("done_by"))
    }
}

extension MessageExtras {
    /// Nil also where it can't be read.
    init?(stored text: String?) {
        guard let text, let extras = try? JSONDecoder().decode(MessageExtras.self, from: Data(text.utf8)) else { return nil }
        self = extras
    }
}
