import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: MetricStore {
    public func ingest(_ days: [DailyMetrics], now: Instant, evaluate: @escaping @Sendable (MetricHistory) -> [AlertChange]) async throws
        -> IngestReport
    {
        try await pool.write { db in
            var report = IngestReport()
            var changed: [UserID: Set<Metric>] = [:]
            for day in days {
                let metrics = try Self.upsert(day, now, db)
                if metrics.isEmpty { report.unchangedDayCount += 1 } else { report.changedDayCount += 1 }
                changed[day.user, default: []].formUnion(metrics)
            }
            for (member, metrics) in changed.sorted(by: { $0.key < $1.key }) {
                for metric in Metric.allCases where metrics.contains(metric) {
                    for change in evaluate(try Self.history(of: metric, member: member, db)) {
                        try Self.save(change.alert, now, db)
                        report.changedAlerts.append(change.alert.id)
                        for delivery in change.deliveries { report.queuedDeliveryCount += try Self.enqueue(delivery, db) ? 1 : 0 }
                    }
                }
            }
            return report
        }
    }

    /// Stores what is new of a day.
    /// - Returns: the metrics whose value is another than before.
    private static func upsert(_ day: DailyMetrics, _ now: Instant, _ db: Database) throws -> Set<Metric> {
        let stored = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM wearable_daily_metrics WHERE user_id = ? AND metric_date = ? AND source = ?"),
            arguments: [day.user.text, day.date.description, day.source])
        let changes = day.values.filter { metric, value in stored?.number(metric.rawValue) != value }
            .sorted { $0.key.rawValue < $1.key.rawValue }
        guard !changes.isEmpty else { return [] }
        let columns = changes.map(\.key.rawValue)
        try db.execute(
            sql: """
                INSERT INTO wearable_daily_metrics (user_id, metric_date, source, created_at, updated_at, \(columns.joined(separator: ", ")))
                VALUES (\(placeholders(5 + columns.count)))
                ON CONFLICT (user_id, metric_date, source) DO UPDATE SET
                updated_at = excluded.updated_at, \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
                """,
            arguments: [day.user.text, day.date.description, day.source, now.sql, now.sql] + StatementArguments(changes.map(\.value)))
        return Set(changes.map(\.key))
    }

    private static func history(of metric: Metric, member: UserID, _ db: Database) throws -> MetricHistory {
        let column = metric.rawValue
        var observations: [String: [Observation]] = [:]
        let days = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT metric_date, source, \(column) AS value FROM wearable_daily_metrics
                    WHERE user_id = ? AND \(column) IS NOT NULL ORDER BY metric_date
                    """), arguments: [member.text])
        while let row = try days.next() {
            guard let date = row.date("metric_date"), let value = row.number("value") else { continue }
            observations[row.text("source") ?? "", default: []].append(Observation(date: date, value: value))
        }
        let alerts = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM pattern_alert_state WHERE user_id = ? AND metric_type = ? ORDER BY active_since, id"),
            arguments: [member.text, column]
        ).compactMap(alert)
        let admins = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT admin.user_id FROM family_members member
                    JOIN family_members admin ON admin.family_id = member.family_id AND admin.role IN ('superadmin', 'admin')
                    WHERE member.user_id = ? ORDER BY admin.user_id
                    """), arguments: [member.text]
        ).compactMap(UserID.init)
        let name = try firstName(of: member, db)
        let timezone = try String.fetchOne(
            db.cachedStatement(sql: "SELECT timezone FROM user_profiles WHERE user_id = ?"), arguments: [member.text])
        return MetricHistory(
            member: member, memberName: name, metric: metric, observations: observations, alerts: alerts, familyAdmins: admins,
            timezone: timezone ?? Preferences().timezone)
    }

    /// Writes the episode's own columns; what people set on an alert (snooze, dismissal) stays as it is.
    private static func save(_ alert: Alert, _ now: Instant, _ db: Database) throws {
        let episode = alert.episode
        try db.cachedStatement(
            sql: """
                INSERT INTO pattern_alert_state (
                    id, created_at, updated_at, user_id, metric_type, pattern_type, episode_status, active_since, last_evaluated_date, day_count,
                    current_level, severity, last_notified_level, last_notified_at, baseline_value, recent_value, deviation_percent,
                    resolve_reason, engine)
                VALUES (\(placeholders(19)))
                ON CONFLICT (id) DO UPDATE SET
                    updated_at = excluded.updated_at, episode_status = excluded.episode_status, active_since = excluded.active_since,
                    last_evaluated_date = excluded.last_evaluated_date, day_count = excluded.day_count, current_level = excluded.current_level,
                    severity = excluded.severity,
                    last_notified_at = CASE WHEN excluded.last_notified_level IS NOT last_notified_level
                        THEN excluded.last_notified_at ELSE last_notified_at END,
                    last_notified_level = excluded.last_notified_level, baseline_value = excluded.baseline_value,
                    recent_value = excluded.recent_value, deviation_percent = excluded.deviation_percent,
                    resolve_reason = excluded.resolve_reason, engine = excluded.engine
                """
        ).execute(arguments: [
            alert.id.text, now.sql, now.sql, alert.member.text, episode.metric.rawValue, episode.pattern.rawValue, alert.status.rawValue,
            episode.activeSince.description, episode.lastEvaluatedDate.description, episode.dayCount, episode.level.rawValue,
            alert.severity.rawValue, alert.lastNotifiedLevel?.rawValue, alert.lastNotifiedLevel == nil ? nil : now.sql, episode.baselineValue,
            episode.recentValue, episode.deviationPercent, episode.resolved?.rawValue, alert.engine,
        ])
    }

    /// - Returns: false where the recipient has this one already.
    private static func enqueue(_ delivery: Delivery, _ db: Database) throws -> Bool {
        // Put together with a character that no identifier has, so that no two keys run into one.
        let key = delivery.alert.map { alert in
            "\(alert)\t\(delivery.payload.level?.rawValue ?? 0)\t\(delivery.recipient)\t\(delivery.channelName)"
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO notification_queue
                    (id, created_at, updated_at, recipient_user_id, member_user_id, alert_state_id, channel, payload, expires_at, idempotency_key)
                VALUES (\(placeholders(10))) ON CONFLICT (idempotency_key) DO NOTHING
                """
        ).execute(arguments: [
            delivery.id.text, delivery.createdAt.sql, delivery.createdAt.sql, delivery.recipient.text, delivery.member.text,
            delivery.alert?.text, delivery.channelName, try delivery.payload.stored(), delivery.expiresAt?.sql, key,
        ])
        return db.changesCount > 0
    }

    /// A row as an alert; nil where somebody wrote a metric, a pattern or a day that means nothing to us.
    static func alert(_ row: Row) -> Alert? {
        guard let id: AlertID = row.identifier("id"), let member: UserID = row.identifier("user_id"),
            let metric: Metric = row.choice("metric_type"), let pattern: PatternType = row.choice("pattern_type"),
            let activeSince = row.date("active_since"), let level = row.level("current_level")
        else { return nil }
        let isResolved = row.text("episode_status") == EpisodeStatus.resolved.rawValue
        let episode = Episode(
            metric: metric, pattern: pattern, activeSince: activeSince, lastEvaluatedDate: row.date("last_evaluated_date") ?? activeSince,
            dayCount: row.integer("day_count") ?? level.rawValue, level: level, baselineValue: row.number("baseline_value") ?? 0,
            recentValue: row.number("recent_value") ?? 0, resolved: isResolved ? row.choice("resolve_reason") ?? .recovered : nil)
        return Alert(
            id: id, member: member, episode: episode, engine: row.text("engine"), snoozeUntil: row.date("snooze_until"),
            snoozeDays: row.integer("snooze_days"), dismissedAt: row.instant("dismissed_at"),
            lastNotifiedLevel: row.level("last_notified_level"))
    }
}
