import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryChannels

extension CallbackRequest {
    /// As a server would hand it on.
    init(_ callback: ProviderCallback) {
        let query = callback.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        self.init(
            method: callback.method, url: callback.url, query: FormEncoding.decode(Array(query.utf8)) ?? [], headers: callback.headers, body: callback.body)
    }
}

@Suite("WhatsApp's callbacks")
struct WhatsAppCallbacksTests {
    private static let url = "https://belfry.example/callbacks/whatsapp"
    private let simulator = WhatsAppSimulator { Instant.noonSeconds - 10 }
    private let callbacks: WhatsAppCallbacks
    private static let moment = Instant.noon - .seconds(10)

    init() throws {
        callbacks = WhatsAppCallbacks(
            try WhatsAppSettings(
                phoneNumberID: WhatsAppSimulator.phoneNumberID, token: Secret(.text("x")),
                appSecrets: [Secret(.text(WhatsAppSimulator.appSecret)), Secret(.text("the former secret"))],
                verifyToken: Secret(.text(WhatsAppSimulator.verifyToken))))
    }

    private func read(_ callback: ProviderCallback) async throws -> CallbackReading {
        try await callbacks.read(CallbackRequest(callback), now: .noon)
    }

    /// Signed as it is.
    private func read(body: String, secret: String = WhatsAppSimulator.appSecret) async throws -> [ProviderReport] {
        let bytes = Array(body.utf8)
        let signature = WhatsAppSimulator.signature(of: bytes, secret: secret)
        return try await read(
            ProviderCallback(method: "POST", url: Self.url, headers: [WhatsAppSimulator.signatureHeader: signature], body: bytes)
        ).reports
    }

    private func value(_ content: String) -> String {
        #"{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{\#(content)}}]}]}"#
    }

    // MARK: The address

    @Test("Meta's check of the address is answered by its own word")
    func challenge() async throws {
        #expect(try await read(simulator.challenge("1158201444", to: Self.url)) == CallbackReading(reports: [], answer: .init(body: "1158201444")))
    }

