import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An episode of version 2 with the baseline that it froze, and what its days have been since.
struct RobustEpisode {
    private(set) var record: PatternEpisode
    let baseline: RobustBaseline
    private let relevant: Double
    private let thresholds: RobustThresholds
    private let direction: Double
    /// Valid days since the first, in their order, with the shift in the bad direction, clipped.
    private var shifts: [(date: CivilDate, shift: Double)] = []
    private var usualDates: [CivilDate] = []

    static let deviatingDayCount = 3
    static let deviatingSpan = 5
    /// A level needs values on so many of its days.
    static let presentShare = 0.6
    static let staleDayCount = 7
    static let newNormalDayCount = 56
    static let reopenDayCount = 7

    init(
        metric: Metric, since: CivilDate, through index: Int, baseline: RobustBaseline,
        evidence: WindowEvidence, relevant: Double,
        thresholds: RobustThresholds, series: LogSeries
    ) {
        self.thresholds = thresholds
        self.baseline = baseline
        self.relevant = relevant
        direction = metric.badPattern == .dropVsBaseline ? -1 : 1
        record = PatternEpisode(
            metric: metric, engine: RobustRules.name, activeSince: since,
            evaluated: series.days[index].date,
            baselineValue: exp(baseline.center),
            recentValue: exp(baseline.center + direction * evidence.mean))
        for earlier in series.firstIndex(from: since.daysSinceEpoch)...index {
            append(earlier, in: series)
        }
        climb()
    }

    /// Looks at the next day with a value.
    mutating func take(_ index: Int, in series: LogSeries) {
        append(index, in: series)
        let date = series.days[index].date
        record.lastEvaluatedDate = date
        if isDeviating(on: date) {
            usualDates = []
            deviate(on: date)
        } else {
            usualDates.append(date)
            if usualDates.count >= (record.level >= .days14 ? 3 : 2) {
                record.resolution = .init(date: usualDates[0], reason: .recovered)
                return
            }
        }
        if date - record.activeSince + 1 > Self.newNormalDayCount {
            record.resolution = .init(date: date, reason: .newNormal)
        }
    }

    mutating func expire() {
        record.resolution = .init(date: record.lastEvaluatedDate + Self.staleDayCount, reason: .stale)
    }

    func canReopen(on date: CivilDate) -> Bool {
        guard let resolution = record.resolution, resolution.reason != .newNormal else { return false }
        return date - resolution.date <= Self.reopenDayCount
            && date - record.activeSince < Self.newNormalDayCount
    }

    /// Goes on where it ended, with all that was told.
    mutating func reopen(_ index: Int, in series: LogSeries) {
        let date = series.days[index].date
        if let resolution = record.resolution {
            record.reopenings.append(.init(resolvedOn: resolution.date, reopenedOn: date))
        }
        record.resolution = nil
        usualDates = []
        let next = series.firstIndex(
            from: (shifts.last?.date.daysSinceEpoch ?? record.activeSince.daysSinceEpoch) + 1)
        for missed in next..<max(next, index + 1) { append(missed, in: series) }
        record.lastEvaluatedDate = date
        deviate(on: date)
    }

    private mutating func append(_ index: Int, in series: LogSeries) {
        let raw = direction * series.change(index, from: baseline)
        let clip = WindowEvidence.clipScales * baseline.scale
        shifts.append((series.days[index].date, min(max(raw, -clip), clip)))
    }

    private func isDeviating(on date: CivilDate) -> Bool {
        let last = shifts.suffix(Self.deviatingDayCount).filter { date - $0.date < Self.deviatingSpan }
        return mean(last[...]) >= thresholds.deviatingShare * relevant
    }

    private mutating func deviate(on date: CivilDate) {
        record.lastDeviatingDate = date
        record.recentValue = exp(baseline.center + direction * mean(shifts.suffix(7)))
        climb()
    }

    /// Takes the level that the days have earned: beyond the first one, chance must not explain their mean.
    private mutating func climb() {
        let dayCount = record.dayCount
        guard let level = EpisodeLevel(reachedAfterDays: dayCount),
            Double(shifts.count) >= Self.presentShare * Double(dayCount)
        else { return }
        record.reach(hasHeld ? level : .days3, on: record.lastDeviatingDate)
    }

    private var hasHeld: Bool {
        mean(shifts[...]) >= thresholds.levelShare * relevant
            && mean(shifts.suffix(7)) >= thresholds.levelShare * relevant
            && Double(shifts.count { $0.shift >= relevant / 2 }) >= WindowEvidence.shareMin
                * Double(shifts.count)
    }

    private func mean(_ shifts: ArraySlice<(date: CivilDate, shift: Double)>) -> Double {
        shifts.isEmpty ? 0 : shifts.reduce(0) { $0 + $1.shift } / Double(shifts.count)
    }
}
