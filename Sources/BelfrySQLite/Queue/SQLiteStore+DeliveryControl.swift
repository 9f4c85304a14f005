import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: DeliveryControl {
    public func enqueue(
        _ deliveries: [Delivery], under key: IdempotencyKey?, digestWindow: Duration?, now: Instant
    ) async throws -> EnqueueReceipt {
        try await write { db in
            if let key, let known = try Self.deliveries(under: key, now, db) { return EnqueueReceipt(deliveries: known, isRepeated: true) }
            for delivery in try Self.waiting(deliveries, in: digestWindow, db) { _ = try Self.enqueue(delivery, isShadow: false, db) }
            let ids = deliveries.map(\.id)
            if let key { try Self.keep(key, for: ids, now, db) }
            return EnqueueReceipt(deliveries: ids, isRepeated: false)
        }
    }

    static func keep(_ key: IdempotencyKey, for ids: [DeliveryID], _ now: Instant, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO idempotency_keys (app_id, key, request_hash, deliveries, created_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [key.app.text, key.text, key.fingerprint, try json(ids), now.sql])
    }

    public func rehearse(_ deliveries: [Delivery], digestWindow: Duration?, now: Instant) async throws -> [DeliveryCandidate] {
        try await pool.read { db in try Circumstances(of: Self.waiting(deliveries, in: digestWindow, db), at: now, db).candidates() }
    }

    /// Deliveries as they wait for others of their digest: one look into the index for each.
    private static func waiting(_ deliveries: [Delivery], in length: Duration?, _ db: Database) throws -> [Delivery] {
        guard let length else { return deliveries }
        return try deliveries.map { delivery in
            guard let window = DigestWindow(of: delivery, length: length) else { return delivery }
            let open = try String.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT \(Schema.dueAt) FROM notification_queue
                        WHERE status = 'pending' AND group_key = ? AND recipient_user_id = ? AND channel = ? AND app_id = ?
                            AND \(Schema.dueAt) > ? AND \(Schema.dueAt) <= ? AND held_since IS NULL AND attempts = 0
                        ORDER BY \(Schema.dueAt) LIMIT 1
                        """),
                arguments: [
                    delivery.groupKey, delivery.recipient.text, delivery.channelName, delivery.app.text, window.opensAt.sql, window.lastEnd.sql,
                ])
            return window.waiting(delivery, until: open.flatMap(Instant.init))
        }
    }

    public func deliveries(under key: String, of app: AppID, now: Instant) async throws -> [DeliveryID] {
        try await pool.read { db in try Self.request(under: key, of: app, now, db)?.deliveries ?? [] }
    }

    /// Nil where the key is new, or so old that it is forgotten.
    static func deliveries(under key: IdempotencyKey, _ now: Instant, _ db: Database) throws -> [DeliveryID]? {
        guard let known = try request(under: key.text, of: key.app, now, db) else { return nil }
        guard known.fingerprint == key.fingerprint else { throw Problem.idempotencyKeyReused }
        return known.deliveries
    }

    static func request(
        under key: String, of app: AppID, _ now: Instant, _ db: Database
    ) throws -> (fingerprint: String?, deliveries: [DeliveryID])? {
        let known = try StoredRow.fetchOne(
            db, sql: "SELECT request_hash, deliveries FROM idempotency_keys WHERE app_id = ? AND key = ? AND created_at > ?",
            arguments: [app.text, key, (now - IdempotencyKey.lifetime).sql])
        guard let known else { return nil }
        let deliveries = try JSONDecoder().decode([DeliveryID].self, from: Data((known.text("deliveries") ?? "").utf8))
        return (known.text("request_hash"), deliveries)
    }

    public func deliveries(_ selection: DeliverySelection) async throws -> [DeliveryOverview] {
        try await pool.read { db in
            var condition = Condition(selection, in: selection.status)
            // Those are few: by an index of their own, and sorted, and not in the order of all that there is.
            let isOfFew = selection.status == .failed || selection.status == .sending
            let isFoundByApp = !isOfFew && selection.isNarrowedByAppAlone
            // Of those that wait, the index of what waits has the names: else all is walked where fewer wait than are wanted.
            let isNamed = selection.status == .pending && selection.ids == nil && selection.recipient == nil && !isFoundByApp
            condition.add("\(isOfFew || isNamed ? "+" : "")notification_queue.id < ?", selection.before?.text)
            if isNamed {
                condition.add(
                    """
                    notification_queue.id IN (SELECT notification_queue.id FROM notification_queue
                        WHERE \(condition.sql) AND attempts < 5 ORDER BY +notification_queue.id DESC LIMIT ?)
                    """, condition.arguments + [selection.countMax])
            }
            return try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT \(Self.overviewColumns()) FROM notification_queue
                    WHERE \(condition.sql)\(isFoundByApp ? " AND \(Schema.isOfApp)" : "")
                    ORDER BY \(isOfFew ? "+" : "")notification_queue.id DESC LIMIT ?
                    """, arguments: condition.arguments + [selection.countMax]
            ).compactMap(Self.overview)
        }
    }

    public func waitingCount(_ selection: DeliverySelection) async throws -> Int {
        try await pool.read { db in
            let condition = Condition(selection, in: .pending)
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM (SELECT 1 FROM notification_queue WHERE \(condition.sql) AND attempts < 5 LIMIT ?)",
                arguments: condition.arguments + [selection.countMax]) ?? 0
        }
    }

    public func cancel(_ selection: DeliverySelection, now: Instant) async throws -> [DeliveryID] {
        try await write { db in
            let ids = try Self.ids(selection, in: .pending, db)
            try Self.cancel(ids, now, db)
            return ids
        }
    }

    /// Those wait.
    private static func cancel(_ ids: [DeliveryID], _ now: Instant, _ db: Database) throws {
        for id in ids {
            try db.cachedStatement(
                sql: """
                    UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, last_error = '\(Delivery.calledOff)', updated_at = ?
                    WHERE id = ?
                    """
            ).execute(arguments: [now.sql, id.text])
            try unmergeAll(from: id.text, now, db)
        }
        try bringForward(after: ids, now, db)
    }

    public func change(
        _ selection: DeliverySelection, to change: DeliveryChange, by name: String, isDryRun: Bool, now: Instant
    ) async throws -> ChangedDeliveries {
        guard selection.ids != nil else { return ChangedDeliveries() }
        guard !isDryRun else { return try await pool.read { db in try change.outcome(of: Self.changeable(selection, db)).report } }
        return try await write { db in
            let (deliveries, report) = try change.outcome(of: Self.changeable(selection, db))
            for delivery in deliveries {
                try db.cachedStatement(
                    sql: """
                        UPDATE notification_queue SET payload = ?1, expires_at = ?2, priority = ?3, deliver_after = ?4, held_since = ?5,
                            \(change.deliverAfter == nil ? "" : "next_attempt_at = ?4,") changed_at = ?6, changed_by = ?7, updated_at = ?6
                        WHERE id = ?8
                        """
                ).execute(arguments: [
                    try delivery.payload.stored(), delivery.expiresAt?.sql, delivery.priority.rank, delivery.deliverAfter?.sql, delivery.heldSince?.sql,
                    now.sql, name.sql, delivery.id.text,
                ])
            }
            return report
        }
    }

    /// The oldest first.
    private static func changeable(_ selection: DeliverySelection, _ db: Database) throws -> [ChangeCandidate] {
        try ids(selection, in: nil, db).compactMap { id in
            let row = try StoredRow.fetchOne(
                db.cachedStatement(sql: "SELECT \(overviewColumns()), \(mayBeTold) AS may_be_told FROM notification_queue WHERE id = ?"), arguments: [id.text])
            return row.flatMap { row in overview(row).map { ChangeCandidate($0, mayBeTold: row.integer("may_be_told") == 1) } }
        }
    }

    public func retract(_ selection: DeliverySelection, by name: String, now: Instant) async throws -> Retraction {
        guard selection.ids != nil else { return Retraction() }
        return try await write { db in
            let waiting = try Self.ids(selection, in: .pending, db)
            try Self.cancel(waiting, now, db)
            for id in waiting { _ = try Self.retract(id, where: Self.mayBeTold, by: name, now, db) }
            let told = try Self.ids(selection, in: nil, db).filter { id in
                guard try Self.retract(id, where: "status IN ('sending', 'sent')", by: name, now, db) else { return false }
                try db.cachedStatement(sql: StatusSchema.noteRetracted).execute(arguments: [now.sql, id.text])
                return true
            }
            return Retraction(calledOff: waiting, retracted: told)
        }
    }

    /// - Parameter condition: of which it is that it is marked, and what told it in the inbox withdrawn.
    /// - Returns: whether it is such a one, and wasn't taken back before.
    private static func retract(_ id: DeliveryID, where condition: String, by name: String, _ now: Instant, _ db: Database) throws -> Bool {
        try db.cachedStatement(
            sql: """
                UPDATE notification_queue SET retracted_at = ?1, retracted_by = ?2, updated_at = ?1
                WHERE id = ?3 AND retracted_at IS NULL AND \(condition)
                """
        ).execute(arguments: [now.sql, name.sql, id.text])
        guard db.changesCount > 0 else { return false }
        try db.cachedStatement(sql: Schema.noteRemoval).execute(arguments: [now.sql, id.text])
        // What a later one has the place of is taken back all the same.
        try db.cachedStatement(
            sql: """
                UPDATE inbox_messages SET retracted_at = coalesce(retracted_at, ?1), collapse_id = '\(InboxMessage.collapseIDOfTakenBack)',
                    \(takingBackAsItWas("?1"))
                WHERE id = ?2 AND recipient_user_id = (SELECT recipient_user_id FROM notification_queue WHERE id = ?2)
                """
        ).execute(arguments: [now.sql, id.text])
        return true
    }

    public func redrive(_ selection: DeliverySelection, now: Instant) async throws -> [DeliveryID] {
        try await write { db in
            let ids = try Self.ids(selection, in: .failed, db)
            for id in ids {
                try db.cachedStatement(
                    sql: """
                        UPDATE notification_queue SET status = 'pending', attempts = 0, held_since = NULL, next_attempt_at = NULL,
                            -- What the last to die over it had handed over is in doubt still.
                            rescues = CASE WHEN rescues >= \(rescueCountMax) THEN 1 ELSE 0 END,
                            deliver_after = ?1, redrives = redrives + 1, updated_at = ?1
                        WHERE id = ?2
                        """
                ).execute(arguments: [now.sql, id.text])
                // What was refused there may be taken now.
                try db.cachedStatement(
                    sql: "UPDATE notification_transmissions SET status = 'pending', updated_at = ? WHERE delivery_id = ? AND status = 'failed'"
                ).execute(arguments: [now.sql, id.text])
            }
            return ids
        }
    }

    private static func ids(_ selection: DeliverySelection, in status: Delivery.Status?, _ db: Database) throws -> [DeliveryID] {
        let condition = Condition(selection, in: status)
        // Of an app by the index of what waits: it may have many more that are through.
        let isWaiting = status == .pending ? " AND attempts < 5" : ""
        return try StoredRow.fetchAll(
            db,
            // As its bytes: a text is read up to its first NUL, and what it names then is another's.
            sql: """
                SELECT CAST(id AS BLOB) AS id FROM notification_queue WHERE \(condition.sql)\(isWaiting)
                ORDER BY created_at, notification_queue.id LIMIT ?
                """, arguments: condition.arguments + [selection.countMax]
        ).compactMap { $0.identifier("id") }
    }
}

