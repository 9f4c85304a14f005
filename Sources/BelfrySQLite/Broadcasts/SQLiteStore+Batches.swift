import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// Batches of recipients in workers' hands: one lease a batch, and a log that is only appended to.

extension SQLiteStore {
    public func leaseBatch(_ terms: LeaseTerms, judge: @escaping BroadcastJudge) async throws -> LeasedBroadcastBatch? {
        guard try await pool.read({ try !Self.dueBatchLanes($0, terms.now).isEmpty }) else { return nil }
        return try await write { try Self.lease(terms, judge, $0) }
    }

    public func recordEnd(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, now: Instant, leasing terms: LeaseTerms, judge: @escaping BroadcastJudge
    ) async throws -> (isHeld: Bool, next: LeasedBroadcastBatch?) {
        let entry = BroadcastLogEntry(results, of: batch)
        return try await write { (try Self.keep(entry, results, of: batch, then: .ends, now, $0), try Self.lease(terms, judge, $0)) }
    }

    private static func lease(_ terms: LeaseTerms, _ judge: BroadcastJudge, _ db: Database) throws -> LeasedBroadcastBatch? {
        try Migrations.check(db)
        while let lease = try first(terms, db) {
            guard !lease.isNull("channel"), lease.instant("due_at") != nil, let broadcast = broadcast(lease), let number = lease.integer("number"),
                let list = try list(of: broadcast, number: number, db),
                let known = try knownPlaces(of: broadcast, number: number, entryCount: lease.integer("entries") ?? 1, db)
            else {
                // Somebody has edited it.
                try put(lease, "due_at = ?, leased_by = ?", [Instant.max.sql, Broadcast.unreadableBatch], db)
                continue
            }
            try put(
                lease, "leased_by = ?, lease_token = ?, lease_until = ?, lease_count = lease_count + 1", [terms.holder, terms.token, terms.until.sql], db)
            let leaseCount = (lease.integer("lease_count") ?? 0) + 1
            let members = try members(of: broadcast, number: number, list, without: known, isInDoubt: leaseCount > 1, at: terms.now, db)
            // Only where somebody has tried before there is anything to know of its ways.
            let transmissions = leaseCount > 1 ? try transmissions(to: members, db) : [:]
            return LeasedBroadcastBatch(
                members, token: terms.token, verdicts: judge(members), transmissions: transmissions, leaseCount: leaseCount)
        }
        return nil
    }

    /// The due one that comes first, with its broadcast, where there is one. What is read first of a name counts: identifiers as their bytes.
    ///
    /// Whether the first of a lane is due was read from its moment: as a text, one that somebody has edited may come after all others.
    private static func first(_ terms: LeaseTerms, _ db: Database) throws -> StoredRow? {
        var taken: StoredRow?
        var shares = LeaseShares(try dueBatchLanes(db, terms.now), token: terms.token)
        try shares.deal(1) { orders in
            try orders.map { order in
                for rank in order.ranks where taken == nil {
                    taken = try StoredRow.fetchOne(
                        db.cachedStatement(
                            sql: """
                                SELECT CAST(lease.app_id AS BLOB) AS app_id, CAST(lease.broadcast_id AS BLOB) AS id, broadcasts.*,
                                    lease.number, lease.due_at, lease.lease_count, lease.entries
                                FROM broadcast_leases lease LEFT JOIN broadcasts ON broadcasts.app_id = lease.app_id AND broadcasts.id = lease.broadcast_id
                                WHERE lease.lease_until IS NULL AND lease.app_id = \(stored) AND lease.priority = ?
                                ORDER BY lease.due_at, lease.broadcast_id, lease.number LIMIT 1
                                """), arguments: [Data(order.app), rank])
                }
                return taken == nil ? 0 : 1
            }
        }
        return taken
    }

