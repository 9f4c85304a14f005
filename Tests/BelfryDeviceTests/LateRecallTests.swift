import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("Recalls that are told late")
struct LateRecallTests {
    /// A critical recall was to be told at 07:01, and the device is off from then until 08:00.
    private func recallBench() async throws -> (bench: Bench, orchestrator: Orchestrator) {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.switchOff()
        bench.advance(by: .hours(1))
        bench.centre.switchOn()
        let orchestrator = bench.restarted()
        await orchestrator.reconcile(.launch, now: Bench.morning + .hours(1))
        return (bench, orchestrator)
    }

    @Test("A recall is told late, and not again")
    func recall() async throws {
        let (bench, orchestrator) = try await recallBench()
        for length in [60, 120, 180] as [Int] {
            bench.advance(by: .hours(1) + .seconds(length))
            await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(1) + .seconds(length))
        }
        #expect(bench.shownTitles == ["Recall: Spinach"])
        bench.advance(by: .hours(40))
        await bench.restarted().reconcile(.launch, now: Bench.morning + .hours(40))
        bench.advance(by: .hours(41))
        #expect(bench.shownTitles == ["Recall: Spinach"])
    }

    @Test("Whoever opens a recall that came late is not told again")
    func openedRecall() async throws {
        let (bench, orchestrator) = try await recallBench()
        let shown = try #require(bench.centre.visible.first)
        bench.centre.clear()
        let response = NotificationResponse(identifier: shown.identifier, moment: shown.moment, action: .open, parts: shown.parts)
        for second in [10, 20] as [Int] {
            _ = try await orchestrator.handle(response, now: Bench.morning + .hours(1) + .seconds(second))
            await orchestrator.reconcile(.response, now: Bench.morning + .hours(1) + .seconds(second))
        }
        bench.advance(by: .hours(2))
        #expect(bench.shownTitles == ["Recall: Spinach"])
    }

    @Test("A recall that was told late as one of several isn't told again on another day")
    func recallAmongOthers() async throws {
        let bench = Bench(afterReboot: .kept)
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        try await bench.saveBills(.bill("rent", due: "2026-11-22"))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.switchOff()
        bench.advance(by: .hours(2))
        bench.centre.switchOn()
        let orchestrator = bench.restarted()
        for hour in [2, 3, 20, 21] {
            bench.advance(by: .hours(hour))
            await orchestrator.reconcile(.foreground, now: Bench.morning + .hours(hour))
        }
        #expect(bench.shownTitles == ["2 reminders"])
    }

    @Test("What was found just before the clock was set back is told at once all the same")
    func foundBeforeTheClockWasSetBack() async throws {
        let bench = Bench()
        try await bench.save(.pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        try await bench.saveBills(
            FactRecord(id: "food", columns: ["name": .text("Food"), "type": .text("budget"), "limit": .whole(100), "spent": .whole(101)]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.setClock(to: Bench.morning - .hours(3))
        await bench.reconcile(.clockChanged, after: .hours(-3))
        bench.advance(by: .hours(-3) + .seconds(120))
        #expect(Set(bench.shownTitles) == ["Recall: Spinach", "Budget alert: Food"])
    }
}
