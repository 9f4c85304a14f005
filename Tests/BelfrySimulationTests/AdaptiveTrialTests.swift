import BelfryModel
import BelfrySimulation
import BelfryTesting
import Testing

@Suite("A trial of adaptive timing")
struct AdaptiveTrialTests {
    /// Few people and half the days, so that it is quick; the whole trial is a command.
    private func report(seed: UInt64) throws -> AdaptiveReport {
        try AdaptiveTrial(seed: seed, peopleCount: 40, dayCount: 70).report()
    }

    @Test("the learnt hour is near the oracle's, and ahead of every rival")
    func goals() throws {
        let seed = UInt64.seed()
        let report = try report(seed: seed)
        let ours = try #require(report.row(of: .ours))
        #expect(ours.shareOfOracle.value >= 0.9, "seed \(seed): \(ours.shareOfOracle)")
        #expect(ours.gain.value >= 0.2, "seed \(seed): \(ours.gain)")
        #expect(ours.foundOnWeekdays.value >= 0.8, "seed \(seed): \(ours.foundOnWeekdays)")
        for row in report.rows where row.policy != .ours && row.policy != .oracle {
            #expect(ours.responses.value > row.responses.value, "seed \(seed): \(row.policy)")
        }
        let fewer = try #require(report.goals.first { $0.name.hasPrefix("fewer") })
        #expect(fewer.measured.value >= 0.2, "seed \(seed): \(fewer)")
        // Nobody does better than the oracle, who always knows the hour.
        let oracle = try #require(report.row(of: .oracle))
        #expect(oracle.shareOfOracle.value == 1 && oracle.trials == 0)
        #expect(report.rows.allSatisfy { $0.responses.value <= oracle.responses.value + 1e-9 }, "seed \(seed)")
        #expect(report.rows.allSatisfy { $0.responses.low <= $0.responses.value && $0.responses.value <= $0.responses.high })
    }

    @Test("the same seed gives the same report, another one another")
    func repeats() throws {
        let small = { (seed: UInt64) in try AdaptiveTrial(seed: seed, peopleCount: 10, dayCount: 42).report() }
        #expect(try small(1) == small(1))
        #expect(try small(1) != small(2))
    }

    @Test("counts that make no trial are refused by name")
    func refuses() {
        #expect(throws: Problem.numberOutOfRange(field: "people", range: 10...100_000)) { try AdaptiveTrial(seed: 1, peopleCount: 0) }
        #expect(throws: Problem.numberOutOfRange(field: "days", range: 42...366)) { try AdaptiveTrial(seed: 1, dayCount: 7) }
        #expect(throws: Problem.numberOutOfRange(field: "others", range: 0...20)) { try AdaptiveTrial(seed: 1, otherCount: -1) }
    }
}
