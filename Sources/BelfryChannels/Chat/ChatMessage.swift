import BelfryModel
import BelfryPorts

/// What is posted into a room: a sign of how grave it is, the title, the words below it, and links.
struct ChatMessage {
    private let format: ChatFormat
    let text: String

    /// Longer titles are cut, so that something of the words stays.
    private static let titleLengthMax = 300
    /// So much room for words is worth more than links.
    private static let bodyLengthMin = 200

    init(_ outgoing: OutgoingNotification, in format: ChatFormat, _ linkOrigins: LinkOrigins) {
        self.format = format
        let content = outgoing.content
        let sign = Self.sign(of: outgoing)
        let title = TextCut.cut(Self.onOneLine(outgoing.titleWithSender)) { format.escaped($0).utf16.count <= Self.titleLengthMax }
        let body = Self.trimmed(content.body)
        let link = linkOrigins.allowed(outgoing.delivery.payload.link)?.text
        // A button can't be pressed here: those that lead somewhere are links, as in a mail.
        let actions = (outgoing.actions?.shown(within: linkOrigins) ?? []).compactMap { action in
            action.link.map { format.link($0.text, format.escaped(Self.onOneLine(action.title))) }
        }
        func whole(_ body: String, _ link: String?, _ actions: [String]) -> String {
            let head = format.escaped(title.isEmpty ? "…" : title)
            let lines = [sign + format.bold(link.map { format.link($0, head) } ?? head), format.escaped(body), actions.joined(separator: " · ")]
            return lines.filter { !$0.isEmpty }.joined(separator: "\n")
        }
        let choices = [(link, actions), (link, []), (nil, [])]
        let room = format.lengthMax - min(Self.bodyLengthMin, format.escaped(body).utf16.count)
        let (shownLink, shownActions) = choices.first { whole("", $0.0, $0.1).utf16.count <= room } ?? (nil, [])
        let shownBody = TextCut.cut(body) { whole($0, shownLink, shownActions).utf16.count <= format.lengthMax }
        text = whole(shownBody, shownLink, shownActions)
    }

    /// Plain signs, which every font has.
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

    /// As JSON. No server looks at what links lead to, and in Discord nobody is mentioned, whatever stands in the words.
    ///
    /// Source: https://docs.slack.dev/messaging/unfurling-links-in-messages; https://discord.com/developers/docs/resources/message#allowed-mentions-object
    /// and https://discord.com/developers/docs/resources/message#message-object-message-flags, of which 4 is `SUPPRESS_EMBEDS`.
    var body: [UInt8] {
        var bytes: [UInt8] = []
        switch format {
        case .slack:
            JSONText.append(#"{"text":"#, text, to: &bytes)
            bytes.append(contentsOf: #","unfurl_links":false,"unfurl_media":false}"#.utf8)
        case .discord:
            bytes.append(contentsOf: #"{"allowed_mentions":{"parse":[]},"#.utf8)
            JSONText.append(#""content":"#, text, to: &bytes)
            bytes.append(contentsOf: #","flags":4}"#.utf8)
        }
        return bytes
    }
}
