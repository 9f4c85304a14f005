import BelfryModel
import BelfryPorts
import BelfryTime

// How much somebody was told on one day, or under an app's key: looked for only of those who want at most so much, and of what is throttled.

extension PostgresStore {
    /// What is marked as counted, and of what was told before they limited it, as much as is among the latest. In the order of the index that has it. The
    /// latest as a row of both, because there is an index of moments alone: while a month is empty that looks as good. What is counted not so, because then the
    /// index of the latest would do, for all but the moments.
    ///
    /// - Parameters:
    ///   - countsMax: who wants at most how much; nobody is looked for where it is empty.
    ///   - dueAt: until when what is due counts.
    static func askToldLately(_ countsMax: [UserID: Int], dueAt: Moment, _ db: Connection) throws -> [Answer] {
        guard let most = countsMax.values.max() else { return [] }
        func before(_ length: Duration) -> String { "\(dueAt.sql(2)) - make_interval(secs => \(length.milliseconds / 1000))" }
        let isTold = """
            decided_at >= \(before(ToldLately.length)) AND channel IN (\(list(ToldLately.channels))) AND status IN (\(list(ToldLately.statuses)))
            """
        func told(to recipient: String) -> String {
            """
            SELECT \(toldColumns) FROM (
                SELECT * FROM (
                    SELECT id, \(toldColumns) FROM notification_queue
                    WHERE recipient_user_id = \(recipient) AND counted_at >= \(before(ToldLately.length)) AND \(isTold)
                    ORDER BY counted_at DESC LIMIT $3) AS counted
                UNION SELECT id, \(toldColumns) FROM (
                    SELECT id, channel, status, \(toldColumns) FROM notification_queue
                    WHERE (recipient_user_id, created_at) >= (\(recipient), \(before(ToldLately.queueLength))) AND recipient_user_id <= \(recipient)
                    ORDER BY recipient_user_id DESC, created_at DESC LIMIT $4) AS latest
                WHERE \(isTold)) AS known
            ORDER BY decided_at DESC LIMIT $3
            """
        }
        func ask(_ sql: String, _ recipients: any SQLConvertible) throws -> Answer {
            try db.send(sql, recipients, dueAt.value, ToldLately.entryCountMax(for: most), ToldLately.rowCountMax(for: most))
        }
        let recipients = countsMax.keys.sorted()
        // What is asked of all nodes there is asked for one person at a time.
        if try db.isOnCitus() {
            return try recipients.map { try ask("SELECT $1::text AS recipient, told.* FROM (\(told(to: "$1"))) AS told", $0) }
        }
        let lateral = "SELECT asked.recipient, told.* FROM unnest($1::text[]) AS asked (recipient) CROSS JOIN LATERAL (\(told(to: "asked.recipient"))) AS told"
        return [try ask(lateral, recipients)]
    }

    /// The latest first, each recipient's.
    static func toldLately(_ answers: [Answer]) throws -> [UserID: [ToldLately.Entry]] {
        var told: [UserID: [ToldLately.Entry]] = [:]
        for row in try answers.flatMap({ try $0.rows() }) {
            guard let recipient: UserID = row.identifier("recipient"), let entry = toldEntry(row) else { continue }
            told[recipient, default: []].append(entry)
        }
        return told
    }

    /// Two workers that decide under one key for one person at one moment see each other's: one waits until the other's transaction is over. Of what isn't
    /// throttled nobody waits.
    static func lockThrottled(_ asked: [ThrottledLately], _ db: Connection) throws {
        // Put together with a character that none of them has; in one order, so that nobody waits in a ring.
        let keys = Set(asked.map { "\($0.app)\t\($0.recipient)\t\($0.throttle.key)" })
        guard !keys.isEmpty else { return }
        try db.execute(
            """
            SELECT pg_advisory_xact_lock(lock) FROM (
                SELECT DISTINCT hashtextextended(key, $2) AS lock FROM unnest($1::text[]) AS given (key) ORDER BY lock) AS locks
            """, keys.sorted(), Exclusive.throttles.rawValue)
    }

    /// App by app. In the order of the index that has only what counts, as of ``askToldLately(_:dueAt:_:)``: of what the person was told under limits in the
    /// window no more is read than that.
    static func askThrottled(_ asked: [ThrottledLately], dueAt: Moment, _ db: Connection) throws -> [(asked: [ThrottledLately], answer: Answer)] {
        try Dictionary(grouping: asked, by: \.app).map { app, asked in (asked, try askThrottled(asked, of: app, dueAt: dueAt, db)) }
    }

    private static func askThrottled(_ asked: [ThrottledLately], of app: AppID, dueAt: Moment, _ db: Connection) throws -> Answer {
        let window = "\(dueAt.sql(4)) - make_interval(mins => asked.minutes::integer)"
        return try db.send(
            """
            SELECT asked.number, told.* FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked (recipient, key, minutes, number)
            CROSS JOIN LATERAL (
                SELECT \(toldColumns) FROM notification_queue
                WHERE recipient_user_id = asked.recipient AND counted_at > \(window) AND status IN (\(list(ThrottledLately.statuses)))
                    AND app_id = $6 AND payload->'throttle'->>'key' = asked.key
                ORDER BY counted_at DESC LIMIT $5) AS told
            """, asked.map(\.recipient), asked.map(\.throttle.key), asked.map(\.throttle.windowMinutes), dueAt.value,
            asked.map(\.entryCountMax).max(), app)
    }

    private static let toldColumns = "decided_at, app_id, created_at, alert_state_id, route_key, payload"

    private static func list<Word: RawRepresentable<String>>(_ words: [Word]) -> String { words.map { "'\($0.rawValue)'" }.joined(separator: ", ") }

    /// The latest first, each one's.
    static func throttledLately(_ answers: [(asked: [ThrottledLately], answer: Answer)]) throws -> [ThrottledLately: [ToldLately.Entry]] {
        var told: [ThrottledLately: [ToldLately.Entry]] = [:]
        for (asked, answer) in answers {
            for row in try answer.rows() {
                guard let number = row.integer("number"), asked.indices.contains(number - 1), let entry = toldEntry(row) else { continue }
                told[asked[number - 1], default: []].append(entry)
            }
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
