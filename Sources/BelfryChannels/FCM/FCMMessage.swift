import BelfryModel
import BelfryPorts
import BelfryTime

/// The body of a request to FCM: `Message` and `AndroidConfig` of the API's discovery document, fcm.v1.json.
///
/// Written piece by piece, as every message would need an encoder of its own otherwise.
struct FCMMessage {
    private let token: String
    private let isShownBySystem: Bool
    private let channelID: String
    /// `NORMAL`, or `HIGH`, which wakes a device that sleeps; for what is shown alone.
    private let priority: String
    /// `3600s`.
    private let timeToLive: String
    /// A later one of the same tag takes its place in the drawer.
    private let collapseID: String
    private let alert: String?
    private let category: String
    private let delivery: String
    private let link: String?
    /// The buttons beside it, as a list in JSON; nil where there are none.
    private let actions: String?
    private let image: NotificationImage?
    private let severity: String
    private let transmission: String

    /// FCM keeps a message for four weeks at most, which is also what it takes where nothing is said.
    static let timeToLiveMax = Duration.seconds(28 * 24 * 3600)
    /// What a message may weigh.
    static let byteCountMax = 4096

    init(_ outgoing: OutgoingNotification, to token: String, settings: FCMSettings, now: Instant) {
        let severity = outgoing.content.severity
        self.token = token
        isShownBySystem = settings.style == .notification
        channelID = settings.channelIDs.of(severity)
        priority = severity >= .attention ? "HIGH" : "NORMAL"
        timeToLive = "\(Self.timeToLive(until: outgoing.delivery.expiresAt, now: now).components.seconds)s"
        collapseID = outgoing.collapseID
        alert = outgoing.delivery.alert?.text
        category = outgoing.delivery.payload.category
        delivery = outgoing.delivery.id.text
        link = outgoing.delivery.payload.link?.text
        actions = outgoing.actions?.json
        image = outgoing.image
        self.severity = severity.rawValue
        transmission = outgoing.transmission.text
    }

    var hasActions: Bool { actions != nil }
    var hasImage: Bool { image != nil }

    /// In UTF-8, with these words. Names that begin with `google` or `gcm`, `from` and `message_type` are FCM's own: `data` has none of them.
    ///
    /// - Parameters:
    ///   - offersActions: whether the buttons stand among `data`, whose values are texts.
    ///   - showsImage: whether the picture stands in it: where the system shows the message it asks for it, of at most 1 MB
    ///     (https://firebase.google.com/docs/cloud-messaging/android/send-image); else the app finds it among `data`.
    func json(title: String, body: String, offersActions: Bool = true, showsImage: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(768)
        func add(_ name: StaticString, _ text: String) { JSONText.append(name, text, to: &bytes) }
        if isShownBySystem {
            // Without a key the system's notifications of an app all replace each other while the device is away. Data without one doesn't.
            add(#"{"message":{"android":{"collapse_key":"#, collapseID)
            add(#","notification":{"channel_id":"#, channelID)
            if showsImage, let image { add(#","image":"#, image.url) }
            add(#","tag":"#, collapseID)
            add(#"},"priority":"#, priority)
        } else {
            add(#"{"message":{"android":{"priority":"#, priority)
        }
        add(#","ttl":"#, timeToLive)
        // What the app finds beside the words: names, by which it opens the alert and tells repetitions.
        add(#"},"data":{"category":"#, category)
        if offersActions, let actions { add(#","actions":"#, actions) }
        if let alert { add(#","alert_state_id":"#, alert) }
        add(#","collapse_id":"#, collapseID)
        add(#","delivery_id":"#, delivery)
        if showsImage, let image {
            if !isShownBySystem { add(#","image":"#, image.url) }
            add(#","image_alt":"#, image.alt)
        }
        if let link { add(#","link":"#, link) }
        add(#","severity":"#, severity)
        add(#","transmission_id":"#, transmission)
        if isShownBySystem {
            add(#"},"notification":{"body":"#, body)
        } else {
            add(#","channel_id":"#, channelID)
            add(#","body":"#, body)
        }
        add(#","title":"#, title)
        add(#"},"token":"#, token)
        bytes.append(contentsOf: "}}".utf8)
        return bytes
    }

    /// Whole seconds. What has expired is for now or never.
    static func timeToLive(until expiresAt: Instant?, now: Instant) -> Duration {
        guard let expiresAt else { return timeToLiveMax }
        return min(max(.zero, expiresAt - now), timeToLiveMax)
    }
}
