import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryChannels

@Suite("SendGrid")
struct SendGridTests {
    private let notification = OutgoingNotification.mail()

    @Test("A mail goes over HTTP, and carries our name for it")
    func arrives() async throws {
        let notification = notification
        try await SendGridSimulator.with(apiKey: "SG.key") { simulator in
            let result = try await send(notification, key: "SG.key", to: simulator)
            #expect(result == SendResult(.delivered, providerMessageID: "sg-1"))
            let entry = try #require(simulator.log.entries.first)
            #expect(entry.name == notification.transmission.text && entry.address == "ana@example.org")
            let mail = try #require(try JSONSerialization.jsonObject(with: Data(entry.body.utf8)) as? [String: Any])
            let headers = try #require(mail["headers"] as? [String: String])
            #expect(headers["Message-ID"] == "<\(notification.transmission.text)@belfry.example>")
            #expect(headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
            #expect(mail["categories"] as? [String] == ["pattern_alert"])
            #expect(mail["subject"] as? String == "Ben: fewer steps")
        }
    }

    @Test("A key that SendGrid doesn't know waits for the operator")
    func wrongKey() async throws {
        let notification = notification
        try await SendGridSimulator.with(apiKey: "SG.key") { simulator in
            let result = try await send(notification, key: "SG.guessed", to: simulator)
            #expect(result.outcome.whyCode == "sendgrid_401" && result.outcome.label == "retry")
            #expect(simulator.log.entries.isEmpty)
        }
    }

    @Test("A mail whose answer was lost goes out again under the same names")
    func lostAnswer() async throws {
        let notification = notification
        try await SendGridSimulator.with(apiKey: "SG.key", faults: [.status(503), .status(429, headers: ["retry-after": "7"])]) { simulator in
            let first = try await send(notification, key: "SG.key", to: simulator).outcome
            #expect(first == .retry(why: "sendgrid_503: SendGrid has trouble of its own", after: nil))
            let second = try await send(notification, key: "SG.key", to: simulator).outcome
            #expect(second == .retry(why: "sendgrid_429: too many requests", after: .seconds(7)))
            let third = try await send(notification, key: "SG.key", to: simulator).outcome
            #expect(third == .delivered && simulator.log.entries.count == 1)
        }
    }

    private func send(_ notification: OutgoingNotification, key: String, to simulator: SendGridSimulator) async throws -> SendResult {
        let exchange = HTTPExchange()
        let dialect = SendGridDialect(SendGridSettings(apiKey: Secret(.text(key)), endpoint: simulator.endpoint), composer: EmailComposer(try .example()))
        let sender = HTTPSender(
            dialect, over: exchange, authorizations: SecretAuthorization(scheme: "Bearer ", Secret(.text(key)), name: "sendgrid"),
            protection: ProviderProtection())
        let result = await sender.send(notification, now: .noon)
        await exchange.shutdown()
        return result
    }

    @Test(
        "What each answer means",
        arguments: [
            (200, "", [:], .delivered), (202, "", [:], .delivered),
            (400, "", [:], .rejected(why: "sendgrid_400: SendGrid doesn't understand the mail")),
            (400, "from.email", [:], .rejected(why: "sendgrid_400_from.email: SendGrid doesn't understand the mail")),
            (400, "personalizations.0.to.0.email", [:], .rejected(why: "sendgrid_bad_address: SendGrid can't read the address")),
            (400, "<ana@example.org>", [:], .rejected(why: "sendgrid_400: SendGrid doesn't understand the mail")),
            (401, "", [:], .retry(why: "sendgrid_401: SendGrid doesn't know the key; check sendgrid_api_key", after: .seconds(900))),
            (
                403, "", [:],
                .retry(
                    why: "sendgrid_403: the key may not send, or the sender isn't verified; check the key's rights and email_from", after: .seconds(900))
            ),
            (302, "", [:], .retry(why: "sendgrid_302: this is not SendGrid's address; check sendgrid_endpoint", after: .seconds(900))),
            (404, "", [:], .retry(why: "sendgrid_404: this is not SendGrid's address; check sendgrid_endpoint", after: .seconds(900))),
            (405, "", [:], .retry(why: "sendgrid_405: this is not SendGrid's address; check sendgrid_endpoint", after: .seconds(900))),
            (451, "", [:], .retry(why: "sendgrid_451: the account keeps its data in another region; check sendgrid_endpoint", after: .seconds(900))),
            (408, "", [:], .retry(why: "sendgrid_408: SendGrid has trouble of its own", after: nil)),
            (413, "", [:], .rejected(why: "sendgrid_413: the mail is too large")),
            (415, "", [:], .rejected(why: "sendgrid_415: SendGrid doesn't take the form of the mail")),
            (418, "", [:], .rejected(why: "sendgrid_418: SendGrid refused the mail")),
            (429, "", ["x-ratelimit-reset": "1769342460"], .retry(why: "sendgrid_429: too many requests", after: .seconds(60))),
            (429, "", ["x-ratelimit-reset": "0"], .retry(why: "sendgrid_429: too many requests", after: .seconds(1))),
            (429, "", ["x-ratelimit-reset": "9223372036854775807"], .retry(why: "sendgrid_429: too many requests", after: .seconds(86_400))),
            (429, "", ["x-ratelimit-reset": "-9223372036854775808"], .retry(why: "sendgrid_429: too many requests", after: .seconds(1))),
            (429, "", ["retry-after": "9"], .retry(why: "sendgrid_429: too many requests", after: .seconds(9))),
            (500, "", [:], .retry(why: "sendgrid_500: SendGrid has trouble of its own", after: nil)),
            (503, "", ["retry-after": "30"], .retry(why: "sendgrid_503: SendGrid has trouble of its own", after: .seconds(30))),
        ] as [(Int, String, [String: String], Outcome)])
    func outcomes(status: Int, field: String, headers: [String: String], expected: Outcome) throws {
        let dialect = SendGridDialect(SendGridSettings(apiKey: Secret(.text("key"))), composer: EmailComposer(try .example()))
        let body = field.isEmpty ? "" : #"{"errors":[{"message":"ana@example.org is bad","field":"\#(field)"}]}"#
        #expect(dialect.outcome(of: ProviderResponse(status: status, headers: headers, body: body), to: notification, now: .noon).outcome == expected)
    }
}
