#if canImport(UserNotifications)
    import BelfryPorts
    import Foundation
    import UserNotifications

    /// Hears from the system what the person does, and what comes while the app is in front.
    public final class NotificationCentreDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
        private let respond: @Sendable (NotificationResponse) async -> Void

        init(respond: @escaping @Sendable (NotificationResponse) async -> Void) {
            self.respond = respond
        }

        /// Whether a request came through ``UserNotificationCentre``.
        public static func owns(_ request: UNNotificationRequest) -> Bool {
            StoredNotification(request) != nil
        }

        /// What comes while the app is in front is shown like anywhere else: a reminder doesn't wait until the person looks away.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler(notification.request.content.interruptionLevel == .passive ? [.list] : [.banner, .list, .sound])
        }

        /// The system is told that a response was handled once it was, and on the main thread: UIKit stops the app where it hears it
        /// on another.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            guard let told = NotificationResponse(response) else { return completionHandler() }
            let handled = Handed(completionHandler)
            Task { [respond] in
                await respond(told)
                await MainActor.run { handled.value() }
            }
        }
    }
#endif
