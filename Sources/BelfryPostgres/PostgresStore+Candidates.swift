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
    static func offer(
        _ terms: LeaseTerms, _ lanes: [QueueLane], dueAt: Moment, suspects: (before: Moment, pauses: [QueuePause])?, _ db: Connection
    ) throws -> LeaseOffer {
        var deliveries: [Delivery] = []
        var decided: Set<DeliveryID> = []
        var rescueCounts: [DeliveryID: Int] = [:]
        let late = try suspects.flatMap { try lateSuspect($0.before, $0.pauses, db) }
        for row in try late.map({ [$0] }) ?? dueRows(terms, lanes, dueAt: dueAt, db) {
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
            if let count = row.integer("rescues"), count > 0 { rescueCounts[delivery.id] = count }
        }
        return LeaseOffer(try learnSize(from: deliveries.count, db) { try candidates(deliveries, db) }, decidedBefore: decided, rescueCounts: rescueCounts)
    }

    /// Deliveries with everything that their decisions need.
    static func candidates(_ deliveries: [Delivery], _ db: Connection) throws -> [DeliveryCandidate] {
        deliveries.isEmpty ? [] : try Circumstances(of: deliveries, db).candidates()
    }

    /// The due ones that come first, and with each held one the others that were held for the same recipient and channel.
    private static func dueRows(_ terms: LeaseTerms, _ lanes: [QueueLane], dueAt: Moment, _ db: Connection) throws -> [Row] {
        var due: [Row] = []
        var rangeCount = 0
        var shares = LeaseShares(lanes, token: terms.token)
        try shares.deal(terms.countMax) { orders in
            // One round trip for all apps.
            let answers = try orders.map { order in
                try askDue("rescues < \(rescueCountOfSuspect)", of: order.app, order.ranks, order.takenCount + order.count, dueAt, db)
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
        guard !due.isEmpty else { return terms.lanes == .all ? try suspect(lanes, dueAt, db) : [] }
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
    private static func suspect(_ lanes: [QueueLane], _ dueAt: Moment, _ db: Connection) throws -> [Row] {
        for lane in lanes {
            let rows = try askDue("rescues >= \(rescueCountOfSuspect)", of: lane.app, [lane.rank], 1, dueAt, db).rows()
            if !rows.isEmpty { return rows }
        }
        return []
    }

    /// How many are looked at where others have locked the first, or these are paused.
    private static let lateSuspectCountMax = 8

    /// One that may be what its workers died over, and that has waited for too long behind all others.
    private static func lateSuspect(_ before: Moment, _ pauses: [QueuePause], _ db: Connection) throws -> Row? {
        let late = try db.rows(
            """
            SELECT id, app_id, priority, due_at FROM \(LiveSchema.table) WHERE status = 'pending' AND rescues >= \(rescueCountOfSuspect) AND due_at <= \(before.sql(1))
            ORDER BY due_at, id LIMIT \(lateSuspectCountMax)
            """, before.value)
        for suspect in late where !pauses.hold(lane(suspect).id) {
            let row = try db.row(
                "SELECT queue.* FROM (SELECT $1::text AS id) AS late CROSS JOIN LATERAL (\(lockedRow(of: "late", app: "$2"))) AS queue",
                suspect.text("id"), suspect.text("app_id"))
            if let row { return row }
        }
        return nil
    }

    /// Of one app, priority by priority: each is a range of the index, in which what isn't due yet comes last.
    private static func askDue(
        _ condition: String, of app: [UInt8], _ ranks: [Int], _ countMax: Int, _ dueAt: Moment, _ db: Connection
    ) throws -> Answer {
        try db.send(
            """
            SELECT due.* FROM unnest($3::bigint[]) AS lane (rank) CROSS JOIN LATERAL (
                SELECT queue.*, waiting.due_at FROM (
                    SELECT id, app_id, due_at FROM \(LiveSchema.table)
                    WHERE status = 'pending' AND app_id = $2 AND priority = lane.rank AND due_at <= \(dueAt.sql(1)) AND \(condition)
                    ORDER BY due_at, id) AS waiting CROSS JOIN LATERAL (\(lockedRow(of: "waiting", app: "$2"))) AS queue
                LIMIT $4) AS due
            LIMIT $4
            """, [dueAt.value, String(decoding: app, as: UTF8.self), ranks, countMax], bringing: .binary)
    }

    /// What makes a delivery, and what a lease looks at before that.
    private static let deliveryColumns = """
        id, app_id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, payload, attempts, held_since, expires_at,
        group_key, deliver_after, route_key, route_step, route_until, priority, retracted_at, decided_at, rescues
        """

    /// The row of one that is live, locked; none where somebody else has locked it, or it waits no longer.
    ///
    /// A subquery with a lock is never joined otherwise than by its key. It has one row at most: read to its end, PostgreSQL would drop what it
    /// keeps for locks, and make it anew for the next.
    fileprivate static func lockedRow(of live: String, app: String) -> String {
        """
        SELECT \(deliveryColumns) FROM notification_queue WHERE id = \(live).id AND app_id = \(app) AND status = 'pending' AND attempts < 5
            LIMIT 1 FOR UPDATE SKIP LOCKED
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
        let text = row.text("due_at") ?? ""
        let isBefore = text == "-infinity" || text.hasSuffix("BC")
        return row.instant("due_at") ?? (isBefore ? .min : .max)
    }

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

/// What is known around a batch of deliveries at the moment of their decision, asked for all at once.
private struct Circumstances {
    private struct Pair<First: Hashable, Second: Hashable>: Hashable {
        let first: First
        let second: Second
    }

    private let deliveries: [Delivery]
    private let preferences: [UserID: StoredPreferences]
    /// Of each delivery in turn, as its recipient sees it: each has their own snooze.
    private let alerts: [Row?]
    /// By member and recipient: the names that recipients know members by.
    private let names: [Pair<UserID, UserID>: String]
    /// By member and recipient.
    private let entitled: Set<Pair<UserID, UserID>>
    private let superseded: Set<String>
    /// By recipient and the notification's name: those that a device told.
    private let told: [Pair<UserID, String>: Instant]
    private let reachability: Reachability
    /// Of whoever has set nothing.
    private static let noPreferences = PostgresStore.storedPreferences(nil)

    init(of deliveries: [Delivery], _ db: Connection) throws {
        self.deliveries = deliveries
        let recipients = Array(Set(deliveries.map(\.recipient)))
        let profiles = try db.send("SELECT * FROM user_profiles WHERE user_id = ANY($1::text[])", recipients)
        let alerts = try Self.askAlerts(of: deliveries, db)
        let names = try Self.askNames(of: deliveries, db)
        let entitled = try Self.askEntitled(deliveries, db)
        let superseded = try Self.askSuperseded(deliveries, db)
        let told = try Self.askTold(deliveries, db)
        let reachability = try Reachability.Questions(deliveries, to: recipients, db)
        var reader = PreferencesReader()
        let wishes = try profiles.rows().compactMap { row -> (UserID, StoredPreferences)? in
            guard let user: UserID = row.identifier("user_id") else { return nil }
            return (user, reader.read(row))
        }
        preferences = Dictionary(wishes, uniquingKeysWith: { first, _ in first })
        self.alerts = try alerts?.rows().reduce(into: Array(repeating: nil, count: deliveries.count)) { alerts, row in
            if let place = row.integer("place"), alerts.indices.contains(place) { alerts[place] = row }
        } ?? Array(repeating: nil, count: deliveries.count)
        let named = try names?.rows().compactMap { row -> (Pair<UserID, UserID>, String)? in
            guard let member: UserID = row.identifier("member"), let recipient: UserID = row.identifier("recipient"), let name = row.text("first_name")
            else { return nil }
            return (Pair(first: member, second: recipient), name)
        }
        self.names = Dictionary(named ?? [], uniquingKeysWith: { first, _ in first })
        let pairs = try entitled?.rows().compactMap { row -> Pair<UserID, UserID>? in
            guard let member: UserID = row.identifier("member"), let recipient: UserID = row.identifier("recipient") else { return nil }
            return Pair(first: member, second: recipient)
        }
        self.entitled = Set(pairs ?? [])
        self.superseded = Set(try superseded?.rows().compactMap { $0.text("id") } ?? [])
        let receipts = try told?.rows().compactMap { row -> (Pair<UserID, String>, Instant)? in
            guard let user: UserID = row.identifier("user_id"), let receipt = PostgresStore.receipt(row), receipt.toldBy == .device else { return nil }
            return (Pair(first: user, second: row.text("id") ?? ""), receipt.toldAt)
        }
        self.told = Dictionary(receipts ?? [], uniquingKeysWith: { first, _ in first })
        self.reachability = try Reachability(reachability)
    }

    func candidates() -> [DeliveryCandidate] { zip(deliveries, alerts).map(candidate) }

    private func candidate(_ stored: Delivery, _ alert: Row?) -> DeliveryCandidate {
        var delivery = stored
        if delivery.isWordedByAlert, let episode = alert.flatMap(PostgresStore.alert)?.episode {
            delivery.payload.complete(from: episode, memberName: names[Pair(first: delivery.member, second: delivery.recipient)])
        }
        let needsTitle = delivery.groupKey != nil && delivery.recipient != delivery.member
        return DeliveryCandidate(
            delivery: delivery, preferences: preferences[delivery.recipient] ?? Self.noPreferences, alert: alert.map(Self.facts),
            isSuperseded: superseded.contains(delivery.id.text),
            isEntitled: !needsTitle || entitled.contains(Pair(first: delivery.member, second: delivery.recipient)),
            toldAt: delivery.payload.notification.flatMap { told[Pair(first: delivery.recipient, second: $0.description)] },
            addresses: reachability.addresses(for: delivery), isCategoryOff: reachability.isUnwanted(delivery),
            isReached: reachability.isReached(delivery))
    }

    private static func facts(_ row: Row) -> DeliveryCandidate.AlertFacts {
        let level = row.level("current_level")
        return .init(
            severity: row.choice("severity") ?? level?.severity, snoozeUntil: row.date("seen_snooze_until"),
            // Whatever stands there, somebody meant to dismiss it.
            dismissedAt: row.isNull("dismissed_at") ? nil : row.instant("dismissed_at") ?? Instant(secondsSinceEpoch: 0),
            status: row.choice("episode_status") ?? .active)
    }
}

extension Delivery {
    /// Whether its words have to be made up from its alert.
    fileprivate var isWordedByAlert: Bool { payload.metric == nil && alert != nil }
}

// MARK: The questions; none where there is nothing to ask

extension Circumstances {
    private static func askAlerts(of deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        guard deliveries.contains(where: { $0.alert != nil }) else { return nil }
        let facts = "severity, current_level, dismissed_at, episode_status"
        return try db.send(
            """
            SELECT \(deliveries.contains(where: \.isWordedByAlert) ? "pattern_alert_state.*" : facts),
                \(PostgresStore.seen("snooze_until", by: "seen.by")) AS seen_snooze_until, seen.number - 1 AS place
            FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS seen (alert, by, number)
                CROSS JOIN LATERAL (SELECT * FROM pattern_alert_state WHERE id = seen.alert OFFSET 0) AS pattern_alert_state
            """, deliveries.map(\.alert), deliveries.map(\.recipient))
    }

    private static func askNames(of deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let pairs = Set(deliveries.filter(\.isWordedByAlert).map { Pair(first: $0.member, second: $0.recipient) })
        guard !pairs.isEmpty else { return nil }
        return try db.send(
            """
            SELECT asked.member, asked.recipient, \(PostgresStore.firstName(of: "asked.member", seenBy: "asked.recipient")) AS first_name
            FROM unnest($1::text[], $2::text[]) AS asked (member, recipient)
            """, pairs.map(\.first), pairs.map(\.second))
    }

    private static func askEntitled(_ deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let pairs = Set(
            deliveries.filter { $0.groupKey != nil && $0.recipient != $0.member }.map { Pair(first: $0.member, second: $0.recipient) })
        guard !pairs.isEmpty else { return nil }
        return try db.send(
            """
            SELECT asked.member, asked.recipient FROM unnest($1::text[], $2::text[]) AS asked (member, recipient)
            WHERE EXISTS (SELECT 1 FROM family_members member
                JOIN family_members admin ON admin.family_id = member.family_id AND admin.role IN ('superadmin', 'admin')
                WHERE member.user_id = asked.member AND member.shares_alerts AND admin.user_id = asked.recipient)
            """, pairs.map(\.first), pairs.map(\.second))
    }

    private static func askSuperseded(_ deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let held = deliveries.filter { $0.heldSince != nil && $0.alert != nil && $0.payload.level != nil }
        guard !held.isEmpty else { return nil }
        return try db.send(
            """
            SELECT DISTINCT held.id FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS held (id, alert, recipient, channel, level)
            JOIN notification_queue later ON later.status = 'pending' AND later.alert_state_id = held.alert
                AND later.recipient_user_id = held.recipient AND later.channel = held.channel
            WHERE jsonb_typeof(later.payload->'level') = 'number' AND later.payload->'level' > to_jsonb(held.level)
            """, held.map(\.id), held.map(\.alert), held.map(\.recipient), held.map(\.channelName), held.map { $0.payload.level?.rawValue ?? 0 })
    }

    private static func askTold(_ deliveries: [Delivery], _ db: Connection) throws -> Answer? {
        let pairs = Set(
            deliveries.compactMap { delivery in
                delivery.payload.notification.map { Pair(first: delivery.recipient, second: $0.description) }
            })
        guard !pairs.isEmpty else { return nil }
        return try db.send(
            """
            SELECT receipt.* FROM unnest($1::text[], $2::text[]) AS asked (recipient, name)
            JOIN notification_receipts receipt ON receipt.user_id = asked.recipient AND receipt.id = asked.name AND NOT receipt._is_deleted
            """, pairs.map(\.first), pairs.map(\.second))
    }
}
