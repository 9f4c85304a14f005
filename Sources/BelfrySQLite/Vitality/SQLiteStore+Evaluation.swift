import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// What an evaluation is told, and what is kept of what it says.

extension SQLiteStore {
    static func evaluate(
        _ member: UserID, _ now: Instant, _ evaluate: (MemberHistory) -> MemberEvaluation, _ db: Database
    ) throws -> EvaluationReport {
        let history = try history(of: member, db)
        let evaluation = evaluate(history)
        var report = EvaluationReport()
        for change in evaluation.changes {
            try save(change.alert, now, db)
            report.changedAlerts.append(change.alert.id)
            if change.alert.episode.resolved == .corrected { try retract(change.alert.id, now, db) }
            for delivery in change.withdrawn { try withdraw("id", delivery.text, now, db) }
            if change.restoresEpisode(of: history) { try reinstate(change.alert.id, now, db) }
            try freeKeys(of: change.replaced(in: history), now, db)
            for delivery in change.deliveries {
                report.queuedDeliveryCount += try enqueue(delivery, isShadow: evaluation.isShadow, db) ? 1 : 0
            }
        }
        // A later step of a route is as late as it was, unless somebody had it tried again.
        let deliverAfter = """
            CASE WHEN route_step > 0 AND redrives = 0
                THEN strftime('%Y-%m-%dT%H:%M:%fZ', julianday(?1) + julianday(deliver_after) - julianday(created_at)) END
            """
        for delivery in evaluation.requeued {
            try db.execute(
                sql: """
                    UPDATE notification_queue SET \(unmerge), created_at = ?1, held_since = NULL, next_attempt_at = \(deliverAfter),
                        deliver_after = \(deliverAfter), attempts = 0, updated_at = ?1
                    WHERE id = ?2 AND status = 'skipped' AND merged_into IS NULL
                    """, arguments: [now.sql, delivery.text])
        }
        try setMark(of: member, to: evaluation.nextAt, db)
        return report
    }

