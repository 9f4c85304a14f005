import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: DeliveryQueue {
    public func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) async throws -> LeasedBatch {
        try await pool.run { db in
            // Most of the time nothing is due: look before making a transaction of it.
            let lanes = try db.transaction(nil) { try self.dueLanes(terms.now, Self.lanes, $0) }.filter(terms.takes)
            guard !lanes.isEmpty else { return LeasedBatch(verdicts: [], toSend: []) }
            var (passedOver, isFollowedLocked) = (Set<DeliveryID>(), false)
            for _ in 1..<Self.lookCountMax {
                let count = passedOver.count
                do {
                    let batch = try db.transaction {
                        try self.lease(terms, of: lanes, isFollowedLocked: isFollowedLocked, passingOver: &passedOver, judge, $0)
                    }
                    guard batch.verdicts.isEmpty, passedOver.count > count else { return batch }
                } catch let error as PostgresError where error.isOfLock && !isFollowedLocked {
                    isFollowedLocked = true
                }
            }
            return try db.transaction { try self.lease(terms, of: lanes, isFollowedLocked: true, passingOver: &passedOver, judge, $0) }
        }
    }

    /// How often a lease looks behind what others have locked, which fills what it may take.
    private static let lookCountMax = 16

    /// - Parameters:
    ///   - isFollowedLocked: whether somebody holds something that follows of a verdict, as by hand: such ones wait, and keep no others waiting.
    ///   - passedOver: those that wait for what others have locked; what is found to do so joins them.
    private func lease(
        _ terms: LeaseTerms, of lanes: [QueueLane], isFollowedLocked: Bool, passingOver passedOver: inout Set<DeliveryID>,
        _ judge: ([DeliveryCandidate]) -> [Verdict], _ db: Connection
    ) throws -> LeasedBatch {
        let dueAt = moment(terms.now)
        // In the order of the index, so that no more is locked than is taken.
        let standing = try Migrations.askStanding(db, beside: Self.plansByIndex + Self.pauseColumns)
        let size = try Self.askQueueSize(terms.now, db)
        // The one that has waited longest may be among those that are passed over.
        let suspects = try (passedOver.isEmpty ? terms.suspectsBefore : nil).map { before in
            (before: moment(terms.now, after: before - terms.now), pauses: try standingPauses(standing.beside(), terms.now))
        }
        let offer = try Self.offer(
            terms, lanes, dueAt: dueAt, suspects: suspects, passingOver: passedOver, pauses: { try standingPauses(standing.beside(), terms.now) }, db)
        try Migrations.check(standing)
        var decided: Set<DeliveryID> = []
        // What was paused since it was looked up stays, and so does what is told together with what isn't paused.
        let pauses = try standingPauses(standing.beside(), terms.now)
        let candidates = pauses.isEmpty ? offer.candidates : offer.candidates.filter { !pauses.hold($0.delivery.lane) }
        var verdicts = judge(candidates).filter { offer.contains($0.delivery) && decided.insert($0.delivery).inserted }
        let undecided = try Self.checkProfiles(offer.candidates, verdicts, db).union(isFollowedLocked ? offer.followed(verdicts) : [])
        if !undecided.isEmpty {
            verdicts.removeAll { undecided.contains($0.delivery) || $0.judgement.lead.map(undecided.contains) == true }
            passedOver.formUnion(undecided)
        }
        guard !verdicts.isEmpty else { return LeasedBatch(verdicts: [], toSend: []) }
        try Self.replan(for: size, db)
        try self.keep(verdicts, of: offer, terms, db)
        let toSend = verdicts.filter(\.judgement.isToSend).compactMap { offer.candidate($0.delivery) }
        let tried = toSend.filter { $0.mayHaveBeenTried(wasDecided: offer.decidedBefore.contains($0.delivery.id)) }.map(\.delivery.id)
        let transmissions = tried.isEmpty ? nil : try Self.askTransmissions(of: tried, db)
        if !verdicts.allSatisfy(\.judgement.isToSend) { try db.execute(Self.shortPatience) }
        let merged = try Self.settleMerged(verdicts, offer.decidedBefore, now: terms.now, db)
        try Self.bringForward(after: verdicts.filter(\.opensNextStep).map(\.delivery), terms.now, db)
        // The last that it locks: an evaluation may hold a mark and wait for a delivery.
        try Self.mark(offer.candidates.membersToEvaluate(after: verdicts), at: terms.now, db)
        let earlier = Dictionary(grouping: try transmissions?.rows().compactMap(Self.transmission) ?? [], by: \.delivery)
        return LeasedBatch(
            verdicts: verdicts,
            toSend: toSend.map { candidate in
                LeasedDelivery(
                    delivery: candidate.delivery, merged: merged[candidate.delivery.id] ?? [], token: terms.token,
                    language: candidate.preferences.language, addresses: candidate.addresses,
                    transmissions: earlier[candidate.delivery.id] ?? [], rescueCount: offer.rescueCounts[candidate.delivery.id] ?? 0,
                    wasDecidedBefore: offer.decidedBefore.contains(candidate.delivery.id), isCategoryRequired: candidate.isCategoryRequired)
            })
    }

    public func stillTold(by summary: LeasedDelivery) async throws -> Set<DeliveryID>? {
        let (lead, ids) = (summary.delivery, summary.merged.map(\.id) + [summary.delivery.id])
        return try await pool.snapshot { db in
            try Self.planByIndex(db)
            let rows = try db.rows(
                """
                SELECT id FROM notification_queue WHERE app_id = $1 AND id = ANY($2::text[]) AND id BETWEEN $3 AND $4
                    AND (id = $5 AND status = 'sending' AND lease_token = $6 OR merged_into = $5 AND retracted_at IS NULL)
                """, lead.app, ids, ids.min(), ids.max(), lead.id, summary.token)
            var told = Set(rows.compactMap { row -> DeliveryID? in row.identifier("id") })
            return told.remove(lead.id) == nil ? nil : told
        }
    }

    public func renew(leases: [DeliveryID], token: String, until: Instant) async throws -> Bool {
        let end = moment(until: until)
        return try await pool.write { db in
            // Whoever comes back for it soon had better not keep a connection from others until then.
            try db.execute(Self.shortPatience)
            let apps: [AppID] = try db.rows("SELECT DISTINCT app_id FROM \(LeaseSchema.table) WHERE token = $1", token).compactMap {
                $0.identifier("app_id")
            }
            try Self.lockLeases(of: [token], apps: Set(apps), db)
            let renewed = try db.send("UPDATE \(LeaseSchema.table) SET lease_until = \(end.sql(2)) WHERE token = $1", token, end.value)
            try db.execute(LeaseSchema.follow(byTriggers: false))
            try Self.planByIndex(db)
            // What the lease says counts. Rows that somebody has locked, as by hand, are left as they are: whoever waited for one would lose all others.
            // Each list of identifiers is looked up alone: of two for one index PostgreSQL 16 and before tries each pair.
            let held = "status = 'sending' AND lease_token = $2"
            for app in apps.sorted() {
                try db.execute(
                    """
                    WITH free AS MATERIALIZED (
                        SELECT id FROM notification_queue WHERE app_id = $6 AND id = ANY($1::text[]) AND id BETWEEN $4 AND $5 AND \(held)
                        FOR UPDATE SKIP LOCKED)
                    UPDATE notification_queue SET lease_until = \(end.sql(3))
                    WHERE app_id = $6 AND id = ANY (ARRAY(SELECT id FROM free)) AND id BETWEEN $4 AND $5 AND \(held)
                    """, leases, token, end.value, leases.min(), leases.max(), app)
            }
            return try renewed.changeCount() > 0
        }
    }

    public func owner(of message: String, at provider: Provider) async throws -> TransmissionID? {
        try await pool.single { db in
            try db.rows(
                "SELECT id FROM notification_transmissions WHERE provider = $1 AND provider_message_id = $2 ORDER BY id LIMIT 1", provider.rawValue, message
            ).first?.identifier("id")
        }
    }

    public func nextDueMoment() async throws -> Instant? {
        try await pool.single { db in
            let (pending, pauses) = try (Self.lanes(db), Self.askPauses(db))
            let lease = try db.send("SELECT lease_until AS due_at FROM \(LeaseSchema.table) ORDER BY lease_until LIMIT 1")
            let moments = try Self.released(pending, by: pauses).map(\.dueAt) + lease.rows().compactMap { $0.instant("due_at") }
            return moments.min()
        }
    }
}

