import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

// What an evaluation is told, and what is kept of what it says.

extension PostgresStore {
    /// - Parameter mark: as of ``askMark(of:_:_:)``, asked before.
    static func evaluate(
        _ member: UserID, markedAs mark: Answer, _ now: Instant, _ evaluate: (MemberHistory) -> MemberEvaluation, _ db: Connection
    ) throws -> EvaluationReport {
        let history = try history(of: member, since: .beforeAllDays, db)
        let evaluation = evaluate(history)
        var report = EvaluationReport()
        var deliveries: [Delivery] = []
        for change in evaluation.changes {
            try save(change.alert, now, db)
            report.changedAlerts.append(change.alert.id)
            if change.alert.episode.resolved == .corrected { try retract(change.alert.id, of: member, now, db) }
            if !change.withdrawn.isEmpty { try withdraw("id = ANY($1::text[])", change.withdrawn, now, db) }
            if change.restoresEpisode(of: history) { try reinstate(change.alert.id, of: member, now, db) }
            try freeKeys(of: change.replaced(in: history), now, db)
            deliveries += change.deliveries
        }
        let queued = deliveries.isEmpty ? nil : try enqueue(deliveries, isShadow: evaluation.isShadow, db)
        if !evaluation.requeued.isEmpty {
            // A later step of a route is as late as it was, unless somebody had it tried again. Citus adds no interval where the zone of the
            // session may matter.
            let later = "($2::timestamptz AT TIME ZONE 'UTC' + (deliver_after - created_at)) AT TIME ZONE 'UTC'"
            let deliverAfter = "CASE WHEN route_step > 0 AND redrives = 0 THEN \(later) END"
            try db.execute(
                """
                UPDATE notification_queue SET \(unmerge), created_at = $2, held_since = NULL, next_attempt_at = \(deliverAfter),
                    deliver_after = \(deliverAfter), attempts = 0, updated_at = $2
                WHERE id = ANY($1::text[]) AND status = 'skipped' AND merged_into IS NULL
                """, evaluation.requeued, now)
        }
        try removeMark(of: member, mark, db)
        if let nextAt = evaluation.nextAt { try self.mark([member], at: nextAt, db) }
        report.queuedDeliveryCount = try queued?.changeCount() ?? 0
        return report
    }

    static func history(of member: UserID, since date: CivilDate, _ db: Connection) throws -> MemberHistory {
        // A queue that is empty when this is planned for the first time would be read whole for each member, once it is full.
        try planWithoutScans(db)
        let alerts = try db.send("SELECT * FROM pattern_alert_state WHERE user_id = $1 ORDER BY active_since, id", member)
        let person = try db.send(
            """
            SELECT \(firstName(of: "$1")) AS first_name, (SELECT timezone FROM user_profiles WHERE user_id = $1) AS timezone
            """, member)
        let admins = try db.send(
            """
            SELECT told.user_id, \(firstName(of: "$1", seenBy: "told.user_id")) AS member_name FROM (
                SELECT DISTINCT admin.user_id FROM family_members member
                JOIN family_members admin ON admin.family_id = member.family_id AND admin.role IN ('superadmin', 'admin')
                WHERE member.user_id = $1 AND (member.shares_alerts OR admin.user_id = member.user_id)) told
            ORDER BY told.user_id
            """, member)
        let stays = try askStays(of: member, db)
        let reports = try reports(of: member, since: date, db)
        let snoozes = try askSnoozes(about: member, db)
        let snoozed = try askHiddenDeliveries(about: member, db)
        let queued = try askQueuedDeliveries(about: member, db)
        let outages = try askFeedOutages(db)
        let known = try person.rows().first
        let told = try admins.rows().compactMap { row -> (user: UserID, name: String?)? in
            guard let user: UserID = row.identifier("user_id") else { return nil }
            return (user, row.text("member_name"))
        }
        return MemberHistory(
            member: member, memberName: known?.text("first_name"),
            memberNames: told.reduce(into: [:]) { names, admin in names[admin.user] = admin.name },
            reports: try values(of: reports), alerts: try alerts.rows().compactMap(alert), familyAdmins: told.map(\.user),
            timezone: known?.text("timezone") ?? Preferences().timezone, stays: try stays.rows().compactMap(stay),
            // Sorted here: a plan that has the rows in order may go through all names for it.
            snoozes: try snoozes.rows().compactMap(snooze),
            hiddenDeliveries: try snoozed.rows().compactMap { hiddenDelivery($0, about: member) }.sorted { $0.id < $1.id },
            queuedDeliveries: try queued.rows().compactMap(queuedDelivery).sorted { $0.id < $1.id },
            feedOutages: try outages.rows().compactMap(feedOutage))
    }

