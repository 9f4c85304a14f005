import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension PostgresStore: DeliveryControl {
    public func enqueue(
        _ deliveries: [Delivery], under key: IdempotencyKey?, digestWindow: Duration?, now: Instant
    ) async throws -> EnqueueReceipt {
        let receipt = try await pool.write { db in
            let ids = deliveries.map(\.id)
            if let key, let known = try Self.keep(key, for: ids, now, db) { return EnqueueReceipt(deliveries: known, isRepeated: true) }
            if digestWindow != nil { try Self.lockDigests(of: deliveries, db) }
            _ = try Self.enqueue(Self.waiting(deliveries, in: digestWindow, db), isShadow: false, db)
            return EnqueueReceipt(deliveries: ids, isRepeated: false)
        }
        if !receipt.isRepeated { ring() }
        return receipt
    }

    /// Who comes second with a key waits here until the first is through.
    /// - Returns: what was queued under the key before; nil where it is new, or so old that it was forgotten.
    static func keep(_ key: IdempotencyKey, for deliveries: [DeliveryID], _ now: Instant, _ db: Connection) throws -> [DeliveryID]? {
        let kept = try db.change(
            """
            INSERT INTO idempotency_keys AS known (app_id, key, request_hash, deliveries, created_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (app_id, key) DO UPDATE SET
                request_hash = excluded.request_hash, deliveries = excluded.deliveries, created_at = excluded.created_at
                WHERE known.created_at <= $6
            """, key.app, key.text, key.fingerprint, try json(deliveries), now, now - IdempotencyKey.lifetime)
        guard kept == 0 else { return nil }
        let known = try db.row("SELECT request_hash, deliveries FROM idempotency_keys WHERE app_id = $1 AND key = $2", key.app, key.text)
        guard let known, known.text("request_hash") == key.fingerprint else { throw Problem.idempotencyKeyReused }
        return try namedDeliveries(known)
    }

    public func rehearse(_ deliveries: [Delivery], digestWindow: Duration?, now: Instant) async throws -> [DeliveryCandidate] {
        try await pool.snapshot { db in
            try Self.planByIndex(db)
            return try Self.candidates(Self.waiting(deliveries, in: digestWindow, db), dueAt: self.moment(now), db)
        }
    }

    public func deliveries(under key: String, of app: AppID, now: Instant) async throws -> [DeliveryID] {
        try await pool.single { db in
            let known = try db.row(
                "SELECT deliveries FROM idempotency_keys WHERE app_id = $1 AND key = $2 AND created_at > $3", app, key, now - IdempotencyKey.lifetime)
            return try known.map(Self.namedDeliveries) ?? []
        }
    }

    /// What stands in a row of a key.
    private static func namedDeliveries(_ row: Row) throws -> [DeliveryID] {
        try JSONDecoder().decode([DeliveryID].self, from: Data((row.text("deliveries") ?? "").utf8))
    }

    public func deliveries(_ selection: DeliverySelection) async throws -> [DeliveryOverview] {
        try await pool.snapshot { db in
            try Self.planWithoutScans(db)
            if selection.isWalked {
                return try Self.walk(before: selection.before, countMax: selection.countMax, db) { before, last, countMax in
                    var part = selection
                    part.before = before
                    let condition = SelectionCondition(part, in: selection.status, through: last)
                    let rows = "SELECT * FROM notification_queue WHERE \(condition.sql)"
                    return try db.send(Self.overviews(rows, by: "id DESC", limit: condition.next), condition.parameters + [countMax]).rows()
                }.compactMap(Self.overview)
            }
            let condition = SelectionCondition(selection, in: selection.status)
            var (rows, parameters) = ("SELECT * FROM notification_queue WHERE \(condition.sql)", condition.parameters + [selection.countMax])
            switch selection.status {
            // Of those that wait few are one person's, whom an index finds; and of two lists of names PostgreSQL 16 and before tries each pair.
            case .pending where selection.ids == nil && selection.recipient == nil, .failed where selection.ids == nil:
                let names = try db.send(
                    "SELECT id FROM \(LiveSchema.table) WHERE \(condition.sql) ORDER BY id DESC LIMIT \(condition.next)", parameters
                ).rows().compactMap { $0.text("id") }
                guard let last = names.first, let first = names.last else { return [] }
                let listed = (1...3).map { "$\(parameters.count + $0)" }
                parameters += [names, first, last]
                // Sorted afterwards: in the order of the key, all between the first and the last might be walked.
                rows = "SELECT * FROM (\(rows) AND id = ANY(\(listed[0])::text[]) AND id BETWEEN \(listed[1]) AND \(listed[2]) OFFSET 0) AS few"
            case .sending: rows = "\(Self.rows(listed: .sending)) WHERE \(condition.sql)"
            default:
                guard let app = selection.app, app != .house, selection.ids == nil, selection.recipient == nil else { break }
                rows += " AND \(Schema.isOfApp)"
                // Without a bound the planner takes the index of all identifiers for as good as the app's own.
                if selection.before == nil {
                    parameters.append(Self.behindAll)
                    rows += " AND id < $\(parameters.count)"
                }
            }
            return try db.send(Self.overviews(rows, by: "id DESC", limit: condition.next), parameters).rows().compactMap(Self.overview)
        }
    }

    /// Sorts behind every identifier.
    private static let behindAll = "\u{10FFFF}"

    public func waitingCount(_ selection: DeliverySelection) async throws -> Int {
        try await pool.single { db in
            let condition = SelectionCondition(selection, in: .pending)
            return try db.send(
                "SELECT count(*) AS count FROM (SELECT 1 FROM \(LiveSchema.table) WHERE \(condition.sql) LIMIT \(condition.next)) AS waiting",
                condition.parameters + [selection.countMax]
            ).rows().first?.integer("count") ?? 0
        }
    }

    public func cancel(_ selection: DeliverySelection, now: Instant) async throws -> [DeliveryID] {
        let (ids, isNextStepDue) = try await pool.write(counting: { $0.0.count }) { db in
            let selected = try Self.lockSelected(selection, in: .pending, db)
            return (selected.map(\.id), try Self.cancel(selected, now, db))
        }
        if isNextStepDue { ring() }
        return ids
    }

    /// Those wait, and are locked.
    /// - Returns: whether a later step of a route is due for it.
    private static func cancel(_ selected: [Selected], _ now: Instant, _ db: Connection) throws -> Bool {
        let (ids, apps) = (selected.map(\.id), selected.map(\.app))
        try planWithoutScans(db)
        try db.execute(
            """
            UPDATE notification_queue queue SET
                status = 'cancelled', next_attempt_at = NULL, last_error = '\(Delivery.calledOff)', updated_at = $3
            FROM unnest($1::text[], $2::text[]) AS given (id, app_id) WHERE queue.id = given.id AND queue.app_id = given.app_id
            """, ids, apps, now)
        try db.execute(
            """
            UPDATE notification_queue merged SET \(unmerge), updated_at = $3
            FROM unnest($1::text[], $2::text[]) AS given (id, app_id) WHERE merged.merged_into = given.id AND merged.app_id = given.app_id
            """, ids, apps, now)
        return try bringForward(after: ids, now, db)
    }

    public func retract(_ selection: DeliverySelection, by name: String, now: Instant) async throws -> Retraction {
        guard selection.ids != nil else { return Retraction() }
        let (retraction, isNextStepDue) = try await pool.write(counting: { Audit.count(of: $0.0) }) { db in
            try Self.planWithoutScans(db)
            let named = try Self.lockNamed(selection, db)
            let (waiting, told) = (named.filter { $0.status == .pending }, named.filter { $0.status != .pending })
            let handedOver = try waiting.isEmpty ? [] : Self.handedOver(waiting.map(\.selected), db)
            let isNextStepDue = try !waiting.isEmpty && Self.cancel(waiting.map(\.selected), now, db)
            let toldInPart = waiting.filter { !$0.isRetracted && ($0.isTried || handedOver.contains($0.selected)) }
            try Self.retract(told + toldInPart, by: name, now, db)
            try Self.note(told, retractedAt: now, db)
            return (Retraction(calledOff: waiting.map(\.selected.id), retracted: told.map(\.selected.id)), isNextStepDue)
        }
        if isNextStepDue { ring() }
        return retraction
    }

    /// Those were told, at one of their addresses at least, or are on their way, and are locked, as are the messages of whom they told.
    private static func retract(_ told: [Named], by name: String, _ now: Instant, _ db: Connection) throws {
        guard !told.isEmpty else { return }
        let ids = told.map(\.selected.id)
        try db.execute(
            """
            UPDATE notification_queue queue SET retracted_at = $3, retracted_by = $4, updated_at = $3
            FROM unnest($1::text[], $2::text[]) AS given (id, app_id) WHERE queue.id = given.id AND queue.app_id = given.app_id
            """, ids, told.map(\.selected.app), now, name)
        let removable = told.filter { RemovalErrand.isRemovable(over: $0.channelName) }.map { ($0.selected, RemovalCause.takenBack) }
        try noteRemovals(Dictionary(uniqueKeysWithValues: removable), now, db)
        // What a later one has the place of is taken back all the same. Another app may have one of the same name.
        try db.execute(
            """
            UPDATE inbox_messages message SET
                retracted_at = coalesce(message.retracted_at, $1), collapse_id = '\(InboxMessage.collapseIDOfTakenBack)', \(takingBackAsItWas)
            FROM unnest($2::text[], $3::text[]) AS given (id, recipient) WHERE message.id = given.id AND message.recipient_user_id = given.recipient
            """, now, ids, told.map(\.recipient))
    }

    private static func note(_ told: [Named], retractedAt now: Instant, _ db: Connection) throws {
        for (app, rows) in Dictionary(grouping: told, by: \.selected.app) {
            try db.execute(
                StatusSchema.noteGiven, app, now, rows.map(\.selected.id), rows.map(\.channelName),
                rows.map { _ in StatusChange.Kind.retracted.rawValue }, rows.map { _ in String?.none }, rows.map(\.attemptCount))
        }
    }

    public func redrive(_ selection: DeliverySelection, now: Instant) async throws -> [DeliveryID] {
        let ids = try await pool.write { db in
            let selected = try Self.lockSelected(selection, in: .failed, db)
            let (ids, apps) = (selected.map(\.id), selected.map(\.app))
            try Self.planWithoutScans(db)
            try db.execute(
                """
                UPDATE notification_queue queue SET status = 'pending', attempts = 0, held_since = NULL, next_attempt_at = NULL,
                    -- What the last to die over it had handed over is in doubt still.
                    rescues = CASE WHEN rescues >= \(rescueCountMax) THEN 1 ELSE 0 END, deliver_after = $3, redrives = redrives + 1, updated_at = $3
                FROM unnest($1::text[], $2::text[]) AS given (id, app_id) WHERE queue.id = given.id AND queue.app_id = given.app_id
                """, ids, apps, now)
            // What was refused there may be taken now.
            try db.execute(
                """
                UPDATE notification_transmissions way SET status = 'pending', updated_at = $3
                FROM unnest($1::text[], $2::text[]) AS given (id, app_id)
                WHERE way.delivery_id = given.id AND way.app_id = given.app_id AND way.status = 'failed'
                """, ids, apps, now)
            return ids
        }
        if !ids.isEmpty { ring() }
        return ids
    }

    /// A row is known by both: another app may have one of the same name.
    struct Selected: Hashable {
        let id: DeliveryID
        let app: String
    }

    /// Nobody leases them, nor anybody else changes them, until this transaction ends. One that a worker has taken meanwhile is left out.
    static func lockSelected(_ selection: DeliverySelection, in status: Delivery.Status, _ db: Connection) throws -> [Selected] {
        let condition = SelectionCondition(selection, in: status)
        let selected = try db.send(
            "SELECT id, app_id FROM \(LiveSchema.table) WHERE \(condition.sql) ORDER BY created_at, id LIMIT \(condition.next)",
            condition.parameters + [selection.countMax]
        ).rows()
        let answers = try Dictionary(grouping: selected) { $0.text("app_id") ?? "" }.sorted { $0.key < $1.key }.map { app, rows in
            let ids = rows.compactMap { $0.text("id") }
            let locked = try db.send(
                """
                SELECT id FROM notification_queue
                WHERE app_id = $1 AND id = ANY($2::text[]) AND id BETWEEN $3 AND $4 AND status = '\(status.rawValue)' ORDER BY id FOR UPDATE
                """, app, ids, ids.min(), ids.max())
            return (app: app, locked: locked)
        }
        var locked: Set<Selected> = []
        for answer in answers {
            for row in try answer.locked.rows() {
                if let id: DeliveryID = row.identifier("id") { locked.insert(Selected(id: id, app: answer.app)) }
            }
        }
        return selected.compactMap { row in
            guard let id: DeliveryID = row.identifier("id") else { return nil }
            let one = Selected(id: id, app: row.text("app_id") ?? "")
            return locked.contains(one) ? one : nil
        }
    }
}

