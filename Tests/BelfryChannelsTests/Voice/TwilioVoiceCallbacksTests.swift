import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("What Twilio asks in a call")
struct TwilioVoiceCallbacksTests {
    private static let notice = "This is Belfry. There is a message for you. Press 2 to hear it."
    private let simulator = VoiceSimulator()

    /// As the simulator would have taken it.
    private func call(_ notification: OutgoingNotification = .call(), _ settings: TwilioVoiceSettings? = nil) throws -> VoiceSimulator.Call {
        let request = try TwilioVoiceDialect(try settings ?? .example()).request(for: notification, authorization: nil, now: .noon)
        return try #require(simulator.take(request.body))
    }

    private func read(
        _ callback: ProviderCallback, _ settings: TwilioVoiceSettings? = nil, now: Instant = .noon
    ) async throws -> CallbackReading {
        let query = FormEncoding.decode(Array((callback.url.split(separator: "?").dropFirst().first ?? "").utf8)) ?? []
        let request = CallbackRequest(method: callback.method, url: callback.url, query: query, headers: callback.headers, body: callback.body)
        return try await TwilioVoiceCallbacks(try settings ?? .example()).read(request, now: now)
    }

    private func status(_ reading: CallbackReading) -> Transmission.Status? {
        guard case .status(let status, of: .transmission(OutgoingNotification.call().transmission), why: _, addressFate: _) = reading.reports.first?.content
        else { return nil }
        return status
    }