    static func askStays(of member: UserID, _ db: Connection) throws -> Answer {
        try db.send("SELECT from_date, timezone FROM member_stays WHERE user_id = $1 ORDER BY from_date", member)
    }

    static func stay(_ row: Row) -> MemberHistory.Stay? {
        row.date("from_date").map { MemberHistory.Stay(from: $0, timezone: row.text("timezone") ?? "") }
    }

    private static func askQueuedDeliveries(about member: UserID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT id, alert_state_id, recipient_user_id, channel,
                CASE WHEN jsonb_typeof(payload->'level') = 'number' THEN (payload->>'level')::numeric END AS level,
                CASE WHEN coalesce((SELECT lead.status FROM notification_queue lead WHERE lead.app_id = queue.app_id AND lead.id = queue.merged_into),
                        status) = 'pending' THEN 'waiting'
                    WHEN status = 'skipped' AND reason = 'not_entitled' THEN 'not_entitled'
                    WHEN status = 'skipped' AND reason IN ('superseded', 'resolved') THEN 'outdated'
                    WHEN status = 'skipped' AND merged_into IS NULL THEN 'left_out'
                    WHEN status = 'cancelled' AND retracted_at IS NOT NULL AND retracted_by IS NULL THEN 'withdrawn' ELSE 'other' END AS state
            FROM notification_queue queue
            WHERE alert_state_id = ANY (ARRAY(SELECT id FROM pattern_alert_state
                WHERE user_id = $1 AND (episode_status = 'active' OR resolve_reason = 'corrected')))
            """, member)
    }

    private static func queuedDelivery(_ row: Row) -> MemberHistory.QueuedDelivery? {
        guard let id: DeliveryID = row.identifier("id"), let alert: AlertID = row.identifier("alert_state_id"),
            let recipient: UserID = row.identifier("recipient_user_id"), let level = row.level("level")
        else { return nil }
        return MemberHistory.QueuedDelivery(
            id: id, alert: alert, recipient: recipient, channelName: row.text("channel") ?? "", level: level, state: row.choice("state") ?? .other)
    }

    private static func askSnoozes(about member: UserID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT own.*, profile.timezone FROM pattern_alert_state alert JOIN alert_snoozes own ON own.alert_state_id = alert.id
            LEFT JOIN user_profiles profile ON profile.user_id = own.recipient_user_id
            WHERE alert.user_id = $1 AND alert.episode_status = 'active' ORDER BY alert.id, own.recipient_user_id
            """, member)
    }

    private static func snooze(_ row: Row) -> MemberHistory.Snooze? {
        guard let alert: AlertID = row.identifier("alert_state_id"), let recipient: UserID = row.identifier("recipient_user_id"),
            let until = row.date("snooze_until")
        else { return nil }
        return MemberHistory.Snooze(alert: alert, recipient: recipient, until: until, timezone: row.text("timezone") ?? Preferences().timezone)
    }

    /// By the alerts that go on: of all that was ever told of a member, which an index has too, few are of these.
    private static func askHiddenDeliveries(about member: UserID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT *, (SELECT max(CASE WHEN jsonb_typeof(told.payload->'level') = 'number' THEN (told.payload->>'level')::numeric END)
                FROM notification_queue told
                WHERE told.app_id = queue.app_id AND told.alert_state_id = queue.alert_state_id AND told.recipient_user_id = queue.recipient_user_id
                    AND told.channel = queue.channel
                    AND (told.status IN ('pending', 'sending', 'sent') OR told.merged_into IS NOT NULL)) AS told_level
            FROM notification_queue queue
            WHERE status = 'skipped' AND reason IN ('snoozed', 'dismissed', 'feed_down')
                AND alert_state_id = ANY (ARRAY(SELECT id FROM pattern_alert_state WHERE user_id = $1 AND episode_status = 'active'))
            """, member)
    }

    private static func hiddenDelivery(_ row: Row, about member: UserID) -> MemberHistory.HiddenDelivery? {
        guard let delivery = delivery(row), delivery.member == member, let alert = delivery.alert, let level = delivery.payload.level else { return nil }
        return MemberHistory.HiddenDelivery(
            id: delivery.id, alert: alert, recipient: delivery.recipient, channelName: delivery.channelName, level: level,
            toldLevel: row.level("told_level"))
    }

    /// Writes the episode's own columns; what people set on an alert (snooze, dismissal) stays as it is.
    private static func save(_ alert: Alert, _ now: Instant, _ db: Connection) throws {
        let episode = alert.episode
        try db.execute(
            """
            INSERT INTO pattern_alert_state AS known (
                id, created_at, updated_at, user_id, metric_type, pattern_type, episode_status, active_since, last_evaluated_date, day_count,
                current_level, severity, last_notified_level, last_notified_at, baseline_value, recent_value, deviation_percent,
                resolve_reason, engine, resolved_on, level_dates, reopen_history, feed_down_since)
            VALUES ($1, $2::timestamptz, $2::timestamptz, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::integer, CASE WHEN $12::integer IS NULL THEN NULL ELSE $2::timestamptz END, $13, $14, $15, $16, $17, $18, $19, $20, $21)
            ON CONFLICT (id) DO UPDATE SET
                updated_at = excluded.updated_at, metric_type = excluded.metric_type, episode_status = excluded.episode_status,
                active_since = excluded.active_since,
                last_evaluated_date = excluded.last_evaluated_date, day_count = excluded.day_count, current_level = excluded.current_level,
                severity = excluded.severity,
                last_notified_at = CASE WHEN excluded.last_notified_level IS DISTINCT FROM known.last_notified_level
                    THEN excluded.last_notified_at ELSE known.last_notified_at END,
                last_notified_level = excluded.last_notified_level, baseline_value = excluded.baseline_value,
                recent_value = excluded.recent_value, deviation_percent = excluded.deviation_percent,
                resolve_reason = excluded.resolve_reason, engine = excluded.engine, resolved_on = excluded.resolved_on,
                level_dates = excluded.level_dates, reopen_history = excluded.reopen_history, feed_down_since = excluded.feed_down_since
            """,
            alert.id, now, alert.member, episode.metric.rawValue, episode.pattern.rawValue, alert.status.rawValue, episode.activeSince,
            episode.lastEvaluatedDate, episode.dayCount, episode.level.rawValue, alert.severity.rawValue, alert.lastNotifiedLevel?.rawValue,
            episode.baselineValue, episode.recentValue, episode.deviationPercent, episode.resolved?.rawValue, alert.engine,
            episode.history.resolvedOn, try json(episode.history.levels), try json(episode.history.reopenings), alert.feedDownSince)
    }

    /// What was to be told of an alert is not sent any more, and is marked like what was told, or given up; that in the inbox too.
    private static func retract(_ alert: AlertID, of member: UserID, _ now: Instant, _ db: Connection) throws {
        try withdraw("alert_state_id = $1", alert, now, db)
        try db.execute(
            """
            UPDATE notification_queue SET retracted_at = $2, updated_at = $2 WHERE alert_state_id = $1 AND retracted_at IS NULL
                AND (status IN ('sending', 'sent', 'failed') OR status = 'skipped' AND merged_into IS NOT NULL)
            """, alert, now)
        try noteWithdrawn(alert, now, db)
        // What is just being put there is there then, or sees what was just written.
        try lock([member], .messages, db)
        try db.execute("UPDATE inbox_messages SET retracted_at = $2 WHERE alert_state_id = $1 AND retracted_at IS NULL", alert, now)
    }

    /// Cancels what waits, by itself or with the one that it was merged into, and fits a condition on the value.
    private static func withdraw(_ condition: String, _ value: any SQLConvertible, _ now: Instant, _ db: Connection) throws {
        // Whoever leases that one meanwhile tells all of it.
        try db.execute(
            """
            SELECT 1 FROM notification_queue WHERE app_id = $2 AND status = 'pending' AND id = ANY (ARRAY(
                SELECT merged_into FROM notification_queue WHERE app_id = $2 AND \(condition) AND merged_into IS NOT NULL)) FOR UPDATE
            """, value, AppID.house)
        try db.execute(
            """
            UPDATE notification_queue merged SET status = 'cancelled', merged_into = NULL, retracted_at = coalesce(merged.retracted_at, $2), updated_at = $2
            FROM notification_queue lead
            WHERE merged.\(condition) AND merged.status = 'skipped' AND lead.id = merged.merged_into AND lead.app_id = merged.app_id
                AND lead.status = 'pending'
            """, value, now)
        try db.execute(
            """
            WITH cancelled AS (
                UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, retracted_at = coalesce(retracted_at, $2), updated_at = $2
                WHERE \(condition) AND status = 'pending' RETURNING id)
            UPDATE notification_queue SET \(unmerge), updated_at = $2 WHERE merged_into IN (SELECT id FROM cancelled)
            """, value, now)
    }

    /// What was told of an alert, or is on its way, holds after all.
    private static func reinstate(_ alert: AlertID, of member: UserID, _ now: Instant, _ db: Connection) throws {
        let reinstated = try db.rows(
            """
            UPDATE notification_queue SET retracted_at = NULL, updated_at = $2
            WHERE alert_state_id = $1 AND retracted_at IS NOT NULL AND retracted_by IS NULL AND status <> 'cancelled' RETURNING id
            """, alert, now)
        try keepShown(reinstated, db)
        try lock([member], .messages, db)
        try db.execute(
            """
            UPDATE inbox_messages SET retracted_at = NULL
            WHERE alert_state_id = $1 AND retracted_at IS NOT NULL AND collapse_id IS DISTINCT FROM '\(InboxMessage.collapseIDOfTakenBack)'
            """, alert)
    }

    /// What was cancelled keeps nobody from being told the same by another.
    private static func freeKeys(of cancelled: [DeliveryID], _ now: Instant, _ db: Connection) throws {
        guard !cancelled.isEmpty else { return }
        try db.execute(
            """
            WITH freed AS (
                DELETE FROM \(MonthSchema.keys) known USING notification_queue cancelled
                WHERE cancelled.id = ANY($1::text[]) AND cancelled.status = 'cancelled' AND known.app_id = cancelled.app_id
                    AND known.idempotency_key = cancelled.idempotency_key AND known.delivery_id = cancelled.id
                RETURNING known.app_id, known.delivery_id)
            UPDATE notification_queue SET idempotency_key = NULL, updated_at = $2
            WHERE id = ANY($1::text[]) AND (app_id, id) IN (SELECT app_id, delivery_id FROM freed)
            """, cancelled, now)
    }

    /// Asks to queue what its recipients don't have already; how many these are says the answer.
    static func enqueue(_ deliveries: [Delivery], isShadow: Bool, _ db: Connection) throws -> Answer {
        // Put together with a character that no identifier has, so that no two keys run into one.
        let keys = deliveries.map { delivery -> String? in
            let step = delivery.route.map { $0.step == 0 ? "" : "\t\($0.step)" } ?? ""
            return delivery.alert.map { "\($0)\t\(delivery.payload.level?.rawValue ?? 0)\t\(delivery.recipient)\t\(delivery.channelName)\(step)" }
        }
        // A key belongs to who comes first with it; so the triggers needn't ask.
        try db.execute(LeaseSchema.follow(byTriggers: false))
        let queued = try db.send(
            """
            WITH claimed AS (
                INSERT INTO \(MonthSchema.keys) (app_id, idempotency_key, delivery_id)
                SELECT * FROM unnest($16::text[], $9::text[], $1::text[]) AS given (app_id, key, id) WHERE key IS NOT NULL
                ON CONFLICT DO NOTHING RETURNING delivery_id)
            INSERT INTO notification_queue (id, created_at, updated_at, recipient_user_id, member_user_id, alert_state_id, channel, payload,
                expires_at, idempotency_key, group_key, status, next_attempt_at, route_key, route_step, route_until, app_id, priority, deliver_after)
            SELECT given.id, given.at, given.at, given.recipient, given.member, given.alert, given.channel, given.payload::jsonb,
                given.expires_at, given.key, given.group_key, $11::text, given.deliver_after, given.route_key, given.route_step, given.route_until,
                given.app_id, given.priority, given.deliver_after
            FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::text[],
                $10::text[], $12::timestamptz[], $13::text[], $14::bigint[], $15::text[], $16::text[], $17::bigint[])
                AS given (id, at, recipient, member, alert, channel, payload, expires_at, key, group_key, deliver_after, route_key, route_step, route_until,
                    app_id, priority)
            WHERE given.key IS NULL OR given.id IN (SELECT delivery_id FROM claimed)
            """,
            deliveries.map(\.id), deliveries.map(\.createdAt), deliveries.map(\.recipient), deliveries.map(\.member), deliveries.map(\.alert),
            deliveries.map(\.channelName), try deliveries.map { try $0.payload.stored() }, deliveries.map(\.expiresAt), keys,
            deliveries.map(\.groupKey), (isShadow ? Delivery.Status.shadow : .pending).rawValue, deliveries.map(\.deliverAfter),
            deliveries.map(\.route?.key), deliveries.map(\.route?.step), deliveries.map(\.route?.until.rawValue),
            deliveries.map(\.app), deliveries.map(\.priority.rank))
        try db.execute(LeaseSchema.follow(byTriggers: true))
        return queued
    }

    /// A row as an alert; nil where somebody wrote a metric or a pattern that means nothing to us.
    static func alert(_ row: Row) -> Alert? {
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

    private static func list<Value: Decodable>(_ text: String?) -> [Value] {
        guard let text, text != "[]" else { return [] }
        return (try? JSONDecoder().decode([Value].self, from: Data(text.utf8))) ?? []
    }
}
