import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: ScheduledOrderStore {
    public func add(
        _ order: ScheduledOrder, under key: IdempotencyKey?, countMax: Int, now: Instant
    ) async throws -> (id: ScheduledOrderID, isRepeated: Bool) {
        try await write(counting: { (added: (id: ScheduledOrderID, isRepeated: Bool)) in added.isRepeated ? 0 : nil }) { db in
            if let key, let known = try Self.deliveries(under: key, now, db) { return (try ScheduledOrder.id(in: known), true) }
            let count = try Int.fetchOne(db, sql: Self.openScheduleCount, arguments: [order.app.text])
            guard order.status == .ended || (count ?? 0) < countMax else { throw Problem.tooManySchedules(countMax: countMax) }
            try db.execute(
                sql: """
                    INSERT INTO schedules
                        (id, app_id, created_at, request, member_user_id, starts_at_local, rule, rdate, exdate, timezone, next_local, next_at, ended_at)
                    VALUES (\(placeholders(13)))
                    """,
                arguments: [
                    order.id.text, order.app.text, order.createdAt.sql, order.request, order.member?.text, order.timing?.start.description ?? "",
                    order.timing?.rule.description ?? "", order.timing?.rdate, order.timing?.exdate, order.timing?.timezone,
                    order.next?.local.description, order.next?.at.sql, order.endedAt?.sql,
                ])
            try Self.add(recipientsOf: order, to: order.id, db)
            if let key { try Self.keep(key, for: order.id.asKept, now, db) }
            return (order.id, false)
        }
    }

    static let openScheduleCount = "SELECT count(*) FROM schedules WHERE app_id = ? AND ended_at IS NULL"

    private static func add(recipientsOf order: ScheduledOrder, to id: ScheduledOrderID, _ db: Database) throws {
        for recipient in order.everybody {
            try db.cachedStatement(sql: "INSERT INTO schedule_recipients (schedule_id, user_id, escalation_step, own_values) VALUES (?, ?, ?, ?)")
                .execute(arguments: [id.text, recipient.text, order.further[recipient], order.values[recipient]?.json])
        }
    }

    public func change(
        _ order: ScheduledOrder, to other: ScheduledOrder, told: [CivilDateTime: [DeliveryID]], now: Instant
    ) async throws -> Bool {
        try await write { db in
            guard order.status != .ended, try Self.scheduledOrder(order.id, db) == order else { return false }
            try db.execute(
                sql: """
                    UPDATE schedules SET request = ?, member_user_id = ?, starts_at_local = ?, rule = ?, rdate = ?, exdate = ?, timezone = ?,
                        next_local = ?, next_at = ?
                    WHERE id = ?
                    """,
                arguments: [
                    other.request, other.member?.text, other.timing?.start.description ?? "", other.timing?.rule.description ?? "", other.timing?.rdate,
                    other.timing?.exdate, other.timing?.timezone, other.next?.local.description, other.next?.at.sql, order.id.text,
                ])
            if other.recipients != order.recipients || other.values != order.values || other.further != order.further {
                try db.execute(sql: "DELETE FROM schedule_recipients WHERE schedule_id = ?", arguments: [order.id.text])
                try Self.add(recipientsOf: other, to: order.id, db)
            }
            for (local, ids) in told { try Self.add(ids, to: order.key(of: local), now, db) }
            return true
        }
    }

    public func scheduledOrder(_ id: ScheduledOrderID) async throws -> ScheduledOrder? {
        try await pool.read { db in try Self.scheduledOrder(id, db) }
    }

    public func scheduledOrders(
        of app: AppID?, status: ScheduledOrder.Status?, before: ScheduledOrderID?, countMax: Int
    ) async throws -> [ScheduledOrder] {
        try await pool.read { db in
            var (conditions, arguments) = (["1"], StatementArguments())
            if let app {
                conditions.append("app_id = ?")
                arguments += [app.text]
            }
            if let before {
                conditions.append("id < ?")
                arguments += [before.text]
            }
            switch status {
            case .active: conditions.append(Schema.isScheduleActive)
            case .paused: conditions.append("paused_at IS NOT NULL AND ended_at IS NULL")
            case .ended: conditions.append("ended_at IS NOT NULL")
            case nil: break
            }
            return try Self.scheduledOrders("WHERE \(conditions.joined(separator: " AND ")) ORDER BY id DESC", arguments, countMax: countMax, db)
        }
    }

    public func pause(_ id: ScheduledOrderID, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE schedules SET paused_at = ? WHERE id = ? AND paused_at IS NULL AND ended_at IS NULL", arguments: [now.sql, id.text])
        }
    }

    public func resume(_ id: ScheduledOrderID, next: ScheduledOccurrence?, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE schedules SET paused_at = NULL, next_local = ?, next_at = ?, ended_at = ?
                    WHERE id = ? AND paused_at IS NOT NULL AND ended_at IS NULL
                    """, arguments: [next?.local.description, next?.at.sql, next == nil ? now.sql : nil, id.text])
        }
    }

    public func end(_ id: ScheduledOrderID, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE schedules SET next_local = NULL, next_at = NULL, ended_at = ? WHERE id = ? AND ended_at IS NULL", arguments: [now.sql, id.text])
        }
    }

    public func dueScheduledOrders(by moment: Instant, countMax: Int) async throws -> [ScheduledOrder] {
        try await pool.read { db in
            try Self.scheduledOrders(
                "WHERE \(Schema.isScheduleActive) AND NOT (\(Schema.tellsAudience)) AND next_at <= ? ORDER BY next_at, id", [moment.sql], countMax: countMax, db)
        }
    }

    public func dueAudienceOrders(by moment: Instant, behind app: AppID?, countMax: Int) async throws -> [ScheduledOrder] {
        try await pool.read { db in
            try Self.scheduledOrders(Self.dueAudiences, [app?.text ?? "", moment.sql], countMax: countMax, db)
        }
    }

    private static let dueAudiences = """
        JOIN (SELECT id AS near, app_id AS app, app_id <= ? AS is_before, row_number() OVER (PARTITION BY app_id ORDER BY next_at, id) AS place
            FROM schedules INDEXED BY schedules_audience
            WHERE \(Schema.isScheduleActive) AND \(Schema.tellsAudience) AND next_at <= ?) AS turn ON near = schedules.id
        ORDER BY place, is_before, app
        """

    public func carryOut(
        _ turn: ScheduledTurn, now: Instant, deliveries: @escaping @Sendable (_ standing: ScheduledOrder) -> [Delivery]
    ) async throws -> Bool {
        try await write { db in
            guard let order = try Self.scheduledOrder(turn.order.id, db), let after = order.taking(turn, now: now) else { return false }
            try Self.keepStep(to: after, db)
            guard let told = turn.told else { return true }
            let queued = deliveries(order)
            for delivery in queued { _ = try Self.enqueue(delivery, isShadow: false, db) }
            try Self.add(queued.map(\.id), to: order.key(of: told.local), now, db)
            return true
        }
    }

    public func carryOut(_ turn: ScheduledTurn, sealing broadcast: Broadcast, now: Instant) async throws -> Bool {
        try await write { db in
            guard let order = try Self.scheduledOrder(turn.order.id, db), let after = order.taking(turn, now: now), try Self.seal(broadcast, now, db)
            else { return false }
            try Self.keepStep(to: after, db)
            try Self.add(broadcast.id.asKept, to: turn.told.flatMap { order.key(of: $0.local) }, now, db)
            return true
        }
    }

    private static func keepStep(to after: ScheduledOrder, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE schedules SET next_local = ?, next_at = ?, ended_at = ?, last_local = ?, last_ordered_at = ?, ordered_count = ?, missed_count = ?
                WHERE id = ?
                """,
            arguments: [
                after.next?.local.description, after.next?.at.sql, after.endedAt?.sql, after.lastLocal?.description, after.lastOrderedAt?.sql,
                after.orderedCount, after.missedCount, after.id.text,
            ])
    }

    /// Who has taken the name for something else finds that under it. What was ordered of it before a change stays under it, too.
    private static func add(_ ids: [DeliveryID], to key: IdempotencyKey?, _ now: Instant, _ db: Database) throws {
        guard let key else { return }
        let known = try request(under: key.text, of: key.app, now, db)
        guard known == nil || known?.fingerprint == key.fingerprint else { return }
        try keep(key, for: (known?.deliveries ?? []) + ids, now, db)
    }

    private static func scheduledOrder(_ id: ScheduledOrderID, _ db: Database) throws -> ScheduledOrder? {
        try scheduledOrders("WHERE id = ?", [id.text], countMax: 1, db).first
    }

    /// A row that can't even be named, as somebody may write it by hand, takes nobody's place: the cursor passes it over.
    private static func scheduledOrders(
        _ selection: String, _ arguments: StatementArguments, countMax: Int, _ db: Database
    ) throws -> [ScheduledOrder] {
        let rows = try StoredRow.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT CAST(id AS BLOB) AS id, CAST(app_id AS BLOB) AS app_id, created_at, request, CAST(member_user_id AS BLOB) AS member_user_id,
                        starts_at_local, rule, rdate, exdate, timezone, next_local, next_at, paused_at, ended_at, last_local, last_ordered_at,
                        ordered_count, missed_count
                    FROM schedules \(selection)
                    """), arguments: arguments)
        var found: [ScheduledOrder] = []
        while found.count < countMax, let row = try rows.next() {
            guard let id: ScheduledOrderID = row.identifier("id"), let app: AppID = row.identifier("app_id") else { continue }
            let told = try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: "SELECT CAST(user_id AS BLOB) AS user_id, escalation_step, own_values FROM schedule_recipients WHERE schedule_id = ? ORDER BY user_id"),
                arguments: [id.text]
            ).compactMap { row in
                (row.identifier("user_id") as UserID?).map { (user: $0, step: row.integer("escalation_step"), values: row.text("own_values")) }
            }
            let further = told.compactMap { told in told.step.map { (told.user, $0) } }
            let values = told.compactMap { told in
                // What somebody has written there by hand, and can't be read, is none.
                told.values.flatMap { try? JSONDecoder().decode(PersonalValues.self, from: Data($0.utf8)) }.map { (told.user, $0) }
            }
            let (local, at) = (row.text("next_local").flatMap { CivilDateTime($0) }, row.instant("next_at"))
            let timing = ScheduleTiming(
                start: row.text("starts_at_local"), rule: row.text("rule"), rdate: row.text("rdate"), exdate: row.text("exdate"),
                timezone: row.text("timezone"))
            found.append(
                ScheduledOrder(
                    id: id, app: app, createdAt: row.instant("created_at") ?? .min, request: row.text("request") ?? "{}",
                    member: row.identifier("member_user_id"), recipients: told.filter { $0.step == nil }.map(\.user),
                    values: Dictionary(values) { first, _ in first }, further: Dictionary(further) { first, _ in first }, timing: timing,
                    next: local.flatMap { local in at.map { ScheduledOccurrence(local: local, at: $0) } }, pausedAt: row.instant("paused_at"),
                    endedAt: row.instant("ended_at"), lastLocal: row.text("last_local").flatMap { CivilDateTime($0) },
                    lastOrderedAt: row.instant("last_ordered_at"), orderedCount: row.integer("ordered_count") ?? 0,
                    missedCount: row.integer("missed_count") ?? 0))
        }
        return found
    }
}

// MARK: Whoever is erased

extension SQLiteStore {
    /// Those that tell a person.
    static func schedules(to person: UserID, _ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT schedule_id FROM schedule_recipients WHERE user_id = ?", arguments: [person.text])
    }

    /// What was for them alone goes whole.
    static func forgetSchedules(toNobody ids: [String], _ db: Database) throws {
        for id in ids {
            try db.execute(
                sql: """
                    DELETE FROM schedules WHERE id = ?1 AND json_type(request, '$.families') IS NULL AND json_type(request, '$.rotas') IS NULL
                        AND NOT EXISTS (SELECT 1 FROM schedule_recipients WHERE schedule_id = ?1 AND escalation_step IS NULL)
                    """, arguments: [id])
        }
    }
}

extension Schema {
    /// When a schedule comes besides its rule and when it doesn't, with commas between; and by which an app's open ones are counted.
    static let scheduleExceptions = """
        ALTER TABLE schedules ADD COLUMN rdate TEXT;
        ALTER TABLE schedules ADD COLUMN exdate TEXT;
        CREATE INDEX schedules_open ON schedules (app_id) WHERE ended_at IS NULL;
        """

    /// An app's open ones are counted in the index alone: without the column each row was looked at.
    static let scheduleCounts = """
        DROP INDEX schedules_open;
        CREATE INDEX schedules_open ON schedules (app_id, ended_at) WHERE ended_at IS NULL;
        """

    /// What the words of a schedule put in for one whom it tells.
    static let scheduleValues = "ALTER TABLE schedule_recipients ADD COLUMN own_values TEXT CHECK (own_values IS NULL OR json_valid(own_values))"

    /// The partial indices have the same words.
    static let isScheduleActive = "paused_at IS NULL AND ended_at IS NULL"
    static let tellsAudience = "json_extract(request, '$.audience') IS NOT NULL"

    /// By which those are found that tell an audience, however many tell persons.
    static let scheduleAudiences = "CREATE INDEX schedules_audience ON schedules (next_at, app_id, id) WHERE \(isScheduleActive) AND \(tellsAudience)"

    static let schedules = """
        -- What apps have told again and again. The moment of the next is that of its zone, or that of the first of all clocks.
        CREATE TABLE schedules (
            id TEXT PRIMARY KEY NOT NULL,
            app_id TEXT NOT NULL,
            created_at TEXT NOT NULL,
            request TEXT NOT NULL CHECK (json_valid(request)),
            member_user_id TEXT,
            starts_at_local TEXT NOT NULL,
            rule TEXT NOT NULL,
            -- Null where each recipient's own clock counts.
            timezone TEXT,
            next_local TEXT,
            next_at TEXT,
            paused_at TEXT,
            ended_at TEXT,
            last_local TEXT,
            last_ordered_at TEXT,
            ordered_count INTEGER NOT NULL DEFAULT 0,
            missed_count INTEGER NOT NULL DEFAULT 0,
            CHECK ((next_at IS NULL) = (ended_at IS NOT NULL) AND (next_at IS NULL) = (next_local IS NULL))
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX schedules_app ON schedules (app_id, id);
        CREATE INDEX schedules_due ON schedules (next_at, id) WHERE \(isScheduleActive);
        CREATE INDEX schedules_member ON schedules (member_user_id) WHERE member_user_id IS NOT NULL;
        CREATE TABLE schedule_recipients (
            schedule_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            PRIMARY KEY (schedule_id, user_id)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX schedule_recipients_user ON schedule_recipients (user_id, schedule_id);
        -- Whoever is told of it goes with it.
        CREATE TRIGGER schedules_gone AFTER DELETE ON schedules BEGIN DELETE FROM schedule_recipients WHERE schedule_id = OLD.id; END;
        """
}
