import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

extension WhatsAppSettings {
    static func example(
        _ templates: String = "pattern_alert=health_alert/en_US,de/title,body/snooze:1,snooze:7,dismiss", token: Secret = Secret(.text("EAAtoken")),
        appSecrets: [Secret] = [Secret(.text("app secret"))], verifyToken: Secret? = nil, endpoint: String = defaultEndpoint
    ) throws(ChannelSettingError) -> WhatsAppSettings {
        try WhatsAppSettings(
            phoneNumberID: "106540352242922", token: token, appSecrets: appSecrets, verifyToken: verifyToken,
            templates: WhatsAppTemplates(parsing: templates), endpoint: endpoint)
    }
}

@Suite("WhatsApp's dialect")
struct WhatsAppDialectTests {
    private func body(_ notification: OutgoingNotification, _ settings: WhatsAppSettings) throws -> [String: Any] {
        let request = try WhatsAppDialect(settings).request(for: notification, authorization: "Bearer x", now: .noon)
        return try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    }

    private func parameters(_ notification: OutgoingNotification, _ settings: WhatsAppSettings) throws -> [String] {
        let template = try #require(try body(notification, settings)["template"] as? [String: Any])
        let component = try #require((template["components"] as? [[String: Any]])?.first { $0["type"] as? String == "body" })
        return try #require(component["parameters"] as? [[String: String]]).compactMap { $0["text"] }
    }

