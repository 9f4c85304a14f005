import BelfryModel
import BelfryTime

/// The insights that families are used to: the last three scores against the lower quartile, and against up to seven scores before.
///
/// They come with what surprised people in them. The last three scores need be neither of days in a row nor of this week; the run of three
/// days may lie anywhere in the window; and where all scores are the same, all are as low as the lowest quarter.
public struct CompatibleTrends: TrendRules {
    public static let name = "compatible"
    /// Nothing is remembered beyond yesterday.
    public static let cooldownDayCount = 1

    static let dropMin = 0.20
    static let reboundMin = 0.15

    public init() {}

    public func finding(in points: TrendPoints, today: CivilDate, earlier: [TrendInsight]) -> TrendFinding? {
        rule(in: points).map { TrendFinding(rule: $0, comparison: points.lastThree) }
    }

    private func rule(in points: TrendPoints) -> TrendRule? {
        if points.lastThreeScores(are: { $0 <= points.lowThreshold }), points.hasRun { return .streakLow }
        guard let change = points.lastThree.change else { return nil }
        if change <= -Self.dropMin + Self.roundingError { return .drop }
        return change >= Self.reboundMin - Self.roundingError ? .rebound : nil
    }
}
