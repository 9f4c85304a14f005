import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: AnalyticsStore {
    public func statistics(on days: ClosedRange<CivilDate>) async throws -> [DeliveryStatistic] {
        try await countEvents()
        return try await pool.single { db in
            try Self.statistics(
                db.rows("\(Self.counts) WHERE day BETWEEN $1 AND $2 AND day <> $3 \(Self.inOrder)", days.lowerBound, days.upperBound, DeliveryStatistic.allDays))
        }
    }

    public func totals() async throws -> [DeliveryStatistic] {
        try await countEvents()
        return try await pool.single { db in
            try Self.statistics(db.rows("\(Self.counts) WHERE day = $1 \(Self.inOrder)", DeliveryStatistic.allDays))
        }
    }

    private static let counts = "SELECT * FROM delivery_statistics"
    private static let inOrder = "ORDER BY day, channel, category, event, reason"

    private static func statistics(_ rows: [Row]) -> [DeliveryStatistic] {
        rows.compactMap { row in
            guard let day = row.date("day"), let event: DeliveryEvent = row.choice("event"), let count = row.integer("count") else { return nil }
            let kind = DeliveryStatistic.Kind(
                day: day, channel: row.text("channel") ?? "", category: row.text("category") ?? "", event: event,
                reason: row.text("reason") ?? "")
            return DeliveryStatistic(kind, count: count)
        }
    }

    /// Adds what happened to the counts, a part at a time: somebody who changes millions of rows by one statement leaves as many events.
    func countEvents() async throws {
        while try await pool.write(Self.countSomeEvents) {}
    }

    /// As one statement, so that no event falls between naming its category and counting it. One at a time: two would wait for each other's
    /// counts in different orders.
    /// - Returns: whether there are more.
    static func countSomeEvents(_ db: Connection) throws -> Bool {
        try db.execute("SELECT pg_advisory_xact_lock($1)", countingLock)
        let next = try db.row("SELECT id FROM delivery_events ORDER BY id OFFSET \(eventCountMax) LIMIT 1")?.integer("id")
        try db.execute(
            """
            WITH taken AS (DELETE FROM delivery_events WHERE id < $2 RETURNING *),
            added AS (
                INSERT INTO delivery_statistics_categories
                SELECT category FROM taken
                WHERE category <> '' AND NOT EXISTS (SELECT 1 FROM delivery_statistics_categories WHERE name = category)
                GROUP BY category ORDER BY min(id)
                LIMIT greatest(0, \(DeliveryStatistic.categoryCountMax) - (SELECT count(*) FROM delivery_statistics_categories))
                ON CONFLICT DO NOTHING RETURNING name),
            named AS (SELECT name FROM delivery_statistics_categories UNION SELECT name FROM added),
            counted AS (
                SELECT taken.*, coalesce(named.name, '\(DeliveryStatistic.other)') AS name
                FROM taken LEFT JOIN named ON named.name = taken.category)
            INSERT INTO delivery_statistics AS known (day, channel, category, event, reason, count)
            SELECT wanted.day, channel, name, event, reason, sum(count)
            FROM counted CROSS JOIN LATERAL (SELECT counted.day UNION SELECT $1::date) AS wanted (day)
            GROUP BY wanted.day, channel, name, event, reason
            ON CONFLICT (day, channel, category, event, reason) DO UPDATE SET count = known.count + excluded.count
            """, DeliveryStatistic.allDays, next ?? .max)
        return next != nil
    }

    private static let eventCountMax = 50_000

    /// A number that nobody else uses for a lock: `counts` in ASCII.
    private static let countingLock = 0x636F_756E_7473
}
