import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

// BelfryChannels: speaks each provider's language: what to ask for, and what an answer means. It decides nothing and stores nothing.

/// The operator's own endpoint, spoken to by the Standard Webhooks scheme.
///
/// Source: the Standard Webhooks specification (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md):
/// `webhook-id` is the same over all attempts, `webhook-timestamp` is the attempt's own, and `webhook-signature` is an
/// HMAC-SHA256 over `id.timestamp.body`, once for each secret that is in force, so that secrets can be rotated.
public struct StandardWebhook: ProviderDialect {
    let url: String
    let secrets: [SymmetricKey]

    /// Why an endpoint can't be used as configured.
    public enum ConfigurationError: Error, Equatable {
        /// It must be an absolute `http` or `https` address.
        case unusableURL
        /// It must be `whsec_` and then 24 to 64 bytes in base64; without one nothing would be signed.
        case unusableSecret
    }

    /// - Parameters:
    ///   - url: where notifications are posted.
    ///   - secrets: the one in force, and any that is being rotated out, each as `whsec_…`.
    /// - Throws: ``ConfigurationError``
    public init(url: String, secrets: [String]) throws(ConfigurationError) {
        guard let parsed = URL(string: url), ["http", "https"].contains(parsed.scheme?.lowercased()), parsed.host?.isEmpty == false else {
            throw .unusableURL
        }
        var keys: [SymmetricKey] = []
        for secret in secrets {
            guard let key = Self.key(secret) else { throw .unusableSecret }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw .unusableSecret }
        self.url = url
        self.secrets = keys
    }

    private static func key(_ secret: String) -> SymmetricKey? {
        let prefix = "whsec_"
        guard secret.hasPrefix(prefix), let bytes = Data(base64Encoded: String(secret.dropFirst(prefix.count))), (24...64).contains(bytes.count)
        else { return nil }
        return SymmetricKey(data: bytes)
    }

    /// Why its address may not be called; nil where it may.
    public func refusal(by networkGuard: NetworkGuard) async -> NetworkGuard.Refusal? {
        await networkGuard.refusal(of: url)
    }

    public var provider: Provider { .webhook }
    /// The scheme asks receivers to answer within 15 to 30 seconds.
    public var timeout: Duration { .seconds(15) }
    /// An endpoint that takes longer than it has is an outage like another: `webhook-id` says that it comes again.
    public var afterLostAnswer: LostAnswerPolicy { .repeatUntilAnswered }

    /// What to post for a notification.
    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let encoded = try? encoder.encode(Message(notification, now: now)) else {
            throw Unsendable("unencodable: its numbers can't be written as JSON")
        }
        return request(Self.headerID(of: notification.delivery.id), String(decoding: encoded, as: UTF8.self), now: now)
    }

    /// Signed, as of now.
    ///
    /// - Parameter id: as a header can carry it.
    func request(_ id: String, _ body: String, now: Instant) -> ProviderRequest {
        let timestamp = String(now.secondsSinceEpoch)
        return ProviderRequest(
            url: url,
            headers: [
                "content-type": "application/json",
                "webhook-id": id,
                "webhook-timestamp": timestamp,
                "webhook-signature": signature(id: id, timestamp: timestamp, body: body),
            ], body: body)
    }

    func signature(id: String, timestamp: String, body: String) -> String {
        let signed = Data("\(id).\(timestamp).\(body)".utf8)
        return secrets.map { key in
            "v1," + Data(HMAC<SHA256>.authenticationCode(for: signed, using: key)).base64EncodedString()
        }.joined(separator: " ")
    }

    /// An identifier as a header can carry it: ours are as they are; of others, what the scheme or HTTP has another use for is
    /// percent-encoded, the point among it.
    private static func headerID(of delivery: DeliveryID) -> String {
        delivery.text.addingPercentEncoding(withAllowedCharacters: plain) ?? "unreadable"
    }

    private static let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    /// For so long an endpoint that is closed is left alone; then one message asks whether it has opened again.
    static let closedWait = Duration.seconds(3600)

    /// What an answer means: only 2xx is success, 410 closes the endpoint for everything, all else is tried again.
    ///
    /// The endpoint is the operator's, and none of it is a recipient's address: what was to go there waits until they have opened it, or named another.
    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        SendResult(outcome(of: response, now: now))
    }

    private func outcome(of response: ProviderResponse, now: Instant) -> Outcome {
        switch response.status {
        case 200..<300: .delivered
        case 410: .notTried(why: "http_410: the endpoint wants no more webhooks; name another in webhook_url, or open it again", after: Self.closedWait)
        default:
            .retry(why: "http_\(response.status)", after: response.headers["retry-after"].flatMap { RetryAfter.length(of: $0, now: now) })
        }
    }

    /// The body: `{"type": "notification.pattern_alert", "timestamp": …, "data": {…}}`.
    private struct Message: Encodable {
        let type: String
        let timestamp: Instant
        let data: Content

        struct Content: Encodable {
            let deliveryID: DeliveryID
            let channel: String
            let recipient: UserID
            let member: UserID
            let alert: AlertID?
            let title: String
            let body: String
            let severity: Severity
            let facts: Payload

            enum CodingKeys: String, CodingKey {
                case deliveryID = "delivery_id"
                case channel, title, body, severity, facts
                case recipient = "recipient_user_id"
                case member = "member_user_id"
                case alert = "alert_state_id"
            }
        }

        init(_ notification: OutgoingNotification, now: Instant) {
            let delivery = notification.delivery
            type = "notification.\(delivery.payload.category)"
            timestamp = now
            data = Content(
                deliveryID: delivery.id, channel: delivery.channelName, recipient: delivery.recipient, member: delivery.member,
                alert: delivery.alert, title: notification.content.title, body: notification.content.body,
                severity: notification.content.severity, facts: delivery.payload.worded(in: notification.content.language))
        }
    }
}

/// Shows nothing of itself in a log or an error: the address may hold a password or a token.
extension StandardWebhook: CustomStringConvertible {
    public var description: String { "StandardWebhook" }
}
