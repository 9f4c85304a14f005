import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

// Batches of recipients in workers' hands: one lease a batch.

extension PostgresStore {
    public func leaseBatch(_ terms: LeaseTerms, judge: @escaping BroadcastJudge) async throws -> LeasedBroadcastBatch? {
        try await pool.run { db in
            // Most of the time nothing is due: look before making a transaction of it.
            let due = try db.transaction(nil) { try self.dueLanes(terms.now, Self.batchLanes, $0) }
            self.dueBatchLanes.withLock { $0 = due }
            guard !due.isEmpty, let taken = try db.transaction(Connection.readWrite, { try self.take(terms, due, $0) }) else { return nil }
            do {
                return try self.batch(taken, terms, judge, db)
            } catch let error as PostgresError where error.isPassing {
                // The lease is kept: a second one would be of another batch.
                throw PostgresError.lostWhileCommitting
            }
        }
    }

    public func recordEnd(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, now: Instant, leasing terms: LeaseTerms, judge: @escaping BroadcastJudge
    ) async throws -> (isHeld: Bool, next: LeasedBroadcastBatch?) {
        let record = BatchRecord(results, of: batch, then: .ends, now)
        return try await Self.unlessLocked {
            let (isHeld, next, isLost) = try await pool.run { db in
                let (kept, taken) = try db.transaction { db in
                    try db.execute(Self.shortPatience)
                    let kept = try Self.keep(record, db)
                    var taken: TakenBatch?
                    // What was due a moment ago mostly still is: what is due now goes out with it.
                    let known = self.dueBatchLanes.withLock(\.self)
                    let due = try self.dueLanes(terms.now, Self.batchLanes, db) { taken = known.isEmpty ? nil : try self.take(terms, known, db) }
                    self.dueBatchLanes.withLock { $0 = due }
                    // What was taken is ours, even where the look, a moment earlier or later, saw nothing due.
                    return (kept, try taken ?? (due.isEmpty ? nil : self.take(terms, due, db)))
                }
                let isHeld = try kept.changeCount() > 0
                do {
                    return (isHeld, try taken.map { try self.batch($0, terms, judge, db) }, false)
                } catch let error as PostgresError where error.isPassing {
                    return (isHeld, nil, true)
                }
            }
            // What can't be asked about now is rescued, where it can't be given back either.
            if isLost { try? await giveBackBatches(of: terms.token) }
            return (isHeld, next)
        }
    }

