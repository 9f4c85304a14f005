import BelfryModel
import Foundation

/// What is posted to a workflow of Microsoft Teams: a message with one Adaptive Card.
///
/// Its words are runs of rich text, in which nothing is read as markup, so none has to be escaped: "RichTextBlock does not support markdown"
/// (https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features). Nobody is mentioned but by `msteams.entities`, of which a card of ours has
/// none (https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format#mention-support-within-adaptive-cards).
struct TeamsCard: Encodable {
    let type = "message"
    let attachments: [Attachment]

    struct Attachment: Encodable {
        let contentType = "application/vnd.microsoft.card.adaptive"
        let content: Card
    }

    /// https://adaptivecards.io/explorer/AdaptiveCard.html; Teams shows cards of version 1.5 and below.
    struct Card: Encodable {
        let schema = "http://adaptivecards.io/schemas/adaptive-card.json"
        let type = "AdaptiveCard"
        let version = "1.4"
        let body: [Element]
        let actions: [Action]?

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case type, version, body, actions
        }
    }

    enum Element: Encodable {
        case line(Block)
        case picture(Picture)

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .line(let block): try block.encode(to: encoder)
            case .picture(let picture): try picture.encode(to: encoder)
            }
        }
    }

    /// https://adaptivecards.io/explorer/Image.html
    struct Picture: Encodable {
        let type = "Image"
        let url: String
        let altText: String
        let size = "Stretch"
    }

    /// A line: https://adaptivecards.io/explorer/RichTextBlock.html
    struct Block: Encodable {
        let type = "RichTextBlock"
        let inlines: [Run]
        var spacing: String?
    }

    /// https://adaptivecards.io/explorer/TextRun.html
    struct Run: Encodable {
        let type = "TextRun"
        let text: String
        var weight: String?
        var selectAction: Action?
    }

    /// https://adaptivecards.io/explorer/Action.OpenUrl.html
    struct Action: Encodable {
        let type = "Action.OpenUrl"
        var title: String?
        let url: String
    }

    /// "The message size limit is 28 KB", of everything in it (https://learn.microsoft.com/connectors/teams/#known-issues-and-limitations-with-actions).
    /// The workflow writes the card anew before Teams counts it, so some of that is left to it.
    static let byteCountMax = 24 * 1024

    private init(_ words: ChatWords) {
        let head = Run(text: words.sign + Self.plain(words.title), weight: "Bolder", selectAction: words.link.map { Action(url: $0) })
        let lines = words.body.split(whereSeparator: \.isNewline).map { Block(inlines: [Run(text: Self.plain(String($0)))], spacing: "Small") }
        let actions = words.actions.map { Action(title: $0.title, url: $0.url) }
        let picture = words.image.map { Element.picture(Picture(url: $0.url, altText: Self.plain($0.alt))) }
        let body = ([Block(inlines: [head])] + lines).map(Element.line) + (picture.map { [$0] } ?? [])
        attachments = [Attachment(content: Card(body: body, actions: actions.isEmpty ? nil : actions))]
    }

    /// Cards say dates by `{{DATE(…)}}` and `{{TIME(…)}}`, in runs too:
    /// https://learn.microsoft.com/adaptive-cards/authoring-cards/text-features#datetime-formatting-and-localization
    private static func plain(_ text: String) -> String { text.spelled { sign, last in sign == "{" && last == "{" ? "\u{200B}{" : nil } }

    /// As JSON, of no more than ``byteCountMax``; nil where it can't be written.
    static func body(_ words: ChatWords) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func encoded(_ words: ChatWords) -> Data? { try? encoder.encode(TeamsCard(words)) }
        let fitted = words.fitted(to: byteCountMax, length: \.utf16.count) { encoded($0)?.count ?? 0 }
        return encoded(fitted).map { Array($0) }
    }
}
