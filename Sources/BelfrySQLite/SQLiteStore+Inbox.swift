import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: Inbox {
    public func append(_ message: InboxMessage) async throws {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO inbox_messages
                        (id, recipient_user_id, member_user_id, alert_state_id, category, title, body, severity, created_at, read_at, retracted_at)
                    VALUES (\(placeholders(10)), (SELECT retracted_at FROM notification_queue WHERE id = ?)) ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [
                    message.id.text, message.recipient.text, message.member.text, message.alert?.text, message.category,
                    message.content.title, message.content.body, message.content.severity.rawValue, message.createdAt.sql,
                    message.readAt?.sql, message.id.text,
                ])
        }
    }

    public func messages(of user: UserID, countMax: Int) async throws -> [InboxMessage] {
        try await pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM inbox_messages WHERE recipient_user_id = ? ORDER BY created_at DESC, id DESC LIMIT ?",
                arguments: [user.text, countMax]
            ).compactMap(Self.message)
        }
    }

    public func markRead(_ id: DeliveryID, of user: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE inbox_messages SET read_at = coalesce(read_at, ?) WHERE id = ? AND recipient_user_id = ?",
                arguments: [now.sql, id.text, user.text])
            return db.changesCount > 0
        }
    }

    private static func message(_ row: Row) -> InboxMessage? {
        guard let id: DeliveryID = row.identifier("id"), let recipient: UserID = row.identifier("recipient_user_id"),
            let member: UserID = row.identifier("member_user_id"), let createdAt = row.instant("created_at")
        else { return nil }
        let content = NotificationContent(title: row.text("title") ?? "", body: row.text("body") ?? "", severity: row.choice("severity") ?? .watch)
        return InboxMessage(
            id: id, recipient: recipient, member: member, alert: row.identifier("alert_state_id"), category: row.text("category") ?? "general", content: content,
            createdAt: createdAt, readAt: row.instant("read_at"), retractedAt: row.instant("retracted_at"))
    }
}

extension SQLiteStore: CredentialStore {
    public func addKey(named name: String, hash: String, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(sql: "INSERT INTO api_keys (name, key_hash, created_at) VALUES (?, ?, ?)", arguments: [name, hash, now.sql])
        }
    }

    public func keyName(hash: String) async throws -> String? {
        try await pool.read { db in
            try String.fetchOne(db, sql: "SELECT name FROM api_keys WHERE key_hash = ? AND revoked_at IS NULL", arguments: [hash])
        }
    }

    public func revokeKey(named name: String, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.execute(sql: "UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE name = ?", arguments: [now.sql, name])
            return db.changesCount > 0
        }
    }

    public func keys() async throws -> [APIKeyRecord] {
        try await pool.read { db in
            try Row.fetchAll(db, sql: "SELECT name, created_at, revoked_at FROM api_keys ORDER BY created_at, name").map { row in
                APIKeyRecord(
                    name: row.text("name") ?? "", createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0),
                    revokedAt: row.instant("revoked_at"))
            }
        }
    }
}
