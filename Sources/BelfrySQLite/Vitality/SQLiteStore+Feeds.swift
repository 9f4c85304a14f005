import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// Whether the feeds of wearables bring anything.

extension SQLiteStore {
    public func countFeeds(of day: CivilDate, countMax: Int, again: Bool, by rules: FeedRules) async throws -> Bool {
        try await write { db in
            let stored = try StoredRow.fetchOne(db, sql: "SELECT * FROM feed_round WHERE round_date = ?", arguments: [day.description])
            let isThrough = stored?.integer("is_through") == 1
            guard !isThrough || again else { return true }
            let cursor = isThrough ? "" : stored?.text("cursor_user_id") ?? ""
            if cursor.isEmpty { try db.execute(sql: "DELETE FROM feed_counts") }
            // From one person to the next, however many days each has.
            let members = try String.fetchAll(
                db,
                sql: """
                    WITH RECURSIVE worn (person) AS (
                        SELECT min(user_id) FROM wearable_daily_metrics WHERE user_id > ?1
                        UNION ALL
                        SELECT (SELECT min(user_id) FROM wearable_daily_metrics WHERE user_id > person) FROM worn WHERE person IS NOT NULL)
                    SELECT person FROM worn WHERE person IS NOT NULL LIMIT ?2
                    """, arguments: [cursor, countMax])
            for member in members { try Self.count(member, on: day, by: rules, db) }
            let isNowThrough = members.count < countMax
            try db.execute(
                sql: "INSERT OR REPLACE INTO feed_round (id, round_date, cursor_user_id, is_through) VALUES (1, ?, ?, ?)",
                arguments: [day.description, members.last ?? cursor, isNowThrough])
            if isNowThrough { try Self.judgeFeeds(on: day, by: rules, db) }
            return isNowThrough
        }
    }

    private static func count(_ member: String, on day: CivilDate, by rules: FeedRules, _ db: Database) throws {
        let last = try String.fetchOne(
            db.cachedStatement(sql: "SELECT max(metric_date) FROM wearable_daily_metrics WHERE user_id = ? AND metric_date <= ?"),
            arguments: [member, (day + 1).description]
        ).flatMap(CivilDate.init)
        guard let last, last >= day - rules.lookBackDayCount else { return }
        let first = last - (rules.regularDayCount - 1)
        let dayCount = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(DISTINCT metric_date) FROM wearable_daily_metrics WHERE user_id = ? AND metric_date BETWEEN ? AND ?"),
            arguments: [member, first.description, last.description])
        guard let dayCount, dayCount >= rules.regularDayCountMin else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO feed_counts (source, last_date, member_count)
                SELECT source, ?2, 1 FROM wearable_daily_metrics WHERE user_id = ?1 AND metric_date = ?2 AND source <> ''
                UNION ALL SELECT '', ?2, 1
                ON CONFLICT (source, last_date) DO UPDATE SET member_count = member_count + 1
                """
        ).execute(arguments: [member, last.description])
    }

    private static func judgeFeeds(on day: CivilDate, by rules: FeedRules, _ db: Database) throws {
        let counts = try StoredRow.fetchAll(
            db,
            sql: """
                SELECT * FROM feed_counts
                WHERE source IN (SELECT source FROM feed_counts GROUP BY source HAVING sum(member_count) >= ?)
                """, arguments: [rules.memberCountMin]
        ).compactMap { row in
            row.date("last_date").map { FeedCount(source: source(row), lastDate: $0, memberCount: row.integer("member_count") ?? 0) }
        }
        let known = try feedOutages(db)
        let outages = rules.outages(counts, known, day)
        guard outages != known else { return }
        try db.execute(sql: "DELETE FROM feed_outages")
        for outage in outages {
            try db.execute(
                sql: "INSERT INTO feed_outages (source, since, ended_on) VALUES (?, ?, ?)",
                arguments: [outage.source ?? "", outage.since.description, outage.endedOn?.description])
        }
    }

    public func feedOutages() async throws -> [FeedOutage] { try await pool.read { try Self.feedOutages($0) } }

    static func feedOutages(_ db: Database) throws -> [FeedOutage] {
        try StoredRow.fetchAll(db.cachedStatement(sql: "SELECT * FROM feed_outages ORDER BY source, since")).compactMap { row in
            row.date("since").map { FeedOutage(source: source(row), since: $0, endedOn: row.date("ended_on")) }
        }
    }

    private static func source(_ row: StoredRow) -> String? { row.text("source").flatMap { $0.isEmpty ? nil : $0 } }
}
