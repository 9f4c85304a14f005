import BelfryMemory
import BelfryModel
import BelfryPatterns
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("The worker's loop", .timeLimit(.minutes(10)))
struct WorkerLoopTests {
    /// A loop that waits for the bell alone, and the events that it tells.
    private struct Running {
        let workshop: Workshop
        let doorbell = Doorbell()
        let events: AsyncStream<WorkerEvent>
        let task: Task<Void, Never>

        init(
            batchCountMax: Int = 100, isHolderDead: @escaping @Sendable (String) -> Bool = { _ in false }, queue: (MemoryStore) -> any DeliveryQueue = { $0 },
            evaluations: (MemoryStore) -> Evaluations? = { _ in nil }, prepare: (Workshop) async throws -> Void = { _ in }
        ) async throws {
            let (events, continuation) = AsyncStream.makeStream(of: WorkerEvent.self)
            self.events = events
            workshop = await Workshop()
            try await prepare(workshop)
            let (clock, sender) = (workshop.clock, workshop.sender)
            let worker = Worker(
                queue: queue(workshop.store), broadcasts: workshop.store, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.inbox: sender]]), holder: "worker-1",
                identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 },
                observe: { continuation.yield($0) })
            let loop = WorkerLoop(
                worker: worker, doorbell: doorbell, batchCountMax: batchCountMax, pollInterval: .seconds(3600),
                evaluations: evaluations(workshop.store), isHolderDead: isHolderDead)
            task = Task {
                await loop.run()
                continuation.finish()
            }
        }

        /// Waits until something was told.
        func until(_ isMeant: (WorkerEvent) -> Bool) async {
            for await event in events where isMeant(event) { return }
            Issue.record("the loop ended before")
        }

        /// Waits until nothing was left to do, and the loop rests.
        func untilIdle() async {
            await until { if case .polled(let report) = $0 { report.processedCount == 0 } else { false } }
            await untilAtRest()
        }

        /// Waits until the loop waits at its bell: before, it still looks around, and what is queued meanwhile goes past it.
        func untilAtRest() async {
            while !doorbell.isWaitedAt { await Task.yield() }
        }

        func stop() async {
            doorbell.stop()
            await task.value
        }

        /// What is sent for these two waits, each at a gate of its own.
        func holdShopAndSchool() -> (shop: Gate, school: Gate) {
            let (shop, school) = (Gate(), Gate())
            workshop.sender.whileSending { notification in
                switch notification.delivery.app {
                case .shop: await shop.wait()
                case .school: await school.wait()
                default: break
                }
            }
            return (shop, school)
        }
    }

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

    @Test("What is queued while a batch is under way goes past it, of every lane but the one that crowds the batches")
    func overtaking() async throws {
        let running = try await Running(batchCountMax: 20)
        await running.untilIdle()
        let (store, sender, gate) = (running.workshop.store, running.workshop.sender, Gate())
        sender.whileSending { notification in
            if notification.delivery.app == .shop, notification.delivery.priority == .normal { await gate.wait() }
        }
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school), .pushed(102, by: .shop, priority: .critical)], under: nil, now: .noon)
        running.doorbell.ring()
        var told: Set<DeliveryID> = []
        while told.count < 2 {
            await running.until { event in
                guard case .attempted(let id, _, _, _) = event else { return false }
                return told.insert(id).inserted
            }
        }
        #expect(told == [.example(101), .example(102)])
        #expect(sender.sent.count <= Worker.concurrentSendCountMax + 2, "of the burst no more than one batch is under way")
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(Set(sender.sent) == Set((1...102).map { .example($0) }))
    }

    @Test("What goes past the batches doesn't wait for what went past before it and is answered late")
    func overtakingTheSlow() async throws {
        let running = try await Running(batchCountMax: 20)
        await running.untilIdle()
        let (store, sender, (gate, slow)) = (running.workshop.store, running.workshop.sender, running.holdShopAndSchool())
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school)], under: nil, now: .noon)
        running.doorbell.ring()
        await slow.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(102, by: .house)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(102), _, _, _) = $0 { true } else { false } }
        slow.open()
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(Set(sender.sent) == Set((1...102).map { .example($0) }))
    }

    @Test("What falls due without a ring while something crowds the batches goes past it too")
    func overtakingUnrung() async throws {
        let running = try await Running(batchCountMax: 20)
        await running.untilIdle()
        let (store, sender, gate) = (running.workshop.store, running.workshop.sender, Gate())
        sender.whileSending { notification in
            if notification.delivery.app == .shop { await gate.wait() }
        }
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        _ = try await store.enqueue([.pushed(101, by: .school, deliverAfter: .noon + .seconds(1))], under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        running.workshop.clock.advance(by: .seconds(1))
        await running.until { if case .attempted(.example(101), _, _, _) = $0 { true } else { false } }
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(Set(sender.sent) == Set((1...101).map { .example($0) }))
    }

    @Test("What is queued while a broadcast is under way goes past it")
    func overtakingBroadcasts() async throws {
        let running = try await Running()
        await running.untilIdle()
        let (store, sender, gate) = (running.workshop.store, running.workshop.sender, Gate())
        sender.whileSending { notification in
            if Broadcast.Place(notification.delivery.id) != nil { await gate.wait() }
        }
        let broadcast = Broadcast.example(over: .push)
        _ = try await store.begin(broadcast, under: nil, now: .noon)
        await store.append([RecipientBatch([.ana])], to: broadcast, firstNumber: 0)
        await store.seal(broadcast, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(1, by: .shop)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(1), _, _, _) = $0 { true } else { false } }
        gate.open()
        await running.untilIdle()
        await running.stop()
        #expect(sender.sent.count == 2)
    }

    @Test("Where a burst goes past a broadcast, others go past the burst")
    func overtakingBurst() async throws {
        let running = try await Running()
        await running.untilIdle()
        let (store, sender, (broadcasting, burst)) = (running.workshop.store, running.workshop.sender, (Gate(), Gate()))
        sender.whileSending { notification in
            if Broadcast.Place(notification.delivery.id) != nil { await broadcasting.wait() }
            if notification.delivery.app == .shop { await burst.wait() }
        }
        let broadcast = Broadcast.example(over: .push)
        _ = try await store.begin(broadcast, under: nil, now: .noon)
        await store.append([RecipientBatch([.ana])], to: broadcast, firstNumber: 0)
        await store.seal(broadcast, now: .noon)
        running.doorbell.ring()
        await broadcasting.untilSomebodyComes()
        _ = try await store.enqueue((1...100).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await burst.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(101), _, _, _) = $0 { true } else { false } }
        burst.open()
        var told = 0
        while told < 100 {
            await running.until { if case .attempted = $0 { true } else { false } }
            told += 1
        }
        let before = await store.progress(of: broadcast.id)
        #expect(before?.sentCount == 0, "the burst is through, and the broadcast isn't")
        broadcasting.open()
        await running.untilIdle()
        await running.stop()
        #expect(sender.sent.count == 102)
    }

    @Test("What is queued while members are evaluated goes past them")
    func overtakingEvaluations() async throws {
        let gate = Gate()
        let running = try await Running(
            evaluations: { store in
                let routes = DeliveryRoutes(standard: DeliveryRoute(channels: [.push]))
                let identifiers = SequentialIdentifiers(prefix: "alert")
                return Evaluations(
                    store: HookedEvaluations(store) { await gate.wait() },
                    evaluator: MemberEvaluator(engine: .v2, routes: routes, zones: SystemTimeZoneDatabase(), identifiers: identifiers))
            }, prepare: { await $0.store.markForEvaluation([.ben], at: .noon) })
        await gate.untilSomebodyComes()
        _ = try await running.workshop.store.enqueue([.pushed(1, by: .shop)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(1), _, _, _) = $0 { true } else { false } }
        gate.open()
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
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

    @Test("What a holder had that is known to be dead is taken over at once")
    func deadHolder() async throws {
        let running = try await Running(
            isHolderDead: { $0 == "worker-0" },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(holder: "worker-0", token: "token-of-0")
            })
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("What others hold whose leases ran out in an outage is left to them, until they could record")
    func outage() async throws {
        struct Away: OutageError {
            var outage: StoreOutage? { .unreachable }
        }
        let running = try await Running(
            queue: { ForgetfulQueue($0, recordErrors: [Away()]) },
            prepare: { workshop in
                try await workshop.store.enqueue(.example(1))
                try await workshop.store.lease(for: .seconds(40), holder: "worker-0", token: "token-of-0")
                try await workshop.store.enqueue(.example(2))
                // Longer than the other's lease, and the pause between two rounds of rescue.
                workshop.sender.whileSending { _ in workshop.clock.set(to: .noon + .seconds(45)) }
            })
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(2)])
        #expect(try await running.workshop.status(1) == "sending")
        running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1), .example(2)])
        await running.stop()
    }

    @Test("A clock that is put back after an outage keeps nobody from taking over what a lease held that ran out")
    func outageYetToCome() async throws {
        struct Away: OutageError {
            var outage: StoreOutage? { .unreachable }
        }
        let running = try await Running(
            queue: { ForgetfulQueue($0, recordErrors: [Away()]) },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(for: .seconds(3600), holder: "worker-0", token: "token-of-0")
                try await $0.store.enqueue(.example(2))
            })
        await running.untilIdle()
        running.workshop.clock.set(to: .morning)
        _ = await running.workshop.store.renew(leases: [.example(1)], token: "token-of-0", until: .morning + .seconds(10))
        running.doorbell.ring()
        await running.untilIdle()
        #expect(try await running.workshop.status(1) == "sending")
        running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.stop()
    }

    @Test("A clock that is put back keeps nobody from taking over what a dead holder had")
    func deadHolderBefore() async throws {
        let dead = Notes<String>()
        let running = try await Running(
            isHolderDead: { dead.all.contains($0) },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(for: .seconds(3600), holder: "worker-0", token: "token-of-0")
            })
        await running.untilIdle()
        running.workshop.clock.set(to: .morning)
        dead.add("worker-0")
        running.doorbell.ring()
        await running.untilIdle()
        running.workshop.clock.advance(by: WorkerLoop.rescueInterval)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.stop()
    }

    @Test("What it has in hand itself it doesn't take for a dead one's, though a clock that went forward says that its lease ran out")
    func ownLease() async throws {
        let running = try await Running(
            batchCountMax: 20,
            prepare: {
                try await $0.store.enqueue(.example(103))
                try await $0.store.lease(for: .seconds(60), holder: "worker-0", token: "token-of-0")
            })
        await running.untilIdle()
        let (store, sender, (gate, slow)) = (running.workshop.store, running.workshop.sender, running.holdShopAndSchool())
        _ = try await store.enqueue((1...20).map { .pushed($0, by: .shop) }, under: nil, now: .noon)
        running.doorbell.ring()
        await gate.untilSomebodyComes()
        _ = try await store.enqueue([.pushed(101, by: .school)], under: nil, now: .noon)
        running.doorbell.ring()
        await slow.untilSomebodyComes()
        gate.open()
        await running.untilIdle()
        running.workshop.clock.advance(by: Worker.standardLeaseLength * 2)
        _ = try await store.enqueue([.pushed(102, by: .house)], under: nil, now: .noon)
        running.doorbell.ring()
        await running.until { if case .attempted(.example(102), _, _, _) = $0 { true } else { false } }
        // Once others have had time to prolong what they hold, it takes over what they haven't.
        var rescuedCount = 0
        while rescuedCount == 0 {
            running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
            running.doorbell.ring()
            await running.until { event in
                if case .rescued(let count) = event { rescuedCount = count }
                if case .polled = event { return true }
                return rescuedCount > 0
            }
        }
        #expect(rescuedCount == 1, "the other's")
        #expect(try await running.workshop.status(101) == "sending")
        slow.open()
        await running.until { if case .attempted(.example(101), _, _, _) = $0 { true } else { false } }
        await running.stop()
        #expect(sender.sent.count(where: { $0 == .example(101) }) == 1)
        #expect(try await running.workshop.status(101) == "sent")
    }

    @Test("What others on a machine that slept hold is left to them until they had time to prolong it")
    func othersLease() async throws {
        let running = try await Running(prepare: {
            try await $0.store.enqueue(.example(1))
            try await $0.store.lease(for: .seconds(60), holder: "worker-0", token: "token-of-0")
        })
        await running.untilIdle()
        running.workshop.clock.advance(by: .seconds(3600))
        running.doorbell.ring()
        await running.untilIdle()
        #expect(try await running.workshop.status(1) == "sending")
        running.workshop.clock.advance(by: Worker.standardLeaseLength / 3)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("A failure that is no outage keeps nobody from taking over what a lease held that ran out")
    func failureWithoutOutage() async throws {
        let running = try await Running(
            queue: { FailingOnce($0) },
            prepare: {
                try await $0.store.enqueue(.example(1))
                try await $0.store.lease(for: .seconds(10), holder: "worker-0", token: "token-of-0")
            })
        await running.until { if case .storeFailed = $0 { true } else { false } }
        await running.untilAtRest()
        // Sooner than others would be waited for after an outage.
        running.workshop.clock.advance(by: WorkerLoop.rescueInterval)
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }

    @Test("What another worker's lease held is taken over the moment it runs out, not at the next round of rescue")
    func leaseRunsOut() async throws {
        let running = try await Running(prepare: {
            try await $0.store.enqueue(.example(1))
            try await $0.store.lease(for: .seconds(10), holder: "worker-0", token: "token-of-0")
        })
        await running.untilIdle()
        running.workshop.clock.advance(by: .seconds(10))
        running.doorbell.ring()
        await running.until { if case .rescued(count: 1) = $0 { true } else { false } }
        await running.untilIdle()
        #expect(running.workshop.sender.sent == [.example(1)])
        await running.stop()
    }
}

