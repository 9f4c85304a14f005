import BelfryModel
import BelfryPorts
import BelfryTime

// A broadcast that is called off: at once for whoever leases a batch or records one, and then of its members those that wait by themselves,
// a part at a time, because there may be millions.

extension PostgresStore {
    public func cancel(_ id: BroadcastID, now: Instant) async throws -> Bool {
        let known = try await pool.write(counting: { $0?.isOver == false ? 1 : 0 }) { db -> (app: AppID, isOver: Bool)? in
            try Self.planByIndex(db)
            guard let app: AppID = try db.row("SELECT app_id FROM broadcasts WHERE id = $1", id)?.identifier("app_id") else { return nil }
            // Whoever records what goes on by itself is waited for, and what that leaves is found.
            try db.execute("SELECT 1 FROM broadcasts WHERE app_id = $1 AND id = $2 FOR UPDATE", app, id)
            guard try !Self.isOver(id, of: app, db) else { return (app, true) }
            try db.execute("UPDATE broadcasts SET status = 'cancelled', updated_at = $3 WHERE app_id = $1 AND id = $2", app, id, now)
            try db.execute("DELETE FROM broadcast_leases WHERE app_id = $1 AND broadcast_id = $2 AND lease_until IS NULL", app, id)
            return (app, false)
        }
        guard let known else { return false }
        if !known.isOver { try await callOffMembers(of: id, known.app, now: now) }
        return true
    }

    /// Whether nothing of it is left to be called off. What a worker has in hand may come back.
    private static func isOver(_ id: BroadcastID, of app: AppID, _ db: Connection) throws -> Bool {
        guard try progress(id, db)?.isOver == true else { return false }
        return try db.row(
            "SELECT 1 AS open FROM notification_queue WHERE app_id = $1 AND broadcast_id = $2 AND status IN ('pending', 'sending') LIMIT 1", app, id) == nil
    }

    /// Goes on where somebody who called one off was gone before all of its members were.
    func finishCallingOff(now: Instant) async throws {
        let begun = try await pool.single { db in
            try db.rows("SELECT id, app_id FROM broadcasts WHERE status = 'cancelled' AND updated_at >= $1", now - Broadcast.callingOffLengthMax)
                .compactMap { row -> (BroadcastID, AppID)? in
                    guard let id: BroadcastID = row.identifier("id"), let app: AppID = row.identifier("app_id") else { return nil }
                    return (id, app)
                }
        }
        // What keeps one from it, as a row that somebody has locked, keeps no other: what it has waiting would be told after all.
        var failure: (any Error)?
        for (id, app) in begun {
            do {
                try await callOffMembers(of: id, app, now: now)
            } catch let error as PostgresError where error.isOfLock || error.outage == nil {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    public func waitingMemberCount(of broadcast: Broadcast) async throws -> Int {
        try await pool.snapshot { db in
            try Self.planByIndex(db)
            return try db.row(
                "SELECT count(*) AS count FROM \(LiveSchema.table) WHERE id > $1 AND id < $2 AND app_id = $3 AND status = 'pending'",
                "\(broadcast.id)-", "\(broadcast.id).", broadcast.app)?.integer("count") ?? 0
        }
    }

    private func callOffMembers(of id: BroadcastID, _ app: AppID, now: Instant) async throws {
        // Their names begin with the broadcast's, and what waits is found by its name.
        var last: String? = "\(id)-"
        while let before = last { last = try await pool.write { try Self.callOffMembers(after: before, of: id, app, now, $0) } }
    }

    /// - Returns: the last of this part; nil where there was none.
    private static func callOffMembers(after last: String, of id: BroadcastID, _ app: AppID, _ now: Instant, _ db: Connection) throws -> String? {
        try planByIndex(db)
        let waiting = try db.rows(
            """
            SELECT id FROM \(LiveSchema.table) WHERE id > $1 AND id < $2 AND app_id = $3 AND status = 'pending' ORDER BY id LIMIT \(Broadcast.callingOffCountMax)
            """, last, "\(id).", app
        ).compactMap { $0.text("id") }
        guard let end = waiting.last else { return nil }
        let calledOff = try db.rows(
            """
            UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, last_error = '\(Delivery.calledOff)', updated_at = $3
            WHERE app_id = $1 AND broadcast_id = $2 AND status = 'pending' AND id = ANY($4::text[]) AND id BETWEEN $5 AND $6 RETURNING id
            """, app, id, now, waiting, waiting.first, end
        ).compactMap { $0.text("id") }
        try db.execute(
            "UPDATE notification_queue SET \(unmerge), updated_at = $3 WHERE app_id = $1 AND merged_into = ANY($2::text[])", app, calledOff, now)
        return end
    }
}
