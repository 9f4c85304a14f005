import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDevice

@Suite("Keeping a centre in step with the plan")
struct OrchestratorTests {
    @Test("A bill becomes two reminders, in the person's words")
    func bill() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let report = await bench.reconcile(.launch)
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
        #expect(report.addCount == 2)
        bench.advance(by: .hours(10 * 24))
        #expect(bench.shownTitles == ["Due tomorrow: Rent", "Due today: Rent"])
        #expect(bench.centre.shown.last?.notification.body == "€1,240.00 is to be paid today.")
        #expect(bench.centre.shown.last?.notification.thread == "bills")
    }

    @Test("A pass that finds nothing to do calls the centre about nothing")
    func nothingToDo() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let calls = bench.centre.changeCount
        for trigger in PassTrigger.allCases { #expect(await bench.reconcile(trigger).callCount == 0) }
        #expect(bench.centre.changeCount == calls)
    }

    @Test("A change makes the fewest calls: one changed amount is two replaced, one payment two removed")
    func fewestCalls() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"), .bill("gym", due: "2026-12-02"))
        await bench.reconcile(.launch)
        try await bench.save(.budgetItems, .bill("rent", due: "2026-11-30", amount: 125_000))
        let changed = await bench.reconcile()
        #expect((changed.addCount, changed.replaceCount, changed.removeCount) == (0, 2, 0))
        try await bench.save(.budgetItems, FactRecord(id: "rent", columns: ["is_completed": .flag(true)]))
        let paid = await bench.reconcile()
        #expect((paid.addCount, paid.replaceCount, paid.removeCount) == (0, 0, 2))
        #expect(bench.pending == ["bills|gym|day_before|2026-12-01 08:00", "bills|gym|due_day|2026-12-02 08:00"])
    }

    @Test("Passes that come together are one, and the last word counts")
    func coalescing() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = await bench.reconcile() } }
        }
        #expect(bench.centre.changeCount == 3, "the categories, and two requests")
    }

    @Test("Whatever a start came with, the pass that is made for it is one of a start")
    func launchAmongOthers() async throws {
        let bench = Bench()
        let triggers = await withTaskGroup(of: (called: PassTrigger, made: PassTrigger).self) { group in
            for trigger in [PassTrigger.foreground, .change, .clockChanged, .launch, .change] {
                group.addTask { (trigger, await bench.reconcile(trigger).trigger) }
            }
            return await group.reduce(into: [(called: PassTrigger, made: PassTrigger)]()) { $0.append($1) }
        }
        #expect(triggers.count == 5 && triggers.allSatisfy { $0.called != .launch || $0.made == .launch })
        for trigger in PassTrigger.allCases {
            #expect(trigger.joined(by: .launch) == .launch && PassTrigger.launch.joined(by: trigger) == .launch)
            #expect(trigger.joined(by: .change) == trigger)
        }
    }

    @Test("A pass for several calls is made as of the last moment that they name, or of the one to which the clock was set")
    func moments() {
        let (early, late) = (Bench.morning, Bench.morning + .hours(1))
        for trigger in PassTrigger.allCases {
            #expect(trigger.moment(late, besides: early) == late)
            #expect(trigger.moment(early, besides: late) == (trigger == .clockChanged ? early : late))
        }
    }

    @Test("Who lost the journal adopts what the centre holds")
    func lostJournal() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let other = Bench.centred(bench)
        try await other.saveBills(.bill("rent", due: "2026-11-30"))
        let report = await other.reconcile(.launch)
        #expect(report.callCount == 0)
        #expect(await other.device.record(ledgerSince: Bench.morning).asked.map(\.state) == [.confirmed, .confirmed])
    }

    @Test("In the foreground a server that doesn't answer delays no pass", .timeLimit(.minutes(10)))
    func silentServer() async {
        let bench = Bench()
        let (triggers, trigger) = AsyncStream.makeStream(of: PassTrigger.self)
        let loop = ForegroundLoop(
            orchestrator: bench.orchestrator, facts: bench.device, now: { Bench.morning },
            sync: { for await _ in AsyncStream<Void>.makeStream().stream {} }, observe: { trigger.yield($0.trigger) })
        let task = Task { await loop.run() }
        for await one in triggers where one == .foreground { break }
        task.cancel()
        await task.value
    }

    @Test("Where the rules of the zone change under the same name, everything is planned anew")
    func newRules() async throws {
        let bench = Bench()
        let zones = ChangingZones(current: Shared(try zone("Europe/Berlin")))
        let orchestrator = Orchestrator(
            store: bench.device, centre: bench.centre, zones: zones, profile: .ios, timezone: { "Europe/Berlin" })
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-24"))
        await orchestrator.reconcile(.launch, now: Bench.morning)
        #expect(bench.pending.contains("pantry|milk|day_before|2026-11-23 08:00"))
        zones.current.value = try zone("Africa/Cairo")
        await orchestrator.reconcile(.foreground, now: Bench.morning)
        #expect(bench.pending.contains("pantry|milk|day_before|2026-11-23 07:00"))
    }

    @Test("The device carried to another zone reminds by the clock on the wall there")
    func travel() async throws {
        let zone = Shared("Europe/Berlin")
        let bench = Bench(timezone: { zone.value })
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        zone.value = "America/New_York"
        let report = await bench.reconcile(.zoneChanged)
        #expect(report.replaceCount == 2)
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 14:00", "bills|rent|due_day|2026-11-30 14:00"])
    }

    @Test("In a zone that nobody knows it plans in UTC, and says so")
    func unknownZone() async throws {
        let bench = Bench(timezone: { "Mars/Olympus_Mons" })
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let report = await bench.reconcile(.launch)
        #expect(report.problems == [.unknownTimezone])
        #expect(bench.pending.last == "bills|rent|due_day|2026-11-30 09:00")
    }
}

/// A tz database with one zone under every name.
private struct ChangingZones: TimeZoneDatabase {
    let current: Shared<TimeZoneRules>

    func rules(named name: String) -> TimeZoneRules? { current.value }
}
