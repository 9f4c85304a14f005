import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// A queue whose first lease fails, as a database that is busy.
final class FailingOnce: DeliveryQueue {
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
