import BelfryTime

/// Waits for a moment by the system's clock, which may be set forward or back meanwhile, and goes on while the machine sleeps.
public protocol Alarm: Sendable {
    /// One waiter at a time. A cancelled task is woken at once.
    func wait(until moment: Instant) async -> AlarmEvent
    /// Wakes who waits; while nobody does, the next wait returns at once.
    func wake()
}

/// Why a wait has ended.
public enum AlarmEvent: String, CaseIterable, Sendable {
    /// The moment has come.
    case due
    /// Somebody has set the clock: the moment may be nearer or further than it was.
    case clockChanged
    /// Somebody called ``Alarm/wake()``, or the task was cancelled.
    case woken
}
