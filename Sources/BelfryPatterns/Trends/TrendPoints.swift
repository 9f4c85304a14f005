import BelfryModel
import BelfryTime

/// The scores of a pillar that a rule looks at: those of the last 21 days, today's included.
public struct TrendPoints: Sendable {
    public struct Point: Hashable, Sendable {
        public let date: CivilDate
        /// From 0 to 100.
        public let score: Double
    }

    static let windowDayCount = 21
    static let recentCount = 3
    static let baseCountMax = 7
    /// Fewer scores say nothing.
    static let countMin = 5

    /// In the order of days.
    let points: [Point]
    let sortedScores: [Double]
    /// The last three against up to seven before them.
    let lastThree: TrendComparison
    let current: Point

    /// Nil where there are too few.
    ///
    /// - Parameter scores: in the order of days.
    init?(_ scores: [DailyScores], _ pillar: Pillar, today: CivilDate) {
        points = TrendPoints.window(of: scores, today: today).compactMap { day in
            day.pillars[pillar].map { Point(date: day.date, score: $0) }
        }
        guard points.count >= Self.countMin, let last = points.last else { return nil }
        current = last
        sortedScores = points.map(\.score).sorted()
        lastThree = TrendComparison(
            recent: points.suffix(Self.recentCount), base: points.dropLast(Self.recentCount).suffix(Self.baseCountMax))
    }

    /// - Parameter scores: in the order of days.
    static func window(of scores: [DailyScores], today: CivilDate) -> ArraySlice<DailyScores> {
        let end = scores.lastIndex { $0.date <= today }.map { $0 + 1 } ?? 0
        return scores[(scores[..<end].lastIndex { today - $0.date >= windowDayCount }.map { $0 + 1 } ?? 0)..<end]
    }
}

extension TrendPoints {
    /// The lower quartile, as the score at a quarter of the sorted ones, rounded down.
    var lowThreshold: Double { sortedScores[sortedScores.count / 4] }

    /// Whether three days in a row have a score, wherever in the window.
    var hasRun: Bool {
        zip(points, points.dropFirst(2)).contains { $1.date - $0.date == 2 }
    }

    /// Whether each of the last three scores has a property.
    func lastThreeScores(are condition: (Double) -> Bool) -> Bool { lastThree.recent.allSatisfy { condition($0.score) } }
}
