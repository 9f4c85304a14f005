import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What was due while the device was off")
struct LateTests: OffForAWhile {
    @Test("One is shown late, once")
    func one() async throws {
        let bench = try await bench()
        _ = await offFor(.hours(5), bench)
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        await bench.reconcile(.foreground, after: .hours(6))
        await bench.reconcile(.foreground, after: .hours(7))
        #expect(bench.shownTitles.count == 1)
    }

    @Test("Several are told as one")
    func several() async throws {
        let bench = try await bench()
        _ = await offFor(.hours(30), bench)
        #expect(bench.shownTitles == ["2 reminders"])
        #expect(bench.centre.shown.first?.notification.body.contains("Rent") == true)
    }

    @Test("Several that the centre refuses as one count as missed, not as told")
    func refusedSummary() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.refused(because: .notAllowed).reconcile(.launch, now: Bench.morning + .hours(5))
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(6))
        #expect(bench.shownTitles.isEmpty)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(Set(ledger.compactMap { $0.entry.identifier.subject.split(separator: "|").first }) == ["bills", "pantry"])
        #expect(ledger.allSatisfy { $0.outcome == .missed })
    }

    @Test("Several that a centre couldn't be reached for, or had no room, are told as one once it can, and count as told only then",
        arguments: [CentreProblem.unavailable, .full])
    func unreachedSummary(problem: CentreProblem) async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        for _ in 0..<2 { await bench.refused(because: problem).reconcile(.launch, now: Bench.morning + .hours(5)) }
        await bench.refused(because: problem).reconcile(.retry, now: Bench.morning + .hours(5) + .seconds(90))
        #expect(await bench.device.record(ledgerSince: Bench.morning).ledger.isEmpty)
        bench.advance(by: .hours(6))
        await bench.restarted().reconcile(.retry, now: Bench.morning + .hours(6))
        #expect(bench.shownTitles == ["2 reminders"])
        await bench.reconcile(.foreground, after: .hours(7))
        #expect(bench.shownTitles.count == 1)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.count == 2 && ledger.allSatisfy { $0.outcome == .told && $0.entry.toldAt == Bench.morning + .hours(6) })
    }

    @Test("What a centre shows by itself after it refused to have it told late isn't told again")
    func shownAfterAll() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        bench.centre.setClock(to: Bench.morning + .hours(5))
        await bench.refused(because: .unavailable).reconcile(.clockChanged, now: Bench.morning + .hours(5))
        #expect(bench.shownTitles == [])
        bench.advance(by: .hours(6))
        #expect(bench.shownTitles.count == 1)
        for hours in [6, 30] { await bench.reconcile(.foreground, after: .hours(hours)) }
        #expect(bench.shownTitles.count == 1)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.count == 1 && ledger.allSatisfy(\.outcome.wasShown))
    }

    @Test("Of a summary among several that come late each part has a line, and counts")
    func summaries() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"), .thing("eggs", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.shownTitles == ["3 reminders"])
        let lines = bench.centre.shown.first?.notification.body.split(separator: "\n") ?? []
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("• ") && !$0.contains("reminders") })
    }

    @Test("Several are told as one also where the centre is full: what is shown at once takes no place")
    func fullCentre() async throws {
        let profile = PlatformProfile(name: "small", pendingCeiling: 5, horizonDays: 14)
        let bench = Bench(capacity: 5, overflow: .dropAll, afterReboot: .kept, removalDelay: 6, profile: profile)
        try await bench.save(.pantryItems, .thing("milk", expires: "2026-11-22"), .thing("eggs", expires: "2026-11-22"))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        #expect(bench.pending.count == 5)
        bench.centre.switchOff()
        bench.advance(by: .hours(5))
        bench.centre.switchOn()
        await bench.reconcile(.foreground, after: .hours(5))
        #expect(bench.shownTitles == ["3 reminders"])
    }

    @Test("After a day it is dropped, and the ledger says so")
    func tooLate() async throws {
        let bench = try await bench()
        let report = await offFor(.hours(24 * 8), bench)
        #expect(bench.shownTitles.isEmpty)
        #expect(report.missedCount == 4)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(!ledger.isEmpty && ledger.allSatisfy { $0.outcome == .missed })
    }
}
