import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

/// Over real sockets, against the simulator.
@Suite("Calling by Twilio", .timeLimit(.minutes(10)))
struct TwilioVoiceSenderTests {
    private func withVoice(
        _ faults: [MessagingFault?] = [], token: String = VoiceSimulator.authToken, from: String = VoiceSimulator.number,
        machines: TwilioVoiceSettings.Machines = .notice,
        _ body: @escaping @Sendable (VoiceSimulator, HTTPSender<TwilioVoiceDialect>) async throws -> Void
    ) async throws {
        let simulator = VoiceSimulator(faults: MessagingFaults(faults))
        try await simulator.listen { endpoint in
            let exchange = HTTPExchange()
            let settings = try TwilioVoiceSettings.example(token: token, from: from, machines: machines, endpoint: endpoint)
            do {
                try await body(simulator, makeTwilioVoiceSender(settings, over: exchange))
            } catch {
                await exchange.shutdown()
                throw error
            }
            await exchange.shutdown()
        }
    }

    @Test("A call is asked for, and no word of it is handed over with that")
    func asked() async throws {
        try await withVoice { simulator, sender in
            let notification = OutgoingNotification.call()
            let result = await sender.send(notification, now: .noon)
            let call = try #require(simulator.calls.first)
            #expect(result == SendResult(.delivered, providerMessageID: call.sid))
            #expect(call.to == OutgoingNotification.number && call.from == VoiceSimulator.number)
            #expect(call.ringSeconds == 30 && call.lengthMaxSeconds == 300 && call.machineDetection == "DetectMessageEnd")
            let callback = "https://belfry.example/callbacks/twilio_voice"
            #expect(call.statusCallback == "\(callback)?transmission=\(notification.transmission)#rc=5&rp=5xx,ct,rt")
            #expect(call.statusEvents == ["initiated", "completed"])
            #expect(call.url.hasPrefix("\(callback)?call=") && !call.url.contains("Boiler"))
        }
    }

    @Test(
        "Who answers is found out as it is set, and for a code always",
        arguments: [
            (TwilioVoiceSettings.Machines.notice, "news", "DetectMessageEnd"), (.hangUp, "news", "Enable"), (.words, "news", nil),
            (.words, Payload.verificationKind, "Enable"), (.notice, Payload.verificationKind, "Enable"),
        ] as [(TwilioVoiceSettings.Machines, String, String?)])
    func machines(machines: TwilioVoiceSettings.Machines, kind: String, detection: String?) async throws {
        try await withVoice(machines: machines) { simulator, sender in
            _ = await sender.send(.call(kind: kind), now: .noon)
            #expect(simulator.calls.map(\.machineDetection) == [detection])
        }
    }

    @Test(
        "What Twilio refuses, and what follows",
        arguments: [
            (21211, "address_gone"), (13224, "address_gone"), (21202, "address_gone"), (21214, "rejected"), (21215, "retry"), (21216, "retry"),
            (13225, "retry"), (21219, "retry"), (21210, "retry"), (21205, "retry"), (10004, "not_tried"), (99_999, "rejected"),
        ])
    func refused(code: Int, label: String) async throws {
        try await withVoice([.refuse(status: 400, code: code)]) { simulator, sender in
            let result = await sender.send(.call(), now: .noon)
            #expect(result.outcome.label == label && result.outcome.why?.hasPrefix("twilio_voice_\(code): ") == true)
            #expect((result.addressFate == .gone(since: nil)) == (label == "address_gone"))
            #expect(simulator.calls.isEmpty)
        }
    }

    @Test("A number that isn't called from this account says nothing against others")
    func sparesOthers() async throws {
        try await withVoice { simulator, sender in
            simulator.refuse("+4915112345679", with: 21215)
            for example in 1...5 {
                let result = await sender.send(.call(example, number: "+4915112345679"), now: .noon + .seconds(10 * example))
                #expect(result.outcome.label == "retry")
            }
            #expect(await sender.send(.call(6), now: .noon + .seconds(60)).outcome == .delivered)
        }
    }

    @Test("A number that isn't the account's loses no call")
    func wrongCaller() async throws {
        try await withVoice(from: "+15005550007") { simulator, sender in
            let result = await sender.send(.call(), now: .noon)
            guard case .retry(let why, .seconds(900)) = result.outcome else { throw Unexpected(result: result) }
            #expect(why.hasPrefix("twilio_voice_21210: ") && simulator.calls.isEmpty)
        }
    }

