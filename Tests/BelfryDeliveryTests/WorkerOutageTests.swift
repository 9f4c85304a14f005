import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("A worker whose store goes away", .timeLimit(.minutes(10)))
struct WorkerOutageTests: ForgetfulWorkers {
    @Test("What a provider answered is kept until the store is back, and then recorded")
    func recordedLater() async throws {
        let workshop = await Workshop()
        for number in 1...40 { try await workshop.store.enqueue(.example(number)) }
        let worker = worker(workshop, recordErrors: [Away(outage: .unreachable), Away(outage: .diskFull)])
        let report = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(report.sentCount == 40)
        #expect(workshop.sender.sent.sorted() == (1...40).map { DeliveryID.example($0) }.sorted(), "each was sent once")
        for number in 1...40 { #expect(try await workshop.status(number) == "sent") }
        let failures = workshop.events.all.compactMap { if case .storeFailed(let error) = $0 { (error as? Away)?.outage } else { nil } }
        #expect(failures == [.unreachable, .diskFull])
    }

    @Test("What was recorded without an answer counts as recorded, and no lease as lost")
    func recordedWithoutAnswer() async throws {
        let workshop = await Workshop()
        for number in 1...3 { try await workshop.store.enqueue(.example(number)) }
        let clock = workshop.clock
        let worker = worker(workshop, recordErrors: [Away(outage: .unreachable)], isKept: true) { event in
            if case .storeFailed = event { clock.advance(by: .seconds(1)) }
        }
        let report = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(report.sentCount == 3 && workshop.sender.sent.count == 3)
        for number in 1...3 { #expect(try await workshop.status(number) == "sent") }
        let lostCount = workshop.events.all.count { if case .leaseLost = $0 { true } else { false } }
        #expect(lostCount == 0)
    }

    @Test("What was leased without an answer is given back and sent at the next turn, and doesn't wait until the lease runs out")
    func leaseWithoutAnswer() async throws {
        let workshop = await Workshop()
        for number in 1...3 { try await workshop.store.enqueue(.example(number)) }
        let worker = worker(workshop, leaseErrors: [Away(outage: .unreachable)])
        await #expect(throws: Away.self) { try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) }
        #expect(try await workshop.status(1) == "sending")
        let report = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(report.sentCount == 3 && workshop.sender.sent.count == 3)
    }

    @Test("What the store refuses to take back is forgotten, and what it can't take back while it is away is kept")
    func refusedLease() async throws {
        let (leases, given) = (LostLeases(), Notes<String>())
        for token in ["token-1", "token-2"] { leases.note(token) }
        await #expect(throws: Away.self) { try await leases.giveBack { _ in throw Away(outage: .unreachable) } }
        await #expect(throws: ForgetfulQueue.Refused.self) { try await leases.giveBack { _ in throw ForgetfulQueue.Refused() } }
        try await leases.giveBack { given.add($0) }
        #expect(given.all == ["token-2"])
    }

    @Test("So is what became of a broadcast's members, and nobody is told twice", arguments: [1, Worker.turnBatchCountMax])
    func membersRecordedLater(batchCountMax: Int) async throws {
        let (store, sender, events) = (MemoryStore(), ScriptedSender(), Notes<WorkerEvent>())
        var wanted = Preferences()
        wanted.notifyInApp = true
        for number in 0..<40 { await store.save([.notifyInApp], of: wanted, for: UserID(literal: "user-\(number)"), now: .morning) }
        try await store.take(to: 40, batchSize: 40)
        let worker = Worker(
            queue: store, broadcasts: ForgetfulBroadcasts(store, recordErrors: [Away(outage: .unreachable), Away(outage: .timedOut)]),
            zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.inApp: [.inbox: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { .noon }, chance: { 0.5 }, observe: { events.add($0) })
        let report = try await worker.processBroadcasts(batchCountMax: batchCountMax, ageMax: .seconds(24 * 3600))
        #expect(report.sentCount == 40 && sender.sent.count == 40 && Set(sender.sent).count == 40)
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [40, 0, 0, 0])
        let failures = events.all.compactMap { if case .storeFailed(let error) = $0 { (error as? Away)?.outage } else { nil } }
        #expect(failures == [.unreachable, .timedOut])
    }

    @Test("Where the answer to a broadcast's record is lost, the batch that was leased with it is given back, and nobody is told twice")
    func nextBatchGivenBack() async throws {
        let (store, sender, events) = (MemoryStore(), ScriptedSender(), Notes<WorkerEvent>())
        let clock = TestClock(at: .noon)
        var wanted = Preferences()
        wanted.notifyInApp = true
        for number in 0..<4 { await store.save([.notifyInApp], of: wanted, for: UserID(literal: "user-\(number)"), now: .morning) }
        try await store.take(to: 4, batchSize: 2)
        let broadcasts = ForgetfulBroadcasts(store, recordErrors: [Away(outage: .unreachable)], isKept: true)
        let worker = Worker(
            queue: store, broadcasts: broadcasts, zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.inApp: [.inbox: sender]]),
            holder: "worker-1", identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 },
            observe: { event in
                events.add(event)
                if case .storeFailed = event { clock.set(to: .noon + .seconds(1)) }
            })
        _ = try await worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        let lostCount = events.all.count { if case .leaseLost = $0 { true } else { false } }
        #expect(lostCount == 0, "what was recorded counts as recorded")
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [2, 0, 0, 2])
        _ = try await worker.processBroadcasts(ageMax: .seconds(24 * 3600))
        #expect(sender.sent.count == 4 && Set(sender.sent).count == 4, "it doesn't wait until its lease runs out")
        #expect(await store.nextBatchMoment() == nil)
    }

    @Test("It is told to stop while the store is away: it tries some more, and then leaves the rest to whoever comes after the lease")
    func stopping() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let isStopping = Mutex(false)
        workshop.sender.whileSending { _ in isStopping.withLock { $0 = true } }
        let worker = worker(workshop, recordErrors: Array(repeating: Away(outage: .unreachable), count: Worker.recordCountMaxWhenStopping))
        await #expect(throws: Away.self) {
            try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) { isStopping.withLock(\.self) }
        }
        #expect(try await workshop.status(1) == "sending")
    }

    @Test("Where each try takes its time, it leaves the rest to others sooner")
    func stoppingBesideSilence() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let isStopping = Mutex(false)
        workshop.sender.whileSending { _ in isStopping.withLock { $0 = true } }
        let clock = workshop.clock
        let failures = Notes<Instant>()
        let worker = worker(
            workshop, recordErrors: Array(repeating: Away(outage: .unreachable), count: Worker.recordCountMaxWhenStopping),
            onEvent: { event in
                guard case .storeFailed = event else { return }
                failures.add(clock.now)
                // So long the next one waits for an answer.
                clock.advance(by: .seconds(6))
            })
        await #expect(throws: Away.self) {
            try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) { isStopping.withLock(\.self) }
        }
        #expect(failures.all.count == 2, "and the third was the last")
        #expect(try await workshop.status(1) == "sending")
    }

    @Test("An error that time doesn't heal ends the batch at once, as where a later version has migrated the store", arguments: [nil, StoreOutage.outdated])
    func lasting(_ outage: StoreOutage?) async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let worker = worker(workshop, recordErrors: [Away(outage: outage)])
        await #expect(throws: Away.self) { try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) }
    }

    @Test("Where the store refuses what became of one, what became of the others is recorded, also of those under way, and the rest is given back")
    func refused() async throws {
        let workshop = await Workshop()
        for number in 1...60 { try await workshop.store.enqueue(.example(number)) }
        let (begun, known) = (Gate(), Gate())
        // The first ends when others are under way, which end when the first is refused.
        workshop.sender.whileSending { notification in
            if notification.delivery.id == .example(1) { return await begun.wait() }
            begun.open()
            await known.wait()
        }
        let worker = worker(
            workshop,
            isRefused: { result in
                guard result.delivery == .example(1) else { return false }
                known.open()
                return true
            })
        await #expect(throws: ForgetfulQueue.Refused.self) { try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) }
        let sent = workshop.sender.sent
        #expect(Set(sent).count == sent.count && sent.count >= 2)
        #expect(try await workshop.status(1) == "sending")
        for number in 2...60 { #expect(try await workshop.status(number) == (sent.contains(.example(number)) ? "sent" : "pending")) }
    }

    @Test("Whose leases were taken begins nothing more, once it knows")
    func taken() async throws {
        let workshop = await Workshop()
        for number in 1...60 { try await workshop.store.enqueue(.example(number)) }
        let (store, rescued, known) = (workshop.store, Gate(), Gate())
        let begun = Mutex(0)
        workshop.sender.whileSending { _ in
            let count = begun.withLock { begun in
                begun += 1
                return begun
            }
            if count == 1 {
                _ = await store.rescue(now: .noon) { $0 == "worker-1" }
                rescued.open()
            }
            // None is recorded before that.
            await rescued.wait()
            // The first have ended, and are recorded; those that were begun by then wait for that.
            if count > Worker.concurrentSendCountMax { await known.wait() }
        }
        let worker = worker(workshop) { if case .leaseLost = $0 { known.open() } }
        _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect((1...2 * Worker.concurrentSendCountMax).contains(workshop.sender.sent.count))
        for number in 1...60 { #expect(try await workshop.status(number) == "pending") }
    }

    @Test("Whoever has slept through most of its lease begins nothing more, and gives the rest back")
    func slept() async throws {
        let workshop = await Workshop()
        for number in 1...40 { try await workshop.store.enqueue(.example(number)) }
        let clock = workshop.clock
        workshop.sender.whileSending { _ in clock.set(to: .noon + .seconds(55)) }
        try await workshop.processBatch()
        let sent = workshop.sender.sent
        #expect((1...16).contains(sent.count))
        for number in 1...40 {
            #expect(try await workshop.status(number) == (sent.contains(.example(number)) ? "sent" : "pending"))
        }
    }
}
