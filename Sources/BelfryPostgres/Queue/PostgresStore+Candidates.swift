import BelfryModel
import BelfryPorts
import BelfryTime

// What a lease takes, and what each decision is made from: two round trips, however many there are.

extension PostgresStore {
    /// Locks what is due, and leaves what another worker has locked. To be asked for where statements are planned by index (``plansByIndex``).
    ///
    /// - Parameters:
    ///   - lanes: those of which something is due.
    ///   - dueAt: until when what is due counts.
    ///   - suspects: due before when they come first, as of ``LeaseTerms/suspectsBefore``, and what is paused of them.
    ///   - passedOver: what comes only together with others.
    ///   - pauses: those that stand, once what was asked before is answered.
    static func offer(
        _ terms: LeaseTerms, _ lanes: [QueueLane], dueAt: Moment, suspects: (before: Moment, pauses: [QueuePause])?,
        passingOver passedOver: Set<DeliveryID>, pauses: () throws -> [QueuePause], _ db: Connection
    ) throws -> LeaseOffer {
        var deliveries: [Delivery] = []
        var decided: Set<DeliveryID> = []
        var tried: Set<DeliveryID> = []
        var rescueCounts: [DeliveryID: Int] = [:]
        let late = try suspects.flatMap { try lateSuspect($0.before, $0.pauses, db) }
        for row in try late.map({ [$0] }) ?? dueRows(terms, lanes, dueAt: dueAt, passingOver: passedOver, db) {
            guard let delivery = delivery(row) else {
                // Somebody wrote it by hand.
                try db.execute(
                    """
                    UPDATE notification_queue SET status = 'failed', updated_at = $2,
                    last_error = 'unreadable_row: an identifier is empty, too long or has control characters' WHERE id = $1 AND app_id = $3
                    """, row.text("id"), terms.now, row.text("app_id"))
                continue
            }
            guard row.isNull("retracted_at") else {
                // It came back to wait after what it tells was erased.
                try db.execute(
                    "UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, updated_at = $2 WHERE id = $1 AND app_id = $3",
                    delivery.id, terms.now, delivery.app)
                try db.execute(
                    "UPDATE notification_queue SET \(unmerge), updated_at = $2 WHERE merged_into = $1 AND app_id = $3", delivery.id, terms.now,
                    delivery.app)
                continue
            }
            deliveries.append(delivery)
            if !row.isNull("decided_at") { decided.insert(delivery.id) }
            if let reason: Reason = row.choice("reason"), reason.isToSend { tried.insert(delivery.id) }
            if let count = row.integer("rescues"), count > 0 { rescueCounts[delivery.id] = count }
        }
        try handOver(&deliveries, tried: tried, terms, db)
        try lockThrottled(deliveries.throttles, db)
        let offered = try learnSize(from: deliveries.count, db) {
            try candidates(deliveries, decided: decided, rescued: Set(rescueCounts.keys), tried: tried, dueAt: dueAt, pauses: pauses, db)
        }
        return LeaseOffer(offered, decidedBefore: decided, rescueCounts: rescueCounts)
    }

    /// Deliveries with everything that their decisions need.
    ///
    /// - Parameters:
    ///   - decided: those that were decided before.
    ///   - rescued: those over which workers died.
    ///   - tried: those that were decided to be sent before.
    ///   - pauses: those that stand; nothing that was never held or decided gives way to anything.
    static func candidates(
        _ deliveries: [Delivery], decided: Set<DeliveryID> = [], rescued: Set<DeliveryID> = [], tried: Set<DeliveryID> = [], dueAt: Moment,
        pauses: () throws -> [QueuePause] = { [] }, _ db: Connection
    ) throws -> [DeliveryCandidate] {
        guard !deliveries.isEmpty else { return [] }
        return try Circumstances(
            of: deliveries, decided: decided, rescued: rescued, tried: tried, dueAt: dueAt, pauses: pauses, db
        ).candidates()
    }

