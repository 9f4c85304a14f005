import BelfryModel

/// How a night compares with what is recommended for adults: mostly by its length, and by efficiency and deep sleep where they are known.
enum SleepScore {
    /// Full from 7 to 9 hours, which are recommended; each hour outside costs 25 points, so that 6 and 10, which may be appropriate,
    /// have 75.
    ///
    /// Source of the hours: Hirshkowitz and others, "National Sleep Foundation's Sleep Time Duration Recommendations", *Sleep Health* 1
    /// (2015). How fast the score falls is ours.
    static let duration = ScoreCurve([(180, 0), (420, 100), (540, 100), (780, 0)])
    /// Full from 85 % of the time in bed, which speaks for good sleep, and half near 74 %, from which on down it speaks against.
    ///
    /// Source: Ohayon and others, "National Sleep Foundation's Sleep Quality Recommendations", *Sleep Health* 3 (2017).
    static let efficiency = ScoreCurve([(65, 0), (75, 50), (85, 100)])
    /// Of the night, in percent: full from 16, nothing at 5, by the same source.
    static let deepShare = ScoreCurve([(5, 0), (16, 100)])

    static let durationWeight = 0.6
    static let efficiencyWeight = 0.25
    static let deepShareWeight = 0.15

    /// Nil where the length of the night is not known, because the other figures say little without it.
    static func score(of values: [Metric: Double]) -> Double? {
        guard let minutes = values[.sleepMinutes] else { return nil }
        var score = WeightedScore()
        score.add(duration.score(of: minutes), weight: durationWeight)
        score.add(values[.sleepEfficiency].map(efficiency.score), weight: efficiencyWeight)
        // More deep sleep than sleep is of another night.
        let deep = values[.deepSleepMinutes].flatMap { $0 <= minutes ? 100 * $0 / minutes : nil }
        score.add(deep.map(deepShare.score), weight: deepShareWeight)
        return score.mean
    }
}
