import BelfryTime
import Synchronization

/// When anything of a worker last found the store away.
final class LastOutage: Sendable {
    private let latest = Atomic<Int64>(0)

    /// Long ago where there was none. One that is yet to come was just now: by a clock that was put back since.
    func moment(asOf now: Instant) -> Instant {
        let known = Instant(millisecondsSinceEpoch: latest.load(ordering: .acquiring))
        if known > now { note(at: now) }
        return min(known, now)
    }

    func note(at moment: Instant) { latest.store(moment.millisecondsSinceEpoch, ordering: .releasing) }
}
