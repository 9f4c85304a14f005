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
                    RETURNING CAST(delivery_id AS BLOB) AS delivery_id, CAST(app_id AS BLOB) AS app_id, attempts
                    """, arguments: [terms.until.sql, terms.now.sql, terms.countMax]
            ).compactMap { row in
                guard let delivery: DeliveryID = row.identifier("delivery_id"), let app: AppID = row.identifier("app_id") else { return nil }
                return RemovalErrand(delivery: delivery, app: app, attempt: row.integer("attempts") ?? 1)
            }.sorted { ($0.app, $0.delivery) < ($1.app, $1.delivery) }
        }
    }

    public func settle(_ errand: RemovalErrand, _ ends: [TransmissionID: RemovalEnd], again moment: Instant?) async throws {
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
                try db.execute(sql: "UPDATE removals SET due_at = ? \(own)", arguments: [moment.sql] + arguments)
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

    /// Has a delivery disappear, `?2`, from a moment on, where one of its channel can.
    static let noteRemoval = """
        INSERT INTO removals (app_id, delivery_id, due_at) SELECT app_id, id, ?1 FROM notification_queue
        WHERE id = ?2 AND channel IN (\(RemovalErrand.channels.map { "'\($0.rawValue)'" }.joined(separator: ", "))) ON CONFLICT DO NOTHING
        """
}
