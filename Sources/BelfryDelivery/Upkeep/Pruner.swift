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
    public func prune(stepCountMax: Int = .max, now: Instant, isStopping: () -> Bool = { false }) async -> Pruned {
        var report = PruneReport()
        var stepCount = 0
        while stepCount < stepCountMax, !isStopping() {
            do {
                let step = try await store.prune(cutoffs(now))
                report.add(step)
                if step.isEmpty { return Pruned(report: report, isThrough: true) }
            } catch {
                return Pruned(report: report, isThrough: false, failure: error)
            }
            stepCount += 1
        }
        return Pruned(report: report, isThrough: false)
    }

    /// What went, step by step, until it was enough.
    public struct Pruned: Sendable {
        public let report: PruneReport
        /// Otherwise more may be left.
        public let isThrough: Bool
        /// Why a step couldn't be done; what went before it is gone.
        public let failure: (any Error)?

        init(report: PruneReport, isThrough: Bool, failure: (any Error)? = nil) {
            (self.report, self.isThrough, self.failure) = (report, isThrough, failure)
        }
    }
}
