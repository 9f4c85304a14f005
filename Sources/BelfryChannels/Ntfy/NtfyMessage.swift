import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime

/// The body of a request that publishes: https://docs.ntfy.sh/publish/#publish-as-json
///
/// Neither `cache` nor `firebase` is said, nor a `delay`: whether the server keeps a message for a phone that is away, and whether it passes it on to
/// Google, its operator decides; when it is sent, we do.
struct NtfyMessage {
    private let topic: String
    /// From 1 to 5: https://docs.ntfy.sh/publish/#message-priority
    private let priority: Int
    /// A later message of the same sequence takes its place: https://docs.ntfy.sh/publish/#updating-deleting-notifications
    ///
    /// It is a hash: the server, and whoever else reads the topic, need not know what of. Servers before 2.16 pass it over.
    private let sequence: String
    /// What a tap opens: https://docs.ntfy.sh/publish/#click-action
    private let link: String?
    /// The logo of its app: https://docs.ntfy.sh/publish/#icons
    private let icon: String?
    /// Whose it is and what it says; nothing where there are no other words, and the title is the message.
    private let title: String
    private let body: String
    /// Buttons, of which ntfy takes three: https://docs.ntfy.sh/publish/#action-buttons
    private let actions: [Action]

    /// Shown below the words by its address: https://docs.ntfy.sh/publish/#attach-file-from-a-url
    private let image: NotificationImage?

    private enum Action {
        /// https://docs.ntfy.sh/publish/#open-websiteapp
        case view(title: String, link: String)
        /// Posts what it has, and takes the notification away where that was taken: https://docs.ntfy.sh/publish/#send-http-request
        case http(title: String, url: String, body: String)
    }

    /// https://docs.ntfy.sh/publish/#limitations has a message of up to 4,096 bytes, but a server takes one that has as many for an attachment already.
    static let messageByteCountMax = 4095
    /// The same page: 1 KB. Servers before that limit take any.
    static let titleByteCountMax = 1000
    /// Of the whole: a server that takes messages of 4,096 bytes reads less than twice as many of JSON (`transformBodyJSON` of ntfy 2.13).
    static let byteCountMax = 8191

    init(_ outgoing: OutgoingNotification, to topic: String, _ settings: NtfySettings, now: Instant) {
        let linkOrigins = settings.linkOrigins
        self.topic = topic
        priority = Self.priority(of: outgoing)
        sequence = PushTopic.text(of: outgoing.collapseID)
        link = linkOrigins.allowed(outgoing.delivery.payload.link)?.text
        icon = outgoing.look?.logo?.text
        // Where there is no message, ntfy writes one of its own: the title then stands alone in its place.
        let (given, own) = (outgoing.content, outgoing.titleWithSender)
        (title, body) = given.body.isEmpty ? ("", own) : (own, given.body)
        image = outgoing.image
        let offered = outgoing.actions?.all ?? []
        let tokens = offered.contains { $0.link == nil } ? settings.buttonTokens : nil
        actions = offered.compactMap { action in
            guard action.link == nil else { return linkOrigins.allowed(action.link).map { .view(title: action.title, link: $0.text) } }
            guard let tokens, let url = settings.buttonURL else { return nil }
            let press = NtfyPress(address: outgoing.address.id) { place in
                tokens.token(pressing: action.id, of: outgoing.delivery.id, at: place, now: now)
            }
            return .http(title: action.title, url: url, body: press.text)
        }
    }

    /// What is critical is as loud as the person has set their phone to be, and what is low makes no sound.
    private static func priority(of outgoing: OutgoingNotification) -> Int {
        let (severity, priority) = (outgoing.content.severity, outgoing.delivery.priority)
        if severity == .critical || priority == .critical { return 5 }
        if severity == .attention { return 4 }
        return priority == .low ? 2 : 3
    }

    /// In UTF-8, with as much of the words as a server takes; nil where it takes none.
    var fitting: [UInt8]? {
        let shownTitle = Phrases.cut(title, toByteCount: Self.titleByteCountMax)
        // An attachment has no place for what it shows, so that stands below the words; and rather no picture than a part of them.
        if let image, case let said = "\(body)\n\(image.line)", said.utf8.count <= Self.messageByteCountMax {
            let pictured = json(title: shownTitle, body: said, showing: image)
            if pictured.count <= Self.byteCountMax { return pictured }
        }
        let shownBody = Phrases.cut(body, toByteCount: Self.messageByteCountMax)
        let whole = json(title: shownTitle, body: shownBody)
        guard whole.count > Self.byteCountMax else { return whole }
        // Nor is a logo worth any of them.
        return FittingText.fit(title: shownTitle, body: shownBody, byteCountMax: Self.byteCountMax) { json(title: $0, body: $1, showsIcon: false) }
    }

    private func json(title: String, body: String, showing image: NotificationImage? = nil, showsIcon: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
        if !actions.isEmpty {
            for (number, action) in actions.enumerated() {
                bytes.append(contentsOf: (number == 0 ? #""actions":["# : ",").utf8)
                switch action {
                case .view(let title, let link):
                    JSONText.append(#"{"action":"view","label":"#, title, to: &bytes)
                    JSONText.append(#","url":"#, link, to: &bytes)
                case .http(let title, let url, let body):
                    JSONText.append(#"{"action":"http","body":"#, body, to: &bytes)
                    JSONText.append(#","clear":true,"label":"#, title, to: &bytes)
                    JSONText.append(#","method":"POST","url":"#, url, to: &bytes)
                }
                bytes.append(UInt8(ascii: "}"))
            }
            bytes.append(contentsOf: "],".utf8)
        }
        if let image {
            JSONText.append(#""attach":"#, image.url, to: &bytes)
            bytes.append(contentsOf: ",".utf8)
        }
        if let link {
            JSONText.append(#""click":"#, link, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        if showsIcon, let icon {
            JSONText.append(#""icon":"#, icon, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        JSONText.append(#""message":"#, body, to: &bytes)
        bytes.append(contentsOf: #","priority":\#(priority)"#.utf8)
        JSONText.append(#","sequence_id":"#, sequence, to: &bytes)
        if !title.isEmpty { JSONText.append(#","title":"#, title, to: &bytes) }
        JSONText.append(#","topic":"#, topic, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
