import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What is no longer of use once the device is on again")
struct OverdueTests: OffForAWhile {
    @Test("What was paid since is not told late")
    func paid() async throws {
        let bench = try await bench()
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        bench.centre.switchOn()
        let report = await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles.isEmpty)
        #expect(report.missedCount == 1)
    }

    @Test("That the plan ends is not said late, for another has been made")
    func canary() async throws {
        let bench = Bench(afterReboot: .kept, profile: PlatformProfile(name: "small", pendingCeiling: 6, horizonDays: 14))
        let columns: [String: FactValue] = ["name": .text("Rent"), "due_date": .text("2026-11-22"), "rrule": .text("FREQ=DAILY")]
        try await bench.saveBills(FactRecord(id: "rent", columns: columns))
        await bench.reconcile(.launch)
        let canary = try #require(bench.centre.pending().requests.first { $0.identifier.subject == "belfry|plan|canary" })
        let later = canary.moment + .hours(1)
        bench.centre.switchOff()
        bench.centre.advance(to: later)
        bench.centre.switchOn()
        await bench.orchestrator.reconcile(.launch, now: later)
        #expect(!bench.centre.shown.isEmpty)
        #expect(bench.centre.shown.allSatisfy { !$0.notification.parts.contains(canary.identifier) })
        let ledger = await bench.device.record(ledgerSince: .min).ledger
        #expect(ledger.first { $0.entry.identifier == canary.identifier }?.outcome == .missed)
    }

    @Test("What the person was told elsewhere meanwhile is not told late, and is settled")
    func toldElsewhere() async throws {
        let bench = try await bench()
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        let identifier = try #require(NotificationID("bills|rent|day_before|2026-11-21"))
        let receipt = NotificationReceipt(
            identifier: identifier, toldAt: Bench.morning + .hours(1), toldBy: .device, category: "bill_reminder")
        try await bench.save(.notificationReceipts, receipt.record)
        bench.centre.switchOn()
        let orchestrator = bench.restarted()
        await orchestrator.reconcile(.launch, now: Bench.morning + .hours(5))
        await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(5) + .seconds(60))
        #expect(bench.shownTitles.isEmpty)
        #expect(await bench.device.record(ledgerSince: .min).asked.allSatisfy { $0.identifier != identifier })
    }

    @Test("Of several that come late, those that were told elsewhere are left out")
    func someToldElsewhere() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-22"))
        await bench.reconcile(.launch)
        let receipt = NotificationReceipt(
            identifier: try #require(NotificationID("bills|rent|day_before|2026-11-21")), toldAt: Bench.morning + .hours(1), toldBy: .device,
            category: "bill_reminder")
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        try await bench.save(.notificationReceipts, receipt.record)
        bench.centre.switchOn()
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(5))
        let shown = try #require(bench.centre.shown.first?.notification)
        #expect(bench.centre.shown.count == 1)
        #expect(shown.parts.map(\.subject) == ["bills|gym|day_before"] && shown.title.contains("Gym"))
    }

    @Test("What was snoozed is told late, though it was told before")
    func snoozed() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-23"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(26))
        await bench.reconcile(.foreground, after: .hours(26))
        let shown = try #require(bench.centre.visible.first)
        let response = NotificationResponse(
            identifier: shown.identifier, moment: shown.moment, action: .button("SNOOZE"), parts: shown.parts)
        _ = try await bench.orchestrator.handle(response, now: Bench.morning + .hours(26))
        _ = await offFor(.hours(39), bench)
        #expect(bench.shownTitles == ["Expires tomorrow: Milk", "Expires tomorrow: Milk"])
    }
}
