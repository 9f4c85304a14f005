import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPlanning

@Suite("How often a category is told")
struct EngagementTests {
    private let timing = AdaptiveTiming()

    private func habits(ignoring count: Int) -> Habits {
        var habits = Habits()
        for day in 0..<count { learn(.ignored, on: day, &habits) }
        return habits
    }

    private func learn(_ response: ReminderOutcome.Response, on day: Int, _ habits: inout Habits) {
        let told = CivilDateTime(CivilDate(literal: "2026-01-05") + day, CivilTime(literal: "09:00"))
        habits.learn(ReminderOutcome(category: "tips", toldAt: told, response: response), timing)
    }

    @Test("whoever ignores a category gets fewer of it, down to the floor of its severity")
    func fewer() {
        #expect(habits(ignoring: 0).share(of: "tips", .watch, timing) == 1)
        #expect(habits(ignoring: 3).share(of: "tips", .watch, timing) == 1)
        let some = habits(ignoring: 8).share(of: "tips", .watch, timing)
        #expect(some < 1 && some > 0.5)
        #expect(habits(ignoring: 60).share(of: "tips", .watch, timing) == 0.5)
        #expect(habits(ignoring: 60).share(of: "tips", .attention, timing) == 0.75)
        #expect(habits(ignoring: 60).share(of: "bills", .watch, timing) == 1)
    }

    @Test("critical ones are always told")
    func critical() {
        let severe = AdaptiveTiming(leastPercents: ["tips": 0])
        #expect(habits(ignoring: 60).share(of: "tips", .critical, severe) == 1)
    }

    @Test("the person's own floor goes before the usual one, and one switch leaves everything as it is")
    func ownFloor() {
        #expect(habits(ignoring: 60).share(of: "tips", .watch, AdaptiveTiming(leastPercents: ["tips": 80])) == 0.8)
        #expect(habits(ignoring: 60).share(of: "tips", .watch, AdaptiveTiming(thins: false)) == 1)
        #expect(habits(ignoring: 60).share(of: "tips", .watch, AdaptiveTiming(leastPercents: ["tips": 900])) == 1)
    }

    @Test("one response brings all of it back")
    func comesBack() {
        var habits = habits(ignoring: 60)
        learn(.acted, on: 60, &habits)
        #expect(habits.share(of: "tips", .watch, timing) == 1)
    }

    @Test("what the person does anyway needs no telling")
    func uplift() {
        var habits = Habits()
        for day in 0..<40 {
            learn(day % 4 == 0 ? .acted : .ignored, on: day, &habits)
            habits.learnUntold(category: "tips", hasActed: day % 4 == 0)
        }
        #expect(habits.share(of: "tips", .watch, timing) == 0.5)
    }

    @Test("the days that are told are spread evenly and are as many as the share")
    func spread() {
        let habits = habits(ignoring: 60)
        let first = CivilDate(literal: "2026-04-01")
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let order = generator.next()
            let told = (0..<200).map { habits.tells("tips", .watch, order: order, on: first + $0, timing) }
            #expect((95...105).contains(told.count { $0 }), "seed \(seed)")
            let gaps = told.split(separator: true, omittingEmptySubsequences: true).map(\.count)
            #expect((gaps.max() ?? 0) <= 2, "seed \(seed)")
        }
    }

    @Test("counts stay within what they can be")
    func bounds() {
        var engagement = Engagement()
        for _ in 0..<1000 {
            engagement.learn(isPositive: true)
            engagement.learnUntold(hasActed: true)
        }
        let same = Engagement(
            told: engagement.told, responded: engagement.responded, notTold: engagement.notTold, actedUntold: engagement.actedUntold)
        #expect(same == engagement)
        #expect(engagement.responded <= Engagement.countMax)
    }
}
