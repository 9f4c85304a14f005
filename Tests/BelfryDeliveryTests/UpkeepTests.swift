import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("Upkeep")
struct UpkeepTests {
    private func upkeep(
        _ store: MemoryStore, _ clock: TestClock, holder: String = "one", retention: Duration? = .seconds(40 * 86_400), events: Notes<String> = Notes()
    ) -> Upkeep {
        Upkeep(
            store: store, pruner: Pruner(store: store, retention: retention), holder: holder, doorbell: Doorbell(), now: { clock.now },
            observe: { event in
                switch event {
                case .elected: events.add("elected")
                case .pruned(let report): events.add("pruned \(report[.deliveries])")
                case .ordered(let report): events.add("ordered \(report.orderedCount) missed \(report.missedCount)")
                case .failed: events.add("failed")
                }
            })
    }

    private func skipAll(_ store: MemoryStore, count: Int) async throws {
        _ = try await store.enqueue((1...count).map { .ordered($0, by: .shop) }, under: nil, now: .morning)
        try await store.lease(count) { _ in .skip(.pushDisabled) }
    }

    @Test("Of two only the elected one does anything, and when it falls silent the other goes on")
    func election() async throws {
        let (store, clock, events) = (MemoryStore(), TestClock(at: .noon), Notes<String>())
        let (one, two) = (upkeep(store, clock, events: events), upkeep(store, clock, holder: "two", events: events))
        var (first, second) = (Upkeep.Schedule(from: clock.now), Upkeep.Schedule(from: clock.now))
        #expect(try await one.turn(&first))
        #expect(try await two.turn(&second))
        #expect(first.isElected && !second.isElected && events.all == ["elected"])
        clock.advance(by: Upkeep.leaseLength)
        #expect(try await two.turn(&second))
        #expect(second.isElected && events.all == ["elected", "elected"])
        #expect(await store.upkeep() == UpkeepStanding(holder: "two", electedAt: .noon + Upkeep.leaseLength, ranAt: .noon + Upkeep.leaseLength))
    }

    @Test("What is over goes by itself once it is old enough, and is looked for once an hour")
    func pruning() async throws {
        let (store, clock, events) = (MemoryStore(), TestClock(at: .noon), Notes<String>())
        try await skipAll(store, count: 3)
        let upkeep = upkeep(store, clock, events: events)
        var schedule = Upkeep.Schedule(from: clock.now)
        #expect(try await upkeep.turn(&schedule))
        #expect(schedule.pruneAt == clock.now + Upkeep.pruneInterval && events.all == ["elected"], "nothing is old enough")
        clock.advance(by: .seconds(41 * 86_400))
        #expect(try await upkeep.turn(&schedule))
        #expect(events.all == ["elected", "pruned 3"])
        #expect(schedule.pruneAt == clock.now + Upkeep.pruneInterval)
    }

    @Test("Where the clock is put back nothing is put off for as long")
    func clockPutBack() async throws {
        let (store, clock) = (MemoryStore(), TestClock(at: .evening))
        let upkeep = upkeep(store, clock)
        var schedule = Upkeep.Schedule(from: clock.now)
        #expect(try await upkeep.turn(&schedule))
        clock.set(to: .morning)
        #expect(try await upkeep.turn(&schedule))
        #expect(schedule.maintainAt == .morning + Upkeep.maintenanceInterval && schedule.pruneAt == .morning + Upkeep.pruneInterval)
        clock.advance(by: Upkeep.maintenanceInterval)
        #expect(try await upkeep.turn(&schedule))
        #expect(await store.upkeep()?.ranAt == clock.now)
    }

    @Test("What one step can't do keeps nobody from the others, and is tried again when its time comes")
    func failing() async throws {
        let (store, clock, events) = (MemoryStore(), TestClock(at: .noon), Notes<String>())
        try await skipAll(store, count: 3)
        clock.advance(by: .seconds(41 * 86_400))
        let stubborn = StubbornStore(store)
        let upkeep = Upkeep(
            store: stubborn, pruner: Pruner(store: stubborn, retention: .seconds(40 * 86_400)), holder: "one", doorbell: Doorbell(), now: { clock.now },
            observe: { if case .pruned(let report) = $0 { events.add("pruned \(report[.deliveries])") } })
        var schedule = Upkeep.Schedule(from: clock.now)
        await #expect(throws: StubbornStore.Busy.self) { _ = try await upkeep.turn(&schedule) }
        #expect(events.all == ["pruned 3"])
        #expect(schedule.maintainAt == clock.now + Upkeep.maintenanceInterval && schedule.pruneAt == clock.now + Upkeep.pruneInterval)
        #expect(try await upkeep.turn(&schedule), "meanwhile it isn't tried")
    }

