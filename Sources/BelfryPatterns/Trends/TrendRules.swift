import BelfryModel
import BelfryTime

/// Notices in a member's scores what is worth showing on the dashboard: scores in, insights out, the same on a server and offline.
public protocol TrendRules: Sendable {
    /// By which a setting names it.
    static var name: String { get }
    /// An insight that was last shown so many days ago or fewer is the same when it holds again, and no new one.
    static var cooldownDayCount: Int { get }

    /// The first rule that holds for a pillar.
    ///
    /// - Parameter earlier: what was found of this pillar in the last 21 days, in the order of days.
    func finding(in points: TrendPoints, today: CivilDate, earlier: [TrendInsight]) -> TrendFinding?
}

/// What a rule found: which one, and in which scores.
public struct TrendFinding: Sendable {
    let rule: TrendRule
    let comparison: TrendComparison
}

extension TrendRules {
    /// So much a fraction may lose in the computing: a change of exactly the threshold must count.
    static var roundingError: Double { 1e-9 }
    /// So many days are evaluated again, so that today knows what was shown before; with the window that makes 63 days of scores.
    static var replayDayCount: Int { 42 }
    /// What was found so many days ago is no longer known.
    static var memoryDayCount: Int { 21 }

    /// What a member's scores say today, at most one insight for each pillar.
    ///
    /// - Parameter scores: of the last 63 days, in the order of days; fewer serve, but then an insight may count as new again.
    public func insights(of member: UserID, scores: [DailyScores], today: CivilDate) -> [TrendInsight] {
        history(of: member, scores: scores, from: today - Self.replayDayCount, through: today).filter { $0.date == today }
    }

    /// What the scores said on each day of a stretch, as if asked every day.
    public func history(of member: UserID, scores: [DailyScores], from first: CivilDate, through last: CivilDate) -> [TrendInsight] {
        guard let firstScore = scores.first?.date, last >= max(first, firstScore) else { return [] }
        var found: [TrendInsight] = []
        for pillar in Pillar.allCases {
            var date = max(first, firstScore)
            var earlier: [TrendInsight] = []
            while date <= last {
                earlier.removeAll { date - $0.date > Self.memoryDayCount }
                if let insight = insight(of: member, pillar, scores, today: date, earlier: earlier) {
                    earlier.append(insight)
                    found.append(insight)
                }
                date = date + 1
            }
        }
        return found
    }

    private func insight(
        of member: UserID, _ pillar: Pillar, _ scores: [DailyScores], today: CivilDate, earlier: [TrendInsight]
    ) -> TrendInsight? {
        guard let points = TrendPoints(scores, pillar, today: today), let finding = finding(in: points, today: today, earlier: earlier)
        else { return nil }
        let last = earlier.last { $0.rule == finding.rule }
        let same = last.flatMap { today - $0.date <= Self.cooldownDayCount ? $0 : nil }
        return TrendInsight(
            member: member, pillar: pillar, rule: finding.rule, date: today, since: same?.since ?? today,
            recentCount: finding.comparison.recent.count, recentScore: finding.comparison.recentMean,
            usualScore: finding.comparison.baseMean, currentScore: points.current.score)
    }
}
