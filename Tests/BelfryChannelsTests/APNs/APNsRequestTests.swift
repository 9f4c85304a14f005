import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("What Apple's push service is asked for")
struct APNsRequestTests {
    private func request(_ notification: OutgoingNotification, critical: Bool = false, link: String? = nil) throws -> APNsRequest {
        var settings = APNsSettings.sample()
        settings.allowsCriticalAlerts = critical
        settings.link = link
        return try APNsDialect(settings: settings).request(for: notification, now: .noon)
    }

    private func object(_ request: APNsRequest) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(request.payload)) as? [String: Any])
    }

    private func aps(_ request: APNsRequest) throws -> [String: Any] { try #require(try object(request)["aps"] as? [String: Any]) }

    @Test("The payload says what is shown, how, and what the app reads besides")
    func payload() throws {
        let notification = OutgoingNotification.push(groupKey: "steps")
        let text = String(decoding: try request(notification, link: "app://alerts/").payload, as: UTF8.self)
        #expect(
            text == #"{"aps":{"alert":{"title":"Ben walks less","body":"35 % fewer steps than usual, for 4 days."},"#
                + #""interruption-level":"time-sensitive","relevance-score":0.6,"sound":"default","mutable-content":1,"#
                + #""category":"pattern_alert","thread-id":"steps"},"delivery_id":"delivery-1","alert_id":"alert-1","link":"app://alerts/alert-1"}"#)
    }

    @Test("An alert's name stands in the link as one part of it, whatever is in it")
    func link() throws {
        let delivery = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ben, alert: AlertID(literal: "a b/ü~1"), channelName: "push", payload: Payload())
        let notification = OutgoingNotification(delivery: delivery, content: OutgoingNotification.push().content, address: OutgoingNotification.push().address)
        #expect(try object(request(notification, link: "app://alerts/"))["link"] as? String == "app://alerts/a%20b%2F%C3%BC~1")
    }

    @Test(
        "A link of the app's own is handed to it, in place of an alert's, and room is left for it",
        arguments: [nil, AlertID(literal: "alert-1")] as [AlertID?])
    func appLink(alert: AlertID?) throws {
        var payload = Payload()
        payload.link = NotificationLink(literal: "example-app://orders/7")
        let delivery = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ana, alert: alert, channelName: "push", payload: payload)
        let content = NotificationContent(title: "Order", body: String(repeating: "a", count: 5000), severity: .watch)
        let notification = OutgoingNotification(delivery: delivery, content: content, address: OutgoingNotification.push().address)
        let request = try request(notification, link: "app://alerts/")
        #expect(try object(request)["link"] as? String == "example-app://orders/7")
        #expect(try object(request)["alert_id"] as? String == alert?.text)
        #expect(request.payload.count <= APNsPayload.byteCountMax && request.payload.count > APNsPayload.byteCountMax - 8)
    }

    @Test("The actions of an order are handed to the app beside the words, and give way to a title that wouldn't fit")
    func actions() throws {
        var payload = Payload()
        payload.actions = try decoded(OfferedActions.self, from: #"[{"id":"pay","title":"Pay","link":"example-app://pay"},{"id":"no","title":"No"}]"#)
        let delivery = Delivery(
            id: .example(1), createdAt: .morning, recipient: .ana, member: .ana, alert: nil, channelName: "push", payload: payload)
        func sent(title: String) throws -> [String: Any] {
            let content = NotificationContent(title: title, body: String(repeating: "a", count: 5000), severity: .watch)
            let request = try request(OutgoingNotification(delivery: delivery, content: content, address: OutgoingNotification.push().address))
            #expect(request.payload.count <= APNsPayload.byteCountMax)
            return try object(request)
        }
        let actions = [["id": "pay", "link": "example-app://pay", "title": "Pay"], ["id": "no", "title": "No"]]
        #expect(try sent(title: "Bill")["actions"] as? [[String: String]] == actions)
        #expect(try sent(title: String(repeating: "a", count: 5000))["actions"] == nil)
    }

    @Test(
        "What an app tells under one key has one collapse ID, over days and alerts, which Apple takes: 64 bytes in plain characters",
        arguments: ["door", "door 7", String(repeating: "d", count: 64), String(repeating: "ü", count: 32)])
    func collapseKey(text: String) throws {
        func collapseID(_ number: Int, by app: String = "shop", under key: String) throws -> String {
            var payload = Payload()
            payload.collapseKey = CollapseKey(literal: key)
            let delivery = Delivery(
                id: .example(number), createdAt: .morning, recipient: .ana, member: .ana, alert: .example(number), channelName: "push", payload: payload,
                app: AppID(literal: app))
            let example = OutgoingNotification.push()
            return try request(OutgoingNotification(delivery: delivery, content: example.content, address: example.address)).collapseID
        }
        let id = try collapseID(1, under: text)
        #expect(id.utf8.count <= 64 && id.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(try collapseID(2, under: text) == id)
        #expect(try collapseID(1, by: "other", under: text) != id)
        #expect(try collapseID(1, under: "window") != id)
    }

    @Test("What tells repetitions apart and when it is over stands in the headers")
    func headers() throws {
        let notification = OutgoingNotification.push()
        let request = try request(notification)
        #expect(request.id == notification.transmission.text)
        #expect(UUID(uuidString: request.id) != nil)
        #expect(request.collapseID == "alert-1")
        #expect(request.expiration == Instant.evening.secondsSinceEpoch)
        #expect(request.topic == "com.example.belfry")
        #expect(request.deviceToken == .deviceToken(1))
        #expect(try self.request(.push(expiresAt: nil)).expiration == nil)
    }

    @Test(
        "The graver, the louder; on a muted device only with Apple's consent",
        arguments: [
            (.watch, false, "active", 5), (.attention, false, "time-sensitive", 10), (.critical, false, "time-sensitive", 10),
            (.critical, true, "critical", 10), (.attention, true, "time-sensitive", 10),
        ] as [(Severity, Bool, String, Int)])
    func severity(_ severity: Severity, critical: Bool, level: String, priority: Int) throws {
        let request = try request(.push(severity: severity), critical: critical)
        #expect(try aps(request)["interruption-level"] as? String == level)
        #expect(request.priority.rawValue == priority)
        #expect(request.pushType == .alert)
        #expect((try aps(request)["sound"] is String) == (level != "critical"))
    }

    @Test("What has no words wakes the app up without a sound")
    func silent() throws {
        let request = try request(.push(title: "", body: ""))
        #expect(request.pushType == .background)
        #expect(request.priority == .considerate)
        #expect(try aps(request).keys.sorted() == ["content-available"])
    }

    @Test(
        "Words that are too long are cut between two characters, and the rest stays JSON",
        arguments: ["a", "é", "👩‍👩‍👧‍👦", "\"", "\\", "\u{1}", "a\n", "مرحبا ", "\u{1F1E9}\u{1F1EA}"])
    func cut(character: String) throws {
        let long = String(repeating: character, count: 5000)
        for notification in [OutgoingNotification.push(body: long), .push(title: long), .push(title: long, body: long)] {
            let request = try request(notification)
            #expect(request.payload.count <= 4096)
            // A character takes less than this, so nothing that would fit was thrown away.
            #expect(request.payload.count > (notification.content.body == long ? 4096 - 40 : 512))
            let alert = try #require(try aps(request)["alert"] as? [String: String])
            for (key, whole) in [("title", notification.content.title), ("body", notification.content.body)] {
                let text = try #require(alert[key])
                guard text != whole else { continue }
                #expect(text.hasSuffix("…"))
                #expect(whole.hasPrefix(text.dropLast()))
            }
        }
    }

    @Test("What just fits is not cut")
    func fits() throws {
        let spare = 4096 - (try request(.push(body: "")).payload.count)
        let whole = String(repeating: "a", count: spare)
        #expect(try request(.push(body: whole)).payload.count == 4096)
        #expect(try aps(request(.push(body: whole)))["alert"] as? [String: String] == ["title": "Ben walks less", "body": whole])
        let cut = try #require(try aps(request(.push(body: whole + "a")))["alert"] as? [String: String])
        #expect(cut["body"] == String(repeating: "a", count: spare - 3) + "…")
    }

    @Test("Text of any kind arrives as it left", arguments: ["", "\"\\/\n\r\t\u{0}\u{7F}\u{2028}", "שלום 👋🏽", "</script>", #"","x":""#])
    func escaped(text: String) throws {
        let request = try request(.push(title: text, body: "b\(text)"))
        #expect(try aps(request)["alert"] as? [String: String] == ["title": text, "body": "b\(text)"])
        #expect(JSONText.quoted(text).utf8.count == JSONText.byteCount(text) + 2)
    }

    @Test(
        "What replaces earlier news has at most 64 plain characters: what doesn't is replaced by its hash",
        arguments: [
            ("alert-7", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false), ("two words", false),
            ("é", false),
        ])
    func collapse(text: String, isKept: Bool) {
        let id = APNsDialect.collapseID(text)
        #expect((id == text) == isKept)
        if !isKept { #expect(id.utf8.count == 64 && id.allSatisfy(\.isHexDigit)) }
        #expect(id == APNsDialect.collapseID(text))
    }

    @Test(
        "What can't be asked for is refused before it is",
        arguments: [
            (OutgoingNotification.push(token: "no token"), "apns_token_malformed"), (.push(token: ""), "apns_token_malformed"),
            (.push(token: "ab\r\nx: y"), "apns_token_malformed"), (.push(token: String(repeating: "a", count: 600)), "apns_token_malformed"),
            (.push(expiresAt: .noon), "apns_expired"), (.push(groupKey: String(repeating: "g", count: 5000)), "apns_payload_too_large"),
            (OutgoingNotification(delivery: .example(1), content: .init(title: "a", body: "b", severity: .watch), address: .endpoint), "apns_wrong_address"),
        ])
    func unsendable(notification: OutgoingNotification, code: String) {
        let failure = #expect(throws: Unsendable.self) { try request(notification) }
        #expect(failure?.why.hasPrefix(code + ": ") == true)
    }

    @Test(
        "Every push type has its topic",
        arguments: [
            (.alert, ""), (.background, ""), (.mdm, ""), (.location, ".location-query"), (.voip, ".voip"), (.complication, ".complication"),
            (.fileprovider, ".pushkit.fileprovider"), (.liveactivity, ".push-type.liveactivity"), (.pushtotalk, ".voip-ptt"),
            (.widgets, ".push-type.widgets"), (.controls, ".push-type.controls"),
        ] as [(APNsRequest.PushType, String)])
    func topics(type: APNsRequest.PushType, suffix: String) {
        #expect(type.topicSuffix == suffix)
    }
}
