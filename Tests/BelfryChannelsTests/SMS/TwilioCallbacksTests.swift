import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Crypto
import Foundation
import Testing

@testable import BelfryChannels

@Suite("Twilio's signature")
struct TwilioSignatureTests {
    private static let url = "https://mycompany.com/myapp.php?foo=1&bar=2"
    private static let form = [
        ("CallSid", "CA1234567890ABCDE"), ("Caller", "+12349013030"), ("Digits", "1234"), ("From", "+12349013030"), ("To", "+18005551212"),
    ].map { CallbackRequest.QueryItem(name: $0.0, value: $0.1) }
    private static let signature = "0/KCTR6DLpKmkAf8muzZqo1nDgQ="

    private func isValid(_ shown: String = signature, url: String = url, form: [CallbackRequest.QueryItem] = form, token: String = "12345") -> Bool {
        let request = CallbackRequest(method: "POST", url: url, headers: [:], body: [])
        return TwilioSignature(authToken: token).isValid(shown, for: request, form: form)
    }

    @Test("The known vector, in whatever order the fields come")
    func vector() {
        #expect(isValid())
        #expect(isValid(form: Self.form.reversed()))
        #expect(TwilioSignature(authToken: "12345").sign(url: Self.url, form: Self.form) == Self.signature)
    }

    @Test("Anything else is not believed")
    func others() {
        #expect(!isValid(token: "12346"))
        #expect(!isValid(url: Self.url + "3"))
        #expect(!isValid(form: Self.form + [.init(name: "x", value: "y")]))
        #expect(!isValid(form: Array(Self.form.dropLast())))
        for shown in ["", "0/KCTR6DLpKmkAf8muzZqo1nDg==", "not base64", Self.signature + "=", Data(repeating: 0, count: 20).base64EncodedString()] {
            #expect(!isValid(shown), "\(shown)")
        }
    }

    @Test(
        "The usual port may stand in the address or not; another one counts",
        arguments: [
            ("https://a.example/x", "https://a.example:443/x", true), ("https://a.example:443/x", "https://a.example/x", true),
            ("http://a.example:80/x?y=1", "http://a.example/x?y=1", true), ("http://a.example/x", "http://a.example:80/x", true),
            ("https://a.example:8443/x", "https://a.example/x", false), ("https://a.example/x", "https://a.example:80/x", false),
            ("https://[::1]/x", "https://[::1]:443/x", true),
        ])
    func ports(ours: String, signed: String, isValid: Bool) {
        let signature = TwilioSignature(authToken: "12345").sign(url: signed, form: Self.form)
        #expect(self.isValid(signature, url: ours) == isValid)
    }

    @Test("Twilio's own library signs alike, with repeated names, empty values and letters of every kind")
    func theirs() throws {
        let script = """
            import sys, json
            from twilio.request_validator import RequestValidator
            validator = RequestValidator(sys.argv[1])
            print(validator.compute_signature(sys.argv[2], json.loads(sys.argv[3])))
            """
        let fields = ["Body": "Grüße & €=🕌 \n+x", "Empty": "", "MessageSid": "SM1", "a": "lower", "B": "upper"]
        let json = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        let theirs = try OtherProgram.python(script, ["12345", "https://a.example/x?y=%C3%A9", json])
        let form = fields.map { CallbackRequest.QueryItem(name: $0.key, value: $0.value) }
        #expect(isValid(theirs, url: "https://a.example/x?y=%C3%A9", form: form))
    }

    @Test("Twilio's own library believes what our simulator signs")
    func simulated() throws {
        let simulator = TwilioSimulator { Instant.noonSeconds }
        let callback = simulator.inbound("Grüße & €=🕌 +x", from: "+4915112345678", to: "https://a.example/callbacks/twilio?x=1")
        let script = """
            import sys, urllib.parse
            from twilio.request_validator import RequestValidator
            form = dict(urllib.parse.parse_qsl(sys.argv[3], keep_blank_values=True))
            print(RequestValidator(sys.argv[1]).validate(sys.argv[2], form, sys.argv[4]))
            """
        let shown = try #require(callback.headers[TwilioSimulator.signatureHeader])
        let body = String(decoding: callback.body, as: UTF8.self)
        #expect(try OtherProgram.python(script, [TwilioSimulator.authToken, callback.url, body, shown]) == "True")
        #expect(try OtherProgram.python(script, [TwilioSimulator.authToken, callback.url, body + "x", shown]) == "False")
    }
}

