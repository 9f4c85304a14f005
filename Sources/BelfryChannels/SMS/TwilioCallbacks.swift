import BelfryModel
import BelfryPorts
import BelfryTime

/// Reads what Twilio posts: how far messages have come, and what people answered.
///
/// Source: https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks and
/// https://www.twilio.com/docs/messaging/guides/webhook-request. Fields may be added at any time, and callbacks come in any order and twice.
public struct TwilioCallbacks: CallbackReader {
    /// In the query of the callback's address: by which we name what was sent.
    static let transmissionField = "transmission"

    /// Behind the callback's address, as Twilio reads it there and neither calls nor signs it: call again, up to five times within 15 seconds, where nobody
    /// answers or the answer is 500 or above. Unless it is told so, Twilio calls again only where no connection comes about.
    ///
    /// Source: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides.
    static let retries = "rc=5&rp=5xx,ct,rt"

    private let tokens: [Secret]

    public init(_ settings: TwilioSettings) {
        tokens = [settings.authToken] + [settings.previousAuthToken].compactMap { $0 }
    }

    public var provider: Provider { .twilio }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        let fields = try TwilioSignature.fields(of: request, signedBy: tokens)
        let reports = Self.reports(of: fields, query: request.query, now: now)
        // An empty answer to a message says: answer nothing.
        return CallbackReading(reports: reports, answer: .init(contentType: "text/xml", body: "<Response/>"))
    }

    private static func reports(of fields: [String: String], query: [CallbackRequest.QueryItem], now: Instant) -> [ProviderReport] {
        guard let sid = fields["MessageSid"] ?? fields["SmsSid"], isMessageSID(sid) else { return [] }
        let status = fields["MessageStatus"] ?? fields["SmsStatus"] ?? "received"
        if ["received", "receiving"].contains(status) { return answer(of: fields, sid: sid, now: now) }
        guard let reached = statuses[status] else { return [] }
        let transmission = query.first { $0.name == transmissionField }.flatMap { TransmissionID($0.value) }
        var why: String?
        var fate: AddressFate?
        if reached == .failed {
            let code = fields["ErrorCode"].flatMap { Int($0) }.flatMap { $0 == 0 ? nil : $0 }
            let meaning = code.map { TwilioErrors.meaning(of: $0, status: 400) }
            why = code.map { "\(TwilioErrors.name($0, status: 400)): " } ?? "twilio_\(status): "
            why? += meaning?.sentence ?? "Twilio says no more than that it failed"
            fate = meaning?.addressFate
        }
        let subject = transmission.map { ProviderReport.Subject.transmission($0) } ?? .providerMessage(sid)
        return [
            ProviderReport(provider: .twilio, eventID: "\(sid):\(status)", occurredAt: now, content: .status(reached, of: subject, why: why, addressFate: fate))
        ]
    }

    private static let statuses: [String: Transmission.Status] = [
        "accepted": .accepted, "scheduled": .accepted, "queued": .accepted, "sending": .accepted, "sent": .sent, "partially_delivered": .sent,
        "delivered": .delivered, "read": .read, "undelivered": .failed, "failed": .failed, "canceled": .failed,
    ]

    /// What a person wants by an answer: as Twilio understood it where it did, else by the word.
    private static func answer(of fields: [String: String], sid: String, now: Instant) -> [ProviderReport] {
        guard let from = fields["From"], from.hasPrefix("+"), let number = PhoneNumber(from) else { return [] }
        let understood: AddressFate? =
            switch fields["OptOutType"]?.uppercased() {
            case "STOP": .optedOut
            case "START": .optedIn
            case "HELP": nil
            default: OptOutWords.wish(in: fields["Body"] ?? "")
            }
        return understood.map {
            [ProviderReport(provider: .twilio, eventID: "\(sid):answer", occurredAt: now, content: .address(.phone, value: number.e164, $0))]
        } ?? []
    }

    private static func isMessageSID(_ text: String) -> Bool {
        text.utf8.count == 34 && (text.hasPrefix("SM") || text.hasPrefix("MM")) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

extension TwilioCallbacks: CustomStringConvertible {
    public var description: String { "TwilioCallbacks" }
}
