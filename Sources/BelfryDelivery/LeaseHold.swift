import BelfryTime
import Synchronization

/// How a worker stands with what it has leased.
final class LeaseHold: Sendable {
    private let state: Mutex<(until: Instant, isStoreAway: Bool)>

    init(until: Instant) {
        state = Mutex((until, false))
    }

    /// By the worker's own clock.
    var until: Instant { state.withLock { $0.until } }

    func renew(until: Instant) { state.withLock { $0.until = until } }

    /// Whether results wait for the store to come back.
    var isStoreAway: Bool {
        get { state.withLock { $0.isStoreAway } }
        set { state.withLock { $0.isStoreAway = newValue } }
    }
}
