import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySimulation
import BelfryTesting
import BelfryTime
import Testing

@Suite("Background work")
struct RefreshTests {
    @Test("It is due when it is four hours old, or when something has changed")
    func due() {
        var state = DeviceState()
        #expect(RefreshPolicy.isDue(state, now: Bench.morning), "never done")
        state.isDirty = false
        state.refreshedAt = Bench.morning
        #expect(!RefreshPolicy.isDue(state, now: Bench.morning + .hours(3)))
        #expect(RefreshPolicy.isDue(state, now: Bench.morning + .hours(4)))
        #expect(RefreshPolicy.isDue(state, now: Bench.morning - .hours(1)), "the clock was set back")
        state.isDirty = true
        #expect(RefreshPolicy.isDue(state, now: Bench.morning + .hours(1)))
    }

    @Test("It looks for recalls, plans, syncs, and is not done again soon")
    func whole() async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        let syncCount = Shared(0)
        let outcome = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall()) { syncCount.value += 1 }
        #expect(outcome == .done)
        #expect(syncCount.value == 1)
        #expect(bench.pending == ["pantry|openfda-F-1|recall|2026-11-21 07:01"])
        #expect(await bench.orchestrator.refresh(now: Bench.morning + .hours(1)) == .notDue)
    }

    @Test("A recall is told once, though the feed has it for ever, and also where the feed can't be reached any more")
    func recallOnce() async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        #expect(await bench.restarted().reconcile(.launch, now: Bench.morning + .seconds(1)).callCount == 0)
        bench.advance(by: .hours(1))
        for hour in [1, 5, 30] {
            _ = await bench.orchestrator.refresh(now: Bench.morning + .hours(hour), recalls: OneRecall())
            bench.advance(by: .hours(hour + 1))
        }
        #expect(bench.shownTitles == ["Recall: Spinach"])
    }

    @Test("A recall found while nothing may be shown is told when it may")
    func recallWithoutPermission() async throws {
        let bench = Bench(permission: .denied)
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.centre.set(permission: .granted)
        bench.advance(by: .hours(3))
        await bench.reconcile(.permissionChanged, after: .hours(3))
        #expect(bench.pending == ["pantry|openfda-F-1|recall|2026-11-21 10:01"])
    }

    @Test("What was cut short goes on where it stopped")
    func resumed() async throws {
        struct Unreachable: Error {}
        let bench = Bench()
        let feed = OneRecall()
        let failed = await bench.orchestrator.refresh(now: Bench.morning, recalls: feed) { throw Unreachable() }
        #expect(failed == .unfinished(.sync))
        #expect(await bench.restarted().refresh(now: Bench.morning + .hours(1), recalls: feed) {} == .done)
        #expect(feed.askedCount.value == 1, "the recalls were looked for before")
    }

    @Test("A cancelled one stops, and says where")
    func cancelled() async throws {
        let bench = Bench()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await bench.orchestrator.refresh(now: Bench.morning)
        }
        #expect(await task.value == .unfinished(.recalls))
    }
}

/// A feed with one critical recall of spinach.
private struct OneRecall: RecallSource {
    let askedCount = Shared(0)

    func notices() -> [RecallNotice] {
        askedCount.value += 1
        let product = RecalledProduct(
            description: "Spinach", brands: [], codes: GTIN.readings(of: Array("4006381333931".utf8)).map { PrintedCode($0) }, lots: PrintedLots(),
            bestBefore: PrintedDates())
        return [
            RecallNotice(
                feed: .openFDA, id: "F-1", kind: .recall, severity: .critical, status: .ongoing, title: "Spinach", reason: "Listeria",
                publishedOn: nil, products: [product])
        ]
    }
}
