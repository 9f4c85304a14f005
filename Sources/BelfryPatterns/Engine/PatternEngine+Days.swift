import BelfryModel
import BelfryTime

extension PatternEngine {
    /// Every episode in one person's days, by metric in their order, each metric from its primary source.
    ///
    /// All days count as over, and the last of them is the day on which is asked.
    public func episodes(of days: [DailyMetrics]) -> [PatternEpisode] {
        guard let lastDate = days.map(\.date).max() else { return [] }
        return Metric.allCases.flatMap { episodes(in: DailySeries(of: $0, days: days), through: lastDate) }
    }
}
