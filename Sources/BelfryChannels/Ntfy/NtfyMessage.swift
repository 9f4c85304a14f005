import BelfryModel
import BelfryPhrases
import BelfryPorts

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
    /// Buttons that open something, of which ntfy takes three: https://docs.ntfy.sh/publish/#open-websiteapp
    ///
    /// One that only answers has nowhere to be heard: whoever reads a topic isn't signed in here.
    private let actions: [(title: String, link: String)]

    /// https://docs.ntfy.sh/publish/#limitations has a message of up to 4,096 bytes, but a server takes one that has as many for an attachment already.
    static let messageByteCountMax = 4095
    /// The same page: 1 KB. Servers before that limit take any.
    static let titleByteCountMax = 1000
    /// Of the whole: a server that takes messages of 4,096 bytes reads less than twice as many of JSON (`transformBodyJSON` of ntfy 2.13).
    static let byteCountMax = 8191

    init(_ outgoing: OutgoingNotification, to topic: String, linkOrigins: LinkOrigins) {
        self.topic = topic
        priority = Self.priority(of: outgoing)
        sequence = PushTopic.text(of: outgoing.collapseID)
        link = linkOrigins.allowed(outgoing.delivery.payload.link)?.text
        actions = (outgoing.actions?.all ?? []).compactMap { action in
            linkOrigins.allowed(action.link).map { (title: action.title, link: $0.text) }
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
    func fitting(_ content: NotificationContent) -> [UInt8]? {
        // Where there is no message, ntfy writes one of its own: the title then stands alone in its place.
        let (title, body) = content.body.isEmpty ? ("", content.title) : (content.title, content.body)
        return FittingText.fit(
            title: Phrases.cut(title, toByteCount: Self.titleByteCountMax), body: Phrases.cut(body, toByteCount: Self.messageByteCountMax),
            byteCountMax: Self.byteCountMax
        ) { json(title: $0, body: $1) }
    }

    private func json(title: String, body: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
        if !actions.isEmpty {
            for (number, action) in actions.enumerated() {
                bytes.append(contentsOf: (number == 0 ? #""actions":["# : ",").utf8)
                JSONText.append(#"{"action":"view","label":"#, action.title, to: &bytes)
                JSONText.append(#","url":"#, action.link, to: &bytes)
                bytes.append(UInt8(ascii: "}"))
            }
            bytes.append(contentsOf: "],".utf8)
        }
        if let link {
            JSONText.append(#""click":"#, link, to: &bytes)
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
