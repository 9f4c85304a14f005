import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime

extension OutgoingNotification {
    static let topic = "anas-topic-7Kq2vX_9"

    /// On its way to Ana's topic.
    static func toTopic(
        _ example: Int = 1, topic: String = topic, title: String = "Ben's steps are down", body: String = "35 % below his usual.",
        severity: Severity = .watch, priority: DeliveryPriority? = nil, link: String? = nil, key: String? = nil, hasAlert: Bool = true
    ) -> OutgoingNotification {
        let model = Delivery.example(example, over: .ntfy)
        var payload = model.payload
        payload.link = link.flatMap { NotificationLink($0) }
        payload.collapseKey = key.flatMap { CollapseKey($0) }
        let delivery = Delivery(
            id: model.id, createdAt: model.createdAt, recipient: model.recipient, member: model.member, alert: hasAlert ? model.alert : nil,
            channelName: model.channelName, payload: payload, priority: priority ?? .normal)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity),
            address: Address(id: AddressID(literal: "topic"), target: .topic(topic), registeredAt: .morning))
    }
}
