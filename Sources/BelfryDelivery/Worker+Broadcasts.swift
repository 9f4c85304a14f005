import BelfryModel
import BelfryPorts
import BelfryTime

extension Worker {
    /// What has ended is recorded after so long at the latest, so that a crash repeats little.
    private static let recordInterval = Duration.seconds(1)

    /// Processes one batch of a broadcast, where one is due: lease, decisions, attempts, and a record for all of them, or several where it takes long.
    ///
    /// - Throws: what the store throws; the batch is rescued when its lease runs out, and then goes on where the log ends.
    public func processBroadcastBatch(ageMax: Duration, isStopping: @escaping @Sendable () -> Bool = { false }) async throws -> BatchReport {
        let startedAt = now()
        let terms = LeaseTerms(
            countMax: 1, now: startedAt, until: startedAt + leaseLength, holder: holder, token: identifiers.next(now: startedAt))
        let leased = try await broadcasts?.leaseBatch(terms) { [judge] candidates in
            judge.verdicts(on: candidates, now: startedAt, ageMax: ageMax)
        }
        guard let broadcasts, let batch = leased else { return BatchReport([]) }
        var report = BatchReport(batch.verdicts)
        batch.verdicts.forEach { observe(.decided($0)) }
        let hold = LeaseHold(until: terms.until)
        let results = try await withRenewal(of: hold) { until in
            _ = try await broadcasts.renew(batch, until: until)
        } _: {
            try await attempt(batch, broadcasts, hold, isStopping: isStopping)
        }
        report.add(results)
        return report
    }

    /// Sends a few at a time.
    private func attempt(
        _ batch: LeasedBroadcastBatch, _ broadcasts: any BroadcastStore, _ hold: LeaseHold, isStopping: @escaping @Sendable () -> Bool
    ) async throws -> [AttemptResult] {
        let verdicts = Dictionary(batch.verdicts.map { ($0.delivery, $0) }, uniquingKeysWith: { first, _ in first })
        let toSend = Set(batch.toSend.map(\.delivery.id))
        var unrecorded = batch.verdicts.compactMap { verdict -> MemberResult? in
            guard !toSend.contains(verdict.delivery), let delivery = batch.deliveries[verdict.delivery] else { return nil }
            return MemberResult(delivery: delivery, verdict: verdict, attempt: nil)
        }
        return try await withThrowingTaskGroup(of: AttemptResult.self) { group in
            var waiting = batch.toSend[...]
            var results: [AttemptResult] = []
            var recordedAt = now()
            func startNext() {
                guard let leased = waiting.popFirst() else { return }
                let severity = verdicts[leased.delivery.id]?.severity ?? .watch
                group.addTask { await attempt(leased, severity: severity, hold, isStopping: isStopping) }
            }
            for _ in 0..<Self.concurrentSendCountMax { startNext() }
            while let result = try await group.next() {
                results.append(result)
                if let verdict = verdicts[result.delivery], let delivery = batch.deliveries[result.delivery] {
                    unrecorded.append(MemberResult(delivery: delivery, verdict: verdict, attempt: result))
                }
                startNext()
                let present = now()
                guard !waiting.isEmpty, recordedAt + Self.recordInterval <= present else { continue }
                try await record(unrecorded, of: batch, then: .goesOn, broadcasts)
                unrecorded = []
                recordedAt = present
            }
            let isReturned = results.contains { $0.disposition == .returned }
            try await record(unrecorded, of: batch, then: isReturned ? .isReturned : .ends, broadcasts)
            return results
        }
    }

    private func record(
        _ results: [MemberResult], of batch: LeasedBroadcastBatch, then next: BatchLeaseNext, _ broadcasts: any BroadcastStore
    ) async throws {
        guard try await !broadcasts.record(results, of: batch, then: next, now: now()) else { return }
        results.forEach { observe(.leaseLost($0.delivery.id)) }
    }
}
