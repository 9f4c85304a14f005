import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import UserNotifications

@testable import BelfryApple

/// A phone that a test moves: the system behind the stand-in framework, and the centre of an app on it.
struct AppleWorld: CentreHarness {
    let system: StandInSystem
    let apple: UserNotificationCentre
    let clock = TestClock()
    private let log = ResponseLog()

    init(
        overflow: OverflowPolicy = .keepSoonest, status: UNAuthorizationStatus = .authorized, entitlements: Entitlements = [],
        sound: @escaping @Sendable (ScheduledNotification) -> String? = { _ in nil },
        picture: @escaping @Sendable (ScheduledNotification) -> URL? = { _ in nil }
    ) {
        system = StandInSystem(now: Date(.noon), status: status, overflow: overflow)
        apple = UserNotificationCentre(
            center: system.center, entitlements: entitlements, sound: sound, picture: picture, clock: { [clock] in clock.now }, respond: log.append)
    }

    var centre: any NotificationCentre { apple }

    func advance(to moment: Instant) async {
        clock.set(to: moment)
        await system.advance(to: Date(moment))
    }

    func settle() async { system.settle() }

    func respond(_ action: NotificationResponse.Action, to identifier: NotificationID) async {
        let name =
            switch action {
            case .open: UNNotificationDefaultActionIdentifier
            case .dismiss: UNNotificationDismissActionIdentifier
            case .button(let name): name
            }
        await system.respond(to: identifier.description, action: name)
    }

    func clear(_ identifier: NotificationID) async { system.clear(identifier.description) }
    func responses() async -> [NotificationResponse] { log.responses }
    func set(_ permission: NotificationPermission) async { system.set(UNAuthorizationStatus(permission)) }
    func answerPrompts(with answer: Bool) async { system.answerPrompts(with: answer) }
    func promptCount() async -> Int { system.promptCount }
    func set(capacity: Int) async { system.set(capacity: capacity) }

    func addForeignRequests(count: Int) async {
        for number in 0..<count {
            let content = UNMutableNotificationContent()
            content.title = "The app's own"
            let trigger = UNCalendarNotificationTrigger(dateMatching: DateComponents(utc: .evening), repeats: false)
            system.center.add(UNNotificationRequest(identifier: "own-\(number)", content: content, trigger: trigger))
        }
    }

    func actions(of category: String) async -> [String]? {
        system.categories.first { $0.identifier == category }?.actions.map(\.identifier)
    }
}

extension Date {
    init(_ moment: Instant) {
        self.init(timeIntervalSince1970: Double(moment.millisecondsSinceEpoch) / 1000)
    }
}

extension UNAuthorizationStatus {
    fileprivate init(_ permission: NotificationPermission) {
        switch permission {
        case .granted: self = .authorized
        case .provisional: self = .provisional
        case .denied, .unavailable: self = .denied
        case .undetermined: self = .notDetermined
        }
    }
}
