/// What is posted into a room whose message is one text, as in Slack and Discord: a line with the title, the words below it, and a line of links.
struct ChatMessage {
    private let markup: ChatMarkup
    let text: String

    init(_ words: ChatWords, in markup: ChatMarkup) {
        self.markup = markup
        let fitted = words.fitted(to: markup.lengthMax, length: { markup.escaped($0).utf16.count }, size: { Self.text($0, markup).utf16.count })
        text = Self.text(fitted, markup)
    }

    private static func text(_ words: ChatWords, _ markup: ChatMarkup) -> String {
        let head = markup.escaped(words.title)
        return words.lines(
            markup.bold(words.link.map { markup.link($0, head) } ?? head), markup.escaped(words.body),
            words.actions.map { markup.link($0.url, markup.escaped($0.title)) })
    }

    /// As JSON. No server looks at what links lead to, and in Discord nobody is mentioned, whatever stands in the words.
    ///
    /// Source: https://docs.slack.dev/messaging/unfurling-links-in-messages; https://discord.com/developers/docs/resources/message#allowed-mentions-object
    /// and https://discord.com/developers/docs/resources/message#message-object-message-flags, of which 4 is `SUPPRESS_EMBEDS`.
    var body: [UInt8] {
        var bytes: [UInt8] = []
        switch markup {
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
