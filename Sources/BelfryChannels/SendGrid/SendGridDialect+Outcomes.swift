import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

extension SendGridDialect {
    /// What the operator must mend is not hurried.
    static let operatorWait = Duration.seconds(900)

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        switch response.status {
        case 200, 202: SendResult(.delivered, providerMessageID: response.headers["x-message-id"])
        default: SendResult(Self.refusal(response, now: now))
        }
    }

    private static func refusal(_ response: ProviderResponse, now: Instant) -> Outcome {
        switch response.status {
        case 400 where field(in: response.body)?.hasPrefix("personalizations.0.to") == true:
            .rejected(why: "sendgrid_bad_address: SendGrid can't read the address")
        case 400: .rejected(why: "sendgrid_400\(field(in: response.body).map { "_\($0)" } ?? ""): SendGrid doesn't understand the mail")
        case 401: .retry(why: "sendgrid_401: SendGrid doesn't know the key; check sendgrid_api_key", after: operatorWait)
        case 403:
            .retry(
                why: "sendgrid_403: the key may not send, or the sender isn't verified; check the key's rights and email_from", after: operatorWait)
        case 300...399, 404, 405: .retry(why: "sendgrid_\(response.status): this is not SendGrid's address; check sendgrid_endpoint", after: operatorWait)
        // An account of one region at the address of another.
        case 451: .retry(why: "sendgrid_451: the account keeps its data in another region; check sendgrid_endpoint", after: operatorWait)
        case 413: .rejected(why: "sendgrid_413: the mail is too large")
        case 415: .rejected(why: "sendgrid_415: SendGrid doesn't take the form of the mail")
        case 429: .retry(why: "sendgrid_429: too many requests", after: wait(response, now: now))
        case 408, 500...599: .retry(why: "sendgrid_\(response.status): SendGrid has trouble of its own", after: wait(response, now: now))
        default: .rejected(why: "sendgrid_\(response.status): SendGrid refused the mail")
        }
    }

    /// SendGrid says when its limit starts anew, in seconds since 1970; HTTP's own header is heard as well.
    private static func wait(_ response: ProviderResponse, now: Instant) -> Duration? {
        if let wait = response.headers["retry-after"].flatMap({ RetryAfter.length(of: $0, now: now) }) { return wait }
        return response.headers["x-ratelimit-reset"].flatMap { Int64($0) }.map { reset in
            max(.seconds(1), RetryAfter.bounded(Duration.seconds(reset) - .seconds(now.secondsSinceEpoch)))
        }
    }

    /// Which part of the mail SendGrid objects to, such as `from.email`. Its messages are not repeated: they may quote the recipient.
    private static func field(in body: [UInt8]) -> String? {
        struct Refusal: Decodable {
            let errors: [Entry]

            struct Entry: Decodable {
                let field: String?
            }
        }
        let field = (try? JSONDecoder().decode(Refusal.self, from: Data(body)))?.errors.first?.field
        return field.flatMap { $0.utf8.count <= 64 && $0.wholeMatch(of: /[a-z0-9_.]+/) != nil ? $0 : nil }
    }
}
