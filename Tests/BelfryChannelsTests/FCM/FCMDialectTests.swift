import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Messages to FCM")
struct FCMDialectTests {
    static let account = Result { try FCMSimulator { 0 }.serviceAccount }

    private func dialect(_ style: FCMSettings.Style = .notification) throws -> FCMDialect {
        FCMDialect(try FCMSettings(serviceAccount: Secret(.text(try Self.account.get())), style: style))
    }

    private func message(
        _ notification: OutgoingNotification, style: FCMSettings.Style = .notification, now: Instant = .noon
    ) throws -> [String: Any] {
        let request = try dialect(style).request(for: notification, authorization: "Bearer t", now: now)
        let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
        return try #require(body["message"] as? [String: Any])
    }

    @Test("A message for Android to show has words, a channel by severity, a tag, and names for the app")
    func notification() throws {
        let request = try dialect().request(for: .android(), authorization: "Bearer t", now: .noon)
        #expect(request.url == "https://fcm.googleapis.com/v1/projects/belfry-sample/messages:send")
        #expect(request.headers == ["authorization": "Bearer t", "content-type": "application/json; charset=utf-8"])
        let transmission = OutgoingNotification.android().transmission
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                {"message":{"android":{"collapse_key":"alert-1","notification":{"channel_id":"belfry_attention","tag":"alert-1"},\
                "priority":"HIGH","ttl":"633600s"},"data":{"category":"pattern_alert","alert_state_id":"alert-1","collapse_id":"alert-1",\
                "delivery_id":"delivery-1","severity":"attention","transmission_id":"\(transmission)"},\
                "notification":{"body":"For three days now.","title":"Ben walks less"},"token":"device-1"}}
                """)
    }

    @Test("Under an app's key, tag and collapse key are the same for all that it tells under it")
    func collapseKey() throws {
        let example = OutgoingNotification.android(number: 2)
        var delivery = example.delivery
        delivery.payload.collapseKey = CollapseKey(literal: "door")
        let message = try message(OutgoingNotification(delivery: delivery, content: example.content, address: example.address))
        let android = try #require(message["android"] as? [String: Any])
        #expect(android["collapse_key"] as? String == "7:default:door")
        #expect((android["notification"] as? [String: String])?["tag"] == "7:default:door")
        #expect((message["data"] as? [String: String])?["collapse_id"] == "7:default:door")
    }

    @Test("The actions of an order stand among what the app reads as JSON, and give way to a title", arguments: FCMSettings.Style.allCases)
    func actions(style: FCMSettings.Style) throws {
        let example = OutgoingNotification.android()
        var delivery = example.delivery
        let actions = try decoded(OfferedActions.self, from: #"[{"id":"pay","title":"Pay \"now\"","link":"example-app://pay"},{"id":"no","title":"No"}]"#)
        delivery.payload.actions = actions
        let notification = OutgoingNotification(delivery: delivery, content: example.content, address: example.address)
        let text = (try message(notification, style: style)["data"] as? [String: String])?["actions"]
        #expect(try decoded(OfferedActions.self, from: try #require(text)) == actions)
        #expect((try message(example, style: style)["data"] as? [String: String])?["actions"] == nil)
        let content = NotificationContent(title: String(repeating: "a", count: 3000), body: "", severity: .watch)
        let crowded = OutgoingNotification(delivery: delivery, content: content, address: example.address)
        let roomy = try #require(try message(crowded, style: style)["data"] as? [String: String])
        #expect(roomy["actions"] != nil, "a title that fits beside them")
        let full = NotificationContent(title: String(repeating: "a", count: 4000), body: "", severity: .watch)
        let rest = try message(OutgoingNotification(delivery: delivery, content: full, address: example.address), style: style)
        #expect((rest["data"] as? [String: String])?["actions"] == nil)
    }

    @Test("The link of an order stands among what the app reads, whoever shows the message", arguments: FCMSettings.Style.allCases)
    func link(style: FCMSettings.Style) throws {
        let example = OutgoingNotification.android()
        var delivery = example.delivery
        delivery.payload.link = NotificationLink(literal: "https://app.example/orders/7")
        let notification = OutgoingNotification(delivery: delivery, content: example.content, address: example.address)
        #expect((try message(notification, style: style)["data"] as? [String: String])?["link"] == "https://app.example/orders/7")
        #expect((try message(example, style: style)["data"] as? [String: String])?["link"] == nil)
    }

    @Test("A message for the app to show has its words as data, and replaces nothing that waits")
    func data() throws {
        let message = try message(.android(), style: .data)
        let data = try #require(message["data"] as? [String: String])
        #expect(message["notification"] == nil)
        #expect(data["title"] == "Ben walks less" && data["body"] == "For three days now." && data["channel_id"] == "belfry_attention")
        #expect((message["android"] as? [String: Any])?.keys.sorted() == ["priority", "ttl"])
    }

    @Test(
        "How grave it is says how a device is woken, and which channel it is shown in",
        arguments: [(Severity.watch, "NORMAL"), (.attention, "HIGH"), (.critical, "HIGH")])
    func severity(severity: Severity, priority: String) throws {
        let android = try #require(try message(.android(severity: severity))["android"] as? [String: Any])
        #expect(android["priority"] as? String == priority)
        #expect((android["notification"] as? [String: String])?["channel_id"] == "belfry_\(severity.rawValue)")
    }

    @Test(
        "FCM keeps it until it is of no use, and four weeks at most",
        arguments: [
            (nil, Duration.seconds(2_419_200)), (Instant.noon + .seconds(90), .seconds(90)), (.noon + .milliseconds(1500), .milliseconds(1500)),
            (.noon, .zero), (.morning, .zero), (.noon + .seconds(90 * 86_400), .seconds(2_419_200)),
        ] as [(Instant?, Duration)])
    func timeToLive(expiresAt: Instant?, expected: Duration) {
        #expect(FCMMessage.timeToLive(until: expiresAt, now: .noon) == expected)
    }

    @Test(
        "Words that are too long are cut between characters as people see them",
        arguments: [String(repeating: "a", count: 5000), String(repeating: "👨‍👩‍👧‍👦", count: 400), String(repeating: "\"\n", count: 3000), String(repeating: "é", count: 3000)])
    func long(body: String) throws {
        for style in FCMSettings.Style.allCases {
            let message = try message(.android(body: body), style: style)
            let words = style == .data ? message["data"] as? [String: String] : message["notification"] as? [String: String]
            let shown = try #require(words?["body"])
            #expect(shown.hasSuffix("…") && body.hasPrefix(shown.dropLast()) && shown.count > 50)
            let request = try dialect(style).request(for: .android(body: body), authorization: "Bearer t", now: .noon)
            #expect(request.body.count <= 4096 + "device-1".utf8.count)
        }
    }

    @Test("What just fits is whole")
    func fits() throws {
        let empty = try dialect().request(for: .android(body: ""), authorization: "Bearer t", now: .noon).body.count
        let room = 4096 + "device-1".utf8.count - empty
        let whole = try message(.android(body: String(repeating: "a", count: room)))["notification"] as? [String: String]
        let cut = try message(.android(body: String(repeating: "a", count: room + 1)))["notification"] as? [String: String]
        #expect(whole?["body"]?.count == room)
        #expect(cut?["body"] == String(repeating: "a", count: room - 3) + "…")
    }

    @Test("Where the title alone is too long, it is cut and the body left out")
    func longTitle() throws {
        let words = try message(.android(title: String(repeating: "t", count: 9000)))["notification"] as? [String: String]
        #expect(words?["body"] == "" && words?["title"]?.hasSuffix("t…") == true)
    }

    @Test("No name in the data is one that FCM keeps for itself", arguments: FCMSettings.Style.allCases)
    func names(style: FCMSettings.Style) throws {
        let data = try #require(try message(.android(), style: style)["data"] as? [String: String])
        #expect(data.keys.allSatisfy { !["from", "message_type"].contains($0) && !$0.hasPrefix("google") && !$0.hasPrefix("gcm") })
    }

    @Test("A message is JSON, whatever its words are", arguments: FCMSettings.Style.allCases)
    func strangeWords(style: FCMSettings.Style) throws {
        let (title, body) = ("a \"b\" \\", "c\nd/ü\u{1}\u{1F}\u{7F}\u{2028}🕌")
        let message = try message(.android(title: title, body: body), style: style)
        let words = try #require((style == .data ? message["data"] : message["notification"]) as? [String: String])
        #expect(words["title"] == title && words["body"] == body)
    }

    @Test("Whatever isn’t an Android device is refused, and so is a message without a token")
    func refused() throws {
        let toEndpoint = OutgoingNotification(delivery: .example(1), content: OutgoingNotification.android().content, address: .endpoint)
        let dialect = try dialect()
        #expect(throws: Unsendable("fcm_wrong_address: FCM reaches Android devices alone")) {
            try dialect.request(for: toEndpoint, authorization: "Bearer t", now: .noon)
        }
        #expect(throws: Unsendable("fcm_no_token: FCM needs an access token")) { try dialect.request(for: .android(), authorization: nil, now: .noon) }
    }

    @Test("Every body keeps to the API’s own description")
    func contract() async throws {
        var bodies: [String] = []
        for style in FCMSettings.Style.allCases {
            for severity in Severity.allCases {
                let request = try dialect(style).request(for: .android(severity: severity), authorization: "Bearer t", now: .noon)
                bodies.append(String(decoding: request.body, as: UTF8.self))
            }
        }
        let wrong = #"{"message":{"token":"a","android":{"ttl":"1","priority":"TOP","channel":1},"data":{"a":1}}}"#
        let verdicts = try await PythonScript.run("fcm_contract.py", input: (bodies + [wrong]).joined(separator: "\n") + "\n")
        #expect(verdicts.dropLast() == Array(repeating: "ok", count: 6)[...])
        #expect(
            verdicts.last
                == "request.message.android.ttl is no duration; request.message.android.priority may not be TOP; request.message.android.channel is unknown; request.message.data.a is no string"
        )
    }
}