    /// The due ones that come first, and with each held one the others that were held for the same recipient and channel.
    private static func dueRows(
        _ terms: LeaseTerms, _ lanes: [QueueLane], dueAt: Moment, passingOver passedOver: Set<DeliveryID>, _ db: Connection
    ) throws -> [Row] {
        var due: [Row] = []
        var rangeCount = 0
        var shares = LeaseShares(lanes, token: terms.token)
        try shares.deal(terms.countMax) { orders in
            // One round trip for all apps.
            let answers = try orders.map { order in
                try askDue(
                    "rescues < \(rescueCountOfSuspect)", of: order.app, order.ranks, order.takenCount + order.count, dueAt, passingOver: passedOver, db)
            }
            // What was locked for an earlier order comes again; within a deal none comes twice.
            let taken = Set(due.map { $0.text("id") })
            rangeCount += orders.map(\.ranks.count).reduce(0, +)
            return try zip(orders, answers).map { order, answer in
                let rows = try answer.rows()
                let new = (taken.isEmpty ? rows : rows.filter { !taken.contains($0.text("id")) }).prefix(order.count)
                due += new
                return new.count
            }
        }
        guard !due.isEmpty else { return terms.lanes == .all ? try suspect(lanes, dueAt, passingOver: passedOver, db) : [] }
        if rangeCount > 1 { due = inTurn(due) }
        let siblings = try Set(due.compactMap(Group.init)).map { try $0.askSiblings(dueAt: dueAt, db) }
        guard !siblings.isEmpty else { return due }
        var known = Set(due.map { $0.text("id") })
        return try due + siblings.flatMap { try $0.rows() }.filter { known.insert($0.text("id")).inserted }
    }

    /// By their priority, and then by the moment when each was due.
    private static func inTurn(_ due: [Row]) -> [Row] {
        let turns = due.map { row in (row.integer("priority") ?? 0, row.instant("due_at") ?? .min, row.text("id") ?? "") }
        return due.indices.sorted { turns[$0] < turns[$1] }.map { due[$0] }
    }

    /// One that may be what its workers died over.
    private static func suspect(
        _ lanes: [QueueLane], _ dueAt: Moment, passingOver passedOver: Set<DeliveryID>, _ db: Connection
    ) throws -> [Row] {
        for lane in lanes {
            let rows = try askDue("rescues >= \(rescueCountOfSuspect)", of: lane.app, [lane.rank], 1, dueAt, passingOver: passedOver, db).rows()
            if !rows.isEmpty { return rows }
        }
        return []
    }

    /// How many are looked at where others have locked the first.
    private static let lateSuspectCountMax = 8

    /// One that may be what its workers died over, and that has waited for too long behind all others. What is paused of that kind stands before none of
    /// it, however much there is.
    private static func lateSuspect(_ before: Moment, _ pauses: [QueuePause], _ db: Connection) throws -> Row? {
        let (whole, partial) = (pauses.filter { !$0.exceptsCritical }, pauses.filter(\.exceptsCritical))
        guard !whole.contains(where: { $0.app == nil }) else { return nil }
        let late = try db.rows(
            """
            SELECT id, app_id FROM \(LiveSchema.table) WHERE status = 'pending' AND rescues >= \(rescueCountOfSuspect) AND due_at <= \(before.sql(1))
                AND app_id <> ALL ($2::text[]) AND (priority = \(DeliveryPriority.critical.rank) OR NOT $4::boolean AND app_id <> ALL ($3::text[]))
            ORDER BY due_at, id LIMIT \(lateSuspectCountMax)
            """, before.value, whole.compactMap(\.app), partial.compactMap(\.app), partial.contains { $0.app == nil })
        for suspect in late {
            let row = try db.row(
                "SELECT queue.* FROM (SELECT $1::text AS id) AS late CROSS JOIN LATERAL (\(lockedRow(of: "late", app: "$2"))) AS queue",
                suspect.text("id"), suspect.text("app_id"))
            if let row { return row }
        }
        return nil
    }

    /// Of one app, priority by priority: each is a range of the index, in which what isn't due yet comes last.
    private static func askDue(
        _ condition: String, of app: [UInt8], _ ranks: [Int], _ countMax: Int, _ dueAt: Moment, passingOver passedOver: Set<DeliveryID>, _ db: Connection
    ) throws -> Answer {
        // As a query, which is looked up by a hash: a list of a parameter is gone through for each row where the plan is for any list, and always by
        // PostgreSQL 14.
        let condition = condition + (passedOver.isEmpty ? "" : " AND id NOT IN (SELECT unnest($5::text[]))")
        var given: [(any SQLConvertible)?] = [dueAt.value, String(decoding: app, as: UTF8.self), ranks, countMax]
        if !passedOver.isEmpty { given.append(passedOver.sorted()) }
        return try db.send(
            """
            SELECT due.* FROM unnest($3::bigint[]) AS lane (rank) CROSS JOIN LATERAL (
                SELECT queue.*, waiting.due_at FROM (
                    SELECT id, app_id, due_at FROM \(LiveSchema.table)
                    WHERE status = 'pending' AND app_id = $2 AND priority = lane.rank AND due_at <= \(dueAt.sql(1)) AND \(condition)
                    ORDER BY due_at, id) AS waiting CROSS JOIN LATERAL (\(lockedRow(of: "waiting", app: "$2", dueAt: dueAt.sql(1)))) AS queue
                LIMIT $4) AS due
            LIMIT $4
            """, given, bringing: .binary)
    }

