import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime

extension OutgoingNotification {
    static let number = "+4915112345678"

    /// On its way to Ana's telephone.
    static func toPhone(
        _ example: Int = 1, number: String = number, wroteAt: Instant? = nil, title: String = "Ben's steps are down", body: String = "35 % below his usual.",
        language: Language = .english, hasAlert: Bool = true, expiresAt: Instant? = nil
    ) -> OutgoingNotification {
        let model = Delivery.example(example, over: .sms)
        let delivery = Delivery(
            id: model.id, createdAt: model.createdAt, recipient: model.recipient, member: model.member, alert: hasAlert ? model.alert : nil,
            channelName: model.channelName, payload: model.payload, expiresAt: expiresAt)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: .watch, language: language),
            address: Address(id: AddressID(literal: "phone"), target: .phone(number, lastInboundAt: wroteAt), registeredAt: .morning))
    }

    /// To an address that is no telephone.
    static let toMailbox = OutgoingNotification(
        delivery: .example(1, over: .email), content: NotificationContent(title: "a", body: "b", severity: .watch),
        address: Address(id: AddressID(literal: "mail"), target: .mailbox("ana@example.org"), registeredAt: .morning))
}

extension Instant {
    /// Seconds since 1970, as simulators count.
    static var noonSeconds: Int64 { Instant.noon.secondsSinceEpoch }
}
