import BelfryModel
import BelfryTime

/// The days of one metric of one person that say something: one value a day, in their order, whatever order they came in.
public struct DailySeries: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        public let date: CivilDate
        /// Positive and plausible, in the metric's unit.
        public let value: Double
        /// Whether the day tells of the person's usual; not one on which they flew far.
        public let isUsual: Bool
        /// Whether most people rest on it, where the person was.
        let isWeekend: Bool
    }

    public let metric: Metric
    /// Strictly ascending by date.
    public let days: [Day]

    /// Takes the plausible ones of some observations; of several on one day the greatest value, as no order can be asked for.
    ///
    /// Where revisions are known, ``init(of:from:now:zones:)`` chooses by them.
    public init(of metric: Metric, _ observations: [Observation], unusual: Set<CivilDate> = []) {
        self.init(of: metric, observations, unusual: unusual, isWeekend: Weekend.saturdayAndSunday.contains)
    }

    init(of metric: Metric, _ observations: [Observation], unusual: Set<CivilDate>, isWeekend: (CivilDate) -> Bool) {
        self.metric = metric
        let range = metric.plausibleRange
        var sorted = observations.filter { $0.value.isFinite && range.contains($0.value) }
        if !zip(sorted, sorted.dropFirst()).allSatisfy({ $0.date < $1.date }) {
            sorted.sort { ($0.date, -$0.value) < ($1.date, -$1.value) }
        }
        var days: [Day] = []
        days.reserveCapacity(sorted.count)
        for observation in sorted where days.last?.date != observation.date {
            days.append(
                Day(
                    date: observation.date, value: observation.value,
                    isUsual: unusual.isEmpty || !unusual.contains(observation.date), isWeekend: isWeekend(observation.date)))
        }
        self.days = days
    }

    func days(through lastDate: CivilDate) -> [Day] {
        guard let last = days.last, last.date > lastDate else { return days }
        return Array(days.prefix { $0.date <= lastDate })
    }
}
