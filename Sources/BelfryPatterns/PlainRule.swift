import BelfryModel
import BelfryTime

// BelfryPatterns: notices when a person's days leave their own usual. A pure fold over observations:
// it knows no clock, no store and nobody who might be told.

/// The plain rule: an episode opens when the mean of the last three days is at least 20 % off the person's own baseline,
/// in the metric's bad direction, after at least three days in a row that were off at all.
///
/// The baseline is the mean of up to 21 days before the first of them and stays frozen while it lasts, so that a long
/// episode doesn't become its own usual. The same observations give the same episodes, whatever order they arrived in.
public struct PlainRule: Sendable {
    /// Stands with each alert, so that a later engine knows which ones it may correct.
    public static let engineName = "plain"

    static let deviationMin = 0.20
    /// A day so far off may belong to an episode.
    static let dayDeviationMin = 0.10
    /// So much a fraction may lose in the computing: a deviation of exactly 20 % must count as one.
    static let roundingError = 1e-9
    static let dayCountMin = 3
    static let baselineDayCountMin = 7
    static let baselineDayCountMax = 21
    /// A possible beginning that came to nothing for so long is forgotten, and the baseline moves on.
    static let beginningDayCountMax = 21
    static let cleanDayCountToResolve = 2
    /// After so many days without a value nothing is known any more.
    static let gapDayCountMax = 7
    static let newNormalDayCount = 56

    public init() {}

    /// Every episode in a series, in the order in which they began; the last may still be going on.
    ///
    /// - Parameter observations: one a day, in the order of days. Values that say nothing (zero) are passed over.
    public func episodes(of metric: Metric, in observations: [Observation]) -> [Episode] {
        let series = observations.filter { metric.isMeasured($0.value) }
        var fold = Fold(metric: metric, series: series)
        for index in series.indices { fold.step(index) }
        return fold.episodes
    }
}

/// The state of the fold: nothing, a beginning that may come to nothing, or an open episode.
private struct Fold {
    let metric: Metric
    let series: [Observation]
    private(set) var closed: [Episode] = []
    private var open: Stretch?

    init(metric: Metric, series: [Observation]) {
        self.metric = metric
        self.series = series
    }

    struct Stretch {
        let firstIndex: Int
        let baseline: Double
        var hasOpened = false
        var lastOffIndex: Int
        var recent: Double
        var cleanDayCount = 0
        var level = EpisodeLevel.days3
    }

    var episodes: [Episode] {
        guard let open, open.hasOpened else { return closed }
        return closed + [episode(open, through: series.count - 1, resolved: nil)]
    }

    mutating func step(_ index: Int) {
        if index > 0, series[index].date - series[index - 1].date > PlainRule.gapDayCountMax { end(at: index - 1, because: .stale) }
        if open == nil { begin(index) }
        guard var stretch = open else { return }

        let recent = mean(max(stretch.firstIndex, index - PlainRule.dayCountMin + 1)...index)
        if !stretch.hasOpened {
            guard isOff(series[index].value, from: stretch.baseline, by: PlainRule.dayDeviationMin),
                index - stretch.firstIndex < PlainRule.beginningDayCountMax
            else {
                open = nil
                return
            }
            stretch.hasOpened =
                index - stretch.firstIndex + 1 >= PlainRule.dayCountMin && isOff(recent, from: stretch.baseline, by: PlainRule.deviationMin)
        }
        if stretch.hasOpened, isOff(recent, from: stretch.baseline, by: PlainRule.deviationMin) {
            stretch.lastOffIndex = index
            stretch.recent = recent
            stretch.cleanDayCount = 0
            stretch.level = max(stretch.level, EpisodeLevel(reachedAfterDays: dayCount(stretch)) ?? .days3)
        } else if stretch.hasOpened {
            stretch.cleanDayCount += 1
        }
        open = stretch
        if stretch.cleanDayCount == PlainRule.cleanDayCountToResolve {
            end(at: index, because: .recovered)
        } else if stretch.hasOpened, dayCount(stretch) > PlainRule.newNormalDayCount {
            end(at: index, because: .newNormal)
        }
    }

    /// Takes a day that is off as a possible beginning, if enough days before it say what is usual.
    private mutating func begin(_ index: Int) {
        guard index >= PlainRule.baselineDayCountMin else { return }
        let baseline = mean(max(0, index - PlainRule.baselineDayCountMax)...index - 1)
        guard isOff(series[index].value, from: baseline, by: PlainRule.dayDeviationMin) else { return }
        open = Stretch(firstIndex: index, baseline: baseline, lastOffIndex: index, recent: series[index].value)
    }

    private mutating func end(at index: Int, because reason: ResolveReason) {
        if let open, open.hasOpened { closed.append(episode(open, through: index, resolved: reason)) }
        open = nil
    }

    private func episode(_ stretch: Stretch, through index: Int, resolved: ResolveReason?) -> Episode {
        Episode(
            metric: metric, pattern: metric.badPattern, activeSince: series[stretch.firstIndex].date, lastEvaluatedDate: series[index].date,
            dayCount: dayCount(stretch), level: stretch.level, baselineValue: stretch.baseline, recentValue: stretch.recent,
            resolved: resolved)
    }

    private func dayCount(_ stretch: Stretch) -> Int {
        series[stretch.lastOffIndex].date - series[stretch.firstIndex].date + 1
    }

    private func mean(_ indices: ClosedRange<Int>) -> Double {
        series[indices].reduce(0) { $0 + $1.value } / Double(indices.count)
    }

    private func isOff(_ value: Double, from baseline: Double, by fraction: Double) -> Bool {
        let deviation =
            switch metric.badPattern {
            case .dropVsBaseline: 1 - value / baseline
            case .riseVsBaseline: value / baseline - 1
            }
        return deviation >= fraction - PlainRule.roundingError
    }
}
