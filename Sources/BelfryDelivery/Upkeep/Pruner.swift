import BelfryModel
import BelfryPorts
import BelfryTime

/// Forgets what is over, a little at a time.
public struct Pruner: Sendable {
    let store: any UpkeepStore
    /// How long what became of deliveries is kept; nil for ever.
    let retention: Duration?
    /// The same of the audit log.
    let auditRetention: Duration?

    public static let standardAuditRetention = Duration.seconds(PruneCutoffs.standardDayCount * 86_400)

    public init(store: any UpkeepStore, retention: Duration?, auditRetention: Duration? = standardAuditRetention) {
        self.store = store
        self.retention = retention
        self.auditRetention = auditRetention
    }

    private func cutoffs(_ now: Instant) -> PruneCutoffs {
        let ever = Instant(secondsSinceEpoch: 0)
        return PruneCutoffs(deliveries: retention.map { now - $0 } ?? ever, audit: auditRetention.map { now - $0 } ?? ever, now: now)
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
