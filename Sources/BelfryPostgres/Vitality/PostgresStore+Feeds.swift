import BelfryModel
import BelfryPorts
import BelfryTime

// Whether the feeds of wearables bring anything.

extension PostgresStore {
    public func countFeeds(of day: CivilDate, countMax: Int, again: Bool, by rules: FeedRules) async throws -> Bool {
        // Of several workers one goes on with it.
        try await pool.write { db in
            try db.execute("INSERT INTO feed_round (id, round_date) VALUES (1, $1) ON CONFLICT DO NOTHING", day)
            let stored = try db.row("SELECT * FROM feed_round WHERE id = 1 FOR UPDATE")
            let isOfDay = stored?.date("round_date") == day
            let isThrough = isOfDay && stored?.flag("is_through") == true
            guard !isThrough || again else { return true }
            let cursor = isThrough || !isOfDay ? "" : stored?.text("cursor_user_id") ?? ""
            if cursor.isEmpty { try db.execute("DELETE FROM feed_counts") }
            // From one person to the next, however many days each has.
            try Self.planByIndex(db)
            let members = try db.rows(
                """
                WITH RECURSIVE worn AS (
                    (SELECT user_id FROM wearable_daily_metrics WHERE user_id > $1 ORDER BY user_id LIMIT 1)
                    UNION ALL
                    SELECT next.user_id FROM worn CROSS JOIN LATERAL (
                        SELECT user_id FROM wearable_daily_metrics WHERE user_id > worn.user_id ORDER BY user_id LIMIT 1) AS next)
                SELECT user_id FROM worn LIMIT $2
                """, cursor, countMax
            ).compactMap { $0.text("user_id") }
            try Self.count(members, on: day, by: rules, db)
            let isNowThrough = members.count < countMax
            try db.execute(
                "UPDATE feed_round SET round_date = $1, cursor_user_id = $2, is_through = $3 WHERE id = 1", day, members.last ?? cursor, isNowThrough)
            if isNowThrough { try Self.judgeFeeds(on: day, by: rules, db) }
            return isNowThrough
        }
    }

    private static func count(_ members: [String], on day: CivilDate, by rules: FeedRules, _ db: Connection) throws {
        guard !members.isEmpty else { return }
        try db.execute(
            """
            WITH regular AS (
                SELECT member.user_id, last.metric_date FROM unnest($1::text[]) AS member (user_id)
                CROSS JOIN LATERAL (
                    SELECT metric_date FROM wearable_daily_metrics WHERE user_id = member.user_id AND metric_date <= $2::date
                    ORDER BY metric_date DESC LIMIT 1) AS last
                CROSS JOIN LATERAL (
                    SELECT count(DISTINCT metric_date) AS day_count FROM wearable_daily_metrics
                    WHERE user_id = member.user_id AND metric_date BETWEEN last.metric_date - $4::integer AND last.metric_date OFFSET 0) AS before
                WHERE last.metric_date >= $3::date AND before.day_count >= $5::bigint)
            INSERT INTO feed_counts AS known (source, last_date, member_count)
            SELECT source, metric_date, count(*) FROM (
                SELECT '' AS source, metric_date FROM regular
                UNION ALL SELECT worn.source, regular.metric_date FROM regular CROSS JOIN LATERAL (
                    SELECT source FROM wearable_daily_metrics
                    WHERE user_id = regular.user_id AND metric_date = regular.metric_date AND source <> '' OFFSET 0) AS worn) AS found
            GROUP BY source, metric_date
            ON CONFLICT (source, last_date) DO UPDATE SET member_count = known.member_count + excluded.member_count
            """, members, day + 1, day - rules.lookBackDayCount, rules.regularDayCount - 1, rules.regularDayCountMin)
    }

    private static func judgeFeeds(on day: CivilDate, by rules: FeedRules, _ db: Connection) throws {
        let counted = try db.send(
            """
            SELECT * FROM feed_counts
            WHERE source IN (SELECT source FROM feed_counts GROUP BY source HAVING sum(member_count) >= $1)
            """, rules.memberCountMin)
        let known = try askFeedOutages(db).rows().compactMap(feedOutage)
        let counts = try counted.rows().compactMap { row in
            row.date("last_date").map { FeedCount(source: source(row), lastDate: $0, memberCount: row.integer("member_count") ?? 0) }
        }
        let outages = rules.outages(counts, known, day)
        guard outages != known else { return }
        try db.execute("DELETE FROM feed_outages")
        for outage in outages {
            try db.execute("INSERT INTO feed_outages (source, since, ended_on) VALUES ($1, $2, $3)", outage.source ?? "", outage.since, outage.endedOn)
        }
    }

    public func feedOutages() async throws -> [FeedOutage] {
        try await pool.single { try Self.askFeedOutages($0).rows().compactMap(Self.feedOutage) }
    }

    static func askFeedOutages(_ db: Connection) throws -> Answer { try db.send("SELECT * FROM feed_outages ORDER BY source, since") }

    static func feedOutage(_ row: Row) -> FeedOutage? {
        row.date("since").map { FeedOutage(source: source(row), since: $0, endedOn: row.date("ended_on")) }
    }

    private static func source(_ row: Row) -> String? { row.text("source").flatMap { $0.isEmpty ? nil : $0 } }
}
