import BelfryTime

/// How grave an alert is. Quiet hours at `critical_only` let only the last through.
public enum Severity: String, CaseIterable, Codable, Comparable, Sendable {
    case watch, attention, critical

    public static func < (left: Severity, right: Severity) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .watch: 0
        case .attention: 1
        case .critical: 2
        }
    }
}

/// How long an episode has lasted, in days, at the steps at which somebody is told.
public enum EpisodeLevel: Int, CaseIterable, Codable, Comparable, Sendable {
    case days3 = 3
    case days7 = 7
    case days14 = 14
    case days21 = 21

    /// The highest level that so many days have reached; nil below three.
    public init?(reachedAfterDays dayCount: Int) {
        guard let level = EpisodeLevel.allCases.last(where: { $0.rawValue <= dayCount }) else { return nil }
        self = level
    }

    public var severity: Severity {
        switch self {
        case .days3: .watch
        case .days7: .attention
        case .days14, .days21: .critical
        }
    }

    public static func < (left: EpisodeLevel, right: EpisodeLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Whether an episode goes on: `pattern_alert_state.episode_status`.
public enum EpisodeStatus: String, CaseIterable, Codable, Sendable {
    case active, resolved
}

/// Why an episode is over.
public enum ResolveReason: String, Codable, Sendable {
    /// The person's days are back near their usual.
    case recovered
    /// No value came for a week.
    case stale
    /// Another wearable's days are looked at now, and they don't go on with it.
    case sourceChanged = "source_changed"
    /// It lasted so long that it is the person's new usual.
    case newNormal = "new_normal"
    /// A later correction of the data shows that it never was.
    case corrected
}

/// A stretch of days on which a metric of a member was off their own baseline, or nothing came of any, as the observations alone say.
public struct Episode: Hashable, Sendable {
    /// What was measured. Of a wearable that fell silent: what used to come on the most days.
    public let metric: Metric
    public let pattern: PatternType
    /// The first day of the stretch.
    public let activeSince: CivilDate
    /// The last day that was looked at.
    public let lastEvaluatedDate: CivilDate
    /// From the first day to the last that was off, both counted.
    public let dayCount: Int
    public let level: EpisodeLevel
    /// The person's usual, frozen when the stretch began; in the metric's unit.
    public let baselineValue: Double
    /// The mean of the last days that were off; in the metric's unit. Of days without values the usual again: nothing says that they were off.
    public let recentValue: Double
    /// Nil while it goes on.
    public let resolved: ResolveReason?
    public let history: EpisodeHistory

    public init(
        metric: Metric, pattern: PatternType, activeSince: CivilDate, lastEvaluatedDate: CivilDate, dayCount: Int,
        level: EpisodeLevel, baselineValue: Double, recentValue: Double, resolved: ResolveReason?, history: EpisodeHistory = EpisodeHistory()
    ) {
        self.metric = metric
        self.pattern = pattern
        self.activeSince = activeSince
        self.lastEvaluatedDate = lastEvaluatedDate
        self.dayCount = dayCount
        self.level = level
        self.baselineValue = baselineValue
        self.recentValue = recentValue
        self.resolved = resolved
        self.history = history
    }

    /// The same stretch, closed for a reason.
    public func resolved(_ reason: ResolveReason) -> Episode {
        Episode(
            metric: metric, pattern: pattern, activeSince: activeSince, lastEvaluatedDate: lastEvaluatedDate, dayCount: dayCount, level: level,
            baselineValue: baselineValue, recentValue: recentValue, resolved: reason, history: history)
    }

    /// A wearable that is silent is never more than to be watched, however long.
    public var severity: Severity { pattern == .missingWearable ? .watch : level.severity }

    /// Whether it is of a metric's own values.
    public func isOf(_ metric: Metric) -> Bool { pattern != .missingWearable && self.metric == metric }

    /// A number of days as an episode can have it: a row written by hand may say anything, and dates are counted on by it.
    public static func possible(dayCount: Int) -> Int { min(max(dayCount, 1), 100_000) }

    /// How far the recent value is from the usual, in percent of the usual; negative below it.
    public var deviationPercent: Double { (recentValue / baselineValue - 1) * 100 }
}

/// When an episode reached its levels, and how it ended, as far as that is known.
public struct EpisodeHistory: Hashable, Codable, Sendable {
    /// Ascending; a level that was passed over has the day of the higher one.
    public var levels: [Step]
    /// The first day back near the usual, or the day on which it was given up.
    public var resolvedOn: CivilDate?
    /// Ends that were none, because the same pattern came back soon after.
    public var reopenings: [Reopening]

    public init(levels: [Step] = [], resolvedOn: CivilDate? = nil, reopenings: [Reopening] = []) {
        self.levels = levels
        self.resolvedOn = resolvedOn
        self.reopenings = reopenings
    }

    /// A level, and the day whose value took the episode there.
    public struct Step: Hashable, Codable, Sendable {
        public let level: EpisodeLevel
        public let date: CivilDate

        public init(level: EpisodeLevel, date: CivilDate) {
            self.level = level
            self.date = date
        }
    }

    /// An end, and the day on which it turned out to be none.
    public struct Reopening: Hashable, Codable, Sendable {
        public let resolvedOn: CivilDate
        public let reopenedOn: CivilDate

        public init(resolvedOn: CivilDate, reopenedOn: CivilDate) {
            self.resolvedOn = resolvedOn
            self.reopenedOn = reopenedOn
        }

        private enum CodingKeys: String, CodingKey {
            case resolvedOn = "resolved_on"
            case reopenedOn = "reopened_on"
        }
    }
}
