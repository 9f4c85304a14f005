import BelfryModel
import BelfryTime

/// One event that SendGrid tells of a mail.
///
/// Source: twilio.com/docs/sendgrid, "Event Webhook Reference". What isn't understood counts as missing: events get new fields at any time.
struct SendGridEvent: Decodable {
    let event: String
    let id: String
    let timestamp: Int64
    let email: String?
    let messageID: String?
    let transmission: String?
    let kind: String?
    let reason: String?

    private enum CodingKeys: String, CodingKey {
        case event, timestamp, email, reason
        case id = "sg_event_id"
        case messageID = "sg_message_id"
        case transmission = "transmission_id"
        case kind = "type"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        event = try container.decode(String.self, forKey: .event)
        id = try container.decode(String.self, forKey: .id)
        timestamp = try container.decode(Int64.self, forKey: .timestamp)
        guard (0...Instant.max.secondsSinceEpoch).contains(timestamp) else {
            throw DecodingError.dataCorruptedError(forKey: .timestamp, in: container, debugDescription: "expected seconds since 1970")
        }
        func text(_ key: CodingKeys) -> String? { try? container.decodeIfPresent(String.self, forKey: key) }
        email = text(.email)
        messageID = text(.messageID)
        transmission = text(.transmission)
        kind = text(.kind)
        reason = text(.reason)
    }

    /// Nil where it tells nothing that we keep.
    var report: ProviderReport? {
        content.map { ProviderReport(provider: .sendGrid, eventID: id, occurredAt: Instant(secondsSinceEpoch: timestamp), content: $0) }
    }

    private var content: ProviderReport.Content? {
        switch event {
        case "processed": status(.accepted)
        case "deferred": status(.accepted, why: "sendgrid_deferred: the receiving server wants to be asked again; SendGrid does")
        case "delivered": status(.delivered)
        case "open", "click": status(.read)
        case "bounce" where kind == "blocked": status(.failed, why: "sendgrid_blocked: the receiving server refused the mail this time")
        case "bounce": status(.failed, why: "sendgrid_bounce: the mail came back", .bounced)
        case "dropped": dropped
        case "spamreport": address(.complained)
        case "unsubscribe", "group_unsubscribe": address(.optedOut)
        case "group_resubscribe": address(.optedIn)
        default: nil
        }
    }

    /// SendGrid keeps lists of its own, and sends nothing to whoever stands on one.
    private var dropped: ProviderReport.Content? {
        let reason = reason ?? ""
        let fate: AddressFate? =
            switch reason {
            case "Bounced Address", "Invalid": .bounced
            case "Unsubscribed Address": .optedOut
            case "Spam Reporting Address": .complained
            default: nil
            }
        return status(.failed, why: "sendgrid_dropped: SendGrid didn't send it, for what it knows of the address or the mail", fate)
    }

    private func status(_ status: Transmission.Status, why: String? = nil, _ fate: AddressFate? = nil) -> ProviderReport.Content? {
        subject.map { .status(status, of: $0, why: why, addressFate: fate) }
    }

    private func address(_ fate: AddressFate) -> ProviderReport.Content? {
        email.map { .address(.mailbox, value: $0, fate) }
    }

    /// Our own name where it came back; else SendGrid's, which its answer gave without what stands behind the first point.
    private var subject: ProviderReport.Subject? {
        if let transmission = transmission.flatMap({ TransmissionID($0) }) { return .transmission(transmission) }
        return messageID?.split(separator: ".").first.map { .providerMessage(String($0)) }
    }
}
