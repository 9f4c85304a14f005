import BelfryModel
import BelfryPorts
import Synchronization

/// A journal of what a desktop shows, which ends with the process.
public final class MemoryShownJournal: ShownJournal {
    private let notifications = Mutex<[NotificationID: ShownNotification]>([:])

    public init() {}

    public func shown() -> [ShownNotification] {
        notifications.withLock { Array($0.values) }
    }

    public func keep(_ notification: ShownNotification) {
        notifications.withLock { $0[notification.identifier] = notification }
    }

    public func forget(_ identifiers: [NotificationID]) {
        notifications.withLock { for identifier in identifiers { $0[identifier] = nil } }
    }
}
