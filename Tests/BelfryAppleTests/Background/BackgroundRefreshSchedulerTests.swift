import BackgroundTasks
import BelfryTesting
import BelfryTime
import Foundation
import Synchronization
import Testing

@testable import BelfryApple

@Suite("Refreshing in the background", .timeLimit(.minutes(10)))
struct BackgroundRefreshSchedulerTests {
    private let system = StandInScheduler(permitted: ["refresh", "other"])

    private func scheduler(
        _ identifier: String = "refresh", floor: Duration = .seconds(3600),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await forever() },
        refresh: @escaping @Sendable (Instant) async throws -> Void = { _ in }
    ) -> BackgroundRefreshScheduler {
        BackgroundRefreshScheduler(
            identifier: identifier, floor: floor, scheduler: system.scheduler, clock: { .noon }, sleep: sleep, refresh: refresh)
    }

    @Test(
        "A refresh is asked for in an hour at the latest, however long the app would wait",
        arguments: [(900, 900), (3600, 3600), (14_400, 3600)])
    func floor(_ wanted: Int, _ asked: Int) async throws {
        try await scheduler(floor: .seconds(wanted)).schedule()
        #expect(system.pending.map(\.earliestBeginDate) == [Date(.noon + .seconds(asked))])
    }

    @Test("Asking again takes the place of the request before")
    func replaces() async throws {
        let scheduler = scheduler()
        for _ in 0..<3 { try await scheduler.schedule() }
        #expect(system.pending.count == 1)
    }

    @Test("Every refusal has its reason")
    func refusals() async throws {
        await #expect(throws: RefreshProblem.notPermitted) { try await scheduler("unnamed").schedule() }
        try await scheduler("other").schedule()
        await #expect(throws: RefreshProblem.tooMany) { try await scheduler().schedule() }
        system.setAvailable(false)
        await #expect(throws: RefreshProblem.unavailable) { try await scheduler().schedule() }
        #expect(RefreshProblem(BGTaskScheduler.Error(.immediateRunIneligible)) == .refused)
        #expect(RefreshProblem(CancellationError()) == .refused)
    }

    @Test("An identifier that Info.plist doesn't name is refused; the system, which ends an app that registers one twice, is asked once")
    func registration() throws {
        #expect(throws: RefreshProblem.notPermitted) { try scheduler("unnamed").register() }
        let named = scheduler()
        for _ in 0..<2 { try named.register() }
    }

    @Test("The next is asked for before the work begins, which gets a deadline within the system's thirty seconds")
    func run() async throws {
        let seen = Mutex<(pendingCount: Int, deadline: Instant)?>(nil)
        let scheduler = scheduler(refresh: { [system] deadline in seen.withLock { $0 = (system.pending.count, deadline) } })
        try scheduler.register()
        try await scheduler.schedule()
        #expect(system.launch(at: Date(.noon)) == nil, "not before its floor")
        _ = try #require(system.launch(at: Date(.noon + .seconds(3600))))
        await system.completion()
        #expect(system.completions == [true])
        let (pendingCount, deadline) = try #require(seen.withLock { $0 })
        #expect(pendingCount == 1)
        #expect(deadline == .noon + .seconds(28))
    }

    @Test("Work that fails is reported as failed")
    func failure() async throws {
        let scheduler = scheduler(refresh: { _ in throw RefreshProblem.refused })
        try await launch(scheduler)
        await system.completion()
        #expect(system.completions == [false])
    }

    @Test("When its time expires the work is cancelled, and the system hears so once")
    func expiry() async throws {
        let work = Steps()
        let task = try await launch(scheduler(refresh: work.untilCancelled))
        await work.begun()
        let expire = try #require(task.expirationHandler)
        expire()
        await work.ended()
        await system.completion()
        #expect(system.completions == [false])
    }

    @Test("Work that overstays is cancelled, though the system said nothing")
    func overstay() async throws {
        let work = Steps()
        let scheduler = scheduler(sleep: { _ in await work.begun() }, refresh: work.untilCancelled)
        try await launch(scheduler)
        await work.ended()
        await system.completion()
        #expect(system.completions == [false])
    }

    @Test("Whichever is quicker, the work or its expiry, is heard alone")
    func race() async throws {
        for _ in 0..<100 {
            let system = StandInScheduler(permitted: ["refresh"])
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let scheduler = BackgroundRefreshScheduler(
                identifier: "refresh", scheduler: system.scheduler, clock: { .noon }, sleep: { _ in try await forever() },
                refresh: { _ in start.yield() })
            try scheduler.register()
            try await scheduler.schedule()
            let task = try #require(system.launch(at: Date(.evening)))
            for await _ in started { break }
            task.expirationHandler?()
            await system.completion()
            #expect(system.completions.count == 1)
        }
    }

    @discardableResult
    private func launch(_ scheduler: BackgroundRefreshScheduler) async throws -> BGTask {
        try scheduler.register()
        try await scheduler.schedule()
        return try #require(system.launch(at: Date(.evening)))
    }
}

/// Returns only by being cancelled.
private func forever() async throws {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw CancellationError()
}

/// Work that goes on until it is cancelled, and says when it begins and ends.
private struct Steps: Sendable {
    private let start = AsyncStream.makeStream(of: Void.self)
    private let end = AsyncStream.makeStream(of: Void.self)

    var untilCancelled: @Sendable (Instant) async throws -> Void {
        { _ in
            start.continuation.finish()
            defer { end.continuation.finish() }
            try await forever()
        }
    }

    func begun() async {
        for await _ in start.stream {}
    }

    func ended() async {
        for await _ in end.stream {}
    }
}
