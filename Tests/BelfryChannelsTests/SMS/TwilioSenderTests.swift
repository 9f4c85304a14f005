import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Sending by Twilio", .timeLimit(.minutes(10)))
struct TwilioSenderTests {
    private func withTwilio(
        _ faults: [MessagingFault?] = [], from: String = TwilioSimulator.number, token: Secret = Secret(.text(TwilioSimulator.authToken)),
        _ body: @escaping @Sendable (TwilioSimulator, TwilioSender) async throws -> Void
    ) async throws {
        let simulator = TwilioSimulator(faults: MessagingFaults(faults)) { Instant.noonSeconds }
        try await simulator.listen { endpoint in
            let exchange = HTTPExchange()
            let settings = try TwilioSettings(
                accountSID: TwilioSimulator.accountSID, authToken: token, from: from, publicURL: "https://belfry.example", endpoint: endpoint)
            do {
                try await body(simulator, TwilioSender(settings, over: exchange))
            } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    @Test("A message arrives as it was meant", arguments: [TwilioSimulator.number, TwilioSimulator.messagingService])
    func sent(from: String) async throws {
        try await withTwilio(from: from) { simulator, sender in
            let notification = OutgoingNotification.toPhone(title: "Ben’s “steps” are down", body: "35 % & more", expiresAt: .noon + .seconds(60))
            let result = await sender.send(notification, now: .noon)
            let message = try #require(simulator.messages.first)
            #expect(result == SendResult(.delivered, providerMessageID: message.sid))
            #expect(message.to == "+4915112345678" && message.body == "Ben's \"steps\" are down\n35 % & more" && message.validityPeriod == 60)
            #expect(message.statusCallback == "https://belfry.example/callbacks/twilio?transmission=\(notification.transmission)#rc=5&rp=5xx,ct,rt")
        }
    }

    @Test("Who has answered STOP is reached no more")
    func stopped() async throws {
        try await withTwilio { simulator, sender in
            simulator.setStopped(true, OutgoingNotification.number)
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result == SendResult(.rejected(why: "twilio_21610: the person has answered STOP"), addressFate: .optedOut))
            #expect(simulator.messages.isEmpty)
        }
    }

    @Test(
        "A sender that isn't the account's loses no message: it is tried again when somebody may have mended it",
        arguments: [("+15005550007", "twilio_21660: "), ("Belfry", "twilio_21267: ")])
    func wrongSender(from: String, code: String) async throws {
        try await withTwilio(from: from) { simulator, sender in
            let result = await sender.send(.toPhone(), now: .noon)
            guard case .retry(let why, .seconds(900)) = result.outcome else { throw Unexpected(result: result) }
            #expect(why.hasPrefix(code) && result.addressFate == nil && simulator.messages.isEmpty)
        }
    }

    @Test("A landline is reached no more")
    func landline() async throws {
        try await withTwilio { simulator, sender in
            simulator.setLandline(OutgoingNotification.number)
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result == SendResult(.addressGone(why: "twilio_21635: the number is a landline"), addressFate: .gone(since: nil)))
        }
    }

    @Test("A wrong token stops everything for a while, and nothing is lost")
    func wrongToken() async throws {
        try await withTwilio(token: Secret(.text("wrong"))) { simulator, sender in
            let first = await sender.send(.toPhone(), now: .noon)
            guard case .notTried(let why, .seconds(300)) = first.outcome else { throw Unexpected(result: first) }
            #expect(why.hasPrefix("twilio_20003: "))
            let second = await sender.send(.toPhone(2), now: .noon + .seconds(299))
            guard case .notTried(let reason, .seconds(1)) = second.outcome else { throw Unexpected(result: second) }
            #expect(reason.hasPrefix("provider_asked_to_wait: "))
            #expect(simulator.messages.isEmpty)
        }
    }

    @Test("A token that can't be read is a passing trouble")
    func unreadableToken() async throws {
        try await withTwilio(token: Secret(.file("/nowhere/token"))) { _, sender in
            let result = await sender.send(.toPhone(), now: .noon)
            guard case .retry(let why, nil) = result.outcome else { throw Unexpected(result: result) }
            #expect(why.hasPrefix("twilio_token_unreadable: "))
        }
    }

