/// Reads a message of one Adaptive Card as Teams shows it, by https://adaptivecards.io/explorer.
///
/// It takes what cards of version 1.5 have, and of it what a notification needs: Teams shows nothing of a card with anything that isn't one of its own.
enum AdaptiveCardReader {
    /// - Returns: nil where Teams would show no card; in the text each block has a line.
    static func read(_ message: [String: Any]) -> (text: String, mentions: [String])? {
        guard message["type"] as? String == "message", let attachments = message["attachments"] as? [[String: Any]], attachments.count == 1,
            attachments[0]["contentType"] as? String == "application/vnd.microsoft.card.adaptive", let card = attachments[0]["content"] as? [String: Any],
            card["type"] as? String == "AdaptiveCard", let version = card["version"] as? String, ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"].contains(version),
            let blocks = card["body"] as? [[String: Any]], !blocks.isEmpty
        else { return nil }
        var lines: [String] = []
        for block in blocks {
            guard let line = line(of: block) else { return nil }
            lines.append(line)
        }
        for action in card["actions"] as? [[String: Any]] ?? [] {
            guard let title = action["title"] as? String, let url = opened(by: action) else { return nil }
            lines.append("[\(title)](\(url))")
        }
        let entities = (card["msteams"] as? [String: Any])?["entities"] as? [[String: Any]] ?? []
        return (lines.joined(separator: "\n"), entities.compactMap { $0["text"] as? String })
    }

    private static func line(of block: [String: Any]) -> String? {
        switch block["type"] as? String {
        case "TextBlock": return block["text"] as? String
        case "Image":
            guard let url = block["url"] as? String, url.hasPrefix("https://") else { return nil }
            return "[\(block["altText"] as? String ?? "")](\(url))"
        case "RichTextBlock":
            guard let runs = block["inlines"] as? [[String: Any]], !runs.isEmpty else { return nil }
            var line = ""
            for run in runs {
                guard run["type"] as? String == "TextRun", let text = run["text"] as? String else { return nil }
                guard let action = run["selectAction"] as? [String: Any] else {
                    line += text
                    continue
                }
                guard let url = opened(by: action) else { return nil }
                line += "[\(text)](\(url))"
            }
            return line
        default: return nil
        }
    }

    private static func opened(by action: [String: Any]) -> String? {
        action["type"] as? String == "Action.OpenUrl" ? action["url"] as? String : nil
    }
}
