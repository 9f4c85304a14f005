import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: RemovalStore {
    public func leaseRemovals(_ terms: RemovalTerms) async throws -> [RemovalErrand] {
        // Mostly there is nothing, and for that nobody has to wait.
        let isAnything = try await pool.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM removals WHERE due_at <= ?)", arguments: [terms.now.sql])
        }
        guard isAnything == true else { return [] }
        return try await write { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    UPDATE removals SET due_at = ?1, attempts = attempts + 1 WHERE (app_id, delivery_id) IN (
                        SELECT app_id, delivery_id FROM removals WHERE due_at <= ?2 ORDER BY due_at LIMIT ?3)
                    RETURNING CAST(delivery_id AS BLOB) AS delivery_id, CAST(app_id AS BLOB) AS app_id, attempts, waits, cause,
                        CAST(successor_id AS BLOB) AS successor_id
                    """, arguments: [terms.until.sql, terms.now.sql, terms.countMax]
            ).compactMap { row in
                guard let delivery: DeliveryID = row.identifier("delivery_id"), let app: AppID = row.identifier("app_id") else { return nil }
                return RemovalErrand(
                    delivery: delivery, app: app, attempt: row.integer("attempts") ?? 1, waitCount: row.integer("waits") ?? 0,
                    cause: RemovalCause(row.choice("cause"), successor: row.identifier("successor_id")))
            }.sorted { ($0.app, $0.delivery) < ($1.app, $1.delivery) }
        }
    }

    public func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?, isCounted: Bool) async throws {
        try await write { db in
            for (id, end) in ends {
                try db.execute(
                    sql: """
                        UPDATE notification_transmissions SET removed_at = ?, stays_why = ?
                        WHERE id = ? AND delivery_id = ? AND app_id = ? AND removed_at IS NULL
                        """,
                    arguments: [end.removedAt?.sql, end.staysBecause?.sql, id.text, errand.delivery.text, errand.app.text])
            }
            let own = "WHERE app_id = ? AND delivery_id = ? AND attempts = ?"
            let arguments: StatementArguments = [errand.app.text, errand.delivery.text, errand.attempt]
            if let moment {
                try db.execute(sql: "UPDATE removals SET due_at = ?, waits = waits + ? \(own)", arguments: [moment.sql, isCounted ? 0 : 1] + arguments)
            } else {
                try db.execute(sql: "DELETE FROM removals \(own)", arguments: arguments)
            }
        }
    }
}

extension Schema {
    static let removals = """
        -- When it disappeared where it was shown, because it was taken back, or why it stays there.
        ALTER TABLE notification_transmissions ADD COLUMN removed_at TEXT;
        ALTER TABLE notification_transmissions ADD COLUMN stays_why TEXT;
        -- What was taken back and is to disappear: a row goes once it has, or can't.
        CREATE TABLE removals (
            app_id TEXT NOT NULL,
            delivery_id TEXT NOT NULL,
            due_at TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            PRIMARY KEY (app_id, delivery_id)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX removals_due ON removals (due_at);
        """

    /// Why each is to disappear, and how often its provider was to be left alone.
    static let removalCauses = """
        ALTER TABLE removals ADD COLUMN waits INTEGER NOT NULL DEFAULT 0 CHECK (waits >= 0);
        ALTER TABLE removals ADD COLUMN cause TEXT NOT NULL DEFAULT 'taken_back';
        -- Of what is replaced, by what.
        ALTER TABLE removals ADD COLUMN successor_id TEXT;
        """

    /// Has a delivery disappear, `?2`, from a moment on, where one of its channel can.
    static let noteRemoval = noteRemovals(.takenBack, where: "id = ?2")
    /// The same of one that somebody else has done.
    static let noteDone = noteRemovals(.done, where: "id = ?2 AND \(isToldAlone)")
    /// The same of what an alert told, `?2`, that corrected data withdrew at this moment.
    static let noteWithdrawn = noteRemovals(
        .takenBack, where: "alert_state_id = ?2 AND retracted_at = ?1 AND retracted_by IS NULL AND \(isToldAlone)")

    private static func noteRemovals(_ cause: RemovalCause.Name, where condition: String) -> String {
        """
        INSERT INTO removals (app_id, delivery_id, due_at, cause) SELECT app_id, id, ?1, '\(cause.rawValue)' FROM notification_queue
        WHERE \(condition) AND channel IN (\(RemovalErrand.channels.map { "'\($0.rawValue)'" }.joined(separator: ", "))) \(unlessThere)
        """
    }

    /// That it was told, or is on its way, and tells of nothing else: a summary tells of others, too.
    private static let isToldAlone = """
        (status IN ('sending', 'sent') OR attempts > 0)
            AND NOT EXISTS (SELECT 1 FROM notification_queue merged WHERE merged.merged_into = notification_queue.id)
        """

    /// Has what was told before in the ``MessagePlace`` of a delivery, `?2`, disappear. A summary tells of others, too, and gives way to nothing.
    static let noteReplaced = """
        INSERT INTO removals (app_id, delivery_id, due_at, cause, successor_id) SELECT app_id, id, ?1, '\(RemovalCause.Name.replaced.rawValue)', ?2 FROM (
            SELECT app_id, id, status FROM notification_queue INDEXED BY notification_queue_places
            WHERE app_id = ?3 AND recipient_user_id = ?4 AND channel = ?5 AND \(collapseKey) IS NOT NULL AND \(collapseKey) = ?6
            ORDER BY created_at DESC LIMIT \(MessagePlace.countMax)) AS told
        WHERE id <> ?2 AND (status = 'sending' OR status = 'sent' AND EXISTS (
                SELECT 1 FROM notification_transmissions way WHERE way.delivery_id = told.id AND way.app_id = told.app_id
                    AND way.removed_at IS NULL AND way.stays_why IS NULL
                    AND way.status IN (\(Transmission.Status.shown.map { "'\($0.rawValue)'" }.joined(separator: ", ")))))
            AND NOT EXISTS (SELECT 1 FROM notification_queue merged WHERE merged.merged_into = told.id)
        \(unlessThere)
        """

    /// What is to disappear everywhere stays so, whatever takes its place; and whoever has in hand what has another cause now has it no more.
    private static let unlessThere = """
        ON CONFLICT (app_id, delivery_id) DO UPDATE SET
            due_at = excluded.due_at, cause = excluded.cause, successor_id = excluded.successor_id, attempts = attempts + 1, waits = waits + 1
            WHERE cause = '\(RemovalCause.Name.replaced.rawValue)'
        """
}
