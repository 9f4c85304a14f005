import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The insights of version 2")
struct RobustTrendsTests {
    private func found(_ values: [Double?]) -> [TrendRule] { ScorePicture.rules(RobustTrends(), values) }

    private func history(_ values: [Double?]) -> [String] {
        RobustTrends().history(
            of: .ben, scores: ScorePicture.scores(values), from: ScorePicture.today - values.count, through: ScorePicture.today
        ).map { "\($0.rule.rawValue) \(ScorePicture.today - $0.date)\($0.isNew ? " new" : "")" }
    }

    @Test("Scores that are always the same are no low streak")
    func constant() {
        #expect(found(.usual(21)) == [])
    }

    @Test("Three scores a point below ones that are always the same are no low streak; three far below are a drop")
    func nearlyConstant() {
        #expect(ScorePicture.rules(CompatibleTrends(), .usual(18) + [79, 79, 79]) == [.streakLow])
        #expect(found(.usual(18) + [79, 79, 79]) == [])
        #expect(found(.usual(18) + [60, 60, 60]) == [.drop])
    }

    @Test("A low streak is strictly below a quartile that is itself low")
    func streakLow() {
        let days: [Double?] = [60, 61, 70, 80, 81, 82, 83, 84, 85, 86, 87, 88, 80, 81, 82, 83, 84, 85]
        #expect(found(days + [60, 60, 60]) == [.streakLow])
        // The sixth lowest is 70 with 60, 61, 60, 60 and 60 below it.
        #expect(found(days + [60, 60, 70]) != [.streakLow])
        // Half of the scores are 80 and half 81: the quartile is only just below the median.
        #expect(found((0..<18).map { $0.isMultiple(of: 2) ? 80 : 81 } + [80, 80, 80]) == [])
    }

    @Test("The last three scores must lie within four days, and the last of them be at most two days old")
    func fresh() {
        let drop: [Double?] = .swinging(18) + [50, 50, 50]
        #expect(!found(drop).isEmpty)
        #expect(!found(drop + [nil, nil]).isEmpty)
        #expect(found(drop + [nil, nil, nil]) == [])
        #expect(!found(.swinging(17) + [50, nil, 50, 50]).isEmpty)
        #expect(found(.swinging(16) + [50, nil, 50, nil, 50]) == [])
    }

    @Test("A drop that the spread of the scores explains is none")
    func spread() {
        let wild: [Double?] = (0..<18).map { $0.isMultiple(of: 2) ? 40 : 100 }
        #expect(ScorePicture.rules(CompatibleTrends(), wild + [55, 55, 55]) == [.drop])
        #expect(found(wild + [55, 55, 55]) == [])
    }

    @Test("A drop that three scores are too few to tell shows after a week")
    func week() throws {
        let wild: [Double?] = (0..<14).map { $0.isMultiple(of: 2) ? 60 : 100 }
        let lower: [Double?] = (0..<7).map { $0.isMultiple(of: 2) ? 75 : 40 }
        #expect(found(wild + lower.prefix(3)) == [])
        let scores = ScorePicture.scores(wild + lower)
        let insight = try #require(RobustTrends().insights(of: .ben, scores: scores, today: ScorePicture.today).first)
        #expect(insight.rule == .drop && insight.recentCount == 7)
        #expect(insight.usualScore == 80 && abs(insight.recentScore - 60) < 1e-9)
    }

    @Test("A rebound needs a drop or a low streak before it")
    func rebound() {
        #expect(found(.swinging(18) + [99, 99, 99]) == [])
        let back: [Double?] = .swinging(14) + [40, 40, 40, 40, 40, 40, 40] + [85, 85, 85]
        #expect(found(back) == [.rebound])
    }

    @Test("What goes on, or comes back within a week, is not new again")
    func cooldown() {
        #expect(
            history(.swinging(18) + [50, 50, 50, 50, 50, 85, 85, 50, 50, 50]).filter { $0.hasSuffix("new") }.count == 1)
    }

    @Test("The same scores say the same whether the last 63 days are known or more")
    func memory() {
        var generator = SeededGenerator(seed: .seed())
        var foundCount = 0
        for _ in 0..<20 {
            let values: [Double?] = (0..<200).map { _ in
                Int.random(in: 0..<8, using: &generator) == 0 ? nil : Double.random(in: 0...100, using: &generator).rounded()
            }
            for rules in [RobustTrends() as any TrendRules, CompatibleTrends()] {
                let all = rules.insights(of: .ben, scores: ScorePicture.scores(values), today: ScorePicture.today)
                foundCount += all.count
                #expect(all == rules.insights(of: .ben, scores: ScorePicture.scores(values.suffix(63)), today: ScorePicture.today))
            }
        }
        #expect(foundCount > 0)
    }
}
