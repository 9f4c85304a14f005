import BelfryDevice
import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfrySimulation
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@Suite("Words that name a day, told late")
struct LateWordsTests: OffForAWhile {
    /// Off from eight o'clock on Saturday until seven on Sunday.
    private func offOvernight(_ bench: Bench) async { _ = await offFor(.hours(23), bench) }

    @Test("What names a day says on the next what is true then")
    func nextDay() async throws {
        let bench = try await bench()
        try await bench.save(.notificationSettings, FactRecord(id: FactTable.settingsID, columns: ["notify_on_due_date": .flag(false)]))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"))
        try await bench.save(.studyWords, .word("1", due: "2026-11-21"), .word("2", due: "2026-11-22"))
        await bench.reconcile(.change)
        await offOvernight(bench)
        let body = try #require(bench.centre.shown.first?.notification.body)
        #expect(bench.shownTitles == ["3 reminders"])
        #expect(body.contains("Due today: Rent") && body.contains("Expires in 2 days: Milk") && body.contains("2 words are due today."))
    }

    @Test("One of several says on the next day what is true then, too")
    func nextDaySummary() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"), .thing("eggs", expires: "2026-11-22"))
        await bench.reconcile(.launch)
        await offOvernight(bench)
        #expect(bench.shownTitles == ["Expires in 2 days: Milk"])
        bench.advance(by: .hours(26))
        #expect(bench.shownTitles == ["Expires in 2 days: Milk", "Expires today: Eggs"])
    }

    @Test("What the next reminder says that day anyway is told by it alone")
    func toldByTheNext() async throws {
        let bench = try await bench()
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        await bench.reconcile(.change)
        await offOvernight(bench)
        #expect(bench.shownTitles.isEmpty)
        bench.advance(by: .hours(26))
        let bodies = bench.centre.shown.map { "\($0.notification.title) \($0.notification.body)" }.joined(separator: "\n")
        #expect(bodies.contains("Due today: Rent") && bodies.contains("Expires today: Milk") && !bodies.contains("Due tomorrow: Rent"))
    }

    @Test("A bill that was put off meanwhile is not told late")
    func putOff() async throws {
        let bench = try await bench()
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        try await bench.save(.budgetItems, .bill("rent", due: "2026-12-22"))
        bench.centre.switchOn()
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles.isEmpty)
    }

    @Test("What quiet hours hold past midnight says what is true when it is shown")
    func heldPastMidnight() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-23"))
        try await bench.save(.notificationSettings, FactRecord(id: FactTable.settingsID, columns: ["reminder_time_hour": .whole(22)]))
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: ["reminder_time": .text("22:00")]))
        try await bench.save(.studyWords, .word("1", due: "2026-11-21"), .word("2", due: "2026-11-22"))
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"))
        try await bench.save(
            .profile,
            FactRecord(
                id: FactTable.settingsID,
                columns: [
                    "quiet_hours_start": .text("21:00"), "quiet_hours_end": .text("07:00"), "quiet_hours_action": .text("defer"),
                    "quiet_hours_notification_level": .text("none"), "reminder_time": .text("22:00"),
                ]))
        let report = await bench.reconcile(.launch)
        let plan = try #require(report.plan)
        let zone = try #require(Bench.zones.rules(named: "Europe/Berlin"))
        let lines = plan.lines.map { "\(zone.civil(at: $0.moment).date.components.day) \(Phrases.content(of: $0).title)" }
        #expect(lines.filter { $0.hasSuffix("Rent") } == ["23 Due today: Rent", "24 Overdue: Rent"])
        #expect(
            lines.filter { $0.hasSuffix("Milk") } == ["22 Expires in 2 days: Milk", "24 Expires today: Milk", "25 Expired: Milk", "26 Expired: Milk"])
        let words = try #require(plan.lines.first { $0.category == "study_reminder" })
        #expect(zone.civil(at: words.moment).date.components.day == 22 && Phrases.content(of: words).body == "2 words are due today.")
    }
}
