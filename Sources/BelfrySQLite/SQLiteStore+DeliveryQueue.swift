import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: DeliveryQueue {
    public func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) async throws -> LeasedBatch {
        // Most of the time nothing is due: look before taking the writer's lock.
        guard try await pool.read({ try Self.dueLanes($0, terms.now).contains(where: terms.takes) }) else { return LeasedBatch(verdicts: [], toSend: []) }
        return try await pool.write { db in
            let candidates = try Self.dueRows(db, terms).compactMap { try Self.candidate($0, terms.now, db) }
            let offered = Dictionary(uniqueKeysWithValues: candidates.map { ($0.delivery.id, $0) })
            let verdicts = judge(candidates).filter { offered[$0.delivery] != nil }
            for verdict in verdicts { try Self.apply(verdict, terms, db) }
            for verdict in verdicts { try Self.settleMerged(into: verdict.delivery, verdict.judgement, now: terms.now, db) }
            for verdict in verdicts where verdict.opensNextStep { try Self.bringForward(after: verdict.delivery, terms.now, db) }
            let toSend = verdicts.compactMap { verdict -> DeliveryCandidate? in
                if case .decided(.send) = verdict.judgement { offered[verdict.delivery] } else { nil }
            }
            let merged = try Self.deliveries(mergedInto: toSend.map(\.delivery.id), db)
            return LeasedBatch(
                verdicts: verdicts,
                toSend: try toSend.map { candidate in
                    let delivery = candidate.delivery
                    return LeasedDelivery(
                        delivery: delivery, merged: merged[delivery.id] ?? [], token: terms.token,
                        language: candidate.preferences.language, addresses: candidate.addresses,
                        transmissions: delivery.attemptCount == 0 && candidate.addresses.isEmpty ? [] : try Self.transmissions(of: delivery.id, db))
                })
        }
    }

    @discardableResult
    public func record(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        try await pool.write { db in
            try results.compactMap { result in
                guard try Self.record(result, now, db) else { return result.delivery }
                for sent in result.transmissions { try Self.record(sent, now, db) }
                switch result.disposition {
                case .sent: if result.isNamed { try Self.addReceipts(of: result.delivery, now, db) }
                case .returned, .postponed: break
                case .retry, .failed:
                    try Self.unmergeGivenUp(now, db, only: result.delivery)
                    try Self.bringForward(after: result.delivery, now, db)
                }
                return nil
            }
        }
    }

    public func renew(leases: [DeliveryID], token: String, until: Instant) async throws {
        try await pool.write { db in
            try db.execute(
                sql: """
                    UPDATE notification_queue SET lease_until = ?
                    WHERE status = 'sending' AND lease_token = ? AND id IN (\(placeholders(leases.count)))
                    """,
                arguments: [until.sql, token] + StatementArguments(leases.map(\.text)))
        }
    }

    public func rescue(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async throws -> Int {
        let holders = try await pool.read { db in
            try String.fetchSet(db, sql: "SELECT DISTINCT leased_by FROM notification_queue WHERE status = 'sending' AND leased_by IS NOT NULL")
        }
        let dead = holders.filter(isDead)
        let isAnyLate = try await pool.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM notification_queue WHERE status = 'sending' AND lease_until <= ?)", arguments: [now.sql])
        }
        guard !dead.isEmpty || isAnyLate == true else { return 0 }
        return try await pool.write { db in
            let rescued = try StoredRow.fetchAll(
                db,
                sql: """
                    UPDATE notification_queue SET
                        status = CASE WHEN rescues + 1 >= \(rescueCountMax) THEN 'failed' ELSE 'pending' END,
                        last_error = CASE WHEN rescues + 1 >= \(rescueCountMax) THEN 'abandoned: too many workers died over it' ELSE last_error END,
                        rescues = rescues + 1, next_attempt_at = NULL,
                        leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = ?
                    WHERE status = 'sending' AND (lease_until <= ? OR leased_by IN (\(placeholders(dead.count))))
                    RETURNING id, status
                    """,
                arguments: [now.sql, now.sql] + StatementArguments(Array(dead)))
            try Self.unmergeGivenUp(now, db)
            for row in rescued where row.text("status") == Delivery.Status.failed.rawValue {
                if let delivery: DeliveryID = row.identifier("id") { try Self.bringForward(after: delivery, now, db) }
            }
            return rescued.count
        }
    }

    public func nextDueMoment() async throws -> Instant? {
        try await pool.read { db in
            let pending = try Self.lanes(db).map(\.dueAt).min()
            let lease = try String.fetchOne(db, sql: "SELECT min(lease_until) FROM notification_queue WHERE status = 'sending'")
            return [pending, lease.flatMap(Instant.init)].compactMap { $0 }.min()
        }
    }
}

