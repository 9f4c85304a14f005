import BelfryModel
import BelfryPlanning
import BelfryTime

/// A way to choose the hour of a person's reminders.
protocol TimingPolicy {
    /// The hour on a day, trials included.
    mutating func hour(on date: CivilDate) -> CivilTime
    /// The hour that it holds for the best, without trials.
    func bestHour(on date: CivilDate) -> CivilTime
    mutating func learn(_ outcome: ReminderOutcome)
    /// Whether a reminder of a category is told on a day at all.
    func tells(_ category: String, on date: CivilDate) -> Bool
}

extension TimingPolicy {
    mutating func hour(on date: CivilDate) -> CivilTime { bestHour(on: date) }
    mutating func learn(_ outcome: ReminderOutcome) {}
    func tells(_ category: String, on date: CivilDate) -> Bool { true }
}

/// Ours.
struct LearntTiming: TimingPolicy {
    private var habits = Habits()
    private let timing: AdaptiveTiming
    private let preferences = Preferences()

    init(seed: UInt64) { timing = AdaptiveTiming(seed: seed) }

    func hour(on date: CivilDate) -> CivilTime {
        habits.choice(on: date, timing, preferences)?.time ?? Person.defaultReminderTime
    }

    func bestHour(on date: CivilDate) -> CivilTime {
        var timing = timing
        timing.tries = false
        return habits.choice(on: date, timing, preferences)?.time ?? Person.defaultReminderTime
    }

    mutating func learn(_ outcome: ReminderOutcome) { habits.learn(outcome, timing) }

    func tells(_ category: String, on date: CivilDate) -> Bool { habits.tells(category, .watch, order: timing.seed, on: date, timing) }
}

/// Knows the truth: each day the half hour at which the person responds most.
struct Oracle: TimingPolicy {
    let person: SimulatedPerson
    let days: TrialDays

    func bestHour(on date: CivilDate) -> CivilTime {
        let hours = Trial.hours.lazy.flatMap { [Double($0), Double($0) + 0.5] }
        let chances = hours.map { ($0, person.chance(at: $0, Trial.daily, on: date, days)) }
        return CivilTime(hours: chances.max { $0.1 < $1.1 }?.0 ?? 9)
    }
}

/// The same hour for everybody.
struct FixedHour: TimingPolicy {
    let time: CivilTime

    func bestHour(on date: CivilDate) -> CivilTime { time }
}

/// The hour in which the person has responded most often so far; until then 09:00.
struct MostFrequentHour: TimingPolicy {
    private var counts = Array(repeating: 0, count: 24)

    func bestHour(on date: CivilDate) -> CivilTime {
        let most = counts.max() ?? 0
        guard most > 0, let hour = counts.firstIndex(of: most) else { return Person.defaultReminderTime }
        return CivilTime(hours: min(Double(hour) + 0.5, 21.5))
    }

    mutating func learn(_ outcome: ReminderOutcome) {
        if outcome.response.isPositive, let time = outcome.respondedAt?.time { counts[time.hour] += 1 }
    }
}

/// Thompson sampling with a beta posterior for each hour of the day, as if the hours had nothing to do with each other.
///
/// Source: Chapelle and Li, "An Empirical Evaluation of Thompson Sampling" (2011).
struct ThompsonPerHour: TimingPolicy {
    private var responded = Array(repeating: 1.0, count: 24)
    private var missed = Array(repeating: 1.0, count: 24)
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func hour(on date: CivilDate) -> CivilTime {
        let draws = Trial.hours.map { ($0, generator.beta(responded[$0], missed[$0])) }
        return Self.time(draws.max { $0.1 < $1.1 }?.0)
    }

    func bestHour(on date: CivilDate) -> CivilTime {
        Self.time(Trial.hours.max { responded[$0] / (responded[$0] + missed[$0]) < responded[$1] / (responded[$1] + missed[$1]) })
    }

    mutating func learn(_ outcome: ReminderOutcome) {
        if outcome.response.isPositive { responded[outcome.toldAt.time.hour] += 1 } else { missed[outcome.toldAt.time.hour] += 1 }
    }

    private static func time(_ hour: Int?) -> CivilTime { CivilTime(hours: Double(hour ?? 9) + 0.5) }
}
