import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// How much somebody was told on one day, or under an app's key: looked for only of those who want at most so much, and of what is throttled.

extension SQLiteStore {
    /// The latest first, each recipient's.
    ///
    /// - Parameter countsMax: who wants at most how much.
    static func toldLately(_ countsMax: [UserID: Int], at now: Instant, _ db: Database) throws -> [UserID: [ToldLately.Entry]] {
        guard !countsMax.isEmpty else { return [:] }
        func list(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }
        func queued(_ since: String) -> String {
            """
            SELECT * FROM (SELECT id, decided_at, channel, status, app_id, created_at, alert_state_id, route_key, payload FROM notification_queue
            WHERE recipient_user_id = ?1 AND \(since) LIMIT ?4)
            """
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM (\(queued("created_at >= ?2 ORDER BY created_at DESC")) UNION \(queued("created_at >= ?3 ORDER BY created_at")))
                WHERE decided_at >= ?3 AND channel IN (\(list(ToldLately.channels.map(\.rawValue))))
                    AND status IN (\(list(ToldLately.statuses.map(\.rawValue))))
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

    /// The latest first, each one's.
    static func throttledLately(_ asked: [ThrottledLately], at now: Instant, _ db: Database) throws -> [ThrottledLately: [ToldLately.Entry]] {
        guard !asked.isEmpty else { return [:] }
        func queued(_ since: String) -> String {
            """
            SELECT * FROM (SELECT id, decided_at, status, app_id, created_at, alert_state_id, route_key, payload FROM notification_queue
            WHERE recipient_user_id = ?1 AND \(since) LIMIT \(ThrottledLately.rowCountMax))
            """
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM (\(queued("created_at >= ?3 ORDER BY created_at DESC")) UNION \(queued("created_at >= ?4 ORDER BY created_at")))
                WHERE decided_at > ?4 AND status IN (\(ThrottledLately.statuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
                    AND app_id = ?2 AND json_extract(payload, '$.throttle.key') = ?5
                ORDER BY decided_at DESC LIMIT ?6
                """)
        return try asked.reduce(into: [:]) { told, asked in
            let rows = try StoredRow.fetchAll(
                statement,
                arguments: [
                    asked.recipient.text, asked.app.text, (now - ThrottledLately.queueLength).sql, (now - asked.throttle.window).sql, asked.throttle.key,
                    asked.entryCountMax,
                ])
            told[asked] = rows.compactMap(entry)
        }
    }

    /// Nil where an identifier in it can't be read.
    private static func entry(_ row: StoredRow) -> ToldLately.Entry? {
        guard let moment = row.instant("decided_at"), let createdAt = row.instant("created_at"), let app: AppID = row.identifier("app_id") else { return nil }
        let subject = ToldLately.Subject(
            route: row.text("route_key"), alert: row.identifier("alert_state_id"), app: app, createdAt: createdAt,
            payload: Payload(stored: row.text("payload") ?? ""))
        return ToldLately.Entry(subject, at: moment)
    }
}
