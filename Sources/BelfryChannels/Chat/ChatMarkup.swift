/// How words are marked in formats that are one text: what is bold, what leads somewhere, and what is escaped.
enum ChatMarkup: CaseIterable {
    case slack, discord

    /// In UTF-16 code units, of which there are never fewer than characters. Slack advises at most 4,000 characters
    /// (https://api.slack.com/changelog/2018-04-truncating-really-long-messages), and no server that takes its format is known to refuse as many;
    /// Discord takes 2,000.
    var lengthMax: Int {
        switch self {
        case .slack: 4000
        case .discord: 2000
        }
    }

    /// Words as they are read, whatever they hold: nothing in them mentions anybody, and no link hides behind other words.
    ///
    /// Slack reads `<…>` as a mention or a link, and says how to escape it (https://docs.slack.dev/messaging/formatting-message-text#escaping). Other
    /// servers of its format also take `@all` for a mention, and for a link `[words](address)`, or `[words][1]` where a line begins with `[1]: address`
    /// (https://spec.commonmark.org/0.31.2/#link-reference-definitions): a space without width takes those apart. What is left is how words look, as
    /// `*bold*`, for which Slack has no escape.
    /// In Discord a backslash takes the meaning from a sign (https://support.discord.com/hc/en-us/articles/210298617), but would become a part of an
    /// address.
    func escaped(_ text: String) -> String {
        switch self {
        case .slack:
            let plain = text.spelled { sign, last in
                switch sign {
                case "&": return "&amp;"
                case "<": return "&lt;"
                case ">": return "&gt;"
                case "(", ":": return last == "]" ? "\u{200B}" + String(sign) : nil
                default: return nil
                }
            }
            return Self.withoutMentions(plain)
        case .discord:
            var (escaped, rest) = ("", text.unicodeScalars[...])
            while !rest.isEmpty {
                let word = rest.prefix { !$0.properties.isWhitespace }
                escaped += Self.escapedWord(String(word))
                let gap = rest[word.endIndex...].prefix { $0.properties.isWhitespace }
                escaped += String(gap)
                rest = rest[gap.endIndex...]
            }
            return escaped
        }
    }

    /// In Discord; of a word that is an address nothing is, for it would be another then.
    private static func escapedWord(_ word: String) -> String {
        let isAddress = (word.hasPrefix("https://") || word.hasPrefix("http://")) && !word.utf8.contains { "<>[]()\\".utf8.contains($0) }
        return isAddress ? word : withoutMentions(word.spelled { sign, _ in "\\*_~`|<>[]#".unicodeScalars.contains(sign) ? "\\" + String(sign) : nil })
    }

    /// `@all` is no mention once something stands behind its `@`. In mailboxes, which are of ASCII, that sign stands within a word, and mentions nobody.
    private static func withoutMentions(_ text: String) -> String {
        text.spelled { sign, last in
            let isInWord = last.map { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) } ?? false
            return sign == "@" && !isInWord ? "@\u{200B}" : nil
        }
    }

    /// - Parameter text: escaped, on one line.
    func bold(_ text: String) -> String {
        switch self {
        // A sign of the same kind in it would end it early.
        case .slack: text.contains("*") ? text : "*\(text)*"
        case .discord: "**\(text)**"
        }
    }

    /// - Parameters:
    ///   - url: of characters of RFC 3986 alone: none of them ends the link.
    ///   - text: escaped, on one line.
    func link(_ url: String, _ text: String) -> String {
        switch self {
        case .slack: "<\(url.replacing("&", with: "&amp;"))|\(text.spelled { sign, _ in sign == "|" ? "¦" : nil })>"
        // In angle brackets there is no preview of it.
        case .discord: "[\(text)](<\(url)>)"
        }
    }
}
