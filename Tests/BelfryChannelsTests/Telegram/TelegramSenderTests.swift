import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Sending by Telegram", .timeLimit(.minutes(10)))
struct TelegramSenderTests {
    private func withTelegram(
        _ faults: [MessagingFault?] = [], token: Secret = Secret(.text(TelegramSimulator.token)), linkOrigins: LinkOrigins = .none,
        _ body: @escaping @Sendable (TelegramSimulator, HTTPSender<TelegramDialect>) async throws -> Void
    ) async throws {
        let simulator = TelegramSimulator(faults: MessagingFaults(faults)) { Instant.noon.secondsSinceEpoch }
        try await simulator.listen { address in
            let exchange = HTTPExchange()
            do {
                try await body(simulator, makeTelegramSender(try .example(token: token, linkOrigins: linkOrigins, endpoint: address), over: exchange))
            } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    @Test("A message arrives with its words, whatever they hold, its link and its buttons")
    func arrives() async throws {
        let origins = try #require(LinkOrigins(named: ["https://app.example.org"]))
        let actions = try decoded(OfferedActions.self, from: #"[{"id":"pay","title":"Pay 🕌","link":"https://app.example.org/pay"}]"#)
        try await withTelegram(linkOrigins: origins) { simulator, sender in
            let notification = OutgoingNotification.toChat(
                title: "Bens “Schritte” 🕌", body: "<b>sind</b>\n\tweniger \"geworden\"", priority: .low,
                link: "https://app.example.org/7", actions: actions)
            let result = await sender.send(notification, now: .noon)
            let message = try #require(simulator.messages.first)
            #expect(result == SendResult(.delivered, providerMessageID: String(message.id)) && message.chat == TelegramSimulator.chat)
            #expect(message.text == "Bens “Schritte” 🕌\n<b>sind</b>\n\tweniger \"geworden\"" && message.bold == "Bens “Schritte” 🕌" && message.isSilent)
            #expect(message.link == "https://app.example.org/7" && message.buttons == [.init(text: "Pay 🕌", url: "https://app.example.org/pay")])
        }
    }

    @Test("However long the words are, they are taken")
    func long() async throws {
        try await withTelegram { simulator, sender in
            for (number, letter) in ["b", "\"", "ü", "🕌", "&"].enumerated() {
                let notification = OutgoingNotification.toChat(
                    number, title: String(repeating: letter, count: 256), body: String(repeating: letter, count: 5000))
                #expect(await sender.send(notification, now: .noon).outcome == .delivered, "\(number)")
            }
            #expect(simulator.messages.count == 5)
        }
    }

    @Test("Nobody is written to who never began, who blocked the bot, or who is gone")
    func unreachable() async throws {
        try await withTelegram { simulator, sender in
            let stranger = await sender.send(.toChat(chat: 108), now: .noon)
            #expect(stranger.outcome.label == "address_gone" && stranger.addressFate == .gone(since: nil))
            _ = simulator.blocks(in: TelegramSimulator.chat, to: "https://belfry.example/callbacks/telegram")
            let blocked = await sender.send(.toChat(2), now: .noon)
            #expect(blocked.outcome.label == "rejected" && blocked.addressFate == .optedOut)
            simulator.delete(TelegramSimulator.chat)
            #expect(await sender.send(.toChat(3), now: .noon).addressFate == .gone(since: nil))
            #expect(simulator.messages.isEmpty)
        }
    }

    @Test("A wrong token is shown once, then everything waits for the operator and loses nothing")
    func wrongToken() async throws {
        try await withTelegram(token: Secret(.text("1:" + String(repeating: "a", count: 35)))) { simulator, sender in
            let first = await sender.send(.toChat(), now: .noon)
            #expect(first.outcome == .notTried(why: "telegram_401: Telegram doesn't know the bot; see telegram_token", after: .seconds(300)))
            let second = await sender.send(.toChat(2), now: .noon + .seconds(299))
            #expect(second.outcome.why?.hasPrefix("provider_asked_to_wait: ") == true && simulator.messages.isEmpty)
        }
    }

    @Test(
        "A token that can't be read, or is none, sends nothing and is tried again",
        arguments: [Secret(.file("/nowhere/token")), Secret(.text("hunter2"))])
    func unusableToken(token: Secret) async throws {
        try await withTelegram(token: token) { simulator, sender in
            let result = await sender.send(.toChat(), now: .noon)
            #expect(result.outcome.label == "retry" && result.outcome.why?.hasPrefix("telegram_token_") == true && simulator.messages.isEmpty)
            #expect(result.outcome.why?.contains("hunter2") == false)
        }
    }

    @Test("Too many at once stops everything for as long as Telegram asks for")
    func tooMany() async throws {
        try await withTelegram([.refuse(status: 429, code: 429, retryAfter: 17)]) { simulator, sender in
            #expect(await sender.send(.toChat(), now: .noon).outcome.label == "not_tried")
            let waiting = await sender.send(.toChat(2), now: .noon + .seconds(16))
            #expect(waiting.outcome.why?.hasPrefix("provider_asked_to_wait: ") == true)
            #expect(await sender.send(.toChat(), now: .noon + .seconds(17)).outcome == .delivered)
            #expect(simulator.messages.count == 1)
        }
    }

    @Test("A lost answer leaves open whether it was taken, and no text of it has the token")
    func lostAnswer() async throws {
        try await withTelegram([.loseAnswer]) { simulator, sender in
            let result = await sender.send(.toChat(), now: .noon)
            #expect(result.outcome.label == "ambiguous" && simulator.messages.count == 1)
            #expect(result.outcome.why?.contains("110201543") == false)
        }
    }
}
