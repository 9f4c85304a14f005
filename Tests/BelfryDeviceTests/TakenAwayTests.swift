import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDevice

@Suite("What is taken away where it is shown")
struct TakenAwayTests {
    @Test("What is paid is taken away where it is shown, too")
    func withdrawn() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-12-10"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        #expect(bench.centre.delivered().count == 1)
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().isEmpty)
    }

    @Test(
        "What is paid until its next due date, put off, or pays itself from now on is taken away where it is shown; another amount leaves it",
        arguments: [
            (["due_date": .text("2026-12-22")], 0), (["due_date": .text("2026-11-23")], 0), (["is_auto_pay": .flag(true)], 0),
            (["amount": .whole(125_000)], 1),
        ] as [([String: FactValue], Int)])
    func outdated(columns: [String: FactValue], deliveredCount: Int) async throws {
        let bench = Bench()
        var rent = FactRecord.bill("rent", due: "2026-11-22")
        rent.columns["rrule"] = .text("FREQ=MONTHLY")
        try await bench.saveBills(rent)
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().map(\.identifier.subject) == ["bills|rent|day_before"])
        rent.columns.merge(columns) { $1 }
        try await bench.save(.budgetItems, rent)
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().count == deliveredCount)
    }

    @Test("What expires on another day than was told is taken away where it is shown")
    func outdatedThing() async throws {
        let bench = Bench()
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(3))
        #expect(bench.centre.delivered().count == 1)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-30"))
        await bench.reconcile(after: .hours(3))
        #expect(bench.centre.delivered().isEmpty)
    }

    @Test("A prayer whose time has gone by, and words whose day is over, are taken away where they are shown, and not before")
    func ofNoUse() async throws {
        let bench = Bench()
        let prayer: [String: FactValue] = [
            "prayer_reminders_enabled": .flag(true), "latitude": .real(52.52), "longitude": .real(13.4), "method": .text(#""umm_al_qura""#),
            "prayers": .text(#"{"fajr":false,"asr":false,"maghrib":false,"isha":false}"#),
        ]
        try await bench.save(.prayerSettings, FactRecord(id: FactTable.settingsID, columns: prayer))
        try await bench.save(.studySettings, FactRecord(id: FactTable.settingsID, columns: ["study_reminders_enabled": .flag(true)]))
        try await bench.save(.studyWords, .word("1", due: "2026-11-01"))
        await bench.reconcile(.launch)
        for domain in ["study", "prayer"] {
            let pending = bench.centre.pending().requests.sorted { $0.moment < $1.moment }
            let one = try #require(pending.first { $0.identifier.subject.hasPrefix("\(domain)|") })
            let length = domain == "study" ? Duration.seconds(23 * 3600 - 1) : .seconds(20 * 60)
            for (age, isShown) in [(Duration.seconds(70), true), (length - .seconds(1), true), (length, false)] {
                bench.centre.advance(to: one.moment + age)
                await bench.orchestrator.reconcile(.foreground, now: one.moment + age)
                #expect(bench.centre.delivered().contains { $0.identifier == one.identifier } == isShown, "\(one.identifier) after \(age)")
            }
        }
    }

    @Test("That a plan ends goes where it is shown once another was made")
    func canaryOfNoUse() async throws {
        let bench = Bench(profile: PlatformProfile(name: "small", pendingCeiling: 6, horizonDays: 14))
        let columns: [String: FactValue] = ["name": .text("Rent"), "due_date": .text("2026-11-22"), "rrule": .text("FREQ=DAILY")]
        try await bench.saveBills(FactRecord(id: "rent", columns: columns))
        await bench.reconcile(.launch)
        let canary = try #require(bench.centre.pending().requests.first { $0.identifier.subject == "belfry|plan|canary" })
        bench.centre.advance(to: canary.moment)
        #expect(bench.centre.delivered().contains { $0.identifier == canary.identifier })
        await bench.orchestrator.reconcile(.foreground, now: canary.moment + .seconds(60))
        #expect(!bench.centre.delivered().contains { $0.identifier == canary.identifier })
    }
}
