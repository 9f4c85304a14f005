import BelfryModel
import BelfryPorts
import BelfryTime

/// Forgets what is over, a little at a time.
public struct Pruner: Sendable {
    let store: any UpkeepStore
    /// How long what became of deliveries is kept; nil for ever.
    let retention: Duration?

    public init(store: any UpkeepStore, retention: Duration?) {
        self.store = store
        self.retention = retention
    }

    private func cutoffs(_ now: Instant) -> PruneCutoffs {
        PruneCutoffs(deliveries: retention.map { now - $0 } ?? Instant(secondsSinceEpoch: 0), now: now)
    }

    /// What would go; changes nothing.
    public func preview(now: Instant) async throws -> PruneReport { try await store.prunable(cutoffs(now)) }

    /// - Parameter isStopping: asked before each transaction.
    /// - Returns: what went, and whether more may be left.
    public func prune(stepCountMax: Int = .max, now: Instant, isStopping: () -> Bool = { false }) async throws -> (report: PruneReport, isThrough: Bool) {
        var report = PruneReport()
        var stepCount = 0
        while stepCount < stepCountMax, !isStopping() {
            let step = try await store.prune(cutoffs(now))
            report.add(step)
            if step.isEmpty { return (report, true) }
            stepCount += 1
        }
        return (report, false)
    }
}
