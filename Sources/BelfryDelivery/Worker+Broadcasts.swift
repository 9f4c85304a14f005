import BelfryModel
import BelfryPorts
import BelfryTime

extension Worker {
    /// Processes one batch of a broadcast, where one is due: lease, decisions, attempts, and a record for all of them, or several where it takes long.
    ///
    /// - Throws: what the store throws; the batch is rescued when its lease runs out, and then goes on where the log ends.
    public func processBroadcastBatch(ageMax: Duration, isStopping: @escaping @Sendable () -> Bool = { false }) async throws -> BatchReport {
        let startedAt = now()
        let terms = LeaseTerms(
            countMax: 1, now: startedAt, until: startedAt + leaseLength, holder: holder, token: identifiers.next(now: startedAt))
        let leased = try await broadcasts?.leaseBatch(terms) { [judge] members in
            judge.verdicts(on: members, now: startedAt, ageMax: ageMax)
        }
        guard let broadcasts, let batch = leased else { return BatchReport() }
        for verdict in batch.verdicts { observe(.membersDecided(batch.broadcast.id, verdict.judgement, count: verdict.members.count)) }
        let hold = LeaseHold(until: terms.until)
        let round = BatchRound(batch, of: broadcasts, by: self, hold, isStopping: isStopping)
        return try await withRenewal(of: hold) { until in
            try await broadcasts.renew(batch, until: until)
        } _: {
            try await round.run()
        }
    }
}