extension Delivery {
    fileprivate static func pushed(_ number: Int, by app: AppID, priority: DeliveryPriority = .normal, deliverAfter: Instant? = nil) -> Delivery {
        Delivery.ordered(number, by: app, priority: priority, deliverAfter: deliverAfter).with(channelName: DeliveryChannel.push.rawValue)
    }
}

/// A queue whose first lease fails, as a database that is busy.
private final class FailingOnce: DeliveryQueue {
    struct Busy: Error {}

    private let store: MemoryStore
    private let hasFailed = Mutex(false)

    init(_ store: MemoryStore) {
        self.store = store
    }

    func lease(_ terms: LeaseTerms, judge: @escaping @Sendable ([DeliveryCandidate]) -> [Verdict]) async throws -> LeasedBatch {
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        if isFirst { throw Busy() }
        return await store.lease(terms, judge: judge)
    }

    func record(_ results: [AttemptResult], now: Instant) async -> [DeliveryID] { await store.record(results, now: now) }

    func stillTold(by summary: LeasedDelivery) async -> Set<DeliveryID>? { await store.stillTold(by: summary) }

    func renew(leases: [DeliveryID], token: String, until: Instant) async -> Bool { await store.renew(leases: leases, token: token, until: until) }

    func rescue(now: Instant, isDead: @escaping @Sendable (_ holder: String) -> Bool) async -> Int {
        await store.rescue(now: now, isDead: isDead)
    }

