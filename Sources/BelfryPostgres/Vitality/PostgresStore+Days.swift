import BelfryModel
import BelfryPorts
import BelfryTime

// Days of wearable data, and the revisions of their values.

extension PostgresStore {
    /// Stores what is newer of a day.
    /// - Returns: whether a value changed, or is final now.
    static func upsert(_ day: DailyMetrics, _ now: Instant, _ db: Connection) throws -> Bool {
        let storedRow = try db.send(
            "SELECT * FROM wearable_daily_metrics WHERE user_id = $1 AND metric_date = $2 AND source = $3", day.user, day.date, day.source)
        let storedRevisions = try db.send(
            "SELECT * FROM wearable_metric_revisions WHERE user_id = $1 AND metric_date = $2 AND source = $3", day.user, day.date, day.source)
        let known = try storedRow.rows().first.map { row in
            reportedValues(in: row, revisions: try storedRevisions.rows(), of: day.date)
        } ?? [:]
        var changes: [(Metric, ReportedValue)] = []
        for metric in Metric.allCases {
            switch day.update(of: metric, known: known[metric], now: now) {
            case .nothing: break
            case .revision(let reported): try save(reported.revision, of: metric, reported.value, day, db)
            case .value(let reported):
                try save(reported.revision, of: metric, reported.value, day, db)
                changes.append((metric, reported))
            }
        }
        guard !changes.isEmpty else { return false }
        let columns = changes.map(\.0.rawValue)
        let values: [(any SQLConvertible)?] = [day.user, day.date, day.source, now] + changes.map(\.1.value)
        try db.execute(
            """
            INSERT INTO wearable_daily_metrics (user_id, metric_date, source, created_at, updated_at, \(columns.joined(separator: ", ")))
            VALUES ($1, $2, $3, $4, $4, \(columns.indices.map { "$\($0 + 5)" }.joined(separator: ", ")))
            ON CONFLICT (user_id, metric_date, source) DO UPDATE SET
            updated_at = excluded.updated_at, \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """, values)
        return true
    }

    private static func save(_ revision: Revision, of metric: Metric, _ value: Double, _ day: DailyMetrics, _ db: Connection) throws {
        try db.execute(
            """
            INSERT INTO wearable_metric_revisions (user_id, metric_date, source, metric_type, precedence, source_updated_at, version, received_at,
                payload_hash, is_final, is_plausible) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (user_id, metric_date, source, metric_type) DO UPDATE SET precedence = excluded.precedence,
                source_updated_at = excluded.source_updated_at, version = excluded.version, received_at = excluded.received_at,
                payload_hash = excluded.payload_hash, is_final = excluded.is_final, is_plausible = excluded.is_plausible
            """,
            day.user, day.date, day.source, metric.rawValue, revision.precedence, revision.sourceUpdatedAt, revision.version,
            revision.receivedAt, Int64(bitPattern: revision.payloadHash), revision.isFinal, metric.isPlausible(value))
    }

    /// A day's values, each with its revision; one that somebody wrote by hand is as old as its row.
    private static func reportedValues(in row: Row, revisions: [Row], of date: CivilDate) -> [Metric: ReportedValue] {
        let source = row.text("source") ?? ""
        var known: [Metric: Revision] = [:]
        for row in revisions {
            if let metric: Metric = row.choice("metric_type"), let revision = revision(row) { known[metric] = revision }
        }
        let writtenAt = row.instant("updated_at") ?? Instant(secondsSinceEpoch: 0)
        var values: [Metric: ReportedValue] = [:]
        for metric in Metric.allCases {
            guard let value = row.number(.given(metric.rawValue)) else { continue }
            values[metric] = ReportedValue(
                date: date, source: source, value: value, revision: known[metric] ?? Revision(sourceUpdatedAt: writtenAt, receivedAt: writtenAt))
        }
        return values
    }

    private static func revision(_ row: Row) -> Revision? {
        guard let sourceUpdatedAt = row.instant("source_updated_at"), let receivedAt = row.instant("received_at") else { return nil }
        return Revision(
            precedence: row.integer("precedence") ?? 0, sourceUpdatedAt: sourceUpdatedAt, version: row.integer("version") ?? 0, receivedAt: receivedAt,
            payloadHash: UInt64(bitPattern: row.text("payload_hash").flatMap(Int64.init) ?? 0), isFinal: row.flag("is_final"))
    }

    /// What is stored of a member's days, once it is wanted.
    struct Reports {
        fileprivate let days: Answer
        fileprivate let revisions: Answer
    }

    /// Asks for a member's days from a date on, and for the revisions of the latest, because older days are over whatever theirs says; of those, what is
    /// a nap's stays so.
    static func reports(of member: UserID, since date: CivilDate, _ db: Connection) throws -> Reports {
        let days = try db.send(
            "SELECT * FROM wearable_daily_metrics WHERE user_id = $1 AND metric_date >= $2 ORDER BY metric_date, source", member, date)
        let revisions = try db.send(
            """
            SELECT * FROM wearable_metric_revisions WHERE user_id = $1 AND metric_date >=
                (SELECT max(metric_date) - 7 FROM wearable_daily_metrics WHERE user_id = $1)
            UNION ALL SELECT * FROM wearable_metric_revisions WHERE user_id = $1 AND metric_date >= $2 AND precedence = \(Revision.napPrecedence)
            """, member, date)
        return Reports(days: days, revisions: revisions)
    }

    static func values(of reports: Reports) throws -> [Metric: [ReportedValue]] {
        let revisions = Dictionary(grouping: try reports.revisions.rows(), by: dayKey)
        var values: [Metric: [ReportedValue]] = [:]
        for row in try reports.days.rows() {
            guard let date = row.date("metric_date") else { continue }
            for (metric, reported) in reportedValues(in: row, revisions: revisions[dayKey(row)] ?? [], of: date) {
                values[metric, default: []].append(reported)
            }
        }
        return values
    }

    private static func dayKey(_ row: Row) -> String { "\(row.text("metric_date") ?? "")\t\(row.text("source") ?? "")" }
}
