import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Sending by WhatsApp", .timeLimit(.minutes(10)))
struct WhatsAppSenderTests {
    private func withWhatsApp(
        _ faults: [MessagingFault?] = [], templates: String = "default=health_alert/en_US,de/title,body/snooze:1,dismiss",
        token: Secret = Secret(.text(WhatsAppSimulator.token)), phoneNumberID: String = WhatsAppSimulator.phoneNumberID,
        _ body: @escaping @Sendable (WhatsAppSimulator, HTTPSender<WhatsAppDialect>) async throws -> Void
    ) async throws {
        let simulator = WhatsAppSimulator(
            templates: ["health_alert": .init(languages: ["en_US", "de"], placeCount: 2, buttonCount: 2)], faults: MessagingFaults(faults)
        ) { Instant.noonSeconds }
        try await simulator.listen { endpoint in
            let exchange = HTTPExchange()
            let settings = try WhatsAppSettings(
                phoneNumberID: phoneNumberID, token: token, appSecrets: [Secret(.text(WhatsAppSimulator.appSecret))],
                templates: WhatsAppTemplates(parsing: templates), endpoint: endpoint)
            do {
                try await body(simulator, makeWhatsAppSender(settings, over: exchange))
            } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    @Test("A template arrives with its words, whatever they hold")
    func template() async throws {
        try await withWhatsApp { simulator, sender in
            let notification = OutgoingNotification.toPhone(title: "Bens “Schritte”\n\tsind        weniger", body: "", language: .german)
            let result = await sender.send(notification, now: .noon)
            let message = try #require(simulator.messages.first)
            #expect(result == SendResult(.delivered, providerMessageID: message.id))
            #expect(message.to == "4915112345678" && message.template == "health_alert" && message.language == "de")
            #expect(message.parameters == ["Bens “Schritte” sind weniger", "–"])
            #expect(message.payloads == ["belfry:snooze:1:alert-1", "belfry:dismiss:alert-1"])
            #expect(message.callbackData == notification.transmission.text && message.failure == nil)
        }
    }

    @Test("A number that isn’t there, or isn’t the app’s, keeps everything waiting and loses nothing")
    func wrongNumber() async throws {
        try await withWhatsApp(phoneNumberID: "106540352242900") { simulator, sender in
            let first = await sender.send(.toPhone(), now: .noon)
            let second = await sender.send(.toPhone(), now: .noon + .seconds(299))
            #expect(first.outcome.label == "not_tried" && first.outcome.why?.hasPrefix("whatsapp_33: ") == true)
            #expect(second.outcome.label == "not_tried" && simulator.messages.isEmpty)
        }
    }

    @Test(
        "The simulator refuses what WhatsApp refuses",
        arguments: [("default=unknown/en", 132001), ("default=health_alert/fr/title,body", 132001), ("default=health_alert/de/body", 132000)])
    func refused(templates: String, code: Int) async throws {
        try await withWhatsApp(templates: templates) { _, sender in
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result.outcome.label == "retry" && result.outcome.why?.hasPrefix("whatsapp_\(code): ") == true)
        }
    }

    @Test("Within the window free text goes out, and outside of it WhatsApp would let it fail")
    func window() async throws {
        try await withWhatsApp(templates: "") { simulator, sender in
            _ = simulator.inbound("Hello", from: "4915112345678", to: "https://belfry.example")
            #expect(await sender.send(.toPhone(wroteAt: .noon), now: .noon).outcome == .delivered)
            #expect(await sender.send(.toPhone(number: "+4915112345679", wroteAt: .noon), now: .noon).outcome == .delivered)
            #expect(simulator.messages.map(\.failure) == [nil, 131047])
            #expect(simulator.messages.first?.text == "Ben's steps are down\n35 % below his usual.")
        }
    }

    @Test("Who wants no more is reached no more")
    func optedOut() async throws {
        try await withWhatsApp { simulator, sender in
            simulator.optOut("4915112345678")
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result == SendResult(.rejected(why: "whatsapp_131050: the person wants no such messages any more"), addressFate: .optedOut))
        }
    }

    @Test("A country that the account may not send to stops nothing to others, and is tried again later")
    func closedCountry() async throws {
        try await withWhatsApp { simulator, sender in
            simulator.close(country: "49")
            for number in 1...20 {
                let result = await sender.send(.toPhone(number), now: .noon + .seconds(number))
                guard case .retry(let why, .seconds(900)) = result.outcome else {
                    Issue.record("another outcome: \(result.outcome.label)")
                    return
                }
                #expect(why.hasPrefix("whatsapp_130497: ") && result.addressFate == nil)
            }
            let other = await sender.send(.toPhone(number: "+33612345678"), now: .noon + .seconds(21))
            #expect(other.outcome == .delivered && simulator.messages.count == 1)
        }
    }