    static func history(of member: UserID, since date: CivilDate = .beforeAllDays, _ db: Database) throws -> MemberHistory {
        let alerts = try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM pattern_alert_state WHERE user_id = ? ORDER BY active_since, id"), arguments: [member.text]
        ).compactMap(alert)
        let admins = try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT told.user_id, \(firstName(of: ":member", seenBy: "told.user_id")) AS member_name
                    FROM (SELECT DISTINCT admin.user_id FROM family_members member
                        JOIN family_members admin ON admin.family_id = member.family_id AND admin.role IN ('superadmin', 'admin')
                        WHERE member.user_id = :member AND (member.shares_alerts = 1 OR admin.user_id = member.user_id)) told
                    ORDER BY told.user_id
                    """), arguments: ["member": member.text]
        ).compactMap { row -> (user: UserID, name: String?)? in
            guard let user: UserID = row.identifier("user_id") else { return nil }
            return (user, row.text("member_name"))
        }
        return MemberHistory(
            member: member, memberName: try firstName(of: member, db),
            memberNames: admins.reduce(into: [:]) { names, admin in names[admin.user] = admin.name },
            reports: try reports(of: member, since: date, db), alerts: alerts, familyAdmins: admins.map(\.user),
            timezone: try timezone(of: member, db), stays: try stays(of: member, db), snoozes: try snoozes(about: member, db),
            hiddenDeliveries: try hiddenDeliveries(about: member, db), queuedDeliveries: try queuedDeliveries(about: member, db),
            feedOutages: try feedOutages(db))
    }

    static func timezone(of member: UserID, _ db: Database) throws -> String {
        try String.fetchOne(db.cachedStatement(sql: "SELECT timezone FROM user_profiles WHERE user_id = ?"), arguments: [member.text])
            ?? Preferences().timezone
    }

    static func stays(of member: UserID, _ db: Database) throws -> [MemberHistory.Stay] {
        try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT from_date, timezone FROM member_stays WHERE user_id = ? ORDER BY from_date"), arguments: [member.text]
        ).compactMap { row in row.date("from_date").map { MemberHistory.Stay(from: $0, timezone: row.text("timezone") ?? "") } }
    }

    private static func queuedDeliveries(about member: UserID, _ db: Database) throws -> [MemberHistory.QueuedDelivery] {
        try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, alert_state_id, recipient_user_id, channel, json_extract(payload, '$.level') AS level,
                        CASE WHEN coalesce(\(leadStatus(of: "queue")), status) = 'pending' THEN 'waiting'
                            WHEN status = 'skipped' AND reason = 'not_entitled' THEN 'not_entitled'
                            WHEN status = 'skipped' AND reason IN ('superseded', 'resolved') THEN 'outdated'
                            WHEN status = 'skipped' AND merged_into IS NULL THEN 'left_out'
                            WHEN status = 'cancelled' AND retracted_at IS NOT NULL AND retracted_by IS NULL THEN 'withdrawn' ELSE 'other' END AS state
                    FROM notification_queue queue
                    WHERE alert_state_id IN (SELECT id FROM pattern_alert_state
                        WHERE user_id = ? AND (episode_status = 'active' OR resolve_reason = 'corrected')) ORDER BY id
                    """), arguments: [member.text]
        ).compactMap { row in
            guard let id: DeliveryID = row.identifier("id"), let alert: AlertID = row.identifier("alert_state_id"),
                let recipient: UserID = row.identifier("recipient_user_id"), let level = row.level("level")
            else { return nil }
            return MemberHistory.QueuedDelivery(
                id: id, alert: alert, recipient: recipient, channelName: row.text("channel") ?? "", level: level, state: row.choice("state") ?? .other)
        }
    }

    private static func snoozes(about member: UserID, _ db: Database) throws -> [MemberHistory.Snooze] {
        try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT own.*, profile.timezone FROM pattern_alert_state alert JOIN alert_snoozes own ON own.alert_state_id = alert.id
                    LEFT JOIN user_profiles profile ON profile.user_id = own.recipient_user_id
                    WHERE alert.user_id = ? AND alert.episode_status = 'active' ORDER BY alert.id, own.recipient_user_id
                    """), arguments: [member.text]
        ).compactMap { row in
            guard let alert: AlertID = row.identifier("alert_state_id"), let recipient: UserID = row.identifier("recipient_user_id"),
                let until = row.date("snooze_until")
            else { return nil }
            return MemberHistory.Snooze(
                alert: alert, recipient: recipient, until: until, timezone: row.text("timezone") ?? Preferences().timezone)
        }
    }

    /// By the alerts that go on: of all that was ever told of a member, few are of these.
    private static func hiddenDeliveries(about member: UserID, _ db: Database) throws -> [MemberHistory.HiddenDelivery] {
        try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT *, (SELECT max(json_extract(told.payload, '$.level')) FROM notification_queue told
                        WHERE told.alert_state_id = queue.alert_state_id AND told.recipient_user_id = queue.recipient_user_id
                            AND told.channel = queue.channel
                            AND (told.status IN ('pending', 'sending', 'sent') OR told.merged_into IS NOT NULL)) AS told_level
                    FROM notification_queue queue
                    WHERE +member_user_id = ? AND status = 'skipped' AND reason IN ('snoozed', 'dismissed', 'feed_down')
                        AND alert_state_id IN (SELECT id FROM pattern_alert_state WHERE user_id = ? AND episode_status = 'active')
                    ORDER BY id
                    """), arguments: [member.text, member.text]
        ).compactMap { row in
            guard let delivery = delivery(row), let alert = delivery.alert, let level = delivery.payload.level else { return nil }
            return MemberHistory.HiddenDelivery(
                id: delivery.id, alert: alert, recipient: delivery.recipient, channelName: delivery.channelName, level: level,
                toldLevel: row.level("told_level"))
        }
    }

    /// Writes the episode's own columns; what people set on an alert (snooze, dismissal) stays as it is.
    private static func save(_ alert: Alert, _ now: Instant, _ db: Database) throws {
        let episode = alert.episode
        try db.cachedStatement(
            sql: """
                INSERT INTO pattern_alert_state (
                    id, created_at, updated_at, user_id, metric_type, pattern_type, episode_status, active_since, last_evaluated_date, day_count,
                    current_level, severity, last_notified_level, last_notified_at, baseline_value, recent_value, deviation_percent,
                    resolve_reason, engine, resolved_on, level_dates, reopen_history, feed_down_since)
                VALUES (\(placeholders(23)))
                ON CONFLICT (id) DO UPDATE SET
                    updated_at = excluded.updated_at, metric_type = excluded.metric_type, episode_status = excluded.episode_status,
                    active_since = excluded.active_since,
                    last_evaluated_date = excluded.last_evaluated_date, day_count = excluded.day_count, current_level = excluded.current_level,
                    severity = excluded.severity,
                    last_notified_at = CASE WHEN excluded.last_notified_level IS NOT last_notified_level
                        THEN excluded.last_notified_at ELSE last_notified_at END,
                    last_notified_level = excluded.last_notified_level, baseline_value = excluded.baseline_value,
                    recent_value = excluded.recent_value, deviation_percent = excluded.deviation_percent,
                    resolve_reason = excluded.resolve_reason, engine = excluded.engine, resolved_on = excluded.resolved_on,
                    level_dates = excluded.level_dates, reopen_history = excluded.reopen_history, feed_down_since = excluded.feed_down_since
                """
        ).execute(arguments: [
            alert.id.text, now.sql, now.sql, alert.member.text, episode.metric.rawValue, episode.pattern.rawValue, alert.status.rawValue,
            episode.activeSince.description, episode.lastEvaluatedDate.description, episode.dayCount, episode.level.rawValue,
            alert.severity.rawValue, alert.lastNotifiedLevel?.rawValue, alert.lastNotifiedLevel == nil ? nil : now.sql, episode.baselineValue,
            episode.recentValue, episode.deviationPercent, episode.resolved?.rawValue, alert.engine, episode.history.resolvedOn?.description,
            try json(episode.history.levels), try json(episode.history.reopenings), alert.feedDownSince?.description,
        ])
    }

    /// What was to be told of an alert is not sent any more, and is marked like what was told, or given up; that in the inbox too.
    private static func retract(_ alert: AlertID, _ now: Instant, _ db: Database) throws {
        try withdraw("alert_state_id", alert.text, now, db)
        try db.execute(
            sql: """
                UPDATE notification_queue SET retracted_at = ?, updated_at = ? WHERE alert_state_id = ? AND retracted_at IS NULL
                    AND (status IN ('sending', 'sent', 'failed') OR status = 'skipped' AND merged_into IS NOT NULL)
                """, arguments: [now.sql, now.sql, alert.text])
        try db.execute(sql: Schema.noteWithdrawn, arguments: [now.sql, alert.text])
        try db.execute(
            sql: "UPDATE inbox_messages SET retracted_at = ? WHERE alert_state_id = ? AND retracted_at IS NULL", arguments: [now.sql, alert.text])
    }

    /// Cancels what waits, by itself or with the one that it was merged into, and has a value in a column.
    private static func withdraw(_ column: String, _ value: String, _ now: Instant, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE notification_queue SET status = 'cancelled', merged_into = NULL, retracted_at = coalesce(retracted_at, ?), updated_at = ?
                WHERE \(column) = ? AND status = 'skipped' AND \(leadStatus(of: "notification_queue")) = 'pending'
                """, arguments: [now.sql, now.sql, value])
        let cancelled = try String.fetchAll(
            db,
            sql: """
                UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, retracted_at = coalesce(retracted_at, ?), updated_at = ?
                WHERE \(column) = ? AND status = 'pending' RETURNING id
                """, arguments: [now.sql, now.sql, value])
        for lead in cancelled { try unmergeAll(from: lead, now, db) }
    }

    /// Where the one stands that a row was merged into; null where there is none.
    private static func leadStatus(of row: String) -> String {
        "(SELECT lead.status FROM notification_queue lead WHERE lead.id = \(row).merged_into)"
    }

    /// What was told of an alert, or is on its way, holds after all.
    private static func reinstate(_ alert: AlertID, _ now: Instant, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE notification_queue SET retracted_at = NULL, updated_at = ?
                WHERE alert_state_id = ? AND retracted_at IS NOT NULL AND retracted_by IS NULL AND status <> 'cancelled'
                """, arguments: [now.sql, alert.text])
        try db.execute(
            sql: """
                DELETE FROM removals WHERE cause = '\(RemovalCause.Name.takenBack.rawValue)' AND (app_id, delivery_id) IN (
                    SELECT app_id, id FROM notification_queue WHERE alert_state_id = ? AND retracted_by IS NULL AND status <> 'cancelled')
                """, arguments: [alert.text])
        try db.execute(
            sql: """
                UPDATE inbox_messages SET retracted_at = NULL
                WHERE alert_state_id = ? AND retracted_at IS NOT NULL AND collapse_id IS NOT '\(InboxMessage.collapseIDOfTakenBack)'
                """, arguments: [alert.text])
    }

    /// What was cancelled keeps nobody from being told the same by another.
    private static func freeKeys(of cancelled: [DeliveryID], _ now: Instant, _ db: Database) throws {
        for delivery in cancelled {
            try db.execute(
                sql: "UPDATE notification_queue SET idempotency_key = NULL, updated_at = ? WHERE id = ? AND status = 'cancelled'",
                arguments: [now.sql, delivery.text])
        }
    }

    /// - Returns: false where the recipient has this one already.
    static func enqueue(_ delivery: Delivery, isShadow: Bool, _ db: Database) throws -> Bool {
        // Put together with a character that no identifier has, so that no two keys run into one.
        let key = delivery.alert.map { alert in
            let step = delivery.route.map { $0.step == 0 ? "" : "\t\($0.step)" } ?? ""
            return "\(alert)\t\(delivery.payload.level?.rawValue ?? 0)\t\(delivery.recipient)\t\(delivery.channelName)\(step)"
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO notification_queue (id, created_at, updated_at, recipient_user_id, member_user_id, alert_state_id, channel, payload,
                    expires_at, idempotency_key, group_key, status, next_attempt_at, route_key, route_step, route_until, app_id, priority, deliver_after)
                VALUES (\(placeholders(19))) ON CONFLICT (idempotency_key) DO NOTHING
                """
        ).execute(arguments: [
            delivery.id.text, delivery.createdAt.sql, delivery.createdAt.sql, delivery.recipient.text, delivery.member.text,
            delivery.alert?.text, delivery.channelName, try delivery.payload.stored(), delivery.expiresAt?.sql, key, delivery.groupKey,
            (isShadow ? Delivery.Status.shadow : .pending).rawValue, delivery.deliverAfter?.sql, delivery.route?.key, delivery.route?.step,
            delivery.route?.until.rawValue, delivery.app.text, delivery.priority.rank, delivery.deliverAfter?.sql,
        ])
        return db.changesCount > 0
    }

    /// A row as an alert; nil where somebody wrote a metric, a pattern or a day that means nothing to us.
    static func alert(_ row: StoredRow) -> Alert? {
        guard let id: AlertID = row.identifier("id"), let member: UserID = row.identifier("user_id"),
            let metric: Metric = row.choice("metric_type"), let pattern: PatternType = row.choice("pattern_type"),
            let activeSince = row.date("active_since"), let level = row.level("current_level")
        else { return nil }
        let isResolved = row.text("episode_status") == EpisodeStatus.resolved.rawValue
        let episode = Episode(
            metric: metric, pattern: pattern, activeSince: activeSince, lastEvaluatedDate: row.date("last_evaluated_date") ?? activeSince,
            dayCount: row.integer("day_count").map(Episode.possible) ?? level.rawValue, level: level, baselineValue: row.number("baseline_value") ?? 0,
            recentValue: row.number("recent_value") ?? 0, resolved: isResolved ? row.choice("resolve_reason") ?? .recovered : nil,
            history: EpisodeHistory(
                levels: list(row.text("level_dates")), resolvedOn: row.date("resolved_on"), reopenings: list(row.text("reopen_history"))))
        return Alert(
            id: id, member: member, episode: episode, engine: row.text("engine"), snoozeUntil: row.date("snooze_until"),
            snoozeDays: row.integer("snooze_days"), dismissedAt: row.instant("dismissed_at"),
            lastNotifiedLevel: row.level("last_notified_level"), feedDownSince: row.date("feed_down_since"))
    }

    static func json(_ values: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(values), as: UTF8.self)
    }

    private static func list<Value: Decodable>(_ text: String?) -> [Value] {
        guard let text, text != "[]" else { return [] }
        return (try? JSONDecoder().decode([Value].self, from: Data(text.utf8))) ?? []
    }
}
