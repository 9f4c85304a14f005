import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// One event of a mail's life, as SES publishes it.
///
/// Source: docs.aws.amazon.com, Amazon SES Developer Guide, "Contents of event data that Amazon SES publishes to Amazon SNS", and
/// "Amazon SNS notification contents for Amazon SES" for the older form, whose name for the kind differs.
struct SESEvent: Decodable {
    let eventType: String?
    let notificationType: String?
    let mail: Mail
    let bounce: Bounce?
    let complaint: Complaint?

    struct Mail: Decodable {
        let messageId: String
        let tags: [String: [String]]?
    }

    struct Bounce: Decodable {
        let bounceType: String
    }

    struct Complaint: Decodable {
        let complainedRecipients: [Recipient]?
        let complaintFeedbackType: String?
    }

    struct Recipient: Decodable {
        let emailAddress: String
    }

    /// What an event means; nothing where we keep nothing of it.
    ///
    /// - Throws: ``CallbackRefusal/malformed``
    static func reports(in message: SNSMessage) throws(CallbackRefusal) -> [ProviderReport] {
        guard let event = try? JSONDecoder().decode(SESEvent.self, from: Data(message.message.utf8)), let occurredAt = message.publishedAt else {
            throw .malformed
        }
        return event.contents.enumerated().map { index, content in
            ProviderReport(provider: .ses, eventID: "\(message.messageId)-\(index)", occurredAt: occurredAt, content: content)
        }
    }

    private var contents: [ProviderReport.Content] {
        switch eventType ?? notificationType {
        case "Send": [status(.accepted)]
        case "DeliveryDelay": [status(.accepted, why: "ses_delay: the receiving server wants to be asked again; SES does")]
        case "Delivery": [status(.delivered)]
        case "Open", "Click": [status(.read)]
        case "Reject": [status(.failed, why: "ses_reject: SES didn't send it, for what it found in it")]
        case "Rendering Failure": [status(.failed, why: "ses_rendering_failure: SES couldn't put the mail together")]
        case "Bounce" where bounce?.bounceType == "Permanent": [status(.failed, why: "ses_bounce: the mail came back for good", .bounced)]
        case "Bounce": [status(.failed, why: "ses_transient_bounce: the mail came back this time")]
        case "Complaint" where complaint?.complaintFeedbackType != "not-spam":
            (complaint?.complainedRecipients ?? []).map { .address(.mailbox, value: $0.emailAddress, .complained) }
        default: []
        }
    }

    private func status(_ status: Transmission.Status, why: String? = nil, _ fate: AddressFate? = nil) -> ProviderReport.Content {
        let transmission = mail.tags?[SESDialect.transmissionTag]?.first.flatMap { TransmissionID($0) }
        return .status(status, of: transmission.map { .transmission($0) } ?? .providerMessage(mail.messageId), why: why, addressFate: fate)
    }
}
