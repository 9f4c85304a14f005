import BelfryModel
import BelfryTime

/// A person whose real days the bench works on.
public struct BenchPerson: Sendable {
    public let user: UserID
    /// In the order of days, plausible values only.
    public let observations: [Metric: [Observation]]

    /// How many days have a value of any metric.
    public var dayCount: Int { Set(observations.values.flatMap { $0.map(\.date) }).count }

    /// The people of a file's rows, in the order of their names.
    ///
    /// - Parameter metrics: those that are looked at.
    public static func people(in rows: [DailyMetrics], metrics: [Metric] = PatternBench.metrics)
        -> [BenchPerson]
    {
        Dictionary(grouping: rows, by: \.user).sorted { $0.key < $1.key }.map { user, rows in
            var observations: [Metric: [Observation]] = [:]
            for metric in metrics {
                let all = rows.compactMap { row in
                    row.values[metric].map { Observation(date: row.date, value: $0) }
                }
                observations[metric] = DailySeries(of: metric, all).days.map {
                    Observation(date: $0.date, value: $0.value)
                }
            }
            return BenchPerson(user: user, observations: observations)
        }
    }
}

extension [Observation] {
    /// The same values on other days, weekdays among weekdays and weekends among weekends: no stretch of it means anything.
    func shuffledWithinWeek(using generator: inout some RandomNumberGenerator) -> [Observation] {
        func isWeekend(_ observation: Observation) -> Bool {
            observation.date.weekday == 0 || observation.date.weekday == 6
        }
        var week = filter { !isWeekend($0) }.map(\.value).shuffled(using: &generator)
        var weekend = filter(isWeekend).map(\.value).shuffled(using: &generator)
        return map {
            Observation(
                date: $0.date, value: (isWeekend($0) ? weekend.popLast() : week.popLast()) ?? $0.value)
        }
    }

    /// The days of a stretch times a factor, the others as they are.
    func injected(_ stretch: Range<CivilDate>, factor: Double) -> [Observation] {
        map { stretch.contains($0.date) ? Observation(date: $0.date, value: $0.value * factor) : $0 }
    }

    /// Without some of the days of a stretch.
    func without(
        _ share: Double, of stretch: Range<CivilDate>, using generator: inout some RandomNumberGenerator
    ) -> [Observation] {
        filter { !stretch.contains($0.date) || Double.random(in: 0..<1, using: &generator) >= share }
    }
}
