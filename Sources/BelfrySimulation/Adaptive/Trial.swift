import BelfryModel
import BelfryTime

/// One person under one policy: reminded each day, and measured by the truth that the policy doesn't know.
///
/// Each day brings two reminders at the policy's hour and some at moments of their own. All of them teach; only the first two are measured.
struct Trial {
    /// The reminder that everybody wants, the one that some ignore, and one of a fixed moment.
    static let daily = "daily"
    static let tips = "tips"
    static let errand = "errand"
    /// The hours at which anybody may be reminded.
    static let hours = 7...21

    let person: SimulatedPerson
    let days: TrialDays
    /// From which follows what the person does, whatever the policy.
    let seed: UInt64
    /// How many reminders of a moment of their own there are each day.
    let errandCount: Int

    /// What came of it.
    struct Result: Sendable {
        var character: SimulatedPerson.Character
        /// How many responses were to be expected, by the truth, and of how many reminders: over all days, and once learnt.
        var responses = 0.0
        var steadyResponses = 0.0
        var toldCount = 0
        /// Reminders that were left out, and the responses that these would have had.
        var untoldCount = 0
        var lostResponses = 0.0
        /// Of the reminders that an ignorer ignores, while they do.
        var ignoredCount = 0
        var ignoredUntoldCount = 0
        /// Whether the best hour was known to within an hour when it should be.
        var foundWeekday = false
        var foundWeekend = false
        /// How long after a shift the new hour was found, in days; that of the last day where it never was.
        var recoveryDays: Double?
        var trialCount = 0
    }

    func run(_ policy: some TimingPolicy) -> Result {
        var policy = policy
        var result = Result(character: person.character)
        var isRight: [Bool] = []
        for (number, date) in days.all.enumerated() {
            if number == TrialDays.learningCount {
                result.foundWeekday = isFound(policy, on: date)
                result.foundWeekend = isFound(policy, on: date + 5)
            }
            isRight.append(days.isWeekend(date) ? isRight.last ?? false : isFound(policy, on: date))
            let time = policy.hour(on: date)
            if time != policy.bestHour(on: date) { result.trialCount += 1 }
            for (index, category) in [Trial.daily, Trial.tips].enumerated() {
                remind(category, at: time, on: date, with: SeededGenerator(seed: seed, number, index), &policy, &result)
            }
            for index in 0..<errandCount {
                var generator = SeededGenerator(seed: seed, number, 2 + index)
                let time = CivilTime(hours: generator.uniform(7, 22))
                policy.learn(person.outcome(of: Trial.errand, toldAt: CivilDateTime(date, time), days, using: &generator))
            }
        }
        if person.character == .shifter { result.recoveryDays = recovery(isRight) }
        return result
    }

    private func remind(
        _ category: String, at time: CivilTime, on date: CivilDate, with generator: SeededGenerator, _ policy: inout some TimingPolicy,
        _ result: inout Result
    ) {
        var generator = generator
        let chance = person.chance(at: Double(time.secondsSinceMidnight) / 3600, category, on: date, days)
        let isIgnored = person.character == .ignorer && category == Trial.tips && date < days.comeback
        if isIgnored { result.ignoredCount += 1 }
        guard policy.tells(category, on: date) else {
            if isIgnored { result.ignoredUntoldCount += 1 }
            result.untoldCount += 1
            result.lostResponses += chance
            return
        }
        result.toldCount += 1
        result.responses += chance
        if days.isSteady(date) { result.steadyResponses += chance }
        policy.learn(person.outcome(of: category, toldAt: CivilDateTime(date, time), days, using: &generator))
    }

    private func isFound(_ policy: some TimingPolicy, on date: CivilDate) -> Bool {
        policy.bestHour(on: date).distance(from: person.peak(on: date, days)) <= 1
    }

    /// The first day after the change from which on the hour is right for three days.
    private func recovery(_ isRight: [Bool]) -> Double {
        let after = Array(isRight[(days.change - days.first)...])
        let found = after.indices.first { index in after[index..<min(index + 3, after.count)].allSatisfy(\.self) }
        return Double(found ?? after.count)
    }
}
