import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime

@testable import BelfryChannels

extension OutgoingNotification {
    /// On its way to Ana's chat.
    static func toChat(
        _ example: Int = 1, chat: Int64 = TelegramSimulator.chat, title: String = "Ben's steps are down", body: String = "35 % below his usual.",
        severity: Severity = .watch, priority: DeliveryPriority = .normal, link: String? = nil, actions: OfferedActions? = nil
    ) -> OutgoingNotification {
        let model = Delivery.example(example, over: .telegram)
        var payload = model.payload
        payload.link = link.flatMap { NotificationLink($0) }
        payload.actions = actions
        let delivery = Delivery(
            id: model.id, createdAt: model.createdAt, recipient: model.recipient, member: model.member, alert: model.alert, channelName: model.channelName,
            payload: payload, priority: priority)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity),
            address: Address(id: AddressID(literal: "chat"), target: .chat(String(chat)), registeredAt: .morning))
    }
}

extension TelegramSettings {
    static func example(
        token: Secret = Secret(.text(TelegramSimulator.token)), bot: String? = TelegramSimulator.bot,
        webhookSecret: Secret? = Secret(.text(TelegramSimulator.webhookSecret)), linkOrigins: LinkOrigins = .none, endpoint: String = defaultEndpoint
    ) throws(ChannelSettingError) -> TelegramSettings {
        try TelegramSettings(token: token, bot: bot, webhookSecret: webhookSecret, linkOrigins: linkOrigins, endpoint: endpoint)
    }
}
