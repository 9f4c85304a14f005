import BelfryModel
import BelfryPhrases
import BelfryPorts

/// The body of a request: what the device shows, how, and what the app reads besides.
///
/// Source: Apple, "Generating a remote notification".
struct APNsPayload {
    /// A body of more bytes is refused with `PayloadTooLarge`.
    static let byteCountMax = 4096
    /// The title gets at most so many where both don't fit.
    static let titleByteCountMax = 512

    let notification: OutgoingNotification
    let allowsCriticalAlerts: Bool
    /// Before an alert's identifier; what tells of it and has a link of its own keeps that.
    let link: String?

    /// What has no words only wakes the app up.
    var isSilent: Bool { notification.content.title.isEmpty && notification.content.body.isEmpty }

    /// JSON in UTF-8 within the limit: words that are too long are cut between two characters.
    ///
    /// - Throws: ``Unsendable`` where the facts alone are too long.
    func bytes() throws(Unsendable) -> [UInt8] {
        let content = notification.content
        // Rather no buttons than a part of the title.
        let hasActions = notification.actions != nil
        let offersActions = hasActions && json(title: content.title, body: "", offersActions: true).count <= Self.byteCountMax
        // And rather no picture than a part of any words.
        if notification.image != nil, !isSilent {
            let pictured = json(title: content.title, body: content.body, offersActions: offersActions, showsImage: true)
            if pictured.count <= Self.byteCountMax { return pictured }
        }
        let whole = json(title: content.title, body: content.body, offersActions: offersActions)
        guard whole.count > Self.byteCountMax else { return whole }
        let room = Self.byteCountMax - json(title: "", body: "", offersActions: offersActions).count
        guard room >= 0 else { throw Unsendable("apns_payload_too_large: what stands beside the words fills the 4096 bytes that Apple takes") }
        let title = Self.cut(content.title, toByteCount: min(room, Self.titleByteCountMax))
        return json(title: title, body: Self.cut(content.body, toByteCount: room - JSONText.byteCount(title)), offersActions: offersActions)
    }

    /// As ``Phrases/cut(_:toByteCount:)`` does, but counted as it is written in JSON.
    private static func cut(_ text: String, toByteCount byteCountMax: Int) -> String {
        var limit = min(byteCountMax, text.utf8.count)
        while true {
            let candidate = Phrases.cut(text, toByteCount: limit)
            let excess = JSONText.byteCount(candidate) - byteCountMax
            if excess <= 0 { return candidate }
            // An escape makes six bytes of one at most, so that a sixth of the excess is never too much.
            limit = min(limit, candidate.utf8.count) - max(1, excess / 6)
        }
    }

    /// - Parameter showsImage: whether the picture stands in it, which the app's notification service extension attaches
    ///   (https://developer.apple.com/documentation/usernotifications/modifying-content-in-newly-delivered-notifications).
    private func json(title: String, body: String, offersActions: Bool, showsImage: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        func add(_ text: String) { bytes.append(contentsOf: text.utf8) }
        func add(_ name: StaticString, _ text: String) { JSONText.append(name, text, to: &bytes) }
        let severity = notification.content.severity
        if isSilent {
            add(#"{"aps":{"content-available":1}"#)
        } else {
            add(#"{"aps":{"alert":{"title":"#, title)
            add(#","body":"#, body)
            add(#"},"interruption-level":"#, level.name)
            add(#","relevance-score":\#(severity.relevance),"sound":\#(sound)"#)
            // No badge, so that the device leaves it as it is: how much is unread when this arrives isn't known when it is sent.
            add(#","mutable-content":1,"category":"#, notification.delivery.payload.category)
            add(#","thread-id":"#, notification.delivery.groupKey ?? notification.delivery.payload.category)
            add("}")
        }
        add(#","delivery_id":"#, notification.delivery.id.text)
        if let alert = notification.delivery.alert { add(#","alert_id":"#, alert.text) }
        if let link = notification.delivery.payload.link?.text ?? alertLink { add(#","link":"#, link) }
        if offersActions, let actions = notification.actions { add(#","actions":"# + actions.json) }
        if showsImage, let image = notification.image { add(#","image":"# + image.json) }
        if let id = notification.delivery.payload.notification { add(#","notification_id":"#, "\(id)") }
        add("}")
        return bytes
    }

    private var alertLink: String? {
        guard let link, let alert = notification.delivery.alert else { return nil }
        return link + FormEncoding.escaped(alert.text)
    }

    /// To sound on a muted device needs Apple's consent to the app; without it, at once is the most there is.
    private var level: InterruptionLevel {
        let level = InterruptionLevel(notification.content.severity)
        return level == .critical && !allowsCriticalAlerts ? .timeSensitive : level
    }

    private var sound: String {
        level == .critical ? #"{"critical":1,"name":"default","volume":1}"# : #""default""#
    }
}

extension InterruptionLevel {
    /// As Apple writes it.
    fileprivate var name: String { self == .timeSensitive ? "time-sensitive" : rawValue }
}
