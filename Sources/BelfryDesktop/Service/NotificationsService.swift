import BelfryPorts

/// The notification service of a desktop, as the bus knows it.
///
/// Source: Desktop Notifications Specification 1.2, "D-BUS Protocol".
enum NotificationsService {
    static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
    }

    static let getCapabilities = call("GetCapabilities")

    static func notify(_ arguments: NotifyArguments) -> BusCall { call("Notify", arguments.values) }

    static func close(_ number: UInt32) -> BusCall { call("CloseNotification", [.uint32(number)]) }

    /// What has to be asked of a bus that one has just come to, so as to hear of the service from then on.
    static let subscriptions: [BusCall] = [
        "type='signal',sender='\(name)',interface='\(name)'",
        "type='signal',sender='\(BusCall.busName)',interface='\(BusCall.busName)',member='NameOwnerChanged',arg0='\(name)'",
    ].map { BusCall.toBus("AddMatch", .string($0)) }

    static let getOwner = BusCall.toBus("GetNameOwner", .string(name))

    /// The key of the action that is the notification itself.
    static let defaultAction = "default"

    /// Why a notification is shown no longer: `NotificationClosed`. Any other number counts as ``undefined``.
    enum CloseReason: UInt32 {
        case expired = 1
        case dismissed
        /// By `CloseNotification`.
        case closed
        case undefined
    }

    /// What becomes known without having been asked.
    enum Signal: Hashable, Sendable {
        case actionInvoked(UInt32, key: String)
        case closed(UInt32, CloseReason)
    }

    /// Nil where it is none of these: an `ActivationToken` has nowhere to go, because nothing of ours has a window.
    static func signal(in message: BusMessage) -> Signal? {
        guard message.kind == .signal, message.interface == name, let member = message.member else { return nil }
        let arguments = message.arguments
        guard arguments.count >= 2, case .uint32(let number) = arguments[0] else { return nil }
        return switch (member, arguments[1]) {
        case ("ActionInvoked", .string(let key)): .actionInvoked(number, key: key)
        case ("NotificationClosed", .uint32(let reason)): .closed(number, CloseReason(rawValue: reason) ?? .undefined)
        default: nil
        }
    }

    /// Who has the name of the service from now on, `.some(nil)` for nobody; nil where the message is about something else.
    static func newOwner(in message: BusMessage) -> String?? {
        guard message.kind == .signal, message.sender == BusCall.busName, message.member == "NameOwnerChanged",
            case let arguments = message.arguments, arguments.count == 3, arguments[0] == .string(name),
            case .string(let owner) = arguments[2]
        else { return nil }
        return .some(owner.isEmpty ? nil : owner)
    }

    /// What an error of the bus or of the service means.
    static func problem(named errorName: String?) -> CentreProblem {
        switch errorName {
        case "org.freedesktop.DBus.Error.AccessDenied": .notAllowed
        // The latter is notification-daemon's, in a burst.
        case "org.freedesktop.DBus.Error.LimitsExceeded", "org.freedesktop.Notifications.MaxNotificationsExceeded": .full
        case "org.freedesktop.DBus.Error.InvalidArgs", "org.freedesktop.DBus.Error.InvalidSignature": .invalid
        default: .unavailable
        }
    }
}
