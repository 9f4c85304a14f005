import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPlanning

/// A Monday.
private let monday = CivilDate(literal: "2026-01-05")

private func outcome(
    _ response: ReminderOutcome.Response, on date: CivilDate, told: String, responded: String? = nil, category: String = "bills"
) -> ReminderOutcome {
    ReminderOutcome(
        category: category, toldAt: CivilDateTime(date, CivilTime(literal: told)), response: response,
        respondedAt: responded.map { CivilDateTime(date, CivilTime(literal: $0)) })
}

@Suite("What is learnt of a person")
struct HabitsTests {
    private let timing = AdaptiveTiming(tries: false)

    /// Whoever is told at nine and reads it at the same hour each day.
    private func habits(reading time: String, days: Range<Int> = 0..<14, where isIn: (CivilDate) -> Bool = { _ in true }) -> Habits {
        var habits = Habits()
        for date in days.map({ monday + $0 }).filter(isIn) {
            habits.learn(outcome(.acted, on: date, told: "07:00", responded: time), timing)
        }
        return habits
    }

    private func choice(
        _ habits: Habits, on date: CivilDate = monday + 14, _ timing: AdaptiveTiming? = nil, quiet: DailyWindow? = nil
    ) -> HourChoice? {
        var preferences = Preferences()
        preferences.quietHours = quiet
        return habits.choice(on: date, timing ?? self.timing, preferences)
    }

    @Test("before anything is known, the population's hour is chosen, and said to be")
    func coldStart() throws {
        let chosen = try #require(choice(Habits()))
        #expect(chosen.basis == .population)
        #expect(chosen.reason == .populationHour)
        #expect(Habits().isEmpty)
    }

    @Test("late responses say when the person has time", arguments: ["08:00", "12:30", "18:00", "20:30"])
    func learnsFromLateResponses(_ time: String) throws {
        let chosen = try #require(choice(habits(reading: time)))
        let wanted = CivilTime(literal: time)
        #expect(abs(Int(chosen.time.secondsSinceMidnight) - Int(wanted.secondsSinceMidnight)) <= 3600, "\(chosen.time)")
        guard case .learnt(let usual) = chosen.basis else { return #expect(Bool(false), "\(chosen.basis)") }
        #expect(usual?.contains(wanted) == true)
    }

    @Test("what is read at once at one hour and ignored at others is told at that hour")
    func learnsFromSilence() throws {
        var habits = Habits()
        for day in 0..<28 {
            let told = ["10:00", "13:00", "16:00", "20:00"][day % 4]
            let isRead = told == "16:00"
            let outcome = outcome(isRead ? .opened : .ignored, on: monday + day, told: told, responded: isRead ? "16:05" : nil)
            habits.learn(outcome, timing)
        }
        let chosen = try #require(choice(habits))
        #expect(chosen.time >= CivilTime(literal: "15:00") && chosen.time <= CivilTime(literal: "17:00"), "\(chosen.time)")
    }

    @Test("weekends are learnt apart, and borrow from working days until they are known")
    func weekends() throws {
        let saturday = monday + 19
        let workdays = habits(reading: "08:00", where: { timing.kind(of: $0) == .weekday })
        let borrowed = try #require(choice(workdays, on: saturday)?.time)
        #expect(abs(borrowed.hour - 8) <= 1, "\(borrowed)")
        var both = workdays
        for date in (14..<56).map({ monday + $0 }) {
            both.learn(outcome(.opened, on: date, told: "07:00", responded: timing.kind(of: date) == .weekend ? "11:00" : "08:00"), timing)
        }
        let weekend = try #require(choice(both, on: monday + 61)?.time)
        let weekday = try #require(choice(both, on: monday + 56)?.time)
        #expect(abs(weekend.hour - 11) <= 1 && abs(weekday.hour - 8) <= 1, "\(weekend) \(weekday)")
    }

    @Test("another weekend than Saturday and Sunday is possible")
    func otherWeekend() {
        #expect(AdaptiveTiming(weekend: [5, 6]).kind(of: monday + 4) == .weekend)
        #expect(AdaptiveTiming(weekend: [5, 6]).kind(of: monday + 6) == .weekday)
    }

    @Test("a new habit overrules an old one within days")
    func forgets() throws {
        var habits = habits(reading: "08:00", days: 0..<60)
        for day in 60..<70 { habits.learn(outcome(.opened, on: monday + day, told: "07:00", responded: "19:00"), timing) }
        let chosen = try #require(choice(habits, on: monday + 70))
        #expect(abs(chosen.time.hour - 19) <= 1, "\(chosen.time)")
    }

    @Test("the hour stays inside the bounds, outside quiet hours, and before the end of validity")
    func limits() throws {
        let evening = habits(reading: "20:00")
        let bounded = AdaptiveTiming(
            bounds: DailyWindow(start: CivilTime(literal: "08:00"), end: CivilTime(literal: "18:00")), tries: false)
        #expect(try #require(choice(evening, bounded)).time < CivilTime(literal: "18:00"))
        let quiet = DailyWindow(start: CivilTime(literal: "19:00"), end: CivilTime(literal: "09:00"))
        let outside = try #require(choice(evening, quiet: quiet)).time
        #expect(!quiet.contains(outside))
        var preferences = Preferences()
        preferences.quietHoursByWeekday = QuietNights([.monday: quiet])
        for day in 13...16 {
            let time = try #require(evening.choice(on: monday + day, timing, preferences)).time
            // Monday's reach into Tuesday morning, and the habit is of the evening.
            #expect((time < quiet.start) == (day == 14), "\(day)")
        }
        let early = try #require(evening.choice(on: monday + 14, timing, Preferences(), before: CivilTime(literal: "11:00")))
        #expect(early.time < CivilTime(literal: "11:00"))
        #expect(evening.choice(on: monday + 14, timing, Preferences(), before: CivilTime(literal: "06:30")) == nil)
    }

    @Test("a trial says so, names the best hour, stays inside the limits, and is the same whenever it is asked")
    func trials() throws {
        var habits = Habits()
        habits.learn(outcome(.opened, on: monday, told: "09:00", responded: "09:05"), timing)
        let trying = AdaptiveTiming(seed: UInt64.seed())
        let choices = (1...1000).compactMap { choice(habits, on: monday + $0, trying) }
        #expect(choices == (1...1000).compactMap { choice(habits, on: monday + $0, trying) })
        let trials = choices.filter { $0.reason == .triedHour }
        #expect((10...200).contains(trials.count), "\(trials.count)")
        for trial in trials {
            guard case .trial(let best) = trial.basis else { continue }
            #expect(best != trial.time && AdaptiveTiming.defaultBounds.contains(trial.time))
        }
        let never = AdaptiveTiming(tries: false)
        #expect(!(1...1000).contains { choice(habits, on: monday + $0, never)?.reason == .triedHour })
    }

    @Test("today is not learnt before it is over, and the same history twice changes nothing")
    func learnsFinishedDays() {
        let history = (0..<5).map { outcome(.opened, on: monday + $0, told: "07:00", responded: "12:00") }
        var habits = Habits()
        habits.learn(history.reversed(), before: monday + 4, timing)
        #expect(habits.learntOn == monday + 3)
        let once = habits
        habits.learn(history, before: monday + 4, timing)
        #expect(habits == once)
    }

    @Test("what comes after a clock was set forward and back is learnt all the same")
    func clockSetForward() {
        var habits = self.habits(reading: "18:00")
        habits.learn([outcome(.acted, on: monday + 400, told: "07:00", responded: "18:00")], before: monday + 401, timing)
        let count = habits.outcomeCount
        habits.learn([], before: monday + 15, timing)
        #expect(habits.lastDay == monday + 14)
        habits.learn([outcome(.acted, on: monday + 15, told: "07:00", responded: "18:00")], before: monday + 16, timing)
        #expect(habits.outcomeCount == count + 1)
    }

    @Test("whatever comes in, beliefs stay usable and the state below a kilobyte")
    func bounded() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        var habits = Habits()
        var largest = 0
        for step in 0..<600 {
            let date = monday + Int.random(in: -3...step, using: &generator)
            let (hour, minute) = (Int.random(in: 0...23, using: &generator), Int.random(in: 0...59, using: &generator))
            let told = CivilTime(hour: hour, minute: minute) ?? .midnight
            let response = ReminderOutcome.Response.allCases[Int.random(in: 0...3, using: &generator)]
            let category = "category-\(Int.random(in: 10...30, using: &generator))-with-a-name"
            habits.learn(
                ReminderOutcome(
                    category: category, toldAt: CivilDateTime(date, told), response: response,
                    respondedAt: Bool.random(using: &generator) ? CivilDateTime(date, CivilTime(literal: "23:59")) : nil), timing)
            if step % 7 == 0 { habits.learnUntold(category: category, hasActed: Bool.random(using: &generator)) }
            guard step % 20 == 0 else { continue }
            let data = try JSONEncoder().encode(habits)
            largest = max(largest, data.count)
            #expect(try JSONDecoder().decode(Habits.self, from: data) == habits)
            #expect(choice(habits, on: date) != nil)
        }
        #expect(largest <= 1024, "seed \(seed): \(largest) bytes")
        #expect(habits.categories.count == Habits.categoryCountMax)
    }

