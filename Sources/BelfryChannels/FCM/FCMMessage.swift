import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// The body of a request to FCM: `Message` and `AndroidConfig` of the API's discovery document, fcm.v1.json.
struct FCMMessage: Encodable {
    let token: String
    let data: [String: String]
    let notification: Words?
    let android: Android

    struct Words: Encodable {
        let title, body: String
    }

    struct Android: Encodable {
        let collapseKey: String?
        let priority: Priority
        /// `3600s`.
        let ttl: String
        let notification: Notification?

        enum CodingKeys: String, CodingKey {
            case collapseKey = "collapse_key"
            case priority, ttl, notification
        }
    }

    enum Priority: String, Encodable {
        case normal = "NORMAL"
        /// Wakes a device that sleeps; for what is shown alone.
        case high = "HIGH"
    }

    struct Notification: Encodable {
        let channelID: String
        /// A later one of the same tag takes its place in the drawer.
        let tag: String

        enum CodingKeys: String, CodingKey {
            case channelID = "channel_id"
            case tag
        }
    }

    /// FCM keeps a message for four weeks at most, which is also what it takes where nothing is said.
    static let timeToLiveMax = Duration.seconds(28 * 24 * 3600)
    /// What a message may weigh.
    static let byteCountMax = 4096

    /// - Parameters:
    ///   - title: as far as it fits.
    ///   - body: likewise.
    init(_ outgoing: OutgoingNotification, to token: String, title: String, body: String, settings: FCMSettings, now: Instant) {
        let severity = outgoing.content.severity
        let isShownBySystem = settings.style == .notification
        self.token = token
        var data = Self.data(of: outgoing)
        if !isShownBySystem {
            data["title"] = title
            data["body"] = body
            data["channel_id"] = settings.channelIDs.of(severity)
        }
        self.data = data
        notification = isShownBySystem ? Words(title: title, body: body) : nil
        android = Android(
            // Without a key the system's notifications of an app all replace each other while the device is away. Data without one doesn't.
            collapseKey: isShownBySystem ? outgoing.collapseID : nil,
            priority: severity >= .attention ? .high : .normal,
            ttl: "\(Self.timeToLive(until: outgoing.delivery.expiresAt, now: now).components.seconds)s",
            notification: isShownBySystem ? Notification(channelID: settings.channelIDs.of(severity), tag: outgoing.collapseID) : nil)
    }

    /// What the app finds beside the words: names, by which it opens the alert and tells repetitions.
    private static func data(of outgoing: OutgoingNotification) -> [String: String] {
        let delivery = outgoing.delivery
        var data = [
            "delivery_id": delivery.id.text, "transmission_id": outgoing.transmission.text, "collapse_id": outgoing.collapseID,
            "severity": outgoing.content.severity.rawValue, "category": delivery.payload.category,
        ]
        data["alert_state_id"] = delivery.alert?.text
        return data
    }

    /// Whole seconds. What has expired is for now or never.
    static func timeToLive(until expiresAt: Instant?, now: Instant) -> Duration {
        guard let expiresAt else { return timeToLiveMax }
        return min(max(.zero, expiresAt - now), timeToLiveMax)
    }

    /// Keys of data that FCM keeps for itself.
    static func isReserved(_ key: String) -> Bool {
        ["from", "message_type"].contains(key) || key.hasPrefix("google") || key.hasPrefix("gcm")
    }

    /// The whole body.
    struct Envelope: Encodable {
        let message: FCMMessage
    }
}