    @Test("With another word, or none configured, the address is not confirmed")
    func wrongChallenge() async throws {
        await #expect(throws: CallbackRefusal.badSignature) { try await read(simulator.challenge("1", verifyToken: "another-verify-token", to: Self.url)) }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(simulator.challenge("1", verifyToken: "", to: Self.url)) }
        await #expect(throws: CallbackRefusal.malformed) {
            try await read(simulator.challenge(String(repeating: "1", count: 257), to: Self.url))
        }
        for token in [nil, Secret(.text("")), Secret(.text("short"))] {
            let without = WhatsAppCallbacks(try .example(verifyToken: token))
            for shown in ["", "short"] {
                await #expect(throws: CallbackRefusal.badSignature) {
                    try await without.read(CallbackRequest(simulator.challenge("1", verifyToken: shown, to: Self.url)), now: .noon)
                }
            }
        }
    }

    // MARK: The signature

    @Test("The signature is the one that openssl gives over the bytes as they came, escapes and all")
    func signature() async throws {
        // printf '%s' '{"entry":[],"e":"\ud83d\udd4c\/"}' | openssl dgst -sha256 -hmac app_secret
        let body = Array(#"{"entry":[],"e":"\ud83d\udd4c\/"}"#.utf8)
        let callbacks = WhatsAppCallbacks(try .example(appSecrets: [Secret(.text("app_secret"))]))
        func read(_ digits: String, _ body: [UInt8]) async throws -> [ProviderReport] {
            let request = CallbackRequest(method: "POST", url: Self.url, headers: ["x-hub-signature-256": digits], body: body)
            return try await callbacks.read(request, now: .noon).reports
        }
        let signature = "sha256=09a6ddf716437448e8fe450b5530577c7b6f848846869a533c437ba5ce419484"
        #expect(try await read(signature, body) == [])
        await #expect(throws: CallbackRefusal.badSignature) { try await read(signature, Array(#"{"entry":[],"e":"🕌/"}"#.utf8)) }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(String(signature.dropFirst(7)), body) }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(String(signature.dropLast()), body) }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(signature + "0", body) }
        await #expect(throws: CallbackRefusal.badSignature) { try await read("sha256=" + String(repeating: "٠", count: 64), body) }
    }

    @Test("A secret that is being exchanged is still believed, another one is not, and none believes nobody")
    func secrets() async throws {
        let body = value(#""statuses":[{"id":"wamid.1","status":"sent"}]"#)
        #expect(try await read(body: body, secret: "the former secret").count == 1)
        await #expect(throws: CallbackRefusal.badSignature) { try await read(body: body, secret: "another") }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(body: body, secret: "") }
        let bytes = Array(body.utf8)
        for secrets in [[], [Secret(.text(""))], [Secret(.file("/nowhere"))]] {
            let request = CallbackRequest(
                method: "POST", url: Self.url, headers: ["x-hub-signature-256": WhatsAppSimulator.signature(of: bytes, secret: "")], body: bytes)
            let without = WhatsAppCallbacks(try .example(appSecrets: secrets))
            await #expect(throws: CallbackRefusal.badSignature) { try await without.read(request, now: .noon) }
        }
    }

    @Test("What is signed and no document is refused", arguments: ["", "{", "[]", "{}", #"{"entry":1}"#])
    func malformed(body: String) async throws {
        await #expect(throws: CallbackRefusal.malformed) { try await read(body: body) }
    }

    // MARK: Statuses

    private static let transmission = TransmissionID(delivery: .example(1), address: AddressID(literal: "phone"))

    @Test(
        "How far a message has come, under our own name of it",
        arguments: [
            ("sent", nil, .sent, nil, nil), ("delivered", nil, .delivered, nil, nil), ("read", nil, .read, nil, nil), ("accepted", nil, .accepted, nil, nil),
            ("failed", nil, .failed, "whatsapp_failed: WhatsApp says no more than that it failed", nil),
            ("failed", 131047, .failed, "whatsapp_131047: the person did not write within 24 hours, so that only a template may be sent", nil),
            ("failed", 131026, .failed, "whatsapp_131026: the number can't receive it: it has no WhatsApp, or too old a one", nil),
            ("failed", 131050, .failed, "whatsapp_131050: the person wants no such messages any more", .optedOut),
            ("failed", 999, .failed, "whatsapp_999: refused; Meta's list of error codes says more", nil),
        ] as [(String, Int?, Transmission.Status, String?, AddressFate?)])
    func statuses(status: String, code: Int?, reached: Transmission.Status, why: String?, fate: AddressFate?) async throws {
        let message = WhatsAppSimulator.Message.example(callbackData: Self.transmission.text)
        #expect(
            try await read(simulator.status(status, of: message, error: code, to: Self.url)).reports == [
                ProviderReport(
                    provider: .whatsApp, eventID: "wamid.1:\(status)", occurredAt: Self.moment,
                    content: .status(reached, of: .transmission(Self.transmission), why: why, addressFate: fate))
            ])
    }

    @Test("Of a message that isn't named, or in somebody else's way, WhatsApp's name counts", arguments: [nil, "order 17"])
    func unnamed(callbackData: String?) async throws {
        let reports = try await read(simulator.status("sent", of: .example(callbackData: callbackData), to: Self.url)).reports
        #expect(reports.map(\.content) == [.status(.sent, of: .providerMessage("wamid.1"), why: nil, addressFate: nil)])
    }

    @Test("What comes twice has the same name, whatever the order")
    func repeated() async throws {
        let message = WhatsAppSimulator.Message.example(callbackData: nil)
        let events = try await [
            read(simulator.status("read", of: message, to: Self.url)), read(simulator.status("sent", of: message, to: Self.url)),
            read(simulator.status("read", of: message, to: Self.url)),
        ].flatMap(\.reports).map(\.eventID)
        #expect(events == ["wamid.1:read", "wamid.1:sent", "wamid.1:read"])
    }

    @Test("One part that can't be read doesn't take the others along")
    func parts() async throws {
        let body = value(
            #""statuses":[{"id":1},{"id":"wamid.1","status":"deleted"},{"id":"wamid.2","status":"sent","timestamp":"soon","errors":{}},null],"messages":[{"from":"x"}]"#)
        let reports = try await read(body: body)
        #expect(reports.map(\.eventID) == ["wamid.2:sent"])
        #expect(reports.map(\.occurredAt) == [.noon])
        #expect(try await read(body: #"{"entry":[{},{"changes":[{"field":"x","value":"y"}]}]}"#) == [])
    }

    @Test("Another number of the same app is somebody else's")
    func otherNumber() async throws {
        let body = value(#""metadata":{"phone_number_id":"1"},"statuses":[{"id":"wamid.1","status":"sent"}]"#)
        #expect(try await read(body: body) == [])
    }

    // MARK: People

    private func address(_ event: String, _ fate: AddressFate) -> ProviderReport {
        ProviderReport(
            provider: .whatsApp, eventID: "wamid.inbound1:\(event)", occurredAt: Self.moment,
            content: .address(.phone, value: "+4915112345678", fate))
    }

    @Test("Whoever writes opens the window, and STOP and START say more")
    func inbound() async throws {
        let wrote = address("wrote", .wrote(at: Self.moment))
        for (text, reports) in [
            ("How is Ben? 🕌", [wrote]), ("STOP", [wrote, address("wish", .optedOut)]), ("Start!", [wrote, address("wish", .optedIn)]),
        ] {
            let simulator = WhatsAppSimulator { Instant.noonSeconds - 10 }
            let reading = try await callbacks.read(CallbackRequest(simulator.inbound(text, from: "4915112345678", to: Self.url)), now: .noon)
            #expect(reading.reports == reports)
        }
    }

    @Test("A number that is written in two ways is told of in both")
    func twoSpellings() async throws {
        let reports = try await read(simulator.inbound("STOP", from: "5215512345678", to: Self.url)).reports
        #expect(Set(reports.map(\.eventID)).count == 4)
        #expect(
            reports.map(\.content).suffix(2) == [
                .address(.phone, value: "+5215512345678", .optedOut), .address(.phone, value: "+525512345678", .optedOut),
            ])
    }

    @Test("A moment in the future counts as now: the window would stay open for longer")
    func future() async throws {
        let body = value(#""messages":[{"from":"4915112345678","id":"w","timestamp":"9999999999","type":"text","text":{"body":"hi"}}]"#)
        #expect(try await read(body: body).map(\.content) == [.address(.phone, value: "+4915112345678", .wrote(at: .noon))])
    }

    @Test("A pressed button opens the window too, and says what the person wants")
    func button() async throws {
        let wish = WhatsAppReply(.snooze(days: 7), alert: .example(1))
        let callback = simulator.press(wish.payload, text: "Snooze for a week", from: "4915112345678", to: Self.url)
        #expect(try await read(callback).reports == [address("wrote", .wrote(at: Self.moment))])
        let replies = WhatsAppCallbacks.replies(in: callback.body)
        #expect(replies.map(\.number) == ["+4915112345678"] && replies.map(\.reply) == [wish])
        let interactive = value(
            #""messages":[{"from":"4915112345678","id":"w","interactive":{"type":"button_reply","button_reply":{"id":"belfry:dismiss:a","title":"STOP"}}}]"#)
        #expect(WhatsAppCallbacks.replies(in: Array(interactive.utf8)).map(\.reply) == [WhatsAppReply(.dismiss, alert: AlertID(literal: "a"))])
        #expect(try await read(body: interactive).count == 2, "a button that says STOP means it")
    }

    @Test("Switched off and on in WhatsApp itself", arguments: [("stop", [AddressFate.optedOut]), ("resume", [.optedIn]), ("other", [])])
    func preference(value wanted: String, fates: [AddressFate]) async throws {
        let body = value(#""user_preferences":[{"wa_id":"4915112345678","category":"marketing_messages","value":"\#(wanted)","timestamp":1769342390}]"#)
        #expect(try await read(body: body).map(\.content) == fates.map { .address(.phone, value: "+4915112345678", $0) })
    }
}

extension WhatsAppSimulator.Message {
    fileprivate static func example(callbackData: String?) -> Self {
        Self(id: "wamid.1", to: "4915112345678", callbackData: callbackData)
    }
}
