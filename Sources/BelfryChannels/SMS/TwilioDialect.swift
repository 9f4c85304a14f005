import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Short messages by Twilio's Programmable Messaging.
///
/// Source: Twilio's OpenAPI description (github.com/twilio/twilio-oai, spec/json/twilio_api_v2010.json), `CreateMessage`. It has no idempotency
/// key: after a lost answer the list of messages is asked before anything is sent again (``TwilioSender``).
public struct TwilioDialect: ProviderDialect {
    let settings: TwilioSettings

    public init(_ settings: TwilioSettings) {
        self.settings = settings
    }

    public var provider: Provider { .twilio }
    public var timeout: Duration { .seconds(15) }
    public var afterLostAnswer: LostAnswerPolicy { .reconcile }

    /// For how long Twilio may keep a message in its queue.
    private static let validitySeconds: ClosedRange<Int64> = 1...36_000

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        let recipient = try recipient(of: notification)
        guard settings.callingCodes.allow(recipient) else { throw Unsendable(settings.callingCodes.refusal(of: provider)) }
        var fields = [(name: "To", value: recipient.e164)]
        switch settings.origin {
        case .number(let from), .name(let from): fields.append(("From", from))
        case .messagingService(let sid): fields.append(("MessagingServiceSid", sid))
        }
        fields.append(("Body", text(of: notification)))
        if let callback = settings.statusCallback {
            // The name comes back with each callback, even where the answer to this request is lost.
            let name = "\(TwilioCallbacks.transmissionField)=\(FormEncoding.escaped(notification.transmission.text))"
            fields.append(("StatusCallback", "\(callback)?\(name)#\(TwilioCallbacks.retries)"))
        }
        if let expiresAt = notification.delivery.expiresAt {
            let secondsLeft = (expiresAt - now).components.seconds
            guard secondsLeft > 0 else { throw Unsendable("expired: it is of no use any more") }
            fields.append(("ValidityPeriod", String(min(secondsLeft, Self.validitySeconds.upperBound))))
        }
        return ProviderRequest(
            url: messagesURL,
            headers: ["authorization": authorization ?? "", "content-type": FormEncoding.contentType, "accept": "application/json"],
            body: FormEncoding.encode(fields))
    }

    var messagesURL: String { "\(settings.endpoint)/2010-04-01/Accounts/\(settings.accountSID)/Messages.json" }

    /// - Throws: ``Unsendable`` where the address is no number.
    func recipient(of notification: OutgoingNotification) throws(Unsendable) -> PhoneNumber {
        guard case .phone(let text, _) = notification.address.target, let number = PhoneNumber(text) else {
            throw Unsendable("twilio_no_number: the address is no telephone number with its country")
        }
        return number
    }

    func text(of notification: OutgoingNotification) -> String {
        SMSText.text(of: notification.content, link: settings.link, segmentCountMax: settings.segmentCountMax)
    }

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        let retryAfter = response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) }
        if (200..<300).contains(response.status) {
            let message = try? JSONDecoder().decode(Accepted.self, from: Data(response.body))
            return SendResult(.delivered, providerMessageID: message?.sid)
        }
        let code = Self.code(in: response)
        return TwilioErrors.meaning(of: code, status: response.status)
            .result(code: TwilioErrors.name(code, status: response.status), retryAfter: retryAfter)
    }

    public func speaksAgainstProvider(_ response: ProviderResponse) -> Bool {
        !TwilioErrors.meaning(of: Self.code(in: response), status: response.status).sparesOthers
    }

    private static func code(in response: ProviderResponse) -> Int? {
        (try? JSONDecoder().decode(Refused.self, from: Data(response.body)))?.code
    }

    private struct Accepted: Decodable {
        let sid: String?
    }

    private struct Refused: Decodable {
        let code: Int?
    }
}

extension TwilioDialect: CustomStringConvertible {
    public var description: String { "TwilioDialect" }
}
