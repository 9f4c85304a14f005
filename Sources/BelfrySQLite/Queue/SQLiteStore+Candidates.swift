import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

// What a lease takes, and what each decision is made from.

extension SQLiteStore {
    /// What is due, with everything that its decisions need, which of it was decided before: only that may have been tried, and how often its
    /// workers died, where they did.
    static func candidates(
        _ terms: LeaseTerms, _ db: Database
    ) throws -> (candidates: [DeliveryCandidate], decidedBefore: Set<DeliveryID>, rescueCounts: [DeliveryID: Int]) {
        var deliveries: [Delivery] = []
        var decided: Set<DeliveryID> = []
        var tried: Set<DeliveryID> = []
        var rescueCounts: [DeliveryID: Int] = [:]
        for row in try dueRows(db, terms) {
            guard let delivery = delivery(row) else {
                // Somebody wrote it by hand.
                try db.execute(
                    sql: """
                        UPDATE notification_queue SET status = 'failed', last_error = 'unreadable_row: an identifier is empty, too long or has control characters',
                        updated_at = ? WHERE rowid = ?
                        """, arguments: [terms.now.sql, row.value(in: "rowid")])
                continue
            }
            guard row.isNull("retracted_at") else {
                // It came back to wait after what it tells was erased.
                try db.execute(
                    sql: "UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, updated_at = ? WHERE id = ?",
                    arguments: [terms.now.sql, delivery.id.text])
                try unmergeAll(from: delivery.id.text, terms.now, db)
                continue
            }
            deliveries.append(delivery)
            if !row.isNull("decided_at") { decided.insert(delivery.id) }
            if let reason: Reason = row.choice("reason"), reason.isToSend { tried.insert(delivery.id) }
            if let count = row.integer("rescues"), count > 0 { rescueCounts[delivery.id] = count }
        }
        try handOver(&deliveries, tried: tried, terms, db)
        let circumstances = try Circumstances(
            of: deliveries, decided: decided, rescued: Set(rescueCounts.keys), tried: tried, at: terms.now, db)
        return (circumstances.candidates(), decided, rescueCounts)
    }

    /// What waits, of each app and priority.
    static func lanes(_ db: Database) throws -> [QueueLane] {
        try lanes(db) { condition in
            """
            SELECT CAST(app_id AS BLOB) AS app, priority, \(Schema.dueAt) AS due_at FROM notification_queue
            WHERE status = 'pending' AND attempts < 5 AND \(condition) ORDER BY app_id, priority, \(Schema.dueAt), id LIMIT 1
            """
        }
    }

    /// One look into the index for each. A comparison of both at once would read through the last of each. What isn't the same bytes as is
    /// stored would find an app again for ever, or pass over others.
    ///
    /// - Parameter first: finds the first under a condition, with the bytes of its `app`.
    static func lanes(_ db: Database, first sql: (_ condition: String) -> String) throws -> [QueueLane] {
        func first(_ condition: String) throws -> Statement { try db.cachedStatement(sql: sql(condition)) }
        let (nextOfApp, nextApp) = (try first("app_id = \(stored) AND priority > ?"), try first("app_id > \(stored)"))
        var lanes: [QueueLane] = []
        var last = (app: Data(), rank: 0)
        while let row = try StoredRow.fetchOne(nextOfApp, arguments: [last.app, last.rank]) ?? StoredRow.fetchOne(nextApp, arguments: [last.app]) {
            last = (Data.fromDatabaseValue(row.value(in: "app")) ?? Data(), row.integer("priority") ?? 0)
            lanes.append(QueueLane(app: last.app, rank: last.rank, dueAt: row.instant("due_at") ?? Instant(secondsSinceEpoch: 0)))
        }
        return lanes
    }

    /// A text whose bytes are bound, whatever they are. None are bound as NULL.
    static let stored = "CAST(coalesce(?, '') AS TEXT)"

    static func dueLanes(_ db: Database, _ now: Instant) throws -> [QueueLane] { try pauses(db).released(lanes(db)).filter { $0.dueAt <= now } }

