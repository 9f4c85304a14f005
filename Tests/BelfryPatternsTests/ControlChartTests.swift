import BelfryModel
import BelfryTime
import Testing

@testable import BelfryPatterns

@Suite("The control charts")
struct ControlChartTests {
    private func days(_ after: String) -> DailySeries {
        let before = (0..<49).map {
            Observation(date: Picture.firstDay - 49 + $0, value: 50 * [0.98, 1, 1.02][$0 % 3])
        }
        return DailySeries(of: .hrv, before + Picture(text: after, usual: 50).observations)
    }

    @Test(
        "The moving average of ever the same deviation nears it, and the sum grows by what exceeds the allowance"
    )
    func statistics() {
        #expect(abs((0..<3).reduce(0.0) { value, _ in EWMAChart.next(value, 1) } - 0.488) < 1e-9)
        #expect((0..<4).reduce(0.0) { value, _ in CUSUMChart.next(value, 1.5) } == 4)
        #expect(CUSUMChart.next(1, -9) == 0)
        #expect(CUSUMChart.next(8, 9) == 8)
    }

    @Test(
        "A drop is an alarm until the days are usual again",
        arguments: [EWMAChart.name, CUSUMChart.name])
    func alarm(name: String) {
        let chart: any PatternEngine = name == EWMAChart.name ? EWMAChart() : CUSUMChart()
        #expect(chart.episodes(in: days("=========="), through: Picture.firstDay + 9) == [])
        let found = chart.episodes(
            in: days("77777" + String(repeating: "D", count: 9)), through: Picture.firstDay + 13)
        #expect(found.count == 1)
        #expect(found.first?.resolution?.reason == .recovered)
    }
}
