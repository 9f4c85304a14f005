import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySimulation
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@Suite("What a device learns of its person")
struct HabitStudyTests {
    /// Words are due every day, told at 09:00 in Berlin; the first day is a Saturday.
    private func bench(adaptive: String? = "true") async throws -> Bench {
        let bench = Bench()
        try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["adaptive": adaptive.map(FactValue.text) ?? .null]))
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: ["study_reminders_enabled": .flag(true)]))
        try await bench.save(.studyWords, FactRecord(id: "1", columns: ["due": .text("2026-11-01")]))
        return bench
    }

    /// Lives for some days, looking at the device every hour; what is shown is opened at once where `opens` says so.
    private func live(_ bench: Bench, days: Range<Int>, opens: (CivilDateTime) -> Bool) async throws {
        let zone = try #require(Bench.zones.rules(named: "Europe/Berlin"))
        for hour in days.lowerBound * 24..<days.upperBound * 24 {
            bench.advance(by: .hours(hour))
            await bench.reconcile(.foreground, after: .hours(hour))
            for shown in bench.centre.visible where opens(zone.civil(at: shown.moment)) {
                let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: .open, parts: shown.parts)
                bench.centre.removeDelivered([shown.identifier])
                _ = try await bench.orchestrator.handle(response, now: Bench.morning + .hours(hour))
            }
        }
    }

    private func learnt(_ bench: Bench) async throws -> LearntHabits { try await LearntHabits(in: bench.device) }

    @Test("Whoever opens what comes in the evening is reminded in the evening, and is told why")
    func learns() async throws {
        let bench = try await bench()
        try await live(bench, days: 0..<28) { (19...21).contains(Int($0.time.secondsSinceMidnight) / 3600) }
        let learnt = try await learnt(bench)
        let choice = try #require(learnt.choice(on: .weekday, from: CivilDate(literal: "2026-12-21")))
        #expect((18...21).contains(Int(choice.time.secondsSinceMidnight) / 3600), "\(choice)")
        #expect(learnt.habits.outcomeCount >= 20)
        #expect(learnt.habits.categoryNames == ["study_reminder"])
        let document = try #require(learnt.habits.document)
        #expect(document.utf8.count <= 1024)
    }

    @Test("Without the switch nothing is learnt", arguments: [nil, "false"])
    func off(adaptive: String?) async throws {
        let bench = try await bench(adaptive: adaptive)
        try await live(bench, days: 0..<4) { _ in true }
        #expect(try await learnt(bench).habits.isEmpty)
        #expect(await bench.device.record(ledgerSince: .min).habits == StoredHabits())
    }

    @Test("What was never answered counts as ignored, also where nobody looked for a week")
    func ignored() async throws {
        let bench = try await bench()
        await bench.reconcile(.launch)
        bench.advance(by: .hours(7 * 24))
        await bench.reconcile(.foreground, after: .hours(7 * 24))
        let outcomes = await bench.device.history(since: .min).map(\.outcome)
        #expect(outcomes.count >= 6)
        #expect(outcomes.dropLast().allSatisfy { $0 == .ignored }, "\(outcomes)")
        #expect(try await learnt(bench).habits.outcomeCount >= 5, "in the same pass")
    }

    @Test("Of what the person does anyway fewer are told; where they want nothing learnt, an app that sees it is not heard")
    func untold() async throws {
        for (adaptive, percents) in [("true", [50]), ("false", [])] as [(String, [Int])] {
            let bench = try await bench(adaptive: adaptive)
            for _ in 0..<40 { try await bench.orchestrator.learnUntold(category: "study_reminder", hasActed: true) }
            let learnt = try await learnt(bench)
            #expect(learnt.sharePercents.map { $0.percent } == percents)
        }
    }

    @Test("What the person asked for in their own words is told however little is done with it, unless they say how much of it")
    func ownReminders() async throws {
        for (adaptive, percent) in [("true", 100), (#"{"least_percents": {"water": 50}}"#, 50)] {
            let bench = try await bench(adaptive: adaptive)
            let water: [String: FactValue] = ["title": .text("Water"), "dtstart": .text("2026-11-22"), "category": .text("water")]
            try await bench.save(.reminders, FactRecord(id: "1", columns: water))
            for _ in 0..<40 { try await bench.orchestrator.learnUntold(category: "water", hasActed: true) }
            #expect(try await learnt(bench).sharePercents.map { $0.percent } == [percent])
        }
    }

    @Test("Once a day is enough: the day's plan stays where it is")
    func onceADay() async throws {
        let bench = try await bench()
        try await live(bench, days: 0..<3) { _ in true }
        let known = await bench.device.record(ledgerSince: .min)
        let again = await bench.reconcile(.foreground, after: .hours(71))
        #expect(again.callCount == 0)
        #expect(await bench.device.record(ledgerSince: .min).habits == known.habits)
    }

    @Test("What is erased is not learnt again from what was told before")
    func erased() async throws {
        let bench = try await bench()
        try await live(bench, days: 0..<5) { _ in true }
        #expect(try await !learnt(bench).habits.isEmpty)
        var change = JournalChange()
        change.habits = .erased(at: Bench.morning + .hours(5 * 24))
        _ = try await bench.device.apply(change)
        try await live(bench, days: 5..<6) { _ in true }
        #expect(try await learnt(bench).habits.isEmpty)
        try await live(bench, days: 6..<9) { _ in true }
        #expect((1...3).contains(try await learnt(bench).habits.outcomeCount))
    }

    @Test("The wording changes from day to day, is the same on every planning, and what came of it is learnt")
    func wordings() async throws {
        let bench = try await bench()
        try await live(bench, days: 0..<10) { _ in true }
        let lines = await bench.device.history(since: .min)
        let chosen = lines.compactMap(\.wording?.chosen)
        #expect(chosen.count == lines.count)
        #expect(Set(chosen) == ["study", "study.direct"])
        #expect(lines.allSatisfy { abs(($0.wording?.chances.values.reduce(0, +) ?? 0) - 1) < 1e-9 })
        #expect(Set(bench.shownTitles) == ["Time to review", "A few minutes for your words"])
        let document = try #require(try await learnt(bench).habits.document)
        #expect(document.contains("\"study.direct\""))
        let calls = await bench.reconcile(.launch, after: .hours(239)).callCount
        #expect(calls == 0)
    }
}
