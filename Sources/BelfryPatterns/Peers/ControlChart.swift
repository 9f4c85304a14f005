import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A chart of statistical process control over a person's days: a statistic that a run of bad days drives beyond a limit.
///
/// Each day is standardised by the mean and deviation of the 42 days that end a week before it; while the limit is exceeded those stay
/// as they were. The charts stand beside the engines on the bench, and nobody is told by them.
public protocol ControlChart: PatternEngine {
    /// Where the statistic starts, and starts again after an alarm.
    static var start: Double { get }
    /// An alarm begins when the statistic exceeds it, and is over when the statistic falls below half of it.
    static var limit: Double { get }

    /// The statistic after a day that is so many deviations off in the bad direction.
    static func next(_ statistic: Double, _ deviations: Double) -> Double
}

extension ControlChart {
    static var baselineDayCount: Int { 42 }
    static var baselineDayCountMin: Int { 14 }
    static var lag: Int { 7 }

    public func episodes(in series: DailySeries, through lastDate: CivilDate) -> [PatternEpisode] {
        let days = LogSeries(series.days(through: lastDate))
        let sign = series.metric.badPattern == .dropVsBaseline ? -1.0 : 1.0
        var episodes: [PatternEpisode] = []
        var statistic = Self.start
        var usual: (mean: Double, deviation: Double)?
        for index in days.days.indices {
            let date = days.days[index].date
            let isOpen = episodes.last.map { $0.resolution == nil } ?? false
            if !isOpen { usual = Self.usual(days, before: index) }
            guard let usual else { continue }
            statistic = Self.next(statistic, sign * (days.logs[index] - usual.mean) / usual.deviation)
            if isOpen, statistic < Self.limit / 2 {
                episodes[episodes.count - 1].resolution = .init(date: date, reason: .recovered)
                statistic = Self.start
            } else if isOpen {
                episodes[episodes.count - 1].goOn(date, value: days.days[index].value)
            } else if statistic > Self.limit {
                var episode = PatternEpisode(
                    metric: series.metric, engine: Self.name, activeSince: date - 2, evaluated: date,
                    baselineValue: exp(usual.mean),
                    recentValue: days.days[index].value)
                episode.reach(.days3, on: date)
                episodes.append(episode)
            }
        }
        return episodes
    }

    private static func usual(_ days: LogSeries, before index: Int) -> (
        mean: Double, deviation: Double
    )? {
        let end = days.days[index].date.daysSinceEpoch - Int32(lag)
        let logs = days.logs[
            days.firstIndex(from: end - Int32(baselineDayCount))..<days.firstIndex(from: end)]
        guard logs.count >= baselineDayCountMin else { return nil }
        let mean = logs.reduce(0, +) / Double(logs.count)
        let variance = logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(logs.count - 1)
        return variance > 0 ? (mean, variance.squareRoot()) : nil
    }
}

extension PatternEpisode {
    fileprivate mutating func goOn(_ date: CivilDate, value: Double) {
        lastDeviatingDate = date
        lastEvaluatedDate = date
        recentValue = value
        if let level = EpisodeLevel(reachedAfterDays: dayCount) { reach(level, on: date) }
    }
}

/// The exponentially weighted moving average of days, with λ = 0.2 and limits at 2.86 of its own deviations.
///
/// Source: Lucas and Saccucci, "Exponentially Weighted Moving Average Control Schemes", Technometrics 32 (1990).
public struct EWMAChart: ControlChart {
    public static let name = "ewma"
    public static let start = 0.0
    static let weight = 0.2
    public static let limit = 2.86 * (weight / (2 - weight)).squareRoot()

    public init() {}

    public static func next(_ statistic: Double, _ deviations: Double) -> Double {
        weight * deviations + (1 - weight) * statistic
    }
}

/// The cumulative sum of what days exceed half a deviation by, with the limit 4.
///
/// It is held at twice the limit, so that an alarm can end. Source: Page, "Continuous Inspection Schemes", Biometrika 41 (1954);
/// the constants from Montgomery, *Introduction to Statistical Quality Control*, chapter 9.
public struct CUSUMChart: ControlChart {
    public static let name = "cusum"
    public static let start = 0.0
    static let allowance = 0.5
    public static let limit = 4.0

    public init() {}

    public static func next(_ statistic: Double, _ deviations: Double) -> Double {
        min(max(0, statistic + deviations - allowance), 2 * limit)
    }
}
