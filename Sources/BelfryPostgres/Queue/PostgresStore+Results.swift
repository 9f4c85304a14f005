import BelfryModel
import BelfryPorts
import BelfryTime

// How attempts ended: one statement for all that were sent, and one for the others.

extension PostgresStore {
    @discardableResult
    public func record(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        guard !results.isEmpty else { return [] }
        do {
            return try await recordAtOnce(results, now: now)
        } catch let error as PostgresError where error.isOfLock {
            return try await recordUnlocked(results, now: now)
        }
    }

    private func recordAtOnce(_ results: [AttemptResult], now: Instant, within patience: String = shortPatience) async throws -> [DeliveryID] {
        let recorded = try await pool.write { db in
            try db.execute(patience)
            return try Self.record(results, now, db)
        }
        if recorded.isNextStepDue { ring() }
        return recorded.lost
    }

    /// Whoever waited longer for one that somebody has locked would keep all others from being recorded, and their worker from its work.
    static let shortPatience = "SET LOCAL lock_timeout TO '500ms'"
    /// So long it waits for each of many.
    static let shortestPatience = "SET LOCAL lock_timeout TO '50ms'"

    /// Records how attempts ended, but for those at what somebody has locked: mostly their own rows.
    private func recordUnlocked(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        do {
            let (locked, recorded) = try await pool.write { db in
                try db.execute(Self.shortPatience)
                let locked = try Self.locked(of: results, db)
                return (locked, try Self.record(results.filter { !locked.contains($0.delivery) }, now, db))
            }
            if recorded.isNextStepDue { ring() }
            guard locked.isEmpty else { throw LockedDeliveries(locked.sorted(), lost: recorded.lost) }
            return recorded.lost
        } catch let error as PostgresError where error.isOfLock {
            return try await recordEach(results, now: now)
        }
    }

    /// Records each by itself, but for those at what somebody has locked: what was merged into them, the next step of their route, what became of them
    /// at an address or was reported of that. Where it is their lease they aren't tried: each would wait for the same.
    private func recordEach(_ results: [AttemptResult], now: Instant) async throws -> [DeliveryID] {
        var (locked, lost) = ([DeliveryID](), [DeliveryID]())
        for (held, results) in Dictionary(grouping: results, by: Held.init) {
            guard try await isFree(held) else {
                locked += results.map(\.delivery)
                continue
            }
            for result in results {
                do {
                    lost += try await recordAtOnce([result], now: now, within: Self.shortestPatience)
                } catch let error as PostgresError where error.isOfLock {
                    locked.append(result.delivery)
                }
            }
        }
        guard locked.isEmpty else { throw LockedDeliveries(locked.sorted(), lost: lost) }
        return lost
    }

    /// Whether nobody else has a lease locked for long.
    private func isFree(_ held: Held) async throws -> Bool {
        do {
            try await pool.write { db in
                try db.execute(Self.shortestPatience)
                try Self.lockLeases(of: [held.token], apps: [held.app], db)
            }
            return true
        } catch let error as PostgresError where error.isOfLock {
            return false
        }
    }

    /// Locks those that are held under these leases, and finds those that can't be locked at once.
    private static func locked(of results: [AttemptResult], _ db: Connection) throws -> Set<DeliveryID> {
        try lockLeases(of: Set(results.map(\.token)), apps: Set(results.map(\.app)), db)
        try planByIndex(db)
        let asked = try Dictionary(grouping: results, by: Held.init).map { held, results in
            let ids = results.map(\.delivery)
            func ask(_ lock: String) throws -> Answer {
                try db.send(
                    """
                    SELECT id FROM notification_queue
                    WHERE app_id = $2 AND id = ANY($1::text[]) AND id BETWEEN $4 AND $5 AND status = 'sending' AND lease_token = $3 \(lock)
                    """, ids, held.app, held.token, ids.min(), ids.max())
            }
            // In this order: what is let go in between counts as locked, and is handed over again.
            let free = try ask("FOR UPDATE SKIP LOCKED")
            return (free: free, held: try ask(""))
        }
        func ids(in answer: Answer) throws -> [DeliveryID] { try answer.rows().compactMap { $0.identifier("id") as DeliveryID? } }
        return try asked.reduce(into: []) { locked, asked in locked.formUnion(Set(try ids(in: asked.held)).subtracting(try ids(in: asked.free))) }
    }

