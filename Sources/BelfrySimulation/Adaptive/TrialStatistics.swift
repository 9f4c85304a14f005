import BelfryModel

/// Makes estimates of the results of a trial.
struct TrialStatistics {
    private let results: [TimingPolicyName: [Trial.Result]]
    private var generator: SeededGenerator

    init(_ results: [TimingPolicyName: [Trial.Result]], seed: UInt64) {
        self.results = results
        generator = SeededGenerator(seed: seed)
    }

    mutating func row(of policy: TimingPolicyName) -> AdaptiveReport.Row {
        let own = results[policy] ?? []
        let dueCount = own.reduce(0) { $0 + $1.toldCount + $1.untoldCount }
        return AdaptiveReport.Row(
            policy: policy,
            responses: ratio(policy, \.responses, to: policy) { Double($0.toldCount + $0.untoldCount) },
            shareOfOracle: ratio(policy, \.steadyResponses, to: .oracle, \.steadyResponses),
            gain: ratio(policy, \.responses, to: .fixedMorning, \.responses).plus(-1),
            foundOnWeekdays: ratio(policy, { $0.foundWeekday ? 1 : 0 }, to: policy) { _ in 1 },
            foundAtWeekends: ratio(policy, { $0.foundWeekend ? 1 : 0 }, to: policy) { _ in 1 },
            foundOnAllDays: ratio(policy, { ($0.foundWeekday ? 5 : 0) + ($0.foundWeekend ? 2 : 0) }, to: policy) { _ in 7 },
            recoveryDays: median(of: own.compactMap(\.recoveryDays)),
            recoveredInTenDays: ratio(policy, { ($0.recoveryDays ?? .infinity) <= 10 ? 1 : 0 }, to: policy) {
                $0.recoveryDays == nil ? 0 : 1
            },
            trials: Double(own.reduce(0) { $0 + $1.trialCount }) * 2 / Double(max(1, dueCount)))
    }

    /// The sum of one figure by the sum of another, over people.
    private mutating func ratio(
        _ one: TimingPolicyName, _ above: (Trial.Result) -> Double, to other: TimingPolicyName, _ below: (Trial.Result) -> Double
    ) -> Estimate {
        let (above, below) = ((results[one] ?? []).map(above), (results[other] ?? []).map(below))
        return Estimate(peopleCount: above.count, using: &generator) { people in
            let sum = people.reduce(0) { $0 + below[$1] }
            return sum > 0 ? people.reduce(0) { $0 + above[$1] } / sum : 0
        }
    }

    private mutating func median(of figures: [Double]) -> Estimate {
        Estimate(peopleCount: figures.count, using: &generator) { people in
            let sorted = people.map { figures[$0] }.sorted()
            return sorted.isEmpty ? 0 : (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
        }
    }

    // MARK: Goals

    mutating func goals(_ rows: [AdaptiveReport.Row]) -> [AdaptiveReport.Goal] {
        guard let ours = rows.first(where: { $0.policy == .ours }) else { return [] }
        let fewer = ratio(.ours, { Double($0.ignoredUntoldCount) }, to: .ours) { Double($0.ignoredCount) }
        let lost = lostShare { $0 == .ignorer }
        let lostByOthers = lostShare { $0 != .ignorer }
        var goals = [
            goal("within 1 h of the best hour after 14 days, on all days of a week", atLeast: 0.9, ours.foundOnAllDays),
            goal("within 1 h of the best hour after 14 days, on weekdays", atLeast: 0.9, ours.foundOnWeekdays),
            goal("within 1 h of the best hour after 14 days, at weekends", atLeast: 0.9, ours.foundAtWeekends),
            goal("responses by those of the oracle, once learnt", atLeast: 0.95, ours.shareOfOracle),
            goal("responses more than at 09:00", atLeast: 0.2, ours.gain),
            goal("days until a shift is found, median", atMost: 10, ours.recoveryDays),
            goal("fewer of the reminders that somebody ignores", atLeast: 0.3, fewer),
            goal("responses lost by those who ignore", atMost: 0.02, lost),
            goal("responses lost by the others", atMost: 0.02, lostByOthers),
        ]
        for rival in TimingPolicyName.allCases where rival != .ours && rival != .oracle {
            let lead = ratio(.ours, \.responses, to: rival, \.responses).plus(-1)
            let name = "responses more than \(rival.rawValue)"
            goals.append(AdaptiveReport.Goal(name: name, target: "> 0, surely", measured: lead, isReached: lead.low > 0))
        }
        return goals
    }

    /// Which share of the responses of some people was lost, because they were not told.
    private mutating func lostShare(of isIn: (SimulatedPerson.Character) -> Bool) -> Estimate {
        ratio(.ours, { isIn($0.character) ? $0.lostResponses : 0 }, to: .ours) {
            isIn($0.character) ? $0.responses + $0.lostResponses : 0
        }
    }

    private func goal(_ name: String, atLeast target: Double, _ measured: Estimate) -> AdaptiveReport.Goal {
        AdaptiveReport.Goal(name: name, target: "≥ \(target)", measured: measured, isReached: measured.value >= target)
    }

    private func goal(_ name: String, atMost target: Double, _ measured: Estimate) -> AdaptiveReport.Goal {
        AdaptiveReport.Goal(name: name, target: "≤ \(target)", measured: measured, isReached: measured.value <= target)
    }
}

extension Estimate {
    fileprivate func plus(_ number: Double) -> Estimate { Estimate(value: value + number, low: low + number, high: high + number) }
}