    /// What makes a delivery, and what a lease looks at before that.
    private static let deliveryColumns = """
        id, app_id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, payload, attempts, held_since, expires_at,
        group_key, deliver_after, route_key, route_step, route_until, priority, retracted_at, decided_at, rescues, reason
        """

    /// The row of one that is live, locked; none where somebody else has locked it, or it waits no longer.
    ///
    /// A subquery with a lock is never joined otherwise than by its key. It has one row at most: read to its end, PostgreSQL would drop what it
    /// keeps for locks, and make it anew for the next.
    ///
    /// - Parameter dueAt: until when what is due counts. Where what is live isn't locked itself, somebody may have put it off since it was read.
    fileprivate static func lockedRow(of live: String, app: String, dueAt: String? = nil) -> String {
        """
        SELECT \(deliveryColumns) FROM notification_queue WHERE id = \(live).id AND app_id = \(app) AND status = 'pending' AND attempts < 5
            \(dueAt.map { "AND \(Schema.dueAt()) <= \($0)" } ?? "") LIMIT 1 FOR UPDATE SKIP LOCKED
        """
    }

    /// What waits, of each app and priority: one look into the index each.
    static func lanes(_ db: Connection) throws -> Answer {
        try planByIndex(db)
        return try db.send("SELECT * FROM \(LaneSchema.queue)")
    }

    static func lane(_ row: Row) -> QueueLane {
        QueueLane(app: (row.text("app_id") ?? "").utf8, rank: row.integer("priority") ?? 0, dueAt: dueAt(row))
    }

    /// Moments that can't be read are those that PostgreSQL knows beyond ours: before the year 1, or after 9999, which never comes.
    static func dueAt(_ row: Row) -> Instant {
        row.instant("due_at") ?? (isBeforeAll(row.text("due_at") ?? "") ? .min : .max)
    }

    /// Whether a moment of PostgreSQL's is one before the year 1.
    static func isBeforeAll(_ moment: String) -> Bool { moment == "-infinity" || moment.hasSuffix("BC") }

    /// What is told together: what one recipient's quiet hours held, or what was found at once.
    private struct Group: Hashable {
        let app: String?
        let recipient: String?
        let channel: String?
        /// Nil for those that were held.
        let key: String?

        /// Nil for what is told alone.
        init?(_ row: Row) {
            let isHeld = !row.isNull("held_since")
            guard isHeld || !row.isNull("group_key") else { return nil }
            app = row.text("app_id")
            recipient = row.text("recipient_user_id")
            channel = row.text("channel")
            key = isHeld ? nil : row.text("group_key")
        }

        func askSiblings(dueAt: PostgresStore.Moment, _ db: Connection) throws -> Answer {
            let isSibling = key == nil ? "held_since IS NOT NULL AND $4::text IS NULL" : "held_since IS NULL AND group_key = $4"
            return try db.send(
                """
                WITH sibling AS MATERIALIZED (
                    SELECT id, app_id FROM \(LiveSchema.table)
                    WHERE status = 'pending' AND recipient_user_id = $1 AND channel = $2 AND app_id = $5 AND \(isSibling)
                        AND rescues < \(rescueCountOfSuspect) AND due_at <= \(dueAt.sql(3))
                    ORDER BY due_at, id LIMIT \(togetherCountMax) FOR UPDATE SKIP LOCKED)
                SELECT queue.* FROM sibling CROSS JOIN LATERAL (\(PostgresStore.lockedRow(of: "sibling", app: "$5"))) AS queue
                """, [recipient, channel, dueAt.value, key, app], bringing: .binary)
        }
    }

    /// A row as a delivery; nil where an identifier in it can't be read.
    static func delivery(_ row: Row) -> Delivery? {
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

    private static func route(_ row: Row) -> DeliveryRoute.Place? {
        guard let key = row.text("route_key"), let step = row.integer("route_step") else { return nil }
        return DeliveryRoute.Place(key: key, step: step, until: row.choice("route_until") ?? .read)
    }
}
