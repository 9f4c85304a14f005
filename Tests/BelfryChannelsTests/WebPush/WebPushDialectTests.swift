import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Messages to browsers")
struct WebPushDialectTests {
    static let endpoint = "https://updates.push.services.mozilla.com/wpush/v2/gAAAA"
    static let origin = "https://updates.push.services.mozilla.com"

    let browser: SampleBrowser
    let dialect: WebPushDialect

    init() throws {
        browser = try SampleBrowser(1)
        dialect = WebPushDialect(try .sample())
    }

    private func request(_ notification: OutgoingNotification? = nil, now: Instant = .noon) throws -> ProviderRequest {
        try dialect.request(for: notification ?? .browser(browser.subscription(at: Self.endpoint)), authorization: nil, now: now)
    }

    @Test("A request names how long, how urgent, and what it replaces, and keeps the alert’s name to itself")
    func headers() throws {
        let request = try request()
        #expect(request.url == Self.endpoint && request.method == "POST")
        #expect(request.headers.filter { $0.key != "authorization" } == [
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "ttl": "633600", "urgency": "high",
            "topic": "aC3ET1_jQyiNL_BQ34J_-LzCukTQ4vL1",
        ])
        #expect(!String(decoding: request.body, as: UTF8.self).contains("alert-1"))
    }

    @Test("A topic is 32 characters of base64url, the same for the same alert", arguments: ["alert-1", "ü", String(repeating: "x", count: 128)])
    func topic(collapseID: String) {
        let topic = PushTopic.text(of: collapseID)
        #expect(topic.utf8.count == 32 && Base64URL.data(of: topic)?.count == 24)
        #expect(topic == PushTopic.text(of: collapseID) && topic != PushTopic.text(of: collapseID + "1"))
    }

    @Test("How grave it is says whether a sleeping device is woken", arguments: [(Severity.watch, "normal"), (.attention, "high"), (.critical, "high")])
    func urgency(severity: Severity, urgency: String) throws {
        #expect(try request(.browser(browser.subscription(at: Self.endpoint), severity: severity)).headers["urgency"] == urgency)
    }

    @Test("A browser reads what was meant for it, and a push service sees who sends: by http_ece and PyJWT")
    func counterparts() async throws {
        let subscription = browser.subscription(at: Self.endpoint)
        let notifications: [OutgoingNotification] = [
            .browser(subscription), .browser(subscription, title: "تنبيه", body: "👨‍👩‍👧‍👦 “quoted” </script>", severity: .critical, language: .arabic),
            .browser(subscription, body: String(repeating: "long ", count: 2000)), .browser(subscription, body: String(repeating: "🏳️‍🌈", count: 1000)),
        ]
        let input = try notifications.map { notification in
            let request = try request(notification)
            let fields = [
                "private_key": Base64URL.text(of: browser.key.rawRepresentation), "auth": subscription.auth, "body": Base64URL.text(of: request.body),
                "authorization": request.headers["authorization"] ?? "", "origin": Self.origin,
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        }
        let lines = try await PythonScript.run("web_push_reader.py", input: input.joined(separator: "\n") + "\n")
        try #require(lines.count == notifications.count)
        for (notification, line) in zip(notifications, lines) {
            let read = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let claims = try #require(read["claims"] as? [String: Any])
            #expect(claims["sub"] as? String == "mailto:ops@example.com" && claims["aud"] as? String == Self.origin)
            #expect((claims["exp"] as? NSNumber)?.int64Value == Instant.noon.secondsSinceEpoch + 12 * 3600)
            #expect((read["header"] as? [String: String])?["alg"] == "ES256")
            let plaintext = try #require(read["plaintext"] as? String)
            #expect(plaintext.utf8.count <= 2641)
            let message = try #require(try JSONSerialization.jsonObject(with: Data(plaintext.utf8)) as? [String: Any])
            let body = try #require(message["body"] as? String)
            let isCut = body.hasSuffix("…")
            #expect(notification.content.body.hasPrefix(isCut ? String(body.dropLast()) : body) && (isCut || body == notification.content.body))
            #expect(message["title"] as? String == notification.content.title && message["tag"] as? String == "alert-1")
            #expect(message["url"] as? String == "/alerts/alert-1" && message["lang"] as? String == notification.content.language.rawValue)
            #expect(message["severity"] as? String == notification.content.severity.rawValue)
            #expect(message["transmission_id"] as? String == notification.transmission.text)
        }
    }

    @Test("A message is JSON, whatever its words are")
    func json() throws {
        let notification = OutgoingNotification.browser(browser.subscription(at: Self.endpoint), title: "a \"b\"", body: "c\nd/ü")
        let bytes = WebPushMessage(notification, openPath: "/").json(title: notification.content.title, body: notification.content.body)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"body":"c\nd/ü","delivery_id":"delivery-1","lang":"en","severity":"attention","tag":"alert-1","#
                + #""timestamp":\#(notification.delivery.createdAt.millisecondsSinceEpoch),"title":"a \"b\"","#
                + #""transmission_id":"\#(notification.transmission)","url":"/alerts/alert-1"}"#)
    }

    @Test(
        "An alert's name stands in the address as one part of it, whatever is in it",
        arguments: [("/", "/alerts/a%20b%2F%C3%BC~1"), ("/app", "/app#alert-a%20b%2F%C3%BC~1")])
    func address(openPath: String, url: String) throws {
        let delivery = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ben, alert: AlertID(literal: "a b/ü~1"), channelName: "push", payload: Payload())
        let notification = OutgoingNotification.browser(browser.subscription(at: Self.endpoint), delivery: delivery)
        let message = try JSONSerialization.jsonObject(with: Data(WebPushMessage(notification, openPath: openPath).json(title: "", body: "")))
        #expect((message as? [String: Any])?["url"] as? String == url)
    }

    @Test("A browser is told of an app's logo, and rather of none than of a part of the words")
    func icon() throws {
        func told(_ logo: String?, countMax: Int) throws -> [String?] {
            let notification = OutgoingNotification.browser(browser.subscription(at: Self.endpoint)).presented(as: try .shop(logo: logo))
            let json = try #require(WebPushMessage(notification, openPath: "/").fitting(title: "Bill", body: "Due today", byteCountMax: countMax))
            #expect(json.count <= countMax)
            let object = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
            return [object["icon"] as? String, object["body"] as? String]
        }
        let logo = "https://shop.example/\(String(repeating: "a", count: 1900)).png"
        #expect(try told(logo, countMax: 2744) == [logo, "Due today"])
        #expect(try told(nil, countMax: 2744) == [nil, "Due today"])
        #expect(try told(logo, countMax: 1900) == [nil, "Due today"])
    }

    @Test(
        "A browser is told of a link only where it leads to a named origin",
        arguments: [
            ("https://app.example/orders/7", "https://app.example/orders/7"), ("https://evil.example/orders/7", nil), ("example-app://orders/7", nil),
            ("https://app.example:8443/", nil),
        ] as [(String, String?)])
    func link(text: String, expected: String?) throws {
        var delivery = Delivery.example(1)
        delivery.payload.link = NotificationLink(literal: text)
        let notification = OutgoingNotification.browser(browser.subscription(at: Self.endpoint), delivery: delivery)
        let origins = try #require(LinkOrigins(named: ["https://app.example"]))
        for (allowed, expected) in [(origins, expected), (.none, nil)] as [(LinkOrigins, String?)] {
            let json = WebPushMessage(notification, openPath: "/", linkOrigins: allowed).json(title: "", body: "")
            let message = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
            #expect(message["link"] as? String == expected && message["url"] as? String == "/alerts/alert-1")
        }
    }

    @Test("A browser is told of the actions that may be shown in it, and of none where the title wouldn’t fit beside them")
    func actions() throws {
        let long = "https://app.example/" + String(repeating: "a", count: 900)
        let json = """
            [{"id":"pay","title":"Pay","link":"\(long)"},{"id":"no","title":"No"},{"id":"look","title":"Look","link":"https://evil.example/"}]
            """
        var delivery = Delivery.example(1)
        delivery.payload.actions = try decoded(OfferedActions.self, from: json)
        let origins = try #require(LinkOrigins(named: ["https://app.example"]))
        let message = WebPushMessage(.browser(browser.subscription(at: Self.endpoint), delivery: delivery), openPath: "/", linkOrigins: origins)
        func actions(_ bytes: [UInt8]) throws -> [[String: String]]? {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(object["title"] as? String == "Bill")
            return object["actions"] as? [[String: String]]
        }
        let shown = try actions(message.json(title: "Bill", body: "7"))
        #expect(shown == [["id": "pay", "title": "Pay", "link": long], ["id": "no", "title": "No"]])
        #expect(try actions(message.json(title: "Bill", body: "7", offersActions: false)) == nil)
        let none = WebPushMessage(.browser(browser.subscription(at: Self.endpoint), delivery: delivery), openPath: "/")
        #expect(try actions(none.json(title: "Bill", body: "7")) == [["id": "no", "title": "No"]])
    }

    @Test("A token serves for six hours at one push service, and is another at another")
    func tokenCache() throws {
        func header(_ endpoint: String, _ now: Instant) throws -> String? {
            try request(.browser(browser.subscription(at: endpoint)), now: now).headers["authorization"]
        }
        let first = try header(Self.endpoint, .noon)
        #expect(try header(Self.endpoint + "2", .noon + .seconds(6 * 3600 - 1)) == first)
        #expect(try header("https://fcm.googleapis.com/x", .noon) != first)
        #expect(try header(Self.endpoint, .noon + .seconds(6 * 3600)) != first)
        // A clock that was set back.
        let later = try header("https://web.push.apple.com/x", .noon)
        #expect(try header("https://web.push.apple.com/x", .noon - .seconds(60)) != later)
    }

    @Test("Inventing push services doesn’t fill the memory")
    func manyOrigins() throws {
        let tokens = VAPIDTokens(try .sample())
        for number in 0..<600 { _ = try tokens.header(for: "https://a\(number).example.com", now: .noon) }
        #expect(tokens.count <= VAPIDTokens.countMax)
    }

    @Test("A message without an end is kept for four weeks, and one that has ended for now or never")
    func timeToLive() {
        #expect(WebPushDialect.timeToLive(until: nil, now: .noon) == 2_419_200)
        #expect(WebPushDialect.timeToLive(until: .morning, now: .noon) == 0)
        #expect(WebPushDialect.timeToLive(until: .noon + .seconds(99 * 86_400), now: .noon) == 2_419_200)
    }

    @Test("What can’t be sent is refused before anything leaves")
    func refused() throws {
        let content = NotificationContent(title: "t", body: "b", severity: .watch)
        let cases: [(Address.Target, String)] = [
            (.android(token: "a"), "web_push_wrong_address"), (.browser(browser.subscription(at: "http://a.com/x")), "web_push_endpoint_not_https"),
            (.browser(browser.subscription(at: "https://10.0.0.1/x")), "web_push_endpoint_private"),
            (.browser(browser.subscription(at: "nonsense")), "web_push_endpoint_malformed"),
            (.browser(WebPushSubscription(endpoint: Self.endpoint, p256dh: "AAAA", auth: "AAAA")), "web_push_bad_subscription"),
        ]
        for (target, code) in cases {
            let address = Address(id: AddressID(literal: "a"), target: target, registeredAt: .morning)
            let notification = OutgoingNotification(delivery: .example(1), content: content, address: address)
            let error = #expect(throws: Unsendable.self) { try dialect.request(for: notification, authorization: nil, now: .noon) }
            #expect(error?.why.hasPrefix(code + ": ") == true)
        }
    }
}
