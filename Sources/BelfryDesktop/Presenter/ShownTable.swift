import BelfryModel
import BelfryPorts

/// What the service shows of ours, by our identifier and by the service's number.
struct ShownTable {
    private var byIdentifier: [NotificationID: ShownNotification]
    private var byNumber: [UInt32: NotificationID] = [:]

    /// - Parameter kept: of runs of the service that may be over; what ``forgetOthers(than:)`` leaves can be found by its number.
    init(_ kept: [ShownNotification]) {
        byIdentifier = Dictionary(kept.map { ($0.identifier, $0) }) { $1 }
    }

    var isEmpty: Bool { byIdentifier.isEmpty }

    subscript(identifier: NotificationID) -> ShownNotification? { byIdentifier[identifier] }

    subscript(number number: UInt32) -> ShownNotification? { byNumber[number].flatMap { byIdentifier[$0] } }

    /// - Returns: what it displaces: the same under another number, and another under the same number.
    mutating func insert(_ notification: ShownNotification) -> (earlier: ShownNotification?, other: ShownNotification?) {
        let other = self[number: notification.number].flatMap { $0.identifier == notification.identifier ? nil : $0 }
        if let other { remove(other.identifier) }
        let earlier = remove(notification.identifier).flatMap { $0.number == notification.number ? nil : $0 }
        byIdentifier[notification.identifier] = notification
        byNumber[notification.number] = notification.identifier
        return (earlier, other)
    }

    @discardableResult
    mutating func remove(_ identifier: NotificationID) -> ShownNotification? {
        guard let notification = byIdentifier.removeValue(forKey: identifier) else { return nil }
        byNumber[notification.number] = nil
        return notification
    }

    /// Keeps what this run of the service has shown, and nothing where there is no service.
    /// - Returns: the rest, in order.
    mutating func forgetOthers(than service: String?) -> [NotificationID] {
        let gone = byIdentifier.values.filter { $0.service != service }.map(\.identifier).sorted()
        for identifier in gone { byIdentifier[identifier] = nil }
        byNumber = Dictionary(byIdentifier.values.map { ($0.number, $0.identifier) }) { $1 }
        return gone
    }
}
