import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Messages by WhatsApp's Cloud API.
///
/// Source: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages, and Meta's OpenAPI description
/// (github.com/facebook/openapi, business-messaging-api_v23.0.yaml). There is no idempotency key: after a lost answer the status callback is
/// waited for, which carries our name of the message.
public struct WhatsAppDialect: ProviderDialect {
    let settings: WhatsAppSettings

    public init(_ settings: WhatsAppSettings) {
        self.settings = settings
    }

    public var provider: Provider { .whatsApp }
    public var timeout: Duration { .seconds(15) }
    /// Where no callback is believed, none would ever tell.
    public var afterLostAnswer: LostAnswerPolicy { settings.appSecrets.isEmpty ? .giveUp : .reconcile }

    /// For how long after a person wrote anything may be answered, but for a margin in which the request travels.
    static let window = Duration.seconds(24 * 3600 - 300)

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .phone(let text, let lastInboundAt) = notification.address.target, let number = PhoneNumber(text) else {
            throw Unsendable("whatsapp_no_number: the address is no telephone number with its country")
        }
        let template = settings.templates.template(for: notification.delivery.payload.category)
        // A clock that is ahead of ours opens nothing for longer.
        let isOpen = lastInboundAt.map { $0 + Self.window > now } ?? false
        let message: WhatsAppMessage
        switch template {
        // Free text has no buttons.
        case .some(let template) where !isOpen || !template.replies.isEmpty:
            message = WhatsAppMessage(template, to: number, for: notification)
        case _ where isOpen:
            message = WhatsAppMessage(text: notification.content, to: number, for: notification)
        default:
            throw Unsendable(
                "whatsapp_no_template: the person did not write within 24 hours, and whatsapp_templates has none for notifications of this category")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(message) else { throw Unsendable("unencodable: it can't be written as JSON") }
        return ProviderRequest(
            url: "\(settings.endpoint)/\(settings.phoneNumberID)/messages",
            headers: ["authorization": authorization ?? "", "content-type": "application/json"], body: Array(body))
    }

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        if (200..<300).contains(response.status) {
            let accepted = try? JSONDecoder().decode(Accepted.self, from: Data(response.body))
            return SendResult(.delivered, providerMessageID: accepted?.messages.first?.id)
        }
        let code = Self.code(in: response)
        return WhatsAppErrors.meaning(of: code, status: response.status)
            .result(code: WhatsAppErrors.name(code, status: response.status), retryAfter: retryAfter)
    }

    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool {
        !WhatsAppErrors.meaning(of: Self.code(in: response), status: response.status).sparesOthers
    }

    private static func code(in response: ProviderResponse) -> Int? {
        guard let error = (try? JSONDecoder().decode(Refused.self, from: Data(response.body)))?.error else { return nil }
        // The Graph API calls a number that isn't there, or isn't the app's, a wrong parameter; what is meant its second code says.
        return error.code == 100 && error.error_subcode == 33 ? 33 : error.code
    }

    private struct Accepted: Decodable {
        let messages: [Message]

        struct Message: Decodable {
            let id: String
        }
    }

    private struct Refused: Decodable {
        let error: Content

        struct Content: Decodable {
            let code: Int
            let error_subcode: Int?
        }
    }
}

extension WhatsAppDialect: CustomStringConvertible {
    public var description: String { "WhatsAppDialect" }
}

/// Sends by WhatsApp.
public func makeWhatsAppSender(_ settings: WhatsAppSettings, over exchange: HTTPExchange, protection: ProviderProtection? = nil) -> HTTPSender<WhatsAppDialect> {
    HTTPSender(
        WhatsAppDialect(settings), over: exchange, authorizations: StandingAuthorization.bearer(settings.token, ifUnreadable: "whatsapp_token_unreadable"),
        protection: protection ?? ProviderProtection(rate: settings.rate))
}
