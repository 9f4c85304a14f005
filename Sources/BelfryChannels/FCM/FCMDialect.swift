import BelfryModel
import BelfryPorts
import BelfryTime

/// Firebase Cloud Messaging, HTTP v1: one message to one registration token.
///
/// Source: firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send.
public struct FCMDialect: ProviderDialect {
    let settings: FCMSettings

    /// Google asks for ten seconds at least, because one that gave up sooner would send again what was taken
    /// (firebase.google.com/docs/cloud-messaging/scale-fcm).
    static let answerTimeout = Duration.seconds(20)

    public init(_ settings: FCMSettings) {
        self.settings = settings
    }

    public var provider: Provider { .fcm }
    public var timeout: Duration { Self.answerTimeout }

    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .android(let token) = notification.address.target else {
            throw Unsendable("fcm_wrong_address: FCM reaches Android devices alone")
        }
        guard let authorization else { throw Unsendable("fcm_no_token: FCM needs an access token") }
        return ProviderRequest(
            url: "\(settings.endpoint)/v1/projects/\(settings.projectID)/messages:send",
            headers: ["authorization": authorization, "content-type": "application/json; charset=utf-8"],
            body: try body(for: notification, to: token, now: now))
    }

    private func body(for notification: OutgoingNotification, to token: String, now: Instant) throws(Unsendable) -> [UInt8] {
        let message = FCMMessage(notification, to: token, settings: settings, now: now)
        // The token is in the request, not in the message. What FCM counts beside words and data isn't told: so all of it counts.
        let byteCountMax = FCMMessage.byteCountMax + token.utf8.count
        let content = notification.content
        // Rather no buttons than a part of the title.
        let offersActions = message.hasActions && message.json(title: content.title, body: "", showsImage: false).count <= byteCountMax
        // And rather no picture than a part of any words.
        let showsImage =
            message.hasImage && message.json(title: content.title, body: content.body, offersActions: offersActions).count <= byteCountMax
        let fitting = FittingText.fit(title: content.title, body: content.body, byteCountMax: byteCountMax) {
            message.json(title: $0, body: $1, offersActions: offersActions, showsImage: showsImage)
        }
        guard let body = fitting else {
            throw Unsendable("fcm_too_large: its identifiers alone are more than FCM takes")
        }
        return body
    }
}

/// Shows no settings.
extension FCMDialect: CustomStringConvertible {
    public var description: String { "FCMDialect" }
}
