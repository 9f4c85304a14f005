import BelfryModel
import BelfryPorts
import Foundation

/// The body of `sendMessage`: https://core.telegram.org/bots/api#sendmessage
///
/// What is bold, and what a tap opens, is said by entities beside the text (https://core.telegram.org/bots/api#messageentity), so nothing in the words
/// can be taken for markup, and none has to be escaped.
struct TelegramMessage: Encodable {
    let chat_id: Int64
    let text: String
    let entities: [Entity]?
    /// No sound.
    let disable_notification: Bool?
    /// No server of Telegram's looks at what words or links lead to.
    let link_preview_options = NoPreview()
    let reply_markup: Keyboard?

    /// From the beginning of the text, in UTF-16 code units.
    struct Entity: Encodable, Hashable {
        let type: String
        let offset: Int
        let length: Int
        var url: String?
    }

    struct NoPreview: Encodable {
        let is_disabled = true
    }

    /// https://core.telegram.org/bots/api#inlinekeyboardmarkup, a row for each button.
    ///
    /// One that only answers isn't shown: what is pressed in a chat isn't signed in here.
    struct Keyboard: Encodable {
        let inline_keyboard: [[Button]]
    }

    struct Button: Encodable {
        let text: String
        let url: String
    }

    /// Of the text, after entities were read. Telegram counts characters; there are never more of them than UTF-16 code units.
    static let lengthMax = 4096

    init(_ outgoing: OutgoingNotification, to chat: Int64, linkOrigins: LinkOrigins) {
        chat_id = chat
        let title = Self.trimmed(outgoing.content.title)
        let body = Self.trimmed(outgoing.content.body)
        let whole = [title, body].filter { !$0.isEmpty }.joined(separator: "\n")
        let text = TextCut.cut(whole) { $0.utf16.count <= Self.lengthMax }
        // Telegram sends nothing that is empty.
        self.text = text.isEmpty ? "…" : text
        // A title that is cut itself is all there is.
        let length = min(title.utf16.count, text.utf16.count)
        var entities: [Entity] = []
        if length > 0, !body.isEmpty { entities.append(Entity(type: "bold", offset: 0, length: length)) }
        if let link = Self.reachable(outgoing.delivery.payload.link, linkOrigins) {
            entities.append(Entity(type: "text_link", offset: 0, length: length > 0 ? length : self.text.utf16.count, url: link))
        }
        self.entities = entities.isEmpty ? nil : entities
        disable_notification = outgoing.delivery.priority == .low && outgoing.content.severity != .critical ? true : nil
        let buttons = (outgoing.actions?.all ?? []).compactMap { action in
            Self.reachable(action.link, linkOrigins).map { [Button(text: action.title, url: $0)] }
        }
        reply_markup = buttons.isEmpty ? nil : Keyboard(inline_keyboard: buttons)
    }

    /// Telegram refuses a whole message for one link to a host without a point, as `localhost` (`LinkManager::get_checked_link` of TDLib).
    private static func reachable(_ link: NotificationLink?, _ origins: LinkOrigins) -> String? {
        origins.allowed(link).flatMap { $0.origin?.contains(".") == true ? $0.text : nil }
    }

    /// As Telegram does: what an entity counts begins with what it keeps.
    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}