    func giveBack(_ token: String) async { await store.giveBack(token) }
    func owner(of message: String, at provider: Provider) async -> TransmissionID? { await store.owner(of: message, at: provider) }
    func nextDueMoment() async -> Instant? { await store.nextDueMoment() }
}

/// A store in which something is done before each evaluation, which may fail by it, and in which each finds what a test wants.
private struct HookedEvaluations: MetricStore {
    private let base: any MetricStore
    private let found: MemberEvaluation?
    private let hook: @Sendable () async throws -> Void

    init(_ base: any MetricStore, finding found: MemberEvaluation? = nil, _ hook: @escaping @Sendable () async throws -> Void = {}) {
        (self.base, self.found, self.hook) = (base, found, hook)
    }

    func evaluateDue(countMax: Int, now: Instant, evaluate: @escaping @Sendable (MemberHistory) -> MemberEvaluation) async throws -> EvaluationReport {
        try await hook()
        return try await base.evaluateDue(countMax: countMax, now: now) { [found] in found ?? evaluate($0) }
    }

    func ingest(_ days: [DailyMetrics], now: Instant, evaluate: (@Sendable (MemberHistory) -> MemberEvaluation)?) async throws -> IngestReport {
        try await base.ingest(days, now: now, evaluate: evaluate)
    }

