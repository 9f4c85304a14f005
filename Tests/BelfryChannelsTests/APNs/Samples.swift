import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Crypto
import Foundation

@testable import BelfryChannels

extension OutgoingNotification {
    /// To a device of Ana's; the same number gives the same notification.
    static func push(
        _ number: Int = 1, title: String = "Ben walks less", body: String = "35 % fewer steps than usual, for 4 days.",
        severity: Severity = .attention, in environment: PushEnvironment? = .production, token: String? = nil, expiresAt: Instant? = .evening,
        groupKey: String? = nil
    ) -> OutgoingNotification {
        let example = Delivery.example(number)
        let delivery = Delivery(
            id: example.id, createdAt: example.createdAt, recipient: example.recipient, member: example.member, alert: example.alert,
            channelName: example.channelName, payload: example.payload, expiresAt: expiresAt, groupKey: groupKey)
        let address = Address(
            id: AddressID(literal: "device-\(number)"), target: .apple(token: token ?? .deviceToken(number), environment), registeredAt: .morning)
        return OutgoingNotification(
            delivery: delivery, content: NotificationContent(title: title, body: body, severity: severity), address: address)
    }
}

extension String {
    /// 64 hexadecimal digits.
    static func deviceToken(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "a", count: 64 - digits.count - 1) + "0" + digits
    }
}

extension APNsSettings {
    static func sample(key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) -> APNsSettings {
        APNsSettings(key: Secret(.text(key.pemRepresentation)), keyID: "ABC123DEFG", teamID: "DEF123GHIJ", topic: "com.example.belfry")
    }

    /// For two simulators, which take the same key.
    static func sample(of simulator: APNsSimulator, production: Int, sandbox: Int? = nil, certificate: ServerCertificate) -> APNsSettings {
        var settings = sample(key: simulator.signingKey)
        settings.production = APNsEndpoint(host: "localhost", port: production)
        settings.sandbox = APNsEndpoint(host: "localhost", port: sandbox ?? production)
        settings.trustedRoots = certificate.certificatePath
        return settings
    }
}

/// A folder of a test's own, removed when the test is over.
func withFolder<Answer>(_ body: (String) async throws -> Answer) async throws -> Answer {
    var template = Array((NSTemporaryDirectory() + "/belfry-test-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    let folder = String(cString: made)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}