    /// - Returns: whose lease was lost, and whether a later step of a route is due now.
    private static func record(_ results: [AttemptResult], _ now: Instant, _ db: Connection) throws -> (lost: [DeliveryID], isNextStepDue: Bool) {
        guard !results.isEmpty else { return ([], false) }
        // Of one delivery the first result counts; its lease is gone then.
        var known: Set<DeliveryID> = []
        let first = results.filter { known.insert($0.delivery).inserted }
        let kept = try keep(first, now, db)
        let transmissions = try RecordedTransmissions(first, db)
        let givenUp = first.filter(\.isGivenUp).map(\.delivery)
        try unmerge(from: givenUp, now, db)
        let named = try askNamed(first.filter { $0.disposition == .sent && $0.isNamed }.map(\.delivery), db)
        let lost = try kept.lost()
        try addReceipts(try named?.rows().filter { row in
            let lead: DeliveryID? = row.identifier("lead")
            return lead.map { !lost.contains($0) } ?? false
        } ?? [], now, db)
        let failed = try transmissions?.record(first.filter { !lost.contains($0.delivery) }, db) ?? []
        let placed = first.filter { $0.place != nil && $0.disposition == .sent && !lost.contains($0.delivery) }
        if !placed.isEmpty { try noteReplaced(by: placed, now, db) }
        let isNextStepDue = try bringForward(after: givenUp.filter { !lost.contains($0) } + failed, now, db)
        let missing = lost.subtracting(try recordedBefore(first.filter { lost.contains($0.delivery) }, now, db))
        return (results.filter { known.remove($0.delivery) == nil || missing.contains($0.delivery) }.map(\.delivery), isNextStepDue)
    }

    /// Those that stand as they were recorded at the same moment: then the answer was lost, and they are recorded once more.
    private static func recordedBefore(_ results: [AttemptResult], _ now: Instant, _ db: Connection) throws -> Set<DeliveryID> {
        guard !results.isEmpty else { return [] }
        // By lists of names, in their order: they are looked up one by one, whatever is known of sizes.
        let rows = try Dictionary(grouping: results, by: \.app).map { app, results in
            let ids = results.map(\.delivery)
            return try db.send(
                """
                SELECT id, status FROM notification_queue
                WHERE app_id = $1 AND id = ANY($2::text[]) AND id BETWEEN $3 AND $4 AND coalesce(sent_at, updated_at) = $5 ORDER BY id
                """, app, ids, ids.min(), ids.max(), now)
        }.flatMap { try $0.rows() }
        let statuses = Dictionary(results.map { ($0.delivery, $0.disposition.statuses) }, uniquingKeysWith: { first, _ in first })
        return Set(rows.compactMap { row -> DeliveryID? in
            guard let id: DeliveryID = row.identifier("id"), let status: Delivery.Status = row.choice("status") else { return nil }
            return statuses[id]?.contains(status) == true ? id : nil
        })
    }

    /// Most were sent: what follows of those is done for all at once.
    private static func keep(_ results: [AttemptResult], _ now: Instant, _ db: Connection) throws -> Kept {
        let tokens = Set(results.map(\.token)).sorted()
        try lockLeases(of: Set(tokens), apps: Set(results.map(\.app)), db)
        let (sent, others) = (results.filter { $0.disposition == .sent }, results.filter { $0.disposition != .sent })
        var kept = Kept()
        try planByIndex(db)
        if !sent.isEmpty {
            try db.execute(LeaseSchema.follow(byTriggers: false))
            for (held, sent) in Dictionary(grouping: sent, by: Held.init) { try kept.add(sent) { try askSent($0, held, now, db) } }
            try db.execute(LeaseSchema.follow(byTriggers: true))
        }
        try kept.add(others) { others in
            try db.send(
                """
                WITH kept AS MATERIALIZED (\(update) RETURNING queue.id, given.app_id, given.token), closed AS (\(LeaseSchema.close("kept")))
                \(Kept.told(in: "kept", of: "$9"))
                """, parameters(of: others, now))
        }
        try db.execute(LeaseSchema.removeClosed, tokens, results.map(\.delivery))
        return kept
    }

    /// Which results were kept: a line says it where all of them were.
    private struct Kept {
        private var asked: [(results: [AttemptResult], answer: Answer)] = []

        mutating func add(_ results: [AttemptResult], _ ask: ([AttemptResult]) throws -> Answer) throws {
            if !results.isEmpty { asked.append((results, try ask(results))) }
        }

        /// How many were kept, and their names where these are less than there are results.
        static func told(in rows: String, of count: String) -> String {
            "SELECT count(*) AS count, CASE WHEN count(*) < \(count) THEN array_agg(id) END AS ids FROM \(rows)"
        }

        func lost() throws -> Set<DeliveryID> {
            try asked.reduce(into: []) { lost, asked in
                let row = try asked.answer.rows().first
                guard row?.integer("count") != asked.results.count else { return }
                var kept: Set<String> = []
                TextList.forEach(in: row?.text("ids") ?? "{}") { kept.insert(String(decoding: $0, as: UTF8.self)) }
                lost.formUnion(asked.results.lazy.map(\.delivery).filter { !kept.contains($0.text) })
            }
        }
    }

    /// What a lease has of one app.
    private struct Held: Hashable {
        let token: String
        let app: AppID