    func store(_ sessions: [ExerciseSession], now: Instant) async throws -> Int { try await base.store(sessions, now: now) }
    func sessions(of member: UserID, since date: CivilDate) async throws -> [ExerciseSession] { try await base.sessions(of: member, since: date) }
    func history(of member: UserID, since date: CivilDate) async throws -> MemberHistory { try await base.history(of: member, since: date) }

    func reportedDays(of members: [UserID], since date: CivilDate) async throws -> [UserID: ReportedDays] {
        try await base.reportedDays(of: members, since: date)
    }

    func markForEvaluation(_ members: [UserID], at moment: Instant) async throws { try await base.markForEvaluation(members, at: moment) }

    func continueRound(of day: CivilDate, countMax: Int, again: Bool, now: Instant) async throws -> RoundProgress {
        try await base.continueRound(of: day, countMax: countMax, again: again, now: now)
    }

    func countFeeds(of day: CivilDate, countMax: Int, again: Bool, by rules: FeedRules) async throws -> Bool {
        try await base.countFeeds(of: day, countMax: countMax, again: again, by: rules)
    }

    func feedOutages() async throws -> [FeedOutage] { try await base.feedOutages() }
    func nextEvaluationMoment() async throws -> Instant? { try await base.nextEvaluationMoment() }
}
