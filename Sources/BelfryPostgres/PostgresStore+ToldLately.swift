import BelfryModel
import BelfryPorts
import BelfryTime

// How much somebody was told on one day, or under an app's key: looked for only of those who want at most so much, and of what is throttled.

extension PostgresStore {
    /// In the order of the index that has it, and as a row of both, because there is an index of moments alone: while a month is empty that looks as good.
    /// The first that were queued are read only where the latest aren't all.
    ///
    /// - Parameters:
    ///   - countsMax: who wants at most how much; nobody is looked for where it is empty.
    ///   - dueAt: until when what is due counts.
    static func askToldLately(_ countsMax: [UserID: Int], dueAt: Moment, _ db: Connection) throws -> Answer? {
        guard let most = countsMax.values.max() else { return nil }
        func list(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }
        func before(_ length: Duration) -> String { "\(dueAt.sql(2)) - make_interval(secs => \(length.milliseconds / 1000))" }
        func rows(since length: Duration, _ direction: String) -> String {
            """
            SELECT id, decided_at, channel, status, app_id, created_at, alert_state_id, route_key, payload FROM notification_queue
            WHERE (recipient_user_id, created_at) >= (asked.recipient, \(before(length))) AND recipient_user_id <= asked.recipient
            ORDER BY recipient_user_id \(direction), created_at \(direction) LIMIT $4
            """
        }
        return try db.send(
            """
            SELECT asked.recipient, told.* FROM unnest($1::text[]) AS asked (recipient) CROSS JOIN LATERAL (
                WITH latest AS MATERIALIZED (\(rows(since: ToldLately.queueLength, "DESC")))
                SELECT decided_at, app_id, created_at, alert_state_id, route_key, payload FROM (
                    SELECT * FROM latest
                    UNION SELECT * FROM (\(rows(since: ToldLately.length, "ASC"))) AS first WHERE (SELECT count(*) FROM latest) >= $4) AS queued
                WHERE decided_at >= \(before(ToldLately.length)) AND channel IN (\(list(ToldLately.channels.map(\.rawValue))))
                    AND status IN (\(list(ToldLately.statuses.map(\.rawValue))))
                ORDER BY decided_at DESC LIMIT $3) AS told
            """, countsMax.keys.sorted(), dueAt.value, ToldLately.entryCountMax(for: most), ToldLately.rowCountMax(for: most))
    }

    /// The latest first, each recipient's.
    static func toldLately(_ answer: Answer?) throws -> [UserID: [ToldLately.Entry]] {
        var told: [UserID: [ToldLately.Entry]] = [:]
        for row in try answer?.rows() ?? [] {
            guard let recipient: UserID = row.identifier("recipient"), let entry = toldEntry(row) else { continue }
            told[recipient, default: []].append(entry)
        }
        return told
    }

    /// As of ``askToldLately(_:dueAt:_:)``.
    static func askThrottled(_ asked: [ThrottledLately], dueAt: Moment, _ db: Connection) throws -> Answer? {
        guard let most = asked.map(\.entryCountMax).max() else { return nil }
        let statuses = ThrottledLately.statuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let window = "\(dueAt.sql(5)) - make_interval(mins => asked.minutes::integer)"
        func rows(since moment: String, _ direction: String) -> String {
            """
            SELECT id, decided_at, status, app_id, created_at, alert_state_id, route_key, payload FROM notification_queue
            WHERE (recipient_user_id, created_at) >= (asked.recipient, \(moment)) AND recipient_user_id <= asked.recipient
            ORDER BY recipient_user_id \(direction), created_at \(direction) LIMIT \(ThrottledLately.rowCountMax)
            """
        }
        let queueLength = "\(dueAt.sql(5)) - make_interval(secs => \(ThrottledLately.queueLength.milliseconds / 1000))"
        return try db.send(
            """
            SELECT asked.number, told.* FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
                WITH ORDINALITY AS asked (recipient, app, key, minutes, number)
            CROSS JOIN LATERAL (
                WITH latest AS MATERIALIZED (\(rows(since: queueLength, "DESC")))
                SELECT decided_at, app_id, created_at, alert_state_id, route_key, payload FROM (
                    SELECT * FROM latest
                    UNION SELECT * FROM (\(rows(since: window, "ASC"))) AS first
                        WHERE (SELECT count(*) FROM latest) >= \(ThrottledLately.rowCountMax)) AS queued
                WHERE decided_at > \(window) AND status IN (\(statuses)) AND app_id = asked.app AND payload->'throttle'->>'key' = asked.key
                ORDER BY decided_at DESC LIMIT $6) AS told
            """, asked.map(\.recipient), asked.map(\.app), asked.map(\.throttle.key), asked.map(\.throttle.windowMinutes), dueAt.value, most)
    }

    /// The latest first, each one's.
    static func throttledLately(_ answer: Answer?, to asked: [ThrottledLately]) throws -> [ThrottledLately: [ToldLately.Entry]] {
        var told: [ThrottledLately: [ToldLately.Entry]] = [:]
        for row in try answer?.rows() ?? [] {
            guard let number = row.integer("number"), asked.indices.contains(number - 1), let entry = toldEntry(row) else { continue }
            told[asked[number - 1], default: []].append(entry)
        }
        return told
    }

    /// Nil where an identifier in it can't be read.
    private static func toldEntry(_ row: Row) -> ToldLately.Entry? {
        guard let moment = row.instant("decided_at"), let createdAt = row.instant("created_at"), let app: AppID = row.identifier("app_id") else { return nil }
        let subject = ToldLately.Subject(
            route: row.text("route_key"), alert: row.identifier("alert_state_id"), app: app, createdAt: createdAt,
            payload: Payload(stored: row.text("payload") ?? ""))
        return ToldLately.Entry(subject, at: moment)
    }
}
