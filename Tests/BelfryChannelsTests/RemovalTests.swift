import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulators.
@Suite("Having what was taken back disappear", .timeLimit(.minutes(10)))
struct RemovalTests {
    private func withExchange(_ guarded: NetworkGuard? = nil, _ body: (HTTPExchange) async throws -> Void) async throws {
        let exchange = HTTPExchange(guarded: guarded, isMultiplexed: false)
        do { try await body(exchange) } catch {
            await exchange.shutdown()
            throw error
        }
        await exchange.shutdown()
    }

    @Test("Telegram deletes a message within two days, and again in vain; after that it says in its language that it holds no more, without buttons")
    func telegram() async throws {
        let clock = TestClock(at: .noon)
        let simulator = TelegramSimulator { clock.now.secondsSinceEpoch }
        try await simulator.listen { address in
            try await withExchange { exchange in
                let sender = makeTelegramSender(try .example(endpoint: address), over: exchange)
                let actions = try decoded(OfferedActions.self, from: #"[{"id":"yes","title":"Yes"}]"#)
                let (first, second) = (OutgoingNotification.toChat(), OutgoingNotification.toChat(2, actions: actions))
                let taken = [await sender.send(first, now: .noon), await sender.send(second, now: .noon)]
                #expect(await sender.remove(first.sent(taken[0]), now: .noon) == .removed)
                #expect(await sender.remove(first.sent(taken[0]), now: .noon) == .removed)
                #expect(simulator.messages.map(\.id) == [2] && simulator.messages.first?.buttons.count == 1)
                clock.advance(by: .seconds(48 * 3600))
                for _ in 1...2 {
                    guard case .stays(let why) = await sender.remove(second.sent(taken[1], in: .german), now: clock.now) else {
                        Issue.record("it is too old")
                        return
                    }
                    #expect(why.hasPrefix("telegram_edited: "))
                }
                #expect(simulator.messages.map(\.text) == ["Diese Nachricht wurde zurückgenommen."] && simulator.messages.first?.buttons == [])
                _ = await sender.remove(second.sent(taken[1], cause: .replaced(by: .example(3))), now: clock.now)
                #expect(simulator.messages.map(\.text) == ["A later message has taken the place of this one."])
                guard case .stays(let why) = await sender.remove(second.sent(SendResult(.delivered)), now: clock.now) else {
                    Issue.record("it has no name")
                    return
                }
                #expect(why.hasPrefix("telegram_unnamed: "))
            }
        }
    }

    @Test("What Telegram doesn't take now comes again when it asks for it, and everything waits as long as that; a lost answer comes again, and counts")
    func later() async throws {
        let simulator = TelegramSimulator(faults: MessagingFaults([nil, .refuse(status: 429, code: 429, retryAfter: 7), .close])) { 0 }
        try await simulator.listen { address in
            try await withExchange { exchange in
                let sender = makeTelegramSender(try .example(endpoint: address), over: exchange)
                let message = OutgoingNotification.toChat()
                let taken = await sender.send(message, now: .noon)
                let asked = RemovalOutcome.wait(why: "telegram_429: Telegram takes no more now, or has trouble of its own", after: .seconds(7))
                #expect(await sender.remove(message.sent(taken), now: .noon) == asked)
                guard case .wait(let why, _) = await sender.remove(message.sent(taken), now: .noon + .seconds(1)),
                    case .later = await sender.remove(message.sent(taken), now: .noon + .seconds(20))
                else {
                    Issue.record("it isn't to be tried again")
                    return
                }
                #expect(why.hasPrefix("provider_asked_to_wait: "))
                #expect(await sender.remove(message.sent(taken), now: .noon + .seconds(30)) == .removed && simulator.messages.isEmpty)
            }
        }
    }

    @Test("Discord deletes what a webhook has posted, also where it is gone already; other rooms' webhooks take nothing back, and aren't asked")
    func rooms() async throws {
        let simulator = ChatSimulator()
        try await simulator.listen { address in
            let settings = try ChatSettings(trustedOrigins: [address])
            try await withExchange(settings.networkGuard) { exchange in
                let sender = ChatSender(settings, over: exchange)
                let message = OutgoingNotification.toRoom(1, webhook: address + ChatSimulator.discord + "/slack?wait=true", title: "Bins", body: "Out")
                let taken = await sender.send(message, now: .noon)
                for _ in 1...2 { #expect(await sender.remove(message.sent(taken), now: .noon) == .removed) }
                #expect(simulator.messages.isEmpty)
                for (number, room) in [ChatSimulator.slack, ChatSimulator.mattermost, ChatSimulator.teams, ChatSimulator.gotify].enumerated() {
                    let message = OutgoingNotification.toRoom(2 + number, webhook: address + room, title: "Bins", body: "Out")
                    let taken = await sender.send(message, now: .noon)
                    let why = "chat_stays: the room's webhook takes back nothing that it has posted"
                    #expect(await sender.remove(message.sent(taken), now: .noon) == .stays(why: why))
                }
                #expect(simulator.messages.count == 4)
                let gone = OutgoingNotification.toRoom(7, webhook: address + ChatSimulator.discord, title: "Bins", body: "Out")
                let there = await sender.send(gone, now: .noon + .seconds(60))
                simulator.delete(ChatSimulator.discord)
                guard case .stays = await sender.remove(gone.sent(there), now: .noon + .seconds(60)) else {
                    Issue.record("the webhook is gone")
                    return
                }
            }
        }
    }

    @Test("A room that takes no more now is left alone for as long as it asks, which is no attempt, and is asked again then")
    func crowdedRoom() async throws {
        let simulator = ChatSimulator(faults: MessagingFaults([nil, .refuse(status: 429, code: 0, retryAfter: 7)]))
        try await simulator.listen { address in
            let settings = try ChatSettings(trustedOrigins: [address])
            try await withExchange(settings.networkGuard) { exchange in
                let sender = ChatSender(settings, over: exchange)
                let message = OutgoingNotification.toRoom(1, webhook: address + ChatSimulator.discord + "/slack?wait=true", title: "Bins", body: "Out")
                let taken = await sender.send(message, now: .noon)
                guard case .wait(_, let length) = await sender.remove(message.sent(taken), now: .noon) else {
                    Issue.record("it isn't to be waited for")
                    return
                }
                #expect(length == .seconds(7))
                #expect(await sender.remove(message.sent(taken), now: .noon + .seconds(8)) == .removed && simulator.messages.isEmpty)
            }
        }
    }

    @Test("A homeserver redacts an event in the room that was invited to, or made for a person, and makes none for it")
    func matrix() async throws {
        let simulator = MatrixSimulator()
        try await simulator.listen { address in
            let settings = try MatrixSettings(homeserver: address, user: MatrixSimulator.user, accessToken: Secret(.text(MatrixSimulator.token)))
            try await withExchange { exchange in
                let sender = MatrixSender(settings, over: exchange)
                _ = simulator.makeRoom(alias: OutgoingNotification.matrixRoom)
                let messages = [OutgoingNotification.toMatrix(), .toMatrix(2, place: "@ana:example.org")]
                for message in messages {
                    let taken = await sender.send(message, now: .noon)
                    #expect(simulator.messages.count == 1)
                    for _ in 1...2 { #expect(await sender.remove(message.sent(taken), now: .noon) == .removed) }
                    #expect(simulator.messages.isEmpty)
                }
                let stranger = OutgoingNotification.toMatrix(3, place: "@eva:example.org")
                guard case .stays = await sender.remove(stranger.sent(SendResult(.delivered, providerMessageID: "$event1")), now: .noon) else {
                    Issue.record("there is no such room")
                    return
                }
                #expect(simulator.roomCount == 2)
            }
        }
    }

    @Test("An ntfy server has phones take a message away by its sequence; an older one can't, and says so")
    func ntfy() async throws {
        for isOld in [false, true] {
            let simulator = NtfySimulator(isOld: isOld)
            try await simulator.listen { address in
                try await withExchange { exchange in
                    let login = NtfySettings.Login.token(Secret(.text(NtfySimulator.token)))
                    let sender = makeNtfySender(try NtfySettings(url: address, login: login), over: exchange)
                    let message = OutgoingNotification.toTopic()
                    let taken = await sender.send(message, now: .noon)
                    let outcome = await sender.remove(message.sent(taken), now: .noon)
                    #expect((outcome == .removed) == !isOld && sender.removesByPlace)
                    #expect(simulator.shown(on: OutgoingNotification.topic).count == (isOld ? 1 : 0))
                }
            }
        }
    }
}

extension OutgoingNotification {
    /// As its provider took it.
    fileprivate func sent(_ result: SendResult, in language: Language = .english, cause: RemovalCause = .takenBack) -> SentMessage {
        let transmission = Transmission(
            id: transmission, delivery: delivery.id, of: delivery.app, address: address.id, provider: .telegram, status: .accepted,
            providerMessageID: result.providerMessageID, updatedAt: .noon)
        return SentMessage(transmission, of: delivery, at: address, language: language, cause: cause)
    }
}
