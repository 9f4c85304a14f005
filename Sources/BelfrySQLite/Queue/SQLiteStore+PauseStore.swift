import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: PauseStore {
    public func pause(_ pause: QueuePause) async throws -> QueuePause? {
        try await write { db in
            let former = try Self.standing(pause.app, pause.since, db)
            let kept = former.map { pause.goingOn(since: $0.since) } ?? pause
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO queue_pauses (app_id, paused_at, paused_until, paused_by, why, excepts_critical)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    kept.app?.text ?? Schema.everythingPaused, kept.since.sql, kept.until?.sql, kept.operatorName, kept.why, kept.exceptsCritical,
                ])
            return former
        }
    }

    public func resume(_ app: AppID?, now: Instant) async throws -> QueuePause? {
        try await write(counting: { $0 == nil ? 0 : 1 }) { db in
            let former = try Self.standing(app, now, db)
            try db.execute(sql: "DELETE FROM queue_pauses WHERE app_id = ?", arguments: [app?.text ?? Schema.everythingPaused])
            return former
        }
    }

    public func pauses(now: Instant) async throws -> [QueuePause] {
        try await pool.read { try Self.pauses($0).filter { $0.stands(at: now) }.inOrder }
    }

    public func hasWaiting(of app: AppID) async throws -> Bool {
        try await pool.read { db in try (Self.lanes(db) + Self.batchLanes(db)).contain(app) }
    }

    /// The pause of an app or of everything; nil where there is none, or it is over.
    private static func standing(_ app: AppID?, _ now: Instant, _ db: Database) throws -> QueuePause? {
        try pauses(db).first { $0.app == app && $0.stands(at: now) }
    }

    /// All pauses, also those that are over. Mostly there is none.
    static func pauses(_ db: Database) throws -> [QueuePause] {
        try StoredRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT CAST(app_id AS BLOB) AS app_id, paused_at, paused_until, paused_by, why, excepts_critical FROM queue_pauses
                    """)
        ).compactMap(storedPause)
    }

    /// Nil where its app is none.
    private static func storedPause(_ row: StoredRow) -> QueuePause? {
        guard let app = row.text("app_id") else { return nil }
        let named = AppID(app)
        guard named != nil || app == Schema.everythingPaused else { return nil }
        return QueuePause(
            named, since: row.instant("paused_at") ?? .min, until: row.instant("paused_until"), by: row.text("paused_by"), why: row.text("why"),
            exceptsCritical: row.integer("excepts_critical") == 1)
    }
}

extension Schema {
    /// Stands where an app would; no app has that name.
    static let everythingPaused = ""

    static let pauses = """
        -- What an operator has stopped: an app, or everything, which has no name.
        CREATE TABLE queue_pauses (
            app_id TEXT PRIMARY KEY NOT NULL,
            paused_at TEXT NOT NULL DEFAULT \(now),
            -- Null where somebody has to resume it.
            paused_until TEXT,
            paused_by TEXT,
            why TEXT,
            -- Critical ones are told all the same.
            excepts_critical INTEGER NOT NULL DEFAULT 0 CHECK (excepts_critical IN (0, 1))
        ) WITHOUT ROWID, STRICT;
        """

    /// As in the queue: in another form than the one that is written here an end couldn't be copied to another engine.
    static let pauseMoments = """
        UPDATE queue_pauses SET paused_at = coalesce(\(dayForm(of: "paused_at")), \(fixedForm(of: "'now'"))), paused_until = \(dayForm(of: "paused_until"))
            WHERE paused_at IS NOT \(dayForm(of: "paused_at")) OR paused_until IS NOT \(dayForm(of: "paused_until"));
        CREATE TRIGGER queue_pauses_moments AFTER INSERT ON queue_pauses \(normalisedPause)
        CREATE TRIGGER queue_pauses_moments_updated AFTER UPDATE OF paused_at, paused_until ON queue_pauses \(normalisedPause)
        """

    private static let normalisedPause = """
        WHEN NEW.paused_at IS NOT \(dayForm(of: "NEW.paused_at")) OR NEW.paused_until IS NOT \(dayForm(of: "NEW.paused_until"))
        BEGIN
            SELECT RAISE(ABORT, 'bad_moment: paused_at, paused_until are moments in UTC, such as 2026-01-25T08:00:00Z')
            WHERE \(dayForm(of: "NEW.paused_at")) IS NULL OR NEW.paused_until IS NOT NULL AND \(dayForm(of: "NEW.paused_until")) IS NULL;
            UPDATE queue_pauses SET paused_at = \(dayForm(of: "NEW.paused_at")), paused_until = \(dayForm(of: "NEW.paused_until"))
            WHERE app_id = NEW.app_id;
        END;
        """
}
