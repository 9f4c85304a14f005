import BelfryModel
import BelfryPorts
import BelfryTime

extension SNSDialect {
    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        guard response.status != 200 else {
            return SendResult(.delivered, providerMessageID: AWSRefusal.element("MessageId", in: response.body))
        }
        let code = AWSRefusal.code(in: response)
        return AWSRefusal.common(code, response, named: "sns", now: now).map { SendResult($0) } ?? Self.refusal(code, status: response.status)
    }

    private static func refusal(_ code: String?, status: Int) -> SendResult {
        switch code {
        case "OptedOut": SendResult(.addressGone(why: "sns_OptedOut: the person wants no SMS, and told SNS so"), addressFate: .optedOut)
        case "InvalidParameter", "InvalidParameterValue", "ParameterValueInvalid", "ValidationException":
            SendResult(.rejected(why: "sns_\(code ?? ""): SNS doesn't understand the number or the message"))
        case "EndpointDisabled": SendResult(.rejected(why: "sns_EndpointDisabled: SNS has switched this endpoint off"))
        case "PlatformApplicationDisabled": SendResult(.rejected(why: "sns_PlatformApplicationDisabled: SNS has switched this application off"))
        case "UserError": SendResult(.rejected(why: "sns_UserError: SNS doesn't take the request"))
        case "NotFound": SendResult(.rejected(why: "sns_NotFound: SNS knows nothing of that name; check aws_region"))
        case "KMSAccessDenied", "KMSDisabled", "KMSInvalidState", "KMSNotFound", "KMSOptInRequired", "KMSThrottling":
            SendResult(.retry(why: "sns_\(code ?? ""): AWS can't use the key that the account encrypts with", after: AWSRefusal.operatorWait))
        default: SendResult(.rejected(why: "sns_\(code ?? String(status)): SNS refused the message"))
        }
    }
}