// MARK: Verdicts

extension PostgresStore {
    static let unmerge = "status = 'pending', merged_into = NULL, reason = NULL, decision_inputs = NULL, decided_at = NULL"

    /// Where something is held for a person whose wishes have changed since they were read, all is decided anew.
    ///
    /// - Returns: what would be held for those whose wishes somebody is just changing. It stays as it is: whoever waited for them would keep everybody
    ///   waiting, for as long as a session by hand is left open.
    private static func checkProfiles(_ candidates: [DeliveryCandidate], _ verdicts: [Verdict], _ db: Connection) throws -> Set<DeliveryID> {
        let held = Set(verdicts.compactMap { if case .decided(.defer) = $0.judgement { $0.delivery } else { nil } })
        guard !held.isEmpty else { return [] }
        let holding = candidates.filter { held.contains($0.delivery.id) }
        let read = Dictionary(holding.map { ($0.delivery.recipient, $0.preferences) }, uniquingKeysWith: { first, _ in first })
        let known = try db.send("SELECT user_id FROM user_profiles WHERE user_id = ANY($1::text[])", read.keys.sorted())
        // Until the end of this transaction nobody changes them: the trigger that lets go what is held will find what we hold now.
        let rows = try db.rows("SELECT * FROM user_profiles WHERE user_id = ANY($1::text[]) ORDER BY user_id FOR SHARE SKIP LOCKED", read.keys.sorted())
        let present = Dictionary(
            rows.compactMap { row in (row.identifier("user_id") as UserID?).map { ($0, storedPreferences(row)) } }, uniquingKeysWith: { first, _ in first })
        let changing = Set(try known.rows().compactMap { $0.identifier("user_id") as UserID? }).subtracting(present.keys)
        for (recipient, preferences) in read where !changing.contains(recipient) {
            guard (present[recipient] ?? storedPreferences(nil)) == preferences else { throw PostgresError.overtaken }
        }
        return Set(holding.filter { changing.contains($0.delivery.recipient) }.map(\.delivery.id))
    }