    @Test("After a lost answer the list says whether the message is there, so that it goes out once")
    func lostAnswer() async throws {
        try await withTwilio([.loseAnswer]) { simulator, sender in
            #expect(sender.afterLostAnswer == .reconcile)
            let result = await sender.send(.toPhone(), now: .noon)
            guard case .ambiguous = result.outcome else { throw Unexpected(result: result) }
            let message = try #require(simulator.messages.first)
            #expect(await sender.reconcile(.toPhone(), since: .noon, now: .noon + .seconds(60)) == .arrived(providerMessageID: message.sid))
            #expect(simulator.messages.count == 1)
        }
    }

    @Test("A trial account's message is found behind the words that Twilio puts before it")
    func trialAccount() async throws {
        try await withTwilio { simulator, sender in
            _ = await sender.send(.toPhone(title: "Sent from your Twilio trial account - Ben's steps are down"), now: .noon)
            let message = try #require(simulator.messages.first)
            let found = await sender.reconcile(.toPhone(title: "Ben's steps are down"), since: .noon, now: .noon + .seconds(60))
            #expect(found == .arrived(providerMessageID: message.sid))
        }
    }

    @Test("A message without words, as other software may have sent one, hides no other in Twilio's list")
    func withoutWords() async throws {
        let page = #"{"messages":[{"sid":"SM2","body":null,"direction":"outbound-api","date_created":"Sun, 25 Jan 2026 12:00:02 +0000"},"#
            + #"{"sid":"SM1","body":"Ben's steps are down\n35 % below his usual.","direction":"outbound-api","date_created":null}]}"#
        try await LoopbackServer.with({ _ in .json(200, page) }) { server in
            let settings = try TwilioSettings.example(endpoint: server.address)
            let exchange = HTTPExchange()
            let found = await TwilioSender(settings, over: exchange).reconcile(.toPhone(), since: .noon, now: .noon + .seconds(60))
            #expect(found == .arrived(providerMessageID: "SM1"))
            await exchange.shutdown()
        }
    }

    @Test("What was never taken is missing, once Twilio had time to list it")
    func missing() async throws {
        try await withTwilio([.close]) { simulator, sender in
            let result = await sender.send(.toPhone(), now: .noon)
            guard case .ambiguous = result.outcome else { throw Unexpected(result: result) }
            #expect(await sender.reconcile(.toPhone(), since: .noon, now: .noon + .seconds(5)) == .unknown)
            #expect(await sender.reconcile(.toPhone(), since: .noon, now: .noon + .seconds(20)) == .missing)
            #expect(simulator.messages.isEmpty)
        }
    }

    @Test("An older message with the same words, another's, or one of other words isn't it")
    func others() async throws {
        try await withTwilio { simulator, sender in
            _ = await sender.send(.toPhone(number: "+4915112345679"), now: .noon)
            _ = await sender.send(.toPhone(body: "Other words"), now: .noon)
            #expect(await sender.reconcile(.toPhone(), since: .noon, now: .noon + .seconds(60)) == .missing)
            _ = await sender.send(.toPhone(), now: .noon)
            let later = OutgoingNotification.toPhone(80_000)
            #expect(later.delivery.createdAt > .noon + .seconds(3600))
            #expect(await sender.reconcile(later, since: .noon, now: .noon + .seconds(90_000)) == .missing)
            #expect(simulator.messages.count == 3)
        }
    }

    @Test("Of two with the same words, one that arrived isn't taken for the other, whose answer was lost")
    func sameWords() async throws {
        try await withTwilio([nil, .close]) { simulator, sender in
            let first = await sender.send(.toPhone(1), now: .noon)
            let second = await sender.send(.toPhone(2), now: .noon)
            #expect(first.outcome == .delivered && second.outcome.label == "ambiguous")
            #expect(await sender.reconcile(.toPhone(2), since: .noon, now: .noon + .seconds(60)) == .missing)
            #expect(simulator.messages.count == 1)
        }
    }

    @Test("Where both answers were lost, one message is taken for one of the two, and stays it")
    func bothLost() async throws {
        try await withTwilio([.loseAnswer, .close]) { simulator, sender in
            for number in 1...2 {
                let result = await sender.send(.toPhone(number), now: .noon)
                #expect(result.outcome.label == "ambiguous")
            }
            let message = try #require(simulator.messages.first)
            for _ in 1...2 {
                #expect(await sender.reconcile(.toPhone(1), since: .noon, now: .noon + .seconds(60)) == .arrived(providerMessageID: message.sid))
            }
            #expect(await sender.reconcile(.toPhone(2), since: .noon, now: .noon + .seconds(60)) == .missing)
        }
    }

