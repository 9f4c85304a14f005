import BelfryClient
import BelfryModel
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@Suite("What a server posts of deliveries")
struct StatusWebhookTests {
    private let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let now = Instant(literal: "2026-01-25T12:00:02Z")
    private let body = #"""
        {"type": "delivery.status", "timestamp": "2026-01-25T12:00:01.204Z", "data": {"app_id": "my-app", "events": [
          {"id": "03b1", "type": "sent", "delivery_id": "d-1", "channel": "push", "attempts": 2, "reason": "allowed", "occurred_at": "2026-01-25T12:00:00.981Z"},
          {"id": "9f2c", "type": "sung", "delivery_id": "d-1", "channel": "choir", "reason": "http_503", "occurred_at": "2026-01-25T12:00:01Z"}]}}
        """#

    private func headers(_ body: String, at moment: Instant? = nil) -> [String: String] {
        let timestamp = String((moment ?? now).secondsSinceEpoch)
        let key = SymmetricKey(data: Data(base64Encoded: String(secret.dropFirst(6)))!)
        let code = Data(HMAC<SHA256>.authenticationCode(for: Data("msg_1.\(timestamp).\(body)".utf8), using: key)).base64EncodedString()
        return ["webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": "v2,AAAA v1,nonsense v1,\(code)"]
    }

    private func doubt(_ body: String, _ headers: [String: String], now: Instant? = nil, secrets: String? = nil) -> StatusWebhook.Doubt? {
        do throws(StatusWebhook.Doubt) {
            let webhook = try StatusWebhook(secrets: secrets ?? secret)
            _ = try webhook.message(in: Data(body.utf8), now: now ?? self.now) { headers[$0] }
            return nil
        } catch {
            return error
        }
    }

    @Test("A signed message is read, with what came later than this client")
    func read() throws {
        let webhook = try StatusWebhook(secrets: "whsec_" + Data(repeating: 7, count: 32).base64EncodedString(), secret)
        let headers = headers(body)
        let message = try webhook.message(in: Data(body.utf8), now: now) { headers[$0] }
        #expect(message.app == "my-app" && message.events.map(\.id) == ["03b1", "9f2c"])
        #expect(message.events[0].kind == .sent && message.events[0].reason == .allowed && message.events[0].channel == .push)
        #expect(message.events[1].kind.known == nil && message.events[1].reason?.text == "http_503")
        #expect("\(webhook)" == "StatusWebhook", "a log has none of its secrets")
    }

    /// The known answer of the specification's own example (standard-webhooks.md, "Signature scheme").
    @Test("The signature is that of the scheme")
    func knownAnswer() throws {
        let headers = [
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330", "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ]
        let signedAt = Instant(secondsSinceEpoch: 1_614_265_330)
        #expect(doubt(#"{"test": 2432232314}"#, headers, now: signedAt) == .unreadable, "it is believed, and is no status")
        #expect(doubt(#"{"test": 2432232315}"#, headers, now: signedAt) == .wrongSignature)
    }

    @Test("What is changed, old, of the future, unsigned or of another secret isn't believed")
    func refused() {
        let signed = headers(body)
        #expect(doubt(body, signed) == nil)
        #expect(doubt(body + " ", signed) == .wrongSignature)
        #expect(doubt(body, signed, secrets: "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()) == .wrongSignature)
        #expect(doubt(body, signed, now: now + .seconds(301)) == .stale)
        #expect(doubt(body, signed, now: now - .seconds(301)) == .stale)
        #expect(doubt(body, signed.merging(["webhook-timestamp": "soon"]) { $1 }) == .stale)
        #expect(doubt(body, signed.merging(["webhook-timestamp": "\(Int64.min)"]) { $1 }) == .stale)
        for name in signed.keys { #expect(doubt(body, signed.filter { $0.key != name }) == .missingHeader(name)) }
        #expect(doubt("[]", headers("[]")) == .unreadable)
        for secret in ["hunter2", "whsec_", "whsec_c2hvcnQ=", ""] { #expect(doubt(body, signed, secrets: secret) == .unusableSecret) }
    }
}
