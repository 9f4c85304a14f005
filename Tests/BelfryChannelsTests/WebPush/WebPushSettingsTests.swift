import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Web Push’s settings")
struct WebPushSettingsTests {
    @Test("A key reads back from base64url and from PEM, and its public part is what browsers take")
    func keys() throws {
        let key = VAPIDKey()
        #expect(try VAPIDKey(key.privateText).publicText == key.publicText)
        let bytes = try #require(Base64URL.data(of: key.publicText))
        #expect(bytes.count == 65 && bytes.first == 4)
        let pem = try P256.Signing.PrivateKey(rawRepresentation: try #require(Base64URL.data(of: key.privateText))).pemRepresentation
        #expect(try VAPIDKey(pem).publicText == key.publicText)
        #expect("\(key)" == "VAPIDKey")
    }

    @Test("What is no key is refused", arguments: ["", "abc", "AAAA", "-----BEGIN PRIVATE KEY-----", String(repeating: "A", count: 43), "//8="])
    func badKey(text: String) {
        #expect(throws: VAPIDKey.Unusable.self) { try VAPIDKey(text) }
        #expect(throws: WebPushSettings.UnusableSetting.privateKey) {
            try WebPushSettings(privateKey: Secret(.text(text)), subject: "mailto:ops@example.com")
        }
    }

    @Test(
        "Push services want an address at which somebody is",
        arguments: [
            ("mailto:ops@example.com", true), ("https://example.com", true), ("https://example.com/contact", true), ("ops@example.com", false),
            ("mailto:", false), ("mailto:ops", false), ("mailto:ops@localhost", false), ("mailto:@example.com", false), ("https://localhost", false),
            ("http://example.com", false), ("mailto:a@b@example.com", false), ("mailto:ops@example.com\n", false), ("", false),
            ("mailto:<ops@example.com>", false),
        ])
    func subject(subject: String, isGood: Bool) throws {
        let key = Secret(.text(try VAPIDKey.sample.privateText))
        let settings = try? WebPushSettings(privateKey: key, subject: subject)
        #expect((settings != nil) == isGood)
    }

    @Test("Trusted origins are origins, and the page that opens is on our own", arguments: ["push.example.com", "https://", "https://A.com", "https://a.com/", "ftp://a.com", "https://u@a.com"])
    func origins(origin: String) throws {
        let key = Secret(.text(try VAPIDKey.sample.privateText))
        #expect(throws: WebPushSettings.UnusableSetting.trustedOrigins) {
            try WebPushSettings(privateKey: key, subject: "mailto:ops@example.com", trustedOrigins: [origin])
        }
        for path in ["", "page", "//evil.com", "/a#b", "/a\\b", "/a b"] {
            #expect(throws: WebPushSettings.UnusableSetting.openPath) {
                try WebPushSettings(privateKey: key, subject: "mailto:ops@example.com", openPath: path)
            }
        }
    }

    @Test("The doctor finds a key that can’t be read any more, and an origin without TLS")
    func findings() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("vapid-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: file) }
        try VAPIDKey.sample.privateText.write(to: file, atomically: true, encoding: .utf8)
        let settings = try WebPushSettings(
            privateKey: Secret(.file(file.path)), subject: "mailto:ops@example.com", trustedOrigins: ["http://push.lan", "http://127.0.0.1:1"])
        #expect(settings.findings().map(\.code) == ["web_push_origin_without_tls"])
        #expect(settings.publicKeyText == (try VAPIDKey.sample.publicText))
        try "nonsense".write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: file.path)
        #expect(settings.findings().map(\.code) == ["web_push_key_unusable", "web_push_origin_without_tls"])
        #expect(settings.publicKeyText == nil && "\(settings)" == "WebPushSettings")
        // What is to be sent waits until it is mended.
        let notification = OutgoingNotification.browser(try SampleBrowser(1).subscription(at: "https://push.example.org/1"))
        let error = #expect(throws: Unsendable.self) { try WebPushDialect(settings).request(for: notification, authorization: nil, now: .noon) }
        #expect(error?.outcome.label == "retry" && error?.why.hasPrefix("web_push_key_unusable: ") == true)
    }
}
