import Foundation

/// Both are optional in the framework, which Swift can't say elsewhere.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
}

/// Whatever is asked of it is done later, one after the other, on another thread: the framework speaks to a service of the system.
open class UNUserNotificationCenter: NSObject {
    let system: StandInSystem

    init(system: StandInSystem) {
        self.system = system
    }

    private static let shared = StandInSystem(now: Date(timeIntervalSince1970: 0)).center

    open class func current() -> UNUserNotificationCenter { shared }

    open weak var delegate: (any UNUserNotificationCenterDelegate)? {
        didSet { system.delegateArrived() }
    }

    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        system.later { state in completionHandler(state.askPerson(options), nil) }
    }

    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        system.later { state in
            completionHandler(UNNotificationSettings(authorizationStatus: state.status, criticalAlertSetting: state.criticalAlerts))
        }
    }

    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        system.later { state in state.categories = categories }
    }

    open func add(_ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        system.later { state in
            let problem = state.add(request)
            completionHandler?(problem)
        }
    }

    open func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        system.later { state in completionHandler(state.pending.map(\.request)) }
    }

    /// Takes effect later: only when the clock moves or the system settles, so that whoever counts on it at once is found out.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        system.later { state in state.removals += identifiers }
    }

    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        system.later { state in completionHandler(state.delivered) }
    }

    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        system.later { state in state.delivered.removeAll { identifiers.contains($0.request.identifier) } }
    }
}
