import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("SendGrid's events")
struct SendGridCallbacksTests {
    private static let transmission = OutgoingNotification.mail().transmission

    private static func event(_ name: String, _ more: String = "") -> String {
        #"{"event":"\#(name)","sg_event_id":"e-1","timestamp":\#(Instant.noon.secondsSinceEpoch),"email":"ana@example.org","sg_message_id":"sg-1.recvd-7","transmission_id":"\#(transmission.text)"\#(more)}"#
    }

    private func read(_ signed: SendGridEventSigner.SignedEvents, by key: String, body: String? = nil, now: Instant = .noon) async throws -> [ProviderReport] {
        let request = CallbackRequest(
            method: "POST", url: "https://belfry.example/callbacks/sendgrid",
            headers: [SendGridCallbacks.signatureHeader: signed.signature, SendGridCallbacks.timestampHeader: signed.timestamp],
            body: Array((body ?? signed.body).utf8))
        return try await SendGridCallbacks(publicKey: key).read(request, now: now).reports
    }

    @Test(
        "What each event says of a mail, and of its address",
        arguments: [
            (event("processed"), .status(.accepted, of: .transmission(transmission), why: nil, addressFate: nil)),
            (
                event("deferred"),
                .status(
                    .accepted, of: .transmission(transmission),
                    why: "sendgrid_deferred: the receiving server wants to be asked again; SendGrid does", addressFate: nil)
            ),
            (event("delivered"), .status(.delivered, of: .transmission(transmission), why: nil, addressFate: nil)),
            (event("open"), .status(.read, of: .transmission(transmission), why: nil, addressFate: nil)),
            (event("click"), .status(.read, of: .transmission(transmission), why: nil, addressFate: nil)),
            (
                event("bounce", #","type":"bounce","status":"5.1.1""#),
                .status(.failed, of: .transmission(transmission), why: "sendgrid_bounce: the mail came back", addressFate: .bounced)
            ),
            (
                event("bounce", #","type":"blocked""#),
                .status(
                    .failed, of: .transmission(transmission), why: "sendgrid_blocked: the receiving server refused the mail this time", addressFate: nil)
            ),
            (dropped("Bounced Address"), fate(.bounced)), (dropped("Invalid"), fate(.bounced)),
            (dropped("Unsubscribed Address"), fate(.optedOut)), (dropped("Spam Reporting Address"), fate(.complained)),
            (dropped("Spam Content"), fate(nil)),
            (event("spamreport"), .address(.mailbox, value: "ana@example.org", .complained)),
            (event("unsubscribe"), .address(.mailbox, value: "ana@example.org", .optedOut)),
            (event("group_unsubscribe"), .address(.mailbox, value: "ana@example.org", .optedOut)),
            (event("group_resubscribe"), .address(.mailbox, value: "ana@example.org", .optedIn)),
            (
                #"{"event":"delivered","sg_event_id":"e-1","timestamp":\#(Instant.noon.secondsSinceEpoch),"sg_message_id":"sg-1.recvd-7"}"#,
                .status(.delivered, of: .providerMessage("sg-1"), why: nil, addressFate: nil)
            ),
            (event("account_status_change"), nil),
        ] as [(String, ProviderReport.Content?)])
    func events(event: String, content: ProviderReport.Content?) async throws {
        let signer = SendGridEventSigner()
        let reports = try await read(signer.sign("[\(event)]", timestamp: Instant.noon.secondsSinceEpoch), by: signer.publicKey)
        #expect(reports == (content.map { [ProviderReport(provider: .sendGrid, eventID: "e-1", occurredAt: .noon, content: $0)] } ?? []))
    }

    private static func dropped(_ reason: String) -> String { event("dropped", #","reason":"\#(reason)""#) }

    private static func fate(_ fate: AddressFate?) -> ProviderReport.Content {
        .status(
            .failed, of: .transmission(transmission), why: "sendgrid_dropped: SendGrid didn't send it, for what it knows of the address or the mail",
            addressFate: fate)
    }

    @Test("SendGrid's own library finds the signature good that we believe, and the one bad that we don't")
    func libraryAgrees() async throws {
        let signer = SendGridEventSigner()
        let signed = try signer.sign("[\(Self.event("delivered"))]\r\n", timestamp: Instant.noon.secondsSinceEpoch)
        let count = try await read(signed, by: signer.publicKey).count
        #expect(count == 1)
        let script = TestTools.root.appending(path: "Tests/BelfryChannelsTests/Counterparts/verify_events.py").path
        for (body, expected) in [(signed.body, "true"), (signed.body + " ", "false")] {
            let tool = try TestTools.start([TestTools.python, script, signer.publicKey, signed.signature, signed.timestamp, body])
            let verdict = await tool.line()
            #expect(verdict == expected)
        }
    }

    @Test(
        "An event that can’t be read keeps nobody from the others",
        arguments: [
            #"{"event":"new"}"#, "7", #"{"event":1,"sg_event_id":[]}"#,
            #"{"event":"open","sg_event_id":"e-2","sg_message_id":"sg-1","timestamp":9223372036854775807}"#,
        ])
    func unreadable(event: String) async throws {
        let signer = SendGridEventSigner()
        let signed = try signer.sign("[\(event),\(Self.event("delivered"))]", timestamp: Instant.noon.secondsSinceEpoch)
        let reports = try await read(signed, by: signer.publicKey)
        #expect(reports.map(\.eventID) == ["e-1"])
    }

    @Test("What somebody changed, repeats much later, or signed with another key is not believed")
    func refusals() async throws {
        let signer = SendGridEventSigner()
        let signed = try signer.sign("[]", timestamp: Instant.noon.secondsSinceEpoch)
        await #expect(throws: CallbackRefusal.badSignature) { try await read(signed, by: signer.publicKey, body: "[ ]") }
        await #expect(throws: CallbackRefusal.badSignature) { try await read(signed, by: SendGridEventSigner().publicKey) }
        await #expect(throws: CallbackRefusal.stale) { try await read(signed, by: signer.publicKey, now: .noon + .seconds(301)) }
        await #expect(throws: CallbackRefusal.stale) { try await read(signed, by: signer.publicKey, now: .noon - .seconds(301)) }
        let ancient = try signer.sign("[]", timestamp: .min)
        await #expect(throws: CallbackRefusal.stale) { try await read(ancient, by: signer.publicKey) }
        let count = try await read(signed, by: signer.publicKey, now: .noon + .seconds(300)).count
        #expect(count == 0)
        let malformed = try signer.sign("{}", timestamp: Instant.noon.secondsSinceEpoch)
        await #expect(throws: CallbackRefusal.malformed) { try await read(malformed, by: signer.publicKey) }
        let unsigned = CallbackRequest(method: "POST", url: "https://belfry.example/", headers: [:], body: Array("[]".utf8))
        await #expect(throws: CallbackRefusal.badSignature) { try await SendGridCallbacks(publicKey: signer.publicKey).read(unsigned, now: .noon) }
    }

    @Test("A key that is none is told at the start", arguments: ["", "not base64", "aGVsbG8="])
    func badKey(key: String) {
        #expect(throws: SendGridCallbacks.UnusableKey.self) { try SendGridCallbacks(publicKey: key) }
        #expect(SendGridSettings(apiKey: Secret(.text("key")), webhookKey: key).findings().map(\.code) == ["sendgrid_webhook_key_unusable"])
    }
}