    @Test("What was made before it can have been handed over is another's", arguments: [75, 76])
    func earlierMessage(secondsBefore: Int) async throws {
        try await withTwilio { simulator, sender in
            _ = await sender.send(.toPhone(), now: .noon)
            let handedOverAt = Instant.noon + .seconds(secondsBefore)
            let found = await sender.reconcile(.toPhone(), since: handedOverAt, now: handedOverAt + .seconds(60))
            let message = try #require(simulator.messages.first)
            let expected: Reconciliation = secondsBefore == 75 ? .arrived(providerMessageID: message.sid) : .missing
            #expect(found == expected)
        }
    }

    @Test("What a worker that died may have handed over is looked for since it was made, among what is nobody else's")
    func takenOver() async throws {
        try await withTwilio { simulator, sender in
            let notification = OutgoingNotification.toPhone()
            _ = await sender.send(.toPhone(2), now: .noon)
            let message = try #require(simulator.messages.first)
            // Of another process, which was told of nothing.
            let other = TwilioSender(sender.dialect.settings, over: sender.exchange)
            let createdAt = notification.delivery.createdAt
            let later = Instant.noon + .seconds(7200)
            let foreign = await other.reconcile(notification, since: createdAt, until: later, now: later + .seconds(60)) { $0 == message.sid }
            #expect(foreign == .missing, "the store knows whose it is")
            let unknown = await other.reconcile(notification, since: createdAt, until: later, now: later) { _ in throw CancellationError() }
            #expect(unknown == .unknown)
            // A worker may have handed it over once more, after an answer was lost, and have died.
            let handedOverAt = Instant.noon - .seconds(600)
            let found = await other.reconcile(notification, since: handedOverAt, until: handedOverAt, now: later) { _ in false }
            #expect(found == .arrived(providerMessageID: message.sid))
        }
    }

    @Test("A number that got many messages is looked through as far back as the delivery was made, and no further")
    func manyMessages() async throws {
        try await withTwilio { simulator, sender in
            _ = await sender.send(.toPhone(1), now: .noon)
            let message = try #require(simulator.messages.first)
            let countMax = TwilioSender.pageSize * TwilioSender.pageCountMax
            for number in 1..<countMax {
                _ = await sender.send(.toPhone(body: "Other words \(number)"), now: .noon + .seconds(number))
            }
            #expect(simulator.messages.count == countMax)
            // Of another process, which was told of none of them.
            let other = TwilioSender(sender.dialect.settings, over: sender.exchange)
            #expect(await other.reconcile(.toPhone(2), since: .noon, now: .noon + .seconds(60)) == .arrived(providerMessageID: message.sid))
            #expect(await sender.reconcile(.toPhone(2), since: .noon, now: .noon + .seconds(60)) == .missing, "it is the first one's, and the last of all")
            _ = await sender.send(.toPhone(body: "One more"), now: .noon + .seconds(countMax))
            #expect(await sender.reconcile(.toPhone(2), since: .noon, now: .noon + .seconds(60)) == .unknown)
            #expect(await sender.reconcile(.toPhone(80_000), since: .noon, now: .noon + .seconds(90_000)) == .missing)
        }
    }

    @Test("Where the list can't be had, nothing is known")
    func unknown() async throws {
        try await withTwilio(token: Secret(.text("wrong"))) { _, sender in
            #expect(await sender.reconcile(.toPhone(), since: .noon, now: .noon + .seconds(60)) == .unknown)
        }
    }

    @Test("Twilio's trouble is tried again, and its limits leave it alone", arguments: [(500, 20500, nil, "retry"), (429, 20429, 3, "not_tried")] as [(Int, Int, Int?, String)])
    func trouble(status: Int, code: Int, retryAfter: Int?, label: String) async throws {
        try await withTwilio([.refuse(status: status, code: code, retryAfter: retryAfter)]) { simulator, sender in
            let first = await sender.send(.toPhone(), now: .noon)
            #expect(first.outcome.label == label)
            let later = await sender.send(.toPhone(), now: .noon + .seconds(3))
            #expect(later.outcome == .delivered)
            #expect(simulator.messages.count == 1)
        }
    }

    /// Another outcome than the one that the rest of a test speaks of.
    private struct Unexpected: Error {
        let result: SendResult
    }
}

extension TwilioSender {
    /// After an answer that was lost at that moment.
    fileprivate func reconcile(_ notification: OutgoingNotification, since moment: Instant, now: Instant) async -> Reconciliation {
        await reconcile(notification, since: moment, until: moment, now: now) { _ in false }
    }
}
