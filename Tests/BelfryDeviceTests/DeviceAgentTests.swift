import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@Suite("The agent")
struct DeviceAgentTests {
    @Test("However long a store refuses, one retry is outstanding at most")
    func retries() async throws {
        let clock = TestClock(at: Bench.morning)
        let presenter = TrialPresenter()
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { clock.now })
        let orchestrator = Orchestrator(
            store: RefusingStore(), centre: centre, zones: Bench.zones, profile: .linux, timezone: { "Europe/Berlin" })
        let sleeper = Sleeper()
        let parts = DeviceAgent.Parts(
            orchestrator: orchestrator, centre: centre, presenter: presenter, facts: MemoryDevice(), zones: Bench.zones,
            alarm: HastyAlarm(clock: clock), now: { clock.now }, timezone: { "Europe/Berlin" }, sleep: { try await sleeper.sleep($0) })
        let task = Task { await DeviceAgent(parts) { _ in }.run() }
        await sleeper.untilCalled(times: 20)
        task.cancel()
        await task.value
        #expect(sleeper.waitingMax == 1)
    }

    @Test("A feed that doesn't answer makes no reminder late", .timeLimit(.minutes(10)))
    func silentFeed() async throws {
        let clock = TestClock(at: Bench.morning)
        let presenter = TrialPresenter()
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { clock.now })
        let due = Bench.morning + .hours(2)
        try await centre.add(.example(due: due))
        await live(until: due, by: clock, centre, presenter, recalls: SilentFeed())
        #expect(presenter.shownCount == 1)
    }

    @Test("It syncs as soon as it has started, however long nothing is due", .timeLimit(.minutes(10)))
    func firstSync() async throws {
        let presenter = TrialPresenter()
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { Bench.morning })
        let orchestrator = Orchestrator(
            store: RefusingStore(refusesAll: false), centre: centre, zones: Bench.zones, profile: .linux, timezone: { "Europe/Berlin" })
        let sleeper = Sleeper()
        let (syncs, sync) = AsyncStream.makeStream(of: Void.self)
        let parts = DeviceAgent.Parts(
            orchestrator: orchestrator, centre: centre, presenter: presenter, facts: MemoryDevice(), zones: Bench.zones, alarm: SilentAlarm(),
            now: { Bench.morning }, timezone: { "Europe/Berlin" }, sync: { sync.yield() }, sleep: { try await sleeper.sleep($0) })
        let task = Task { await DeviceAgent(parts) { _ in }.run() }
        for await _ in syncs { break }
        task.cancel()
        await task.value
    }

    @Test("What has changed here reaches the server soon, and not only with the background work", .timeLimit(.minutes(10)))
    func syncAfterChange() async throws {
        let presenter = TrialPresenter()
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { Bench.morning })
        let device = MemoryDevice()
        let orchestrator = Orchestrator(store: device, centre: centre, zones: Bench.zones, profile: .linux, timezone: { "Europe/Berlin" })
        let (syncs, sync) = AsyncStream.makeStream(of: Void.self)
        let parts = DeviceAgent.Parts(
            orchestrator: orchestrator, centre: centre, presenter: presenter, facts: device, zones: Bench.zones, alarm: SilentAlarm(),
            now: { Bench.morning }, timezone: { "Europe/Berlin" }, sync: { sync.yield() }, sleep: { _ in })
        let task = Task { await DeviceAgent(parts) { _ in }.run() }
        var iterator = syncs.makeAsyncIterator()
        _ = await iterator.next()
        try await device.save(FactEdits(saved: [.budgetItems: [.bill("rent", due: "2026-11-30")]]))
        _ = await iterator.next()
        task.cancel()
        await task.value
    }

    @Test("What can't be shown doesn't delay what is due a second later", .timeLimit(.minutes(10)))
    func refused() async throws {
        let clock = TestClock(at: Bench.morning)
        let presenter = TrialPresenter()
        let centre = try await ScheduledCentre(store: TrialSchedule(), presenter: presenter, now: { clock.now })
        let due = Bench.morning + .hours(2)
        let refused = ScheduledNotification.example("gym", due: due)
        presenter.refuse(refused.identifier)
        try await centre.add(refused)
        try await centre.add(.example(due: due + .seconds(1)))
        await live(until: due + .seconds(1), by: clock, centre, presenter)
        #expect(presenter.shownCount == 1)
    }

    /// Lets an agent run until it waits for something later than a moment.
    private func live(
        until end: Instant, by clock: TestClock, _ centre: ScheduledCentre, _ presenter: TrialPresenter, recalls: SilentFeed? = nil
    ) async {
        let orchestrator = Orchestrator(
            store: RefusingStore(refusesAll: false), centre: centre, zones: Bench.zones, profile: .linux, timezone: { "Europe/Berlin" })
        let sleeper = Sleeper()
        let (waits, wait) = AsyncStream.makeStream(of: Instant.self)
        let parts = DeviceAgent.Parts(
            orchestrator: orchestrator, centre: centre, presenter: presenter, facts: MemoryDevice(), zones: Bench.zones,
            alarm: HastyAlarm(clock: clock, waits: wait), now: { clock.now }, timezone: { "Europe/Berlin" }, recalls: recalls,
            sleep: { try await sleeper.sleep($0) })
        let task = Task { await DeviceAgent(parts) { _ in }.run() }
        for await moment in waits where moment > end { break }
        task.cancel()
        await task.value
    }
}

/// A feed whose server never answers.
private struct SilentFeed: RecallSource {
    func notices() async throws -> [RecallNotice] {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }
}

/// Somebody who sleeps until they are cancelled, and counts who does so at the same time.
private final class Sleeper: Sendable {
    private let count = Shared((waiting: 0, max: 0))
    private let (calls, call) = AsyncStream.makeStream(of: Void.self)

    var waitingMax: Int { count.value.max }

    func sleep(_ length: Duration) async throws {
        await withTaskCancellationHandler {
            count.change { count in
                count.waiting += 1
                count.max = max(count.max, count.waiting)
            }
            call.yield()
            for await _ in AsyncStream<Void>.makeStream().stream {}
        } onCancel: {
            count.change { $0.waiting -= 1 }
        }
        throw CancellationError()
    }

    func untilCalled(times: Int) async { for await _ in calls.prefix(times) {} }
}

/// An alarm for which every moment has come as soon as somebody waits for it.
private struct HastyAlarm: Alarm {
    let clock: TestClock
    /// Hears of each wait.
    var waits: AsyncStream<Instant>.Continuation?

    func wait(until moment: Instant) async -> AlarmEvent {
        waits?.yield(moment)
        await Task.yield()
        clock.set(to: max(clock.now, moment))
        return .due
    }

    func wake() {}
}

/// An alarm that never rings.
private struct SilentAlarm: Alarm {
    func wait(until moment: Instant) async -> AlarmEvent {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return .due
    }

    func wake() {}
}

/// A store on a disk that is full.
private struct RefusingStore: DeviceStore {
    /// Whether the device's own state can't be kept either.
    var refusesAll = true

    private struct Full: Error {}

    func save(_ edits: FactEdits) throws { throw Full() }
    func changes(since mark: Int) throws -> FactChanges { throw Full() }
    func changeSignals() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    func record(ledgerSince since: Instant) throws -> DeviceRecord {
        if refusesAll { throw Full() }
        return DeviceRecord()
    }

    func history(since: Instant) throws -> [LedgerLine] { throw Full() }
    func subjectsTold(of category: String) throws -> Set<String> { throw Full() }

    func apply(_ change: JournalChange) throws -> Bool {
        if refusesAll { throw Full() }
        return true
    }
}
