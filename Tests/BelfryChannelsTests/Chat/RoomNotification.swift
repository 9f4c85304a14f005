import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime

extension OutgoingNotification {
    static let slackRoom = "https://hooks.slack.com/services/T0/B0/secret"
    static let discordRoom = "https://discord.com/api/webhooks/1/secret"
    static let teamsRoom =
        "https://prod-42.westeurope.logic.azure.com:443/workflows/0a1b/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sig=secret"
    static let gotifyRoom = "https://gotify.example.org/message?token=Asecret"

    /// On its way into a room.
    static func toRoom(
        _ example: Int = 1, webhook: String = slackRoom, title: String = "Boiler", body: String = "Due for its check", severity: Severity = .watch,
        priority: DeliveryPriority = .normal, link: String? = nil, actions: OfferedActions? = nil
    ) -> OutgoingNotification {
        let model = Delivery.example(example, over: .chat)
        var payload = model.payload
        payload.link = link.flatMap { NotificationLink($0) }
        payload.actions = actions
        let delivery = Delivery(
            id: model.id, createdAt: model.createdAt, recipient: model.recipient, member: model.member, alert: nil, channelName: model.channelName,
            payload: payload, priority: priority)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity),
            address: Address(id: AddressID(literal: "room"), target: .room(webhook), registeredAt: .morning))
    }
}
