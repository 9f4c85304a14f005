import BelfryModel
import BelfryPorts
import BelfryTime

/// Evaluates members who are marked for it, a few at a time, as upkeep beside the deliveries; and once a day everybody.
public struct Evaluations: Sendable {
    let store: any MetricStore
    let evaluator: MemberEvaluator
    let insights: InsightDesk?

    /// So many at a time, so that deliveries don't wait for all of them.
    static let memberCountMax = 50

    /// - Parameter insights: where a writer is told of changed alerts; nil where there is none.
    public init(store: any MetricStore, evaluator: MemberEvaluator, insights: InsightDesk? = nil) {
        self.store = store
        self.evaluator = evaluator
        self.insights = insights
    }

    /// Whether anybody's mark is due.
    func isDue(now: Instant) async throws -> Bool { try await store.nextEvaluationMoment().map { $0 <= now } ?? false }

    /// Evaluates those whose mark is due.
    public func step(now: Instant) async throws -> EvaluationReport {
        try await isDue(now: now) ? evaluateDue(now: now) : EvaluationReport()
    }

    /// The same for whoever has asked whether anybody's is.
    func evaluateDue(now: Instant) async throws -> EvaluationReport {
        let report = try await store.evaluateDue(countMax: Self.memberCountMax, now: now) { [evaluator] in evaluator.evaluate($0, now: now) }
        // What is evaluated is committed, whatever becomes of the words.
        try? await insights?.prepare(report.changedAlerts, now: now)
        return report
    }

    /// Marks the next few of the day's round, so that an episode without new days ends too; a day is one in UTC. Before anybody is marked, all are
    /// counted who tell whether a feed is down: nobody is to be told of their wearable by a round that finds it.
    /// - Parameter again: whether a round that is through begins anew.
    @discardableResult
    public func continueRound(again: Bool = false, now: Instant) async throws -> RoundProgress {
        let day = CivilDateTime(utc: now).date
        if let rules = evaluator.feedRules {
            var isCounted = try await store.countFeeds(of: day, countMax: Self.memberCountMax, again: again, by: rules)
            while again, !isCounted { isCounted = try await store.countFeeds(of: day, countMax: Self.memberCountMax, again: false, by: rules) }
            guard isCounted else { return RoundProgress(markedCount: 0, isThrough: false) }
        }
        return try await store.continueRound(of: day, countMax: Self.memberCountMax, again: again, now: now)
    }
}