    /// - Throws: ``LockedBatch`` where somebody holds locked, as by hand, what `body` has to change; else what it throws.
    static func unlessLocked<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as PostgresError where error.isOfLock {
            throw LockedBatch()
        }
    }

    /// Takes one batch; what is asked about it goes out with the commit.
    private func take(_ terms: LeaseTerms, _ due: [QueueLane], _ db: Connection) throws -> TakenBatch? {
        let standing = try Migrations.askStanding(db, beside: Self.plansByIndex + Self.pauseColumns)
        var (first, passedOver) = try lock(terms, due, db)
        try Migrations.check(standing)
        while true {
            if let lease = first {
                if let taken = try TakenBatch(lease, isNear: { id, number in crowds.withLock { $0.mayBeNear(id, number) } }, db) {
                    // It was paused since it was looked up.
                    guard try !standingPauses(standing.beside(), terms.now).hold(taken.broadcast.lane) else {
                        try Self.giveBack(taken, terms, db)
                        return nil
                    }
                    // Nothing could be taken of these though something is due: behind what is torn all else of them waits.
                    _ = try askPutOffTorn(of: passedOver, terms, db)
                    return taken
                }
                // Somebody has edited it.
                try db.execute(
                    """
                    UPDATE broadcast_leases SET due_at = $4, leased_by = $5, lease_token = NULL, lease_until = NULL
                    WHERE app_id = $1 AND broadcast_id = $2 AND number = $3
                    """, lease.text("app_id"), lease.text("id"), lease.integer("number"), Instant.max, Broadcast.unreadableBatch)
            } else if try askPutOffTorn(of: passedOver, terms, db).reduce(0, { $0 + (try $1.changeCount()) }) == 0 {
                return nil
            }
            (first, passedOver) = try lock(terms, due, db)
        }
    }

    /// Puts off those whose broadcast or recipients somebody has deleted: nothing is locked with what isn't there, so they would be due for ever.
    ///
    /// What somebody has locked comes another time. Each is looked up by itself: else PostgreSQL reads all batches that the app ever had.
    /// - Returns: what tells how many there were of each app.
    private func askPutOffTorn(of apps: [[UInt8]], _ terms: LeaseTerms, _ db: Connection) throws -> [Answer] {
        let dueAt = moment(terms.now)
        return try apps.map { app in
            try db.send(
                """
                WITH torn AS MATERIALIZED (
                    SELECT broadcast_id, number FROM broadcast_leases waiting
                    WHERE lease_until IS NULL AND app_id = $2 AND due_at <= \(dueAt.sql(1)) AND (
                        NOT EXISTS (SELECT 1 FROM broadcasts WHERE broadcasts.app_id = $2 AND broadcasts.id = waiting.broadcast_id OFFSET 0)
                        OR NOT EXISTS (SELECT 1 FROM broadcast_batches batch
                            WHERE batch.app_id = $2 AND batch.broadcast_id = waiting.broadcast_id AND batch.number = waiting.number OFFSET 0))
                    FOR UPDATE SKIP LOCKED)
                UPDATE broadcast_leases lease SET due_at = $3, leased_by = $4 FROM torn
                WHERE lease.app_id = $2 AND lease.broadcast_id = torn.broadcast_id AND lease.number = torn.number
                """, dueAt.value, String(decoding: app, as: UTF8.self), Instant.max, Broadcast.unreadableBatch)
        }
    }

    /// Nobody has begun anything of it.
    private static func giveBack(_ taken: TakenBatch, _ terms: LeaseTerms, _ db: Connection) throws {
        try db.execute(
            """
            UPDATE broadcast_leases SET \(givenBack)
            WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 AND lease_token = $4
            """, taken.broadcast.app, taken.broadcast.id, taken.number, terms.token)
    }

    private func batch(_ taken: TakenBatch, _ terms: LeaseTerms, _ judge: BroadcastJudge, _ db: Connection) throws -> LeasedBroadcastBatch {
        let members = try members(taken, dueAt: moment(terms.now), db)
        // Only where somebody has tried before there is anything to know of its ways.
        let transmissions = taken.leaseCount > 1 ? try db.transaction(nil) { try Self.transmissions(to: members, $0) } : [:]
        return LeasedBroadcastBatch(
            members, token: terms.token, verdicts: judge(members), transmissions: transmissions, leaseCount: taken.leaseCount)
    }

    /// Locks one batch, and leaves what another worker has locked. What has a lock is asked once: as a part that is joined it may be asked anew, and then
    /// takes the next one, too.
    /// - Returns: its lease, and the apps whose turn came before, of which nothing could be locked; each once, in their order.
    private func lock(_ terms: LeaseTerms, _ lanes: [QueueLane], _ db: Connection) throws -> (taken: Row?, passedOver: [[UInt8]]) {
        var taken: Row?
        var passedOver: Set<[UInt8]> = []
        let (dueAt, until) = (moment(terms.now), moment(terms.now, after: terms.length))
        var shares = LeaseShares(lanes, token: terms.token)
        try shares.deal(1) { orders in
            try orders.map { order in
                taken = try db.row(
                    """
                    WITH first AS MATERIALIZED (SELECT due.* FROM unnest($3::bigint[]) AS lane (rank) CROSS JOIN LATERAL (
                        SELECT app_id, broadcast_id, number FROM broadcast_leases
                        WHERE lease_until IS NULL AND app_id = $2 AND priority = lane.rank AND due_at <= \(dueAt.sql(1))
                        ORDER BY due_at, broadcast_id, number LIMIT 1 FOR UPDATE SKIP LOCKED) AS due LIMIT 1)
                    UPDATE broadcast_leases lease SET leased_by = $4, lease_token = $5, lease_count = lease_count + 1,
                        lease_until = \(until.sql(6))
                    FROM broadcasts, broadcast_batches batch, first
                    WHERE lease.app_id = first.app_id AND lease.broadcast_id = first.broadcast_id AND lease.number = first.number
                        AND broadcasts.app_id = lease.app_id AND broadcasts.id = lease.broadcast_id
                        AND batch.app_id = lease.app_id AND batch.broadcast_id = lease.broadcast_id AND batch.number = lease.number
                    RETURNING broadcasts.*, lease.number, lease.lease_count, lease.entries, batch.recipients, batch.recipient_values
                    """, dueAt.value, String(decoding: order.app, as: UTF8.self), order.ranks, terms.holder, terms.token, until.value)
                if taken == nil { passedOver.insert(order.app) }
                return taken == nil ? 0 : 1
            }
        }
        return (taken, passedOver.sorted { $0.lexicographicallyPrecedes($1) })
    }

    static func batchLanes(_ db: Connection) throws -> Answer {
        try db.send("SELECT * FROM \(LaneSchema.broadcasts)")
    }

    private static let inNobodysHands = "leased_by = NULL, lease_token = NULL, lease_until = NULL"
    /// And nobody died over it.
    static let givenBack = "\(inNobodysHands), lease_count = greatest(lease_count - 1, 0)"

    public func renew(_ batch: LeasedBroadcastBatch, until: Instant) async throws -> Bool {
        let end = moment(until: until)
        return try await pool.write { db in
            try db.execute(Self.shortPatience)
            return try db.change(
                """
                UPDATE broadcast_leases SET lease_until = \(end.sql(5))
                WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 AND lease_token = $4
                """, batch.broadcast.app, batch.broadcast.id, batch.number, batch.token, end.value) > 0
        }
    }

    public func rescueBatches(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async throws -> Int {
        let due = moment(now)
        let holders = try await pool.single { db in
            try db.rows("SELECT DISTINCT leased_by FROM broadcast_leases WHERE lease_until IS NOT NULL").map { $0.text("leased_by") }
        }
        // Who leases one by hand may leave out who holds it.
        guard !holders.isEmpty else { return 0 }
        let dead = holders.compactMap(\.self).filter(isDead)
        return try await end(
            Self.inNobodysHands, where: "lease_until <= \(due.sql(1)) OR lease_until IS NOT NULL AND leased_by = ANY($2::text[])", [due.value, dead])
    }

    public func giveBackBatches(of token: String) async throws {
        _ = try await end(Self.givenBack, where: "lease_until IS NOT NULL AND lease_token = $1", [token])
    }

    /// What somebody has locked, as by hand, comes another time.
    ///
    /// - Parameters:
    ///   - change: what becomes of the leases that end.
    ///   - condition: which do.
    /// - Returns: how many did.
    private func end(_ change: String, where condition: String, _ parameters: [any SQLConvertible & Sendable]) async throws -> Int {
        let count = try await pool.write { db in
            let found = try db.send("SELECT DISTINCT app_id FROM broadcast_leases WHERE \(condition) ORDER BY app_id", parameters).rows()
            let ended = try found.map { app in
                var given: [(any SQLConvertible)?] = parameters
                given.append(app.text("app_id"))
                return try db.send(
                    """
                    WITH free AS MATERIALIZED (
                        SELECT broadcast_id, number FROM broadcast_leases WHERE app_id = $\(given.count) AND (\(condition)) FOR UPDATE SKIP LOCKED)
                    UPDATE broadcast_leases lease SET \(change) FROM free
                    WHERE lease.app_id = $\(given.count) AND lease.broadcast_id = free.broadcast_id AND lease.number = free.number
                    RETURNING lease.app_id, lease.broadcast_id
                    """, given)
            }.flatMap { try $0.rows() }
            let apps = Dictionary(
                ended.compactMap { row -> (BroadcastID, AppID)? in
                    guard let id: BroadcastID = row.identifier("broadcast_id"), let app: AppID = row.identifier("app_id") else { return nil }
                    return (id, app)
                }, uniquingKeysWith: { first, _ in first })
            // In one order, so that nobody waits in a ring.
            for (id, app) in apps.sorted(by: { $0.key < $1.key }) { _ = try Self.forgetCancelled(id, of: app, db) }
            return ended.count
        }
        if count > 0 { ring() }
        return count
    }

    public func nextBatchMoment() async throws -> Instant? {
        try await pool.single { db in
            let (lanes, pauses) = try (Self.batchLanes(db), Self.askPauses(db))
            let lease = try db.send(
                "SELECT lease_until AS due_at FROM broadcast_leases WHERE lease_until IS NOT NULL ORDER BY lease_until LIMIT 1")
            let moments = try Self.released(lanes, by: pauses).map(\.dueAt) + lease.rows().compactMap { $0.instant("due_at") }
            return moments.min()
        }
    }
}
