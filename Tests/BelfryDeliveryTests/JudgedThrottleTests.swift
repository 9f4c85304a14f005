import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("The judge, on how much an app allows under one key")
struct JudgedThrottleTests: Judging {
    /// Each with its decision, and how many it says were told under its key before; every decision follows from its inputs.
    private func throttling(_ candidates: [DeliveryCandidate]) throws -> [String] {
        try judge.verdicts(on: candidates, now: .noon, ageMax: .seconds(86_400)).map { verdict in
            let inputs = try inputs(verdict)
            guard case .decided(let decision) = verdict.judgement else { return "\(verdict.judgement)" }
            if decision.action != .merge { #expect(PolicyPipeline.standard.decide(inputs, in: .utc) == decision) }
            return "\(verdict.delivery) \(decision.reason.rawValue) \(inputs.throttleTold.map { String($0) } ?? "–")"
        }
    }

    @Test("Of several at once no more is told under one key than its app allows, the graver first; other keys, apps and persons count for themselves")
    func throttle() throws {
        #expect(
            try throttling([
                candidate(throttled(1)), candidate(throttled(2, severity: .attention)), candidate(throttled(3, key: "gate")),
                candidate(throttled(4, app: .shop)), candidate(throttled(5, to: .ben)), candidate(throttled(6, key: nil)),
                candidate(throttled(7, severity: .critical)), candidate(throttled(8, countMax: 3)),
            ]) == [
                "delivery-1 throttled 1", "delivery-2 throttled 1", "delivery-3 allowed 0", "delivery-4 allowed 0", "delivery-5 allowed 0",
                "delivery-6 allowed –", "delivery-7 allowed 0", "delivery-8 allowed 1",
            ])
    }

    @Test("What was told in the window counts, and no longer once it is behind; critical ones pass all the same")
    func throttleWindow() throws {
        func reason(_ ago: Duration, severity: Severity = .watch) throws -> String {
            try throttling([candidate(throttled(1, severity: severity), throttledLately: [.noon - ago])])[0]
        }
        #expect(try reason(.seconds(3599)) == "delivery-1 throttled 1")
        #expect(try reason(.seconds(3600)) == "delivery-1 allowed 0")
        #expect(try reason(.seconds(60), severity: .critical) == "delivery-1 allowed 1")
    }

    @Test("The same over several channels counts once under a key, whether it is told at one time or was told before")
    func throttleOfTheSame() throws {
        #expect(
            try throttling([candidate(throttled(1)), candidate(throttled(1, named: 2)), candidate(throttled(3))]) == [
                "delivery-1 allowed 0", "delivery-2 allowed 0", "delivery-3 throttled 1",
            ])
        let told = [Instant.noon - .seconds(60)]
        #expect(
            try throttling([
                candidate(throttled(1, countMax: 2), sameThrottledAt: told[0]), candidate(throttled(2, countMax: 2), throttledLately: told),
                candidate(throttled(3, countMax: 2), throttledLately: told),
            ]) == ["delivery-1 allowed 0", "delivery-2 allowed 1", "delivery-3 throttled 2"])
    }

    @Test("What was held is told as one summary, which counts once under a key; the day's limit is counted beside it")
    func throttleOfSummaries() throws {
        let held = (1...3).map { candidate(throttled($0, heldSince: .morning)) }
        #expect(
            try throttling(held + [candidate(throttled(4))]) == [
                "delivery-1 allowed 0", "delivery-2 merged_into_summary 0", "delivery-3 merged_into_summary 0", "delivery-4 throttled 1",
            ])
        let limited = [1, 2, 3].map { candidate(throttled($0, key: $0 == 1 ? nil : "door"), [.dailyCountMax: "2"]) }
        #expect(try throttling(limited) == ["delivery-1 allowed –", "delivery-2 allowed 0", "delivery-3 throttled 1"])
        #expect(try decided(limited) == ["delivery-1 allowed 0", "delivery-2 allowed 1", "delivery-3 throttled 2"])
    }
}
