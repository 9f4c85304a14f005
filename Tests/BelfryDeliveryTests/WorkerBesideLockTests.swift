import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Synchronization
import Testing

@testable import BelfryDelivery

@Suite("A worker beside what somebody has locked", .timeLimit(.minutes(10)))
struct WorkerBesideLockTests: ForgetfulWorkers {
    @Test("What somebody has locked is recorded when they let it go; neither the others of its batch nor the batch wait for that", arguments: [false, true])
    func locked(isStopping: Bool) async throws {
        let workshop = await Workshop()
        for number in 1...20 { try await workshop.store.enqueue(.example(number)) }
        let isLocked = Mutex(true)
        let isToStop = Mutex(false)
        let worker = worker(workshop, isLocked: { $0.delivery == .example(7) && isLocked.withLock(\.self) })
        let report = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600)) { isToStop.withLock(\.self) }
        #expect(report.sentCount == 20)
        for number in 1...20 { #expect(try await workshop.status(number) == (number == 7 ? "sending" : "sent")) }
        let again = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
        #expect(again.processedCount == 0, "it waits for nothing of what was locked")
        workshop.clock.advance(by: .seconds(30))
        if isStopping { isToStop.withLock { $0 = true } } else { isLocked.withLock { $0 = false } }
        await worker.finishRecords()
        let row = try await workshop.store.row(7)
        #expect(row.status == (isStopping ? "sending" : "sent"))
        #expect(row.sentAt == (isStopping ? nil : .noon), "as of when it was sent")
        #expect(Set(workshop.sender.sent).count == 20 && workshop.sender.sent.count == 20)
        let failures = workshop.events.all.compactMap { if case .storeFailed(let error) = $0 { (error as? LockedDeliveries)?.locked } else { nil } }
        let told: [[DeliveryID]] = Array(repeating: [.example(7)], count: isStopping ? 2 : 1)
        #expect(failures == told, "who stops has to go without it, and says so")
    }

    @Test("What somebody has locked is waited for also where what runs beside the batch fails")
    func lockedBesideFailure() async throws {
        let workshop = await Workshop()
        try await workshop.store.enqueue(.example(1))
        let isLocked = Mutex(true)
        let worker = worker(workshop, isLocked: { _ in isLocked.withLock(\.self) })
        await #expect(throws: Away.self) {
            try await worker.finishingRecords {
                _ = try await worker.processBatch(countMax: 100, ageMax: .seconds(24 * 3600))
                isLocked.withLock { $0 = false }
                throw Away(outage: nil)
            }
        }
        #expect(try await workshop.status(1) == "sent")
    }

    @Test("Where too much is locked a batch waits for its own alone, and what is remembered of others has an end")
    func tooMuchLocked() async throws {
        let workshop = await Workshop()
        let batchCount = LateRecords.countMax + 1
        let free = DeliveryID.example(batchCount + 1)
        for number in 1...batchCount { try await workshop.store.enqueue(.example(number)) }
        let isLocked = Mutex(true)
        let failureCount = Mutex(0)
        let freeCount = Mutex(0)
        let worker = worker(
            workshop,
            onEvent: { event in
                guard case .storeFailed = event else { return }
                let count = failureCount.withLock { count in
                    count += 1
                    return count
                }
                // The last batch is told of as it begins to wait.
                if count == batchCount { isLocked.withLock { $0 = false } }
            },
            isLocked: { result in
                guard result.delivery == free else { return isLocked.withLock(\.self) }
                freeCount.withLock { $0 += 1 }
                return false
            })
        for number in 1...batchCount {
            let isLast = number == batchCount
            if isLast { try await workshop.store.enqueue(.example(batchCount + 1)) }
            let report = try await worker.processBatch(countMax: isLast ? 2 : 1, ageMax: .seconds(24 * 3600))
            #expect(report.sentCount == (isLast ? 2 : 1))
            #expect(try await workshop.status(number) == (isLast ? "sent" : "sending"))
        }
        await worker.finishRecords()
        for number in 1...batchCount + 1 { #expect(try await workshop.status(number) == "sent") }
        #expect(workshop.sender.sent.count == batchCount + 1)
        #expect(freeCount.withLock(\.self) == 1, "what is recorded isn't handed over again")
    }

    /// A broadcast to people, two a batch, and who tells it.
    private func broadcastWorker(
        _ store: MemoryStore, _ sender: ScriptedSender, _ events: Notes<WorkerEvent>, batchCount: Int = 2,
        isLocked: @escaping @Sendable (LeasedBroadcastBatch) -> Bool
    ) async throws -> Worker {
        var wanted = Preferences()
        wanted.notifyInApp = true
        for number in 0..<2 * batchCount { await store.save([.notifyInApp], of: wanted, for: UserID(literal: "user-\(number)"), now: .morning) }
        try await store.take(to: 2 * batchCount, batchSize: 2)
        return Worker(
            queue: store, broadcasts: ForgetfulBroadcasts(store, isLocked: isLocked), zones: SystemTimeZoneDatabase(),
            switchboard: Switchboard([.inApp: [.inbox: sender]]), holder: "worker-1", identifiers: SequentialIdentifiers(prefix: "token"), now: { .noon },
            chance: { 0.5 }, observe: { events.add($0) })
    }

    @Test(
        "A broadcast's batch that somebody has locked is recorded when they let it go, and its worker goes on with others",
        arguments: [1, Worker.turnBatchCountMax])
    func batchLocked(batchCountMax: Int) async throws {
        let (store, sender, events) = (MemoryStore(), ScriptedSender(), Notes<WorkerEvent>())
        let isLocked = Mutex(true)
        let worker = try await broadcastWorker(store, sender, events) { $0.number == 0 && isLocked.withLock(\.self) }
        for sentCount in [0, 2] {
            let report = try await worker.processBroadcasts(batchCountMax: batchCountMax, ageMax: .seconds(24 * 3600))
            #expect(report.sentCount == 2)
            #expect(await store.progress(of: Broadcast.example().id)?.figures == [sentCount, 0, 0, 4 - sentCount])
        }
        let failures = events.all.compactMap { event -> (any Error)? in
            guard case .storeFailed(let error) = event else { return nil }
            return error
        }
        #expect(!failures.isEmpty && failures.allSatisfy { $0 is LockedBatch })
        isLocked.withLock { $0 = false }
        await worker.finishRecords()
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [4, 0, 0, 0])
        #expect(sender.sent.count == 4 && Set(sender.sent).count == 4)
    }

    @Test("Where too many batches of broadcasts are locked the next one waits for its own")
    func tooManyBatchesLocked() async throws {
        let (store, sender, events) = (MemoryStore(), ScriptedSender(), Notes<WorkerEvent>())
        let isLocked = Mutex(true)
        let worker = try await broadcastWorker(store, sender, events, batchCount: LateRecords.countMax + 1) { batch in
            isLocked.withLock { isLocked in
                // They let go when the last of them couldn't be recorded.
                defer { if batch.number == LateRecords.countMax { isLocked = false } }
                return isLocked
            }
        }
        for number in 0...LateRecords.countMax {
            let report = try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(24 * 3600))
            #expect(report.sentCount == 2)
            let sentCount = await store.progress(of: Broadcast.example().id)?.figures[0] ?? 0
            #expect(number < LateRecords.countMax ? sentCount == 0 : sentCount >= 2)
        }
        await worker.finishRecords()
        #expect(await store.progress(of: Broadcast.example().id)?.figures[0] == 2 * (LateRecords.countMax + 1))
        #expect(Set(sender.sent).count == sender.sent.count)
    }

    @Test("What somebody has kept from being recorded while a batch was under way is recorded with what ends it")
    func batchLockedMeanwhile() async throws {
        let (store, sender, events) = (MemoryStore(), ScriptedSender(), Notes<WorkerEvent>())
        let gate = Gate()
        let askedCount = Mutex(0)
        // The second member is told when what became of the first couldn't be recorded.
        sender.whileSending { if $0.delivery.recipient == UserID(literal: "user-1") { await gate.wait() } }
        let worker = try await broadcastWorker(store, sender, events) { _ in
            let count = askedCount.withLock { count in
                count += 1
                return count
            }
            gate.open()
            return count == 1
        }
        let report = try await worker.processBroadcasts(batchCountMax: 1, ageMax: .seconds(24 * 3600))
        #expect(report.sentCount == 2)
        #expect(await store.progress(of: Broadcast.example().id)?.figures == [2, 0, 0, 2])
        #expect(events.all.contains { if case .storeFailed(let error) = $0 { error is LockedBatch } else { false } })
        #expect(sender.sent.count == 2)
    }
}
