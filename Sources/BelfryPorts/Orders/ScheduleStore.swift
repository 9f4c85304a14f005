import BelfryModel
import BelfryTime

/// Keeps what our own scheduler is to show, and what it has shown, over every restart.
public protocol ScheduleStore: Sendable {
    /// All that waits or is shown.
    func schedule() async throws -> [ScheduleEntry]
    /// Changes the schedule all at once; an entry takes the place of the one with the same key.
    func changeSchedule(_ change: ScheduleChange) async throws
}

/// A notification that waits for its moment, or is shown.
public struct ScheduleEntry: Hashable, Codable, Sendable {
    public let notification: ScheduledNotification
    /// Written down before it is shown, so that nothing is shown twice; of a critical one after that, so that it is shown. Nil while it waits.
    public let shownAt: Instant?

    public init(_ notification: ScheduledNotification, shownAt: Instant? = nil) {
        self.notification = notification
        self.shownAt = shownAt
    }

    public var key: Key { Key(identifier: notification.identifier, isShown: shownAt != nil) }

    /// One may wait while an earlier one of the same identifier is still shown.
    public struct Key: Hashable, Sendable {
        public let identifier: NotificationID
        public let isShown: Bool

        public init(identifier: NotificationID, isShown: Bool) {
            self.identifier = identifier
            self.isShown = isShown
        }
    }
}

/// What is to be changed at once, all or nothing.
public struct ScheduleChange: Hashable, Sendable {
    public var saved: [ScheduleEntry]
    /// Passed over where they aren't; goes before what is saved.
    public var removed: [ScheduleEntry.Key]

    public init(saved: [ScheduleEntry] = [], removed: [ScheduleEntry.Key] = []) {
        self.saved = saved
        self.removed = removed
    }
}
