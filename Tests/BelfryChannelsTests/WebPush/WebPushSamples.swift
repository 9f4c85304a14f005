import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Crypto
import Foundation

@testable import BelfryChannels

/// A browser that has subscribed, with the keys that only it has.
struct SampleBrowser {
    let key: P256.KeyAgreement.PrivateKey
    let auth: Data

    /// Keys made from a number, so that every run has the same.
    init(_ number: UInt8) throws {
        key = try P256.KeyAgreement.PrivateKey(rawRepresentation: Data(repeating: number, count: 32))
        auth = Data(repeating: number, count: 16)
    }

    func subscription(at endpoint: String) -> WebPushSubscription {
        WebPushSubscription(
            endpoint: endpoint, p256dh: Base64URL.text(of: key.publicKey.x963Representation), auth: Base64URL.text(of: auth))
    }
}

extension OutgoingNotification {
    /// Of the first alert, to a browser.
    static func browser(
        _ subscription: WebPushSubscription, title: String = "Ben walks less", body: String = "For three days now.",
        severity: Severity = .attention, language: Language = .english, delivery: Delivery = .example(1)
    ) -> OutgoingNotification {
        let address = Address(id: AddressID(literal: "address-1"), target: .browser(subscription), registeredAt: .morning)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity, language: language), address: address)
    }
}

extension VAPIDKey {
    /// The same in every run.
    static var sample: VAPIDKey { get throws { try VAPIDKey(Base64URL.text(of: Data(repeating: 9, count: 32))) } }
}

extension WebPushSettings {
    static func sample(trusting origins: Set<String> = []) throws -> WebPushSettings {
        try WebPushSettings(
            privateKey: Secret(.text(try VAPIDKey.sample.privateText)), subject: "mailto:ops@example.com", trustedOrigins: origins)
    }
}
