import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: ScheduledOrderStore {
    public func add(
        _ order: ScheduledOrder, under key: IdempotencyKey?, countMax: Int, now: Instant
    ) async throws -> (id: ScheduledOrderID, isRepeated: Bool) {
        try await pool.write(counting: { (added: (id: ScheduledOrderID, isRepeated: Bool)) in added.isRepeated ? 0 : nil }) { db in
            if let key, let known = try Self.keep(key, for: order.id.asKept, now, db) { return (try ScheduledOrder.id(in: known), true) }
            if order.status != .ended {
                // Two at once count one behind the other.
                try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", order.app, Exclusive.schedules.rawValue)
                // The index alone answers it, also where most of what there is is the app's.
                let last = try db.row("SELECT 1 FROM schedules WHERE app_id = $1 AND ended_at IS NULL OFFSET $2 LIMIT 1", order.app, countMax - 1)
                guard last == nil else { throw Problem.tooManySchedules(countMax: countMax) }
            }
            try db.execute(
                """
                INSERT INTO schedules
                    (id, app_id, created_at, request, member_user_id, starts_at_local, rule, rdate, exdate, timezone, next_local, next_at, ended_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                """, order.id, order.app, order.createdAt, order.request, order.member, order.timing?.start.description ?? "",
                order.timing?.rule.description ?? "", order.timing?.rdate, order.timing?.exdate, order.timing?.timezone, order.next?.local.description,
                order.next?.at, order.endedAt)
            try Self.add(recipientsOf: order, to: order.id, db)
            return (order.id, false)
        }
    }

    private static func add(recipientsOf order: ScheduledOrder, to id: ScheduledOrderID, _ db: Connection) throws {
        try db.execute(
            """
            INSERT INTO schedule_recipients (schedule_id, user_id, escalation_step, own_values)
            SELECT $1, given.id, given.step, given.own_values::json FROM unnest($2::text[], $3::bigint[], $4::text[]) AS given (id, step, own_values)
            """, id, order.everybody, order.everybody.map { order.further[$0] }, order.everybody.map { order.values[$0]?.json })
    }

    public func change(
        _ order: ScheduledOrder, to other: ScheduledOrder, told: [CivilDateTime: [DeliveryID]], now: Instant
    ) async throws -> Bool {
        try await pool.write { db in
            try db.execute("SELECT 1 FROM schedules WHERE id = $1 FOR UPDATE", order.id)
            guard order.status != .ended, try Self.scheduledOrder(order.id, db) == order else { return false }
            try db.execute(
                """
                UPDATE schedules SET request = $2, member_user_id = $3, starts_at_local = $4, rule = $5, rdate = $6, exdate = $7, timezone = $8,
                    next_local = $9, next_at = $10
                WHERE id = $1
                """, order.id, other.request, other.member, other.timing?.start.description ?? "", other.timing?.rule.description ?? "",
                other.timing?.rdate, other.timing?.exdate, other.timing?.timezone, other.next?.local.description, other.next?.at)
            if other.recipients != order.recipients || other.values != order.values || other.further != order.further {
                try db.execute("DELETE FROM schedule_recipients WHERE schedule_id = $1", order.id)
                try Self.add(recipientsOf: other, to: order.id, db)
            }
            for (local, ids) in told { try Self.add(ids, to: order.key(of: local), now, db) }
            return true
        }
    }

    public func scheduledOrder(_ id: ScheduledOrderID) async throws -> ScheduledOrder? {
        try await pool.single { db in try Self.scheduledOrder(id, db) }
    }

    public func scheduledOrders(
        of app: AppID?, status: ScheduledOrder.Status?, before: ScheduledOrderID?, countMax: Int
    ) async throws -> [ScheduledOrder] {
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
            switch status {
            case .active: conditions.append(ScheduledOrderSchema.isActive)
            case .paused: conditions.append("paused_at IS NOT NULL AND ended_at IS NULL")
            case .ended: conditions.append("ended_at IS NOT NULL")
            case nil: break
            }
            return try Self.scheduledOrders("WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC", parameters, countMax: countMax, db)
        }
    }

    public func pause(_ id: ScheduledOrderID, now: Instant) async throws {
        try await pool.write { db in
            try db.execute("UPDATE schedules SET paused_at = $2 WHERE id = $1 AND \(ScheduledOrderSchema.isActive)", id, now)
        }
    }

    public func resume(_ id: ScheduledOrderID, next: ScheduledOccurrence?, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(
                """
                UPDATE schedules SET paused_at = NULL, next_local = $2, next_at = $3, ended_at = $4
                WHERE id = $1 AND paused_at IS NOT NULL AND ended_at IS NULL
                """, id, next?.local.description, next?.at, next == nil ? now : nil)
        }
    }

    public func end(_ id: ScheduledOrderID, now: Instant) async throws {
        try await pool.write { db in
            try db.execute("UPDATE schedules SET next_local = NULL, next_at = NULL, ended_at = $2 WHERE id = $1 AND ended_at IS NULL", id, now)
        }
    }

    public func dueScheduledOrders(by moment: Instant, countMax: Int) async throws -> [ScheduledOrder] {
        try await pool.single { db in
            try Self.scheduledOrders(
                "WHERE \(ScheduledOrderSchema.isActive) AND NOT (\(ScheduledOrderSchema.tellsAudience)) AND next_at <= $1 ORDER BY next_at, id", [moment],
                countMax: countMax, db)
        }
    }

    public func dueAudienceOrders(by moment: Instant, behind app: AppID?, countMax: Int) async throws -> [ScheduledOrder] {
        try await pool.snapshot { db in
            try Self.planWithoutScans(db)
            return try Self.scheduledOrders(Self.dueAudiences, [moment, app?.text ?? ""], countMax: countMax, db)
        }
    }

    private static let dueAudiences = """
        JOIN (SELECT id AS near, app_id AS app, app_id <= $2 AS is_before, row_number() OVER (PARTITION BY app_id ORDER BY next_at, id) AS place
            FROM schedules WHERE \(ScheduledOrderSchema.isActive) AND \(ScheduledOrderSchema.tellsAudience) AND next_at <= $1) AS turn
            ON turn.near = schedules.id
        ORDER BY place, is_before, app
        """

    public func carryOut(
        _ turn: ScheduledTurn, now: Instant, deliveries: @escaping @Sendable (_ standing: ScheduledOrder) -> [Delivery]
    ) async throws -> Bool {
        let (isTaken, isAnyQueued) = try await pool.write { db in
            // Looked at only once nobody else changes it: who erases somebody waits here, or has taken them from its recipients by then.
            try db.execute("SELECT 1 FROM schedules WHERE id = $1 FOR UPDATE", turn.order.id)
            guard let order = try Self.scheduledOrder(turn.order.id, db), let after = order.taking(turn, now: now) else { return (false, false) }
            try Self.keepStep(to: after, db)
            guard let told = turn.told, case let queued = deliveries(order), !queued.isEmpty else { return (true, false) }
            _ = try Self.enqueue(queued, isShadow: false, db)
            try Self.add(queued.map(\.id), to: order.key(of: told.local), now, db)
            return (true, true)
        }
        if isAnyQueued { ring() }
        return isTaken
    }

    public func carryOut(_ turn: ScheduledTurn, sealing broadcast: Broadcast, now: Instant) async throws -> Bool {
        let isTaken = try await pool.write { db in
            try db.execute("SELECT 1 FROM schedules WHERE id = $1 FOR UPDATE", turn.order.id)
            guard let order = try Self.scheduledOrder(turn.order.id, db), let after = order.taking(turn, now: now), try Self.seal(broadcast, now, db)
            else { return false }
            try Self.keepStep(to: after, db)
            try Self.add(broadcast.id.asKept, to: turn.told.flatMap { order.key(of: $0.local) }, now, db)
            return true
        }
        if isTaken { ring() }
        return isTaken
    }

    private static func keepStep(to after: ScheduledOrder, _ db: Connection) throws {
        try db.execute(
            """
            UPDATE schedules SET next_local = $2, next_at = $3, ended_at = $4, last_local = $5, last_ordered_at = $6, ordered_count = $7,
                missed_count = $8
            WHERE id = $1
            """, after.id, after.next?.local.description, after.next?.at, after.endedAt, after.lastLocal?.description, after.lastOrderedAt,
            after.orderedCount, after.missedCount)
    }

    /// Who has taken the name for something else finds that under it. What was ordered of it before a change stays under it, too.
    private static func add(_ ids: [DeliveryID], to key: IdempotencyKey?, _ now: Instant, _ db: Connection) throws {
        guard let key else { return }
        try db.execute(
            """
            INSERT INTO idempotency_keys AS known (app_id, key, request_hash, deliveries, created_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (app_id, key) DO UPDATE SET
                deliveries = (known.deliveries::jsonb || excluded.deliveries::jsonb)::text, created_at = excluded.created_at
                WHERE known.request_hash = excluded.request_hash
            """, key.app, key.text, key.fingerprint, try json(ids), now)
    }

    private static func scheduledOrder(_ id: ScheduledOrderID, _ db: Connection) throws -> ScheduledOrder? {
        try scheduleRows("WHERE id = $1", [id], db).first.flatMap(scheduledOrder(in:))
    }

    /// A row that can't even be named, as somebody may write it by hand, takes nobody's place: more are asked for.
    private static func scheduledOrders(
        _ selection: String, _ parameters: [(any SQLConvertible)?], countMax: Int, _ db: Connection
    ) throws -> [ScheduledOrder] {
        var (found, offset) = ([ScheduledOrder](), 0)
        while true {
            let page = "LIMIT $\(parameters.count + 1) OFFSET $\(parameters.count + 2)"
            let rows = try scheduleRows("\(selection) \(page)", parameters + [countMax, offset], db)
            found += rows.compactMap(scheduledOrder(in:))
            guard rows.count == countMax, found.count < countMax else { return Array(found.prefix(countMax)) }
            offset += countMax
        }
    }

    private static func scheduleRows(_ selection: String, _ parameters: [(any SQLConvertible)?], _ db: Connection) throws -> [Row] {
        try db.send(
            """
            SELECT id, app_id, created_at, request, member_user_id, starts_at_local, rule, rdate, exdate, timezone, next_local, next_at, paused_at,
                ended_at, last_local, last_ordered_at, ordered_count, missed_count,
                (SELECT coalesce(json_agg(user_id), '[]') FROM schedule_recipients WHERE schedule_id = schedules.id AND escalation_step IS NULL) AS recipients,
                (SELECT json_object_agg(user_id, escalation_step) FROM schedule_recipients WHERE schedule_id = schedules.id AND escalation_step IS NOT NULL)
                    AS further,
                (SELECT json_object_agg(user_id, own_values) FROM schedule_recipients
                    WHERE schedule_id = schedules.id AND own_values IS NOT NULL) AS own_values
            FROM schedules \(selection)
            """, parameters
        ).rows()
    }

    /// What somebody has written there by hand, and can't be read, is none.
    private static func ownValues(_ row: Row) -> [UserID: PersonalValues] {
        let texts = row.text("own_values").flatMap { try? JSONDecoder().decode([String: PersonalValues].self, from: Data($0.utf8)) } ?? [:]
        return Dictionary(texts.compactMap { name, values in UserID(name).map { ($0, values) } }) { first, _ in first }
    }

    private static func scheduledOrder(in row: Row) -> ScheduledOrder? {
        guard let id: ScheduledOrderID = row.identifier("id"), let app: AppID = row.identifier("app_id") else { return nil }
        let (local, at) = (row.text("next_local").flatMap { CivilDateTime($0) }, row.instant("next_at"))
        let timing = ScheduleTiming(
            start: row.text("starts_at_local"), rule: row.text("rule"), rdate: row.text("rdate"), exdate: row.text("exdate"),
            timezone: row.text("timezone"))
        return ScheduledOrder(
            id: id, app: app, createdAt: row.instant("created_at") ?? .min, request: row.text("request") ?? "{}",
            member: row.identifier("member_user_id"), recipients: recipients(row) ?? [], values: ownValues(row), further: further(row), timing: timing,
            next: local.flatMap { local in at.map { ScheduledOccurrence(local: local, at: $0) } }, pausedAt: row.instant("paused_at"),
            endedAt: row.instant("ended_at"), lastLocal: row.text("last_local").flatMap { CivilDateTime($0) },
            lastOrderedAt: row.instant("last_ordered_at"), orderedCount: row.integer("ordered_count") ?? 0, missedCount: row.integer("missed_count") ?? 0)
    }
    /// By which step of its escalation each is told who isn't told first.
    private static func further(_ row: Row) -> [UserID: Int] {
        guard let text = row.text("further"), let steps = try? JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) else { return [:] }
        return Dictionary(steps.compactMap { name, step in UserID(name).map { ($0, step) } }) { first, _ in first }
    }
}