extension PostgresStore {
    /// One that can be taken back.
    private struct Named {
        let selected: Selected
        let status: Delivery.Status
        let createdAt: Instant
        let recipient: UserID
        let channelName: String?
        let attemptCount: Int?
        /// Whether somebody may have been told though it waits.
        let isTried: Bool
        let isRetracted: Bool

        init?(_ row: Row) {
            guard let id: DeliveryID = row.identifier("id"), let app = row.text("app_id"), let status: Delivery.Status = row.choice("status"),
                let createdAt = row.instant("created_at"), let recipient: UserID = row.identifier("recipient_user_id")
            else { return nil }
            self.createdAt = createdAt
            selected = Selected(id: id, app: app)
            self.status = status
            self.recipient = recipient
            channelName = row.text("channel")
            attemptCount = row.integer("attempts")
            isTried = ["attempts", "rescues", "redrives"].contains { row.integer($0) ?? 0 > 0 }
            isRetracted = !row.isNull("retracted_at")
        }
    }

    /// Those of the named that wait, are on their way or were told, the oldest first. Nobody changes them, nor what their recipients are told in the app,
    /// until this transaction ends.
    private static func lockNamed(_ selection: DeliverySelection, _ db: Connection) throws -> [Named] {
        guard let first = selection.ids?.min(), let last = selection.ids?.max() else { return [] }
        // Where the table had nothing in it when this was planned, all of an app would be gone through: so no more than lies between them.
        let condition = SelectionCondition(selection, in: nil)
        let listed = try db.send(
            """
            SELECT id, app_id, recipient_user_id FROM notification_queue WHERE \(condition.sql)
                AND id BETWEEN \(condition.next) AND $\(condition.parameters.count + 2)
            """, condition.parameters + [first, last]
        ).rows()
        // What is just being put there is there then, or sees what is to be written. Before the rows, as whoever opens or erases them does.
        try lock(Set(listed.compactMap { $0.identifier("recipient_user_id") }), .messages, db)
        return try Dictionary(grouping: listed) { $0.text("app_id") ?? "" }.sorted { $0.key < $1.key }.flatMap { app, rows in
            let ids = rows.compactMap { $0.text("id") }
            return try db.send(
                """
                SELECT id, app_id, status, recipient_user_id, channel, attempts, rescues, redrives, retracted_at, created_at FROM notification_queue
                WHERE app_id = $1 AND id = ANY($2::text[]) AND id BETWEEN $3 AND $4
                    AND (status = 'pending' OR status IN ('sending', 'sent') AND retracted_at IS NULL)
                ORDER BY id FOR UPDATE
                """, app, ids, ids.min(), ids.max()
            ).rows()
        }
        .compactMap(Named.init).sorted { ($0.createdAt, $0.selected.id) < ($1.createdAt, $1.selected.id) }
    }
}

