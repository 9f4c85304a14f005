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

    /// Prolongs it, unless it has run out by now, or is lost, be it while this is called: others may have what it was for.
    func renew(until: Instant, now: Instant) {
        var known = end.load(ordering: .acquiring)
        while known > now.millisecondsSinceEpoch {
            let answer = end.compareExchange(expected: known, desired: until.millisecondsSinceEpoch, ordering: .acquiringAndReleasing)
            if answer.exchanged { return }
            known = answer.original
        }
    }

    /// Others have it: nothing more is begun under it.
    func lose() { end.store(0, ordering: .releasing) }

    /// Whether results wait for the store to come back.
    var isStoreAway: Bool {
        get { isAway.load(ordering: .acquiring) }
        set { isAway.store(newValue, ordering: .releasing) }
    }
}