    @Test("A person hears it, by 2 again, and by 1 says that they have it")
    func heard() async throws {
        let call = try call()
        let answered = try await read(simulator.answered(call))
        let heard = try #require(CallScenario(answered.answer.body))
        #expect(status(answered) == .delivered && heard.said.first?.text == "Critical. Boiler" && answered.answer.contentType.hasPrefix("text/xml"))
        let again = try await read(try #require(simulator.pressed("2", in: call, hearing: heard)))
        #expect(again.answer == answered.answer && again.reports == answered.reports, "what was heard once is not heard again")
        let had = try await read(try #require(simulator.pressed("1", in: call, hearing: heard)))
        let end = try #require(CallScenario(had.answer.body))
        let press = try #require(had.press)
        #expect(status(had) == .read && press.delivery == .example(1) && press.actionMark == nil && press.place == .value(OutgoingNotification.number))
        #expect(end.said.map(\.text) == ["Thank you. Goodbye."] && end.gatherAction == nil && end.hangsUp)
    }

    @Test("What is offered is done by 1, from the number that was called")
    func offered() async throws {
        let call = try call(.call(actions: .openOrGo))
        let heard = try #require(CallScenario(try await read(simulator.answered(call)).answer.body))
        let key = try #require(simulator.pressed("1", in: call, hearing: heard))
        let press = try #require(try await read(key).press)
        #expect(press.delivery == .example(1) && press.actionMark == ActionID("go")?.mark && press.channel == .voice)
        #expect(press.place == .value(OutgoingNotification.number))
        #expect(CallScenario(press.whenTaken.body)?.said.map(\.text) == ["Thank you. Goodbye."])
        #expect(press.whenVoid.flatMap { CallScenario($0.body) }?.said.map(\.text) == ["That is no longer asked of you. Goodbye."])
    }

    @Test("Another key is no answer: all of it is said again", arguments: ["3", "0", "#", "*"])
    func otherKey(key: String) async throws {
        let call = try call()
        let heard = try #require(CallScenario(try await read(simulator.answered(call)).answer.body))
        let again = try await read(try #require(simulator.pressed(key, in: call, hearing: heard)))
        #expect(again.press == nil && status(again) == .delivered && CallScenario(again.answer.body) == heard)
    }

    @Test(
        "A machine hears that there is a message, and nothing of it; who was taken for one presses 2",
        arguments: ["machine_end_beep", "machine_end_silence", "machine_start", "fax", "unknown"])
    func machine(who: String) async throws {
        let call = try call()
        let reading = try await read(simulator.answered(call, by: who))
        let heard = try #require(CallScenario(reading.answer.body))
        #expect(status(reading) == .failed && heard.said.map(\.text) == [Self.notice])
        let person = try await read(try #require(simulator.pressed("2", in: call, hearing: heard)))
        #expect(status(person) == .delivered && CallScenario(person.answer.body)?.said.first?.text == "Critical. Boiler")
        #expect(Transmission.Status.delivered.follows(.failed))
    }

    @Test("Whoever has heard no more than that there is a message does nothing by 1 but hear it, and then what is offered", arguments: ["1", "2", "5"])
    func unheard(key: String) async throws {
        let call = try call(.call(actions: .openOrGo))
        let notice = try #require(CallScenario(try await read(simulator.answered(call, by: "unknown")).answer.body))
        let first = try await read(try #require(simulator.pressed(key, in: call, hearing: notice)))
        let heard = try #require(CallScenario(first.answer.body))
        #expect(first.press == nil && status(first) == .delivered && heard.said.first?.text == "Critical. Boiler")
        let second = try await read(try #require(simulator.pressed("1", in: call, hearing: heard)))
        #expect(second.press?.delivery == .example(1) && status(second) == .read)
    }

    @Test("Where Twilio was to find out who answers and doesn't say, nobody is taken for a person")
    func unsaid() async throws {
        let reading = try await read(simulator.answered(try call(), by: nil))
        #expect(status(reading) == .failed && CallScenario(reading.answer.body)?.said.map(\.text) == [Self.notice])
        let code = try await read(simulator.answered(try call(.call(kind: Payload.verificationKind)), by: nil))
        #expect(CallScenario(code.answer.body)?.said.isEmpty == true)
    }

    @Test("Where it is set so a machine hears nothing, or all of it; of a code it never hears anything")
    func machines() async throws {
        let silent = try TwilioVoiceSettings.example(machines: .hangUp)
        let hungUp = try await read(simulator.answered(try call(.call(), silent), by: "machine_start"), silent)
        #expect(CallScenario(hungUp.answer.body)?.said.isEmpty == true && status(hungUp) == .failed)
        let open = try TwilioVoiceSettings.example(machines: .words)
        let told = try await read(simulator.answered(try call(.call(), open), by: "machine_start"), open)
        #expect(CallScenario(told.answer.body)?.said.first?.text == "Critical. Boiler")
        for settings in [silent, open, try .example()] {
            for who in ["machine_start", "unknown"] {
                let code = try await read(simulator.answered(try call(.call(kind: Payload.verificationKind), settings), by: who), settings)
                #expect(CallScenario(code.answer.body)?.said.isEmpty == true && code.reports.isEmpty)
            }
        }
    }

    @Test("A code is said to a person, again by any key, and nothing is reported of it")
    func code() async throws {
        let call = try call(.call(title: "481516 is your Belfry code", kind: Payload.verificationKind))
        let reading = try await read(simulator.answered(call))
        let heard = try #require(CallScenario(reading.answer.body))
        let again = try await read(try #require(simulator.pressed("1", in: call, hearing: heard)))
        #expect(reading.reports.isEmpty && again.reports.isEmpty && again.press == nil && CallScenario(again.answer.body) == heard)
    }

    @Test(
        "How a call ended",
        arguments: [
            ("initiated", nil, .accepted, nil, nil), ("ringing", nil, .accepted, nil, nil), ("completed", 200, .sent, nil, nil),
            ("busy", 486, .failed, "twilio_voice_busy: the line was busy", nil),
            ("no-answer", 487, .failed, "twilio_voice_no_answer: nobody answered", nil),
            ("canceled", nil, .failed, "twilio_voice_canceled: the call was called off at Twilio", nil),
            ("failed", 404, .failed, "twilio_voice_failed: Twilio could not connect it; the number may be wrong", nil),
            ("failed", 410, .failed, "twilio_voice_failed: there is no such number any more", .gone(since: nil)),
            ("failed", 604, .failed, "twilio_voice_failed: there is no such number any more", .gone(since: nil)),
        ] as [(String, Int?, Transmission.Status, String?, AddressFate?)])
    func ended(name: String, sipCode: Int?, expected: Transmission.Status, why: String?, fate: AddressFate?) async throws {
        let reading = try await read(try #require(simulator.status(name, of: try call(), sipCode: sipCode)))
        let transmission = OutgoingNotification.call().transmission
        #expect(reading.reports.map(\.content) == [.status(expected, of: .transmission(transmission), why: why, addressFate: fate)])
        #expect(reading.reports.map(\.eventID) == ["CA00000000000000000000000000000001:\(name)"])
        #expect(CallScenario(reading.answer.body)?.said.isEmpty == true)
    }

    @Test("A status that nobody knows says nothing")
    func unknownStatus() async throws {
        #expect(try await read(try #require(simulator.status("paused", of: try call()))).reports.isEmpty)
    }

    @Test("What isn't signed by Twilio for this address and these fields is not believed, nor what was made up or is an hour old")
    func refused() async throws {
        let call = try call()
        let good = simulator.answered(call)
        func refusal(_ change: (inout ProviderCallback) -> Void, now: Instant = .noon) async -> CallbackRefusal? {
            var callback = good
            change(&callback)
            do {
                _ = try await read(callback, now: now)
                return nil
            } catch {
                return error as? CallbackRefusal
            }
        }
        #expect(await refusal({ _ in }) == nil)
        #expect(await refusal({ $0.headers[TwilioSimulator.signatureHeader] = nil }) == .badSignature)
        #expect(await refusal({ $0.body += Array("&Digits=1".utf8) }) == .badSignature)
        #expect(await refusal({ $0.url += "x" }) == .badSignature)
        #expect(await refusal({ $0.method = "GET" }) == .badSignature)
        #expect(await refusal({ _ in }, now: .noon + .seconds(3600)) == .stale)
        // Signed by who has the token, as Twilio is, for words that nobody sealed.
        let made = simulator.answered(call, askingAt: "https://belfry.example/callbacks/twilio_voice?call=AAAA")
        await #expect(throws: CallbackRefusal.badSignature) { try await read(made) }
    }

    @Test("While a token is exchanged, what was sealed with the former one is still said, and what Twilio signs with it still believed")
    func formerToken() async throws {
        let call = try call()
        let exchanged = try TwilioVoiceSettings.example(token: "another token", previousToken: VoiceSimulator.authToken)
        #expect(status(try await read(simulator.answered(call), exchanged)) == .delivered)
        let other = try TwilioVoiceSettings.example(token: "another token")
        await #expect(throws: CallbackRefusal.badSignature) { try await read(simulator.answered(call), other) }
    }
}
