import BelfryModel
import BelfryPorts
import BelfryTime

/// Evaluates members who are marked for it, a few at a time, as upkeep beside the deliveries; and once a day everybody.
public struct Evaluations: Sendable {
    let store: any MetricStore
    let evaluator: MemberEvaluator

    /// So many at a time, so that deliveries don't wait for all of them.
    static let memberCountMax = 50

    public init(store: any MetricStore, evaluator: MemberEvaluator) {
        self.store = store
        self.evaluator = evaluator
    }

    /// Evaluates those whose mark is due.
    public func step(now: Instant) async throws -> EvaluationReport {
        guard let next = try await store.nextEvaluationMoment(), next <= now else { return EvaluationReport() }
        return try await store.evaluateDue(countMax: Self.memberCountMax, now: now) { [evaluator] in evaluator.evaluate($0, now: now) }
    }

    /// Marks the next few of the day's round, so that an episode without new days ends too; a day is one in UTC.
    /// - Parameter again: whether a round that is through begins anew.
    @discardableResult
    public func continueRound(again: Bool = false, now: Instant) async throws -> RoundProgress {
        try await store.continueRound(of: CivilDateTime(utc: now).date, countMax: Self.memberCountMax, again: again, now: now)
    }
}
