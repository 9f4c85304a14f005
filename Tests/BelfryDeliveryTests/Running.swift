import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

/// A worker's loop that waits for the bell alone, and the events that it tells.
struct Running {
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

extension Delivery {
    static func pushed(_ number: Int, by app: AppID, priority: DeliveryPriority = .normal, deliverAfter: Instant? = nil) -> Delivery {
        Delivery.ordered(number, by: app, priority: priority, deliverAfter: deliverAfter).with(channelName: DeliveryChannel.push.rawValue)
    }
}
