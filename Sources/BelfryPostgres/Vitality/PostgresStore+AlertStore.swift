import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: AlertStore {
    public func snooze(_ alert: AlertID, until date: CivilDate, dayCount: Int, by caller: UserID, now: Instant) async throws -> Bool {
        let isChanged = try await pool.write { db in
            let assignments = "snooze_until = $4, snooze_days = $5, snoozed_by = $3"
            guard try Self.change(alert, assignments, [date, dayCount], by: caller, now: now, db) else { return false }
            try db.execute(
                """
                INSERT INTO alert_snoozes (alert_state_id, recipient_user_id, snooze_until, snooze_days) VALUES ($1, $2, $3, $4)
                ON CONFLICT (alert_state_id, recipient_user_id) DO UPDATE SET snooze_until = excluded.snooze_until, snooze_days = excluded.snooze_days
                """, alert, caller, date, dayCount)
            try Self.markMember(of: alert, at: now, db)
            try Self.note(.acted, withAlert: alert.text, of: caller, now: now, db)
            return true
        }
        if isChanged { ring() }
        return isChanged
    }

    private static func markMember(of alert: AlertID, at now: Instant, _ db: Connection) throws {
        try db.execute(
            """
            INSERT INTO evaluation_marks (user_id, due_at) SELECT user_id, $2::timestamptz FROM pattern_alert_state WHERE id = $1
            ON CONFLICT (user_id) DO UPDATE SET due_at = least(evaluation_marks.due_at, excluded.due_at)
            """, alert, now)
    }

    public func dismiss(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Instant? {
        try await pool.write { db in
            guard try Self.change(alert, "dismissed_at = coalesce(dismissed_at, $1)", [], by: caller, now: now, db) else { return nil }
            try Self.note(.acted, withAlert: alert.text, of: caller, now: now, db)
            return try db.row("SELECT dismissed_at FROM pattern_alert_state WHERE id = $1", alert)?.instant("dismissed_at")
        }
    }

    public func restore(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Bool {
        let isChanged = try await pool.write { db in
            let isOwn = "snoozed_by IS NULL OR snoozed_by = $3"
            let cleared = ["snooze_until", "snooze_days"].map { "\($0) = CASE WHEN \(isOwn) THEN NULL ELSE \($0) END" }
            guard try Self.change(alert, "dismissed_at = NULL, \(cleared.joined(separator: ", "))", [], by: caller, now: now, db) else { return false }
            try db.execute("DELETE FROM alert_snoozes WHERE alert_state_id = $1 AND recipient_user_id = $2", alert, caller)
            try Self.markMember(of: alert, at: now, db)
            return true
        }
        if isChanged { ring() }
        return isChanged
    }

    /// - Parameters:
    ///   - assignments: may name `$1`, which is now, `$3`, the caller, and `$4` and on, the values.
    /// - Returns: false where the caller may not see the alert.
    private static func change(
        _ alert: AlertID, _ assignments: String, _ values: [(any SQLConvertible)?], by caller: UserID, now: Instant, _ db: Connection
    ) throws -> Bool {
        try db.send(
            """
            UPDATE pattern_alert_state SET \(assignments), updated_at = $1 WHERE id = $2 AND EXISTS (
                SELECT 1 FROM family_members member JOIN family_members caller ON caller.family_id = member.family_id
                WHERE member.user_id = pattern_alert_state.user_id AND caller.user_id = $3
                    AND (member.shares_alerts OR member.user_id = caller.user_id))
            """, [now, alert, caller] + values
        ).changeCount() > 0
    }

    /// The columns of `pattern_alert_state` as one person sees them: with their own snooze.
    static func columns(for recipient: String) -> String {
        "pattern_alert_state.*, \(seen("snooze_until", by: recipient)) AS seen_snooze_until, \(seen("snooze_days", by: recipient)) AS seen_snooze_days"
    }

    static func seen(_ column: String, by recipient: String) -> String {
        """
        coalesce((SELECT own.\(column) FROM alert_snoozes own WHERE own.alert_state_id = pattern_alert_state.id AND own.recipient_user_id = \(recipient)),
            CASE WHEN snoozed_by IS NULL THEN pattern_alert_state.\(column) END)
        """
    }

    public func alerts(of family: FamilyID, for caller: UserID, today: CivilDate?) async throws -> [Alert]? {
        try await pool.snapshot { db in
            let isMember = try db.send(
                "SELECT EXISTS (SELECT 1 FROM family_members WHERE family_id = $1 AND user_id = $2) AS is_member", family, caller)
            let alerts = try db.send(
                """
                SELECT * FROM (SELECT \(Self.columns(for: "$1")) FROM pattern_alert_state
                    WHERE user_id IN (SELECT user_id FROM family_members WHERE family_id = $2 AND (shares_alerts OR user_id = $1))
                        AND episode_status = 'active' AND dismissed_at IS NULL) AS seen
                WHERE $3::date IS NULL OR seen_snooze_until IS NULL OR seen_snooze_until < $3::date
                ORDER BY current_level DESC, active_since, id
                """, caller, family, today)
            guard try isMember.rows().first?.flag("is_member") == true else { return nil }
            return try alerts.rows().compactMap(Self.seenAlert)
        }
    }

    /// A row of ``columns(for:)`` as an alert.
    static func seenAlert(_ row: Row) -> Alert? {
        alert(row).map { alert in
            Alert(
                id: alert.id, member: alert.member, episode: alert.episode, engine: alert.engine, snoozeUntil: row.date("seen_snooze_until"),
                snoozeDays: row.integer("seen_snooze_days"), dismissedAt: alert.dismissedAt, lastNotifiedLevel: alert.lastNotifiedLevel,
                feedDownSince: alert.feedDownSince)
        }
    }
}
