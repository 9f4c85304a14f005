import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

@Suite("Telegram's updates")
struct TelegramCallbacksTests {
    private static let url = "https://belfry.example/callbacks/telegram"
    private static let chat = TelegramSimulator.chat
    private static let moment = Instant.noon - .seconds(10)
    private let simulator = TelegramSimulator { (Instant.noon - .seconds(10)).secondsSinceEpoch }
    private let callbacks: TelegramCallbacks

    init() throws {
        callbacks = TelegramCallbacks(try .example())
    }

    private func read(_ callback: ProviderCallback) async throws -> CallbackReading {
        try await callbacks.read(CallbackRequest(callback), now: .noon)
    }

    private func fate(_ callback: ProviderCallback) async throws -> AddressFate? {
        let reading = try await read(callback)
        guard case .address(let kind, value: let value, let fate)? = reading.reports.first?.content, reading.reports.count == 1 else { return nil }
        #expect(kind == .chat && value == String(Self.chat))
        #expect(reading.reports.first?.provider == .telegram && reading.reports.first?.occurredAt == Self.moment && reading.link == nil)
        return fate
    }

    @Test("Who opens a link brings its code and their chat, and reads what came of it in their language")
    func link() async throws {
        let reading = try await read(simulator.start("a1-_B2", in: 108, language: "de-AT", to: Self.url))
        let link = try #require(reading.link)
        #expect(link.code == "a1-_B2" && link.channel == .telegram && link.value == "108" && reading.reports.isEmpty)
        let linked = try #require(simulator.perform(link.whenLinked.body))
        let void = try #require(simulator.perform(link.whenVoid.body))
        #expect(linked.chat == 108 && linked.text == "Ab jetzt wirst du hier benachrichtigt. Mit /stop endet es.")
        #expect(void.chat == 108 && void.text.hasPrefix("Dieser Link gilt nicht mehr.") && link.whenVoid.contentType == "application/json")
    }

    @Test(
        "Words that end or resume do so, in any of the languages",
        arguments: [("/stop", true), ("Stop", true), ("توقف", true), ("/start", false), ("START", false)])
    func wishes(text: String, ends: Bool) async throws {
        let said = simulator.says(text, in: Self.chat, to: Self.url)
        #expect(try await fate(said) == (ends ? .optedOut : .optedIn))
        let answer = try await read(said).answer.body
        #expect(ends == (simulator.perform(answer)?.text == "Nothing more is sent here. Send /start to be told again."))
    }

    @Test("Who blocks the bot wants nothing more, and who no longer does wants it again")
    func blocked() async throws {
        #expect(try await fate(simulator.blocks(in: Self.chat, to: Self.url)) == .optedOut)
        #expect(try await fate(simulator.blocks(false, in: Self.chat, to: Self.url)) == .optedIn)
    }

    @Test("Every update has a name of its own, and has it again when it comes again")
    func names() async throws {
        let (first, second) = (simulator.says("/stop", in: Self.chat, to: Self.url), simulator.says("/stop", in: Self.chat, to: Self.url))
        let names = [try await read(first), try await read(second), try await read(first)].map { $0.reports.first?.eventID }
        #expect(names[0] != nil && names[0] != names[1] && names[0] == names[2])
    }

