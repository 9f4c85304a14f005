import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

extension NtfySettings {
    static func example(
        url: String = "https://ntfy.example.org", login: Login? = .token(Secret(.text("tk_secret"))), buttonSecret: Secret? = nil,
        publicURL: String? = nil, linkOrigins: LinkOrigins = .none
    ) throws(ChannelSettingError) -> NtfySettings {
        try NtfySettings(url: url, login: login, buttonSecret: buttonSecret, publicURL: publicURL, linkOrigins: linkOrigins)
    }
}

@Suite("ntfy's dialect")
struct NtfyDialectTests {
    private func request(_ notification: OutgoingNotification, linkOrigins: LinkOrigins = .none) throws -> ProviderRequest {
        try NtfyDialect(.example(linkOrigins: linkOrigins)).request(for: notification, authorization: "Bearer x", now: .noon)
    }

    private func body(_ notification: OutgoingNotification, linkOrigins: LinkOrigins = .none) throws -> [String: Any] {
        let request = try request(notification, linkOrigins: linkOrigins)
        return try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    }

    @Test("A message goes to the root of the server, and names its topic and what it takes the place of in its body alone")
    func message() throws {
        let request = try request(.toTopic())
        #expect(request.url == "https://ntfy.example.org/" && request.method == "POST")
        #expect(request.headers == ["authorization": "Bearer x", "content-type": "application/json"])
        let sequence = PushTopic.text(of: "alert-1")
        let expected = """
            {"message":"35 % below his usual.","priority":3,"sequence_id":"\(sequence)","title":"Ben's steps are down","topic":"anas-topic-7Kq2vX_9"}
            """
        #expect(String(decoding: request.body, as: UTF8.self) == expected)
        #expect(sequence.wholeMatch(of: /[-_A-Za-z0-9]{1,64}/) != nil && !sequence.contains("alert"))
    }

    @Test("In the name of an app the title says whose it is, beside its logo")
    func look() throws {
        let shown = try body(.toTopic(title: "On its way").presented(as: .shop()))
        #expect(shown["title"] as? String == "Corner Shop: On its way" && shown["icon"] as? String == "https://shop.example/logo.png")
        let alone = try body(.toTopic(title: "On its way", body: "").presented(as: .shop(logo: nil)))
        #expect(alone["message"] as? String == "Corner Shop: On its way" && alone["title"] == nil && alone["icon"] == nil)
        // Each of these takes two bytes of JSON.
        let long = String(repeating: "\"", count: 3500)
        let crowded = try body(.toTopic(title: "On its way", body: long).presented(as: .shop(logo: "https://shop.example/" + String(repeating: "a", count: 1900))))
        #expect(crowded["message"] as? String == long && crowded["icon"] == nil)
    }

    @Test("Where anybody may publish there is no login in it, and a slash at the end of the server's address counts once")
    func anonymous() throws {
        let dialect = NtfyDialect(try .example(url: "https://ntfy.sh/", login: nil))
        let request = try dialect.request(for: .toTopic(), authorization: nil, now: .noon)
        #expect(request.url == "https://ntfy.sh/" && request.headers == ["content-type": "application/json"])
    }

    @Test(
        "How loud it is follows how grave it is, and what is low makes no sound",
        arguments: [
            (Severity.watch, DeliveryPriority.normal, 3), (.watch, .low, 2), (.watch, .critical, 5), (.attention, .normal, 4), (.attention, .low, 4),
            (.critical, .normal, 5), (.critical, .low, 5),
        ])
    func priority(severity: Severity, priority: DeliveryPriority, expected: Int) throws {
        #expect(try body(.toTopic(severity: severity, priority: priority))["priority"] as? Int == expected)
    }

