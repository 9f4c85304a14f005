import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: OverviewStore {
    /// The members of all families that a person is in, of whom they may see anything.
    private static func relatives(of caller: String) -> String {
        """
        SELECT member.user_id FROM family_members caller JOIN family_members member ON member.family_id = caller.family_id
        WHERE caller.user_id = \(caller) AND (member.shares_alerts OR member.user_id = caller.user_id)
        """
    }

    /// Such members, each with everybody of the same family: what was told of a member in another family is none of a person's business.
    private static func shown(to caller: String) -> String {
        """
        SELECT member.user_id AS member_id, recipient.user_id AS recipient_id
        FROM family_members caller JOIN family_members member ON member.family_id = caller.family_id
        JOIN family_members recipient ON recipient.family_id = caller.family_id
        WHERE caller.user_id = \(caller) AND (member.shares_alerts OR member.user_id = caller.user_id)
        """
    }

    /// The name that the first of a person's families has for them. Put in order once they are found: for an order that an index has, all families
    /// would be gone through.
    /// - Parameter viewer: of the families that they are in, too; of all where that is null.
    static func firstName(of column: String, seenBy viewer: String? = nil) -> String {
        let isShared = viewer.map { "AND (\($0) IS NULL OR family_id IN (SELECT family_id FROM family_members WHERE user_id = \($0)))" } ?? ""
        let named = "SELECT family_id, first_name FROM family_members WHERE first_name <> '' AND user_id = \(column) \(isShared) OFFSET 0"
        return "(SELECT first_name FROM (\(named)) AS named ORDER BY family_id LIMIT 1)"
    }

    public func alerts(visibleTo user: UserID, countMax: Int) async throws -> [AlertOverview] {
        try await pool.single { db in
            try db.rows(
                """
                SELECT \(Self.columns(for: "$1")), \(Self.firstName(of: "pattern_alert_state.user_id", seenBy: "$1::text")) AS member_name
                FROM pattern_alert_state WHERE user_id IN (\(Self.relatives(of: "$1")))
                ORDER BY CASE episode_status WHEN 'active' THEN current_level ELSE 0 END DESC, active_since DESC, id DESC LIMIT $2
                """, user, countMax
            ).compactMap { row in
                Self.seenAlert(row).map { AlertOverview(alert: $0, memberName: row.text("member_name") ?? $0.member.text) }
            }
        }
    }

    public func story(of alert: AlertID, for user: UserID?) async throws -> AlertStory? {
        try await pool.snapshot { db in
            let rows = try db.send(
                """
                SELECT \(Self.columns(for: "$2")), \(Self.firstName(of: "pattern_alert_state.user_id", seenBy: "$2::text")) AS member_name
                FROM pattern_alert_state WHERE id = $1 AND ($2::text IS NULL OR user_id IN (\(Self.relatives(of: "$2"))))
                """, alert, user)
            let deliveries = try db.send(
                Self.overviews(
                    """
                    SELECT * FROM notification_queue WHERE alert_state_id = $1
                        AND ($2::text IS NULL OR recipient_user_id = $2 OR (member_user_id, recipient_user_id) IN (\(Self.shown(to: "$2"))))
                    """, by: "created_at, id", seenBy: "$2::text"), alert, user)
            guard let row = try rows.rows().first, let seen = Self.seenAlert(row) else { return nil }
            return AlertStory(
                overview: AlertOverview(alert: seen, memberName: row.text("member_name") ?? seen.member.text),
                deliveries: try deliveries.rows().compactMap(Self.overview))
        }
    }

    public func observations(of metric: Metric, member: UserID, since date: CivilDate) async throws -> [Observation] {
        try await pool.single { db in
            var observations: [Observation] = []
            let rows = try db.rows(
                """
                SELECT metric_date, \(metric.rawValue) AS value FROM wearable_daily_metrics worn
                WHERE user_id = $1 AND metric_date >= $2 AND \(metric.rawValue) IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM wearable_metric_revisions nap
                    WHERE nap.user_id = worn.user_id AND nap.metric_date = worn.metric_date AND nap.source = worn.source
                        AND nap.metric_type = '\(metric.rawValue)' AND nap.precedence = \(Revision.napPrecedence))
                ORDER BY metric_date, updated_at, source
                """, member, date)
            for row in rows {
                guard let date = row.date("metric_date"), let value = row.number("value") else { continue }
                if observations.last?.date == date { observations.removeLast() }
                observations.append(Observation(date: date, value: value))
            }
            return observations
        }
    }

    public func deliveries(matching query: DeliveryQuery) async throws -> FoundDeliveries {
        try await pool.snapshot { db in
            try Self.planWithoutScans(db)
            let (listed, lastLookedAt) = try Self.look(query, db)
            let countMax = query.countMax + 1
            let found = try query.isWalked && listed == nil
                ? Self.walk(before: query.before, countMax: countMax, db) { try Self.found(query, before: $0, through: $1, countMax: $2, db) }
                : Self.found(query, in: listed, before: query.before, through: lastLookedAt, countMax: countMax, db)
            return FoundDeliveries(found.compactMap(Self.overview), countMax: query.countMax, lastLookedAt: lastLookedAt)
        }
    }

    /// - Parameters:
    ///   - listed: of whose list it is looked for; in all that there is where that is nil.
    ///   - last: the last that is looked at; nil for all.
    private static func found(
        _ query: DeliveryQuery, in listed: Delivery.Status? = nil, before: DeliveryID?, through last: DeliveryID?, countMax: Int, _ db: Connection
    ) throws -> [Row] {
        var (conditions, values) = ([String](), [(any SQLConvertible)?]())
        func want(_ column: String, _ value: (any SQLConvertible)?, _ relation: String = "=") {
            guard let value else { return }
            values.append(value)
            conditions.append("\(column) \(relation) $\(values.count)")
        }
        want("recipient_user_id", query.recipient)
        if let member = query.member {
            values.append(member)
            conditions.append(Schema.isOf("$\(values.count)"))
        }
        want("status", query.status?.rawValue)
        want("channel", query.channelName)
        want("CASE jsonb_typeof(payload->'kind') WHEN 'string' THEN payload->>'kind' ELSE 'general' END", query.category)
        want("id", before, "<")
        want("id", last, ">=")
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let rows = listed.map { Self.rows(listed: $0) } ?? "SELECT * FROM notification_queue"
        return try db.send(
            overviews("\(rows) \(filter)", by: "id DESC", limit: "$\(values.count + 1)"), values + [countMax]
        ).rows()
    }

    /// Through what a look goes: the list of a state where that is short, or else all down to an identifier; nil for both where a person
    /// narrows it enough, or nothing bounds it.
    private static func look(_ query: DeliveryQuery, _ db: Connection) throws -> (listed: Delivery.Status?, through: DeliveryID?) {
        guard query.recipient == nil, query.member == nil else { return (nil, nil) }
        if let status = query.status, status.isListed {
            let (listed, countMax) = (Self.listed(status), query.lookCountMax ?? query.countMax)
            let count = try db.row("SELECT count(*) AS count FROM (\(listed) LIMIT $1) AS listed", countMax + 1)?.integer("count") ?? 0
            if count <= countMax { return (status, nil) }
        }
        guard let lookCountMax = query.lookCountMax else { return (nil, nil) }
        return (nil, try last(of: lookCountMax, before: query.before, db))
    }

    /// The last of so many; nil where there are no more than these.
    private static func last(of count: Int, before: DeliveryID?, _ db: Connection) throws -> DeliveryID? {
        // One more, to know whether it is the last. From the place itself: past a condition that may be none, all that is newer would be walked.
        let (isBefore, place): (String, [(any SQLConvertible)?]) = before.map { ("WHERE id < $2", [$0]) } ?? ("", [])
        let last = try db.send("SELECT id FROM notification_queue \(isBefore) ORDER BY id DESC LIMIT 2 OFFSET $1", [count - 1] + place).rows()
        return last.count == 2 ? last.first?.identifier("id") : nil
    }

    /// Looks through all deliveries from the latest on, a part after the other, until enough are found: one statement for what is rare among very many would
    /// take longer than a statement may.
    ///
    /// - Parameter find: finds what is asked for before one delivery, down to another, so many at most.
    /// - Returns: also rows that can't be read: a part that has enough with them is not through.
    static func walk(
        before first: DeliveryID?, countMax: Int, _ db: Connection,
        _ find: (_ before: DeliveryID?, _ last: DeliveryID?, _ countMax: Int) throws -> [Row]
    ) throws -> [Row] {
        var (found, before, partCount) = ([Row](), first, firstPartCount)
        while true {
            let last = try last(of: partCount, before: before, db)
            found += try find(before, last, countMax - found.count)
            guard let last, found.count < countMax else { return found }
            // Its nodes look at once, and each would send the names of a part to know where that ends.
            if partCount == firstPartCount, try db.isOnCitus() { return found + (try find(last, nil, countMax - found.count)) }
            (before, partCount) = (last, min(4 * partCount, walkedPartCountMax))
        }
    }

    /// What isn't rare is found among so many.
    static let firstPartCount = 1000
    /// So many take a second or less.
    private static let walkedPartCountMax = 256_000

    /// The identifiers of those that are in a state which few are in.
    private static func listed(_ status: Delivery.Status) -> String {
        status == .sending ? LeaseSchema.leased : "SELECT id FROM \(LiveSchema.table) WHERE status = '\(status.rawValue)'"
    }

    /// The rows of the queue that are in such a state, each found by its key in its month. A condition may follow.
    ///
    /// Joined otherwise, each month is walked from its end until one of them is met in it, and whole where it has none.
    static func rows(listed status: Delivery.Status) -> String {
        let names =
            status == .sending
            ? "SELECT DISTINCT held.id, held.app_id FROM (SELECT app_id, unnest(deliveries) AS id FROM \(LeaseSchema.table)) AS held"
            : "SELECT id, app_id FROM \(LiveSchema.table) WHERE status = '\(status.rawValue)'"
        return """
            SELECT notification_queue.* FROM (\(names)) AS named (its_id, its_app) CROSS JOIN LATERAL (
                SELECT * FROM notification_queue WHERE id = its_id AND app_id = its_app OFFSET 0) AS notification_queue
            """
    }

    public func deliveries(to recipient: UserID, since: Instant, countMax: Int) async throws -> [DeliveryOverview] {
        try await pool.single { db in
            try db.rows(
                Self.overviews(
                    "SELECT * FROM notification_queue WHERE recipient_user_id = $1 AND (created_at >= $2 OR status = 'pending')", by: "id DESC", limit: "$3",
                    seenBy: "$1::text"), recipient, since, countMax
            ).compactMap(Self.overview)
        }
    }

    public func delivery(_ id: DeliveryID) async throws -> DeliveryOverview? {
        try await pool.single { db in
            try db.row(Self.overviews("SELECT * FROM notification_queue WHERE id = $1", by: "id"), id).flatMap(Self.overview)
        }
    }

    public func deliveries(mergedInto lead: DeliveryID) async throws -> [DeliveryOverview] {
        try await pool.single { db in
            try db.rows(Self.overviews("SELECT * FROM notification_queue WHERE merged_into = $1", by: "created_at, id"), lead).compactMap(Self.overview)
        }
    }

    public func mayRead(_ id: DeliveryID, user: UserID) async throws -> Bool {
        try await pool.single { db in
            try db.row(
                """
                SELECT EXISTS (SELECT 1 FROM notification_queue
                WHERE id = $1 AND (recipient_user_id = $2 OR (member_user_id, recipient_user_id) IN (\(Self.shown(to: "$2"))))) AS may
                """, id, user)?.flag("may") ?? false
        }
    }

    public func backlog(countMax: Int?, now: Instant) async throws -> Backlog {
        try await pool.snapshot { db in
            /// A limit that is null is none.
            func count(_ listed: String) throws -> Answer {
                try db.send("SELECT count(*) AS count FROM (\(listed) LIMIT $1::bigint) AS counted", countMax)
            }
            func number(_ answer: Answer) throws -> Int { try answer.rows().first?.integer("count") ?? 0 }
            let (pending, sending) = try (count(Self.listed(.pending)), count(Self.listed(.sending)))
            let pendingBatches = try count("SELECT number FROM broadcast_leases WHERE lease_until IS NULL")
            let sendingBatches = try count("SELECT number FROM broadcast_leases WHERE lease_until IS NOT NULL")
            let (lanes, pauses) = try ([Self.lanes(db), Self.batchLanes(db)], Self.askPauses(db))
            let age = try PostgresStore.askOldestTransaction(db)
            let oldest = try lanes.flatMap { try Self.released($0, by: pauses) }.map(\.dueAt).min()
            return Backlog(
                pendingCount: try number(pending), sendingCount: try number(sending), pendingBatchCount: try number(pendingBatches),
                sendingBatchCount: try number(sendingBatches),
                oldestDueAt: oldest.flatMap { $0 <= now ? $0 : nil },
                oldestTransactionAge: try age.rows().first?.number("seconds").map { .seconds(Int($0)) }.flatMap { $0 < Backlog.transactionAgeMin ? nil : $0 })
        }
    }

    /// A role that is no superuser's sees only its own, or with the rights of `pg_read_all_stats` everybody's.
    static func askOldestTransaction(_ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT extract(epoch FROM max(clock_timestamp() - xact_start))::float8 AS seconds FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
            """)
    }

    /// Rows of the queue with people's names, which are looked up for what was found alone.
    static func overviews(_ rows: String, by order: String, limit: String? = nil, seenBy viewer: String? = nil) -> String {
        """
        WITH listed AS MATERIALIZED (\(rows) ORDER BY \(order)\(limit.map { " LIMIT \($0)" } ?? ""))
        SELECT listed.*, \(firstName(of: "recipient_user_id", seenBy: viewer)) AS recipient_name,
            \(firstName(of: "member_user_id", seenBy: viewer)) AS member_name
        FROM listed ORDER BY \(order)
        """
    }

    static func overview(_ row: Row) -> DeliveryOverview? {
        guard let delivery = delivery(row) else { return nil }
        return DeliveryOverview(
            delivery: delivery, recipientName: row.text("recipient_name"), memberName: row.text("member_name"), status: row.text("status") ?? "",
            reason: row.choice("reason"), decisionInputs: row.text("decision_inputs"), decidedAt: row.instant("decided_at"),
            nextAttemptAt: row.instant("next_attempt_at"), sentAt: row.instant("sent_at"), lastError: row.text("last_error"),
            mergedInto: row.identifier("merged_into"), retractedAt: row.instant("retracted_at"), retractedBy: row.text("retracted_by"),
            changedAt: row.instant("changed_at"), changedBy: row.text("changed_by"), redriveCount: row.integer("redrives") ?? 0)
    }
}

extension DeliveryQuery {
    /// Whether nothing but a look at all that there is finds it, however rare it is.
    fileprivate var isWalked: Bool {
        recipient == nil && member == nil && lookCountMax == nil && (status != nil || channelName != nil || category != nil)
    }
}
