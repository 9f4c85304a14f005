import BelfryTime
import Synchronization

/// When anything of a worker last found the store away.
final class LastOutage: Sendable {
    private let latest = Atomic<Int64>(0)

    /// Long ago where there was none.
    var moment: Instant { Instant(millisecondsSinceEpoch: latest.load(ordering: .acquiring)) }

    func note(at moment: Instant) { latest.store(moment.millisecondsSinceEpoch, ordering: .releasing) }
}
