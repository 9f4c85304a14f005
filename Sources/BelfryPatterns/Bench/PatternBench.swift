import BelfryModel
import BelfryTime

/// Measures engines on people's real days: how often they tell of nothing, and how much of what was put there they find.
///
/// Every contender sees the same shuffles, stretches and gaps, which follow from the generator alone.
public struct PatternBench: Sendable {
    public static let metrics: [Metric] = [.sleepMinutes, .steps, .hrv, .restingHeartRate]
    public static let stretchLengths = [7, 14, 21]
    /// By what the days of a stretch are multiplied.
    static let factors: [Metric: Double] = [
        .sleepMinutes: 0.75, .steps: 0.5, .hrv: 0.75, .restingHeartRate: 1.1,
    ]
    /// So many days come before a stretch, so that an engine can know what is usual.
    static let historyDayCount = 35
    static let wornDayCount = 28
    static let wornShare = 0.7
    /// A level counts where it is reached so many days after a stretch at the latest: means of three days trail.
    static let trailingDayCount = 3
    static let gapShare = 0.2

    public var shuffleCount = 10
    public var placeCount = 12

    public init() {}

    /// What each contender finds in the days of one person, by metric.
    public func tallies(
        of contenders: [any PatternEngine], on person: BenchPerson,
        using generator: inout some RandomNumberGenerator
    ) -> [[Metric: BenchTally]] {
        var tallies = contenders.map { _ in [Metric: BenchTally]() }
        for metric in Self.metrics {
            let scenes = scenes(metric, of: person, using: &generator)
            for (index, contender) in contenders.enumerated() {
                tallies[index][metric] = scenes.tally(of: contender)
            }
        }
        return tallies
    }

    private func scenes(
        _ metric: Metric, of person: BenchPerson, using generator: inout some RandomNumberGenerator
    ) -> BenchScenes {
        let observations = person.observations[metric] ?? []
        var scenes = BenchScenes(
            dayCount: person.dayCount, control: DailySeries(of: metric, observations))
        for _ in 0..<shuffleCount {
            scenes.shuffled.append(
                DailySeries(of: metric, observations.shuffledWithinWeek(using: &generator)))
        }
        guard let first = observations.first?.date, let last = observations.last?.date,
            let factor = Self.factors[metric]
        else { return scenes }
        for length in Self.stretchLengths where last - first + 1 >= Self.historyDayCount + length {
            let starts = (Self.historyDayCount...(last - first + 1 - length)).map { first + $0 }
            let worn = starts.filter { Self.isWorn(observations, $0..<($0 + length)) }
            for _ in 0..<placeCount {
                guard let start = worn.randomElement(using: &generator) else { break }
                let stretch = start..<(start + length)
                let injected = observations.injected(stretch, factor: factor)
                scenes.stretches.append(
                    .init(
                        dates: stretch, whole: DailySeries(of: metric, injected),
                        gappy: DailySeries(
                            of: metric, injected.without(Self.gapShare, of: stretch, using: &generator))))
            }
        }
        return scenes
    }

    /// Whether the wearable was worn on most days of a stretch and of the four weeks before; otherwise nobody could find anything.
    private static func isWorn(_ observations: [Observation], _ stretch: Range<CivilDate>) -> Bool {
        let before = (stretch.lowerBound - wornDayCount)..<stretch.lowerBound
        func share(_ dates: Range<CivilDate>) -> Double {
            Double(observations.count { dates.contains($0.date) })
                / Double(dates.upperBound - dates.lowerBound)
        }
        return share(before) >= wornShare && share(stretch) >= wornShare
    }
}

/// One metric of one person, as it was, shuffled, and with stretches put in.
struct BenchScenes {
    /// On how many days the person wore the thing, by whatever metric.
    let dayCount: Int
    let control: DailySeries
    var shuffled: [DailySeries] = []
    var stretches: [Stretch] = []

    struct Stretch {
        let dates: Range<CivilDate>
        let whole: DailySeries
        let gappy: DailySeries
    }

    func tally(of engine: any PatternEngine) -> BenchTally {
        var tally = BenchTally()
        for series in shuffled {
            tally.nullDayCount += dayCount
            for episode in episodes(engine, series) {
                tally.nullNotificationCount += episode.notifications.count
                if episode.level >= .days14 { tally.nullCriticalCount += 1 }
            }
        }
        let control = episodes(engine, control)
        for stretch in stretches {
            tally.stretches[stretch.dates.count, default: .init()].add(
                stretch.dates, found: episodes(engine, stretch.whole),
                gappy: episodes(engine, stretch.gappy), control: control)
        }
        return tally
    }

    private func episodes(_ engine: any PatternEngine, _ series: DailySeries) -> [PatternEpisode] {
        series.days.last.map { engine.episodes(in: series, through: $0.date) } ?? []
    }
}

extension BenchTally.Stretch {
    fileprivate mutating func add(
        _ dates: Range<CivilDate>, found: [PatternEpisode], gappy: [PatternEpisode],
        control: [PatternEpisode]
    ) {
        let isHit = found.contains { $0.isTold(within: dates) }
        count += 1
        hitCount += isHit ? 1 : 0
        controlCount += control.contains { $0.isTold(within: dates) } ? 1 : 0
        episodeCount += isHit ? found.count { $0.overlaps(dates) } : 0
        reached14Count += found.contains { $0.reaches(.days14, of: dates) } ? 1 : 0
        reached21Count += found.contains { $0.reaches(.days21, of: dates) } ? 1 : 0
        gappyReached14Count += gappy.contains { $0.reaches(.days14, of: dates) } ? 1 : 0
        gappyReached21Count += gappy.contains { $0.reaches(.days21, of: dates) } ? 1 : 0
    }
}

extension PatternEpisode {
    /// Whether somebody is told of it on one of the days.
    fileprivate func isTold(within dates: Range<CivilDate>) -> Bool {
        notifications.contains { dates.contains($0.date) }
    }

    fileprivate func overlaps(_ dates: Range<CivilDate>) -> Bool {
        activeSince < dates.upperBound && lastDeviatingDate >= dates.lowerBound
    }

    fileprivate func reaches(_ level: EpisodeLevel, of dates: Range<CivilDate>) -> Bool {
        let last = dates.upperBound + PatternBench.trailingDayCount
        return levels.contains { $0.level == level && $0.date >= dates.lowerBound && $0.date < last }
    }
}

extension Range<CivilDate> {
    fileprivate var count: Int { upperBound - lowerBound }
}
