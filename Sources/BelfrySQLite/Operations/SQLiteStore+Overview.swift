import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: OverviewStore {
    /// The members of all families that a person is in, of whom they may see anything.
    private static let relatives = """
        SELECT member.user_id FROM family_members caller JOIN family_members member ON member.family_id = caller.family_id
        WHERE caller.user_id = :user AND (member.shares_alerts = 1 OR member.user_id = caller.user_id)
        """

    /// Such members, each with everybody of the same family: what was told of a member in another family is none of a person's business.
    private static let shown = """
        SELECT member.user_id, recipient.user_id FROM family_members caller JOIN family_members member ON member.family_id = caller.family_id
        JOIN family_members recipient ON recipient.family_id = caller.family_id
        WHERE caller.user_id = :user AND (member.shares_alerts = 1 OR member.user_id = caller.user_id)
        """

    /// The name that the first of a person's families has for them.
    /// - Parameter viewer: of the families that they are in, too; of all where there is none, or that is null.
    static func firstName(of column: String, seenBy viewer: String?) -> String {
        let isShared = viewer.map { "AND (\($0) IS NULL OR family_id IN (SELECT family_id FROM family_members WHERE user_id = \($0)))" } ?? ""
        return "(SELECT first_name FROM family_members WHERE first_name <> '' AND user_id = \(column) \(isShared) ORDER BY family_id LIMIT 1)"
    }

    public func alerts(visibleTo user: UserID, countMax: Int) async throws -> [AlertOverview] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns(for: ":user")), \(Self.firstName(of: "pattern_alert_state.user_id", seenBy: ":user")) AS member_name
                    FROM pattern_alert_state WHERE user_id IN (\(Self.relatives))
                    ORDER BY CASE episode_status WHEN 'active' THEN current_level ELSE 0 END DESC, active_since DESC, id DESC LIMIT :count
                    """, arguments: ["user": user.text, "count": countMax]
            ).compactMap { row in
                Self.seenAlert(row).map { AlertOverview(alert: $0, memberName: row.text("member_name") ?? $0.member.text) }
            }
        }
    }

    public func story(of alert: AlertID, for user: UserID?) async throws -> AlertStory? {
        try await pool.read { db in
            let arguments: StatementArguments = ["alert": alert.text, "user": user?.text]
            let row = try StoredRow.fetchOne(
                db,
                sql: """
                    SELECT \(Self.columns(for: ":user")), \(Self.firstName(of: "pattern_alert_state.user_id", seenBy: ":user")) AS member_name
                    FROM pattern_alert_state WHERE id = :alert AND (:user IS NULL OR user_id IN (\(Self.relatives)))
                    """, arguments: arguments)
            guard let row, let seen = Self.seenAlert(row) else { return nil }
            let deliveries = try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT \(Self.overviewColumns(isSeen: true)) FROM notification_queue WHERE alert_state_id = :alert
                        AND (:user IS NULL OR recipient_user_id = :user OR (member_user_id, recipient_user_id) IN (\(Self.shown)))
                    ORDER BY created_at, id
                    """, arguments: arguments
            ).compactMap(Self.overview)
            return AlertStory(
                overview: AlertOverview(alert: seen, memberName: row.text("member_name") ?? seen.member.text), deliveries: deliveries)
        }
    }

    public func observations(of metric: Metric, member: UserID, since date: CivilDate) async throws -> [Observation] {
        try await pool.read { db in
            var observations: [Observation] = []
            let rows = try StoredRow.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT metric_date, \(metric.rawValue) AS value FROM wearable_daily_metrics worn
                        WHERE user_id = ? AND metric_date >= ? AND \(metric.rawValue) IS NOT NULL AND NOT EXISTS (
                            SELECT 1 FROM wearable_metric_revisions nap
                            WHERE nap.user_id = worn.user_id AND nap.metric_date = worn.metric_date AND nap.source = worn.source
                                AND nap.metric_type = '\(metric.rawValue)' AND nap.precedence = \(Revision.napPrecedence))
                        ORDER BY metric_date, updated_at, source
                        """), arguments: [member.text, date.description])
            while let row = try rows.next() {
                guard let date = row.date("metric_date"), let value = row.number("value") else { continue }
                if observations.last?.date == date { observations.removeLast() }
                observations.append(Observation(date: date, value: value))
            }
            return observations
        }
    }

    public func deliveries(matching query: DeliveryQuery) async throws -> FoundDeliveries {
        try await pool.read { db in
            // Unless a person narrows it enough, the index has those in states that few are in.
            let rare = query.recipient == nil && query.member == nil ? query.status.flatMap { Schema.rare.contains($0) ? $0 : nil } : nil
            var wanted: [(condition: String, value: String?)] = [
                ("recipient_user_id = ?", query.recipient?.text), ("member_user_id = ?", query.member?.text),
                ("status = ?", rare == nil ? query.status?.rawValue : nil), ("channel = ?", query.channelName),
                ("\(StatisticsSchema.category(of: "")) = ?", query.category), ("id < ?", query.before?.text),
            ]
            let (listed, lastLookedAt) = try Self.look(query, db)
            wanted.append(("id >= ?", lastLookedAt?.text))
            let conditions = [rare.map(Schema.isIn), listed.map { "id IN (\($0))" }].compactMap(\.self) + wanted.filter { $0.value != nil }.map(\.condition)
            let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
            let found = try StoredRow.fetchAll(
                db, sql: "SELECT \(Self.overviewColumns()) FROM notification_queue \(filter) ORDER BY id DESC LIMIT ?",
                arguments: StatementArguments(wanted.compactMap(\.value)) + [query.countMax + 1]
            ).compactMap(Self.overview)
            return FoundDeliveries(found, countMax: query.countMax, lastLookedAt: lastLookedAt)
        }
    }

    /// Through what a look goes: the list of a state where that is short, or else all down to an identifier; nil for both where a person
    /// narrows it enough, or nothing bounds it.
    private static func look(_ query: DeliveryQuery, _ db: Database) throws -> (listed: String?, through: DeliveryID?) {
        guard query.recipient == nil, query.member == nil, let lookCountMax = query.lookCountMax else { return (nil, nil) }
        if let status = query.status, status.isListed {
            // By the words of the partial indexes, so that one of them serves.
            let listed = "SELECT id FROM notification_queue WHERE status = '\(status.rawValue)'\(status == .pending ? " AND attempts < 5" : "")"
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(listed) LIMIT ?)", arguments: [lookCountMax + 1]) ?? 0
            if count <= lookCountMax { return (listed, nil) }
        }
        // One more, to know whether it is the last.
        let last = try String.fetchAll(
            db, sql: "SELECT id FROM notification_queue \(query.before == nil ? "" : "WHERE id < ?") ORDER BY id DESC LIMIT 2 OFFSET ?",
            arguments: StatementArguments(query.before.map { [$0.text] } ?? []) + [lookCountMax - 1])
        return (nil, last.count == 2 ? last.first.flatMap(DeliveryID.init) : nil)
    }

    public func deliveries(to recipient: UserID, since: Instant, countMax: Int) async throws -> [DeliveryOverview] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT \(Self.overviewColumns(isSeen: true)) FROM notification_queue
                    WHERE recipient_user_id = :user AND (created_at >= :since OR status = 'pending') ORDER BY id DESC LIMIT :count
                    """, arguments: ["user": recipient.text, "since": since.sql, "count": countMax]
            ).compactMap(Self.overview)
        }
    }

    public func delivery(_ id: DeliveryID) async throws -> DeliveryOverview? {
        try await pool.read { db in
            try StoredRow.fetchOne(db, sql: "SELECT \(Self.overviewColumns()) FROM notification_queue WHERE id = ?", arguments: [id.text])
                .flatMap(Self.overview)
        }
    }

    public func deliveries(mergedInto lead: DeliveryID) async throws -> [DeliveryOverview] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT \(Self.overviewColumns()) FROM notification_queue WHERE merged_into = ? ORDER BY created_at, id",
                arguments: [lead.text]
            ).compactMap(Self.overview)
        }
    }

    public func mayRead(_ id: DeliveryID, user: UserID) async throws -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM notification_queue
                    WHERE id = :id AND (recipient_user_id = :user OR (member_user_id, recipient_user_id) IN (\(Self.shown))))
                    """, arguments: ["id": id.text, "user": user.text]) ?? false
        }
    }

    public func backlog(countMax: Int?, now: Instant) async throws -> Backlog {
        try await pool.read { db in
            /// Below zero means that there is no limit.
            func count(_ condition: String, of table: String = "notification_queue") throws -> Int {
                try Int.fetchOne(
                    db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(condition) LIMIT ?)"),
                    arguments: [countMax ?? -1]) ?? 0
            }
            return Backlog(
                pendingCount: try count("status = 'pending' AND attempts < 5"), sendingCount: try count("status = 'sending'"),
                pendingBatchCount: try count("lease_until IS NULL", of: "broadcast_leases"),
                sendingBatchCount: try count("lease_until IS NOT NULL", of: "broadcast_leases"),
                oldestDueAt: try (Self.dueLanes(db, now) + Self.dueBatchLanes(db, now)).map(\.dueAt).min())
        }
    }

    /// - Parameter isSeen: where `:user` looks at them; people's names are those of families that they are in, too, then.
    static func overviewColumns(isSeen: Bool = false) -> String {
        """
        notification_queue.*, \(firstName(of: "recipient_user_id", seenBy: isSeen ? ":user" : nil)) AS recipient_name,
        \(firstName(of: "member_user_id", seenBy: isSeen ? ":user" : nil)) AS member_name
        """
    }

    static func overview(_ row: StoredRow) -> DeliveryOverview? {
        guard let delivery = delivery(row) else { return nil }
        return DeliveryOverview(
            delivery: delivery, recipientName: row.text("recipient_name"), memberName: row.text("member_name"), status: row.text("status") ?? "",
            reason: row.choice("reason"), decisionInputs: row.text("decision_inputs"), decidedAt: row.instant("decided_at"),
            nextAttemptAt: row.instant("next_attempt_at"), sentAt: row.instant("sent_at"), lastError: row.text("last_error"),
            mergedInto: row.identifier("merged_into"), retractedAt: row.instant("retracted_at"), retractedBy: row.text("retracted_by"),
            changedAt: row.instant("changed_at"), changedBy: row.text("changed_by"), redriveCount: row.integer("redrives") ?? 0)
    }
}
