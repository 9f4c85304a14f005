import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: PauseStore {
    public func pause(_ pause: QueuePause) async throws -> QueuePause? {
        try await pool.write { db in
            let former = try Self.standing(pause.app, pause.since, db)
            let kept = former.map { pause.goingOn(since: $0.since) } ?? pause
            try db.execute(
                """
                INSERT INTO \(PauseSchema.table) (app_id, paused_at, paused_until, paused_by, why, excepts_critical)
                VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (app_id) DO UPDATE SET paused_at = excluded.paused_at, paused_until = excluded.paused_until,
                    paused_by = excluded.paused_by, why = excluded.why, excepts_critical = excluded.excepts_critical
                """, kept.app?.text ?? PauseSchema.everything, kept.since, kept.until, kept.operatorName, kept.why, kept.exceptsCritical)
            return former
        }
    }

    public func resume(_ app: AppID?, now: Instant) async throws -> QueuePause? {
        let former = try await pool.write(counting: { $0 == nil ? 0 : 1 }) { db in
            let former = try Self.standing(app, now, db)
            try db.execute("DELETE FROM \(PauseSchema.table) WHERE app_id = $1", app?.text ?? PauseSchema.everything)
            return former
        }
        if former != nil { ring() }
        return former
    }

    public func pauses(now: Instant) async throws -> [QueuePause] {
        try await pool.single { db in
            try Self.pauses(Self.askPauses(db).rows().first).filter { $0.stands(at: now) }.inOrder
        }
    }

    public func hasWaiting(of app: AppID) async throws -> Bool {
        try await pool.single { db in
            let lanes = try [Self.lanes(db), Self.batchLanes(db)]
            return try lanes.flatMap { try $0.rows().map(Self.lane) }.contain(app)
        }
    }

    /// The pause of an app or of everything; nil where there is none, or it is over.
    private static func standing(_ app: AppID?, _ now: Instant, _ db: Connection) throws -> QueuePause? {
        try pauses(askPauses(db).rows().first).first { $0.app == app && $0.stands(at: now) }
    }
}

// MARK: What a lease looks at

extension PostgresStore {
    /// The moment, and all pauses, also those that are over, as columns of a statement that goes out anyway.
    static let pauseColumns = [
        "clock_timestamp() AS now", "(SELECT json_agg(pause ORDER BY app_id) FROM \(PauseSchema.table) AS pause) AS pauses",
    ]

    static func askPauses(_ db: Connection) throws -> Answer { try db.send("SELECT \(pauseColumns.joined(separator: ", "))") }

    /// What such a statement has brought. Where it can't be read nothing is leased: what somebody has stopped isn't told by mistake.
    private static func pauses(_ row: Row?) throws -> [QueuePause] {
        guard let text = row?.text("pauses") else { return [] }
        return try JSONDecoder().decode([StoredPause].self, from: Data(text.utf8)).compactMap(\.pause)
    }

    /// Those that stand, by the clock that counts.
    func standingPauses(_ row: Row?, _ now: Instant) throws -> [QueuePause] {
        let pauses = try Self.pauses(row)
        guard !pauses.isEmpty else { return [] }
        let now = clock == nil ? now : row?.instant("now") ?? now
        return pauses.filter { $0.stands(at: now) }
    }

    /// Lanes as a lease sees them.
    static func released(_ lanes: Answer, by asked: Answer) throws -> [QueueLane] {
        let waiting = try lanes.rows().map(lane)
        return try pauses(asked.rows().first).released(waiting)
    }

    /// A row, whoever wrote it.
    private struct StoredPause: Decodable {
        let app_id: String
        let paused_at: String
        let paused_until: String?
        let paused_by: String?
        let why: String?
        let excepts_critical: Bool

        /// Nil where its app is none. An end that can't be read, as `infinity`, is none, unless it was before the year 1.
        var pause: QueuePause? {
            let app = AppID(app_id)
            guard app != nil || app_id == PauseSchema.everything else { return nil }
            let until = paused_until.flatMap { Instant($0) ?? (PostgresStore.isBeforeAll($0) ? Instant.min : nil) }
            return QueuePause(app, since: Instant(paused_at) ?? .min, until: until, by: paused_by, why: why, exceptsCritical: excepts_critical)
        }
    }
}
