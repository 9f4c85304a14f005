/// What an alert says in plain words, before it has a language: what is off, how far from the usual, for how long, and what else is known.
public struct AlertInsight: Hashable, Sendable {
    public let metric: Metric
    /// To which side of the usual the rule looks that found it; nil where that is not known.
    public let pattern: PatternType?
    /// Of the usual; negative below it.
    public let deviationPercent: Double
    /// The person's usual, in the metric's unit.
    public let usualValue: Double
    public let dayCount: Int
    /// The other metrics of which is known whether they are off; without any, nothing is said of them.
    public let otherMetricCount: Int
    /// Those of them that are off.
    public let othersOutOfRange: [Metric]
    /// On so many of the days there was exercise.
    public let exerciseDayCount: Int

    public init(
        metric: Metric, pattern: PatternType? = nil, deviationPercent: Double, usualValue: Double, dayCount: Int, otherMetricCount: Int = 0,
        othersOutOfRange: [Metric] = [], exerciseDayCount: Int = 0
    ) {
        self.metric = metric
        self.pattern = pattern
        self.deviationPercent = deviationPercent
        self.usualValue = usualValue
        self.dayCount = dayCount
        self.otherMetricCount = otherMetricCount
        self.othersOutOfRange = othersOutOfRange
        self.exerciseDayCount = exerciseDayCount
    }
}

extension AlertInsight {
    /// What an episode says beside what else is known of the person that day.
    ///
    /// - Parameters:
    ///   - others: the person's other metrics that have enough days to be judged, each with whether an episode of it goes on.
    ///   - exerciseDayCount: how many of the episode's days had exercise.
    public init(_ episode: Episode, others: [Metric: Bool] = [:], exerciseDayCount: Int = 0) {
        let judged = others.filter { $0.key != episode.metric }
        self.init(
            metric: episode.metric, pattern: episode.pattern, deviationPercent: episode.deviationPercent, usualValue: episode.baselineValue,
            dayCount: episode.dayCount, otherMetricCount: judged.count, othersOutOfRange: Metric.allCases.filter { judged[$0] == true },
            exerciseDayCount: exerciseDayCount)
    }
}
