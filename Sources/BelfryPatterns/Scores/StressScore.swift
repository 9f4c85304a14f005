import BelfryModel
import BelfryTime

/// How calm the body is against the person's own usual: stress lowers the variability of the heart rate and raises its resting rate.
///
/// Neither figure says anything by itself, because people differ more from each other than from themselves. The usual and the spread are
/// those of version 2, from the 42 days before. Sources: Kim and others, "Stress and Heart Rate Variability: A Meta-Analysis",
/// *Psychiatry Investigation* 15 (2018); Plews and others, "Training Adaptation and Heart Rate Variability in Elite Endurance Athletes",
/// *Sports Medicine* 43 (2013), for the logarithm and the person's own spread; Quer and others, "Inter- and intraindividual variability
/// in daily resting heart rate", *PLoS ONE* 15 (2020).
struct StressScore {
    /// By standard deviations for the better: 75 as usual, 12.5 points for each. Both numbers are ours.
    static let curve = ScoreCurve([(-6, 0), (2, 100)])
    static let metrics: [Metric] = [.hrv, .restingHeartRate]

    private let parts: [Part]

    private struct Part {
        let series: LogSeries
        let limits: RobustThresholds.Limits
        let sign: Double
    }

    /// - Parameter observations: of one person and one source, plausible and in the order of days.
    init(_ observations: [Metric: DailySeries]) {
        parts = Self.metrics.compactMap { metric in
            guard let series = observations[metric], let limits = RobustThresholds.standard.limits[metric] else { return nil }
            return Part(series: LogSeries(series.days), limits: limits, sign: metric.badPattern == .riseVsBaseline ? -1 : 1)
        }
    }

    /// The mean of what is known of the two; nil where no night of the day has a usual to be held against.
    func score(on date: CivilDate) -> Double? {
        var score = WeightedScore()
        for part in parts { score.add(Self.deviations(of: part, on: date).map(Self.curve.score), weight: 1) }
        return score.mean
    }

    /// How many standard deviations a day is better than usual; nil with fewer than 14 days to tell by.
    private static func deviations(of part: Part, on date: CivilDate) -> Double? {
        let series = part.series
        let index = series.firstIndex(from: date.daysSinceEpoch)
        guard index < series.days.count, series.days[index].date == date else { return nil }
        let first = series.firstIndex(from: (date - RobustRules.baselineDayCount).daysSinceEpoch)
        let usual = (first..<index).filter { series.days[$0].isUsual }
        guard
            let baseline = RobustBaseline(
                of: series, at: usual, limits: part.limits, typicalScaleDayCount: RobustThresholds.standard.typicalScaleDayCount)
        else { return nil }
        return part.sign * series.change(index, from: baseline) / baseline.scale
    }
}
