import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

/// What the service worker of our pages finds in a push message.
struct WebPushMessage: Encodable {
    let title: String
    let body: String
    /// A later one of the same tag takes its place on the screen.
    let tag: String
    /// What a click opens: a path, and perhaps a fragment, on the page's own origin.
    let url: String
    /// By which a browser tells that its person has opened it.
    let delivery: String
    let severity: String
    /// In which language the words are: BCP 47.
    let lang: String
    /// Milliseconds since 1970.
    let timestamp: Int64
    /// The same over all attempts.
    let transmission: String

    enum CodingKeys: String, CodingKey {
        case title, body, tag, url, severity, lang, timestamp
        case delivery = "delivery_id"
        case transmission = "transmission_id"
    }

    init(_ outgoing: OutgoingNotification, title: String, body: String, openPath: String) {
        self.title = title
        self.body = body
        tag = outgoing.collapseID
        url = Self.url(of: outgoing.delivery.alert, openPath: openPath)
        delivery = outgoing.delivery.id.text
        severity = outgoing.content.severity.rawValue
        lang = outgoing.content.language.rawValue
        timestamp = outgoing.delivery.createdAt.millisecondsSinceEpoch
        transmission = outgoing.transmission.text
    }

    private static let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_."))

    /// On Belfry's own pages an alert has a page of its own; on an app's one page it has a place.
    private static func url(of alert: AlertID?, openPath: String) -> String {
        let name = alert.map { $0.text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
        guard openPath == WebPushSettings.ownPages else { return openPath + (name.map { "#alert-\($0)" } ?? "#inbox") }
        return name.map { "/alerts/\($0)" } ?? "/inbox"
    }
}

extension Severity {
    /// Whether a device that saves power is woken: RFC 8030, section 5.3.
    var urgency: String {
        switch self {
        case .watch: "normal"
        case .attention, .critical: "high"
        }
    }
}

/// The name by which a push service replaces what it hasn't delivered yet: RFC 8030, section 5.4, at most 32 characters of base64url.
///
/// A hash, because the push service need not know what of.
enum PushTopic {
    static func text(of collapseID: String) -> String {
        Base64URL.text(of: Data(SHA256.hash(data: Data(collapseID.utf8)).prefix(24)))
    }
}
