import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Telegram's dialect")
struct TelegramDialectTests {
    private func request(_ notification: OutgoingNotification, linkOrigins: LinkOrigins = .none) throws -> ProviderRequest {
        try TelegramDialect(.example(linkOrigins: linkOrigins)).request(for: notification, authorization: TelegramSimulator.token, now: .noon)
    }

    private func body(_ notification: OutgoingNotification, linkOrigins: LinkOrigins = .none) throws -> [String: Any] {
        let request = try request(notification, linkOrigins: linkOrigins)
        return try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    }

    @Test("A message goes to the bot's method, with the chat by its number, the title in bold, and nothing that looks at links")
    func message() throws {
        let request = try request(.toChat())
        #expect(request.url == "https://api.telegram.org/bot\(TelegramSimulator.token)/sendMessage")
        #expect(request.headers == ["content-type": "application/json"], "the token stands in the path alone")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"chat_id":4815162342,"entities":[{"length":20,"offset":0,"type":"bold"}],"link_preview_options":{"is_disabled":true},"#
                + #""text":"Ben's steps are down\n35 % below his usual."}"#)
    }

    @Test("In the name of an app the title says whose it is, in bold as a whole")
    func look() throws {
        let body = try body(.toChat(title: "On its way", body: "Tomorrow.").presented(as: .shop()))
        #expect(body["text"] as? String == "Corner Shop: On its way\nTomorrow.")
        #expect((body["entities"] as? [[String: Any]])?.first?["length"] as? Int == "Corner Shop: On its way".utf16.count)
    }

    @Test("What is bold is counted as Telegram counts, in UTF-16")
    func entities() throws {
        let entities = try body(.toChat(title: " 🕌 Fajr ", body: "05:12"))["entities"] as? [[String: Any]]
        #expect(entities?.first?["length"] as? Int == "🕌 Fajr".utf16.count)
        #expect(try body(.toChat(title: "042317 is your Belfry code", body: ""))["entities"] == nil, "of one line nothing stands out")
    }

    @Test("Markup in the words stays as it is: nothing is read as such")
    func markup() throws {
        let sent = try body(.toChat(title: "<b>5 < 6</b> & *more*", body: "[a](https://evil.example)"))
        #expect(sent["text"] as? String == "<b>5 < 6</b> & *more*\n[a](https://evil.example)" && sent["parse_mode"] == nil)
    }

    @Test("Words end where Telegram takes no more, and something always stands there")
    func limits() throws {
        func many(_ letter: String) -> String { String(repeating: letter, count: 5000) }
        for (title, body) in [("t", many("b")), (many("🕌"), "b"), (many("t"), "")] {
            let text = try #require(try self.body(.toChat(title: title, body: body))["text"] as? String)
            #expect(text.utf16.count <= 4096 && text.utf16.count > 4090 && text.hasSuffix("…"))
        }
        #expect(try body(.toChat(title: " ", body: ""))["text"] as? String == "…")
    }

    @Test("Only what is low makes no sound, and what is critical always makes one")
    func silence() throws {
        #expect(try body(.toChat(priority: .low))["disable_notification"] as? Bool == true)
        #expect(try body(.toChat())["disable_notification"] == nil)
        #expect(try body(.toChat(severity: .critical, priority: .low))["disable_notification"] == nil)
    }

    @Test("Link and buttons open what the operator allows and Telegram takes; one to a host without a point would have the whole message refused")
    func links() throws {
        let origins = try #require(LinkOrigins(named: ["https://app.example.org", "https://intranet"]))
        let actions = try decoded(
            OfferedActions.self,
            from: """
                [{"id":"pay","title":"Pay <now>","link":"https://app.example.org/pay"},{"id":"no","title":"No"},
                {"id":"look","title":"Look","link":"https://intranet/"}]
                """)
        let notification = OutgoingNotification.toChat(link: "https://app.example.org/7", actions: actions)
        let sent = try body(notification, linkOrigins: origins)
        let keyboard = sent["reply_markup"] as? [String: [[[String: String]]]]
        let rows = try #require(keyboard?["inline_keyboard"])
        #expect(rows.count == 2 && rows.first == [["text": "Pay <now>", "url": "https://app.example.org/pay"]] && rows.last?.first?["text"] == "No")
        let link = (sent["entities"] as? [[String: Any]])?.last
        #expect(link?["type"] as? String == "text_link" && link?["url"] as? String == "https://app.example.org/7" && link?["length"] as? Int == 20)
        for refused in ["https://intranet/7", "https://other.example/", "example-app://orders/7"] {
            let entities = try body(.toChat(link: refused), linkOrigins: origins)["entities"] as? [[String: Any]]
            #expect(entities?.count == 1, "\(refused)")
        }
        let none = try body(notification)
        let left = (none["reply_markup"] as? [String: [[[String: String]]]])?["inline_keyboard"]?.flatMap { $0 }
        #expect(left?.map { $0["text"] } == ["No"] && (none["entities"] as? [[String: Any]])?.count == 1)
    }

