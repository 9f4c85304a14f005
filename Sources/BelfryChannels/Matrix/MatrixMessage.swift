import BelfryModel
import BelfryPorts
import Foundation

/// The content of an event `m.room.message`, as plain words and as HTML, in which nothing of the words is markup.
///
/// Source: https://spec.matrix.org/v1.15/client-server-api/#mroommessage-msgtypes
struct MatrixMessage: Encodable {
    let msgtype: String
    let body: String
    let format = "org.matrix.custom.html"
    let formattedBody: String
    /// Nobody: it stands there, so no name or `@room` in the words calls anybody (https://spec.matrix.org/v1.15/client-server-api/#user-and-room-mentions).
    let mentions: [String: String] = [:]

    enum CodingKeys: String, CodingKey {
        case msgtype, body, format
        case formattedBody = "formatted_body"
        case mentions = "m.mentions"
    }

    /// Of each of both, in UTF-16 code units: an event has at most 65,536 bytes (https://spec.matrix.org/v1.15/client-server-api/#size-limits).
    static let lengthMax = 4000

    init(_ outgoing: OutgoingNotification, _ linkOrigins: LinkOrigins) {
        let words = ChatWords(outgoing, linkOrigins)
            .fitted(to: Self.lengthMax, length: { Self.escaped($0).utf16.count }, size: { max(Self.plain($0).utf16.count, Self.html($0).utf16.count) })
        body = Self.plain(words)
        formattedBody = Self.html(words)
        // Clients make no sound for a notice: https://spec.matrix.org/v1.15/client-server-api/#default-override-rules
        msgtype = outgoing.delivery.priority == .low && outgoing.content.severity != .critical ? "m.notice" : "m.text"
    }

    /// As JSON; nil where it can't be written.
    var json: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) }
    }

    private static func plain(_ words: ChatWords) -> String {
        words.lines([words.title, words.link].compactMap { $0 }.joined(separator: "\n"), said(words), words.actions.map { "\($0.title): \($0.url)" })
    }

    /// With what a picture shows in its place: rooms show only what lies on their own servers (https://spec.matrix.org/v1.15/client-server-api/#mimage), and
    /// nothing is fetched to be put there.
    private static func said(_ words: ChatWords) -> String {
        [words.body, words.image?.line ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func html(_ words: ChatWords) -> String {
        let title = escaped(words.title)
        let head = "<strong>\(words.link.map { link($0, title) } ?? title)</strong>"
        let lines = words.lines(head, escaped(said(words)), words.actions.map { link($0.url, escaped($0.title)) })
        return lines.spelled { sign, _ in sign == "\n" ? "<br>" : nil }
    }

    private static func link(_ url: String, _ title: String) -> String { "<a href=\"\(escaped(url))\">\(title)</a>" }

    private static func escaped(_ text: String) -> String {
        text.spelled { sign, _ in
            switch sign {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }
}
