import BelfryModel
import BelfryTime

extension PatternEngine {
    /// Every episode in one person's days, by metric in their order, each metric from its primary source.
    ///
    /// All days count as over, and the last of them is the day on which is asked.
    public func episodes(of days: [DailyMetrics]) -> [PatternEpisode] {
        guard let lastDate = days.map(\.date).max() else { return [] }
        return Metric.allCases.flatMap { metric in
            let bySource = Dictionary(grouping: days, by: \.source).mapValues { rows in
                let observations = rows.compactMap { row in
                    row.values[metric].map { Observation(date: row.date, value: $0) }
                }
                return DailySeries(of: metric, observations).days.map {
                    Observation(date: $0.date, value: $0.value)
                }
            }.filter { !$0.value.isEmpty }
            return episodes(in: DailySeries(of: metric, DailySeries.bridged(bySource)), through: lastDate)
        }
    }
}