    /// Most are to be sent: what follows of those is done for all at once.
    private func keep(_ verdicts: [Verdict], of offer: LeaseOffer, _ terms: LeaseTerms, _ db: Connection) throws {
        let (toSend, others) = (verdicts.filter(\.judgement.isToSend), verdicts.filter { !$0.judgement.isToSend })
        if !others.isEmpty { try Self.write(others, offer.taken(by: others), now: terms.now, db) }
        guard !toSend.isEmpty else { return }
        try take(toSend, offer.taken(by: toSend), terms, db)
    }

    /// Leases what is to be sent.
    private func take(_ verdicts: [Verdict], _ taken: LeaseOffer.Taken, _ terms: LeaseTerms, _ db: Connection) throws {
        let until = moment(terms.now, after: terms.length)
        // Mostly nobody limits it, and nothing is written of that.
        let counted = verdicts.filter(\.isCounted).map(\.delivery)
        try db.execute(LeaseSchema.follow(byTriggers: false))
        try db.execute(
            """
            UPDATE notification_queue queue SET
                status = 'sending', next_attempt_at = NULL, leased_by = $6, lease_token = $7, lease_until = \(until.sql(8)),
                reason = given.reason, decision_inputs = given.inputs::json, decided_at = $5, updated_at = $5,
                counted_at = \(counted.isEmpty ? "NULL" : "CASE WHEN queue.id = ANY($9::text[]) THEN $5::timestamptz END")
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS given (id, app_id, reason, inputs)
            WHERE queue.id = given.id AND queue.app_id = given.app_id
            """,
            [
                taken.ids, taken.apps, verdicts.map(\.judgement.reason?.rawValue), verdicts.map(\.inputs), terms.now, terms.holder, terms.token,
                until.value,
            ] + (counted.isEmpty ? [] : [counted]))
        try db.execute(LeaseSchema.follow(byTriggers: true))
        for (app, ids) in taken.idsByApp {
            try db.execute("DELETE FROM \(LiveSchema.table) WHERE app_id = $1 AND id = ANY($2::text[])", app, ids)
        }
        try db.execute(
            """
            INSERT INTO \(LeaseSchema.table) AS lease (\(LeaseSchema.columns))
            SELECT $3, app_id, '', $4, \(until.sql(5)), array_agg(id), count(*)
            FROM unnest($1::text[], $2::text[]) AS given (id, app_id) GROUP BY app_id
            ON CONFLICT (token, app_id, alone) DO UPDATE SET
                deliveries = lease.deliveries || excluded.deliveries, open_count = lease.open_count + excluded.open_count, lease_until = excluded.lease_until
            """, taken.ids, taken.apps, terms.token, terms.holder, until.value)
    }

    /// Writes what was decided of those that aren't to be sent.
    private static func write(_ verdicts: [Verdict], _ taken: LeaseOffer.Taken, now: Instant, _ db: Connection) throws {
        let changes = verdicts.map { VerdictChange($0.judgement) }
        try db.execute(
            """
            UPDATE notification_queue queue SET
                status = given.status, next_attempt_at = given.next_attempt_at,
                merged_into = coalesce(given.merged_into, queue.merged_into),
                last_error = coalesce(given.error, last_error),
                held_since = CASE WHEN given.status = 'pending' THEN coalesce(held_since, $8) ELSE held_since END,
                reason = given.reason, decision_inputs = given.inputs::json, decided_at = $8, updated_at = $8,
                counted_at = NULL
            FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $9::text[])
                AS given (id, status, next_attempt_at, merged_into, error, reason, inputs, app_id)
            WHERE queue.id = given.id AND queue.app_id = given.app_id
            """,
            taken.ids, changes.map(\.status), changes.map(\.nextAttemptAt), changes.map(\.mergedInto), changes.map(\.error),
            verdicts.map(\.judgement.reason?.rawValue), verdicts.map(\.inputs), now, taken.apps)
    }

