import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Mail over Amazon SES, API v2.
///
/// SES gives each mail a `Message-ID` of its own, so a repetition can't be told by it: after a lost answer the mail's events are
/// waited for. They carry our name in a tag.
///
/// Configuration keys, beside those of ``AWSAccount`` and ``EmailSettings``:
/// - `ses_configuration_set` (text, optional): publishes the events of our mails to a topic of SNS; see ``SESCallbacks``.
///
/// Source: docs.aws.amazon.com, Amazon SES API v2 Reference, "SendEmail".
public struct SESDialect: ProviderDialect {
    let account: AWSAccount
    let composer: EmailComposer
    let configurationSet: String?
    private let hearsEvents: Bool

    /// - Parameter hearsEvents: whether what the configuration set publishes comes back here, to ``SESCallbacks``.
    public init(_ account: AWSAccount, composer: EmailComposer, configurationSet: String? = nil, hearsEvents: Bool = false) {
        self.account = account
        self.composer = composer
        self.configurationSet = configurationSet
        self.hearsEvents = hearsEvents && configurationSet != nil
    }

    public var provider: Provider { .ses }
    public var timeout: Duration { .seconds(20) }
    /// Without events nobody would ever tell, and a mail told twice is better than one never told.
    public var afterLostAnswer: LostAnswerPolicy { hearsEvents ? .reconcile : .repeatSafely }

    /// Under which SES hands our name back in its events.
    static let transmissionTag = "transmission"

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        let message = try composer.message(for: notification, now: now)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .custom { AWSKey(capitalizing: $0.last) }
        let tags = [
            SESBody.Named(name: Self.transmissionTag, value: notification.transmission.text),
            SESBody.Named(name: "category", value: EmailTag.text(notification.delivery.payload.category)),
        ]
        guard let body = try? encoder.encode(SESBody(message, tags: tags, configurationSet: configurationSet)) else {
            throw Unsendable("unencodable: the mail can't be written as JSON")
        }
        return try account.request(
            to: "email", service: "ses", path: "/v2/email/outbound-emails", contentType: "application/json", body: Array(body), keys: authorization,
            now: now)
    }
}
