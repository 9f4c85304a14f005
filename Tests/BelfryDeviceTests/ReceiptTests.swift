import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What device and server tell each other of what was told")
struct ReceiptTests {
    /// Three bills that are told as one at 09:00 in Berlin, for a person who wants three notifications a day at most.
    private func bench() async throws -> Bench {
        let bench = Bench()
        try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["daily_max": .whole(3)]))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-22"), .bill("car", due: "2026-11-22"))
        return bench
    }

    private func overspend(_ bench: Bench) async throws { try await spend(60_000, on: bench) }

    private func spend(_ amount: Int, on bench: Bench) async throws {
        let columns: [String: FactValue] = ["name": .text("Food"), "limit": .whole(50_000), "spent": .whole(amount)]
        try await bench.save(.budgetItems, FactRecord(id: "food", columns: columns))
    }

    /// Yesterday another device told of the budget.
    private func tellElsewhere(_ bench: Bench) async throws {
        let identifier = try #require(NotificationID("bills|food|overspending|2026-11-20"))
        let receipt = NotificationReceipt(identifier: identifier, toldAt: Bench.morning - .hours(20), toldBy: .device, category: "budget_alert")
        try await bench.save(.notificationReceipts, receipt.record)
    }

    @Test("A summary counts once a day also where its receipts have come back to the device that told it")
    func ownSummary() async throws {
        let bench = try await bench()
        let orchestrator = Orchestrator(
            store: bench.device, centre: bench.centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" }, sharesReceipts: true)
        await orchestrator.reconcile(.launch, now: Bench.morning)
        bench.advance(by: .hours(2))
        for minute in [0, 1] { await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(2) + .seconds(60 * minute)) }
        #expect(bench.shownTitles.count == 1)
        try await overspend(bench)
        await orchestrator.reconcile(.change, now: Bench.morning + .hours(3))
        #expect(bench.pending.contains("bills|food|overspending|2026-11-21 10:01"))
    }

    @Test("A summary that another device told counts once as well; what the server told counts each")
    func others() async throws {
        for (teller, isTold) in [(NotificationReceipt.Teller.device, true), (.server, false)] {
            let bench = try await bench()
            for bill in ["rent", "gym", "car"] {
                let identifier = try #require(NotificationID("bills|\(bill)|day_before|2026-11-21"))
                let receipt = NotificationReceipt(
                    identifier: identifier, toldAt: Bench.morning + .hours(1), toldBy: teller, category: "bill_reminder")
                try await bench.save(.notificationReceipts, receipt.record)
            }
            try await overspend(bench)
            await bench.reconcile(.launch, after: .hours(3))
            #expect(bench.pending.contains("bills|food|overspending|2026-11-21 10:01") == isTold)
        }
    }

    @Test("That the plan of another device ended takes nothing from what the person is told here in a day")
    func canaryElsewhere() async throws {
        let bench = Bench()
        try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["daily_max": .whole(1)]))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        let identifier = try #require(NotificationID("belfry|plan|canary|2026-11-21"))
        let receipt = NotificationReceipt(identifier: identifier, toldAt: Bench.morning - .hours(1), toldBy: .device, category: "canary")
        try await bench.save(.notificationReceipts, receipt.record)
        await bench.reconcile(.launch)
        #expect(bench.pending.contains("bills|rent|day_before|2026-11-21 08:00"))
    }

    @Test("That a device's own plan ends leaves no receipt; what it has told besides does")
    func ownCanary() async throws {
        let bench = Bench()
        let orchestrator = Orchestrator(
            store: bench.device, centre: bench.centre, zones: Bench.zones,
            profile: PlatformProfile(name: "small", pendingCeiling: 6, horizonDays: 14), timezone: { "Europe/Berlin" }, sharesReceipts: true)
        let columns: [String: FactValue] = ["name": .text("Rent"), "due_date": .text("2026-11-22"), "rrule": .text("FREQ=DAILY")]
        try await bench.saveBills(FactRecord(id: "rent", columns: columns))
        await orchestrator.reconcile(.launch, now: Bench.morning)
        let canary = try #require(bench.centre.pending().requests.first { $0.identifier.subject == "belfry|plan|canary" })
        bench.centre.advance(to: canary.moment)
        #expect(bench.centre.shown.contains { $0.notification.identifier == canary.identifier })
        await orchestrator.reconcile(.foreground, now: canary.moment + .seconds(60))
        let receipts = await bench.device.changes(since: 0).records[.notificationReceipts] ?? []
        #expect(!receipts.isEmpty && receipts.allSatisfy { $0.id.hasPrefix("bills|") })
    }

    @Test("Overspending that another device told is not told again on another day; the next time that the limit is crossed is")
    func overspending() async throws {
        let bench = Bench()
        try await bench.saveBills()
        // What the other has spent and told comes only once this one has planned without it.
        try await spend(40_000, on: bench)
        await bench.reconcile(.launch)
        try await overspend(bench)
        try await tellElsewhere(bench)
        await bench.reconcile()
        #expect(bench.pending == [])
        try await spend(50_000, on: bench)
        await bench.reconcile(after: .hours(1))
        #expect(bench.pending == [])
        try await overspend(bench)
        await bench.reconcile(after: .hours(2))
        #expect(bench.pending == ["bills|food|overspending|2026-11-21 09:01"])
    }

    @Test("Overspending that is planned here goes once another device has told it under another day's name")
    func overspendingPlanned() async throws {
        let bench = Bench()
        try await bench.saveBills()
        try await overspend(bench)
        await bench.reconcile(.launch)
        #expect(bench.pending == ["bills|food|overspending|2026-11-21 07:01"])
        try await tellElsewhere(bench)
        await bench.reconcile()
        #expect(bench.pending == [])
    }

    @Test(
        "A device tells each crossing once, those that come while it has yet to learn of its own receipt too, and on one day",
        arguments: [2, 24])
    func ownCrossings(next crossing: Int) async throws {
        let bench = Bench()
        let orchestrator = Orchestrator(
            store: bench.device, centre: bench.centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" }, sharesReceipts: true)
        try await bench.saveBills()
        try await overspend(bench)
        await orchestrator.reconcile(.launch, now: Bench.morning)
        bench.advance(by: .hours(1))
        try await spend(10_000, on: bench)
        await orchestrator.reconcile(.change, now: Bench.morning + .hours(1))
        try await overspend(bench)
        for hour in [crossing, crossing + 1, crossing + 2] {
            bench.advance(by: .hours(hour))
            await orchestrator.reconcile(.change, now: Bench.morning + .hours(hour))
        }
        #expect(bench.shownTitles.count == 2)
    }

    @Test("A recall that another device told is not told again, on whatever day it is found", arguments: [true, false])
    func recall(isToldElsewhere: Bool) async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        let identifier = try #require(NotificationID("pantry|openfda-F-1|recall|2026-11-20"))
        let receipt = NotificationReceipt(identifier: identifier, toldAt: Bench.morning - .hours(20), toldBy: .device, category: "RECALL")
        if isToldElsewhere { try await bench.save(.notificationReceipts, receipt.record) }
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        #expect(bench.pending == (isToldElsewhere ? [] : ["pantry|openfda-F-1|recall|2026-11-21 07:01"]))
    }

    @Test("Receipts are forgotten after a month, but for those of recalls, which a feed has for ever, and of what is overspent still")
    func forgotten() async throws {
        let bench = Bench()
        try await tellElsewhere(bench)
        try await overspend(bench)
        for name in ["pantry|openfda-F-1|recall|2026-11-20", "bills|rent|due_day|2026-11-20", "bills|books|overspending|2026-11-20"] {
            let receipt = NotificationReceipt(
                identifier: try #require(NotificationID(name)), toldAt: Bench.morning - .hours(20), toldBy: .device, category: "")
            try await bench.save(.notificationReceipts, receipt.record)
        }
        let orchestrator = Orchestrator(
            store: bench.device, centre: bench.centre, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" }, sharesReceipts: true)
        await orchestrator.reconcile(.launch, now: Bench.morning + .hours(24 * 40))
        let left = await bench.device.changes(since: 0).records[.notificationReceipts] ?? []
        #expect(left.map(\.id).sorted() == ["bills|food|overspending|2026-11-20", "pantry|openfda-F-1|recall|2026-11-20"])
    }
}
