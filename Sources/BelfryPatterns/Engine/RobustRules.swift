import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Version 2: tells when recent days leave the person's own usual by more than matters, and by more than chance explains.
///
/// Windows of 3 to 14 days are held against the 42 days before them, by medians, in logarithms. An episode freezes the baseline
/// against which it was found, and its days count towards no later one. A missing day neither extends nor breaks it.
/// `docs/guide/patterns.md` has every rule and figure.
public struct RobustRules: PatternEngine {
    public static let name = "v2"

    static let windowLengths = [3, 5, 7, 10, 14]
    static let baselineDayCount = 42
    /// Of the last 28 days of a baseline so many must have a value.
    static let recentBaselineDayCount = 28
    static let recentBaselineDayCountMin = 14

    let thresholds: RobustThresholds

    public init(_ thresholds: RobustThresholds = .standard) {
        self.thresholds = thresholds
    }

    public func episodes(in series: DailySeries, through lastDate: CivilDate) -> [PatternEpisode] {
        guard let limits = thresholds.limits[series.metric] else { return [] }
        let days = LogSeries(series.days(through: lastDate))
        var fold = RobustFold(
            metric: series.metric, limits: limits, thresholds: thresholds, series: days)
        for index in days.days.indices { fold.take(index) }
        return fold.episodes(through: lastDate)
    }
}

extension RobustThresholds.Limits {
    /// The least shift that matters, in natural logarithms.
    func relevantShift(_ pattern: PatternType) -> Double {
        pattern == .riseVsBaseline ? log(1 + changeFraction) : -log(1 - changeFraction)
    }
}