/// A selection as SQL.
private struct Condition {
    private(set) var sql = "1"
    private(set) var arguments = StatementArguments()

    init(_ selection: DeliverySelection, in status: Delivery.Status?) {
        add("app_id = ?", selection.app?.text)
        add("recipient_user_id = ?", selection.recipient?.text)
        add("channel = ?", selection.channelName)
        add("notification_queue.created_at < ?", selection.madeBefore?.sql)
        // A person's, or an app's, are found by whose they are, though they were called off: of all others there may be many of these.
        let isFoundByPlace = selection.recipient != nil || selection.isNarrowedByAppAlone
        if let status { sql += " AND \(isFoundByPlace && Schema.rare.contains(status) ? "+" : "")\(Schema.isIn(status))" }
        guard let ids = selection.ids else { return }
        sql += " AND notification_queue.id IN (\(placeholders(ids.count)))"
        arguments += StatementArguments(ids.map(\.text))
    }

    /// Nothing where there is no value.
    mutating func add(_ condition: String, _ value: String?) {
        if let value { add(condition, [value]) }
    }

    mutating func add(_ condition: String, _ values: StatementArguments) {
        sql += " AND \(condition)"
        arguments += values
    }
}

extension DeliverySelection {
    /// Whether nothing else narrows it as much as an app that isn't the house's own.
    fileprivate var isNarrowedByAppAlone: Bool { app.map { $0 != .house } ?? false && ids == nil && recipient == nil }
}
