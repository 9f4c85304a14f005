import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// How much somebody was told on one day, or under an app's key: looked for only of those who want at most so much, and of what is throttled.

extension SQLiteStore {
    /// The latest first, each recipient's: what is marked as counted, and of what was told before they limited it, as much as is among the latest.
    ///
    /// - Parameter countsMax: who wants at most how much.
    static func toldLately(_ countsMax: [UserID: Int], at now: Instant, _ db: Database) throws -> [UserID: [ToldLately.Entry]] {
        guard !countsMax.isEmpty else { return [:] }
        let isTold = "decided_at >= ?3 AND channel IN (\(Self.list(ToldLately.channels))) AND status IN (\(Self.list(ToldLately.statuses)))"
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM (
                    SELECT * FROM (
                        SELECT id, \(toldColumns) FROM notification_queue INDEXED BY notification_queue_counted
                        WHERE recipient_user_id = ?1 AND counted_at >= ?3 AND \(isTold) ORDER BY counted_at DESC LIMIT ?5)
                    UNION SELECT id, \(toldColumns) FROM (
                        SELECT * FROM notification_queue WHERE recipient_user_id = ?1 AND created_at >= ?2 ORDER BY created_at DESC LIMIT ?4) WHERE \(isTold))
                ORDER BY decided_at DESC LIMIT ?5
                """)
        let (queuedSince, decidedSince) = ((now - ToldLately.queueLength).sql, (now - ToldLately.length).sql)
        return try countsMax.reduce(into: [:]) { told, asked in
            let rows = try StoredRow.fetchAll(
                statement,
                arguments: [
                    asked.key.text, queuedSince, decidedSince, ToldLately.rowCountMax(for: asked.value), ToldLately.entryCountMax(for: asked.value),
                ])
            told[asked.key] = rows.compactMap(entry)
        }
    }

    /// The latest first, each one's: of what the person was told under limits in the window no more is read than that.
    static func throttledLately(_ asked: [ThrottledLately], at now: Instant, _ db: Database) throws -> [ThrottledLately: [ToldLately.Entry]] {
        guard !asked.isEmpty else { return [:] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(toldColumns) FROM notification_queue INDEXED BY notification_queue_counted
                WHERE recipient_user_id = ?1 AND counted_at > ?3 AND status IN (\(Self.list(ThrottledLately.statuses)))
                    AND app_id = ?2 AND json_extract(payload, '$.throttle.key') = ?4
                ORDER BY counted_at DESC LIMIT ?5
                """)
        return try asked.reduce(into: [:]) { told, asked in
            let rows = try StoredRow.fetchAll(
                statement,
                arguments: [asked.recipient.text, asked.app.text, (now - asked.throttle.window).sql, asked.throttle.key, asked.entryCountMax])
            told[asked] = rows.compactMap(entry)
        }
    }

    private static let toldColumns = "decided_at, app_id, created_at, alert_state_id, route_key, payload"

    private static func list<Word: RawRepresentable<String>>(_ words: [Word]) -> String { words.map { "'\($0.rawValue)'" }.joined(separator: ", ") }

    /// Nil where an identifier in it can't be read.
    private static func entry(_ row: StoredRow) -> ToldLately.Entry? {
        guard let moment = row.instant("decided_at"), let createdAt = row.instant("created_at"), let app: AppID = row.identifier("app_id") else { return nil }
        let subject = ToldLately.Subject(
            route: row.text("route_key"), alert: row.identifier("alert_state_id"), app: app, createdAt: createdAt,
            payload: Payload(stored: row.text("payload") ?? ""))
        return ToldLately.Entry(subject, at: moment)
    }
}
