import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: AlertStore {
    /// True for rows of `pattern_alert_state` that the caller may see.
    private static let isOfCallersFamily = """
        EXISTS (SELECT 1 FROM family_members member JOIN family_members caller ON caller.family_id = member.family_id
        WHERE member.user_id = pattern_alert_state.user_id AND caller.user_id = ?
            AND (member.shares_alerts = 1 OR member.user_id = caller.user_id))
        """

    public func snooze(_ alert: AlertID, until date: CivilDate, dayCount: Int, by caller: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            let values: StatementArguments = [date.description, dayCount, caller.text]
            guard try Self.change(alert, "snooze_until = ?, snooze_days = ?, snoozed_by = ?", values, by: caller, now: now, db) else { return false }
            try db.execute(
                sql: "INSERT OR REPLACE INTO alert_snoozes (alert_state_id, recipient_user_id, snooze_until, snooze_days) VALUES (?, ?, ?, ?)",
                arguments: [alert.text, caller.text, date.description, dayCount])
            try Self.markMember(of: alert, at: now, db)
            try Self.note(.acted, withAlert: alert.text, of: caller, now: now, db)
            return true
        }
    }

    private static func markMember(of alert: AlertID, at now: Instant, _ db: Database) throws {
        let member = try String.fetchOne(db, sql: "SELECT user_id FROM pattern_alert_state WHERE id = ?", arguments: [alert.text])
        if let member = member.flatMap(UserID.init) { try mark(member, at: now, db) }
    }

    /// The columns of `pattern_alert_state` as one person sees them: with their own snooze.
    static func columns(for recipient: String) -> String {
        let own = "FROM alert_snoozes own WHERE own.alert_state_id = pattern_alert_state.id AND own.recipient_user_id = \(recipient)"
        func seen(_ column: String) -> String {
            "coalesce((SELECT own.\(column) \(own)), CASE WHEN snoozed_by IS NULL THEN pattern_alert_state.\(column) END)"
        }
        return "pattern_alert_state.*, \(seen("snooze_until")) AS seen_snooze_until, \(seen("snooze_days")) AS seen_snooze_days"
    }

    public func dismiss(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Instant? {
        try await write { db in
            guard try Self.change(alert, "dismissed_at = coalesce(dismissed_at, ?)", [now.sql], by: caller, now: now, db) else { return nil }
            try Self.note(.acted, withAlert: alert.text, of: caller, now: now, db)
            return try String.fetchOne(db, sql: "SELECT dismissed_at FROM pattern_alert_state WHERE id = ?", arguments: [alert.text])
                .flatMap(Instant.init)
        }
    }

    public func restore(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Bool {
        try await write { db in
            let isOwn = "snoozed_by IS NULL OR snoozed_by = ?"
            let cleared = ["snooze_until", "snooze_days"].map { "\($0) = CASE WHEN \(isOwn) THEN NULL ELSE \($0) END" }
            guard
                try Self.change(
                    alert, "dismissed_at = NULL, \(cleared.joined(separator: ", "))", [caller.text, caller.text], by: caller, now: now, db)
            else { return false }
            try db.execute(
                sql: "DELETE FROM alert_snoozes WHERE alert_state_id = ? AND recipient_user_id = ?", arguments: [alert.text, caller.text])
            try Self.markMember(of: alert, at: now, db)
            return true
        }
    }

    private static func change(
        _ alert: AlertID, _ assignments: String, _ arguments: StatementArguments, by caller: UserID, now: Instant, _ db: Database
    ) throws -> Bool {
        try db.execute(
            sql: "UPDATE pattern_alert_state SET \(assignments), updated_at = ? WHERE id = ? AND \(isOfCallersFamily)",
            arguments: arguments + [now.sql, alert.text, caller.text])
        return db.changesCount > 0
    }

    public func alerts(of family: FamilyID, for caller: UserID, today: CivilDate?) async throws -> [Alert]? {
        try await pool.read { db in
            let isMember = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM family_members WHERE family_id = ? AND user_id = ?)",
                arguments: [family.text, caller.text])
            guard isMember == true else { return nil }
            return try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT * FROM (SELECT \(Self.columns(for: "?")) FROM pattern_alert_state
                        WHERE user_id IN (SELECT user_id FROM family_members WHERE family_id = ? AND (shares_alerts = 1 OR user_id = ?))
                            AND episode_status = 'active' AND dismissed_at IS NULL)
                    WHERE ? IS NULL OR seen_snooze_until IS NULL OR seen_snooze_until < ?
                    ORDER BY current_level DESC, active_since, id
                    """, arguments: [caller.text, caller.text, family.text, caller.text, today?.description, today?.description]
            ).compactMap(Self.seenAlert)
        }
    }

    /// A row of ``columns(for:)`` as an alert.
    static func seenAlert(_ row: StoredRow) -> Alert? {
        alert(row).map { alert in
            Alert(
                id: alert.id, member: alert.member, episode: alert.episode, engine: alert.engine, snoozeUntil: row.date("seen_snooze_until"),
                snoozeDays: row.integer("seen_snooze_days"), dismissedAt: alert.dismissedAt, lastNotifiedLevel: alert.lastNotifiedLevel,
                feedDownSince: alert.feedDownSince)
        }
    }
}
