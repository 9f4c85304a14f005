import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What comes due on a journey")
struct LateOnTheWayTests {
    @Test("What comes late isn't told again at its hour in a zone further west")
    func flownWest() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(afterReboot: .kept, timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.reconcile(.foreground, after: .hours(5))
        bench.advance(by: .hours(10))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
    }

    /// Carried to New York while the centre didn't answer, then off over the hour of Berlin.
    private func offUnanswered(isPaid: Bool = false) async throws -> Bench {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(afterReboot: .kept, timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        bench.centre.fail(next: [.refuses(.unavailable)])
        let refused = await bench.reconcile(.zoneChanged)
        #expect(refused.problems == [.centreUnavailable])
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        if isPaid { try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)])) }
        await bench.reconcile(.foreground, after: .hours(5))
        return bench
    }

    @Test("What a centre kept that didn't answer, and didn't show while the device was off, was not told: it is moved to its hour")
    func unanswered() async throws {
        let bench = try await offUnanswered()
        #expect(bench.pending == ["bills|rent|day_before|2026-11-21 14:00", "bills|rent|due_day|2026-11-22 14:00"])
        bench.advance(by: .hours(8))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        await bench.reconcile(.foreground, after: .hours(8))
        #expect(await bench.device.record(ledgerSince: .min).ledger.map(\.entry.toldAt) == [Bench.morning + .hours(7)])
    }

    @Test("It is taken back where nobody is to be told any more")
    func unansweredAndPaid() async throws {
        let bench = try await offUnanswered(isPaid: true)
        #expect(bench.pending == [])
        #expect(bench.shownTitles == [])
    }

    @Test("What was to come at an hour that a journey east skips is told on arrival, once")
    func flownEast() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        // In Auckland it is eleven o'clock on Sunday, and in Berlin nine o'clock on Sunday is still ten hours away.
        zone.value = "Pacific/Auckland"
        await bench.reconcile(.zoneChanged, after: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent", "Due today: Rent"])
        bench.advance(by: .hours(20))
        await bench.reconcile(.foreground, after: .hours(20))
        zone.value = "Europe/Berlin"
        await bench.reconcile(.zoneChanged, after: .hours(20))
        bench.advance(by: .hours(30))
        #expect(bench.shownTitles.count == 2)
    }

    @Test("What a journey east has skipped waits where nothing can be shown on arrival", arguments: [NotificationPermission.denied, .unavailable])
    func flownEastUnseen(permission: NotificationPermission) async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        zone.value = "Pacific/Auckland"
        bench.centre.set(permission: permission)
        await bench.reconcile(.zoneChanged, after: .hours(15))
        bench.centre.set(permission: .granted)
        await bench.reconcile(.permissionChanged, after: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent", "Due today: Rent"])
    }

    @Test("What a journey east has skipped is taken back once it is paid, though nothing can be shown")
    func paidUnseen() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        zone.value = "Pacific/Auckland"
        bench.centre.set(permission: .denied)
        await bench.reconcile(.zoneChanged, after: .hours(15))
        #expect(bench.pending == ["bills|rent|due_day|2026-11-22 08:00"])
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        await bench.reconcile(after: .hours(15))
        #expect(bench.pending.isEmpty)
    }

    @Test("What was paid on a journey east is not told on arrival")
    func paidOnTheWay() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(15))
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        zone.value = "Pacific/Auckland"
        await bench.reconcile(.zoneChanged, after: .hours(15))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        #expect(bench.pending.isEmpty)
    }

    @Test("A prayer has its moment, and a journey east brings none early")
    func prayerOnTheWay() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        let prayer: [String: FactValue] = [
            "prayer_reminders_enabled": .flag(true), "latitude": .real(52.52), "longitude": .real(13.4), "method": .text(#""umm_al_qura""#),
        ]
        try await bench.save(.prayerSettings, FactRecord(id: FactTable.settingsID, columns: prayer))
        await bench.reconcile(.launch)
        #expect(bench.pending.contains { $0.hasPrefix("prayer|") })
        zone.value = "Pacific/Auckland"
        await bench.reconcile(.zoneChanged)
        #expect(bench.shownTitles.isEmpty)
    }
}
