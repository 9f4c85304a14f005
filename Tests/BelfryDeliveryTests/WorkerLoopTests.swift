import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySystem
import BelfryTesting
import Testing

@testable import BelfryDelivery

@Suite("The worker's loop", .timeLimit(.minutes(10)))
struct WorkerLoopTests {
    @Test("What is there when it starts is sent without a ring")
    func start() async throws {
        let running = try await Running(prepare: { try await $0.store.enqueue(.example(1)) })
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("A ring wakes it, and it goes on until nothing is left")
    func ring() async throws {
        let running = try await Running()
        await running.untilIdle()
        try await running.workshop.store.enqueue(.example(1), .example(2))
        running.doorbell.ring()
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1), .example(2)])
        await running.stop()
    }

    @Test("It ends when it is told to stop, also in the middle of a batch, and gives back what it has not begun")
    func stopInTheMiddle() async throws {
        let running = try await Running()
        await running.untilIdle()
        let doorbell = running.doorbell
        running.workshop.sender.whileSending { _ in doorbell.stop() }
        let numbers = 1...40
        try await running.workshop.store.accept(numbers.map { AlertChange(alert: .example($0), deliveries: [.example($0)]) })
        doorbell.ring()
        await running.task.value
        let sent = running.workshop.sender.sent
        #expect((1...16).contains(sent.count))
        for number in numbers {
            #expect(try await running.workshop.status(number) == (sent.contains(.example(number)) ? "sent" : "pending"))
        }
    }

    @Test("It ends when its task is cancelled")
    func cancel() async throws {
        let running = try await Running()
        await running.untilIdle()
        running.task.cancel()
        await running.task.value
    }

    @Test("When its task is cancelled, what is under way of a broadcast is neither cut off nor lost")
    func cancelInTheMiddle() async throws {
        let running = try await Running()
        await running.untilIdle()
        let (store, task, wereCutOff) = (running.workshop.store, running.task, Notes<Bool>())
        running.workshop.sender.whileSending { _ in
            task.cancel()
            wereCutOff.add(Task.isCancelled)
        }
        let broadcast = Broadcast.example(over: .push)
        _ = try await store.begin(broadcast, under: nil, now: .noon)
        await store.append([RecipientBatch([.ana])], to: broadcast, firstNumber: 0)
        await store.seal(broadcast, now: .noon)
        running.doorbell.ring()
        await task.value
        #expect(wereCutOff.all == [false])
        #expect(await store.progress(of: broadcast.id)?.figures == [1, 0, 0, 0])
    }

    @Test("A store that fails once is tried again")
    func storeFails() async throws {
        let running = try await Running(queue: { FailingOnce($0) }, prepare: { try await $0.store.enqueue(.example(1)) })
        await running.until { if case .storeFailed = $0 { true } else { false } }
        await running.untilAtRest()
        #expect(running.workshop.sender.sent == [])
        running.workshop.clock.advance(by: WorkerLoop.retryInterval)
        running.doorbell.ring()
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("A step that fails every time keeps nobody from the others, and is tried again after a while")
    func stepFails() async throws {
        struct Unreadable: Error {}
        let tries = Notes<Bool>()
        let running = try await Running(
            evaluations: { store in
                let routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.push]))
                let hooked = HookedEvaluations(store) {
                    tries.add(true)
                    throw Unreadable()
                }
                return Evaluations(
                    store: hooked,
                    evaluator: MemberEvaluator(
                        engine: .v2, routes: routes, zones: SystemTimeZoneDatabase(), identifiers: SequentialIdentifiers(prefix: "alert")))
            },
            prepare: {
                await $0.store.markForEvaluation([UserID(literal: "zoe")], at: .noon)
                try await $0.store.enqueue(.example(1))
            })
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        try await running.workshop.store.enqueue(.example(2))
        running.doorbell.ring()
        await running.until { if case .attempted(.example(2), _, _, _) = $0 { true } else { false } }
        #expect(tries.all.count == 1, "it failed a moment ago")
        running.workshop.clock.advance(by: WorkerLoop.retryInterval)
        running.doorbell.ring()
        await running.until { if case .storeFailed = $0 { true } else { false } }
        #expect(tries.all.count == 2)
        await running.stop()
    }

    @Test("That an evaluation couldn't be kept is told, also where nobody else was evaluated")
    func evaluationNotKept() async throws {
        let rival = Alert(id: .example(2), member: .ben, episode: .example(1), engine: "v2")
        let running = try await Running(
            evaluations: { store in
                let routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.push]))
                let found = MemberEvaluation(changes: [AlertChange(alert: rival, deliveries: [])])
                return Evaluations(
                    store: HookedEvaluations(store, finding: found),
                    evaluator: MemberEvaluator(
                        engine: .v2, routes: routes, zones: SystemTimeZoneDatabase(), identifiers: SequentialIdentifiers(prefix: "alert")))
            },
            prepare: {
                try await $0.store.accept(.example(1))
                await $0.store.markForEvaluation([.ben], at: .noon)
            })
        await running.until { if case .evaluated(let report) = $0 { report.memberCount == 0 && report.failedMemberCount == 1 } else { false } }
        await running.stop()
    }
}
