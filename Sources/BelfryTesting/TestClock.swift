import BelfryTime
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private let moment: Mutex<Instant>

    public init(at moment: Instant = .noon) {
        self.moment = Mutex(moment)
    }

    public var now: Instant { moment.withLock { $0 } }

    public func set(to moment: Instant) {
        self.moment.withLock { $0 = moment }
    }

    public func advance(by length: Duration) {
        moment.withLock { $0 = $0 + length }
    }
}
