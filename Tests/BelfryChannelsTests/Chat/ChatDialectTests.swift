import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("How rooms are spoken to")
struct ChatDialectTests {
    private static let origins = LinkOrigins(named: ["https://app.example.org"]) ?? .none

    private func request(_ notification: OutgoingNotification, trusted: Set<String> = []) throws -> ProviderRequest {
        try ChatDialect(ChatSettings(trustedOrigins: trusted, linkOrigins: Self.origins)).request(for: notification, authorization: nil, now: .noon)
    }

    private func text(_ notification: OutgoingNotification) throws -> String {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(try request(notification).body)) as? [String: Any])
        return try #require((object["text"] ?? object["content"]) as? String)
    }

    private static let powerPlatform =
        "https://default0a1b.09.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/2c3d/triggers/manual/paths/invoke"
        + "?api-version=1&sig=x"

    @Test("What a room takes says the path of its webhook, and Discord's address for Slack's format gets its own, which answers when the message is there")
    func formats() {
        let table: [(webhook: String, format: ChatFormat, address: String)] = [
            (OutgoingNotification.slackRoom, .slack, OutgoingNotification.slackRoom),
            ("https://chat.example.org/hooks/abc", .slack, "https://chat.example.org/hooks/abc"),
            ("https://zulip.example.org/api/v1/external/slack_incoming?api_key=x", .slack, "https://zulip.example.org/api/v1/external/slack_incoming?api_key=x"),
            (OutgoingNotification.discordRoom, .discord, "https://discord.com/api/webhooks/1/secret?wait=true"),
            ("https://discord.com/api/v10/webhooks/1/secret", .discord, "https://discord.com/api/v10/webhooks/1/secret?wait=true"),
            ("https://discordapp.com/api/webhooks/1/secret/slack", .discord, "https://discordapp.com/api/webhooks/1/secret?wait=true"),
            ("https://discord.com/api/webhooks/1/secret?thread_id=7&wait=false", .discord, "https://discord.com/api/webhooks/1/secret?thread_id=7&wait=true"),
            (OutgoingNotification.teamsRoom, .teams, OutgoingNotification.teamsRoom),
            (Self.powerPlatform, .teams, Self.powerPlatform),
            (OutgoingNotification.gotifyRoom, .gotify, "https://gotify.example.org/message"),
            ("https://example.org/gotify/message?a=1&token=Asecret", .gotify, "https://example.org/gotify/message?a=1"),
            ("https://chat.example.org/message", .slack, "https://chat.example.org/message"),
            ("https://chat.example.org/hooks/workflows?token=a/message", .slack, "https://chat.example.org/hooks/workflows?token=a/message"),
        ]
        for row in table {
            let format = ChatFormat(ofWebhook: row.webhook)
            #expect(format == row.format && format.destination(ofWebhook: row.webhook).url == row.address, "\(row.webhook)")
        }
    }

    @Test("In the name of an app the title says whose it is, and what that is called is no markup")
    func look() throws {
        #expect(try text(.toRoom().presented(as: .shop())) == "*Corner Shop: Boiler*\nDue for its check")
        #expect(try text(.toRoom().presented(as: .shop(name: "<!channel> Shop"))).contains("&lt;!channel&gt; Shop: Boiler"))
    }

    @Test("A message is a line of its title and its words below, and no server looks at what links lead to")
    func message() throws {
        let slack = try request(.toRoom())
        #expect(slack.url == OutgoingNotification.slackRoom && slack.method == "POST" && slack.headers == ["content-type": "application/json"])
        let expected = #"{"text":"*Boiler*\nDue for its check","unfurl_links":false,"unfurl_media":false}"#
        #expect(String(decoding: slack.body, as: UTF8.self) == expected)
        let discord = try request(.toRoom(webhook: OutgoingNotification.discordRoom))
        let own = #"{"allowed_mentions":{"parse":[]},"content":"**Boiler**\nDue for its check","flags":4}"#
        #expect(String(decoding: discord.body, as: UTF8.self) == own)
    }

    @Test("A workflow of Teams gets a card whose words are no markup, each line a block, with links that are opened")
    func teams() throws {
        let actions = try decoded(OfferedActions.self, from: #"[{"id":"pay","link":"https://app.example.org/pay","title":"Pay"},{"id":"done","title":"Done"}]"#)
        let body = "See [here](https://evil.example)\n\n**<at>all</at>** {{DATE(2017-02-14T06:00:00Z)}}"
        let card = try request(
            .toRoom(webhook: OutgoingNotification.teamsRoom, body: body, severity: .critical, link: "https://app.example.org/bills/7", actions: actions))
        #expect(card.url == OutgoingNotification.teamsRoom && card.headers == ["content-type": "application/json"])
        let run = #""type":"TextRun""#
        let expected =
            #"{"attachments":[{"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json","#
            + #""actions":[{"title":"Pay","type":"Action.OpenUrl","url":"https://app.example.org/pay"}],"body":["#
            + #"{"inlines":[{"selectAction":{"type":"Action.OpenUrl","url":"https://app.example.org/bills/7"},"text":"(!!) Boiler",\#(run),"weight":"Bolder"}],"#
            + #""type":"RichTextBlock"},"#
            + #"{"inlines":[{"text":"See [here](https://evil.example)",\#(run)}],"spacing":"Small","type":"RichTextBlock"},"#
            + #"{"inlines":[{"text":"**<at>all</at>** {\#u{200B}{DATE(2017-02-14T06:00:00Z)}}",\#(run)}],"spacing":"Small","type":"RichTextBlock"}"#
            + #"],"type":"AdaptiveCard","version":"1.4"},"contentType":"application/vnd.microsoft.card.adaptive"}],"type":"message"}"#
        #expect(String(decoding: card.body, as: UTF8.self) == expected)
    }

    @Test("However many lines the words have, and however they are written, a card stays below what Teams takes")
    func longCard() throws {
        for letter in ["b", "a\n", "\"", "🕌", "\u{1}"] {
            let long = String(repeating: letter, count: 4096)
            let link = "https://app.example.org/\(String(repeating: "a", count: 900))"
            let body = try request(.toRoom(webhook: OutgoingNotification.teamsRoom, title: long, body: long, link: link)).body
            #expect(body.count <= TeamsCard.byteCountMax && String(decoding: body, as: UTF8.self).contains(link), "\(letter) \(body.count)")
        }
    }

    @Test(
        "Gotify gets title and words apart, how loud it is, and what a tap opens; the token goes as a header",
        arguments: [
            (DeliveryPriority.normal, Severity.watch, "", 5), (.low, .watch, "", 2), (.low, .critical, "(!!) ", 8), (.critical, .watch, "(!!) ", 8),
            (.normal, .attention, "(!) ", 5),
        ])
    func gotify(priority: DeliveryPriority, severity: Severity, sign: String, level: Int) throws {
        let sent = try request(
            .toRoom(webhook: OutgoingNotification.gotifyRoom, severity: severity, priority: priority, link: "https://app.example.org/bills/7"))
        #expect(sent.url == "https://gotify.example.org/message" && sent.headers == ["content-type": "application/json", "x-gotify-key": "Asecret"])
        let expected =
            #"{"extras":{"client::display":{"contentType":"text/plain"},"client::notification":{"click":{"url":"https://app.example.org/bills/7"}}},"#
            + #""message":"Due for its check","priority":\#(level),"title":"\#(sign)Boiler"}"#
        #expect(String(decoding: sent.body, as: UTF8.self) == expected)
    }

    @Test("Gotify takes no message without words: what has a title alone is told by it, and actions that lead somewhere are lines")
    func gotifyWords() throws {
        func told(_ notification: OutgoingNotification) throws -> [String?] {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(try request(notification).body)) as? [String: Any])
            return [object["title"] as? String, object["message"] as? String]
        }
        #expect(try told(.toRoom(webhook: OutgoingNotification.gotifyRoom, body: " ")) == [nil, "Boiler"])
        let actions = try decoded(OfferedActions.self, from: #"[{"id":"pay","link":"https://app.example.org/pay","title":"Pay"}]"#)
        let paid = try told(.toRoom(webhook: OutgoingNotification.gotifyRoom, actions: actions))
        #expect(paid == ["Boiler", "Due for its check\nPay: https://app.example.org/pay"])
        let long = try told(.toRoom(webhook: OutgoingNotification.gotifyRoom, body: String(repeating: "é", count: 9000)))
        #expect(long.last??.hasSuffix("…") == true && (3900...4000).contains(long.compactMap(\.?.utf16.count).reduce(0, +)))
    }

    @Test(
        "How grave it is says a plain sign before its title",
        arguments: [
            (Severity.watch, DeliveryPriority.normal, ""), (.attention, .normal, "(!) "), (.critical, .low, "(!!) "), (.watch, .critical, "(!!) "),
        ])
    func severity(severity: Severity, priority: DeliveryPriority, sign: String) throws {
        #expect(try text(.toRoom(body: "", severity: severity, priority: priority)) == "\(sign)*Boiler*")
    }

    @Test("Nothing in the words mentions anybody or hides a link, and mailboxes and addresses stay whole")
    func escapes() throws {
        let words = "<!channel> @all & <@U1> ana@example.org [here](https://evil.example)"
        let slack = try text(.toRoom(title: "A|B *C*", body: words))
        #expect(slack == "A|B *C*\n&lt;!channel&gt; @\u{200B}all &amp; &lt;@\u{200B}U1&gt; ana@example.org [here]\u{200B}(https://evil.example)")
        let said = "@everyone <@&1> *x* [here](https://evil.example)\nhttps://app.example.org/a_b_c"
        let discord = try text(.toRoom(webhook: OutgoingNotification.discordRoom, title: "# a_b", body: said))
        let expected = "**\\# a\\_b**\n@\u{200B}everyone \\<@\u{200B}&1\\> \\*x\\* \\[here\\](https://evil.example)\nhttps://app.example.org/a_b_c"
        #expect(discord == expected)
    }

    @Test("Nor does a line say elsewhere where words lead, or from where a picture is loaded")
    func definitions() throws {
        let slack = try text(.toRoom(body: "[here][1] ![x][1]\n[1]: https://evil.example"))
        #expect(slack == "*Boiler*\n[here][1] ![x][1]\n[1]\u{200B}: https://evil.example")
    }

    @Test("What makes one character with a sign hides it from nobody who escapes it")
    func joined() throws {
        let words = "\u{600}<!channel> \u{600}@all [x\u{600}](https://evil.example)"
        let slack = try text(.toRoom(body: words))
        let expected = "*Boiler*\n\u{600}&lt;!channel&gt; \u{600}@\u{200B}all [x\u{600}]\u{200B}(https://evil.example)"
        #expect(slack.utf8.elementsEqual(expected.utf8))
        let discord = try text(.toRoom(webhook: OutgoingNotification.discordRoom, body: "\u{600}@all https://a\u{600} \u{600}[x\u{600}](https://evil.example)"))
        let own = "**Boiler**\n\u{600}@\u{200B}all https://a\u{600} \u{600}\\[x\u{600}\\](https://evil.example)"
        #expect(discord.utf8.elementsEqual(own.utf8))
        let card = try request(.toRoom(webhook: OutgoingNotification.teamsRoom, body: "\u{600}{{DATE(2017-02-14T06:00:00Z)}}")).body
        #expect(!zip(card, card.dropFirst()).contains { $0 == $1 && $0 == UInt8(ascii: "{") })
    }

    @Test("A link, and buttons that lead somewhere, are shown where they lead to an origin that is allowed; what only answers isn't")
    func links() throws {
        let actions = try decoded(
            OfferedActions.self,
            from: """
                [{"id":"pay","link":"https://app.example.org/pay?a=1&b=2","title":"Pay|now"},{"id":"done","title":"Done"},
                {"id":"evil","link":"https://evil.example/","title":"Win"}]
                """)
        let link = "https://app.example.org/bills/7"
        let slack = try text(.toRoom(title: "Bill 7 <due>", link: link, actions: actions))
        #expect(slack == "*<\(link)|Bill 7 &lt;due&gt;>*\nDue for its check\n<https://app.example.org/pay?a=1&amp;b=2|Pay¦now>")
        let discord = try text(.toRoom(webhook: OutgoingNotification.discordRoom, link: link, actions: actions))
        #expect(discord == #"**[Boiler](<https://app.example.org/bills/7>)**"# + "\nDue for its check\n" + #"[Pay\|now](<https://app.example.org/pay?a=1&b=2>)"#)
        #expect(try text(.toRoom(link: "https://evil.example/")) == "*Boiler*\nDue for its check")
    }

    @Test("However long the words and links are, a room takes the message, with something of all that fits")
    func long() throws {
        let path = String(repeating: "a", count: 900)
        for webhook in [OutgoingNotification.slackRoom, OutgoingNotification.discordRoom] {
            for letter in ["b", "*", "&", "ü", "🕌", "@ "] {
                let long = String(repeating: letter, count: 4096)
                let text = try text(.toRoom(webhook: webhook, title: long, body: long, link: "https://app.example.org/\(path)"))
                let lengthMax = (webhook == OutgoingNotification.slackRoom ? ChatMarkup.slack : .discord).lengthMax
                #expect((1500...lengthMax).contains(text.utf16.count) && text.hasSuffix("…") && text.contains(path), "\(webhook) \(letter) \(text.utf16.count)")
            }
        }
        #expect(try text(.toRoom(title: " ", body: "")) == "*…*")
    }

    @Test(
        "A webhook without TLS, or on no public server, is asked where the operator trusts its origin alone",
        arguments: [
            ("http://chat.example.org/hooks/a", "chat_webhook_not_https", "http://chat.example.org"),
            ("https://127.0.0.1/hooks/a", "chat_webhook_private", "https://127.0.0.1"),
            ("https://chat.internal/hooks/a", "chat_webhook_private", "https://chat.internal"),
            ("https://chat.example.org:8443/hooks/a", "chat_webhook_private", "https://chat.example.org:8443"),
        ])
    func guarded(webhook: String, code: String, origin: String) throws {
        let notification = OutgoingNotification.toRoom(webhook: webhook)
        let error = try #require(throws: Unsendable.self) { try request(notification) }
        #expect(error.why.hasPrefix("\(code): ") && !error.why.contains("hooks"))
        #expect(try request(notification, trusted: [origin]).url == webhook)
    }

    @Test("Origins that are trusted are written as such, and one without TLS is told of")
    func settings() throws {
        for origin in ["chat.example.org", "https://chat.example.org/", "https://CHAT.example.org", "https://"] {
            let error = #expect(throws: ChannelSettingError.self) { try ChatSettings(trustedOrigins: [origin]) }
            #expect(error?.key == "chat_trusted_origins", "\(origin)")
        }
        #expect(try ChatSettings(trustedOrigins: ["http://chat.example.org"]).findings().map(\.code) == ["chat_origin_without_tls"])
        #expect(try ChatSettings(trustedOrigins: ["https://chat.internal", "http://127.0.0.1:8065"]).findings().isEmpty)
    }

    private static func workflowState(_ state: String) -> String {
        #"{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"Could not execute workflow trigger 'manual' with state '\#(state)'."}}"#
    }

    @Test(
        "What a refusal says is a code and what follows from it, and never its words",
        arguments: [
            (OutgoingNotification.slackRoom, 404, "no_service", "chat_no_service", "address_gone"),
            (OutgoingNotification.slackRoom, 403, "invalid_token", "chat_invalid_token", "address_gone"),
            (OutgoingNotification.slackRoom, 410, "channel_is_archived", "chat_channel_is_archived", "address_gone"),
            (OutgoingNotification.slackRoom, 403, "action_prohibited", "chat_action_prohibited", "rejected"),
            (OutgoingNotification.slackRoom, 400, "invalid_payload", "chat_invalid_payload", "rejected"),
            (OutgoingNotification.slackRoom, 500, "rollup_error", "chat_http_500", "retry"),
            (OutgoingNotification.slackRoom, 429, "", "chat_http_429", "not_tried"),
            (OutgoingNotification.slackRoom, 404, "<html>", "chat_http_404", "retry"),
            (OutgoingNotification.slackRoom, 302, "", "chat_http_302", "rejected"),
            (OutgoingNotification.slackRoom, 400, #"{"id":"web.incoming_webhook.invalid.app_error"}"#, "chat_no_webhook", "address_gone"),
            (OutgoingNotification.slackRoom, 200, #"{"success":false,"error":"Invalid integration id or token provided."}"#, "chat_no_webhook", "address_gone"),
            (OutgoingNotification.discordRoom, 404, #"{"message":"Unknown Webhook","code":10015}"#, "chat_discord_10015", "address_gone"),
            (OutgoingNotification.discordRoom, 401, #"{"message":"Invalid Webhook Token","code":50027}"#, "chat_discord_50027", "address_gone"),
            (OutgoingNotification.discordRoom, 400, #"{"message":"Invalid Form Body","code":50035}"#, "chat_discord_50035", "rejected"),
            (OutgoingNotification.discordRoom, 502, "<html>", "chat_http_502", "retry"),
            (OutgoingNotification.teamsRoom, 404, #"{"error":{"code":"WorkflowNotFound","message":"…"}}"#, "chat_workflow_gone", "address_gone"),
            (OutgoingNotification.teamsRoom, 400, Self.workflowState("Deleted"), "chat_workflow_gone", "address_gone"),
            (OutgoingNotification.teamsRoom, 400, Self.workflowState("Suspended"), "chat_workflow_off", "retry"),
            (OutgoingNotification.teamsRoom, 401, #"{"error":{"code":"DirectApiAuthorizationRequired"}}"#, "chat_workflow_not_anyones", "rejected"),
            (OutgoingNotification.teamsRoom, 400, #"{"error":{"code":"TriggerInputSchemaMismatch"}}"#, "chat_workflow_schema", "rejected"),
            (OutgoingNotification.teamsRoom, 413, "", "chat_http_413", "rejected"),
            (OutgoingNotification.teamsRoom, 429, #"{"error":{"code":"TooManyRequests"}}"#, "chat_http_429", "not_tried"),
            (OutgoingNotification.gotifyRoom, 401, #"{"error":"Unauthorized","errorCode":401,"errorDescription":"…"}"#, "chat_gotify_401", "address_gone"),
            (OutgoingNotification.gotifyRoom, 400, #"{"error":"Bad Request","errorCode":400,"errorDescription":"…"}"#, "chat_gotify_400", "rejected"),
            (OutgoingNotification.gotifyRoom, 401, "<html>", "chat_http_401", "retry"),
            (OutgoingNotification.gotifyRoom, 404, "", "chat_http_404", "retry"),
        ])
    func refusals(webhook: String, status: Int, body: String, code: String, label: String) throws {
        let response = ProviderResponse(status: status, headers: [:], body: Array(body.utf8))
        let result = ChatDialect(try ChatSettings()).outcome(of: response, to: .toRoom(webhook: webhook), now: .noon)
        #expect(result.outcome.label == label && result.outcome.why?.hasPrefix("\(code): ") == true, "\(result.outcome)")
        #expect((result.addressFate == .gone(since: nil)) == (label == "address_gone"))
    }
}