    @Test("What people write besides, and what is written where others read along, changes nothing")
    func others() async throws {
        for callback in [
            simulator.says("Thank you!", in: Self.chat, to: Self.url), simulator.says("/start a b", in: Self.chat, to: Self.url),
            simulator.says("/stop", in: -100, kind: "group", to: Self.url), simulator.says("/start a1-_B2", in: -100, kind: "supergroup", to: Self.url),
        ] {
            #expect(try await read(callback) == CallbackReading(reports: []))
        }
        let photo = Array(#"{"update_id":1,"message":{"date":1,"chat":{"id":1,"type":"private"}}}"#.utf8)
        let poll = Array(#"{"update_id":2,"poll":{"id":"x"}}"#.utf8)
        for body in [photo, poll] {
            var callback = simulator.says("x", in: Self.chat, to: Self.url)
            callback.body = body
            #expect(try await read(callback) == CallbackReading(reports: []))
        }
    }

    @Test("Nothing is believed without the secret, and nothing where there is none or one that is easily guessed")
    func secret() async throws {
        func callback(showing secret: String?) -> ProviderCallback {
            var callback = simulator.start("a1", in: Self.chat, to: Self.url)
            callback.headers[TelegramSimulator.secretHeader] = secret
            return callback
        }
        for secret in [nil, "", "another-secret-of-somebody"] {
            await #expect(throws: CallbackRefusal.badSignature) { try await read(callback(showing: secret)) }
        }
        for settings in [try TelegramSettings.example(webhookSecret: nil), try .example(webhookSecret: Secret(.text("short")))] {
            await #expect(throws: CallbackRefusal.badSignature) {
                try await TelegramCallbacks(settings).read(CallbackRequest(callback(showing: "short")), now: .noon)
            }
        }
    }

    @Test("What is no update is refused as malformed")
    func malformed() async throws {
        let update = simulator.start("a1", in: Self.chat, to: Self.url)
        let callback = ProviderCallback(method: "POST", url: Self.url, headers: update.headers, body: Array("[]".utf8))
        await #expect(throws: CallbackRefusal.malformed) { try await read(callback) }
    }

    // MARK: Buttons

    /// What a message with a button that only answers, and one that opens something, looks like in a chat.
    private func told() throws -> TelegramSimulator.Message {
        let origins = try #require(LinkOrigins(named: ["https://app.example.org"]))
        let actions = try decoded(
            OfferedActions.self,
            from: #"[{"id":"done","title":"Done"},{"id":"later","title":"Later"},{"id":"look","title":"Look","link":"https://app.example.org/7"}]"#)
        let settings = try TelegramSettings.example(linkOrigins: origins)
        let request = try TelegramDialect(settings).request(for: .toChat(actions: actions), authorization: TelegramSimulator.token, now: .noon)
        return try #require(simulator.take(request.body))
    }

    @Test("What is pressed names its delivery, its action and the chat, and is shown in the place of what only answers")
    func pressed() async throws {
        let message = try told()
        let reading = try await read(simulator.presses(message.buttons[1].data, of: message, to: Self.url))
        let press = try #require(reading.press)
        #expect(press.delivery == .example(1) && press.actionMark == ActionID(literal: "later").mark && reading.reports.isEmpty)
        #expect(press.channel == .telegram && press.place == .value(String(Self.chat)))
        #expect(simulator.end(press.whenTaken.body) == .init(text: "", isAlert: false))
        #expect(simulator.end(press.whenTaken.body) == nil, "a press is answered once")
        let receipt = try #require(press.receipt)
        let token = message.buttons[1].data
        #expect(
            receipt
                == #"{"chat_id":4815162342,"message_id":1,"reply_markup":{"inline_keyboard":[[{"callback_data":"\#(token)","text":"✓ Later"}],"#
                + #"[{"text":"Look","url":"https://app.example.org/7"}]]}}"#)
    }

    @Test("A press is nothing from a chat for which it wasn't made, by somebody else, where others read along, forged, or too late; its owner reads so")
    func void() async throws {
        let message = try told()
        let token = message.buttons[0].data
        for callback in [
            simulator.presses(token, of: message, in: 108, language: "de", to: Self.url),
            simulator.presses(token, of: message, by: 108, language: "de", to: Self.url),
            simulator.presses(token, of: message, kind: "group", language: "de", to: Self.url),
            simulator.presses("A" + token.dropFirst(), of: message, language: "de", to: Self.url),
            simulator.presses("later", of: message, language: "de", to: Self.url),
        ] {
            let reading = try await read(callback)
            #expect(reading.press == nil && simulator.end(reading.answer.body) == .init(text: "Dieser Knopf gilt nicht mehr.", isAlert: true))
        }
        let late = CallbackRequest(simulator.presses(token, of: message, to: Self.url))
        #expect(try await callbacks.read(late, now: .noon + .seconds(32 * 86_400)).press == nil)
        let deaf = TelegramCallbacks(try .example(webhookSecret: Secret(.text("another-secret-of-somebody"))))
        await #expect(throws: CallbackRefusal.badSignature) { try await deaf.read(late, now: .noon) }
    }
}
