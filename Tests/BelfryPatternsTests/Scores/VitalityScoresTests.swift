import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The scores of a day")
struct VitalityScoresTests {
    private let person = UserID(literal: "ben")

    private func days(_ count: Int, source: String = "watch", _ values: (Int) -> [Metric: Double]) -> [DailyMetrics] {
        (0..<count).map { DailyMetrics(user: person, date: .sunday + $0, source: source, values: values($0)) }
    }

    private func score(_ pillar: Pillar, _ values: [Metric: Double]) -> Double? {
        VitalityScores.scores(of: days(1) { _ in values }).first?.pillars[pillar]
    }

    // MARK: Sleep

    @Test(
        "Seven to nine hours of sleep have the full score, and each hour outside costs a quarter",
        arguments: [
            (120.0, 0.0), (180, 0), (240, 25), (360, 75), (390, 87.5), (420, 100), (480, 100), (540, 100), (570, 87.5), (600, 75), (780, 0),
            (960, 0),
        ])
    func duration(minutes: Double, expected: Double) {
        #expect(score(.sleep, [.sleepMinutes: minutes]) == expected)
    }

    @Test("Efficiency and deep sleep count where they are known, and leave their weight to the length of the night where they are not")
    func qualityOfSleep() throws {
        let full: [Metric: Double] = [.sleepMinutes: 400, .sleepEfficiency: 75, .deepSleepMinutes: 42]
        // 91.7 for the length, 50 for efficiency, 50 for 10.5 % of deep sleep.
        let expected: Double = 0.6 * 275 / 3 + 0.25 * 50 + 0.15 * 50
        #expect(abs(try #require(score(.sleep, full)) - expected) < 1e-9)
        let withoutDeep: [Metric: Double] = [.sleepMinutes: 480, .sleepEfficiency: 75]
        let expectedWithoutDeep: Double = (0.6 * 100 + 0.25 * 50) / 0.85
        #expect(abs(try #require(score(.sleep, withoutDeep)) - expectedWithoutDeep) < 1e-9)
        #expect(score(.sleep, [.sleepMinutes: 480, .deepSleepMinutes: 500]) == 100)
    }

    @Test("Without the length of the night there is no score of sleep")
    func withoutDuration() {
        #expect(score(.sleep, [.sleepEfficiency: 90, .deepSleepMinutes: 80, .steps: 5000]) == nil)
    }

    // MARK: Movement

    /// For 4,000 and 8,000 steps (1 − .85^4) / (1 − .85^12) and (1 − .85^8) / (1 − .85^12).
    @Test(
        "The first steps count most, 12,000 have the full score, and so have 300 minutes a week",
        arguments: [
            ([.steps: 4000], 55.726), ([.steps: 8000], 84.815), ([.steps: 12_000], 100), ([.steps: 30_000], 100),
            ([.movementMinutes: 150.0 / 7], 50), ([.movementMinutes: 120], 100), ([.steps: 4000, .movementMinutes: 60], 73.436),
        ] as [([Metric: Double], Double)])
    func movement(values: [Metric: Double], expected: Double) throws {
        #expect(abs(try #require(score(.movement, values)) - expected) < 0.001)
    }

    // MARK: Stress

    /// Sixty nights that swing around 50 ms and 60 a minute, and a last one as given.
    private func stress(_ last: [Metric: Double], usualCount: Int = 60) -> Double? {
        let low: [Metric: Double] = [.hrv: 45, .restingHeartRate: 58.5]
        let high: [Metric: Double] = [.hrv: 55.6, .restingHeartRate: 61.5]
        let days = days(usualCount + 1) { day in
            if day == usualCount { return last }
            return day.isMultiple(of: 2) ? low : high
        }
        return VitalityScores.scores(of: days).last { $0.date == .sunday + usualCount }?.pillars[.stress]
    }

    @Test("A night as usual scores 75, whatever the person's usual is")
    func usual() throws {
        #expect(abs(try #require(stress([.hrv: 50, .restingHeartRate: 60])) - 75) < 1)
        #expect(abs(try #require(stress([.hrv: 50])) - 75) < 1)
        #expect(abs(try #require(stress([.restingHeartRate: 60])) - 75) < 1)
    }

    @Test("A lower variability or a higher rate lowers the score, and the two are weighed alike")
    func strained() throws {
        let lowVariability = try #require(stress([.hrv: 40, .restingHeartRate: 60]))
        let highRate = try #require(stress([.hrv: 50, .restingHeartRate: 65]))
        let both = try #require(stress([.hrv: 40, .restingHeartRate: 65]))
        #expect(lowVariability < 70 && highRate < 70)
        #expect(abs((75 - both) - (75 - lowVariability) - (75 - highRate)) < 1)
        #expect(try #require(stress([.hrv: 60, .restingHeartRate: 56])) > 85)
    }

    @Test("With fewer than 14 nights nobody knows what is usual")
    func learning() {
        #expect(stress([.hrv: 50], usualCount: 13) == nil)
        #expect(stress([.hrv: 50], usualCount: 14) != nil)
    }

    // MARK: Days

    @Test("Whatever the values, a score is from 0 to 100, and implausible values say nothing")
    func bounds() {
        var generator = SeededGenerator(seed: .seed())
        let strange = [0, -5, Double.nan, .infinity, 1e300]
        let days = days(200) { _ in
            var values: [Metric: Double] = [:]
            for metric in Metric.allCases where Bool.random(using: &generator) {
                let likely = Double.random(in: 0...1000, using: &generator)
                values[metric] = Bool.random(using: &generator) ? likely : strange.randomElement(using: &generator)
            }
            return values
        }
        let scores = VitalityScores.scores(of: days)
        #expect(!scores.isEmpty)
        #expect(scores.allSatisfy { day in day.pillars.values.allSatisfy { (0...100).contains($0) } && day.vitality != nil })
        #expect(score(.sleep, [.sleepMinutes: 2000]) == nil)
    }

    @Test("The vitality score is the mean of the pillars that are known")
    func vitality() {
        #expect(DailyScores(date: .sunday, pillars: [.sleep: 80, .movement: 50]).vitality == 65)
        #expect(DailyScores(date: .sunday, pillars: [:]).vitality == nil)
    }

    @Test("Neither the order of the rows nor a second source changes the scores, and later days are not looked at")
    func repeatable() {
        let watch = days(40) { [.sleepMinutes: 400 + Double($0), .steps: 5000 + 10 * Double($0), .hrv: 50 + Double($0 % 5)] }
        let phone = days(10, source: "phone") { _ in [.steps: 3000] }
        let scores = VitalityScores.scores(of: watch)
        #expect(scores == VitalityScores.scores(of: (phone + watch).reversed()))
        #expect(scores.map(\.date) == (0..<40).map { .sunday + $0 })
        let series = Metric.allCases.map { DailySeries(of: $0, days: watch) }
        #expect(VitalityScores.scores(from: series, through: .sunday + 29) == Array(scores.prefix(30)))
        #expect(VitalityScores.scores(of: []).isEmpty)
    }
}