@Suite("Twilio's callbacks")
struct TwilioCallbacksTests {
    private static let sid = "SM0123456789abcdef0123456789abcdef"
    private static let transmission = TransmissionID(delivery: .example(1), address: AddressID(literal: "phone"))
    private static let url = "https://belfry.example/callbacks/twilio?transmission=\(transmission)"

    private func read(
        _ fields: [String: String], url: String = url, signature: String? = nil, token: String = TwilioSimulator.authToken, method: String = "POST"
    ) async throws -> CallbackReading {
        let settings = try TwilioSettings(
            accountSID: TwilioSimulator.accountSID, authToken: Secret(.text(TwilioSimulator.authToken)),
            previousAuthToken: Secret(.text("the former token")), from: TwilioSimulator.number)
        let body = FormEncoding.encode(fields.map { ($0.key, $0.value) })
        let request = CallbackRequest(
            method: method, url: url, query: [.init(name: "transmission", value: Self.transmission.text)],
            headers: [
                "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
                "x-twilio-signature": signature ?? TwilioSimulator.signature(url: url, fields: fields, token: token),
            ], body: Array(body.utf8))
        return try await TwilioCallbacks(settings).read(request, now: .noon)
    }

    @Test(
        "How far a message has come",
        arguments: [
            ("queued", nil, .accepted, nil, nil), ("sending", nil, .accepted, nil, nil), ("sent", nil, .sent, nil, nil),
            ("delivered", nil, .delivered, nil, nil), ("read", nil, .read, nil, nil),
            ("canceled", nil, .failed, "twilio_canceled: Twilio says no more than that it failed", nil),
            ("failed", nil, .failed, "twilio_failed: Twilio says no more than that it failed", nil),
            ("undelivered", "30003", .failed, "twilio_30003: the handset can't be reached: switched off, or out of range", nil),
            ("undelivered", "30005", .failed, "twilio_30005: the number is unknown and may exist no more", .gone(since: nil)),
            ("undelivered", "30007", .failed, "twilio_30007: the carrier filtered it as unwanted", nil),
            ("failed", "21610", .failed, "twilio_21610: the person has answered STOP", .optedOut),
            ("failed", "39999", .failed, "twilio_39999: refused; Twilio's error dictionary says more of the code", nil),
        ] as [(String, String?, Transmission.Status, String?, AddressFate?)])
    func statuses(status: String, code: String?, reached: Transmission.Status, why: String?, fate: AddressFate?) async throws {
        var fields = ["MessageSid": Self.sid, "MessageStatus": status, "To": "+4915112345678", "SomethingNew": "x"]
        fields["ErrorCode"] = code
        let reading = try await read(fields)
        #expect(
            reading.reports == [
                ProviderReport(
                    provider: .twilio, eventID: "\(Self.sid):\(status)", occurredAt: .noon,
                    content: .status(reached, of: .transmission(Self.transmission), why: why, addressFate: fate))
            ])
    }

    @Test("Without our name in the address, Twilio's names the message")
    func unnamed() async throws {
        let settings = try TwilioSettings.example(token: Secret(.text(TwilioSimulator.authToken)))
        let fields = ["MessageSid": Self.sid, "MessageStatus": "sent"]
        let url = "https://belfry.example/callbacks/twilio"
        let request = CallbackRequest(
            method: "POST", url: url,
            headers: ["content-type": "application/x-www-form-urlencoded", "x-twilio-signature": TwilioSimulator.signature(url: url, fields: fields)],
            body: Array(FormEncoding.encode(fields.map { ($0.key, $0.value) }).utf8))
        let reports = try await TwilioCallbacks(settings).read(request, now: .noon).reports
        #expect(reports.map(\.content) == [.status(.sent, of: .providerMessage(Self.sid), why: nil, addressFate: nil)])
    }

    @Test("A status that says nothing, or a message without a proper name, is passed over", arguments: ["inventing", ""])
    func unknown(status: String) async throws {
        #expect(try await read(["MessageSid": Self.sid, "MessageStatus": status]).reports == [])
        #expect(try await read(["MessageSid": "SM1\n", "MessageStatus": "sent"]).reports == [])
        #expect(try await read(["MessageStatus": "sent"]).reports == [])
    }

    @Test(
        "What people answer: STOP and START, by Twilio's own understanding where it has one",
        arguments: [
            ("STOP", nil, .optedOut), ("stopp", nil, .optedOut), ("START", nil, .optedIn), ("Thanks", nil, nil), ("Ciao", "STOP", .optedOut),
            ("STOP", "HELP", nil), ("", "START", .optedIn),
        ] as [(String, String?, AddressFate?)])
    func answers(text: String, understood: String?, fate: AddressFate?) async throws {
        var fields = ["MessageSid": Self.sid, "SmsStatus": "received", "From": "+4915112345678", "Body": text]
        fields["OptOutType"] = understood
        let reading = try await read(fields)
        #expect(reading.reports.map(\.content) == [fate.map { .address(.phone, value: "+4915112345678", $0) }].compactMap { $0 })
        #expect(reading.answer == .init(contentType: "text/xml", body: "<Response/>"))
    }

    @Test("A name or a number of another service isn't one of ours", arguments: ["whatsapp:+4915112345678", "12345", "Belfry"])
    func otherSenders(from: String) async throws {
        #expect(try await read(["MessageSid": Self.sid, "SmsStatus": "received", "From": from, "Body": "STOP"]).reports == [])
    }

    @Test("A token that is being exchanged is still believed")
    func rotation() async throws {
        #expect(try await read(["MessageSid": Self.sid, "MessageStatus": "sent"], token: "the former token").reports.count == 1)
    }

    @Test("What isn't signed, or signed for another address, is refused")
    func refused() async throws {
        let fields = ["MessageSid": Self.sid, "MessageStatus": "sent"]
        await #expect(throws: CallbackRefusal.badSignature) { try await read(fields, signature: "") }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(fields, token: "another") }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(fields, token: "") }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(fields, method: "GET") }
        let elsewhere = TwilioSimulator.signature(url: "https://evil.example/callbacks/twilio", fields: fields)
        await #expect(throws: CallbackRefusal.badSignature) { try await read(fields, signature: elsewhere) }
    }

    @Test("A body in JSON is vouched for by its hash in the address, and only by that")
    func json() async throws {
        let body = Array(#"{"MessageSid":"\#(Self.sid)","MessageStatus":"delivered"}"#.utf8)
        let hash = SHA256.hash(data: body).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let callbacks = TwilioCallbacks(try .example(token: Secret(.text("12345"))))
        func read(_ body: [UInt8], hash: String?) async throws -> [ProviderReport] {
            let url = "https://belfry.example/callbacks/twilio" + (hash.map { "?bodySHA256=\($0)" } ?? "")
            let request = CallbackRequest(
                method: "POST", url: url, query: hash.map { [.init(name: "bodySHA256", value: $0)] } ?? [],
                headers: ["content-type": "application/json", "x-twilio-signature": TwilioSignature(authToken: "12345").sign(url: url, form: [])], body: body)
            return try await callbacks.read(request, now: .noon).reports
        }
        #expect(try await read(body, hash: hash).map(\.eventID) == ["\(Self.sid):delivered"])
        await #expect(throws: CallbackRefusal.badSignature) { try await read(body + [0x20], hash: hash) }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(body, hash: nil) }
        let broken = Array("{".utf8)
        let brokenHash = SHA256.hash(data: broken).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        await #expect(throws: CallbackRefusal.malformed) { try await read(broken, hash: brokenHash) }
    }
}
