import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The insights that families are used to")
struct CompatibleTrendsTests {
    private func found(_ values: [Double?]) -> [TrendRule] { ScorePicture.rules(CompatibleTrends(), values) }

    // MARK: Streak low

    @Test("Three scores in the lower quarter are a low streak, the quartile itself included")
    func streakLow() {
        // Sorted, the sixth of 21 is 70: five are lower or the same.
        let days: [Double?] = [70, 80, 81, 82, 83, 84, 85, 86, 87, 88, 80, 81, 82, 83, 84, 85, 86, 70, 70, 69, 68]
        #expect(found(days) == [.streakLow])
        #expect(found(days.dropLast() + [81]) == [])
    }

    @Test("Scores that are always the same are a low streak")
    func constant() {
        #expect(found(.usual(21)) == [.streakLow])
        #expect(found(.usual(5)) == [.streakLow])
        #expect(found(Array(repeating: 0, count: 21)) == [.streakLow])
    }

    @Test("The run of three days may lie anywhere; without one there is no low streak")
    func run() {
        let scattered: [Double?] = [90, 91, nil, 92, 93, nil, 94, 95, nil, 96, 97, nil, 90, nil, 91, nil, 60, nil, 59, nil, 58]
        #expect(found(scattered) == [.drop])
        var withRun = scattered
        withRun[2] = 90
        #expect(found(withRun) == [.streakLow])
    }

    // MARK: Drop and rebound

    @Test("A fifth less than the seven scores before is a drop, a fifth exactly too")
    func drop() {
        // Lower scores three weeks ago keep the lower quartile below the last three.
        let lows: [Double?] = [20, 20, 20, 20, 20, 20, 20]
        #expect(found(lows + .usual(7) + [64, 64, 64]) == [.drop])
        #expect(found(lows + .usual(7) + [64, 64, 64.1]) == [])
    }

    @Test("Fifteen percent more than the seven scores before is a rebound, without any drop before")
    func rebound() {
        #expect(found(.usual(7) + [92, 92, 92]) == [.rebound])
        #expect(found(.usual(7) + [92, 92, 91.9]) == [])
    }

    @Test("With fewer than five scores before, or only zeros, there is neither")
    func base() {
        #expect(found(.usual(4) + [99, 99, 99]) == [])
        #expect(found(.usual(5) + [99, 99, 99]) == [.rebound])
        #expect(found([0, 0, 0, 0, 0, 0, 0, 50, 50, 50]) == [])
    }

    @Test("Fewer than five scores in three weeks say nothing")
    func few() {
        #expect(found(.usual(4)) == [])
        #expect(found([]) == [])
        #expect(found(.usual(4) + Array(repeating: nil, count: 17)) == [])
    }

    @Test("The last three scores may be old and far apart, as long as they lie in the last 21 days")
    func stale() {
        let old: [Double?] = .usual(7) + [40, 40, 40]
        #expect(found(old + Array(repeating: nil, count: 11)) == [.streakLow])
        #expect(found(old + Array(repeating: nil, count: 17)) == [])
    }

    // MARK: What an insight says

    @Test("An insight says what it was found by, and since when")
    func facts() throws {
        let scores = ScorePicture.scores(.usual(7) + [92, 92, 92])
        let insight = try #require(CompatibleTrends().insights(of: .ben, scores: scores, today: ScorePicture.today).first)
        #expect(insight.recentScore == 92 && insight.usualScore == 80 && insight.currentScore == 92)
        #expect(abs(try #require(insight.changePercent) - 15) < 1e-9)
        #expect(insight.isNew && insight.since == ScorePicture.today)
    }

    @Test("An insight that was there yesterday is not new; one that was away for a day is")
    func news() {
        let history = CompatibleTrends().history(
            of: .ben, scores: ScorePicture.scores([40, 40, 40, 40, 40, 40, 40, 60, 60, 60, 60, 20, 90, 95]),
            from: ScorePicture.today - 13, through: ScorePicture.today)
        let rebounds = history.filter { $0.rule == .rebound }.map { "\(ScorePicture.today - $0.date) \($0.isNew)" }
        #expect(rebounds == ["6 true", "5 false", "4 false", "3 false", "1 true", "0 false"])
    }

    @Test("Pillars are judged apart, sleep first")
    func pillars() {
        let scores = (0..<10).map { day -> DailyScores in
            let pillars: [Pillar: Double] = [.stress: day < 7 ? 80 : 92, .sleep: day < 7 ? 80 : 50, .movement: 50 + Double(day)]
            return DailyScores(date: .sunday - (9 - day), pillars: pillars)
        }
        let insights = CompatibleTrends().insights(of: .ben, scores: scores, today: .sunday)
        #expect(insights.map(\.pillar) == [.sleep, .stress])
        #expect(insights.map(\.rule) == [.streakLow, .rebound])
    }
}
