import BelfryModel
import BelfryTime

/// Shows notifications now, on a system that has no scheduler of its own, such as a Linux desktop.
public protocol NotificationPresenter: Sendable {
    /// Shows it, in the place of one that is still shown under the same identifier.
    /// - Parameter openTitle: what a click on the notification itself does, in the person's language: some services show it as a button.
    /// - Throws: `CentreProblem.unavailable` while there is no notification service.
    func show(_ notification: ScheduledNotification, actions: [DescribedCategory.Action], openTitle: String) async throws(CentreProblem)
    /// Takes one away; does nothing where it isn't shown.
    func close(_ identifier: NotificationID) async
    /// Whether there is a service that shows notifications.
    func isAvailable() async -> Bool
    /// What people do with what was shown, what was cleared, and when the service has come back; to be iterated once.
    var events: AsyncStream<PresenterEvent> { get }
}

/// What happens to something that was shown.
public enum PresenterEvent: Hashable, Sendable {
    case responded(NotificationResponse)
    /// No longer shown: it timed out or somebody closed it.
    case closed(NotificationID)
    /// The service has started anew and shows nothing of before.
    case restarted
}
