import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTime
import Synchronization

/// A queue whose first lease fails, as a database that is busy.
final class FailingOnce: PassingQueue {
    struct Busy: Error {}

    let store: MemoryStore
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
}