    private static func put(_ lease: StoredRow, _ change: String, _ values: StatementArguments, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE broadcast_leases SET \(change) WHERE app_id = \(stored) AND broadcast_id = \(stored) AND number = ?"
        ).execute(arguments: values + [lease.value(in: "app_id"), lease.value(in: "id"), lease.value(in: "number")])
    }

    static func dueBatchLanes(_ db: Database, _ now: Instant) throws -> [QueueLane] {
        try pauses(db).released(batchLanes(db)).filter { $0.dueAt <= now }
    }

    static func batchLanes(_ db: Database) throws -> [QueueLane] {
        try lanes(db) { condition in
            """
            SELECT CAST(app_id AS BLOB) AS app, priority, due_at FROM broadcast_leases WHERE lease_until IS NULL AND \(condition)
            ORDER BY app_id, priority, due_at, broadcast_id, number LIMIT 1
            """
        }
    }

    public func record(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, now: Instant
    ) async throws -> Bool {
        let entry = BroadcastLogEntry(results, of: batch)
        return try await write { db in
            if next == .goesOn, try Self.isRecorded(entry, of: batch, now, db) { return true }
            return try Self.keep(entry, results, of: batch, then: next, now, db) || Self.isRecorded(entry, of: batch, now, db)
        }
    }

    /// Whether the same was recorded at the same moment: then the answer was lost, and it is asked again.
    private static func isRecorded(_ entry: BroadcastLogEntry, of batch: LeasedBroadcastBatch, _ now: Instant, _ db: Database) throws -> Bool {
        let known = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM broadcast_results WHERE app_id = ? AND broadcast_id = ? AND number = ? AND recorded_at = ? AND results = ?"),
            arguments: [batch.broadcast.app.text, batch.broadcast.id.text, batch.number, now.sql, entry.json])
        return known != nil
    }

    private static func keep(
        _ entry: BroadcastLogEntry, _ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, _ now: Instant, _ db: Database
    ) throws -> Bool {
        let place: StatementArguments = [batch.broadcast.app.text, batch.broadcast.id.text, batch.number]
        let isPlace = "app_id = ? AND broadcast_id = ? AND number = ?"
        let number = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT entries FROM broadcast_leases WHERE \(isPlace) AND lease_token = ?"),
            arguments: place + [batch.token])
        guard let number else { return false }
        try db.cachedStatement(sql: "INSERT INTO broadcast_results VALUES (\(placeholders(9)))").execute(
            arguments: place + [number + 1, now.sql, entry.count(.sent), entry.count(.skipped), entry.count(.queued), entry.json])
        switch next {
        case .goesOn:
            try db.execute(sql: "UPDATE broadcast_leases SET entries = entries + 1 WHERE \(isPlace)", arguments: place)
        case .ends:
            try db.cachedStatement(sql: "DELETE FROM broadcast_leases WHERE \(isPlace)").execute(arguments: place)
        case .isReturned:
            try db.execute(
                sql: """
                    UPDATE broadcast_leases SET entries = entries + 1, \(givenBack) WHERE \(isPlace)
                    """, arguments: place)
            try forgetCancelled(db)
        }
        let meant = try stillMeant(results, of: batch, db)
        let rows = batch.rows(meant, now: now)
        let isCancelled = rows.isEmpty ? false : try Bool.fetchOne(
            db, sql: "SELECT status = 'cancelled' FROM broadcasts WHERE app_id = ? AND id = ?",
            arguments: [batch.broadcast.app.text, batch.broadcast.id.text]) ?? false
        for row in rows { try queue(isCancelled ? row.calledOff : row, of: batch.broadcast, now, db) }
        for sent in meant.flatMap(\.transmissions) { try record(sent, db) }
        try note(entry, of: batch.broadcast, now, db)
        return true
    }

    private static let inNobodysHands = "leased_by = NULL, lease_token = NULL, lease_until = NULL"
    /// And nobody died over it.
    private static let givenBack = "\(inNobodysHands), lease_count = max(lease_count - 1, 0)"

    /// What was called off meanwhile isn't begun again.
    static func forgetCancelled(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM broadcast_leases WHERE lease_until IS NULL
                    AND (app_id, broadcast_id) IN (SELECT app_id, id FROM broadcasts WHERE status = 'cancelled')
                """)
    }

    static func queue(_ row: MemberRow, of broadcast: Broadcast, _ now: Instant, _ db: Database) throws {
        let delivery = row.delivery
        try db.cachedStatement(
            sql: """
                INSERT INTO notification_queue (id, app_id, broadcast_id, created_at, updated_at, recipient_user_id, member_user_id, channel, payload,
                    expires_at, deliver_after, priority, status, attempts, held_since, next_attempt_at, last_error, reason, decision_inputs, decided_at,
                    route_key, route_step, route_until, rescues)
                VALUES (\(placeholders(24))) ON CONFLICT (id) DO NOTHING
                """
        ).execute(arguments: [
            delivery.id.text, broadcast.app.text, broadcast.id.text, broadcast.createdAt.sql, now.sql, delivery.recipient.text,
            delivery.member.text, delivery.channelName, try delivery.payload.stored(), broadcast.expiresAt?.sql, delivery.deliverAfter?.sql,
            broadcast.priority.rank, row.status.rawValue, row.attemptCount, row.heldSince?.sql, row.nextAttemptAt?.sql, row.lastError?.sql,
            row.reason?.rawValue, row.inputs, row.isDecided ? now.sql : nil, delivery.route?.key, delivery.route?.step,
            delivery.route?.until.rawValue, row.rescueCount,
        ])
        // The triggers take it for one that was queued just now.
        guard db.changesCount > 0, let event = row.event else { return }
        try db.cachedStatement(sql: "INSERT INTO delivery_events VALUES (?, ?, ?, ?, ?)").execute(arguments: [
            now.sql, delivery.channelName, broadcast.payload.category, event.rawValue, row.reason?.rawValue ?? "",
        ])
        try db.cachedStatement(
            sql: """
                INSERT INTO status_changes (app_id, delivery_id, channel, event, reason, attempts, happened_at)
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE \(StatusSchema.hasAsked("?1"))
                """
        ).execute(arguments: [
            broadcast.app.text, delivery.id.text, delivery.channelName, event.rawValue, row.eventCode?.sql, row.attemptCount, now.sql,
        ])
    }

    /// Counts as the triggers of the queue do; what became a row is counted by them.
    private static func note(_ entry: BroadcastLogEntry, of broadcast: Broadcast, _ now: Instant, _ db: Database) throws {
        let told = entry.groups.filter { $0.fate != .queued }
        guard !told.isEmpty else { return }
        try note("queued", "", told.map(\.members.count).reduce(0, +), at: broadcast.createdAt, broadcast, db)
        for group in told { try note(group.fate.rawValue, group.reason?.rawValue ?? "", group.members.count, at: now, broadcast, db) }
    }

    /// One by the triggers, which make the row; the rest is added to it.
    private static func note(
        _ event: String, _ reason: String, _ count: Int, at moment: Instant, _ broadcast: Broadcast, _ db: Database
    ) throws {
        let category = broadcast.payload.category
        try db.execute(
            sql: "INSERT INTO delivery_events VALUES (?, ?, ?, ?, ?)",
            arguments: [moment.sql, broadcast.channelName, category, event, reason])
        let countedReason = DeliveryEvent(rawValue: event)?.hasReason == true ? reason : ""
        let countedChannel = DeliveryChannel(rawValue: broadcast.channelName)?.rawValue
        try db.execute(
            sql: """
                UPDATE delivery_statistics SET count = count + ?1
                WHERE day IN (substr(?2, 1, 10), '\(DeliveryStatistic.allDays)') AND channel = ?3 AND event = ?4 AND reason = ?5
                    AND category = CASE WHEN EXISTS (SELECT 1 FROM delivery_statistics_categories WHERE name = ?6)
                        THEN ?6 ELSE '\(DeliveryStatistic.other)' END
                """,
            arguments: [count - 1, moment.sql, countedChannel ?? DeliveryStatistic.other, event, countedReason, category])
    }

    public func renew(_ batch: LeasedBroadcastBatch, until: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE broadcast_leases SET lease_until = ? WHERE app_id = ? AND broadcast_id = ? AND number = ? AND lease_token = ?",
                arguments: [until.sql, batch.broadcast.app.text, batch.broadcast.id.text, batch.number, batch.token])
            return db.changesCount > 0
        }
    }

    /// Whoever writes a lease by hand may write a moment as `datetime()` does, or none: that lasts no time.
    private static let isLate = "coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', lease_until), '') <= ?"

    public func rescueBatches(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async throws -> Int {
        let leases = try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT DISTINCT leased_by, \(Self.isLate) AS late FROM broadcast_leases WHERE lease_until IS NOT NULL", arguments: [now.sql])
        }
        let dead = Set(leases.compactMap { $0.text("leased_by") }).filter(isDead)
        guard !dead.isEmpty || leases.contains(where: { $0.integer("late") == 1 }) else { return 0 }
        return try await write { db in
            try db.execute(
                sql: """
                    UPDATE broadcast_leases SET \(Self.inNobodysHands)
                    WHERE lease_until IS NOT NULL AND (\(Self.isLate) OR leased_by IN (\(placeholders(dead.count))))
                    """, arguments: [now.sql] + StatementArguments(Array(dead)))
            let count = db.changesCount
            try Self.forgetCancelled(db)
            return count
        }
    }

    public func giveBackBatches(of token: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE broadcast_leases SET \(Self.givenBack) WHERE lease_until IS NOT NULL AND lease_token = ?", arguments: [token])
            try Self.forgetCancelled(db)
        }
    }

    public func nextBatchMoment() async throws -> Instant? {
        try await pool.read { db in
            let lease = try String.fetchOne(db, sql: "SELECT min(lease_until) FROM broadcast_leases WHERE lease_until IS NOT NULL")
            return ([lease.flatMap(Instant.init)].compactMap { $0 } + (try Self.pauses(db).released(Self.batchLanes(db)).map(\.dueAt))).min()
        }
    }
}
