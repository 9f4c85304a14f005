import BelfryModel
import BelfryTesting
import BelfryTime

@testable import BelfryPatterns

/// Scores of consecutive days, the last of them today's, a Sunday; nil where a day has none.
struct ScorePicture {
    static let today = CivilDate.sunday

    static func scores(_ values: [Double?], _ pillar: Pillar = .sleep) -> [DailyScores] {
        values.enumerated().compactMap { offset, value in
            value.map { DailyScores(date: today - (values.count - 1 - offset), pillars: [pillar: $0]) }
        }
    }

    static func rules(_ rules: any TrendRules, _ values: [Double?]) -> [TrendRule] {
        rules.insights(of: .ben, scores: scores(values), today: today).map(\.rule)
    }
}

extension [Double?] {
    static func usual(_ count: Int) -> [Double?] { Array(repeating: 80, count: count) }
    /// Swings by five around 80, and is 80 on the mean of every two days.
    static func swinging(_ count: Int) -> [Double?] { (0..<count).map { $0.isMultiple(of: 2) ? 75 : 85 } }
}
