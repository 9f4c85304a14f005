import BelfryModel
import BelfryPorts
import Foundation

/// What is posted to a Gotify server: https://gotify.net/api-docs#/message/createMessage
struct GotifyMessage: Encodable {
    /// Nil where the title is all there is: a message without words is refused.
    let title: String?
    let message: String
    let priority: Int
    let extras: Extras

    /// https://gotify.net/docs/msgextras
    struct Extras: Encodable {
        let display = ["contentType": "text/plain"]
        let notification: Notification?

        enum CodingKeys: String, CodingKey {
            case display = "client::display"
            case notification = "client::notification"
        }

        /// What a tap on it opens, and the picture below it.
        struct Notification: Encodable {
            let click: [String: String]?
            let bigImageUrl: String?
        }
    }

    /// In UTF-16 code units. Gotify names no limit; its database may be one whose texts have 65,535 bytes (MySQL's `TEXT`).
    static let lengthMax = 4000

    private init(_ words: ChatWords, priority: Int) {
        let head = words.sign + words.title
        // A picture has no place for what it shows.
        let lines = ([words.body] + [words.image?.line ?? ""] + words.actions.map { "\($0.title): \($0.url)" }).filter { !$0.isEmpty }
        title = lines.isEmpty ? nil : head
        message = lines.isEmpty ? head : lines.joined(separator: "\n")
        self.priority = priority
        let hasNotification = words.link != nil || words.image != nil
        extras = Extras(notification: hasNotification ? .init(click: words.link.map { ["url": $0] }, bigImageUrl: words.image?.url) : nil)
    }

    private var length: Int { (title ?? "").utf16.count + message.utf16.count + (extras.notification?.click?["url"] ?? "").utf16.count }

    /// As JSON; nil where it can't be written.
    static func body(_ words: ChatWords, of outgoing: OutgoingNotification) -> [UInt8]? {
        let priority = Self.priority(of: outgoing)
        let fitted = words.fitted(to: lengthMax, length: \.utf16.count) { GotifyMessage($0, priority: priority).length }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(GotifyMessage(fitted, priority: priority))).map { Array($0) }
    }

    /// On Android 1 to 3 are shown without a sound, 4 to 7 with one, and 8 to 10 over whatever is on the screen:
    /// https://github.com/gotify/android#message-priorities
    private static func priority(of outgoing: OutgoingNotification) -> Int {
        if outgoing.content.severity == .critical || outgoing.delivery.priority == .critical { return 8 }
        return outgoing.delivery.priority == .low ? 2 : 5
    }
}
