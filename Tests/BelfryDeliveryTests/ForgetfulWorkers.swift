import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfrySystem
import BelfryTesting

@testable import BelfryDelivery

/// Tests of workers whose queue can't record as often as it is told.
protocol ForgetfulWorkers {}

extension ForgetfulWorkers {
    func worker(
        _ workshop: Workshop, recordErrors: [any Error] = [], leaseErrors: [any Error] = [], isKept: Bool = false,
        onEvent: @escaping @Sendable (WorkerEvent) -> Void = { _ in }, isRefused: @escaping @Sendable (AttemptResult) -> Bool = { _ in false },
        isLocked: @escaping @Sendable (AttemptResult) -> Bool = { _ in false }
    ) -> Worker {
        let (clock, sender, events) = (workshop.clock, workshop.sender, workshop.events)
        return Worker(
            queue: ForgetfulQueue(
                workshop.store, recordErrors: recordErrors, leaseErrors: leaseErrors, isKept: isKept, isRefused: isRefused, isLocked: isLocked),
            zones: SystemTimeZoneDatabase(), switchboard: Switchboard([.push: [.inbox: sender]]), holder: "worker-1",
            identifiers: SequentialIdentifiers(prefix: "token"), now: { clock.now }, chance: { 0.5 }, observe: { event in
                events.add(event)
                onEvent(event)
            })
    }
}

/// What a store says that has gone away.
struct Away: OutageError {
    let outage: StoreOutage?
}
