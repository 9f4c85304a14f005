import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

// A broadcast that is called off: at once for whoever leases a batch or records one, and then of its members those that wait by themselves,
// a part at a time, because there may be millions, and all others who write wait meanwhile.

extension SQLiteStore {
    public func cancel(_ id: BroadcastID, now: Instant) async throws -> Bool {
        let known = try await write(counting: { $0?.isOver == false ? 1 : 0 }) { db -> (app: String, isOver: Bool)? in
            guard let app = try String.fetchOne(db, sql: "SELECT app_id FROM broadcasts WHERE id = ?", arguments: [id.text]) else { return nil }
            guard try !Self.isOver(id, of: app, db) else { return (app, true) }
            try db.execute(
                sql: "UPDATE broadcasts SET status = 'cancelled', updated_at = ? WHERE app_id = ? AND id = ?", arguments: [now.sql, app, id.text])
            try db.execute(
                sql: "DELETE FROM broadcast_leases WHERE app_id = ? AND broadcast_id = ? AND lease_until IS NULL", arguments: [app, id.text])
            return (app, false)
        }
        guard let known else { return false }
        if !known.isOver { try await callOffMembers(of: id.text, known.app, now: now) }
        return true
    }

    /// Whether nothing of it is left to be called off. What a worker has in hand may come back.
    private static func isOver(_ id: BroadcastID, of app: String, _ db: Database) throws -> Bool {
        guard try progress(id, db)?.isOver == true else { return false }
        let open = try Int.fetchOne(
            db,
            sql: "SELECT 1 FROM notification_queue WHERE app_id = ? AND broadcast_id = ? AND +status IN ('pending', 'sending') LIMIT 1",
            arguments: [app, id.text])
        return open == nil
    }

    /// Goes on where somebody who called one off was gone before all of its members were.
    func finishCallingOff(now: Instant) async throws {
        let begun = try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT id, app_id FROM broadcasts WHERE status = 'cancelled' AND updated_at >= ?",
                arguments: [(now - Broadcast.callingOffLengthMax).sql]
            ).map { ($0.text("id") ?? "", $0.text("app_id") ?? "") }
        }
        // What keeps one from it, as a trigger that somebody has made, keeps no other: what it has waiting would be told after all.
        var failure: (any Error)?
        for (id, app) in begun {
            do {
                try await callOffMembers(of: id, app, now: now)
            } catch let error as DatabaseError where error.outage == nil {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    public func waitingMemberCount(of broadcast: Broadcast) async throws -> Int {
        try await pool.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM notification_queue WHERE app_id = ? AND broadcast_id = ? AND +status = 'pending'",
                arguments: [broadcast.app.text, broadcast.id.text]) ?? 0
        }
    }

    private func callOffMembers(of id: String, _ app: String, now: Instant) async throws {
        // Their names begin with the broadcast's, and one part begins where the last ended: by the broadcast all of them would be read for each.
        var last = "\(id)-"
        while true {
            let waiting = try await pool.read { [last] db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT id FROM notification_queue WHERE id > ? AND id < ? AND +app_id = ? AND +broadcast_id = ? AND status = 'pending'
                        ORDER BY id LIMIT \(Broadcast.callingOffCountMax)
                        """, arguments: [last, "\(id).", app, id])
            }
            guard let end = waiting.last else { return }
            try await write { try Self.callOff(waiting, now, $0) }
            last = end
        }
    }

    private static func callOff(_ members: [String], _ now: Instant, _ db: Database) throws {
        let calledOff = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, last_error = '\(Delivery.calledOff)', updated_at = ?
                    WHERE id \(isListed) AND status = 'pending' RETURNING id
                    """), arguments: [now.sql, members.jsonList])
        for lead in calledOff { try unmergeAll(from: lead, now, db) }
    }
}
