import BelfryModel
import BelfryPorts

/// What is said in a room, whatever its format: a sign of how grave it is, the title, the words below it, and links.
struct ChatWords {
    /// Plain signs, which every font has.
    let sign: String
    /// On one line; never empty.
    private(set) var title: String
    private(set) var body: String
    private(set) var link: String?
    /// A button can't be pressed in a room: those that lead somewhere are links, as in a mail.
    private(set) var actions: [Action]
    /// Below the words; how depends on the room.
    private(set) var image: NotificationImage?

    struct Action {
        /// On one line.
        let title: String
        let url: String
    }

    /// Longer titles are cut, so that something of the words stays.
    private static let titleLengthMax = 300
    /// So much room for words is worth more than links.
    private static let bodyLengthMin = 200

    init(_ outgoing: OutgoingNotification, _ linkOrigins: LinkOrigins) {
        let content = outgoing.content
        sign = Self.sign(of: outgoing)
        let title = Self.onOneLine(outgoing.titleWithSender)
        self.title = title.isEmpty ? "…" : title
        body = Self.trimmed(content.body)
        link = linkOrigins.allowed(outgoing.delivery.payload.link)?.text
        actions = (outgoing.actions?.shown(within: linkOrigins) ?? []).compactMap { action in
            action.link.map { Action(title: Self.onOneLine(action.title), url: $0.text) }
        }
        image = outgoing.image
    }

    /// As much as a room takes: where there is no room for the picture or links they go, and the words end early.
    ///
    /// - Parameters:
    ///   - sizeMax: of the whole message.
    ///   - length: of a text as it stands there.
    ///   - size: of the whole message with these words, which is no less for more of them.
    func fitted(to sizeMax: Int, length: (String) -> Int, size: (ChatWords) -> Int) -> ChatWords {
        var words = self
        words.title = TextCut.cut(title) { length($0) <= Self.titleLengthMax }
        // Rather no picture than a part of any words.
        if image != nil, size(words) > sizeMax { words.image = nil }
        words.body = ""
        let room = sizeMax - min(Self.bodyLengthMin, length(body))
        if size(words) > room { words.actions = [] }
        if size(words) > room { words.link = nil }
        words.body = TextCut.cut(body) { text in
            var tried = words
            tried.body = text
            return size(tried) <= sizeMax
        }
        return words
    }

    /// Title and words on lines, with the links at the end.
    func lines(_ head: String, _ body: String, _ actions: [String]) -> String {
        [sign + head, body, actions.joined(separator: " · ")].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func sign(of outgoing: OutgoingNotification) -> String {
        let severity = outgoing.content.severity
        if severity == .critical || outgoing.delivery.priority == .critical { return "(!!) " }
        return severity == .attention ? "(!) " : ""
    }

    private static func onOneLine(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
