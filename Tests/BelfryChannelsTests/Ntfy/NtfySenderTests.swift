import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Sending by ntfy", .timeLimit(.minutes(10)))
struct NtfySenderTests {
    private static let token = NtfySettings.Login.token(Secret(.text(NtfySimulator.token)))

    private func withNtfy(
        _ faults: [MessagingFault?] = [], isOld: Bool = false, login: NtfySettings.Login? = token,
        _ body: @escaping @Sendable (NtfySimulator, HTTPSender<NtfyDialect>) async throws -> Void
    ) async throws {
        let simulator = NtfySimulator(faults: MessagingFaults(faults), isOld: isOld)
        try await simulator.listen { address in
            let exchange = HTTPExchange()
            do {
                try await body(simulator, makeNtfySender(try NtfySettings(url: address, login: login), over: exchange))
            } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    @Test("A message arrives with its words, whatever they hold, by a token and by a password")
    func arrives() async throws {
        for login in [Self.token, .user(NtfySimulator.user, password: Secret(.text(NtfySimulator.password)))] {
            try await withNtfy(login: login) { simulator, sender in
                let result = await sender.send(.toTopic(title: "Bens “Schritte” 🕌", body: "sind\n\tweniger \"geworden\"", severity: .attention), now: .noon)
                let message = try #require(simulator.messages.first)
                #expect(result == SendResult(.delivered, providerMessageID: message.id) && simulator.messages.count == 1)
                #expect(message.topic == OutgoingNotification.topic && message.priority == 4 && message.click.isEmpty)
                #expect(message.title == "Bens “Schritte” 🕌" && message.message == "sind\n\tweniger \"geworden\"")
            }
        }
    }

    @Test("However long the words are, the server takes them as a message, and never as an attachment")
    func long() async throws {
        try await withNtfy { simulator, sender in
            for (number, letter) in ["b", "\"", "ü", "🕌", "\u{1}"].enumerated() {
                let notification = OutgoingNotification.toTopic(
                    number, title: String(repeating: letter, count: 256), body: String(repeating: letter, count: 4096))
                #expect(await sender.send(notification, now: .noon).outcome == .delivered, "\(number)")
            }
            #expect(simulator.messages.count == 5)
        }
    }

    @Test("Later news takes the earlier one's place, and a server of before 2.16 shows both")
    func replaces() async throws {
        for isOld in [false, true] {
            try await withNtfy(isOld: isOld) { simulator, sender in
                for (number, title) in ["Door open", "Door closed"].enumerated() {
                    #expect(await sender.send(.toTopic(number, title: title, key: "door"), now: .noon).outcome == .delivered)
                }
                #expect(simulator.shown(on: OutgoingNotification.topic).map(\.title) == (isOld ? ["Door open", "Door closed"] : ["Door closed"]))
            }
        }
    }

    @Test("A lost answer is made up for by publishing once more, which nobody sees twice")
    func lostAnswer() async throws {
        try await withNtfy([.loseAnswer]) { simulator, sender in
            let notification = OutgoingNotification.toTopic()
            #expect(await sender.send(notification, now: .noon).outcome.label == "ambiguous")
            #expect(sender.afterLostAnswer == .repeatSafely)
            #expect(await sender.send(notification, now: .noon + .seconds(5)).outcome == .delivered)
            #expect(simulator.messages.count == 2 && simulator.shown(on: OutgoingNotification.topic).count == 1)
        }
    }

    @Test("A wrong login is shown once, then everything waits for the operator and loses nothing")
    func wrongLogin() async throws {
        for login in [NtfySettings.Login.token(Secret(.text("tk_wrong"))), .user(NtfySimulator.user, password: Secret(.text("wrong")))] {
            try await withNtfy(login: login) { simulator, sender in
                let first = await sender.send(.toTopic(), now: .noon)
                let why = "ntfy_40101: the server doesn't know the token, or the user with this password; see ntfy_token"
                #expect(first.outcome == .notTried(why: why, after: .seconds(300)))
                let second = await sender.send(.toTopic(2), now: .noon + .seconds(299))
                #expect(second.outcome.why?.hasPrefix("provider_asked_to_wait: ") == true && simulator.messages.isEmpty)
            }
        }
    }

    @Test("A secret that can't be read sends nothing, and is tried again")
    func unreadableSecret() async throws {
        try await withNtfy(login: .token(Secret(.file("/nowhere/token")))) { simulator, sender in
            let result = await sender.send(.toTopic(), now: .noon)
            #expect(result.outcome.label == "retry" && result.outcome.why?.hasPrefix("ntfy_token_unreadable: ") == true && simulator.messages.isEmpty)
        }
    }

    @Test("Where nobody may publish without a login, each topic is refused by itself and tried again later")
    func anonymous() async throws {
        try await withNtfy(login: nil) { _, sender in
            let result = await sender.send(.toTopic(), now: .noon)
            let why = "ntfy_40301: nobody may publish to this topic by this login; see ntfy_token and the server's access list"
            #expect(result.outcome == .retry(why: why, after: .seconds(900)))
        }
    }

    @Test("Topics that are another's, however many somebody names, stop nothing to others")
    func foreignTopics() async throws {
        try await withNtfy { simulator, sender in
            simulator.reserve("somebody-elses-topic")
            for number in 0..<CircuitBreaker.failureCountMax + 2 {
                let result = await sender.send(.toTopic(number, topic: "somebody-elses-topic"), now: .noon + .seconds(number))
                #expect(result.outcome.label == "retry" && result.addressFate == nil)
            }
            #expect(await sender.send(.toTopic(99), now: .noon + .seconds(30)).outcome == .delivered)
            #expect(simulator.messages.map(\.topic) == [OutgoingNotification.topic])
        }
    }

    @Test("Too many at once stops everything for as long as the server, or who stands before it, asks for")
    func tooMany() async throws {
        try await withNtfy([.refuse(status: 429, code: 42901), .refuse(status: 429, code: 42901, retryAfter: 40)]) { simulator, sender in
            #expect(await sender.send(.toTopic(), now: .noon).outcome.label == "not_tried")
            let waiting = await sender.send(.toTopic(2), now: .noon + .seconds(4))
            #expect(waiting.outcome.why?.hasPrefix("provider_asked_to_wait: ") == true)
            let again = await sender.send(.toTopic(), now: .noon + .seconds(5))
            #expect(again.outcome.why?.hasPrefix("ntfy_42901: ") == true)
            #expect(await sender.send(.toTopic(), now: .noon + .seconds(44)).outcome.label == "not_tried")
            #expect(await sender.send(.toTopic(), now: .noon + .seconds(45)).outcome == .delivered)
            #expect(simulator.messages.count == 1)
        }
    }

    @Test(
        "What the server can't do now is tried again, and what it never will is given up",
        arguments: [(500, 50001, "retry"), (503, 50001, "retry"), (400, 40010, "rejected"), (413, 41301, "rejected")])
    func refused(status: Int, code: Int, expected: String) async throws {
        try await withNtfy([.refuse(status: status, code: code)]) { simulator, sender in
            let result = await sender.send(.toTopic(), now: .noon)
            #expect(result.outcome.label == expected && result.outcome.why?.hasPrefix("ntfy_\(code): ") == true && simulator.messages.isEmpty)
        }
    }

    @Test("The simulator refuses what ntfy refuses", arguments: [("alerts/all", 40009), ("v1", 40010), (String(repeating: "a", count: 65), 40009)])
    func strict(topic: String, code: Int) async throws {
        try await withNtfy { _, sender in
            let result = await sender.send(.toTopic(topic: topic), now: .noon)
            #expect(result.outcome.label == "rejected" && result.outcome.why?.hasPrefix("ntfy_\(code): ") == true)
        }
    }
}
