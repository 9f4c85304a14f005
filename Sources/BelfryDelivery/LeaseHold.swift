import BelfryTime
import Synchronization

/// How a worker stands with what it has leased.
final class LeaseHold: Sendable {
    /// In milliseconds since 1970: both are asked before each send, by many at once.
    private let end: Atomic<Int64>
    private let isAway = Atomic(false)

    init(until: Instant) {
        end = Atomic(until.millisecondsSinceEpoch)
    }

    /// By the worker's own clock.
    var until: Instant { Instant(millisecondsSinceEpoch: end.load(ordering: .acquiring)) }

    func renew(until: Instant) { end.store(until.millisecondsSinceEpoch, ordering: .releasing) }

    /// Others have it: nothing more is begun under it.
    func lose() { renew(until: Instant(millisecondsSinceEpoch: 0)) }

    /// Whether results wait for the store to come back.
    var isStoreAway: Bool {
        get { isAway.load(ordering: .acquiring) }
        set { isAway.store(newValue, ordering: .releasing) }
    }
}
