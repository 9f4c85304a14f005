import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

/// What the service worker of our pages finds in a push message.
///
/// Written piece by piece, as every message would need an encoder of its own otherwise.
struct WebPushMessage {
    /// A later one of the same tag takes its place on the screen.
    private let tag: String
    /// What a click opens: a path, and perhaps a fragment, on the page's own origin.
    private let url: String
    /// What a click opens instead: an app's own page, on an origin that the operator allows.
    private let link: String?
    /// The buttons beside it, as a list in JSON; nil where there are none that may be shown.
    private let actions: String?
    /// The logo of its app.
    private let icon: String?
    /// The picture beside it.
    private let image: String?
    /// By which a browser tells that its person has opened it.
    private let delivery: String
    private let severity: String
    /// In which language the words are: BCP 47.
    private let language: String
    /// Milliseconds since 1970.
    private let timestamp: Int64
    /// The same over all attempts.
    private let transmission: String

    init(_ outgoing: OutgoingNotification, openPath: String, linkOrigins: LinkOrigins = .none) {
        tag = outgoing.collapseID
        url = Self.url(of: outgoing.delivery.alert, openPath: openPath)
        link = linkOrigins.allowed(outgoing.delivery.payload.link)?.text
        actions = (outgoing.actions?.shown(within: linkOrigins)).flatMap { OfferedActions($0) }?.json
        icon = outgoing.look?.logo?.text
        image = outgoing.image?.url
        delivery = outgoing.delivery.id.text
        severity = outgoing.content.severity.rawValue
        language = outgoing.content.language.rawValue
        timestamp = outgoing.delivery.createdAt.millisecondsSinceEpoch
        transmission = outgoing.transmission.text
    }

    /// With as much of these words as fits: rather no buttons than a part of the title, and rather neither logo nor picture than a part of any words.
    ///
    /// - Returns: nil where it doesn't even fit without any.
    func fitting(title: String, body: String, byteCountMax: Int) -> [UInt8]? {
        let offersActions = actions != nil && json(title: title, body: "", showsIcon: false, showsImage: false).count <= byteCountMax
        let showsIcon = icon != nil && json(title: title, body: body, offersActions: offersActions, showsImage: false).count <= byteCountMax
        let showsImage = image != nil && json(title: title, body: body, offersActions: offersActions, showsIcon: showsIcon).count <= byteCountMax
        return FittingText.fit(title: title, body: body, byteCountMax: byteCountMax) {
            json(title: $0, body: $1, offersActions: offersActions, showsIcon: showsIcon, showsImage: showsImage)
        }
    }

    /// In UTF-8, with these words.
    ///
    /// - Parameters:
    ///   - offersActions: whether the buttons stand in it.
    ///   - showsIcon: whether its app's logo does.
    ///   - showsImage: whether the picture does.
    func json(title: String, body: String, offersActions: Bool = true, showsIcon: Bool = true, showsImage: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        if offersActions, let actions {
            bytes.append(contentsOf: #"{"actions":\#(actions)"#.utf8)
            JSONText.append(#","body":"#, body, to: &bytes)
        } else {
            JSONText.append(#"{"body":"#, body, to: &bytes)
        }
        JSONText.append(#","delivery_id":"#, delivery, to: &bytes)
        if showsIcon, let icon { JSONText.append(#","icon":"#, icon, to: &bytes) }
        if showsImage, let image { JSONText.append(#","image":"#, image, to: &bytes) }
        JSONText.append(#","lang":"#, language, to: &bytes)
        if let link { JSONText.append(#","link":"#, link, to: &bytes) }
        JSONText.append(#","severity":"#, severity, to: &bytes)
        JSONText.append(#","tag":"#, tag, to: &bytes)
        bytes.append(contentsOf: #","timestamp":\#(timestamp)"#.utf8)
        JSONText.append(#","title":"#, title, to: &bytes)
        JSONText.append(#","transmission_id":"#, transmission, to: &bytes)
        JSONText.append(#","url":"#, url, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// On Belfry's own pages an alert has a page of its own; on an app's one page it has a place.
    private static func url(of alert: AlertID?, openPath: String) -> String {
        let name = alert.map { FormEncoding.escaped($0.text) }
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