    @Test("After so many steps it stops, and goes on another time")
    func steps() async throws {
        let store = MemoryStore()
        try await skipAll(store, count: PruneCutoffs.countMax + 1)
        let (pruner, later) = (Pruner(store: store, retention: .seconds(40 * 86_400)), Instant.noon + .seconds(41 * 86_400))
        let first = await pruner.prune(stepCountMax: 1, now: later)
        #expect(first.report[.deliveries] == PruneCutoffs.countMax && !first.isThrough)
        let rest = await pruner.prune(stepCountMax: 2, now: later)
        #expect(rest.report[.deliveries] == 1 && rest.isThrough)
    }

    @Test("What went before a step failed is told all the same, and what is left is tried again soon")
    func failingStep() async throws {
        let (store, clock, events) = (MemoryStore(), TestClock(at: .noon), Notes<String>())
        try await skipAll(store, count: PruneCutoffs.countMax + 1)
        clock.advance(by: .seconds(41 * 86_400))
        let stubborn = StubbornStore(store, pruneCountMax: 1)
        let upkeep = Upkeep(
            store: stubborn, pruner: Pruner(store: stubborn, retention: .seconds(40 * 86_400)), holder: "one", doorbell: Doorbell(), now: { clock.now },
            observe: { if case .pruned(let report) = $0 { events.add("pruned \(report[.deliveries])") } })
        var schedule = Upkeep.Schedule(from: clock.now)
        await #expect(throws: StubbornStore.Busy.self) { _ = try await upkeep.turn(&schedule) }
        #expect(events.all == ["pruned \(PruneCutoffs.countMax)"])
        #expect(schedule.pruneAt == clock.now + Upkeep.retryInterval)
    }

    @Test("That months that are over had to stay is told, also where nothing went")
    func busyMonths() async {
        let pruned = await Pruner(store: StubbornStore(MemoryStore()), retention: nil).prune(now: .noon)
        #expect(pruned.report.isEmpty && pruned.report.hasBusyMonths && pruned.isThrough)
    }

    @Test("Where everything is to be kept, no delivery goes, and what has run out goes all the same")
    func forEver() async throws {
        let (store, clock) = (MemoryStore(), TestClock(at: .noon))
        try await skipAll(store, count: 3)
        _ = await store.spendToken(hash: "token", until: .evening, now: .noon)
        clock.advance(by: .seconds(4000 * 86_400))
        let report = await Pruner(store: store, retention: nil).prune(now: clock.now).report
        #expect(report.counts == [.spentTokens: 1])
    }

    @Test("Whoever stops resigns, so that another is elected at once", .timeLimit(.minutes(10)))
    func stopping() async throws {
        let (store, clock) = (MemoryStore(), TestClock(at: .noon))
        let (elections, continuation) = AsyncStream.makeStream(of: Void.self)
        let doorbell = Doorbell()
        let upkeep = Upkeep(
            store: store, pruner: Pruner(store: store, retention: nil), holder: "one", doorbell: doorbell, now: { clock.now },
            observe: { _ in continuation.yield() })
        let running = Task { await upkeep.run() }
        for await _ in elections { break }
        doorbell.stop()
        await running.value
        #expect(await store.electUpkeep(UpkeepTerms(holder: "two", now: clock.now, until: .evening)))
    }
}

/// A store that is never in order, and whose months somebody always reads.
private struct StubbornStore: UpkeepStore {
    struct Busy: Error {}

    private let store: MemoryStore
    /// After so many steps it forgets no more.
    private let pruneCountMax: Int
    private let prunings = Notes<PruneCutoffs>()

    init(_ store: MemoryStore, pruneCountMax: Int = .max) {
        (self.store, self.pruneCountMax) = (store, pruneCountMax)
    }

    func maintain(by holder: String, now: Instant) async throws { throw Busy() }
    func electUpkeep(_ terms: UpkeepTerms) async throws -> Bool { await store.electUpkeep(terms) }
    func resignUpkeep(_ holder: String) async throws { await store.resignUpkeep(holder) }
    func upkeep() async throws -> UpkeepStanding? { await store.upkeep() }
    func prunable(_ cutoffs: PruneCutoffs) async throws -> PruneReport { await store.prunable(cutoffs) }
    func prune(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        guard prunings.all.count < pruneCountMax else { throw Busy() }
        prunings.add(cutoffs)
        var report = await store.prune(cutoffs)
        report.hasBusyMonths = true
        return report
    }
}
