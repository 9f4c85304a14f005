import BelfryModel

/// What a trial came to: a row a policy, and the goals.
public struct AdaptiveReport: Hashable, Codable, Sendable {
    public let seed: UInt64
    public let peopleCount: Int
    public let dayCount: Int
    public let otherCount: Int
    public let rows: [Row]
    public let goals: [Goal]

    /// How one policy did. Shares are from 0 to 1.
    public struct Row: Hashable, Codable, Sendable {
        public let policy: TimingPolicyName
        /// Responses to a reminder that was due, over all days.
        public let responses: Estimate
        /// Responses as a share of the oracle's, once learnt and before anybody changes.
        public let shareOfOracle: Estimate
        /// Responses more than with a fixed hour of 09:00, over all days.
        public let gain: Estimate
        /// People whose best hour is known to within an hour after two weeks.
        public let foundOnWeekdays: Estimate
        public let foundAtWeekends: Estimate
        /// The same over a whole week: five days of the one and two of the other.
        public let foundOnAllDays: Estimate
        /// Days from a shift until the new hour is found: the median, and the share of people whose is found in ten.
        public let recoveryDays: Estimate
        public let recoveredInTenDays: Estimate
        /// How often another hour than the best known was tried.
        public let trials: Double
    }

    /// What is to be reached, and whether it was.
    public struct Goal: Hashable, Codable, Sendable {
        public let name: String
        public let target: String
        public let measured: Estimate
        public let isReached: Bool
    }

    init(_ trial: AdaptiveTrial, _ results: [TimingPolicyName: [Trial.Result]]) {
        seed = trial.seed
        peopleCount = trial.peopleCount
        dayCount = trial.dayCount
        otherCount = trial.otherCount
        var statistics = TrialStatistics(results, seed: trial.seed)
        rows = TimingPolicyName.allCases.map { statistics.row(of: $0) }
        goals = statistics.goals(rows)
    }

    /// The figures of a policy; nil where it took no part.
    public func row(of policy: TimingPolicyName) -> Row? { rows.first { $0.policy == policy } }
}
