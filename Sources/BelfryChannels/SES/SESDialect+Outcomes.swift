import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension SESDialect {
    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        guard response.status != 200 else { return SendResult(.delivered, providerMessageID: Self.messageID(in: response.body)) }
        let code = AWSRefusal.code(in: response)
        return SendResult(AWSRefusal.common(code, response, named: "ses", now: now) ?? Self.refusal(code, response))
    }

    private static func refusal(_ code: String?, _ response: ProviderResponse) -> Outcome {
        let wait = AWSRefusal.operatorWait
        switch code {
        case "LimitExceededException": return .retry(why: "ses_LimitExceededException: the account's quota of mails is used up for now", after: wait)
        case "AccountSuspendedException": return .retry(why: "ses_AccountSuspendedException: AWS has suspended the account; ask AWS", after: wait)
        case "SendingPausedException": return .retry(why: "ses_SendingPausedException: sending is paused for the account or its configuration set", after: wait)
        case "MailFromDomainNotVerifiedException":
            return .retry(why: "ses_MailFromDomainNotVerifiedException: verify the sender's domain with SES; check email_from", after: wait)
        case "NotFoundException": return .retry(why: "ses_NotFoundException: SES doesn't know the configuration set; check ses_configuration_set", after: wait)
        // The same error stands for a mail with a virus in it; only its text tells them apart.
        case "MessageRejected" where String(decoding: response.body, as: UTF8.self).contains("not verified"):
            return .retry(why: "ses_MessageRejected: verify the sender with SES, or have AWS let the account out of the sandbox; see email_from", after: wait)
        case "MessageRejected": return .rejected(why: "ses_MessageRejected: SES refused the mail")
        case "BadRequestException": return .rejected(why: "ses_BadRequestException: SES doesn't understand the mail")
        default: return .rejected(why: "ses_\(code ?? String(response.status)): SES refused the mail")
        }
    }

    private static func messageID(in body: [UInt8]) -> String? {
        struct Answer: Decodable {
            let MessageId: String
        }
        return (try? JSONDecoder().decode(Answer.self, from: Data(body)))?.MessageId
    }
}