/// A selection as SQL.
struct SelectionCondition {
    private(set) var sql = "true"
    private(set) var parameters: [(any SQLConvertible)?] = []

    /// What the next parameter is called.
    var next: String { "$\(parameters.count + 1)" }

    /// - Parameter last: the last that is meant; nil for all.
    init(_ selection: DeliverySelection, in status: Delivery.Status?, through last: DeliveryID? = nil) {
        if let ids = selection.ids { add("id = ANY(\(next)::text[])", ids) }
        if let app = selection.app { add("app_id = \(next)", app) }
        if let recipient = selection.recipient { add("recipient_user_id = \(next)", recipient) }
        if let channelName = selection.channelName { add("channel = \(next)", channelName) }
        if let moment = selection.madeBefore { add("created_at < \(next)", moment) }
        if let before = selection.before { add("id < \(next)", before) }
        if let last { add("id >= \(next)", last) }
        if let status { sql += " AND status = '\(status.rawValue)'" }
    }

    private mutating func add(_ condition: String, _ parameter: any SQLConvertible) {
        sql += " AND \(condition)"
        parameters.append(parameter)
    }
}

extension DeliverySelection {
    /// Whether nothing but a look at all that there is finds it, however rare it is.
    fileprivate var isWalked: Bool {
        guard ids == nil, recipient == nil, app == nil || app == .house else { return false }
        return status.map { !$0.isListed } ?? (channelName != nil)
    }
}