    @Test("News of the same alert, or under the same key of an app, have one sequence; others have their own")
    func sequences() throws {
        func sequence(_ notification: OutgoingNotification) throws -> String { try #require(try body(notification)["sequence_id"] as? String) }
        let keyed = [try sequence(.toTopic(1, key: "door")), try sequence(.toTopic(2, key: "door"))]
        #expect(keyed[0] == keyed[1])
        let single = try (1...2).map { try sequence(.toTopic($0, hasAlert: false)) }
        #expect(Set(single + keyed).count == 3)
        #expect(try sequence(.toTopic(1, title: "Better now")) == sequence(.toTopic(1)))
    }

    @Test("A tap opens an app's link where the operator allows its origin, and no other")
    func links() throws {
        let origins = try #require(LinkOrigins(named: ["https://app.example.org"]))
        let allowed = try body(.toTopic(link: "https://app.example.org/orders/7"), linkOrigins: origins)
        #expect(allowed["click"] as? String == "https://app.example.org/orders/7" && allowed["topic"] as? String == OutgoingNotification.topic)
        for link in ["https://other.example/", "example-app://orders/7"] {
            #expect(try body(.toTopic(link: link), linkOrigins: origins)["click"] == nil)
        }
        #expect(try body(.toTopic(link: "https://app.example.org/"))["click"] == nil)
    }

    @Test("What an app offers is a button where it opens what the operator allows, and what only answers where phones can post to this server by https")
    func actions() throws {
        let origins = try #require(LinkOrigins(named: ["https://app.example.org"]))
        let example = OutgoingNotification.toTopic()
        var delivery = example.delivery
        delivery.payload.actions = try decoded(
            OfferedActions.self,
            from: """
                [{"id":"pay","title":"Pay, \\"now\\"","link":"https://app.example.org/pay"},{"id":"no","title":"No"},
                {"id":"look","title":"Look","link":"https://other.example/"}]
                """)
        let notification = OutgoingNotification(delivery: delivery, content: example.content, address: example.address)
        let sent = try body(notification, linkOrigins: origins)
        #expect(sent["actions"] as? [[String: String]] == [["action": "view", "label": "Pay, \"now\"", "url": "https://app.example.org/pay"]])
        #expect(sent["message"] as? String == "35 % below his usual." && sent["click"] == nil)
        #expect(try body(notification)["actions"] == nil)

        let secret = Secret(.text("0123456789abcdef0123456789abcdef"))
        let hearing = try NtfySettings.example(buttonSecret: secret, publicURL: "https://belfry.example/hooks/", linkOrigins: origins)
        let request = try NtfyDialect(hearing).request(for: notification, authorization: nil, now: .noon)
        let answered = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
        let buttons = try #require(answered["actions"] as? [[String: Any]])
        #expect(buttons.map { $0["label"] as? String } == ["Pay, \"now\"", "No"])
        let no = try #require(buttons.last)
        #expect(no["action"] as? String == "http" && no["url"] as? String == "https://belfry.example/hooks/callbacks/ntfy" && no["method"] as? String == "POST")
        #expect(no["clear"] as? Bool == true && no["headers"] == nil)
        let token = try #require(no["body"] as? String)
        #expect(!token.contains(OutgoingNotification.topic) && token.utf8.count <= 512)
        for deaf in [
            try NtfySettings.example(buttonSecret: secret, publicURL: "http://belfry.example"), try .example(buttonSecret: secret),
            try .example(buttonSecret: Secret(.text("short")), publicURL: "https://belfry.example"), try .example(publicURL: "https://belfry.example"),
        ] {
            let request = try NtfyDialect(deaf).request(for: notification, authorization: nil, now: .noon)
            #expect(!String(decoding: request.body, as: UTF8.self).contains("http\""))
        }
    }

    @Test("What is pressed is read by what the button has, posted, until it runs out, and by nothing else")
    func presses() async throws {
        let settings = try NtfySettings.example(buttonSecret: Secret(.text("0123456789abcdef0123456789abcdef")), publicURL: "https://belfry.example")
        let example = OutgoingNotification.toTopic()
        var delivery = example.delivery
        delivery.payload.actions = try decoded(OfferedActions.self, from: #"[{"id":"no","title":"No"}]"#)
        let notification = OutgoingNotification(delivery: delivery, content: example.content, address: example.address)
        let sent = try NtfyDialect(settings).request(for: notification, authorization: nil, now: .noon)
        let actions = (try JSONSerialization.jsonObject(with: Data(sent.body)) as? [String: Any])?["actions"] as? [[String: Any]]
        let body = try #require(actions?.first?["body"] as? String)
        func read(_ body: String, method: String = "POST", now: Instant = .noon) async throws -> CallbackReading {
            try await NtfyCallbacks(settings).read(
                CallbackRequest(method: method, url: "https://belfry.example/callbacks/ntfy", headers: [:], body: Array(body.utf8)), now: now)
        }
        let press = try #require(try await read(body).press)
        #expect(press.delivery == delivery.id && press.actionMark == ActionID(literal: "no").mark && press.channel == .ntfy)
        #expect(press.place == .address(example.address.id) && press.whenVoid == nil)
        for forged in ["", ".", "x" + body, body + ".x", "b3RoZXI" + body.drop { $0 != "." }, String(repeating: "A", count: 600)] {
            await #expect(throws: CallbackRefusal.badSignature) { try await read(forged) }
        }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(body, method: "GET") }
        await #expect(throws: CallbackRefusal.stale) { try await read(body, now: .noon + .seconds(32 * 86_400)) }
    }

    @Test("A title without a body is the message, since ntfy would write one of its own")
    func titleAlone() throws {
        let sent = try body(.toTopic(title: "042317 is your Belfry code", body: ""))
        #expect(sent["message"] as? String == "042317 is your Belfry code" && sent["title"] == nil)
    }

    @Test("Words stay below what a server would make an attachment of, and the whole below what it reads, however they are escaped")
    func limits() throws {
        let long = try body(.toTopic(title: String(repeating: "ü", count: 600), body: String(repeating: "b", count: 5000)))
        let (title, message) = (try #require(long["title"] as? String), try #require(long["message"] as? String))
        #expect(message.utf8.count == 4095 && message.hasSuffix("b…"))
        #expect(title.utf8.count <= 1000 && title.hasSuffix("ü…"))
        let just = try body(.toTopic(body: String(repeating: "b", count: 4095)))["message"] as? String
        #expect(just == String(repeating: "b", count: 4095))
        let escaped = try request(.toTopic(title: String(repeating: "\"", count: 900), body: String(repeating: "\"", count: 4000)))
        #expect(escaped.body.count <= 8191 && escaped.body.count > 8000)
    }

    @Test("What is no topic is not sent to")
    func unsendable() {
        let error = #expect(throws: Unsendable.self) { try request(.toMailbox) }
        #expect(error?.why.hasPrefix("ntfy_no_topic: ") == true)
    }

    // MARK: Answers

    private func answer(_ status: Int, _ body: String, retryAfter: String? = nil) throws -> SendResult {
        let response = ProviderResponse(status: status, headers: retryAfter.map { ["retry-after": $0] } ?? [:], body: body)
        return try NtfyDialect(.example()).outcome(of: response, to: .toTopic(), now: .noon)
    }

    @Test("A message that was taken has ntfy's name; what answers otherwise with a success is no ntfy server, and nothing is lost by it")
    func taken() throws {
        let body = #"{"id":"hwQ2YpKdmg","time":1769342400,"event":"message","topic":"t","message":"m"}"#
        #expect(try answer(200, body) == SendResult(.delivered, providerMessageID: "hwQ2YpKdmg"))
        #expect(try answer(200, "") == SendResult(.delivered), "its answer broke off")
        for other in ["<html>Welcome</html>", "{}", "[]"] {
            let result = try answer(200, other)
            #expect(result.outcome.label == "not_tried" && result.outcome.why?.hasPrefix("ntfy_foreign_answer: ") == true)
        }
    }

    @Test("After a lost answer it is published again: it takes its own place")
    func lostAnswer() throws {
        #expect(try NtfyDialect(.example()).afterLostAnswer == .repeatSafely)
    }

    @Test(
        "Each of ntfy's codes and statuses has its meaning, and of each it is said whether others wait for it",
        arguments: [
            (400, 40000, "rejected"), (400, 40007, "rejected"), (400, 40009, "rejected"), (400, 40010, "rejected"), (400, 40014, "rejected"),
            (400, 40024, "rejected"), (401, 40101, "not_tried"), (403, 40301, "retry"), (404, 40401, "not_tried"), (413, 41301, "rejected"),
            (413, 41303, "rejected"), (429, 42901, "not_tried"), (429, 42904, "retry"), (429, 42908, "not_tried"), (429, 42909, "not_tried"),
            (429, 42999, "not_tried"), (500, 50001, "retry"), (507, 50701, "retry"),
        ])
    func codes(status: Int, code: Int, expected: String) throws {
        let body = #"{"code":\#(code),"http":\#(status),"error":"forbidden: anas-topic-7Kq2vX_9","link":"https://ntfy.sh/docs/publish/"}"#
        let result = try answer(status, body)
        #expect(result.outcome.label == expected && result.addressFate == nil)
        let why = try #require(result.outcome.why)
        #expect(why.hasPrefix("ntfy_\(code): ") && !why.contains("anas-topic"), "the server's own words may name the topic")
        let sparesOthers = [40301, 42904].contains(code)
        #expect(try NtfyDialect(.example()).speaksAgainstProvider(ProviderResponse(status: status, body: body)) == !sparesOthers)
    }

    @Test(
        "Without a code the status says it",
        arguments: [
            (302, "", "not_tried"), (401, "", "not_tried"), (403, "<html>", "retry"), (404, "<html>", "not_tried"), (405, "", "not_tried"),
            (408, "", "retry"), (400, "{}", "rejected"), (413, "", "rejected"), (429, "", "not_tried"), (502, "<html>", "retry"),
        ])
    func statuses(status: Int, body: String, expected: String) throws {
        let result = try answer(status, body)
        #expect(result.outcome.label == expected && result.outcome.why?.hasPrefix("ntfy_http_\(status): ") == true)
    }

    @Test("What a proxy asks to wait wins over what is usual, and nobody is waited for for no time at all")
    func retryAfter() throws {
        func length(_ status: Int, _ body: String, retryAfter: String? = nil) throws -> Duration? {
            switch try answer(status, body, retryAfter: retryAfter).outcome {
            case .notTried(_, let length): length
            case .retry(_, let length): length
            default: nil
            }
        }
        let tooMany = #"{"code":42901,"http":429,"error":"limit reached: too many requests"}"#
        #expect(try length(429, tooMany) == .seconds(5))
        #expect(try length(429, tooMany, retryAfter: "17") == .seconds(17))
        #expect(try length(429, tooMany, retryAfter: "0") == .seconds(1))
        #expect(try length(403, "") == .seconds(900))
        #expect(try length(503, "", retryAfter: "120") == .seconds(120))
        #expect(try length(503, "") == nil)
    }
}

@Suite("ntfy's settings")
struct NtfySettingsTests {
    @Test("A setting that can't be used is named")
    func refused() {
        func key(_ url: String, user: String = "belfry") -> String? {
            let login = NtfySettings.Login.user(user, password: Secret(.text("x")))
            return #expect(throws: ChannelSettingError.self) { try NtfySettings(url: url, login: login) }?.key
        }
        for url in ["ntfy.sh", "ftp://ntfy.sh", "https://ana:secret@ntfy.sh", "https://ntfy.sh/?auth=x", ""] { #expect(key(url) == "ntfy_url") }
        for user in ["", "a:b", "a b", "bücher"] { #expect(key("https://ntfy.sh", user: user) == "ntfy_user") }
    }

    @Test("What an operator should know")
    func findings() throws {
        #expect(try NtfySettings.example().findings() == [])
        #expect(try NtfySettings.example(url: "http://127.0.0.1:2586", login: .user("belfry", password: Secret(.text("x")))).findings() == [])
        let open = try NtfySettings.example(url: "http://ntfy.lan", login: nil).findings()
        #expect(open.map(\.code) == ["ntfy_no_login", "ntfy_url_open"] && open.allSatisfy { !$0.isBroken })
        let unreadable = Secret(.file("/nowhere/secret"))
        for secret in [unreadable, Secret(.text("short"))] {
            #expect(try NtfySettings.example(buttonSecret: secret, publicURL: "https://belfry.example").findings().map(\.code) == ["ntfy_button_secret_weak"])
        }
        for publicURL in [nil, "http://belfry.example"] {
            let settings = try NtfySettings.example(buttonSecret: Secret(.text(String(repeating: "x", count: 32))), publicURL: publicURL)
            #expect(settings.findings().map(\.code) == ["ntfy_buttons_no_public_url"])
        }
        let logins: [NtfySettings.Login] = [.token(unreadable), .user("belfry", password: unreadable)]
        let broken: [ChannelFinding] = try logins.flatMap { try NtfySettings.example(login: $0).findings() }
        #expect(broken.map(\.code) == ["ntfy_token_unreadable", "ntfy_password_unreadable"] && broken.allSatisfy(\.isBroken))
    }

    @Test("Nothing of them shows itself")
    func silent() throws {
        let settings = try NtfySettings.example()
        #expect("\(settings) \(NtfyDialect(settings))" == "NtfySettings NtfyDialect")
    }
}
