import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What a person does with a notification")
struct ResponseTests {
    /// Milk that expires on Monday, told on Sunday; and the moment at which that is shown.
    private func bench(_ id: String = "milk") async throws -> Bench {
        let bench = Bench()
        try await bench.save(.pantryItems, .thing(id, expires: "2026-11-23"))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(26))
        await bench.reconcile(.foreground, after: .hours(26))
        return bench
    }

    private func respond(_ action: NotificationResponse.Action, _ bench: Bench, on orchestrator: Orchestrator? = nil) async throws -> ResponseOutcome {
        let shown = try #require(bench.centre.visible.first)
        let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: action, parts: shown.parts)
        return try await (orchestrator ?? bench.orchestrator).handle(response, now: Bench.morning + .hours(27))
    }

    @Test("Used: the thing is used up, and the rest of its reminders goes")
    func used() async throws {
        let bench = try await bench()
        #expect(bench.pending.count == 2)
        #expect(try await respond(.button("USED"), bench) == .used(entity: "milk"))
        #expect(bench.pending.isEmpty)
        #expect(bench.centre.visible.isEmpty)
    }

    @Test("A thing is found by its name also where that begins with an accent, which makes one character with the bar before it")
    func accent() async throws {
        let bench = try await bench("\u{301}milk")
        #expect(bench.centre.visible.map(\.thread) == ["pantry"])
        #expect(try await respond(.button("USED"), bench) == .used(entity: "\u{301}milk"))
    }

    @Test("Snooze: it comes again in twelve hours, once")
    func snooze() async throws {
        let bench = try await bench()
        #expect(try await respond(.button("SNOOZE"), bench) == .snoozed(until: Bench.morning + .hours(39)))
        #expect(bench.pending.contains { $0.hasPrefix("pantry|milk|day_before|2026-11-22") })
        bench.advance(by: .hours(40))
        #expect(bench.shownTitles.count { $0 == "Expires tomorrow: Milk" } == 2)
    }

    @Test("Recipes and the notification itself lead to the thing")
    func destinations() async throws {
        #expect(try await respond(.button("RECIPES"), try await bench()) == .show(.recipes(thing: "milk")))
        #expect(try await respond(.open, try await bench()) == .show(.thing("milk")))
        #expect(try await respond(.dismiss, try await bench()) == .dismissed)
    }

    @Test("Exactly once, also handed over twice, also to a process that was not running")
    func once() async throws {
        let bench = try await bench()
        let shown = try #require(bench.centre.visible.first)
        let response = NotificationResponse(
            identifier: shown.identifier, moment: shown.moment, action: .button("SNOOZE"), parts: shown.parts)
        let now = Bench.morning + .hours(27)
        #expect(try await bench.restarted().handle(response, now: now) == .snoozed(until: now + .hours(12)))
        #expect(try await bench.restarted().handle(response, now: now + .hours(1)) == .handledBefore)
        #expect(try await bench.orchestrator.handle(response, now: now + .hours(2)) == .handledBefore)
        #expect(await bench.device.record(ledgerSince: Bench.morning).snoozes.count == 1)
    }

    @Test("What the store can't keep is done as soon as it can, as of the moment at which the person did it, and once")
    func fullStore() async throws {
        let bench = try await bench()
        let isFull = Shared(true)
        let orchestrator = Orchestrator(
            store: FullStore(device: bench.device, isFull: isFull), centre: bench.centre, zones: Bench.zones, profile: .ios,
            timezone: { "Europe/Berlin" })
        for _ in 0..<2 {
            await #expect(throws: FullStore.Full.self) { _ = try await respond(.button("USED"), bench, on: orchestrator) }
        }
        let refused = await orchestrator.reconcile(.retry, now: Bench.morning + .hours(28))
        #expect(refused.problems == [.storeUnavailable] && refused.retryAfter != nil)
        #expect(bench.pending.count == 2)
        isFull.value = false
        let shown = try #require(bench.centre.visible.first)
        let report = await orchestrator.reconcile(.retry, now: Bench.morning + .hours(29))
        #expect(report.problems.isEmpty && bench.pending.isEmpty && bench.centre.visible.isEmpty)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.map(\.outcome) == [.acted] && ledger.map(\.outcomeAt) == [Bench.morning + .hours(27)])
        let response = NotificationResponse(
            identifier: shown.identifier, moment: shown.moment, action: .button("USED"), parts: shown.parts)
        #expect(try await orchestrator.handle(response, now: Bench.morning + .hours(30)) == .handledBefore)
    }

    @Test("A tap leads where it leads though the store can't keep it; of a button that changes something nothing is said that isn't so")
    func tapOnFullStore() async throws {
        let bench = try await bench()
        let isFull = Shared(true)
        let orchestrator = Orchestrator(
            store: FullStore(device: bench.device, isFull: isFull), centre: bench.centre, zones: Bench.zones, profile: .ios,
            timezone: { "Europe/Berlin" })
        let outcomes = Shared<[ResponseOutcome]>([])
        let relay = ResponseRelay { outcome in outcomes.change { $0.append(outcome) } }
        await relay.hand(to: orchestrator)
        let shown = try #require(bench.centre.visible.first)
        for action in [NotificationResponse.Action.open, .button("USED"), .dismiss] {
            let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: action, parts: shown.parts)
            await relay.take(response, now: Bench.morning + .hours(27))
        }
        #expect(outcomes.value == [.show(.thing("milk"))])
        isFull.value = false
        await orchestrator.reconcile(.retry, now: Bench.morning + .hours(28))
        #expect(outcomes.value.count == 1, "it isn't led there once more")
        #expect(await bench.device.record(ledgerSince: Bench.morning).ledger.map(\.outcome) == [.acted])
    }

    @Test("Of a thing that is there no more nothing is changed")
    func gone() async throws {
        let bench = try await bench()
        let shown = try #require(bench.centre.visible.first)
        try await bench.device.save(FactEdits(deleted: [.pantryItems: ["milk"]]))
        for action in [NotificationResponse.Action.open, .button("USED"), .button("RECIPES"), .button("SNOOZE")] {
            let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: action, parts: shown.parts)
            #expect(try await bench.orchestrator.handle(response, now: Bench.morning + .hours(27)) == .gone)
        }
        #expect(await bench.device.record(ledgerSince: Bench.morning).snoozes.isEmpty)
    }

    @Test("What is used up can't be put off: nobody is promised that it comes again")
    func snoozeAfterUse() async throws {
        let bench = try await bench()
        let shown = try #require(bench.centre.visible.first)
        #expect(try await respond(.button("USED"), bench) == .used(entity: "milk"))
        let response = NotificationResponse(
            identifier: shown.identifier, moment: shown.moment, action: .button("SNOOZE"), parts: shown.parts)
        #expect(try await bench.orchestrator.handle(response, now: Bench.morning + .hours(28)) == .gone)
        #expect(await bench.device.record(ledgerSince: Bench.morning).snoozes.isEmpty && bench.pending.isEmpty)
    }

    @Test("What a notification carries may be anything", arguments: ["x|2026-11-22", "bills||due_day|2026-11-22", "a|b|c|d|e|2026-11-22"])
    func odd(identifier: String) async throws {
        let bench = Bench()
        let response = NotificationResponse(
            identifier: try #require(NotificationID(identifier)), moment: .min, action: .button("NEW"), parts: [])
        #expect([.show(.home), .gone].contains(try await bench.orchestrator.handle(response, now: Bench.morning)))
    }

    @Test("What is dismissed goes, and comes back when that is taken back")
    func dismissal() async throws {
        let bench = try await bench()
        let scope = try #require(NotificationScope("pantry|milk"))
        try await bench.orchestrator.dismiss(scope, now: Bench.morning + .hours(27))
        #expect(bench.pending.isEmpty)
        try await bench.orchestrator.restore(scope, now: Bench.morning + .hours(27))
        #expect(bench.pending.count == 2)
    }

    @Test("The ledger knows what was told, opened, acted on, dismissed and ignored")
    func ledger() async throws {
        let bench = try await bench()
        _ = try await respond(.open, bench)
        bench.advance(by: .hours(24 * 4))
        await bench.reconcile(.foreground, after: .hours(24 * 4))
        await bench.reconcile(.foreground, after: .hours(24 * 4 + 1))
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.map { "\($0.entry.identifier.subject) \($0.outcome.rawValue)" } == [
            "pantry|milk|day_before opened", "pantry|milk|expiry_day ignored", "pantry|milk|day_after ignored",
        ])
    }

    @Test(
        "A recall leads to its event, whether it is of the first things or of later ones",
        arguments: [
            ("openfda-F-1", "openfda-F-1"), ("openfda-F-1+9c02e1", "openfda-F-1"), ("cpsc-A+Z", "cpsc-A+Z"), ("cpsc-A+Z+07", "cpsc-A+Z"),
        ])
    func recall(entity: String, event: String) async throws {
        let bench = Bench()
        let identifier = try #require(NotificationID("pantry|\(entity)|recall|2026-11-21"))
        let response = NotificationResponse(identifier: identifier, moment: Bench.morning, action: .open, parts: [identifier])
        let outcome = try await bench.orchestrator.handle(response, now: Bench.morning + .seconds(30))
        #expect(outcome == .show(.recall(event)))
    }

    @Test("What a person answers was shown, though the device was stopped before it read that back")
    func answeredIsShown() async throws {
        let bench = Bench()
        let identifier = try #require(NotificationID("pantry|openfda-F-1|recall|2026-11-21"))
        let moment = Bench.morning + .seconds(60)
        let notification = ScheduledNotification.titled(
            "Recall: Spinach", identifier, at: moment, category: "RECALL", thread: "pantry", severity: .critical)
        var change = JournalChange()
        change.asked = [AskedNotification(notification)]
        #expect(try await bench.device.apply(change))
        let response = NotificationResponse(identifier: identifier, moment: moment, action: .open, parts: [identifier])
        _ = try await bench.orchestrator.handle(response, now: moment + .seconds(30))
        #expect(bench.shownTitles.isEmpty)
        #expect(await bench.device.subjectsTold(of: "RECALL") == ["pantry|openfda-F-1|recall"])
    }
}

/// A device on a disk that is full for a while: it can be read, and not written.
private struct FullStore: DeviceStore {
    let device: MemoryDevice
    let isFull: Shared<Bool>

    struct Full: Error {}

    func record(ledgerSince since: Instant) async -> DeviceRecord { await device.record(ledgerSince: since) }
    func history(since: Instant) async -> [LedgerLine] { await device.history(since: since) }
    func subjectsTold(of category: String) async -> Set<String> { await device.subjectsTold(of: category) }
    func changes(since mark: Int) async -> FactChanges { await device.changes(since: mark) }
    func changeSignals() -> AsyncStream<Void> { device.changeSignals() }

    func apply(_ change: JournalChange) async throws -> Bool {
        if isFull.value { throw Full() }
        return try await device.apply(change)
    }

    func save(_ edits: FactEdits) async throws {
        if isFull.value { throw Full() }
        try await device.save(edits)
    }
}
