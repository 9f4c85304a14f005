import BelfryModel
import BelfryTime

/// Scores a person's days for the dashboard, from 0 to 100 in each pillar, by what is recommended and by their own usual.
///
/// They order a person's own days and are no medical measure: no study has held them against anybody's health.
/// `docs/guide/patterns.md` has the formula with its sources.
public enum VitalityScores {
    /// The scores of every day of which something is known, in the order of days.
    ///
    /// - Parameters:
    ///   - series: of one person, one for each metric; a metric that is missing leaves its weight to the others of its pillar.
    ///   - firstDate: of the days that are scored; those before say what is usual. Nil for all.
    public static func scores(from series: [DailySeries], since firstDate: CivilDate? = nil, through lastDate: CivilDate) -> [DailyScores] {
        let series = Dictionary(series.map { ($0.metric, $0) }, uniquingKeysWith: { $1 })
        var values: [CivilDate: [Metric: Double]] = [:]
        for (metric, series) in series {
            for day in series.days(through: lastDate) where firstDate.map({ $0 <= day.date }) ?? true { values[day.date, default: [:]][metric] = day.value }
        }
        let stress = StressScore(series)
        return values.sorted { $0.key < $1.key }.compactMap { date, values in
            var pillars: [Pillar: Double] = [:]
            pillars[.sleep] = SleepScore.score(of: values)
            pillars[.movement] = MovementScore.score(of: values)
            pillars[.stress] = stress.score(on: date)
            return pillars.isEmpty ? nil : DailyScores(date: date, pillars: pillars)
        }
    }

    /// The scores of one person's days as they were stored, each metric from its primary source.
    ///
    /// All days count as over.
    public static func scores(of days: [DailyMetrics]) -> [DailyScores] {
        guard let lastDate = days.map(\.date).max() else { return [] }
        return scores(from: Metric.allCases.map { DailySeries(of: $0, days: days) }, through: lastDate)
    }
}
