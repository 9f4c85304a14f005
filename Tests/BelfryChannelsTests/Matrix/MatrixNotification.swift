import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime

extension OutgoingNotification {
    static let matrixRoom = "#family:example.org"
    static let matrixPerson = "@ana:example.org"

    /// On its way to a room or person of Matrix.
    static func toMatrix(
        _ example: Int = 1, place: String = matrixRoom, title: String = "Boiler", body: String = "Due for its check", kind: String? = nil,
        severity: Severity = .watch, priority: DeliveryPriority = .normal, link: String? = nil, actions: OfferedActions? = nil
    ) -> OutgoingNotification {
        let model = OutgoingNotification.toRoom(example, severity: severity, priority: priority, link: link, actions: actions).delivery
        var payload = model.payload
        payload.kind = kind
        let delivery = Delivery(
            id: model.id, createdAt: model.createdAt, recipient: model.recipient, member: model.member, alert: nil, channelName: model.channelName,
            payload: payload, priority: priority)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity),
            address: Address(id: AddressID(literal: "place"), target: .matrix(place), registeredAt: .morning))
    }
}
