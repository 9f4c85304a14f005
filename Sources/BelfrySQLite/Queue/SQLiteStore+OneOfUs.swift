import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// What one of several people does for all: whose delivery has a `sharedKey`.

extension SQLiteStore {
    public func doneByOthers(among ids: [DeliveryID], of user: UserID) async throws -> Set<DeliveryID> {
        try await pool.read { db in Set(try ids.filter { try Self.isDoneByOther($0.text, to: user, db) }) }
    }

    /// Deliveries to others of which one acts for all with a delivery, `own`.
    private static let othersOfShared = """
        notification_queue own JOIN notification_queue other ON other.route_key = own.route_key AND other.app_id = own.app_id
            AND other.recipient_user_id <> own.recipient_user_id AND json_extract(own.payload, '$.one_of_us') = 1
        """

    static func isDoneByOther(_ id: String, to user: UserID, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM \(othersOfShared) WHERE own.id = ? AND own.recipient_user_id = ? AND other.acted_at IS NOT NULL)",
            arguments: [id, user.text]) ?? false
    }

    /// The first name of whoever has done what a message tells, for its recipient, `?1`: nothing else is looked for of what isn't done.
    static let doneBy = """
        CASE WHEN collapse_id = '\(InboxMessage.collapseIDOfDone)' THEN (
            SELECT \(firstName(of: "other.recipient_user_id", seenBy: "?1")) FROM \(othersOfShared)
            WHERE own.id = inbox_messages.id AND own.recipient_user_id = ?1 AND other.acted_at IS NOT NULL LIMIT 1) END AS done_by
        """

    /// What others have of it in their inboxes is done.
    static func closeOthers(besides id: DeliveryID, to user: UserID, now: Instant, _ db: Database) throws {
        let others = try String.fetchAll(
            db, sql: "SELECT other.id FROM \(othersOfShared) WHERE own.id = ? AND own.recipient_user_id = ?", arguments: [id.text, user.text])
        guard !others.isEmpty else { return }
        try close(others, now: now, db)
        for other in others { try db.cachedStatement(sql: Schema.noteDone).execute(arguments: [now.sql, other]) }
    }

    static func close(_ messages: [String], now: Instant, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE inbox_messages SET retracted_at = ?1, collapse_id = '\(InboxMessage.collapseIDOfDone)', \(takingBackAsItWas("?1"))
                WHERE id IN (SELECT value FROM json_each(?2)) AND retracted_at IS NULL
                """, arguments: [now.sql, messages.jsonList])
    }
}
