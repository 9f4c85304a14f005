import BelfryModel
import BelfryTime

/// Keeps what our own scheduler is to show, and what it has shown, over every restart.
public protocol ScheduleStore: Sendable {
    func schedule() async throws -> [ScheduleEntry]
    /// Takes the place of those with the same identifier.
    func schedule(_ entry: ScheduleEntry) async throws
    func unschedule(_ identifiers: [NotificationID]) async throws
}

public struct ScheduleEntry: Hashable, Codable, Sendable {
    public var notification: ScheduledNotification
    /// Written down before it is shown, so that nothing is shown twice; nil while it waits.
    public var shownAt: Instant?

    public init(_ notification: ScheduledNotification, shownAt: Instant? = nil) {
        self.notification = notification
        self.shownAt = shownAt
    }

    public var identifier: NotificationID { notification.identifier }
}
