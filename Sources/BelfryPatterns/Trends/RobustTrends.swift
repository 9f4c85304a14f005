import BelfryModel
import BelfryTime

/// The insights of version 2: only of this week's scores, only where their spread doesn't explain the change, and good news only after bad.
///
/// Three scores can't tell a lasting drop of 20 points from the spread that most people's scores have. So a drop is looked for in the last
/// seven days too, against all before them.
public struct RobustTrends: TrendRules {
    public static let name = "v2"
    public static let cooldownDayCount = 7

    /// The last score is at most so many days old…
    static let ageMax = 2
    /// …and the last three lie within so many days.
    static let recentSpanMax = 4
    /// The least change of three scores in standard errors.
    static let zMin = 2.5

    static let weekDayCount = 7
    /// The least number of scores in the last seven days, and before them.
    static let weekCountMin = 5
    static let beforeWeekCountMin = 7
    /// The least drop of a week in standard errors.
    static let weekZMin = 2.0

    public init() {}

    public func finding(in points: TrendPoints, today: CivilDate, earlier: [TrendInsight]) -> TrendFinding? {
        guard isFresh(points, today) else { return nil }
        if isStreakLow(points) { return TrendFinding(rule: .streakLow, comparison: points.lastThree) }
        let isCertain = points.lastThree.standardErrors(spread: TrendPoints.spread(of: [points.points[...]])) >= Self.zMin
        let change = isCertain ? points.lastThree.change ?? 0 : 0
        if change <= -CompatibleTrends.dropMin + Self.roundingError { return TrendFinding(rule: .drop, comparison: points.lastThree) }
        if let week = weekDrop(points) { return TrendFinding(rule: .drop, comparison: week) }
        let isRecovery = earlier.contains { $0.rule.tone == .attention }
        guard change >= CompatibleTrends.reboundMin - Self.roundingError, isRecovery else { return nil }
        return TrendFinding(rule: .rebound, comparison: points.lastThree)
    }

    private func isFresh(_ points: TrendPoints, _ today: CivilDate) -> Bool {
        guard let first = points.lastThree.recent.first?.date else { return false }
        return points.current.date - first < Self.recentSpanMax && today - points.current.date <= Self.ageMax
    }

    /// The lower quartile must itself be low: below the median, and by the median absolute deviation. Where most scores are equal it is the
    /// median, and a point less is no news.
    private func isStreakLow(_ points: TrendPoints) -> Bool {
        let threshold = points.lowThreshold
        var scores = points.sortedScores
        let median = RobustBaseline.median(&scores)
        var distances = scores.map { ($0 - median).magnitude }
        return points.lastThreeScores(are: { $0 < threshold }) && points.hasRun
            && threshold < median && threshold <= median - RobustBaseline.median(&distances)
    }

    /// The last seven days against all before, where they are lower.
    ///
    /// The spread is that within the two, so that the drop itself is no part of it.
    private func weekDrop(_ points: TrendPoints) -> TrendComparison? {
        let first = points.points.firstIndex { points.current.date - $0.date < Self.weekDayCount } ?? 0
        let week = TrendComparison(recent: points.points[first...], base: points.points[..<first])
        guard week.recent.count >= Self.weekCountMin, week.base.count >= Self.beforeWeekCountMin, let change = week.change,
            change <= -CompatibleTrends.dropMin + Self.roundingError,
            week.standardErrors(spread: TrendPoints.spread(of: [week.recent, week.base])) >= Self.weekZMin
        else { return nil }
        return week
    }
}

extension TrendPoints {
    /// The standard deviation of scores around the means of the groups to which they belong.
    ///
    /// - Parameter groups: none of them empty, and together with more scores than there are groups.
    fileprivate static func spread(of groups: [ArraySlice<Point>]) -> Double {
        var squares = 0.0
        var freedom = 0
        for group in groups {
            let mean = group.reduce(0) { $0 + $1.score } / Double(group.count)
            squares += group.reduce(0) { $0 + ($1.score - mean) * ($1.score - mean) }
            freedom += group.count - 1
        }
        return freedom > 0 ? (squares / Double(freedom)).squareRoot() : 0
    }
}