        init(_ result: AttemptResult) { (token, app) = (result.token, result.app) }
    }

    /// Between the first and the last: a plan for any list knows no months to leave out, but it does for a range.
    private static func askSent(_ sent: [AttemptResult], _ held: Held, _ now: Instant, _ db: Connection) throws -> Answer {
        let ids = sent.map(\.delivery)
        return try db.send(
            """
            WITH kept AS MATERIALIZED (UPDATE notification_queue queue SET
                    status = 'sent', attempts = queue.attempts + 1, next_attempt_at = NULL, sent_at = $4, last_error = NULL,
                    leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = $4
                WHERE id = ANY($1::text[]) AND app_id = $2 AND lease_until IS NOT NULL AND lease_token = $3 AND id BETWEEN $5 AND $6
                RETURNING queue.id, queue.app_id, $3::text AS token, queue.attempts, \(StatisticsSchema.kind)),
            counted AS (\(StatisticsSchema.noteSent(in: "kept", at: "$4"))),
            told AS (\(StatusSchema.noteSent(in: "kept", of: "$2", at: "$4"))),
            closed AS (\(LeaseSchema.close("kept")))
            \(Kept.told(in: "kept", of: "$7"))
            """, ids, held.app, held.token, now, ids.min(), ids.max(), sent.count)
    }

    /// What has a token is leased.
    private static let update = """
        UPDATE notification_queue queue SET
            status = CASE WHEN given.status = 'retry' THEN CASE WHEN queue.attempts + 1 >= 5 THEN 'failed' ELSE 'pending' END ELSE given.status END,
            attempts = queue.attempts + given.tries,
            next_attempt_at = CASE WHEN given.status = 'pending' OR given.status = 'retry' AND queue.attempts + 1 < 5
                THEN given.next_attempt_at END,
            last_error = CASE given.status WHEN 'pending' THEN coalesce(given.error, last_error) ELSE given.error END,
            leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = $6
        FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $7::text[], $8::text[])
            AS given (id, token, status, tries, next_attempt_at, error, app_id)
        WHERE queue.id = given.id AND queue.app_id = given.app_id AND queue.lease_until IS NOT NULL AND queue.lease_token = given.token
        """

    private static func parameters(of results: [AttemptResult], _ now: Instant) -> [(any SQLConvertible)?] {
        let changes = results.map { ResultChange($0.disposition) }
        return [
            results.map(\.delivery), results.map(\.token), changes.map(\.status), changes.map(\.attemptCount),
            changes.map(\.nextAttemptAt), now, changes.map(\.error), results.map(\.app), results.count,
        ]
    }

    /// What a result writes of what wasn't sent; `retry` stands for `pending` or `failed`, as the attempts decide.
    private struct ResultChange {
        var status: String
        var attemptCount = 1
        var nextAttemptAt: Instant?
        var error: String?

        init(_ disposition: AttemptResult.Disposition) {
            switch disposition {
            case .sent: status = Delivery.Status.sent.rawValue
            case .retry(let moment, let error):
                status = "retry"
                nextAttemptAt = moment
                self.error = error
            case .failed(let error):
                status = Delivery.Status.failed.rawValue
                self.error = error
            case .returned:
                status = Delivery.Status.pending.rawValue
                attemptCount = 0
            case .postponed(let moment, let why):
                status = Delivery.Status.pending.rawValue
                attemptCount = 0
                nextAttemptAt = moment
                error = why
            }
        }
    }

    /// Of what was sent, and of what was merged into it, that which a device may tell too.
    private static func askNamed(_ sent: [DeliveryID], _ db: Connection) throws -> Answer? {
        guard let first = sent.min(), let last = sent.max() else { return nil }
        return try db.send(
            """
            SELECT *, id AS lead FROM notification_queue WHERE id = ANY($1::text[]) AND id BETWEEN $2 AND $3 AND payload ? 'notification_id'
            UNION ALL
            SELECT *, merged_into AS lead FROM notification_queue WHERE merged_into = ANY($1::text[]) AND payload ? 'notification_id'
            """, sent, first, last)
    }

    private static func addReceipts(_ rows: [Row], _ now: Instant, _ db: Connection) throws {
        let named = rows.compactMap(delivery).filter { $0.payload.notification != nil && $0.channel?.interruptsRecipient == true }
        guard !named.isEmpty else { return }
        try lock(Set(named.map(\.recipient)), .facts, db)
        for delivery in named {
            guard let notification = delivery.payload.notification else { continue }
            try addReceipt(of: notification, category: delivery.payload.category, user: delivery.recipient, now: now, db)
        }
    }
}

extension AttemptResult {
    /// Whether what was merged into it may have to be told by itself.
    fileprivate var isGivenUp: Bool {
        switch disposition {
        case .sent, .returned, .postponed: false
        case .retry, .failed: true
        }
    }
}
