import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: DeliveryQueue {
    public func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) async throws -> LeasedBatch {
        // Most of the time nothing is due: look before taking the writer's lock.
        guard try await pool.read({ try Self.dueLanes($0, terms.now).contains(where: terms.takes) }) else { return LeasedBatch(verdicts: [], toSend: []) }
        return try await write { db in
            try Migrations.check(db)
            let (candidates, decidedBefore, rescueCounts) = try Self.candidates(terms, db)
            let offered = Dictionary(uniqueKeysWithValues: candidates.map { ($0.delivery.id, $0) })
            let verdicts = judge(candidates).filter { offered[$0.delivery] != nil }
            try Self.apply(verdicts, terms, db)
            try Self.settleMerged(verdicts, now: terms.now, db)
            try Self.bringForward(after: verdicts.filter(\.opensNextStep).map(\.delivery), terms.now, db)
            for member in candidates.membersToEvaluate(after: verdicts) { try Self.mark(member, at: terms.now, db) }
            let toSend = verdicts.filter(\.judgement.isToSend).compactMap { offered[$0.delivery] }
            let merged = try Self.deliveries(mergedInto: toSend.map(\.delivery.id), db)
            let tried = toSend.filter { $0.mayHaveBeenTried(wasDecided: decidedBefore.contains($0.delivery.id)) }.map(\.delivery.id)
            let transmissions = Dictionary(grouping: try Self.transmissions(of: tried, db), by: \.delivery)
            return LeasedBatch(
                verdicts: verdicts,
                toSend: toSend.map { candidate in
                    let delivery = candidate.delivery
                    return LeasedDelivery(
                        delivery: delivery, merged: merged[delivery.id] ?? [], token: terms.token,
                        language: candidate.preferences.language, addresses: candidate.addresses, transmissions: transmissions[delivery.id] ?? [],
                        rescueCount: rescueCounts[delivery.id] ?? 0, wasDecidedBefore: decidedBefore.contains(delivery.id),
                        isCategoryRequired: candidate.isCategoryRequired)
                })
        }
    }

    public func stillTold(by summary: LeasedDelivery) async throws -> Set<DeliveryID>? {
        try await pool.read { db in
            let known = try String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM notification_queue WHERE id \(isListed)
                            AND (id = ? AND status = 'sending' AND lease_token = ? OR merged_into = ? AND retracted_at IS NULL)
                        """),
                arguments: [
                    (summary.merged.map(\.id.text) + [summary.delivery.id.text]).jsonList, summary.delivery.id.text, summary.token,
                    summary.delivery.id.text,
                ])
            var told = Set(known.compactMap(DeliveryID.init))
            return told.remove(summary.delivery.id) == nil ? nil : told
        }
    }

    public func renew(leases: [DeliveryID], token: String, until: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE notification_queue SET lease_until = ?
                    WHERE status = 'sending' AND lease_token = ? AND id \(isListed)
                    """,
                arguments: [until.sql, token, leases.map(\.text).jsonList])
            return db.changesCount > 0
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
        return try await write { db in
            let rescued = try StoredRow.fetchAll(
                db,
                sql: """
                    UPDATE notification_queue SET
                        status = CASE WHEN rescues + 1 >= \(rescueCountMax) THEN 'failed' ELSE 'pending' END,
                        last_error = CASE WHEN rescues + 1 >= \(rescueCountMax) THEN '\(Delivery.abandoned)' ELSE last_error END,
                        -- What it may be that killed its workers waits behind all others of that kind.
                        next_attempt_at = CASE WHEN rescues + 1 >= \(rescueCountOfSuspect) AND rescues + 1 < \(rescueCountMax) THEN ? END,
                        rescues = rescues + 1, leased_by = NULL, lease_token = NULL, lease_until = NULL, updated_at = ?
                    WHERE status = 'sending' AND (lease_until <= ? OR leased_by IN (\(placeholders(dead.count))))
                    RETURNING id, status
                    """,
                arguments: [now.sql, now.sql, now.sql] + StatementArguments(Array(dead)))
            let givenUp: [DeliveryID] = rescued.filter { $0.text("status") == Delivery.Status.failed.rawValue }.compactMap { $0.identifier("id") }
            try Self.unmerge(from: givenUp, now, db)
            try Self.bringForward(after: givenUp, now, db)
            return rescued.count
        }
    }

    public func giveBack(_ token: String) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE notification_queue SET status = 'pending', leased_by = NULL, lease_token = NULL, lease_until = NULL
                    WHERE status = 'sending' AND lease_token = ?
                    """, arguments: [token])
        }
    }

    public func owner(of message: String, at provider: Provider) async throws -> TransmissionID? {
        try await pool.read { db in try Self.transmission(.providerMessage(message), of: provider, db) }
    }

    public func nextDueMoment() async throws -> Instant? {
        try await pool.read { db in
            let pending = try Self.pauses(db).released(Self.lanes(db)).map(\.dueAt).min()
            let lease = try String.fetchOne(db, sql: "SELECT min(lease_until) FROM notification_queue WHERE status = 'sending'")
            return [pending, lease.flatMap(Instant.init)].compactMap { $0 }.min()
        }
    }
}

// MARK: Verdicts

extension SQLiteStore {
    /// One statement for all that say the same, as nearly all of a batch do.
    private static func apply(_ verdicts: [Verdict], _ terms: LeaseTerms, _ db: Database) throws {
        let now = terms.now.sql
        for (outcome, verdicts) in Dictionary(grouping: verdicts, by: VerdictOutcome.init) {
            let judgement = outcome.judgement
            let change: (assignments: String, values: [String?])
            var reason: Reason?
            switch judgement {
            case .decided(let decision):
                reason = decision.reason
                switch decision {
                case .send:
                    change = (
                        "status = 'sending', next_attempt_at = NULL, leased_by = ?, lease_token = ?, lease_until = ?",
                        [terms.holder, terms.token, terms.until.sql]
                    )
                case .defer(_, let until): change = ("held_since = coalesce(held_since, ?), next_attempt_at = ?", [now, until.sql])
                case .skip: change = ("status = 'skipped', next_attempt_at = NULL", [])
                case .merge(let lead): change = ("status = 'skipped', next_attempt_at = NULL, merged_into = ?", [lead.text])
                }
            case .undeliverable(let why): change = ("status = 'failed', next_attempt_at = NULL, last_error = ?", [why.sql])
            }
            try db.cachedStatement(
                sql: """
                    UPDATE notification_queue SET \(change.assignments), reason = ?, decision_inputs = given.value, decided_at = ?, updated_at = ?,
                        counted_at = ?
                    FROM json_each(?) given WHERE notification_queue.id = given.key
                    """
            ).execute(
                arguments: StatementArguments(
                    change.values + [
                        reason?.rawValue, now, now, outcome.isCounted ? now : nil,
                        jsonObject(verdicts.lazy.map { (name: $0.delivery.text, text: $0.inputs) }),
                    ]))
        }
    }

    /// What becomes of all that say the same.
    private struct VerdictOutcome: Hashable {
        let judgement: Verdict.Judgement
        let isCounted: Bool

        init(_ verdict: Verdict) {
            judgement = verdict.judgement
            isCounted = verdict.isCounted && verdict.judgement.isToSend
        }
    }

    /// What the verdicts on leads mean for those that were merged into them: they follow it into another summary, or wait again where it
    /// tells nobody.
    private static func settleMerged(_ verdicts: [Verdict], now: Instant, _ db: Database) throws {
        let gone = verdicts.filter { verdict in
            switch verdict.judgement {
            case .decided(.send), .decided(.defer): false
            case .decided(.merge), .decided(.skip), .undeliverable: true
            }
        }
        guard !gone.isEmpty else { return }
        let leads = try String.fetchSet(
            db.cachedStatement(sql: "SELECT merged_into FROM notification_queue WHERE merged_into \(isListed)"),
            arguments: [gone.map(\.delivery.text).jsonList])
        for verdict in gone where leads.contains(verdict.delivery.text) {
            if case .decided(.merge(let other)) = verdict.judgement {
                try db.cachedStatement(sql: "UPDATE notification_queue SET merged_into = ?, updated_at = ? WHERE merged_into = ?")
                    .execute(arguments: [other.text, now.sql, verdict.delivery.text])
            } else {
                try db.cachedStatement(sql: "UPDATE notification_queue SET \(unmerge), updated_at = ? WHERE merged_into = ?")
                    .execute(arguments: [now.sql, verdict.delivery.text])
            }
        }
    }

    /// What was merged into leads that were given up waits again, to be told by itself.
    ///
    /// - Parameter leads: those that may have been; of all others nothing is read, however much was ever merged.
    static func unmerge(from leads: [DeliveryID], _ now: Instant, _ db: Database) throws {
        guard !leads.isEmpty else { return }
        try db.cachedStatement(
            sql: """
                UPDATE notification_queue SET \(unmerge), updated_at = ? WHERE merged_into \(isListed)
                    AND (SELECT lead.status FROM notification_queue lead WHERE lead.id = notification_queue.merged_into) = 'failed'
                """
        ).execute(arguments: [now.sql, leads.map(\.text).jsonList])
    }

    /// A lead that tells nobody: what was merged into it waits again.
    static func unmergeAll(from lead: String, _ now: Instant, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE notification_queue SET \(unmerge), updated_at = ? WHERE merged_into = ?").execute(arguments: [now.sql, lead])
    }

    static let unmerge = "status = 'pending', merged_into = NULL, reason = NULL, decision_inputs = NULL, decided_at = NULL"

    /// What was merged into each of some leads and still holds, the oldest first.
    private static func deliveries(mergedInto leads: [DeliveryID], _ db: Database) throws -> [DeliveryID: [Delivery]] {
        guard !leads.isEmpty else { return [:] }
        var merged: [DeliveryID: [Delivery]] = [:]
        let rows = try StoredRow.fetchCursor(
            db.cachedStatement(
                sql: "SELECT * FROM notification_queue WHERE merged_into \(isListed) AND retracted_at IS NULL ORDER BY created_at, id"),
            arguments: [leads.map(\.text).jsonList])
        while let row = try rows.next() {
            if let lead: DeliveryID = row.identifier("merged_into"), let delivery = delivery(row) { merged[lead, default: []].append(delivery) }
        }
        return merged
    }
}