    /// Who changes what is in a lease locks it first, in one order, so that nobody waits in a ring.
    static func lockLeases(of tokens: Set<String>, apps: Set<AppID>, _ db: Connection) throws {
        for app in apps.sorted() {
            try db.execute(
                "SELECT 1 FROM \(LeaseSchema.table) WHERE app_id = $1 AND token = ANY($2::text[]) ORDER BY token, alone FOR UPDATE", app, tokens.sorted())
        }
    }

    /// What a verdict writes of what isn't to be sent.
    private struct VerdictChange {
        var status = Delivery.Status.skipped.rawValue
        var nextAttemptAt: Instant?
        var mergedInto: DeliveryID?
        var error: String?

        init(_ judgement: Verdict.Judgement) {
            switch judgement {
            case .decided(.send), .decided(.skip): break
            case .decided(.defer(_, let until)):
                status = Delivery.Status.pending.rawValue
                nextAttemptAt = until
            case .decided(.merge(let lead)): mergedInto = lead
            case .undeliverable(let why):
                status = Delivery.Status.failed.rawValue
                error = why
            }
        }
    }
}

extension Verdict.Judgement {
    /// Into which it is merged.
    fileprivate var lead: DeliveryID? { if case .decided(.merge(let lead)) = self { lead } else { nil } }
}

extension LeaseTerms {
    /// How long it lasts.
    var length: Duration { until - now }
}

// MARK: Merged ones

extension PostgresStore {
    /// What the verdicts on leads mean for those that were merged into them: they follow it into another summary, or wait again where it
    /// tells nobody.
    /// - Parameter decided: those that were decided before; into others nothing was merged but by these verdicts.
    /// - Returns: what goes along with each of those that are sent, the oldest first.
    private static func settleMerged(_ verdicts: [Verdict], _ decided: Set<DeliveryID>, now: Instant, _ db: Connection) throws
        -> [DeliveryID: [Delivery]]
    {
        var (gone, toSend): ([Verdict], [DeliveryID]) = ([], [])
        var leads = decided
        for verdict in verdicts {
            switch verdict.judgement {
            case .decided(.send): toSend.append(verdict.delivery)
            case .decided(.defer): break
            case .decided(.merge(let lead)):
                gone.append(verdict)
                leads.insert(lead)
            case .decided(.skip), .undeliverable: gone.append(verdict)
            }
        }
        toSend.removeAll { !leads.contains($0) }
        gone.removeAll { !leads.contains($0.delivery) }
        let goneLeads = gone.isEmpty ? nil : try db.send(
            "SELECT DISTINCT merged_into FROM notification_queue WHERE merged_into = ANY($1::text[])", gone.map(\.delivery))
        var merged = try askMerged(toSend, db)
        let withMerged = Set(try goneLeads?.rows().compactMap { $0.identifier("merged_into") as DeliveryID? } ?? [])
        for verdict in gone where withMerged.contains(verdict.delivery) {
            if case .decided(.merge(let other)) = verdict.judgement {
                try db.execute("UPDATE notification_queue SET merged_into = $2, updated_at = $3 WHERE merged_into = $1", verdict.delivery, other, now)
            } else {
                try db.execute("UPDATE notification_queue SET \(unmerge), updated_at = $2 WHERE merged_into = $1", verdict.delivery, now)
            }
        }
        if !withMerged.isEmpty { merged = try askMerged(toSend, db) }
        return Dictionary(grouping: try merged?.rows() ?? []) { $0.text("merged_into") ?? "" }
            .reduce(into: [:]) { groups, group in
                if let lead = DeliveryID(group.key) { groups[lead] = group.value.compactMap(delivery) }
            }
    }

    /// What was merged and still holds.
    private static func askMerged(_ leads: [DeliveryID], _ db: Connection) throws -> Answer? {
        guard !leads.isEmpty else { return nil }
        return try db.send(
            "SELECT * FROM notification_queue WHERE merged_into = ANY($1::text[]) AND retracted_at IS NULL ORDER BY created_at, id", leads)
    }

    /// What was merged into leads that were given up waits again, to be told by itself.
    ///
    /// - Parameter leads: those that may have been; of all others nothing is read, however much was ever merged.
    static func unmerge(from leads: [DeliveryID], _ now: Instant, _ db: Connection) throws {
        guard !leads.isEmpty else { return }
        try db.execute(
            """
            UPDATE notification_queue merged SET \(unmerge), updated_at = $1 FROM notification_queue lead
            WHERE lead.id = merged.merged_into AND lead.app_id = merged.app_id AND lead.status = 'failed' AND merged.merged_into = ANY($2::text[])
            """, now, leads)
    }
}
