import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Standard Webhooks")
struct StandardWebhookTests {
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    static let older = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()

    let webhook: StandardWebhook
    let notification = OutgoingNotification(
        delivery: .example(1, over: .webhook), content: NotificationContent(title: "Hello", body: "A “quoted” </body>", severity: .watch), address: .endpoint)

    init() throws {
        webhook = try StandardWebhook(url: "https://example.org/hook", secrets: [Self.secret])
    }

    @Test("The signature is the one that the scheme's own library gives")
    func vector() {
        // Made with the package standardwebhooks 1.0 of PyPI: Webhook(secret).sign(id, timestamp, body).
        let signature = webhook.signature(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330", body: #"{"test": 2432232314}"#)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("While a secret is rotated, both sign")
    func rotation() throws {
        let rotating = try StandardWebhook(url: "https://example.org/hook", secrets: [Self.secret, Self.older])
        let olderAlone = try StandardWebhook(url: "https://example.org/hook", secrets: [Self.older])
        let signature = rotating.signature(id: "a", timestamp: "1", body: "{}")
        #expect(
            signature
                == webhook.signature(id: "a", timestamp: "1", body: "{}") + " " + olderAlone.signature(id: "a", timestamp: "1", body: "{}"))
    }

    @Test("A request has the delivery's identifier, the attempt's moment, and the words with the facts")
    func request() throws {
        let request = try webhook.request(for: notification, authorization: nil, now: .noon)
        #expect(request.url == "https://example.org/hook")
        #expect(request.headers["webhook-id"] == "delivery-1")
        #expect(request.headers["webhook-timestamp"] == String(Instant.noon.secondsSinceEpoch))
        #expect(request.headers["content-type"] == "application/json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
        let data = try #require(object["data"] as? [String: Any])
        #expect(object["type"] as? String == "notification.\(notification.delivery.payload.category)")
        #expect(object["timestamp"] as? String == Instant.noon.description)
        #expect(data["delivery_id"] as? String == "delivery-1")
        #expect(data["recipient_user_id"] as? String == "ana")
        #expect(data["body"] as? String == "A “quoted” </body>")
        #expect(data["channel"] as? String == "webhook")
    }

    @Test("The link of an order stands among the facts")
    func link() throws {
        var delivery = notification.delivery
        delivery.payload.link = NotificationLink(literal: "example-app://orders/7")
        let linked = OutgoingNotification(delivery: delivery, content: notification.content, address: notification.address)
        let body = try webhook.request(for: linked, authorization: nil, now: .noon).body
        let object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        let facts = try #require((object["data"] as? [String: Any])?["facts"] as? [String: Any])
        #expect(facts["link"] as? String == "example-app://orders/7")
    }

    @Test("Among the facts are the words for the recipient's language, and those of no other")
    func texts() throws {
        var delivery = notification.delivery
        delivery.payload.title = "Open on Sunday"
        delivery.payload.body = "From 10 to 16."
        delivery.payload.texts = TextsByLanguage([.german: try #require(TextsByLanguage.Text(title: "Sonntag offen", body: nil))])
        let expected: [(Language, [String?])] = [(.german, ["Sonntag offen", nil]), (.turkish, ["Open on Sunday", "From 10 to 16."])]
        for (language, words) in expected {
            let content = NotificationContent(title: "", body: "", severity: .watch, language: language)
            let told = OutgoingNotification(delivery: delivery, content: content, address: notification.address)
            let object = try JSONSerialization.jsonObject(with: Data(try webhook.request(for: told, authorization: nil, now: .noon).body))
            let facts = try #require(((object as? [String: Any])?["data"] as? [String: Any])?["facts"] as? [String: Any])
            #expect(["title", "body"].map { facts[$0] as? String } == words && facts["texts"] == nil)
        }
    }

    @Test("A later attempt has the same identifier, another moment and another signature")
    func repetition() throws {
        let first = try webhook.request(for: notification, authorization: nil, now: .noon)
        let second = try webhook.request(for: notification, authorization: nil, now: .noon + .seconds(1))
        #expect(first.headers["webhook-id"] == second.headers["webhook-id"])
        #expect(first.headers["webhook-signature"] != second.headers["webhook-signature"])
        #expect(webhook.afterLostAnswer == .repeatUntilAnswered)
    }

    @Test("An identifier that somebody chose can't break the header or the signed text")
    func strangeIdentifier() throws {
        let delivery = Delivery(
            id: DeliveryID(literal: "a.b c%ü"), createdAt: .noon, recipient: .ana, member: .ben, alert: nil, channelName: "webhook",
            payload: Payload())
        let request = try webhook.request(for: OutgoingNotification(delivery: delivery, content: notification.content, address: .endpoint), authorization: nil, now: .noon)
        #expect(request.headers["webhook-id"] == "a%2Eb%20c%25%C3%BC")
    }

    @Test(
        "What an answer means",
        arguments: [
            (200, nil, .delivered), (204, nil, .delivered), (301, nil, .retry(why: "http_301", after: nil)),
            (400, nil, .retry(why: "http_400", after: nil)),
            (410, nil, .notTried(why: "http_410: the endpoint wants no more webhooks; name another in webhook_url, or open it again", after: .seconds(3600))),
            (429, "120", .retry(why: "http_429", after: .seconds(120))), (500, nil, .retry(why: "http_500", after: nil)),
            (503, "Sun, 25 Jan 2026 12:00:30 GMT", .retry(why: "http_503", after: .seconds(30))),
            (503, "soon", .retry(why: "http_503", after: nil)),
        ] as [(Int, String?, Outcome)])
    func outcome(status: Int, retryAfter: String?, expected: Outcome) {
        let response = ProviderResponse(status: status, headers: retryAfter.map { ["retry-after": $0] } ?? [:])
        #expect(webhook.outcome(of: response, to: notification, now: .noon) == SendResult(expected))
    }

    @Test("An address that can't be posted to is refused", arguments: ["", "example.org", "ftp://example.org", "https://", "/hook"])
    func unusableURL(url: String) {
        #expect(throws: StandardWebhook.ConfigurationError.unusableURL) { try StandardWebhook(url: url, secrets: [Self.secret]) }
    }

    @Test(
        "A secret that would not protect is refused",
        arguments: [
            [], [""], ["whsec_"], ["whsec_c2hvcnQ="], ["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], ["whsec_not base64!"],
            ["whsec_" + Data(repeating: 1, count: 65).base64EncodedString()], [Self.secret, "whsec_"],
        ])
    func unusableSecret(secrets: [String]) {
        #expect(throws: StandardWebhook.ConfigurationError.unusableSecret) { try StandardWebhook(url: "https://example.org", secrets: secrets) }
    }
}
