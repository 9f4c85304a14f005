import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The daily series")
struct DailySeriesTests {
    @Test("Days come out in their order, one value each, whatever order they came in")
    func order() {
        var generator = SeededGenerator(seed: .seed())
        let days = (0..<30).map { Observation(date: .sunday + $0 / 2, value: 5000 + Double($0)) }
        let series = DailySeries(of: .steps, days)
        #expect(series.days.map(\.date) == (0..<15).map { .sunday + $0 })
        for _ in 0..<100 {
            #expect(DailySeries(of: .steps, days.shuffled(using: &generator)) == series)
        }
    }

    @Test(
        "What nobody who wears the thing can have is missing",
        arguments: [
            (Metric.sleepMinutes, 59.0, 60.0, 960.0, 961.0), (.steps, 199, 200, 100_000, 100_001),
            (.hrv, 4.9, 5, 300, 301),
            (.restingHeartRate, 29, 30, 130, 131),
        ])
    func plausible(metric: Metric, tooLow: Double, low: Double, high: Double, tooHigh: Double) {
        let values = [tooLow, low, high, tooHigh, 0, -1, .nan, .infinity, -.infinity, 1e300]
        let days = values.enumerated().map { Observation(date: .sunday + $0, value: $1) }
        #expect(DailySeries(of: metric, days).days.map(\.value) == [low, high])
    }

    @Test("Dates at both ends of the calendar, and beyond it, stop nobody")
    func ends() {
        let dates = [Int32.min / 2, -719_162, 0, 2_932_896, Int32.max / 2].map(
            CivilDate.init(daysSinceEpoch:))
        let series = DailySeries(of: .steps, dates.map { Observation(date: $0, value: 8000) })
        #expect(series.days.count == 5)
        #expect(CompatibleRules().episodes(in: series, through: .sunday) == [])
    }
}
