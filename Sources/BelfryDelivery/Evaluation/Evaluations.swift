import BelfryModel
import BelfryPorts
import BelfryTime

/// Evaluates members who are marked for it, a few at a time, as upkeep beside the deliveries.
public struct Evaluations: Sendable {
    let store: any MetricStore
    let evaluator: MemberEvaluator

    /// So many at a time, so that deliveries don't wait for all of them.
    static let memberCountMax = 50

    public init(store: any MetricStore, evaluator: MemberEvaluator) {
        self.store = store
        self.evaluator = evaluator
    }

    /// - Returns: how many members were evaluated, and what followed.
    public func step(now: Instant) async throws -> EvaluationReport {
        guard let next = try await store.nextEvaluationMoment(), next <= now else { return EvaluationReport() }
        return try await store.evaluateDue(countMax: Self.memberCountMax, now: now) { [evaluator] in evaluator.evaluate($0, now: now) }
    }
}
