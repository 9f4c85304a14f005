import BelfryModel
import BelfryTime

/// Version 1: the mean of three days against the mean of the 21 days before, by fixed thresholds.
///
/// It does what families are used to, no better: on noisy metrics most of what it finds is chance. `docs/guide/patterns.md` has
/// the figures. The baseline moves on while an episode lasts, and the days that count for a level are those of one run, which a single day
/// that doesn't deviate interrupts but doesn't end.
public struct CompatibleRules: PatternEngine {
    public static let name = "v1"

    let thresholds: CompatibleThresholds

    public init(_ thresholds: CompatibleThresholds = .standard) {
        self.thresholds = thresholds
    }

    public func episodes(in series: DailySeries, through lastDate: CivilDate) -> [PatternEpisode] {
        guard let limits = thresholds.limits[series.metric] else { return [] }
        let days = series.days(through: lastDate)
        var fold = CompatibleFold(metric: series.metric, limits: limits, thresholds: thresholds)
        for index in days.indices {
            if index > 0 { fold.expire(after: days[index - 1].date, before: days[index].date) }
            guard let comparison = Comparison(days: days, through: index, thresholds) else { continue }
            fold.take(comparison, on: days[index].date)
        }
        if let last = days.last?.date { fold.expire(after: last, before: lastDate + 1) }
        return fold.episodes
    }
}

/// The recent days beside the baseline, as means in the metric's unit.
private struct Comparison {
    let recent: Double
    let baseline: Double

    /// Nil where the recent days are not consecutive, or too few days before them say what is usual.
    init?(days: [DailySeries.Day], through index: Int, _ thresholds: CompatibleThresholds) {
        let firstRecent = index - thresholds.recentDayCount + 1
        guard firstRecent >= max(1, thresholds.baselineDayCountMin),
            days[index].date - days[firstRecent].date == thresholds.recentDayCount - 1
        else { return nil }
        recent = Self.mean(days[firstRecent...index])
        baseline = Self.mean(days[max(0, firstRecent - thresholds.baselineDayCountMax)..<firstRecent])
    }

    private static func mean(_ days: ArraySlice<DailySeries.Day>) -> Double {
        days.reduce(0) { $0 + $1.value } / Double(days.count)
    }

    func fires(_ limits: CompatibleThresholds.Limits, _ pattern: PatternType) -> Bool {
        let change = change(pattern)
        // So much may be lost in the computing: a change of exactly the threshold must count.
        let roundingError = baseline * 1e-9
        return change >= limits.changeFraction * baseline - roundingError
            || limits.changeAbsolute.map { change >= $0 - roundingError } ?? false
            || limits.recentMin.map { recent < $0 } ?? false
    }

    /// Whether the recent mean is back: no further than a fraction of the baseline on the bad side; on the good side it may be anywhere.
    func isBack(within fraction: Double, _ pattern: PatternType) -> Bool {
        change(pattern) <= (fraction + 1e-9) * baseline
    }

    private func change(_ pattern: PatternType) -> Double {
        pattern == .dropVsBaseline ? baseline - recent : recent - baseline
    }
}

private struct CompatibleFold {
    let metric: Metric
    let limits: CompatibleThresholds.Limits
    let thresholds: CompatibleThresholds
    private var closed: [PatternEpisode] = []
    private var open: PatternEpisode?
    /// The first day of the run that goes on.
    private var runSince: CivilDate?
    private var cleanDates: [CivilDate] = []

    init(metric: Metric, limits: CompatibleThresholds.Limits, thresholds: CompatibleThresholds) {
        self.metric = metric
        self.limits = limits
        self.thresholds = thresholds
    }

    var episodes: [PatternEpisode] { closed + (open.map { [$0] } ?? []) }

    mutating func take(_ comparison: Comparison, on date: CivilDate) {
        if comparison.fires(limits, metric.badPattern) {
            deviate(comparison, on: date)
        } else {
            open?.lastEvaluatedDate = date
            if comparison.isBack(within: thresholds.cleanFraction, metric.badPattern) { clean(on: date) }
        }
    }

    private mutating func deviate(_ comparison: Comparison, on date: CivilDate) {
        let firstRecent = date - (thresholds.recentDayCount - 1)
        let reopened = open == nil ? reopened(on: date) : nil
        var episode =
            open ?? reopened
            ?? PatternEpisode(
                metric: metric, engine: CompatibleRules.name, activeSince: firstRecent, evaluated: date,
                baselineValue: comparison.baseline, recentValue: comparison.recent)
        // As it takes two clean days to end an episode, it takes two days without a deviation to end a run. A missing day leaves three
        // days without a comparison, and so ends it too.
        let since = date - episode.lastDeviatingDate <= 2 ? runSince ?? firstRecent : firstRecent
        episode.lastDeviatingDate = date
        episode.lastEvaluatedDate = date
        episode.baselineValue = comparison.baseline
        episode.recentValue = comparison.recent
        if let level = EpisodeLevel(reachedAfterDays: date - since + 1) {
            episode.reach(level, on: date)
        }
        runSince = since
        cleanDates = []
        open = episode
    }

    /// As in version 2, what is over for want of days goes on when they come back within a week and are off; to say so they must be as many as the
    /// recent ones.
    private mutating func reopened(on date: CivilDate) -> PatternEpisode? {
        let dayCountMax = RobustEpisode.reopenDayCount + thresholds.recentDayCount - 1
        guard var episode = closed.last, let resolution = episode.resolution, resolution.reason == .stale,
            date - resolution.date <= dayCountMax
        else { return nil }
        closed.removeLast()
        episode.reopenings.append(.init(resolvedOn: resolution.date, reopenedOn: date))
        episode.resolution = nil
        return episode
    }

    private mutating func clean(on date: CivilDate) {
        guard let episode = open else { return }
        cleanDates.append(date)
        guard cleanDates.count >= thresholds.cleanDayCount(at: episode.level) else { return }
        close(episode, .init(date: cleanDates[0], reason: .recovered))
    }

    /// Ends what has had no value for too long.
    ///
    /// - Parameters:
    ///   - last: the last day with a value.
    ///   - date: the next one, or the day after the last that is over.
    mutating func expire(after last: CivilDate, before date: CivilDate) {
        guard let episode = open, date - last > RobustEpisode.staleDayCount else { return }
        close(episode, .init(date: last + RobustEpisode.staleDayCount, reason: .stale))
    }

    private mutating func close(_ episode: PatternEpisode, _ resolution: PatternEpisode.Resolution) {
        var episode = episode
        episode.resolution = resolution
        closed.append(episode)
        open = nil
        runSince = nil
        cleanDates = []
    }
}
