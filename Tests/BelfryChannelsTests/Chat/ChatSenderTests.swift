import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Sending into rooms", .timeLimit(.minutes(10)))
struct ChatSenderTests {
    private func withChat(
        _ faults: [MessagingFault?] = [], isTrusted: Bool = true,
        _ body: @escaping @Sendable (ChatSimulator, ChatSender, _ address: String) async throws -> Void
    ) async throws {
        let simulator = ChatSimulator(faults: MessagingFaults(faults))
        try await simulator.listen { address in
            let settings = try ChatSettings(trustedOrigins: isTrusted ? [address] : [])
            let exchange = HTTPExchange(guarded: settings.networkGuard, isMultiplexed: false)
            do { try await body(simulator, ChatSender(settings, over: exchange), address) } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    private static let rooms = [ChatSimulator.slack, ChatSimulator.mattermost, ChatSimulator.discord, ChatSimulator.teams, ChatSimulator.gotify]

    @Test("A message arrives in a room of every kind with its words, and calls nobody, whatever they hold")
    func arrives() async throws {
        try await withChat { simulator, sender, address in
            let body = "@everyone <!channel> @all <@1> \"geworden\" 🕌 <b> & ana@example.org"
            for (number, room) in Self.rooms.enumerated() {
                let result = await sender.send(.toRoom(number, webhook: address + room, title: "Bens “Schritte”", body: body), now: .noon)
                #expect(result.outcome == .delivered && (result.providerMessageID != nil) == (room == ChatSimulator.discord))
            }
            #expect(simulator.messages.map(\.path) == Self.rooms && simulator.messages.allSatisfy { $0.mentions.isEmpty })
            let shown = simulator.messages.first?.text.replacing("\u{200B}", with: "")
            #expect(shown == "*Bens “Schritte”*\n\(body)")
            #expect(simulator.messages.suffix(2).map(\.text) == ["Bens “Schritte”\n\(body)", "Bens “Schritte”\n\(body)"], "no mark, so nothing is escaped")
        }
    }

    @Test("With a picture it arrives in a room of every kind, too, below the words in Teams and said in Gotify")
    func pictured() async throws {
        let image = try #require(NotificationImage(url: "https://cdn.app.example/a.jpg", alt: "A puddle"))
        try await withChat { simulator, sender, address in
            for room in Self.rooms {
                let plain = OutgoingNotification.toRoom(webhook: address + room)
                let pictured = OutgoingNotification(delivery: plain.delivery, content: plain.content, address: plain.address, image: image)
                let result = await sender.send(pictured, now: .noon)
                #expect(result.outcome == .delivered, "\(room)")
            }
            let words = "Boiler\nDue for its check\n[A puddle]"
            #expect(simulator.messages.suffix(2).map(\.text) == [words + "(https://cdn.app.example/a.jpg)", words])
        }
    }

    @Test("The simulator knows a mention when it sees one")
    func strict() async throws {
        try await withChat { simulator, _, address in
            let exchange = HTTPExchange()
            for (room, body) in [
                (ChatSimulator.slack, #"{"text":"<!channel> hello"}"#), (ChatSimulator.mattermost, #"{"text":"hello @all"}"#),
                (ChatSimulator.discord, #"{"content":"@everyone"}"#),
            ] {
                let request = ProviderRequest(url: address + room, headers: ["content-type": "application/json"], body: Array(body.utf8))
                _ = try await exchange.exchange(request, timeout: .seconds(15))
            }
            await exchange.shutdown()
            #expect(simulator.messages.map(\.mentions) == [["!channel"], ["@all"], ["@everyone"]])
        }
    }

    @Test("What is no card, has no words, or is too long is refused by the stand-ins of Teams and Gotify, as by the real ones")
    func refusing() async throws {
        try await withChat { simulator, _, address in
            let exchange = HTTPExchange()
            let card = #"{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":"#
            let block = #"{"type":"AdaptiveCard","version":"1.4","body":[{"type":"TextBlock","text":"\#(String(repeating: "a", count: 28 * 1024))"}]}}]}"#
            for (room, body, status) in [
                (ChatSimulator.teams, #"{"text":"hello"}"#, 400), (ChatSimulator.teams, card + #"{"type":"AdaptiveCard","version":"2.0","body":[]}}]}"#, 400),
                (ChatSimulator.teams, card + #"{"type":"AdaptiveCard","version":"1.4","body":[{"type":"Text","text":"a"}]}}]}"#, 400),
                (ChatSimulator.teams, card + block, 413), (ChatSimulator.gotify, #"{"title":"hello"}"#, 400),
                (ChatSimulator.gotify, #"{"message":"hello","priority":"high"}"#, 400), (ChatSimulator.gotify + "x", #"{"message":"hello"}"#, 401),
            ] {
                let request = ProviderRequest(url: address + room, headers: ["content-type": "application/json"], body: body)
                let answer = try await exchange.exchange(request, timeout: .seconds(15))
                #expect(answer.status == status, "\(body.prefix(200))")
            }
            await exchange.shutdown()
            #expect(simulator.messages.isEmpty)
        }
    }

    @Test("A webhook that was deleted, or whose secret is another, is gone, and other rooms go on")
    func gone() async throws {
        try await withChat { simulator, sender, address in
            let signature = await sender.send(.toRoom(9, webhook: address + ChatSimulator.teams + "x"), now: .noon)
            #expect(signature.outcome.why?.hasPrefix("chat_workflow_signature: ") == true && signature.addressFate == .gone(since: nil))
            for room in [ChatSimulator.slack, ChatSimulator.mattermost, ChatSimulator.teams, ChatSimulator.gotify] {
                simulator.delete(room)
                let result = await sender.send(.toRoom(webhook: address + room), now: .noon)
                #expect(result.outcome.label == "address_gone" && result.addressFate == .gone(since: nil), "\(room)")
                #expect(result.outcome.why?.contains(room) == false)
            }
            let other = await sender.send(.toRoom(2, webhook: address + ChatSimulator.discord + "x"), now: .noon)
            #expect(other.outcome.why?.hasPrefix("chat_discord_50027: ") == true && other.addressFate == .gone(since: nil))
            #expect(await sender.send(.toRoom(3, webhook: address + ChatSimulator.discord), now: .noon).outcome == .delivered)
            simulator.delete(ChatSimulator.discord)
            let last = await sender.send(.toRoom(4, webhook: address + ChatSimulator.discord), now: .noon)
            #expect(last.outcome.why?.hasPrefix("chat_discord_10015: ") == true)
        }
    }

    @Test("Too many at once let that room wait for as long as it asks for, lose nothing by it, and hold back no other room")
    func tooMany() async throws {
        let refusal = MessagingFault.refuse(status: 429, code: 0, retryAfter: 40)
        for room in Self.rooms where room != ChatSimulator.mattermost {
            try await withChat([refusal]) { simulator, sender, address in
                let first = await sender.send(.toRoom(webhook: address + room), now: .noon)
                #expect(first.outcome.label == "not_tried" && first.outcome.why?.hasPrefix("chat_http_429: ") == true)
                let waiting = await sender.send(.toRoom(2, webhook: address + room), now: .noon + .seconds(39))
                #expect(waiting.outcome.why?.hasPrefix("provider_asked_to_wait: ") == true)
                #expect(await sender.send(.toRoom(3, webhook: address + ChatSimulator.mattermost), now: .noon).outcome == .delivered)
                #expect(await sender.send(.toRoom(webhook: address + room), now: .noon + .seconds(40)).outcome == .delivered)
                #expect(simulator.messages.count == 2)
            }
        }
    }

    @Test("More than a room takes at once come one after the other")
    func paced() async throws {
        try await withChat { simulator, sender, address in
            var labels: [String] = []
            for number in 0..<Int(ChatSender.burst) + 2 {
                labels.append(await sender.send(.toRoom(number, webhook: address + ChatSimulator.slack), now: .noon).outcome.label)
            }
            #expect(labels.suffix(2) == ["not_tried", "not_tried"] && simulator.messages.count == Int(ChatSender.burst))
        }
    }

    @Test("A room that fails is tried again and leaves the others alone; after a lost answer nothing is posted twice")
    func fails() async throws {
        let faults = [MessagingFault?](repeating: .refuse(status: 503, code: 0), count: CircuitBreaker.failureCountMax)
        try await withChat(faults + [.loseAnswer]) { simulator, sender, address in
            for number in 0..<CircuitBreaker.failureCountMax {
                let result = await sender.send(.toRoom(number, webhook: address + ChatSimulator.slack), now: .noon + .seconds(2 * number))
                #expect(result.outcome.label == "retry")
            }
            let lost = await sender.send(.toRoom(98, webhook: address + ChatSimulator.discord), now: .noon + .seconds(60))
            #expect(lost.outcome.label == "ambiguous" && sender.afterLostAnswer == .giveUp)
            #expect(await sender.send(.toRoom(99, webhook: address + ChatSimulator.mattermost), now: .noon + .seconds(60)).outcome == .delivered)
            #expect(simulator.messages.map(\.path) == [ChatSimulator.discord, ChatSimulator.mattermost])
        }
    }

    @Test("Nobody makes the server post to a machine of the inner network")
    func guarded() async throws {
        try await withChat(isTrusted: false) { simulator, sender, address in
            let result = await sender.send(.toRoom(webhook: address + ChatSimulator.slack), now: .noon)
            #expect(result.outcome.label == "rejected" && result.outcome.why?.hasPrefix("chat_webhook_not_https: ") == true && simulator.messages.isEmpty)
        }
    }
}
