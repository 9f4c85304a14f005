import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

extension Worker {
    /// So many batches are one turn at most: others have theirs in between.
    public static let turnBatchCountMax = 8
    /// A turn that has lasted so long ends with the batch that is under way.
    static let turnLength = Duration.milliseconds(10)

    /// Processes batches of broadcasts one after the other, as long as some are due and its turn lasts: lease, decisions, attempts, and a record for all
    /// of a batch, or several where it takes long. Each is leased by what records the one before.
    ///
    /// - Throws: what the store throws; the batch is rescued when its lease runs out, and then goes on where the log ends.
    public func processBroadcasts(
        batchCountMax: Int = turnBatchCountMax, ageMax: Duration, isStopping: @escaping @Sendable () -> Bool = { false }
    ) async throws -> BatchReport {
        let (startedAt, terms) = (now(), batchTerms())
        guard let broadcasts,
            let first = try await leasing(terms, { try await broadcasts.leaseBatch($0, judge: judge(ageMax, at: startedAt)) })
        else { return BatchReport() }
        return try await toTheEnd(isStopping: isStopping) { isStopping in
            try await carryOut(first, terms, of: broadcasts, startedAt: startedAt, batchCountMax: batchCountMax, ageMax: ageMax, isStopping: isStopping)
        }
    }

    /// Goes on with the batches after the first until its turn is over.
    private func carryOut(
        _ first: LeasedBroadcastBatch, _ terms: LeaseTerms, of broadcasts: any BroadcastStore, startedAt: Instant, batchCountMax: Int,
        ageMax: Duration, isStopping: @escaping @Sendable () -> Bool
    ) async throws -> BatchReport {
        @Sendable func begin(_ batch: LeasedBroadcastBatch, _ terms: LeaseTerms) -> BatchRound {
            for verdict in batch.verdicts { observe(.membersDecided(batch.broadcast.id, verdict.judgement, count: verdict.members.count)) }
            return BatchRound(batch, of: broadcasts, by: self, LeaseHold(until: terms.until), ageMax: ageMax, isStopping: isStopping)
        }
        let round = Mutex(begin(first, terms))
        return try await withRenewal {
            let round = round.withLock(\.self)
            return (round.hold, round.renew)
        } _: {
            var report = BatchReport()
            for count in 1... {
                let current = round.withLock(\.self)
                let next = try await current.run {
                    guard count < batchCountMax, !isStopping(), now() < startedAt + Self.turnLength else { return nil }
                    let terms = batchTerms()
                    return (terms, judge(ageMax, at: terms.now))
                }
                report.add(current.report)
                guard let next else { break }
                let following = begin(next.batch, next.terms)
                round.withLock { $0 = following }
            }
            return report
        }
    }

    private func batchTerms() -> LeaseTerms {
        let now = now()
        return LeaseTerms(countMax: 1, now: now, until: now + leaseLength, holder: holder, token: identifiers.next(now: now))
    }

    private func judge(_ ageMax: Duration, at now: Instant) -> BroadcastJudge {
        { [judge] members in judge.verdicts(on: members, now: now, ageMax: ageMax) }
    }
}
