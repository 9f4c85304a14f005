import BelfryModel
import BelfryPorts
import BelfryTime

/// A store in which something is done before each evaluation, which may fail by it, and in which each finds what a test wants.
struct HookedEvaluations: MetricStore {
    private let base: any MetricStore
    private let found: MemberEvaluation?
    private let hook: @Sendable () async throws -> Void

    init(_ base: any MetricStore, finding found: MemberEvaluation? = nil, _ hook: @escaping @Sendable () async throws -> Void = {}) {
        (self.base, self.found, self.hook) = (base, found, hook)
    }

    func evaluateDue(countMax: Int, now: Instant, evaluate: @escaping @Sendable (MemberHistory) -> MemberEvaluation) async throws -> EvaluationReport {
        try await hook()
        return try await base.evaluateDue(countMax: countMax, now: now) { [found] in found ?? evaluate($0) }
    }

    func ingest(_ days: [DailyMetrics], now: Instant, evaluate: (@Sendable (MemberHistory) -> MemberEvaluation)?) async throws -> IngestReport {
        try await base.ingest(days, now: now, evaluate: evaluate)
    }

    func store(_ sessions: [ExerciseSession], now: Instant) async throws -> Int { try await base.store(sessions, now: now) }
    func sessions(of member: UserID, since date: CivilDate) async throws -> [ExerciseSession] { try await base.sessions(of: member, since: date) }
    func history(of member: UserID, since date: CivilDate) async throws -> MemberHistory { try await base.history(of: member, since: date) }

    func reportedDays(of members: [UserID], since date: CivilDate) async throws -> [UserID: ReportedDays] {
        try await base.reportedDays(of: members, since: date)
    }

    func markForEvaluation(_ members: [UserID], at moment: Instant) async throws { try await base.markForEvaluation(members, at: moment) }

    func continueRound(of day: CivilDate, countMax: Int, again: Bool, now: Instant) async throws -> RoundProgress {
        try await base.continueRound(of: day, countMax: countMax, again: again, now: now)
    }

    func countFeeds(of day: CivilDate, countMax: Int, again: Bool, by rules: FeedRules) async throws -> Bool {
        try await base.countFeeds(of: day, countMax: countMax, again: again, by: rules)
    }

    func feedOutages() async throws -> [FeedOutage] { try await base.feedOutages() }
    func nextEvaluationMoment() async throws -> Instant? { try await base.nextEvaluationMoment() }
}