    @Test("the end of time is no trap")
    func extremes() {
        var habits = Habits()
        for date in ["0001-01-01", "2026-01-05", "9999-12-31", "0001-01-01"] {
            habits.learn(outcome(.ignored, on: CivilDate(literal: date), told: "09:00"), timing)
        }
        #expect(habits.learntOn == CivilDate(literal: "9999-12-31"))
    }

    @Test("what was learnt can be erased, whole or by category")
    func erases() {
        var habits = habits(reading: "08:00")
        habits.erase(category: "bills")
        #expect(habits.categories.isEmpty && !habits.isEmpty)
        habits.erase()
        #expect(habits == Habits())
    }

    @Test(
        "state that nothing can have led to is refused",
        arguments: [
            #"{"weekday": {"best": [1, 2]}}"#, #"{"weekday": {"best": []}}"#, #"{"categories": {"bills": [1, 2, 0, 0]}}"#,
            #"{"categories": {"bills": [-1, 0, 0, 0]}}"#, #"{"categories": {"bills": [1]}}"#, #"{"outcomes": -1}"#, #"{"learnt_on": "soon"}"#,
            #"{"categories": {"a name that is much too long to be one": [0, 0, 0, 0]}}"#,
        ])
    func refuses(_ json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Habits.self, from: Data(json.utf8)) }
    }

    @Test("nothing at all is what nobody has learnt")
    func decodesNothing() throws {
        #expect(try JSONDecoder().decode(Habits.self, from: Data("{}".utf8)) == Habits())
    }

    @Test("a population's prior is of its people")
    func populationPrior() throws {
        let prior = PopulationPrior(of: [habits(reading: "15:00")], on: .weekday)
        let afternoon = (29...31).reduce(0) { $0 + prior.chances[$1] }
        #expect(afternoon > 3 * (29...31).reduce(0) { $0 + PopulationPrior.standard.chances[$1] })
        #expect(PopulationPrior(of: [], on: .weekday) == .standard)
    }
}
