import BelfryModel
import BelfryTime

extension DailySeries {
    /// One metric of one person's stored days, from its primary source.
    public init(of metric: Metric, days: [DailyMetrics]) {
        let bySource = Dictionary(grouping: days, by: \.source).mapValues { rows in
            let observations = rows.compactMap { row in
                row.values[metric].map { Observation(date: row.date, value: $0) }
            }
            return DailySeries(of: metric, observations).days.map { Observation(date: $0.date, value: $0.value) }
        }
        self.init(of: metric, DailySeries.bridged(bySource.filter { !$0.value.isEmpty }))
    }
}
