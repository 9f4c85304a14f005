import BelfryModel
import BelfryPorts

extension DeviceToken {
    static let phone = DeviceToken(token: "a1b2", platform: .ios, appVersion: "1.0", osVersion: nil)
    static let browser = DeviceToken(
        token: #"{"endpoint": "https://push.example/1", "keys": {"p256dh": "\#(String(repeating: "B", count: 87))", "auth": "\#(String(repeating: "A", count: 22))"}}"#,
        platform: .web, appVersion: nil, osVersion: nil)
}

extension ContactPoint.Draft {
    static let mailbox = draft("contact-1", .email, "ana@example.org")
    static let number = draft("contact-2", .sms, "+4915112345678")
    static let topic = draft("contact-3", .ntfy, "anas-topic-7Kq2vX_9")

    static let chat = draft("contact-4", .telegram, "4815162342")
    static let room = draft("contact-5", .chat, "https://hooks.slack.com/services/T0/B0/secret-Xw3k")
    static let matrix = draft("contact-6", .chat, "@ana:example.org")

    static let calls = draft("contact-6", .voice, "+4915112345678")

    /// Asked for the given time.
    static func link(_ number: Int) -> Self {
        guard let id = AddressID("link-\(number)"), let draft = try? Self(linking: id, over: .telegram) else {
            preconditionFailure("a channel with links")
        }
        return draft
    }

    private static func draft(_ id: String, _ channel: DeliveryChannel, _ value: String) -> Self {
        guard let draft = try? Self(id: AddressID(literal: id), channel: channel, value: value) else { preconditionFailure("a fit value") }
        return draft
    }
}