// MARK: The statements

extension SQLiteStore {
    /// What waits, of each app and priority: one look into the index each.
    private static func lanes(_ db: Database) throws -> [QueueLane] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT app_id, priority, \(Schema.dueAt) AS due_at FROM notification_queue
                WHERE status = 'pending' AND attempts < 5 AND (app_id, priority) > (?, ?)
                ORDER BY app_id, priority, \(Schema.dueAt), id LIMIT 1
                """)
        var lanes: [QueueLane] = []
        var last = (app: "", rank: 0)
        while let row = try StoredRow.fetchOne(statement, arguments: [last.app, last.rank]) {
            last = (row.text("app_id") ?? "", row.integer("priority") ?? 0)
            lanes.append(QueueLane(app: last.app, rank: last.rank, dueAt: row.instant("due_at") ?? Instant(secondsSinceEpoch: 0)))
        }
        return lanes
    }

    static func dueLanes(_ db: Database, _ now: Instant) throws -> [QueueLane] { try lanes(db).filter { $0.dueAt <= now } }

    /// The due ones that come first, and with each held one the others that were held for the same recipient and channel.
    private static func dueRows(_ db: Database, _ terms: LeaseTerms) throws -> [StoredRow] {
        func fetch(_ app: String, _ rank: Int, _ condition: String, _ countMax: Int) throws -> [StoredRow] {
            try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT rowid, *, \(Schema.dueAt) AS due_at FROM notification_queue
                        WHERE status = 'pending' AND attempts < 5 AND app_id = ? AND priority = ? AND \(Schema.dueAt) <= ? AND \(condition)
                        ORDER BY \(Schema.dueAt), id LIMIT ?
                        """), arguments: [app, rank, terms.now.sql, countMax])
        }
        let lanes = try dueLanes(db, terms.now).filter(terms.takes)
        var due: [StoredRow] = []
        var taken: Set<String?> = []
        var shares = LeaseShares(lanes, token: terms.token)
        try shares.deal(terms.countMax) { orders in
            try orders.map { order in
                var count = 0
                for rank in order.ranks where count < order.count {
                    let rows = try fetch(order.app, rank, "rescues < \(rescueCountOfSuspect)", order.takenCount + order.count)
                    for row in rows where count < order.count && taken.insert(row.text("id")).inserted {
                        due.append(row)
                        count += 1
                    }
                }
                return count
            }
        }
        guard !due.isEmpty else {
            for lane in lanes where terms.passing == nil {
                let suspects = try fetch(lane.app, lane.rank, "rescues >= \(rescueCountOfSuspect)", 1)
                if !suspects.isEmpty { return suspects }
            }
            return []
        }
        func place(_ row: StoredRow) -> (Int, String, String) { (row.integer("priority") ?? 0, row.text("due_at") ?? "", row.text("id") ?? "") }
        due.sort { place($0) < place($1) }
        var known = Set(due.map { $0.text("id") })
        var rows = due
        for group in Set(due.compactMap(Group.init)) {
            let siblings = try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT rowid, * FROM notification_queue
                    WHERE status = 'pending' AND \(group.key == nil ? "held_since IS NOT NULL" : "held_since IS NULL AND group_key = ?")
                        AND recipient_user_id = ? AND channel = ? AND app_id = ? AND attempts < 5
                        AND rescues < \(rescueCountOfSuspect) AND \(Schema.dueAt) <= ?
                    ORDER BY \(Schema.dueAt), id
                    """, arguments: StatementArguments(group.key.map { [$0] } ?? []) + [group.recipient, group.channel, group.app, terms.now.sql])
            rows += siblings.filter { known.insert($0.text("id")).inserted }
        }
        return rows
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
    }

    /// Nil where somebody wrote a row by hand whose names can't be read; it is given up at once.
    private static func candidate(_ row: StoredRow, _ now: Instant, _ db: Database) throws -> DeliveryCandidate? {
        guard let delivery = delivery(row) else {
            try db.execute(
                sql: """
                    UPDATE notification_queue SET status = 'failed', last_error = 'unreadable_row: an identifier is empty, too long or has control characters',
                    updated_at = ? WHERE rowid = ?
                    """, arguments: [now.sql, row.value(in: "rowid")])
            return nil
        }
        guard row.isNull("retracted_at") else {
            try cancel(delivery.id, now, db)
            return nil
        }
        return try candidate(delivery, db)
    }

    /// A delivery with everything that its decision needs.
    static func candidate(_ stored: Delivery, _ db: Database) throws -> DeliveryCandidate {
        var delivery = stored
        let profile = try StoredRow.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM user_profiles WHERE user_id = ?"), arguments: [delivery.recipient.text])
        let alert = try delivery.alert.flatMap { alert in
            try StoredRow.fetchOne(
                db.cachedStatement(sql: "SELECT \(columns(for: "?")) FROM pattern_alert_state WHERE id = ?"),
                arguments: [delivery.recipient.text, delivery.recipient.text, alert.text])
        }
        if delivery.payload.metric == nil, let episode = alert.flatMap(Self.alert)?.episode {
            delivery.payload.complete(from: episode, memberName: try firstName(of: delivery.member, db))
        }
        return DeliveryCandidate(
            delivery: delivery, preferences: storedPreferences(profile), alert: alert.map(alertFacts),
            isSuperseded: try isSuperseded(delivery, db), isEntitled: try isEntitled(delivery, db), toldAt: try deviceToldAt(delivery, db),
            addresses: try addresses(for: delivery, db), isCategoryOff: try isUnwanted(delivery, db), isReached: try isReached(delivery, db))
    }

    /// It came back to wait after what it tells was erased.
    private static func cancel(_ delivery: DeliveryID, _ now: Instant, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE notification_queue SET status = 'cancelled', next_attempt_at = NULL, updated_at = ? WHERE id = ?",
            arguments: [now.sql, delivery.text])
    }

    private static func deviceToldAt(_ delivery: Delivery, _ db: Database) throws -> Instant? {
        guard let notification = delivery.payload.notification else { return nil }
        let known = try receipt(of: notification, user: delivery.recipient, db)
        return known.flatMap { $0.toldBy == .device ? $0.toldAt : nil }
    }

    /// Of what was sent, and of what was merged into it.
    private static func addReceipts(of lead: DeliveryID, _ now: Instant, _ db: Database) throws {
        let rows = try StoredRow.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM notification_queue WHERE id = ?1 OR merged_into = ?1"), arguments: [lead.text])
        for delivery in rows.compactMap(delivery) {
            guard let notification = delivery.payload.notification, delivery.channel?.interruptsRecipient == true else { continue }
            try addReceipt(of: notification, category: delivery.payload.category, user: delivery.recipient, now: now, db)
        }
    }

    private static func alertFacts(_ row: StoredRow) -> DeliveryCandidate.AlertFacts {
        let level = row.level("current_level")
        return .init(
            severity: row.choice("severity") ?? level?.severity, snoozeUntil: row.date("seen_snooze_until"),
            // Whatever stands there, somebody meant to dismiss it.
            dismissedAt: row.isNull("dismissed_at") ? nil : row.instant("dismissed_at") ?? Instant(secondsSinceEpoch: 0),
            status: row.choice("episode_status") ?? .active)
    }

    private static func isEntitled(_ delivery: Delivery, _ db: Database) throws -> Bool {
        guard delivery.groupKey != nil, delivery.recipient != delivery.member else { return true }
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM family_members member
                    JOIN family_members admin ON admin.family_id = member.family_id AND admin.role IN ('superadmin', 'admin')
                    WHERE member.user_id = ? AND member.shares_alerts = 1 AND admin.user_id = ?)
                    """), arguments: [delivery.member.text, delivery.recipient.text]) ?? false
    }

    private static func isSuperseded(_ delivery: Delivery, _ db: Database) throws -> Bool {
        guard delivery.heldSince != nil, let alert = delivery.alert, let level = delivery.payload.level else { return false }
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM notification_queue
                    WHERE status = 'pending' AND alert_state_id = ? AND recipient_user_id = ? AND channel = ?
                        AND json_extract(payload, '$.level') > ?)
                    """), arguments: [alert.text, delivery.recipient.text, delivery.channelName, level.rawValue]) ?? false
    }

    private static func apply(_ verdict: Verdict, _ terms: LeaseTerms, _ db: Database) throws {
        let now = terms.now.sql
        let change: (sql: String, arguments: StatementArguments)
        var reason: Reason?
        switch verdict.judgement {
        case .decided(let decision):
            reason = decision.reason
            switch decision {
            case .send:
                change = (
                    "status = 'sending', next_attempt_at = NULL, leased_by = ?, lease_token = ?, lease_until = ?",
                    [terms.holder, terms.token, terms.until.sql]
                )
            case .defer(_, let until):
                change = ("held_since = coalesce(held_since, ?), next_attempt_at = ?", [now, until.sql])
            case .skip:
                change = ("status = 'skipped', next_attempt_at = NULL", [])
            case .merge(let lead):
                change = ("status = 'skipped', next_attempt_at = NULL, merged_into = ?", [lead.text])
            }
        case .undeliverable(let why):
            change = ("status = 'failed', next_attempt_at = NULL, last_error = ?", [why])
        }
        try db.cachedStatement(
            sql: """
                UPDATE notification_queue SET \(change.sql), reason = ?, decision_inputs = ?, decided_at = ?, updated_at = ? WHERE id = ?
                """
        ).execute(arguments: change.arguments + [reason?.rawValue, verdict.inputs, now, now, verdict.delivery.text])
    }

    /// What the verdict on a lead means for those that were merged into it: they follow it into another summary,
    /// or wait again where it tells nobody.
    private static func settleMerged(into lead: DeliveryID, _ judgement: Verdict.Judgement, now: Instant, _ db: Database) throws {
        let change: (sql: String, arguments: StatementArguments)
        switch judgement {
        case .decided(.send), .decided(.defer): return
        case .decided(.merge(let other)):
            change = ("merged_into = ?", [other.text])
        case .decided(.skip), .undeliverable:
            change = (unmerge, [])
        }
        try db.cachedStatement(sql: "UPDATE notification_queue SET \(change.sql), updated_at = ? WHERE merged_into = ?")
            .execute(arguments: change.arguments + [now.sql, lead.text])
    }

    /// What was merged into a lead that was given up waits again, to be told by itself.
    private static func unmergeGivenUp(_ now: Instant, _ db: Database, only lead: DeliveryID? = nil) throws {
        let isOfLead = lead == nil ? "merged_into IS NOT NULL" : "merged_into = ?"
        try db.cachedStatement(
            sql: """
                UPDATE notification_queue SET \(unmerge), updated_at = ?
                WHERE \(isOfLead) AND (SELECT lead.status FROM notification_queue lead WHERE lead.id = notification_queue.merged_into) = 'failed'
                """
        ).execute(arguments: [now.sql] + StatementArguments(lead.map { [$0.text] } ?? []))
    }

    static let unmerge = "status = 'pending', merged_into = NULL, reason = NULL, decision_inputs = NULL, decided_at = NULL"

    /// - Returns: false where the lease was lost.
    private static func record(_ result: AttemptResult, _ now: Instant, _ db: Database) throws -> Bool {
        let change: (sql: String, arguments: StatementArguments)
        switch result.disposition {
        case .sent:
            change = ("status = 'sent', attempts = attempts + 1, sent_at = ?, last_error = NULL, next_attempt_at = NULL", [now.sql])
        case .retry(let moment, let error):
            change = (
                """
                status = CASE WHEN attempts + 1 >= 5 THEN 'failed' ELSE 'pending' END, attempts = attempts + 1,
                next_attempt_at = CASE WHEN attempts + 1 >= 5 THEN NULL ELSE ? END, last_error = ?
                """, [moment.sql, error]
            )
        case .failed(let error):
            change = ("status = 'failed', attempts = attempts + 1, next_attempt_at = NULL, last_error = ?", [error])
        case .returned:
            change = ("status = 'pending', next_attempt_at = NULL", [])
        case .postponed(let moment, let why):
            change = ("status = 'pending', next_attempt_at = ?, last_error = ?", [moment.sql, why])
        }
        try db.cachedStatement(
            sql: """
                UPDATE notification_queue SET \(change.sql), leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = ?
                WHERE id = ? AND app_id = ? AND status = 'sending' AND lease_token = ?
                """
        ).execute(arguments: change.arguments + [now.sql, result.delivery.text, result.app.text, result.token])
        return db.changesCount > 0
    }

    /// What was merged into each of some leads, the oldest first.
    private static func deliveries(mergedInto leads: [DeliveryID], _ db: Database) throws -> [DeliveryID: [Delivery]] {
        var merged: [DeliveryID: [Delivery]] = [:]
        let rows = try StoredRow.fetchCursor(
            db, sql: "SELECT * FROM notification_queue WHERE merged_into IN (\(placeholders(leads.count))) ORDER BY created_at, id",
            arguments: StatementArguments(leads.map(\.text)))
        while let row = try rows.next() {
            if let lead: DeliveryID = row.identifier("merged_into"), let delivery = delivery(row) { merged[lead, default: []].append(delivery) }
        }
        return merged
    }

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