    @Test("A wrong token, or too much at once, leaves Twilio alone for a while", arguments: [(401, 20003, nil, 300), (429, 20429, 7, 7)] as [(Int, Int, Int?, Int)])
    func paused(status: Int, code: Int, retryAfter: Int?, seconds: Int) async throws {
        try await withVoice([.refuse(status: status, code: code, retryAfter: retryAfter)]) { simulator, sender in
            let first = await sender.send(.call(), now: .noon)
            guard case .notTried(let why, let wait) = first.outcome else { throw Unexpected(result: first) }
            #expect(why.hasPrefix("twilio_voice_\(code): ") && wait == .seconds(seconds))
            let second = await sender.send(.call(2), now: .noon)
            #expect(second.outcome.label == "not_tried" && simulator.calls.isEmpty)
        }
    }

    @Test("After a lost answer the report of the call is waited for: nobody is rung up twice")
    func lostAnswer() async throws {
        try await withVoice([.loseAnswer]) { simulator, sender in
            let result = await sender.send(.call(), now: .noon)
            #expect(result.outcome.label == "ambiguous" && sender.afterLostAnswer == .reconcile && sender.reconciler == nil)
            #expect(simulator.calls.count == 1)
        }
    }

    @Test(
        "Where a server on the way answers in Twilio's place it may ring already, so nobody is called again for it",
        arguments: [(408, "ambiguous"), (502, "ambiguous"), (504, "ambiguous"), (500, "retry"), (503, "retry")])
    func gateway(status: Int, expected: String) throws {
        let dialect = TwilioVoiceDialect(try .example())
        let result = dialect.outcome(of: ProviderResponse(status: status, body: Array("<html>".utf8)), to: .call(), now: .noon)
        #expect(result.outcome.label == expected && result.outcome.why?.hasPrefix("twilio_voice_http_\(status): ") == true)
    }

    @Test("One call a second is asked for, as every account has them")
    func rate() async throws {
        try await withVoice { simulator, sender in
            #expect(await sender.send(.call(1), now: .noon).outcome == .delivered)
            #expect(await sender.send(.call(2), now: .noon).outcome.label == "not_tried")
            #expect(await sender.send(.call(3), now: .noon + .seconds(5)).outcome == .delivered)
            #expect(simulator.calls.count == 2)
        }
    }

    @Test("What is of no use any more rings no one, and what is no number can't be called")
    func unsendable() async throws {
        try await withVoice { simulator, sender in
            let late = await sender.send(.call(expiresAt: .noon), now: .noon)
            let mailbox = await sender.send(.toMailbox, now: .noon)
            #expect(late.outcome == .rejected(why: "expired: it is of no use any more") && mailbox.outcome.why?.hasPrefix("twilio_voice_no_number: ") == true)
            #expect(simulator.calls.isEmpty)
        }
    }

    @Test("Where countries are named, nobody is called in another, and a code isn't either")
    func countries() throws {
        let dialect = TwilioVoiceDialect(try .example(callingCodes: ["1212", "43"]))
        let refusal = Unsendable("twilio_voice_country_not_allowed: the number is of a country that twilio_calling_codes doesn't name")
        for notification in [OutgoingNotification.call(), .call(kind: Payload.verificationKind), .call(number: "+15005550006")] {
            #expect(throws: refusal) { try dialect.request(for: notification, authorization: nil, now: .noon) }
        }
        #expect(throws: Never.self) { try dialect.request(for: .call(number: "+12125550100"), authorization: nil, now: .noon) }
    }

    @Test(
        "A setting that can't be used is named",
        arguments: [
            ("5005550006", "https://belfry.example", "twilio_voice_from"), ("Belfry", "https://belfry.example", "twilio_voice_from"),
            ("+15005550006", "belfry.example", "public_url"),
        ])
    func settings(from: String, publicURL: String, key: String) {
        #expect {
            try TwilioVoiceSettings.example(from: from, publicURL: publicURL)
        } throws: { ($0 as? ChannelSettingError)?.key == key }
    }

    @Test("The doctor's findings")
    func findings() throws {
        #expect(try TwilioVoiceSettings.example().findings() == [])
        #expect(try TwilioVoiceSettings.example(token: "").findings().map(\.code) == ["twilio_token_unreadable"])
        #expect(try TwilioVoiceSettings.example(publicURL: "http://belfry.example").findings().map(\.code) == ["twilio_voice_public_url_open"])
        #expect(try TwilioVoiceSettings.example(endpoint: "http://twilio.example").findings().map(\.code) == ["twilio_endpoint_open"])
        let (calls, texts) = (try TwilioVoiceSettings.example(token: ""), try TwilioSettings.example(token: Secret(.text(""))))
        #expect(calls.findings() == texts.findings(), "the account is one")
        let words = try TwilioVoiceSettings.example(machines: .words).findings()
        #expect(words.map(\.code) == ["twilio_voice_words_to_machines"] && words.allSatisfy { !$0.isBroken })
    }

    /// Another outcome than the one that the rest of a test speaks of.
    private struct Unexpected: Error {
        let result: SendResult
    }
}
