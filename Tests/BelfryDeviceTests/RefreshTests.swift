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
    @Test("It is due when it is four hours old, when it was cut short, or when something has changed")
    func due() {
        var state = DeviceState()
        #expect(RefreshPolicy.isDue(state, now: Bench.morning), "never done")
        state.isDirty = false
        state.refreshedAt = Bench.morning
        #expect(!RefreshPolicy.isDue(state, now: Bench.morning + .hours(3)))
        #expect(RefreshPolicy.isDue(state, now: Bench.morning + .hours(4)))
        #expect(RefreshPolicy.isDue(state, now: Bench.morning - .hours(1)), "the clock was set back")
        state.refreshStartedAt = Bench.morning
        #expect(RefreshPolicy.isDue(state, now: Bench.morning + .hours(1)), "cut short")
        state.refreshStartedAt = nil
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

    @Test("A recall that becomes critical after it was told is told once more; before it was told, once in all", arguments: [true, false])
    func raisedRecall(isTold: Bool) async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        if !isTold {
            let quiet: [String: FactValue] = [
                "quiet_hours_start": .text("07:30"), "quiet_hours_end": .text("20:00"), "quiet_hours_action": .text("defer"),
                "quiet_hours_notification_level": .text("critical_only"),
            ]
            try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: quiet))
        }
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall(severity: .standard))
        bench.advance(by: .hours(1))
        #expect(bench.centre.shown.count == (isTold ? 1 : 0))
        for hour in [5, 10, 15] {
            _ = await bench.orchestrator.refresh(now: Bench.morning + .hours(hour), recalls: OneRecall())
            bench.advance(by: .hours(hour + 1))
        }
        #expect(bench.centre.shown.map(\.notification.severity) == (isTold ? [.attention, .critical] : [.critical]))
    }

    @Test("A recall that was told as critical isn't told again because it was less for a while")
    func fallenAndRisenRecall() async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        for (hour, severity) in [(0, RecallSeverity.critical), (5, .standard), (10, .critical)] {
            _ = await bench.orchestrator.refresh(now: Bench.morning + .hours(hour), recalls: OneRecall(severity: severity))
            bench.advance(by: .hours(hour + 1))
        }
        #expect(bench.centre.shown.map(\.notification.severity) == [.critical])
    }

    @Test("A thing that comes into the house after the recall was told is told of too, though the first is used up")
    func laterThing() async throws {
        let bench = Bench()
        let code = FactValue.text("4006381333931")
        try await bench.save(.pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": code]))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        bench.advance(by: .hours(1))
        try await bench.save(.pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": code, "used": .flag(true)]))
        _ = await bench.orchestrator.refresh(now: Bench.morning + .hours(5), recalls: OneRecall())
        bench.advance(by: .hours(6))
        try await bench.save(.pantryItems, FactRecord(id: "2", columns: ["name": .text("Spinach again"), "gtin": code]))
        for hour in [10, 15, 40] {
            _ = await bench.orchestrator.refresh(now: Bench.morning + .hours(hour), recalls: OneRecall())
            bench.advance(by: .hours(hour + 1))
        }
        #expect(bench.shownTitles == ["Recall: Spinach", "Recall: Spinach again"])
    }

    @Test("A thing whose bar code number is mistyped is still known by its brand and its name")
    func mistypedCode() async throws {
        let bench = Bench()
        let columns: [String: FactValue] = ["name": .text("Spinach"), "brand": .text("Green Farms"), "gtin": .text("4006381333932")]
        try await bench.save(.pantryItems, FactRecord(id: "1", columns: columns))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall(brands: ["Green Farms"]))
        #expect(bench.pending == ["pantry|openfda-F-1|recall|2026-11-21 07:01"])
    }

    @Test("A thing whose dates can't be read is looked for all the same, and one that is used up isn't", arguments: [false, true])
    func unreadableDate(isUsed: Bool) async throws {
        let bench = Bench()
        let columns: [String: FactValue] = [
            "name": .text("Spinach"), "gtin": .text("4006381333931"), "expires_on": .text("03/2027"), "used": .flag(isUsed),
        ]
        try await bench.save(.pantryItems, FactRecord(id: "1", columns: columns))
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        #expect(bench.pending == (isUsed ? [] : ["pantry|openfda-F-1|recall|2026-11-21 07:01"]))
    }

    @Test("A recall that is told just before midnight is not told again after it")
    func recallAtMidnight() async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        let midnight = Duration.hours(16)
        _ = await bench.orchestrator.refresh(now: Bench.morning + midnight - .seconds(90), recalls: OneRecall())
        bench.advance(by: midnight + .seconds(30))
        await bench.reconcile(.dayChanged, after: midnight + .seconds(30))
        bench.advance(by: midnight + .seconds(600))
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

    @Test("A recall that isn't told, because it is muted or nothing may be shown, is written down once and told when it may be", arguments: [true, false])
    func keptRecall(isMuted: Bool) async throws {
        let bench = Bench(permission: isMuted ? .granted : .denied)
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        func mute(_ mutes: String) async throws {
            try await bench.save(.profile, FactRecord(id: FactTable.settingsID, columns: ["mutes": .text(mutes)]))
        }
        if isMuted { try await mute(#"[{"scope": "pantry"}]"#) }
        _ = await bench.orchestrator.refresh(now: Bench.morning, recalls: OneRecall())
        let found = await bench.device.record(ledgerSince: Bench.morning).state
        #expect(found.recalls.count == 1 && bench.pending.isEmpty)
        for minutes in [10, 20, 180] {
            bench.advance(by: .seconds(minutes * 60))
            await bench.reconcile(.launch, after: .seconds(minutes * 60))
        }
        #expect(await bench.device.record(ledgerSince: Bench.morning).state.recalls == found.recalls)
        if isMuted { try await mute("[]") } else { bench.centre.set(permission: .granted) }
        await bench.reconcile(.permissionChanged, after: .hours(3))
        #expect(bench.pending == ["pantry|openfda-F-1|recall|2026-11-21 10:01"])
    }

    @Test("What was cut short goes on where it stopped")
    func resumed() async throws {
        let bench = Bench()
        let feed = OneRecall()
        let failed = await bench.orchestrator.refresh(now: Bench.morning, recalls: feed) { throw Unreachable() }
        #expect(failed == .unfinished(.sync))
        #expect(await bench.restarted().refresh(now: Bench.morning + .hours(1), recalls: feed) {} == .done)
        #expect(feed.askedCount.value == 1, "the recalls were looked for before")
    }

    @Test("A feed or a server that can't be reached keeps nothing else from being done")
    func unreachable() async throws {
        let bench = Bench()
        try await bench.saveBills(.bill("rent", due: "2026-11-30"))
        let syncCount = Shared(0)
        let outcome = await bench.orchestrator.refresh(now: Bench.morning, recalls: NoFeed()) {
            syncCount.value += 1
            throw Unreachable()
        }
        #expect(outcome == .unfinished(.recalls), "the first that failed")
        #expect(bench.pending == ["bills|rent|day_before|2026-11-29 08:00", "bills|rent|due_day|2026-11-30 08:00"])
        #expect(syncCount.value == 1)
    }

    @Test("What is found the next time, after the rest was done, is told")
    func foundLater() async throws {
        let bench = Bench()
        try await bench.save(
            .pantryItems, FactRecord(id: "1", columns: ["name": .text("Spinach"), "gtin": .text("4006381333931")]))
        let syncCount = Shared(0)
        #expect(await bench.orchestrator.refresh(now: Bench.morning, recalls: NoFeed()) { syncCount.value += 1 } == .unfinished(.recalls))
        let later = Bench.morning + .hours(1)
        #expect(await bench.restarted().refresh(now: later, recalls: OneRecall()) { syncCount.value += 1 } == .done)
        #expect(bench.pending == ["pantry|openfda-F-1|recall|2026-11-21 08:01"])
        #expect(syncCount.value == 1)
    }

    @Test("What was cut short begins anew once it is as old as one must be that is done again")
    func begunAnew() async throws {
        let bench = Bench()
        let feed = OneRecall()
        for hour in [0, 3, 5] {
            let outcome = await bench.orchestrator.refresh(now: Bench.morning + .hours(hour), recalls: feed) { throw Unreachable() }
            #expect(outcome == .unfinished(.sync))
        }
        #expect(feed.askedCount.value == 2)
    }

    @Test("Of what the server has had since, it is asked again, also where the rest was cut short")
    func pushed() async throws {
        let bench = Bench()
        let syncCount = Shared(0)
        #expect(await bench.orchestrator.refresh(now: Bench.morning, recalls: NoFeed()) { syncCount.value += 1 } == .unfinished(.recalls))
        try await bench.orchestrator.markDirty(now: Bench.morning + .seconds(60))
        #expect(await bench.orchestrator.refresh(now: Bench.morning + .hours(1), recalls: OneRecall()) { syncCount.value += 1 } == .done)
        #expect(syncCount.value == 2)
    }

    @Test("Of what the server has had since, it is asked again, also where a plan was made in between")
    func pushedBeforePlan() async throws {
        let bench = Bench()
        let syncCount = Shared(0)
        #expect(await bench.orchestrator.refresh(now: Bench.morning) { syncCount.value += 1 } == .done)
        try await bench.orchestrator.markDirty(now: Bench.morning + .seconds(60))
        await bench.reconcile(.silentPush, after: .seconds(61))
        let later = Bench.morning + .seconds(120)
        #expect(await bench.restarted().refresh(now: later) { syncCount.value += 1 } == .done)
        #expect(syncCount.value == 2)
        #expect(await bench.orchestrator.refresh(now: Bench.morning + .hours(1)) { syncCount.value += 1 } == .notDue)
    }

    @Test("What a push announces while a sync is under way is fetched by another one at once")
    func pushedDuringSync() async throws {
        let bench = Bench()
        let orchestrator = bench.orchestrator
        let syncCount = Shared(0)
        let outcome = await orchestrator.refresh(now: Bench.morning) {
            syncCount.value += 1
            if syncCount.value == 1 { try await orchestrator.markDirty(now: Bench.morning) }
        }
        #expect(outcome == .done)
        #expect(syncCount.value == 2)
        #expect(await orchestrator.refresh(now: Bench.morning + .hours(1)) == .notDue)
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

private struct Unreachable: Error {}

private struct NoFeed: RecallSource {
    func notices() throws -> [RecallNotice] { throw Unreachable() }
}

/// A feed with one critical recall of spinach.
struct OneRecall: RecallSource {
    var brands: [String] = []
    var severity = RecallSeverity.critical
    let askedCount = Shared(0)

    func notices() -> [RecallNotice] {
        askedCount.value += 1
        let product = RecalledProduct(
            description: "Spinach", brands: brands, codes: GTIN.readings(of: Array("4006381333931".utf8)).map { PrintedCode($0) }, lots: PrintedLots(),
            bestBefore: PrintedDates())
        return [
            RecallNotice(
                feed: .openFDA, id: "F-1", kind: .recall, severity: severity, status: .ongoing, title: "Spinach", reason: "Listeria",
                publishedOn: nil, products: [product])
        ]
    }
}
