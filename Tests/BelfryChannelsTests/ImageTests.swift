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
        let whole = try #require(message.fitting(title: "Boiler", body: "7", byteCountMax: 1000))
        #expect(try object(whole)["image"] as? String == Self.image?.url)
        let tight = try object(try #require(message.fitting(title: "Boiler", body: "7", byteCountMax: whole.count - 1)))
        #expect(tight["image"] == nil && tight["body"] as? String == "7")
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

    private static let url = "https://cdn.app.example/a.jpg?b=1&c=2"

    private func room(_ webhook: String, body: String = "Due", _ image: NotificationImage? = image) throws -> String {
        let notification = pictured(.toRoom(webhook: webhook, body: body), image)
        return String(decoding: try ChatDialect(ChatSettings()).request(for: notification, authorization: nil, now: .noon).body, as: UTF8.self)
    }

    @Test("Slack and others of its format get an attachment, and Discord an embed, each with what it shows, escaped")
    func chat() throws {
        let alt = #"A &lt;puddle&gt; &amp; \"more\""#
        for webhook in [OutgoingNotification.slackRoom, "https://chat.example.org/hooks/abc"] {
            #expect(
                try room(webhook)
                    == #"{"text":"*Boiler*\nDue","unfurl_links":false,"unfurl_media":false,"attachments":[{"fallback":"\#(alt)","image_url":"\#(Self.url)","#
                    + #""text":"\#(alt)"}]}"#)
        }
        let discord = try room(OutgoingNotification.discordRoom)
        #expect(
            discord == #"{"allowed_mentions":{"parse":[]},"content":"**Boiler**\nDue","embeds":[{"description":"A \\<puddle\\> & \"more\"","#
                + #""image":{"url":"\#(Self.url)"}}]}"#)
        // With an embed of ours Discord would look at what stands in the words, too.
        #expect(try room(OutgoingNotification.discordRoom, body: "See https://evil.example/").hasSuffix(#","flags":4}"#))
    }

    @Test("A card of Teams has it below the words, with what it shows, in which no date is said; it gives way before any word does")
    func teams() throws {
        let image = NotificationImage(url: Self.url, alt: "A <puddle> {{DATE(2017-02-14T06:00:00Z)}}")
        let run = #""type":"TextRun""#
        let expected =
            #"{"attachments":[{"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","body":["#
            + #"{"inlines":[{"text":"Boiler",\#(run),"weight":"Bolder"}],"type":"RichTextBlock"},"#
            + #"{"inlines":[{"text":"Due",\#(run)}],"spacing":"Small","type":"RichTextBlock"},"#
            + #"{"altText":"A <puddle> {\#u{200B}{DATE(2017-02-14T06:00:00Z)}}","size":"Stretch","type":"Image","url":"\#(Self.url)"}"#
            + #"],"type":"AdaptiveCard","version":"1.4"},"contentType":"application/vnd.microsoft.card.adaptive"}],"type":"message"}"#
        #expect(try room(OutgoingNotification.teamsRoom, image) == expected)
        let countMax = TeamsCard.byteCountMax - (expected.utf8.count - "Due".utf8.count)
        #expect(try room(OutgoingNotification.teamsRoom, body: String(repeating: "a", count: countMax), image).contains(#""type":"Image""#))
        let full = String(repeating: "a", count: countMax + 1)
        #expect(try room(OutgoingNotification.teamsRoom, body: full, image) == room(OutgoingNotification.teamsRoom, body: full, nil))
    }

    @Test("Gotify's app has it below the words, of which a line says what it shows, also where a tap opens nothing; it gives way before any word does")
    func gotify() throws {
        let expected =
            #"{"extras":{"client::display":{"contentType":"text/plain"},"client::notification":{"bigImageUrl":"\#(Self.url)"}},"#
            + #""message":"Due\n[A <puddle> & \"more\"]","priority":5,"title":"Boiler"}"#
        #expect(try room(OutgoingNotification.gotifyRoom) == expected)
        let alone = try object(Array(try room(OutgoingNotification.gotifyRoom, body: "").utf8))
        #expect(alone["title"] as? String == "Boiler" && alone["message"] as? String == #"[A <puddle> & "more"]"#)
        let full = String(repeating: "a", count: GotifyMessage.lengthMax - "Boiler".count)
        #expect(try room(OutgoingNotification.gotifyRoom, body: full) == room(OutgoingNotification.gotifyRoom, body: full, nil))
    }

    @Test("Matrix is told what it shows, where nothing is markup, and not its address")
    func matrix() throws {
        let json = String(decoding: try #require(MatrixMessage(pictured(.toMatrix()), .none).json), as: UTF8.self)
        let expected =
            #"{"body":"Boiler\nDue for its check\n[A <puddle> & \"more\"]","format":"org.matrix.custom.html","formatted_body":"#
            + #""<strong>Boiler</strong><br>Due for its check<br>[A &lt;puddle&gt; &amp; &quot;more&quot;]","m.mentions":{},"msgtype":"m.text"}"#
        #expect(json == expected)
    }

    // MARK: Mail

    @Test("A mail says what it shows, and asks for it only where the operator has it so")
    func email() throws {
        func mail(showsImages: Bool) throws -> EmailMessage {
            try EmailComposer(.example(showsImages: showsImages)).message(for: pictured(.mail()), now: .noon)
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
