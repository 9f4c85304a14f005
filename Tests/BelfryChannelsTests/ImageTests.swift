import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

/// How each provider is told of the picture beside the words.
@Suite("A picture over each channel")
struct ImageTests {
    static let image = NotificationImage(url: "https://cdn.app.example/a.jpg?b=1&c=2", alt: "A <puddle> & \"more\"")

    private func pictured(_ example: OutgoingNotification, _ image: NotificationImage? = image) -> OutgoingNotification {
        OutgoingNotification(delivery: example.delivery, content: example.content, address: example.address, image: image)
    }

    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    // MARK: Push

    @Test("Apple's payload has it for the app's extension, and it gives way before any word does")
    func apns() throws {
        func payload(_ body: String, _ image: NotificationImage?) throws -> [UInt8] {
            try APNsDialect(settings: .sample()).request(for: pictured(.push(body: body), image), now: .noon).payload
        }
        let (plain, shown) = (try payload("Short", nil), try payload("Short", Self.image))
        let own = #","image":{"alt":"A <puddle> & \"more\"","url":"https://cdn.app.example/a.jpg?b=1&c=2"}}"#
        #expect(String(decoding: shown, as: UTF8.self) == String(decoding: plain.dropLast(), as: UTF8.self) + own)
        let room = APNsPayload.byteCountMax - (shown.count - "Short".utf8.count)
        #expect(try object(payload(String(repeating: "a", count: room), Self.image))["image"] != nil)
        let full = String(repeating: "a", count: room + 1)
        #expect(try payload(full, Self.image) == payload(full, nil))
        let alert = try #require((try object(payload(full, Self.image))["aps"] as? [String: Any])?["alert"] as? [String: String])
        #expect(alert["body"] == full)
    }

    @Test("Android is told by the field that has it downloaded, and an app that shows messages itself among its data")
    func fcm() throws {
        let account = Secret(.text(try FCMDialectTests.account.get()))
        func bytes(_ style: FCMSettings.Style, body: String = "Short", _ image: NotificationImage? = Self.image) throws -> [UInt8] {
            let dialect = FCMDialect(try FCMSettings(serviceAccount: account, style: style))
            return try dialect.request(for: pictured(.android(body: body), image), authorization: "Bearer t", now: .noon).body
        }
        func message(_ style: FCMSettings.Style, body: String = "Short") throws -> [String: Any] {
            try #require(try object(try bytes(style, body: body))["message"] as? [String: Any])
        }
        let shown = try message(.notification)
        let android = try #require((shown["android"] as? [String: Any])?["notification"] as? [String: String])
        #expect(android["image"] == Self.image?.url)
        let names = try #require(shown["data"] as? [String: String])
        #expect(names["image"] == nil && names["image_alt"] == Self.image?.alt)
        let data = try #require(try message(.data)["data"] as? [String: String])
        #expect(data["image"] == Self.image?.url && data["image_alt"] == Self.image?.alt)
        let long = String(repeating: "a", count: FCMMessage.byteCountMax - (try bytes(.data, body: "", nil)).count)
        let crowded = try #require(try message(.data, body: long)["data"] as? [String: String])
        #expect(crowded["image"] == nil && crowded["image_alt"] == nil && crowded["body"] == long)
    }

    @Test("A browser is told its address, where the words fit beside it")
    func webPush() throws {
        let message = WebPushMessage(pictured(.browser(try SampleBrowser(1).subscription(at: WebPushDialectTests.endpoint))), openPath: "/")
        #expect(message.hasImage)
        #expect(try object(message.json(title: "Boiler", body: "7"))["image"] as? String == Self.image?.url)
        #expect(try object(message.json(title: "Boiler", body: "7", showsImage: false))["image"] == nil)
    }

    // MARK: Messages

    @Test("ntfy attaches it by its address and says below the words what it shows; where there is no room for that, the words stand alone")
    func ntfy() throws {
        func body(_ words: String) throws -> [String: Any] {
            try object(try NtfyDialect(.example()).request(for: pictured(.toTopic(body: words)), authorization: nil, now: .noon).body)
        }
        let shown = try body("Due today")
        #expect(shown["attach"] as? String == Self.image?.url && shown["message"] as? String == "Due today\n[A <puddle> & \"more\"]")
        let long = String(repeating: "a", count: NtfyMessage.messageByteCountMax - 10)
        let full = try body(long)
        #expect(full["attach"] == nil && full["message"] as? String == long)
    }

