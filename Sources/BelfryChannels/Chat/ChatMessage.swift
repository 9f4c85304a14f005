import BelfryModel

/// What is posted into a room whose message is one text, as in Slack and Discord: a line with the title, the words below it, and a line of links.
struct ChatMessage {
    private let markup: ChatMarkup
    let text: String
    private let image: NotificationImage?

    init(_ words: ChatWords, in markup: ChatMarkup) {
        self.markup = markup
        // Where Discord shows a picture it also looks at addresses that stand in words.
        let hasAddress = markup == .discord && [words.title, words.body].contains { $0.contains("://") }
        image = hasAddress ? nil : words.image
        let fitted = words.fitted(to: markup.lengthMax, length: { markup.escaped($0).utf16.count }, size: { Self.text($0, markup).utf16.count })
        text = Self.text(fitted, markup)
    }

    private static func text(_ words: ChatWords, _ markup: ChatMarkup) -> String {
        let head = markup.escaped(words.title)
        return words.lines(
            markup.bold(words.link.map { markup.link($0, head) } ?? head), markup.escaped(words.body),
            words.actions.map { markup.link($0.url, markup.escaped($0.title)) })
    }

    /// As JSON. No server looks at what links lead to, and in Discord nobody is mentioned, whatever stands in the words. A picture stands below them, with
    /// what it shows.
    ///
    /// Source: https://docs.slack.dev/messaging/unfurling-links-in-messages; https://discord.com/developers/docs/resources/message#allowed-mentions-object
    /// and https://discord.com/developers/docs/resources/message#message-object-message-flags, of which 4 is `SUPPRESS_EMBEDS`.
    /// Of pictures https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments,
    /// https://developers.mattermost.com/integrate/reference/message-attachments and https://discord.com/developers/docs/resources/message#embed-object.
    /// Slack has blocks for them, too, but refuses a message, words and all, whose block it can't download (github.com/slackapi/java-slack-sdk, issue 1396,
    /// and github.com/slackapi/node-slack-sdk, issue 1693).
    var body: [UInt8] {
        var bytes: [UInt8] = []
        switch markup {
        case .slack:
            JSONText.append(#"{"text":"#, text, to: &bytes)
            bytes.append(contentsOf: #","unfurl_links":false,"unfurl_media":false"#.utf8)
            if let image {
                let alt = markup.escaped(image.alt)
                JSONText.append(#","attachments":[{"fallback":"#, alt, to: &bytes)
                JSONText.append(#","image_url":"#, image.url, to: &bytes)
                JSONText.append(#","text":"#, alt, to: &bytes)
                bytes.append(contentsOf: "}]".utf8)
            }
            bytes.append(UInt8(ascii: "}"))
        case .discord:
            bytes.append(contentsOf: #"{"allowed_mentions":{"parse":[]},"#.utf8)
            JSONText.append(#""content":"#, text, to: &bytes)
            if let image {
                JSONText.append(#","embeds":[{"description":"#, markup.escaped(image.alt), to: &bytes)
                JSONText.append(#","image":{"url":"#, image.url, to: &bytes)
                bytes.append(contentsOf: "}}]}".utf8)
            } else {
                bytes.append(contentsOf: #","flags":4}"#.utf8)
            }
        }
        return bytes
    }
}
