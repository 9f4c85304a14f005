import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDevice

@Suite("A centre that loses, or refuses, what it is asked for")
struct CentreProblemTests {
    @Test("What was written down, never reached the centre and is no longer planned counts as shown to nobody")
    func neverReached() async throws {
        let bench = Bench()
        let identifier = try #require(NotificationID("bills|rent|due_day|2026-11-22"))
        let moment = Bench.morning + .hours(24)
        let notification = ScheduledNotification.titled(
            "Due today: Rent", identifier, at: moment, category: "BILL_REMINDER", thread: "bills", severity: .watch)
        var change = JournalChange()
        change.asked = [AskedNotification(notification)]
        #expect(try await bench.device.apply(change))
        await bench.reconcile(.launch)
        bench.advance(by: .hours(25))
        await bench.reconcile(.foreground, after: .hours(25))
        let record = await bench.device.record(ledgerSince: Bench.morning)
        #expect(record.ledger.isEmpty && record.asked.isEmpty)
    }

    @Test(
        "What the centre refuses, and what it isn't asked for after that, counts as told to nobody",
        arguments: [CentreProblem.notAllowed, .full, .invalid])
    func refusedByTheCentre(problem: CentreProblem) async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        let orchestrator = bench.refused(because: problem)
        let report = await orchestrator.reconcile(.launch, now: Bench.morning)
        #expect(!report.problems.isEmpty)
        bench.advance(by: .hours(48))
        await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(48))
        let record = await bench.device.record(ledgerSince: .min)
        #expect(bench.centre.shown.isEmpty && record.ledger.isEmpty)
    }

    @Test("What the centre loses is missed when it is read back, and asked for again at once")
    func lost() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.loses])
        let report = await bench.reconcile(.launch)
        #expect(report.repairedCount == 1 && report.retryAfter == nil && report.observedCapacity == nil)
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
    }

    @Test("A centre that lost the same twice in a row counts as a smaller one for a day, and no longer, though the app never starts anew")
    func lostTwice() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.loses, .loses, .loses])
        let report = await bench.reconcile(.launch)
        #expect(report.observedCapacity == 1)
        for length in [Duration.zero, .hours(23)] {
            await bench.reconcile(.foreground, after: length)
            #expect(bench.pending.count == 1, "as many as it keeps")
        }
        await bench.reconcile(.foreground, after: .hours(24))
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
    }

    @Test("One request that the centre loses each time costs the others no more places with each pass, and counts as told to nobody")
    func alwaysLost() async throws {
        let bench = Bench()
        for day in 22...29 { try await bench.saveBills(.bill("bill\(day)", due: "2026-11-\(day)")) }
        let orchestrator = Orchestrator(
            store: bench.device, centre: LosingCentre(centre: bench.centre, lost: "bills|bill22|day_before|2026-11-21"), zones: Bench.zones,
            profile: PlatformProfile(name: "large", pendingCeiling: 64, horizonDays: 14), timezone: { "Europe/Berlin" })
        var report = await orchestrator.reconcile(.launch, now: Bench.morning)
        let count = bench.pending.count
        #expect(report.observedCapacity == count && count > 4)
        for _ in 0..<8 { report = await orchestrator.reconcile(.retry, now: Bench.morning) }
        #expect(bench.pending.count >= count - 1)
        #expect(!report.asksForRetrySoon, "the same would come of it")
        bench.advance(by: .hours(30))
        await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(30))
        let told = await bench.device.record(ledgerSince: .min).ledger.map(\.entry.identifier.subject)
        #expect(told.contains("bills|bill22|due_day") && !told.contains("bills|bill22|day_before"))
    }

    @Test("A centre that goes away in the middle of a pass, and shows nothing of what it holds, isn't taken for a smaller one")
    func goesAway() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"), .bill("gym", due: "2026-12-02"))
        let isAway = Shared(false)
        let orchestrator = Orchestrator(
            store: bench.device, centre: LeavingCentre(centre: bench.centre, isAway: isAway), zones: Bench.zones, profile: .ios,
            timezone: { "Europe/Berlin" })
        let report = await orchestrator.reconcile(.launch, now: Bench.morning)
        #expect(Set(report.problems) == [.centreUnavailable] && report.observedCapacity == nil)
        isAway.value = false
        await orchestrator.reconcile(.retry, now: Bench.morning)
        #expect(bench.pending.count == 4)
    }

    @Test("What the centre can't show as it is keeps nothing else from being asked for, and the report names it")
    func unusable() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        bench.centre.fail(next: [.refuses(.invalid)])
        let report = await bench.reconcile(.launch)
        #expect(report.problems == [.requestRefused])
        #expect(bench.pending == ["bills|rent|due_day|2026-11-30 08:00"])
        await bench.reconcile(.foreground)
        #expect(bench.pending.count == 2)
    }

    @Test("What the centre can't show leaves nothing of before in its place, which says what is no longer so, and is asked for again soon")
    func unusableReplacement() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        await bench.reconcile(.launch)
        let both = bench.pending
        try await bench.saveBills(.bill("rent", due: "2026-11-30", amount: 1))
        bench.centre.fail(next: [.refuses(.invalid)])
        let report = await bench.reconcile(.change)
        #expect(report.problems == [.requestRefused] && report.retryAfter != nil)
        #expect(both.count == 2 && bench.pending == Array(both.dropFirst()))
        await bench.reconcile(.retry)
        #expect(bench.pending == both)
    }

    @Test("What fires while a pass runs is shown once, and the centre isn't taken for a smaller one")
    func firesMeanwhile() async throws {
        let bench = Bench()
        try await bench.saveBills(FactRecord(id: "food", columns: ["name": .text("Food"), "limit": .whole(50_000), "spent": .whole(60_000)]))
        let hasty = HastyCentre(centre: bench.centre)
        let orchestrator = Orchestrator(
            store: bench.device, centre: hasty, zones: Bench.zones, profile: .ios, timezone: { "Europe/Berlin" })
        let report = await orchestrator.reconcile(.change, now: Bench.morning + .milliseconds(59_900))
        #expect(bench.centre.shown.count == 1)
        #expect(report.observedCapacity == nil && report.repairedCount == 0)
        #expect(report.retryAfter == nil)
    }
}

/// A centre on a device so slow that what it is asked for is due by the time it is read back.
private struct HastyCentre: PassingCentre {
    let centre: SimulatedCentre

    func add(_ notification: ScheduledNotification) throws(CentreProblem) {
        try centre.add(notification)
        centre.advance(to: notification.moment)
    }
}

/// A centre that takes one request each time, and never has it.
private struct LosingCentre: PassingCentre {
    let centre: SimulatedCentre
    let lost: String

    func add(_ notification: ScheduledNotification) throws(CentreProblem) {
        if notification.identifier.description != lost { try centre.add(notification) }
    }
}

/// A centre whose service ends once it has taken one request.
private struct LeavingCentre: PassingCentre {
    let centre: SimulatedCentre
    let isAway: Shared<Bool>

    func add(_ notification: ScheduledNotification) throws(CentreProblem) {
        guard !isAway.value else { throw .unavailable }
        try centre.add(notification)
        isAway.value = centre.pending().requests.count == 1
    }

    func pending() -> PendingList { isAway.value ? PendingList() : centre.pending() }
}
