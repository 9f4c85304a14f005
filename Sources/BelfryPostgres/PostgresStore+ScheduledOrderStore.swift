import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: ScheduledOrderStore {
    public func add(_ order: ScheduledOrder, under key: IdempotencyKey?, now: Instant) async throws -> (id: ScheduledOrderID, isRepeated: Bool) {
        try await pool.write { db in
            if let key, let known = try Self.keep(key, for: order.id.asKept, now, db) { return (try ScheduledOrder.id(in: known), true) }
            try db.execute(
                """
                INSERT INTO schedules (id, app_id, created_at, request, member_user_id, starts_at_local, rule, timezone, next_local, next_at, ended_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                """, order.id, order.app, order.createdAt, order.request, order.member, order.timing.start.description, order.timing.rule.description,
                order.timing.timezone, order.next?.local.description, order.next?.at, order.endedAt)
            try db.execute(
                "INSERT INTO schedule_recipients (schedule_id, user_id) SELECT $1, given.id FROM unnest($2::text[]) AS given (id)", order.id,
                order.recipients)
            return (order.id, false)
        }
    }

    public func scheduledOrder(_ id: ScheduledOrderID) async throws -> ScheduledOrder? {
        try await pool.single { db in try Self.scheduledOrders("WHERE id = $1", [id], db).first }
    }

    public func scheduledOrders(of app: AppID?, before: ScheduledOrderID?, countMax: Int) async throws -> [ScheduledOrder] {
        try await pool.single { db in
            var (conditions, parameters) = (["true"], [(any SQLConvertible)?]())
            if let app {
                parameters.append(app)
                conditions.append("app_id = $\(parameters.count)")
            }
            if let before {
                parameters.append(before)
                conditions.append("id < $\(parameters.count)")
            }
            parameters.append(countMax)
            let selection = "WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC LIMIT $\(parameters.count)"
            return try Self.scheduledOrders(selection, parameters, db)
        }
    }

    public func pause(_ id: ScheduledOrderID, now: Instant) async throws {
        try await pool.single { db in
            try db.execute("UPDATE schedules SET paused_at = $2 WHERE id = $1 AND \(ScheduledOrderSchema.isActive)", id, now)
        }
    }

    public func resume(_ id: ScheduledOrderID, next: ScheduledOccurrence?, now: Instant) async throws {
        try await pool.single { db in
            try db.execute(
                """
                UPDATE schedules SET paused_at = NULL, next_local = $2, next_at = $3, ended_at = $4
                WHERE id = $1 AND paused_at IS NOT NULL AND ended_at IS NULL
                """, id, next?.local.description, next?.at, next == nil ? now : nil)
        }
    }

    public func end(_ id: ScheduledOrderID, now: Instant) async throws {
        try await pool.single { db in
            try db.execute("UPDATE schedules SET next_local = NULL, next_at = NULL, ended_at = $2 WHERE id = $1 AND ended_at IS NULL", id, now)
        }
    }

    public func dueScheduledOrders(by moment: Instant, countMax: Int) async throws -> [ScheduledOrder] {
        try await pool.single { db in
            try Self.scheduledOrders("WHERE \(ScheduledOrderSchema.isActive) AND next_at <= $1 ORDER BY next_at, id LIMIT $2", [moment, countMax], db)
        }
    }

    public func carryOut(
        _ turn: ScheduledTurn, now: Instant, deliveries: @escaping @Sendable (_ recipients: [UserID]) -> [Delivery]
    ) async throws -> Bool {
        let (isTaken, isAnyQueued) = try await pool.write { db in
            // Looked at only once nobody else changes it: who erases somebody waits here, or has taken them from its recipients by then.
            try db.execute("SELECT 1 FROM schedules WHERE id = $1 FOR UPDATE", turn.order.id)
            let order = try Self.scheduledOrders("WHERE id = $1", [turn.order.id], db).first
            guard let order, let after = order.taking(turn, now: now) else { return (false, false) }
            try db.execute(
                """
                UPDATE schedules SET next_local = $2, next_at = $3, ended_at = $4, last_local = $5, last_ordered_at = $6, ordered_count = $7,
                    missed_count = $8
                WHERE id = $1
                """, after.id, after.next?.local.description, after.next?.at, after.endedAt, after.lastLocal?.description, after.lastOrderedAt,
                after.orderedCount, after.missedCount)
            guard let told = turn.told, case let queued = deliveries(order.recipients), !queued.isEmpty else { return (true, false) }
            _ = try Self.enqueue(queued, isShadow: false, db)
            if let key = order.key(of: told.local) {
                // Who has taken the name for something else finds that under it.
                try db.execute(
                    """
                    INSERT INTO idempotency_keys (app_id, key, request_hash, deliveries, created_at) VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT (app_id, key) DO NOTHING
                    """, key.app, key.text, key.fingerprint, try json(queued.map(\.id)), now)
            }
            return (true, true)
        }
        if isAnyQueued { ring() }
        return isTaken
    }

    private static func scheduledOrders(_ selection: String, _ parameters: [(any SQLConvertible)?], _ db: Connection) throws -> [ScheduledOrder] {
        try db.send(
            """
            SELECT id, app_id, created_at, request, member_user_id, starts_at_local, rule, timezone, next_local, next_at, paused_at, ended_at, last_local,
                last_ordered_at, ordered_count, missed_count,
                (SELECT coalesce(json_agg(user_id), '[]') FROM schedule_recipients WHERE schedule_id = schedules.id) AS recipients
            FROM schedules \(selection)
            """, parameters
        ).rows().compactMap { row in
            guard let id: ScheduledOrderID = row.identifier("id"), let app: AppID = row.identifier("app_id"), let timing = timing(row) else { return nil }
            let (local, at) = (row.text("next_local").flatMap { CivilDateTime($0) }, row.instant("next_at"))
            return ScheduledOrder(
                id: id, app: app, createdAt: row.instant("created_at") ?? .min, request: row.text("request") ?? "{}",
                member: row.identifier("member_user_id"), recipients: recipients(row) ?? [], timing: timing,
                next: local.flatMap { local in at.map { ScheduledOccurrence(local: local, at: $0) } }, pausedAt: row.instant("paused_at"),
                endedAt: row.instant("ended_at"), lastLocal: row.text("last_local").flatMap { CivilDateTime($0) },
                lastOrderedAt: row.instant("last_ordered_at"), orderedCount: row.integer("ordered_count") ?? 0, missedCount: row.integer("missed_count") ?? 0)
        }
    }

    /// Nil where somebody wrote something else there.
    private static func timing(_ row: Row) -> ScheduleTiming? {
        guard let start = row.text("starts_at_local").flatMap({ CivilDateTime($0) }), let rule = row.text("rule").flatMap({ try? RecurrenceRule($0) }) else {
            return nil
        }
        return ScheduleTiming(start: start, rule: rule, timezone: row.text("timezone"))
    }
}
