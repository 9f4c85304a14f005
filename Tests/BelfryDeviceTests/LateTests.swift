import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("What was due while the device was off")
struct LateTests {
    private func bench() async throws -> Bench {
        let bench = Bench(afterReboot: .kept)
        try await bench.saveBills(.bill("rent", due: "2026-11-22"), .bill("gym", due: "2026-11-23"))
        await bench.reconcile(.launch)
        return bench
    }

    private func offFor(_ length: Duration, _ bench: Bench) async -> PassReport {
        bench.centre.switchOff()
        bench.advance(by: length)
        bench.centre.switchOn()
        return await bench.restarted().reconcile(.launch, now: Bench.morning + length)
    }

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

    @Test("After a day it is dropped, and the ledger says so")
    func tooLate() async throws {
        let bench = try await bench()
        let report = await offFor(.hours(24 * 8), bench)
        #expect(bench.shownTitles.isEmpty)
        #expect(report.missedCount == 4)
        let ledger = await bench.device.record(ledgerSince: Bench.morning).ledger
        #expect(ledger.allSatisfy { $0.outcome == .missed })
    }

    @Test("In quiet hours it waits until they end")
    func quiet() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(
            .profile,
            FactRecord(
                id: FactTable.settingsID,
                columns: [
                    "quiet_hours_start": .text("12:00"), "quiet_hours_end": .text("18:00"), "quiet_hours_action": .text("defer"),
                    "quiet_hours_notification_level": .text("none"),
                ]))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        await bench.reconcile(.launch)
        _ = await offFor(.hours(5), bench)
        #expect(bench.shownTitles.isEmpty)
        bench.advance(by: .hours(11))
        #expect(bench.shownTitles == ["Due tomorrow: Rent"])
        #expect(bench.centre.shown.first?.at == Instant(literal: "2026-11-21T17:00:00Z"))
    }
}
