import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Mail over SendGrid's Web API v3.
///
/// Source: docs.sendgrid.com, "Mail Send"; the OpenAPI description in github.com/sendgrid/sendgrid-oai.
public struct SendGridDialect: ProviderDialect {
    let settings: SendGridSettings
    let composer: EmailComposer

    public init(_ settings: SendGridSettings, composer: EmailComposer) {
        self.settings = settings
        self.composer = composer
    }

    public var provider: Provider { .sendGrid }
    public var timeout: Duration { .seconds(20) }

    /// Under which SendGrid hands our name back in its events.
    static let transmissionKey = "transmission_id"

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        let message = try composer.message(for: notification, now: now)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(Body(message, notification, tracksOpens: settings.tracksOpens)) else {
            throw Unsendable("unencodable: the mail can't be written as JSON")
        }
        var headers = ["content-type": "application/json"]
        headers["authorization"] = authorization
        return ProviderRequest(url: settings.endpoint + "/v3/mail/send", headers: headers, body: Array(body))
    }

    private struct Body: Encodable {
        let personalizations: [Personalization]
        let from: Person
        let reply_to: Person?
        let subject: String
        let content: [Part]
        let headers: [String: String]
        let categories: [String]
        let tracking_settings: Tracking

        struct Person: Encodable {
            let email: String
            let name: String?
        }

        struct Personalization: Encodable {
            let to: [Person]
            let custom_args: [String: String]
        }

        struct Part: Encodable {
            let type: String
            let value: String
        }

        struct Tracking: Encodable {
            let click_tracking: Switch
            let open_tracking: Switch
            let subscription_tracking: Switch

            struct Switch: Encodable {
                let enable: Bool
            }
        }

        init(_ message: EmailMessage, _ notification: OutgoingNotification, tracksOpens: Bool) {
            personalizations = [
                Personalization(
                    to: [Person(email: message.to.address, name: message.to.name)],
                    custom_args: [SendGridDialect.transmissionKey: notification.transmission.text])
            ]
            from = Person(email: message.from.address, name: message.from.name)
            reply_to = message.replyTo.map { Person(email: $0.address, name: $0.name) }
            subject = message.subject
            content = [Part(type: "text/plain", value: message.text), Part(type: "text/html", value: message.html)]
            headers = Dictionary(
                (message.extraHeaders + [(name: "Message-ID", value: message.messageID)]).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            categories = [EmailTag.text(notification.delivery.payload.category)]
            // Links stay ours: rewritten ones would break unsubscribing at one click, and tell SendGrid who reads what.
            tracking_settings = Tracking(
                click_tracking: .init(enable: false), open_tracking: .init(enable: tracksOpens), subscription_tracking: .init(enable: false))
        }
    }
}

/// A word under which a provider counts mails.
enum EmailTag {
    /// Letters, digits, `_` and `-`, the rest as `_`: what both SendGrid and SES take. At most 64 of them.
    static func text(_ text: String) -> String {
        let plain = text.unicodeScalars.prefix(64).map { scalar -> Character in
            let character = Character(scalar)
            return scalar.isASCII && (character.isLetter || character.isNumber || character == "-") ? character : "_"
        }
        return plain.isEmpty ? "general" : String(plain)
    }
}
