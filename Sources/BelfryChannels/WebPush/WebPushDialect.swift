import BelfryModel
import BelfryPorts
import BelfryTime

/// Web Push: one encrypted message to one browser, through the push service that the browser chose.
///
/// Source: RFC 8030 for the request, RFC 8291 for its body, RFC 8292 for who sends it.
public struct WebPushDialect: ProviderDialect {
    let settings: WebPushSettings
    private let tokens: VAPIDTokens

    /// Push services keep a message for so long at most: four weeks with FCM, thirty days with Mozilla.
    static let timeToLiveMax = Duration.seconds(28 * 24 * 3600)

    public init(_ settings: WebPushSettings) {
        self.settings = settings
        tokens = VAPIDTokens(settings)
    }

    public var provider: Provider { .webPush }
    public var timeout: Duration { .seconds(15) }

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .browser(let subscription) = notification.address.target else {
            throw Unsendable("web_push_wrong_address: Web Push reaches browsers alone")
        }
        let origin = try origin(of: subscription)
        guard let header = try? tokens.header(for: origin, now: now) else {
            throw Unsendable("web_push_key_unusable: the VAPID key can't be used; `belfry doctor` says why", isOperatorsToMend: true)
        }
        return ProviderRequest(
            url: subscription.endpoint,
            headers: [
                "authorization": header, "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
                "ttl": String(Self.timeToLive(until: notification.delivery.expiresAt, now: now)),
                "urgency": notification.content.severity.urgency, "topic": PushTopic.text(of: notification.collapseID),
            ], body: try body(for: notification, to: subscription))
    }

    /// The public key by which push services know us now; nil where there is none.
    var publicKeyText: String? { tokens.publicKeyText }

    /// The push service that a subscription is at.
    func origin(of subscription: WebPushSubscription) throws(Unsendable) -> String {
        do {
            return try PushEndpoint(subscription.endpoint, trustedOrigins: settings.trustedOrigins).origin
        } catch {
            switch error {
            case .notHTTPS: throw Unsendable("web_push_endpoint_not_https: the browser's endpoint must be https")
            case .hostNotAllowed: throw Unsendable("web_push_endpoint_private: the browser's endpoint is not a public push service's; see web_push_trusted_origins")
            case .malformed: throw Unsendable("web_push_endpoint_malformed: the browser's endpoint is no address")
            }
        }
    }

    private func body(for notification: OutgoingNotification, to subscription: WebPushSubscription) throws(Unsendable) -> [UInt8] {
        let content = notification.content
        let message = WebPushMessage(notification, openPath: settings.openPath, linkOrigins: settings.linkOrigins)
        let fitting = message.fitting(title: content.title, body: content.body, byteCountMax: MessageEncryption.plaintextByteCountMax)
        guard let plaintext = fitting else { throw Unsendable("web_push_too_large: its identifiers alone are more than a push service takes") }
        do {
            return try MessageEncryption(for: subscription).encrypt(plaintext)
        } catch {
            throw Unsendable("web_push_bad_subscription: the browser's keys are none; it must subscribe anew")
        }
    }

    /// In seconds.
    static func timeToLive(until expiresAt: Instant?, now: Instant) -> Int64 {
        guard let expiresAt else { return timeToLiveMax.components.seconds }
        return min(max(.zero, expiresAt - now), timeToLiveMax).components.seconds
    }
}

/// Shows no settings.
extension WebPushDialect: CustomStringConvertible {
    public var description: String { "WebPushDialect" }
}
