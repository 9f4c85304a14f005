import BelfryModel
import BelfryTesting
import Crypto
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Encryption for browsers")
struct MessageEncryptionTests {
    /// RFC 8291, appendix A.
    private enum Vector {
        static let plaintext = "When I grow up, I want to be a watermelon"
        static let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let browserKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let body = """
            DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
            pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
            """
    }

    @Test("The example of RFC 8291, appendix A comes out to the byte")
    func vector() throws {
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: try #require(Base64URL.data(of: Vector.senderKey)))
        let encryption = try MessageEncryption(for: WebPushSubscription(endpoint: "", p256dh: Vector.browserKey, auth: Vector.auth))
        let salt = try #require(Base64URL.data(of: Vector.salt))
        let body = try encryption.encrypt(Array(Vector.plaintext.utf8), paddedTo: 0, with: key, salt: salt)
        #expect(Base64URL.text(of: body) == Vector.body)
    }

    @Test("Each message has a key and a salt of its own")
    func fresh() throws {
        let encryption = try MessageEncryption(for: try SampleBrowser(1).subscription(at: ""))
        let bodies = try (0..<20).map { _ in try encryption.encrypt(Array("same".utf8)) }
        #expect(Set(bodies.map { $0.prefix(16) }).count == 20)
        #expect(Set(bodies.map { $0[21..<86] }).count == 20)
    }

    @Test(
        "Texts of like length look alike, and the longest still fits where a push service hands them on to another",
        arguments: [(0, 256), (1, 256), (255, 256), (256, 512), (2600, 2641), (2641, 2641)])
    func length(textByteCount: Int, paddedByteCount: Int) throws {
        let encryption = try MessageEncryption(for: try SampleBrowser(1).subscription(at: ""))
        let body = try encryption.encrypt([UInt8](repeating: 0x61, count: textByteCount))
        #expect(body.count == 86 + paddedByteCount + 1 + 16)
        #expect(body.count <= 2744)
    }

    @Test(
        "Keys that no browser made are refused",
        arguments: [
            ("", Vector.auth), ("AAAA", Vector.auth), (Vector.browserKey, ""), (Vector.browserKey, "AAAA"), ("!" + Vector.browserKey.dropFirst(), Vector.auth),
            // Not on the curve.
            ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8", Vector.auth),
        ])
    func badKeys(p256dh: String, auth: String) {
        #expect(throws: MessageEncryption.BadSubscription.self) {
            try MessageEncryption(for: WebPushSubscription(endpoint: "", p256dh: p256dh, auth: auth))
        }
    }

    @Test("Keys with padding, as some write them, are keys")
    func padding() throws {
        _ = try MessageEncryption(for: WebPushSubscription(endpoint: "", p256dh: Vector.browserKey + "=", auth: Vector.auth + "=="))
    }
}
