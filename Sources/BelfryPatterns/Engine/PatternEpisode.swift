import BelfryModel
import BelfryTime

/// An episode with all that led to it: when it reached each level, when somebody was to be told, and how it ended.
///
/// ``episode`` is the same as the words that other rooms speak.
public struct PatternEpisode: Hashable, Sendable {
    public typealias Step = EpisodeHistory.Step
    public typealias Reopening = EpisodeHistory.Reopening

    /// The end of an episode: its first day back near the usual, or the day on which it was given up.
    public struct Resolution: Hashable, Sendable {
        public let date: CivilDate
        public let reason: ResolveReason
    }

    public let metric: Metric
    /// Which engine found it, with its version: `v1`, `v2`, or the name of a peer.
    public let engine: String
    public let activeSince: CivilDate
    /// The person's usual, in the metric's unit.
    public internal(set) var baselineValue: Double
    /// The mean of the last days that were off, in the metric's unit.
    public internal(set) var recentValue: Double
    public internal(set) var lastDeviatingDate: CivilDate
    public internal(set) var lastEvaluatedDate: CivilDate
    /// Every level reached, ascending; one that was passed over has the date of the higher one.
    public internal(set) var levels: [Step] = []
    /// What to tell: one for each day on which the level rose. A jump from nothing to 7 is told once.
    public internal(set) var notifications: [Step] = []
    /// Nil while it goes on.
    public internal(set) var resolution: Resolution?
    /// Ends that were none.
    public internal(set) var reopenings: [Reopening] = []

    init(
        metric: Metric, engine: String, activeSince: CivilDate, evaluated date: CivilDate,
        baselineValue: Double, recentValue: Double
    ) {
        self.metric = metric
        self.engine = engine
        self.activeSince = activeSince
        self.baselineValue = baselineValue
        self.recentValue = recentValue
        lastDeviatingDate = date
        lastEvaluatedDate = date
    }

    public var pattern: PatternType { metric.badPattern }

    /// The highest level so far; a level never falls within an episode.
    public var level: EpisodeLevel { levels.last?.level ?? .days3 }

    public var severity: Severity { level.severity }

    /// From the first day to the last that was off, both counted.
    public var dayCount: Int { lastDeviatingDate - activeSince + 1 }

    /// How far the recent value is from the usual, in percent of the usual; negative below it.
    public var deviationPercent: Double { episode.deviationPercent }

    public var episode: Episode {
        Episode(
            metric: metric, pattern: pattern, activeSince: activeSince,
            lastEvaluatedDate: lastEvaluatedDate, dayCount: dayCount, level: level,
            baselineValue: baselineValue, recentValue: recentValue, resolved: resolution?.reason,
            history: EpisodeHistory(levels: levels, resolvedOn: resolution?.date, reopenings: reopenings))
    }

    /// Takes the episode to a level, with every level below; one that is no higher than the present one changes nothing.
    mutating func reach(_ level: EpisodeLevel, on date: CivilDate) {
        let new = EpisodeLevel.allCases.filter {
            $0 <= level && $0 > (levels.last?.level.rawValue ?? 0)
        }
        guard !new.isEmpty else { return }
        levels += new.map { Step(level: $0, date: date) }
        notifications.append(Step(level: level, date: date))
    }
}

private func > (level: EpisodeLevel, dayCount: Int) -> Bool { level.rawValue > dayCount }
