import Foundation
import Testing

@testable import BelfryModel

@Suite("Subscriptions of browsers")
struct WebPushSubscriptionTests {
    private static let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

    private func read(_ text: String) throws -> WebPushSubscription {
        try JSONDecoder().decode(WebPushSubscription.self, from: Data(text.utf8))
    }

    @Test("One reads as a browser writes it, and is written back without what we don't need")
    func roundTrip() throws {
        let text = #"{"endpoint":"https://push.example.com/1","expirationTime":null,"keys":{"p256dh":"\#(Self.key)","auth":"\#(Self.auth)"}}"#
        let subscription = try read(text)
        #expect(subscription == WebPushSubscription(endpoint: "https://push.example.com/1", p256dh: Self.key, auth: Self.auth))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(subscription), as: UTF8.self)
                == #"{"endpoint":"https://push.example.com/1","keys":{"auth":"\#(Self.auth)","p256dh":"\#(Self.key)"}}"#)
        #expect("\(subscription)" == "WebPushSubscription")
    }

    @Test("Keys with padding are keys")
    func padding() throws {
        _ = try read(#"{"endpoint":"https://a.com/1","keys":{"p256dh":"\#(Self.key)=","auth":"\#(Self.auth)=="}}"#)
    }

    @Test(
        "What no browser writes is refused",
        arguments: [
            "{}", "a1b2", #"{"endpoint":"https://a.com/1"}"#, #"{"endpoint":"","keys":{"p256dh":"\#(key)","auth":"\#(auth)"}}"#,
            #"{"endpoint":"https://a.com/ü","keys":{"p256dh":"\#(key)","auth":"\#(auth)"}}"#,
            #"{"endpoint":"https://a.com/1","keys":{"p256dh":"\#(auth)","auth":"\#(auth)"}}"#,
            #"{"endpoint":"https://a.com/1","keys":{"p256dh":"\#(key)","auth":"\#(key)"}}"#,
            #"{"endpoint":"https://a.com/1","keys":{"p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J+aSIgg"}}"#,
            #"{"endpoint":"https://a.com/1","keys":{"p256dh":"\#(key)===","auth":"\#(auth)"}}"#,
        ])
    func bad(text: String) {
        #expect(throws: DecodingError.self) { try read(text) }
    }
}