    @Test("Telegram shows it as a large preview above the words, and looks at nothing else")
    func telegram() throws {
        func body(_ words: String, _ image: NotificationImage? = Self.image) throws -> [String: Any] {
            let notification = pictured(.toChat(body: words), image)
            return try object(try TelegramDialect(.example()).request(for: notification, authorization: TelegramSimulator.token, now: .noon).body)
        }
        let shown = try body("Due today")
        #expect(shown["text"] as? String == "Ben's steps are down\nDue today\n[A <puddle> & \"more\"]")
        let options = try #require(shown["link_preview_options"] as? [String: Any])
        #expect(Set(options.keys) == ["url", "prefer_large_media", "show_above_text"] && options["url"] as? String == Self.image?.url)
        #expect((shown["entities"] as? [[String: Any]])?.first?["length"] as? Int == 20)
        let full = try body(String(repeating: "a", count: TelegramMessage.lengthMax - 21))
        #expect((full["link_preview_options"] as? [String: Any])?["is_disabled"] as? Bool == true)
        let unreachable = try body("Due today", NotificationImage(url: "https://intranet/a.jpg", alt: "A"))
        #expect((unreachable["link_preview_options"] as? [String: Any])?["is_disabled"] as? Bool == true)
    }

    @Test("Slack gets a block, others of its format an attachment, and Discord an embed, each with what it shows, escaped")
    func chat() throws {
        func body(_ webhook: String, words: String = "Due") throws -> String {
            let dialect = ChatDialect(try ChatSettings())
            return String(
                decoding: try dialect.request(for: pictured(.toRoom(webhook: webhook, body: words)), authorization: nil, now: .noon).body, as: UTF8.self)
        }
        let url = "https://cdn.app.example/a.jpg?b=1&c=2"
        #expect(
            try body(OutgoingNotification.slackRoom)
                == #"{"text":"*Boiler*\nDue","unfurl_links":false,"unfurl_media":false,"attachments":[{"blocks":[{"alt_text":"A <puddle> & \"more\"","#
                + #""image_url":"\#(url)","type":"image"}]}]}"#)
        let alt = #"A &lt;puddle&gt; &amp; \"more\""#
        #expect(
            try body("https://chat.example.org/hooks/abc")
                == #"{"text":"*Boiler*\nDue","unfurl_links":false,"unfurl_media":false,"attachments":[{"fallback":"\#(alt)","image_url":"\#(url)","#
                + #""text":"\#(alt)"}]}"#)
        let discord = try body(OutgoingNotification.discordRoom)
        #expect(
            discord == #"{"allowed_mentions":{"parse":[]},"content":"**Boiler**\nDue","embeds":[{"description":"A \\<puddle\\> & \"more\"","#
                + #""image":{"url":"\#(url)"}}]}"#)
        // With an embed of ours Discord would look at what stands in the words, too.
        #expect(try body(OutgoingNotification.discordRoom, words: "See https://evil.example/").hasSuffix(#","flags":4}"#))
    }

    // MARK: Mail

    @Test("A mail says what it shows, and asks for it only where the operator has it so")
    func email() throws {
        func mail(showsImages: Bool) throws -> EmailMessage {
            let settings = try EmailSettings(
                from: "belfry@belfry.example", publicURL: "https://belfry.example", unsubscribeSecret: Secret(.text(EmailSettings.secret)),
                showsImages: showsImages)
            return try EmailComposer(settings).message(for: pictured(.mail()), now: .noon)
        }
        let (said, shown) = (try mail(showsImages: false), try mail(showsImages: true))
        #expect(said.text == shown.text && said.text.contains("\n\n[A <puddle> & \"more\"]\n\nOpen: "))
        #expect(!said.html.contains("<img") && !said.html.contains("cdn.app.example"))
        #expect(said.html.contains("<p>[A &lt;puddle&gt; &amp; &quot;more&quot;]</p>"))
        #expect(
            shown.html.contains(
                #"<p><img class="picture" src="https://cdn.app.example/a.jpg?b=1&amp;c=2" alt="A &lt;puddle&gt; &amp; &quot;more&quot;" width="512"></p>"#))
    }
}