    /// The due ones that come first, and with each held one the others that were held for the same recipient and channel.
    private static func dueRows(_ db: Database, _ terms: LeaseTerms) throws -> [StoredRow] {
        func fetch(_ app: [UInt8], _ rank: Int, _ condition: String, _ countMax: Int) throws -> [StoredRow] {
            try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT rowid, \(deliveryColumns), \(Schema.dueAt) AS due_at FROM notification_queue
                        WHERE status = 'pending' AND attempts < 5 AND app_id = \(stored) AND priority = ? AND \(Schema.dueAt) <= ? AND \(condition)
                        ORDER BY \(Schema.dueAt), notification_queue.id LIMIT ?
                        """), arguments: [Data(app), rank, terms.now.sql, countMax])
        }
        let pauses = try pauses(db).filter { $0.stands(at: terms.now) }
        if let late = try lateSuspect(terms, pauses, db) { return [late] }
        let lanes = try dueLanes(db, terms.now).filter(terms.takes)
        var due: [StoredRow] = []
        var taken: Set<DatabaseValue> = []
        var shares = LeaseShares(lanes, token: terms.token)
        try shares.deal(terms.countMax) { orders in
            try orders.map { order in
                var count = 0
                for rank in order.ranks where count < order.count {
                    let rows = try fetch(order.app, rank, "rescues < \(rescueCountOfSuspect)", order.takenCount + order.count)
                    for row in rows where count < order.count && taken.insert(row.value(in: "rowid")).inserted {
                        due.append(row)
                        count += 1
                    }
                }
                return count
            }
        }
        guard !due.isEmpty else {
            for lane in lanes where terms.lanes == .all {
                let suspects = try fetch(lane.app, lane.rank, "rescues >= \(rescueCountOfSuspect)", 1)
                if !suspects.isEmpty { return suspects }
            }
            return []
        }
        func place(_ row: StoredRow) -> (Int, String, String) { (row.integer("priority") ?? 0, row.text("due_at") ?? "", row.text("id") ?? "") }
        due.sort { place($0) < place($1) }
        var rows = due
        for group in Set(due.compactMap(Group.init)) {
            // Of those that are told together some may be paused, and others not.
            rows += try group.siblings(dueAt: terms.now, db).filter { row in
                (pauses.isEmpty || !pauses.hold(lane(row))) && taken.insert(row.value(in: "rowid")).inserted
            }
        }
        return rows
    }

    /// One that may be what its workers died over, and that has waited for too long behind all others.
    private static func lateSuspect(_ terms: LeaseTerms, _ pauses: [QueuePause], _ db: Database) throws -> StoredRow? {
        guard let before = terms.suspectsBefore else { return nil }
        return try StoredRow.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT rowid, \(deliveryColumns) FROM notification_queue
                    WHERE status = 'pending' AND attempts < 5 AND rescues >= \(rescueCountOfSuspect) AND \(Schema.dueAt) <= ?
                    ORDER BY \(Schema.dueAt), notification_queue.id
                    """), arguments: [before.sql]
        ).first { pauses.isEmpty || !pauses.hold(lane($0)) }
    }

    /// In which a row waits.
    private static func lane(_ row: StoredRow) -> QueueLane.ID {
        QueueLane.ID(app: Data.fromDatabaseValue(row.value(in: "app_id")) ?? Data(), rank: row.integer("priority") ?? 0)
    }

    /// What is told together: what one recipient's quiet hours held, or what was found at once.
    private struct Group: Hashable {
        let app: String?
        let recipient: String?
        let channel: String?
        /// Nil for those that were held.
        let key: String?

        /// Nil for what is told alone.
        init?(_ row: StoredRow) {
            let isHeld = !row.isNull("held_since")
            guard isHeld || !row.isNull("group_key") else { return nil }
            app = row.text("app_id")
            recipient = row.text("recipient_user_id")
            channel = row.text("channel")
            key = isHeld ? nil : row.text("group_key")
        }

        func siblings(dueAt now: Instant, _ db: Database) throws -> [StoredRow] {
            let isSibling = key == nil ? "held_since IS NOT NULL AND ? IS NULL" : "held_since IS NULL AND group_key = ?"
            return try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT rowid, \(deliveryColumns) FROM notification_queue
                        WHERE status = 'pending' AND \(isSibling) AND recipient_user_id = ? AND channel = ? AND app_id = ? AND attempts < 5
                            AND rescues < \(rescueCountOfSuspect) AND \(Schema.dueAt) <= ?
                        ORDER BY \(Schema.dueAt), notification_queue.id LIMIT \(togetherCountMax)
                        """), arguments: [key, recipient, channel, app, now.sql])
        }
    }

    /// What makes a delivery, and what a lease looks at before that. Identifiers as their bytes: a text is read up to its first NUL, and what it
    /// names then is another's.
    private static let deliveryColumns = """
        \(["id", "app_id", "recipient_user_id", "member_user_id"].map { "CAST(\($0) AS BLOB) AS \($0)" }.joined(separator: ", ")),
        created_at, alert_state_id, channel, payload, attempts, held_since, expires_at, group_key, deliver_after, route_key, route_step,
        route_until, priority, retracted_at, decided_at, rescues, reason
        """

    /// A row as a delivery; nil where an identifier in it can't be read.
    static func delivery(_ row: StoredRow) -> Delivery? {
        guard let id: DeliveryID = row.identifier("id"), let recipient: UserID = row.identifier("recipient_user_id"),
            let member: UserID = row.identifier("member_user_id"), let app: AppID = row.identifier("app_id")
        else { return nil }
        return Delivery(
            id: id, createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0), recipient: recipient, member: member,
            alert: row.identifier("alert_state_id"), channelName: row.text("channel") ?? "", payload: Payload(stored: row.text("payload") ?? ""),
            attemptCount: row.integer("attempts") ?? 0, heldSince: row.instant("held_since"), expiresAt: row.instant("expires_at"),
            groupKey: row.text("group_key"), deliverAfter: row.instant("deliver_after"), route: route(row), app: app,
            priority: row.integer("priority").flatMap(DeliveryPriority.init(rank:)))
    }

    private static func route(_ row: StoredRow) -> DeliveryRoute.Place? {
        guard let key = row.text("route_key"), let step = row.integer("route_step") else { return nil }
        return DeliveryRoute.Place(key: key, step: step, until: row.choice("route_until") ?? .read)
    }
}