    @Test("A limit that concerns everything stops everything, and nothing counts as tried")
    func paused() async throws {
        try await withWhatsApp([.refuse(status: 400, code: 131048)]) { simulator, sender in
            #expect(await sender.send(.toPhone(), now: .noon).outcome.label == "not_tried")
            let waiting = await sender.send(.toPhone(2), now: .noon + .seconds(800))
            #expect(waiting.outcome == .notTried(why: "provider_asked_to_wait: it is left alone for as long as it asked for", after: .seconds(100)))
            #expect(await sender.send(.toPhone(), now: .noon + .seconds(900)).outcome == .delivered)
            #expect(simulator.messages.count == 1)
        }
    }

    @Test("Limits of one person’s, however many, stop nothing to others", arguments: [131056, 131049])
    func onePerson(code: Int) async throws {
        try await withWhatsApp(Array(repeating: .refuse(status: 400, code: code), count: CircuitBreaker.failureCountMax)) { _, sender in
            for second in 0..<CircuitBreaker.failureCountMax {
                let result = await sender.send(.toPhone(), now: .noon + .seconds(second))
                #expect(result.outcome.label == "retry")
            }
            let another = OutgoingNotification.toPhone(2, number: "+4915112345679")
            #expect(await sender.send(another, now: .noon + .seconds(9)).outcome == .delivered)
        }
    }

    @Test("A wrong token is shown once, then everything waits for the operator")
    func wrongToken() async throws {
        try await withWhatsApp(token: Secret(.text("wrong"))) { _, sender in
            let result = await sender.send(.toPhone(), now: .noon)
            #expect(result.outcome == .notTried(why: "whatsapp_190: the access token is no longer valid; make another one", after: .seconds(300)))
        }
    }

    @Test("A lost answer is no reason to send again: the status callback is waited for, and it has our name")
    func lostAnswer() async throws {
        try await withWhatsApp([.loseAnswer]) { simulator, sender in
            let notification = OutgoingNotification.toPhone()
            #expect(sender.afterLostAnswer == .reconcile)
            #expect(await sender.send(notification, now: .noon).outcome.label == "ambiguous")
            #expect(sender.reconciler == nil, "nobody can be asked")
            let message = try #require(simulator.messages.first)
            let callback = simulator.status("delivered", of: message, to: "https://belfry.example/callbacks/whatsapp")
            let callbacks = WhatsAppCallbacks(
                try WhatsAppSettings(
                    phoneNumberID: WhatsAppSimulator.phoneNumberID, token: Secret(.text("x")), appSecrets: [Secret(.text(WhatsAppSimulator.appSecret))]))
            let reports = try await callbacks.read(CallbackRequest(callback), now: .noon).reports
            #expect(reports.map(\.content) == [.status(.delivered, of: .transmission(notification.transmission), why: nil, addressFate: nil)])
        }
    }

    @Test("Many at once, with trouble by a seed: what was taken is taken once, and what is said of it is true")
    func trouble() async throws {
        let simulator = WhatsAppSimulator(
            templates: ["health_alert": .init(languages: ["en_US"], placeCount: 2)],
            faults: MessagingFaults(
                seed: 7, share: 0.5, of: [.refuse(status: 500, code: 131000), .refuse(status: 503, code: 131016), .loseAnswer, .refuse(status: 400, code: 131056)])
        ) { Instant.noonSeconds }
        try await simulator.listen { endpoint in
            let exchange = HTTPExchange()
            let settings = try WhatsAppSettings(
                phoneNumberID: WhatsAppSimulator.phoneNumberID, token: Secret(.text(WhatsAppSimulator.token)),
                templates: WhatsAppTemplates(parsing: "default=health_alert/en_US/title,body"), endpoint: endpoint)
            // Its own limits are another test's business.
            let sender = HTTPSender(
                WhatsAppDialect(settings), over: exchange,
                authorizations: StandingAuthorization.bearer(settings.token, ifUnreadable: "whatsapp_token_unreadable"), protection: ProviderProtection())
            var taken: Set<String> = []
            var mayBeTaken: Set<String> = []
            for example in 1...60 {
                let notification = OutgoingNotification.toPhone(example)
                // What isn't certain is not sent again.
                for attempt in 0..<20 {
                    let outcome = await sender.send(notification, now: .noon + .seconds(example * 1000 + attempt * 40)).outcome
                    if outcome == .delivered { taken.insert(notification.transmission.text) }
                    if outcome.label == "ambiguous" { mayBeTaken.insert(notification.transmission.text) }
                    if outcome.label != "retry", outcome.label != "not_tried" { break }
                }
            }
            await exchange.shutdown()
            let names = simulator.messages.compactMap(\.callbackData)
            #expect(Set(names).count == names.count)
            #expect(Set(names) == taken.union(mayBeTaken) && names.count == 60)
            #expect(!mayBeTaken.isEmpty && taken.isDisjoint(with: mayBeTaken))
        }
    }
}