    @Test("What only answers is a button with a token of 64 bytes at most, for a member of a broadcast too; where nobody would hear of it there is none")
    func answers() throws {
        let actions = try decoded(OfferedActions.self, from: #"[{"id":"a-name-of-thirty-two-characters-","title":"Done"}]"#)
        let uuid = "01970b2e-5c00-7000-8000-000000000002"
        for (name, isShown) in [(uuid, true), (uuid + "-99999-1000.2", true), (String(repeating: "x", count: 60), false)] {
            let example = OutgoingNotification.toChat(actions: actions)
            let delivery = Delivery(
                id: DeliveryID(literal: name), createdAt: example.delivery.createdAt, recipient: .ana, member: .ana, alert: nil,
                channelName: example.delivery.channelName, payload: example.delivery.payload)
            let sent = try body(OutgoingNotification(delivery: delivery, content: example.content, address: example.address))
            let buttons = (sent["reply_markup"] as? [String: [[[String: String]]]])?["inline_keyboard"]?.flatMap { $0 } ?? []
            #expect(buttons.map { $0["text"] } == (isShown ? ["Done"] : []))
            for button in buttons { #expect((1...64).contains(button["callback_data"]?.utf8.count ?? 0) && button["url"] == nil) }
        }
        let deaf = [
            try TelegramSettings.example(webhookSecret: nil),
            try TelegramSettings(token: Secret(.text("x")), webhookSecret: Secret(.text(TelegramSimulator.webhookSecret)), isCalledBack: false),
        ]
        for settings in deaf {
            let request = try TelegramDialect(settings).request(for: .toChat(actions: actions), authorization: TelegramSimulator.token, now: .noon)
            #expect(!String(decoding: request.body, as: UTF8.self).contains("reply_markup"))
        }
    }

    @Test(
        "What is no token isn't put into an address, and no text says it",
        arguments: ["", "110201543", "110201543:short", "1:aaaaaaaaaaaaaaaaaaaaaaaa/../x", "1:aaaaaaaaaaaaaaaaaaaaaaaa?a"])
    func malformedToken(token: String) throws {
        let dialect = try TelegramDialect(.example())
        #expect(throws: Unsendable("telegram_token_malformed: telegram_token isn't a bot's token", isOperatorsToMend: true)) {
            try dialect.request(for: .toChat(), authorization: token, now: .noon)
        }
    }

    @Test("An address of another kind is no chat")
    func otherAddress() throws {
        let example = OutgoingNotification.toChat()
        let address = Address(id: example.address.id, target: .phone("+4915112345678", lastInboundAt: nil), registeredAt: .morning)
        let notification = OutgoingNotification(delivery: example.delivery, content: example.content, address: address)
        #expect(throws: Unsendable("telegram_no_chat: the address is no chat")) { try request(notification) }
    }

    // MARK: Answers

    private func answer(_ status: Int, _ body: String) throws -> SendResult {
        try TelegramDialect(.example()).outcome(of: ProviderResponse(status: status, body: body), to: .toChat(), now: .noon)
    }

    private func refusal(_ status: Int, _ description: String, parameters: String = "{}") throws -> SendResult {
        try answer(status, #"{"ok":false,"error_code":\#(status),"description":"\#(description)","parameters":\#(parameters)}"#)
    }

    @Test("A message that was taken has Telegram's number; what answers otherwise with a success is no Bot API, and nothing is lost by it")
    func taken() throws {
        #expect(try answer(200, #"{"ok":true,"result":{"message_id":7,"date":1,"chat":{"id":1}}}"#) == SendResult(.delivered, providerMessageID: "7"))
        #expect(try answer(200, "") == SendResult(.delivered), "its answer broke off")
        for other in ["<html>Welcome</html>", "{}", #"{"ok":false}"#] {
            let result = try answer(200, other)
            #expect(result.outcome.label == "not_tried" && result.outcome.why?.hasPrefix("telegram_foreign_answer: ") == true)
        }
    }

    @Test("After a lost answer nothing is sent again, since nothing would tell the repetition")
    func lostAnswer() throws {
        #expect(try TelegramDialect(.example()).afterLostAnswer == .giveUp)
    }

    @Test(
        "Each refusal has its meaning, and Telegram's own words, which may name what is personal, stand in none",
        arguments: [
            (400, "Bad Request: chat not found", "address_gone"), (400, "Bad Request: PEER_ID_INVALID", "address_gone"),
            (400, "Bad Request: message is too long", "rejected"), (400, "Bad Request: entity URL 'ana' is invalid: Wrong HTTP URL", "rejected"),
            (401, "Unauthorized", "not_tried"), (403, "Forbidden: bot was blocked by the user", "rejected"),
            (403, "Forbidden: user is deactivated", "address_gone"), (403, "Forbidden: bot can't initiate conversation with a user", "rejected"),
            (404, "Not Found", "not_tried"), (429, "Too Many Requests: retry after 9", "not_tried"), (500, "Internal Server Error", "retry"),
            (502, "Bad Gateway", "retry"), (302, "ana", "not_tried"),
        ])
    func refusals(status: Int, description: String, expected: String) throws {
        let result = try refusal(status, description)
        #expect(result.outcome.label == expected)
        let why = try #require(result.outcome.why)
        #expect(why.hasPrefix("telegram_\(status): ") && !why.contains("ana'") && !why.contains(TelegramSimulator.token))
    }

    @Test("Who blocked the bot wants nothing more and may take it back; a deleted account, or no chat, is gone")
    func fates() throws {
        #expect(try refusal(403, "Forbidden: bot was blocked by the user").addressFate == .optedOut)
        #expect(try refusal(403, "Forbidden: user is deactivated").addressFate == .gone(since: nil))
        #expect(try refusal(400, "Bad Request: chat not found").addressFate == .gone(since: nil))
        #expect(try refusal(403, "Forbidden: bot can't initiate conversation with a user").addressFate == nil)
    }

    @Test(
        "Everything waits for as long as Telegram asks, for a day at most, and for five seconds where it doesn't say",
        arguments: [
            (#"{"retry_after":17}"#, 17), ("{}", 5), (#"{"retry_after":0}"#, 1), (#"{"retry_after":-9}"#, 1), (#"{"retry_after":999999999}"#, 86_400),
        ])
    func retryAfter(parameters: String, seconds: Int) throws {
        guard case .notTried(_, let length) = try refusal(429, "Too Many Requests", parameters: parameters).outcome else {
            Issue.record("it waits")
            return
        }
        #expect(length == .seconds(seconds))
    }

    // MARK: Settings

    @Test("A link leads to the bot with the code; without a name or a secret there is none, and what is no code makes none")
    func link() throws {
        #expect(try TelegramSettings.example().link(code: "a1-_B2") == "https://t.me/simulated_bot?start=a1-_B2")
        #expect(try TelegramSettings.example(bot: nil).link(code: "a1") == nil)
        #expect(try TelegramSettings.example(webhookSecret: nil).link(code: "a1") == nil)
        for code in ["", "a b", "a&b", String(repeating: "a", count: 65)] {
            #expect(try TelegramSettings.example().link(code: code) == nil)
        }
    }

    @Test("The doctor says what is missing and what is broken, and nothing of a bot that is whole")
    func findings() throws {
        #expect(try TelegramSettings.example().findings() == [])
        let bare = try TelegramSettings.example(token: Secret(.text("x")), bot: nil, webhookSecret: nil, endpoint: "http://api.example").findings()
        #expect(bare.map(\.code) == ["telegram_token_malformed", "telegram_endpoint_open", "telegram_no_webhook_secret", "telegram_no_bot"])
        let unread = try TelegramSettings.example(token: Secret(.file("/nowhere/token")), webhookSecret: Secret(.text("short"))).findings()
        #expect(unread.map(\.code) == ["telegram_token_unreadable", "telegram_webhook_secret_weak"])
    }

    @Test("What can't be a bot's name, a rate or an address is refused by its key")
    func settings() {
        #expect(throws: ChannelSettingError(key: "telegram_bot", expected: "the bot's name without @, as example_bot")) {
            try TelegramSettings(token: Secret(.text("x")), bot: "@example_bot")
        }
        #expect(throws: ChannelSettingError.self) { try TelegramSettings(token: Secret(.text("x")), rate: 0) }
        #expect(throws: ChannelSettingError.self) { try TelegramSettings(token: Secret(.text("x")), endpoint: "api.telegram.org") }
    }
}
