import BelfryPorts
import BelfryTime

/// When background work is asked for, and when it is worth doing.
///
/// A system gives time when it likes, or never: what is asked for is a floor. So it is asked for often, and done when it is due.
/// Source: Apple, BGTaskScheduler, `earliestBeginDate`.
public enum RefreshPolicy {
    /// How soon it is asked for.
    public static let floor = Duration.seconds(3600)
    /// How old the last one must be, unless something has changed, or it was cut short.
    public static let interval = Duration.seconds(4 * 3600)

    public static func isDue(_ state: DeviceState, now: Instant) -> Bool {
        guard let refreshedAt = state.refreshedAt, refreshedAt <= now else { return true }
        return state.isDirty || state.refreshStartedAt != nil || now - refreshedAt >= interval
    }

    /// Whether the one that was cut short is still worth going on with.
    static func goesOn(_ state: DeviceState, now: Instant) -> Bool {
        guard let startedAt = state.refreshStartedAt, startedAt <= now else { return false }
        return now - startedAt < interval
    }
}

/// A part of the background work, in the order in which they are done.
public enum RefreshStage: String, CaseIterable, Codable, Sendable {
    case recalls, plan, sync
}

/// What became of the time that a system gave for background work.
public enum RefreshOutcome: Hashable, Sendable {
    case done
    /// It was done a short time ago, and nothing has changed since.
    case notDue
    /// Time ran out, or something could not be reached, here for the first time; what is left is done the next time.
    case unfinished(RefreshStage)
}