    @Test("A template says its name, its language, what fills it, and what its buttons mean")
    func template() throws {
        let notification = OutgoingNotification.toPhone()
        let request = try WhatsAppDialect(.example()).request(for: notification, authorization: "Bearer x", now: .noon)
        #expect(request.url == "https://graph.facebook.com/v23.0/106540352242922/messages")
        #expect(request.headers == ["authorization": "Bearer x", "content-type": "application/json"])
        let expected = """
            {"biz_opaque_callback_data":"\(notification.transmission)","messaging_product":"whatsapp","recipient_type":"individual",\
            "template":{"components":[{"parameters":[{"text":"Ben's steps are down","type":"text"},{"text":"35 % below his usual.","type":"text"}],\
            "type":"body"},\
            {"index":"0","parameters":[{"payload":"belfry:snooze:1:alert-1","type":"payload"}],"sub_type":"quick_reply","type":"button"},\
            {"index":"1","parameters":[{"payload":"belfry:snooze:7:alert-1","type":"payload"}],"sub_type":"quick_reply","type":"button"},\
            {"index":"2","parameters":[{"payload":"belfry:dismiss:alert-1","type":"payload"}],"sub_type":"quick_reply","type":"button"}],\
            "language":{"code":"en_US"},"name":"health_alert"},"to":"4915112345678","type":"template"}
            """
        let sent = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? NSDictionary)
        #expect(sent == (try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary))
    }

    @Test("The language is the notification's where the template has it, else the template's first", arguments: [(Language.german, "de"), (.english, "en_US"), (.turkish, "en_US")])
    func language(language: Language, code: String) throws {
        let template = try #require(try body(.toPhone(language: language), .example())["template"] as? [String: Any])
        #expect((template["language"] as? [String: String])?["code"] == code)
    }

    @Test("Every category without a template of its own takes the default one; without places and buttons there are no components")
    func fallback() throws {
        let sent = try body(.toPhone(), .example("other=other_one/en/body;default=a_notice/en"))
        let template = try #require(sent["template"] as? [String: Any])
        #expect(template["name"] as? String == "a_notice" && template["components"] == nil)
    }

    @Test("Line breaks, tabs and rows of spaces become one space, and nothing is empty")
    func oneLine() throws {
        let notification = OutgoingNotification.toPhone(title: " a\nb\r\nc\td      e\u{0}f\u{2028}g ", body: " \n ")
        #expect(try parameters(notification, .example()) == ["a b c d e f g", "–"])
    }

    @Test("What is too long is cut, the last place first, and no sign is torn apart")
    func long() throws {
        let both = try parameters(.toPhone(title: String(repeating: "t", count: 100), body: String(repeating: "🕌", count: 1000)), .example())
        #expect(both[0] == String(repeating: "t", count: 100))
        #expect(both[1].hasSuffix("🕌…") && both[1].utf16.count == 799)
        let title = try parameters(.toPhone(title: String(repeating: "t", count: 5000)), .example())
        #expect(title[0].utf16.count == 900 && title[1] == "–")
    }

    @Test(
        "Free text goes out only within 24 hours after the person wrote, less a margin, and where no button is wanted",
        arguments: [(nil, "template"), (0, "text"), (23 * 3600, "text"), (24 * 3600 - 301, "text"), (24 * 3600 - 300, "template"), (25 * 3600, "template")] as [(Int?, String)])
    func window(secondsAgo: Int?, type: String) throws {
        let notification = OutgoingNotification.toPhone(wroteAt: secondsAgo.map { .noon - .seconds($0) })
        #expect(try body(notification, .example("default=a_notice/en/title,body"))["type"] as? String == type)
        #expect(try body(notification, .example())["type"] as? String == "template")
    }

    @Test("Free text has title and body, and at most 4096 characters")
    func freeText() throws {
        let sent = try body(.toPhone(wroteAt: .noon, body: String(repeating: "b", count: 5000)), .example(""))
        let text = try #require((sent["text"] as? [String: Any])?["body"] as? String)
        #expect(text.hasPrefix("Ben's steps are down\nbbb") && text.hasSuffix("b…") && text.utf16.count == 4096)
        #expect((sent["text"] as? [String: Any])?["preview_url"] as? Bool == false)
    }

    @Test("Without a template and outside of the window, or without a number, nothing is sent")
    func unsendable() throws {
        let closed = #expect(throws: Unsendable.self) { try body(.toPhone(), .example("")) }
        #expect(closed?.why.hasPrefix("whatsapp_no_template: ") == true)
        for notification in [OutgoingNotification.toMailbox, .toPhone(number: "nonsense")] {
            let error = #expect(throws: Unsendable.self) { try body(notification, .example()) }
            #expect(error?.why.hasPrefix("whatsapp_no_number: ") == true)
        }
    }

    @Test("A button about nothing that can be snoozed has a payload all the same")
    func emptyPayload() throws {
        let sent = try body(.toPhone(hasAlert: false), .example("default=a/en/body/dismiss"))
        #expect("\(sent)".contains("belfry:none"))
    }

    // MARK: Answers

    private func answer(_ status: Int, _ body: String, retryAfter: String? = nil) throws -> SendResult {
        let response = ProviderResponse(status: status, headers: retryAfter.map { ["retry-after": $0] } ?? [:], body: body)
        return try WhatsAppDialect(.example()).outcome(of: response, to: .toPhone(), now: .noon)
    }

    @Test("A lost answer waits for a callback where one is believed, and is given up else")
    func lostAnswer() throws {
        #expect(try WhatsAppDialect(.example()).afterLostAnswer == .reconcile)
        #expect(try WhatsAppDialect(.example(appSecrets: [])).afterLostAnswer == .giveUp)
    }

    @Test("A message that was taken has WhatsApp's name")
    func accepted() throws {
        let body = #"{"messaging_product":"whatsapp","contacts":[{"input":"49","wa_id":"49"}],"messages":[{"id":"wamid.1"}]}"#
        #expect(try answer(200, body) == SendResult(.delivered, providerMessageID: "wamid.1"))
        #expect(try answer(200, "") == SendResult(.delivered))
    }

    private func label(_ result: SendResult) -> String {
        result.addressFate == .optedOut ? "opted_out" : result.outcome.label
    }

    @Test(
        "Each of the Cloud API's codes has its meaning",
        arguments: [
            (401, 0, "not_tried"), (500, 1, "retry"), (503, 2, "retry"), (400, 3, "not_tried"), (400, 4, "not_tried"), (403, 10, "not_tried"),
            (400, 33, "not_tried"), (400, 100, "rejected"), (401, 190, "not_tried"), (403, 368, "not_tried"), (400, 80007, "not_tried"),
            (429, 130429, "not_tried"), (400, 130472, "rejected"), (500, 131000, "retry"), (403, 131005, "not_tried"), (400, 131008, "rejected"),
            (403, 130497, "retry"), (400, 131037, "not_tried"),
            (400, 131009, "rejected"), (500, 131016, "retry"), (400, 131021, "rejected"), (400, 131026, "rejected"), (400, 131030, "rejected"),
            (403, 131031, "not_tried"), (400, 131042, "not_tried"), (400, 131047, "rejected"), (400, 131048, "not_tried"), (400, 131049, "retry"),
            (400, 131050, "opted_out"), (400, 131051, "rejected"), (400, 131056, "retry"), (500, 131057, "retry"), (400, 132000, "retry"),
            (404, 132001, "retry"), (400, 132005, "rejected"), (400, 132007, "rejected"), (400, 132012, "rejected"), (400, 132015, "retry"),
            (400, 132016, "retry"), (400, 132018, "rejected"), (503, 133004, "retry"), (400, 133010, "not_tried"),
        ])
    func codes(status: Int, code: Int, expected: String) throws {
        let body = #"{"error":{"message":"(#\#(code)) +4915112345678","type":"OAuthException","code":\#(code),"fbtrace_id":"A"}}"#
        let result = try answer(status, body)
        #expect(label(result) == expected)
        let why = try #require(result.outcome.why)
        #expect(why.hasPrefix("whatsapp_\(code): ") && !why.contains("+49"))
        #expect(WhatsAppErrors.table[code] != nil)
    }

    @Test("Every code of the table is among them")
    func complete() {
        #expect(WhatsAppErrors.table.count == 42)
    }

    @Test(
        "Without a code that is known, the status says it, and a missing permission has a row of codes",
        arguments: [
            (400, "", "whatsapp_http_400: ", "rejected"), (400, #"{"error":{"code":999}}"#, "whatsapp_999: ", "rejected"),
            (400, #"{"error":{"code":100,"error_subcode":33}}"#, "whatsapp_33: ", "not_tried"),
            (400, #"{"error":{"code":100,"error_subcode":2018001}}"#, "whatsapp_100: ", "rejected"),
            (403, #"{"error":{"code":250}}"#, "whatsapp_250: ", "not_tried"), (401, "", "whatsapp_http_401: ", "not_tried"),
            (429, "", "whatsapp_http_429: ", "not_tried"), (500, "<html>", "whatsapp_http_500: ", "retry"), (502, "{}", "whatsapp_http_502: ", "retry"),
            (302, "", "whatsapp_http_302: ", "not_tried"), (408, "", "whatsapp_http_408: ", "retry"),
            (404, "<html>", "whatsapp_http_404: ", "not_tried"), (405, "", "whatsapp_http_405: ", "not_tried"),
            (404, #"{"error":{"code":999}}"#, "whatsapp_999: ", "rejected"),
        ])
    func statuses(status: Int, body: String, why: String, expected: String) throws {
        let result = try answer(status, body)
        #expect(label(result) == expected)
        #expect(result.outcome.why?.hasPrefix(why) == true)
    }

    @Test("Too much at once, and too much that was called unwanted, stop everything; too much to one person delays that one")
    func limits() throws {
        func outcome(_ code: Int, retryAfter: String? = nil) throws -> Outcome {
            try answer(400, #"{"error":{"code":\#(code)}}"#, retryAfter: retryAfter).outcome
        }
        #expect(try outcome(130429) == .notTried(why: "whatsapp_130429: more messages a second than the number may send", after: .seconds(10)))
        #expect(try outcome(130429, retryAfter: "3") == .notTried(why: "whatsapp_130429: more messages a second than the number may send", after: .seconds(3)))
        #expect(
            try outcome(131048) == .notTried(why: "whatsapp_131048: too many earlier messages were blocked or called unwanted", after: .seconds(900)))
        #expect(try outcome(131056) == .retry(why: "whatsapp_131056: too many messages to this person in a short time", after: .seconds(30)))
    }
}

@Suite("WhatsApp's settings")
struct WhatsAppSettingsTests {
    @Test(
        "Templates as they are written down",
        arguments: [
            ("default=a/en", WhatsAppTemplate(name: "a", languages: ["en"], parameters: [])),
            ("default = a_b1 / en_US , de / title , body ", WhatsAppTemplate(name: "a_b1", languages: ["en_US", "de"], parameters: [.title, .body])),
            ("default=a/en/body/snooze:3,dismiss;", WhatsAppTemplate(name: "a", languages: ["en"], parameters: [.body], replies: [.snooze(days: 3), .dismiss])),
            ("default=a/en//dismiss", WhatsAppTemplate(name: "a", languages: ["en"], parameters: [], replies: [.dismiss])),
        ])
    func templates(text: String, template: WhatsAppTemplate?) throws {
        #expect(try WhatsAppTemplates(parsing: text).template(for: "whatever") == template)
    }

    @Test(
        "What can't be a template is refused",
        arguments: [
            "default", "default=", "default=a", "default=A/en", "default=a b/en", "default=a/", "default=a/e", "default=a/en/footer", "default=a/en/body/snooze:2",
            "default=a/en/body/dismiss/x", "default=a/en;default=b/en", "=a/en",
        ])
    func noTemplates(text: String) {
        let error = #expect(throws: ChannelSettingError.self) { try WhatsAppTemplates(parsing: text) }
        #expect(error?.key == "whatsapp_templates")
    }

    @Test("A setting that can't be used is named")
    func refused() {
        func key(_ id: String = "1", _ rate: Double = 80, _ endpoint: String = "https://g.example") -> String? {
            #expect(throws: ChannelSettingError.self) { try WhatsAppSettings(phoneNumberID: id, token: Secret(.text("x")), rate: rate, endpoint: endpoint) }?.key
        }
        #expect(key("") == "whatsapp_phone_number_id")
        #expect(key("1/../2") == "whatsapp_phone_number_id")
        #expect(key("1", 0) == "whatsapp_rate")
        #expect(key("1", 80, "graph.facebook.com") == "whatsapp_endpoint")
    }

    @Test("What an operator should know")
    func findings() throws {
        #expect(try WhatsAppSettings.example("default=a/en", verifyToken: Secret(.text("long enough"))).findings() == [])
        #expect(try WhatsAppSettings.example().findings().map(\.code) == ["whatsapp_no_default_template"])
        let poor = try WhatsAppSettings.example(
            "", token: Secret(.file("/nowhere/token")), appSecrets: [Secret(.text(""))], verifyToken: Secret(.text("short")), endpoint: "http://g.example")
        #expect(
            poor.findings().map(\.code) == [
                "whatsapp_token_unreadable", "whatsapp_endpoint_open", "whatsapp_no_app_secret", "whatsapp_verify_token_weak", "whatsapp_no_templates",
            ])
        #expect(poor.findings().map(\.isBroken) == [true, true, true, true, false])
    }

    @Test("Nothing of them shows itself")
    func silent() throws {
        let settings = try WhatsAppSettings.example()
        #expect("\(settings) \(WhatsAppDialect(settings)) \(WhatsAppCallbacks(settings))" == "WhatsAppSettings WhatsAppDialect WhatsAppCallbacks")
    }
}

@Suite("What buttons mean")
struct WhatsAppReplyTests {
    @Test("A payload comes back as it went out", arguments: [WhatsAppReply.Kind.snooze(days: 1), .snooze(days: 3), .snooze(days: 7), .dismiss])
    func roundTrip(kind: WhatsAppReply.Kind) {
        let reply = WhatsAppReply(kind, alert: AlertID(literal: "a:b-1"))
        #expect(WhatsAppReply(payload: reply.payload) == reply)
    }

    @Test("Anything else is no wish", arguments: ["", "belfry:none", "belfry:", "belfry:snooze:7", "belfry:snooze:2:a", "belfry:dismiss:", "snooze:7:a", "belfry:delete:a"])
    func others(payload: String) {
        #expect(WhatsAppReply(payload: payload) == nil)
    }
}
