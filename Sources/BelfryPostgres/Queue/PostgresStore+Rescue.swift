import BelfryModel
import BelfryPorts
import BelfryTime

// What workers held who are gone, or too late: it waits again, or is given up where too many died over it.

extension PostgresStore {
    public func rescue(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async throws -> Int {
        let due = moment(now)
        let (holders, isAnyLate) = try await pool.single { db in
            let holders = try db.send("SELECT DISTINCT leased_by FROM \(LeaseSchema.table) WHERE leased_by IS NOT NULL")
            let late = try db.send("SELECT EXISTS (SELECT 1 FROM \(LeaseSchema.table) WHERE lease_until <= \(due.sql(1))) AS late", due.value)
            return (try holders.rows().compactMap { $0.text("leased_by") }, try late.rows().first?.flag("late") ?? false)
        }
        let dead = holders.filter(isDead)
        guard !dead.isEmpty || isAnyLate else { return 0 }
        let count: Int
        do {
            count = try await rescue(due, dead, now: now)
        } catch let error as PostgresError where error.isOfLock {
            // Somebody holds what follows of one that is given up, as by hand: such ones are given up later, and keep no others waiting.
            count = try await rescue(due, dead, isGivingUp: false, now: now)
        }
        if count > 0 { ring() }
        return count
    }

    /// - Returns: how many were rescued.
    private func rescue(_ due: Moment, _ dead: [String], isGivingUp: Bool = true, now: Instant) async throws -> Int {
        try await pool.write { db in
            try Self.planByIndex(db)
            let rescued = try Self.lateApps(due, dead, db).flatMap { try Self.rescue(of: $0, due, dead, isGivingUp: isGivingUp, now, db) }
            let givenUp: [DeliveryID] = rescued.filter { $0.text("status") == Delivery.Status.failed.rawValue }.compactMap { $0.identifier("id") }
            if !givenUp.isEmpty { try db.execute(Self.shortPatience) }
            try Self.unmerge(from: givenUp, now, db)
            try Self.bringForward(after: givenUp, now, db)
            return rescued.count
        }
    }

    public func giveBack(_ token: String) async throws {
        do {
            if try await giveBackFree(token) > 0 { ring() }
        } catch let error as PostgresError where error.isOfLock {
            // Somebody has locked the lease, as by hand: it is rescued when it runs out. Whoever waited for it could lease nothing meanwhile.
        }
    }

    /// - Returns: how many were given back.
    private func giveBackFree(_ token: String) async throws -> Int {
        try await pool.write { db in
            try db.execute(Self.shortPatience)
            try Self.planByIndex(db)
            let apps: [AppID] = try db.rows("SELECT DISTINCT app_id FROM \(LeaseSchema.table) WHERE token = $1", token).compactMap {
                $0.identifier("app_id")
            }
            try Self.lockLeases(of: [token], apps: Set(apps), db)
            let given = try apps.sorted().map { app in
                // What of it somebody has locked is rescued then too.
                let held = "app_id = $1 AND id = held.id AND lease_token = $2 AND status = 'sending'"
                let given = try db.send(
                    """
                    WITH held AS MATERIALIZED (SELECT unnest(deliveries) AS id FROM \(LeaseSchema.table) WHERE app_id = $1 AND token = $2),
                        free AS MATERIALIZED (SELECT queue.id FROM held CROSS JOIN LATERAL (
                            SELECT id FROM notification_queue WHERE \(held) FOR UPDATE SKIP LOCKED) AS queue)
                    UPDATE notification_queue SET status = 'pending', leased_by = NULL, lease_token = NULL, lease_until = NULL
                    WHERE app_id = $1 AND id = ANY (ARRAY(SELECT id FROM free))
                    """, app, token)
                try db.execute(
                    """
                    DELETE FROM \(LeaseSchema.table) lease WHERE app_id = $1 AND token = $2 AND NOT EXISTS (
                        SELECT 1 FROM unnest(lease.deliveries) AS held (id)
                        CROSS JOIN LATERAL (SELECT 1 FROM notification_queue WHERE \(held) LIMIT 1) AS queue)
                    """, app, token)
                return given
            }
            return try given.reduce(0) { $0 + (try $1.changeCount()) }
        }
    }

    private static func isLate(_ due: Moment) -> String { "(lease_until <= \(due.sql(1)) OR leased_by = ANY($2::text[]))" }

    private static func lateApps(_ due: Moment, _ dead: [String], _ db: Connection) throws -> [String] {
        try db.rows("SELECT DISTINCT app_id FROM \(LeaseSchema.table) WHERE \(isLate(due)) ORDER BY app_id", due.value, dead)
            .compactMap { $0.text("app_id") }
    }

    /// - Parameter isGivingUp: whether those are rescued, too, that too many died over.
    /// - Returns: the identifiers, and the states that they are in now.
    private static func rescue(
        of app: String, _ due: Moment, _ dead: [String], isGivingUp: Bool, _ now: Instant, _ db: Connection
    ) throws -> [Row] {
        // What somebody has locked is being recorded, or rescued.
        let late = "SELECT token, alone, deliveries FROM \(LeaseSchema.table) WHERE app_id = $3 AND \(isLate(due)) FOR UPDATE SKIP LOCKED"
        let held = "app_id = $3 AND id = held.id AND status = 'sending' AND coalesce(lease_token, id) = late.token"
        let taken = isGivingUp ? held : "\(held) AND rescues + 1 < \(rescueCountMax)"
        let rescued = try db.send(
            """
            WITH late AS MATERIALIZED (\(late)), rescued AS MATERIALIZED (
                SELECT queue.id FROM late CROSS JOIN LATERAL unnest(late.deliveries) AS held (id) CROSS JOIN LATERAL (
                    SELECT id FROM notification_queue WHERE \(taken) FOR UPDATE SKIP LOCKED) AS queue)
            UPDATE notification_queue SET
                status = CASE WHEN rescues + 1 >= \(rescueCountMax) THEN 'failed' ELSE 'pending' END,
                last_error = CASE WHEN rescues + 1 >= \(rescueCountMax) THEN '\(Delivery.abandoned)' ELSE last_error END,
                -- What it may be that killed its workers waits behind all others of that kind.
                next_attempt_at = CASE WHEN rescues + 1 >= \(rescueCountOfSuspect) AND rescues + 1 < \(rescueCountMax) THEN $4::timestamptz END,
                rescues = rescues + 1, leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = $4
            WHERE app_id = $3 AND id = ANY (ARRAY(SELECT id FROM rescued))
            RETURNING id, status
            """, due.value, dead, app, now)
        try db.execute(
            """
            WITH late AS MATERIALIZED (\(late))
            DELETE FROM \(LeaseSchema.table) lease USING late
            WHERE lease.token = late.token AND lease.app_id = $3 AND lease.alone = late.alone AND NOT EXISTS (
                SELECT 1 FROM unnest(late.deliveries) AS held (id)
                CROSS JOIN LATERAL (SELECT 1 FROM notification_queue WHERE \(held) LIMIT 1) AS queue)
            """, due.value, dead, app)
        return try rescued.rows()
    }
}
