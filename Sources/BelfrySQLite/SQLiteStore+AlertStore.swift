import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: AlertStore {
    /// True for rows of `pattern_alert_state` whose member shares a family with the caller.
    private static let isOfCallersFamily = """
        EXISTS (SELECT 1 FROM family_members member JOIN family_members caller ON caller.family_id = member.family_id
        WHERE member.user_id = pattern_alert_state.user_id AND caller.user_id = ?)
        """

    public func snooze(_ alert: AlertID, until date: CivilDate, dayCount: Int, by caller: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try Self.change(alert, "snooze_until = ?, snooze_days = ?", [date.description, dayCount], by: caller, now: now, db)
        }
    }

    public func dismiss(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Instant? {
        try await pool.write { db in
            guard try Self.change(alert, "dismissed_at = coalesce(dismissed_at, ?)", [now.sql], by: caller, now: now, db) else { return nil }
            return try String.fetchOne(db, sql: "SELECT dismissed_at FROM pattern_alert_state WHERE id = ?", arguments: [alert.text])
                .flatMap(Instant.init)
        }
    }

    public func restore(_ alert: AlertID, by caller: UserID, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try Self.change(alert, "dismissed_at = NULL, snooze_until = NULL, snooze_days = NULL", [], by: caller, now: now, db)
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

    public func alerts(of family: FamilyID, for caller: UserID, today: CivilDate) async throws -> [Alert]? {
        try await pool.read { db in
            let isMember = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM family_members WHERE family_id = ? AND user_id = ?)",
                arguments: [family.text, caller.text])
            guard isMember == true else { return nil }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM pattern_alert_state
                    WHERE user_id IN (SELECT user_id FROM family_members WHERE family_id = ?) AND episode_status = 'active'
                        AND dismissed_at IS NULL AND (snooze_until IS NULL OR snooze_until < ?)
                    ORDER BY current_level DESC, active_since, id
                    """, arguments: [family.text, today.description]
            ).compactMap(Self.alert)
        }
    }
}
