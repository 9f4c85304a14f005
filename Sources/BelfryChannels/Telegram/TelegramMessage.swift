import BelfryModel
import BelfryPorts
import BelfryTime
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
    /// No server of Telegram's looks at what words or links lead to, but at the picture's address.
    let link_preview_options: Preview
    let reply_markup: Keyboard?

    /// From the beginning of the text, in UTF-16 code units.
    struct Entity: Encodable, Hashable {
        let type: String
        let offset: Int
        let length: Int
        var url: String?
    }

    /// https://core.telegram.org/bots/api#linkpreviewoptions
    ///
    /// A picture is a preview of its address above the words: a photo's caption has room for 1024 characters alone
    /// (https://core.telegram.org/bots/api#sendphoto), and a picture that can't be had would keep the words from being sent.
    struct Preview: Encodable {
        var is_disabled: Bool?
        var url: String?
        var prefer_large_media: Bool?
        var show_above_text: Bool?

        /// - Parameter image: its address; nil for no preview of anything.
        init(of image: String?) {
            is_disabled = image == nil ? true : nil
            if let image { (url, prefer_large_media, show_above_text) = (image, true, true) }
        }
    }

    /// https://core.telegram.org/bots/api#inlinekeyboardmarkup, a row for each button.
    struct Keyboard: Codable, Hashable {
        let inline_keyboard: [[Button]]
    }

    /// https://core.telegram.org/bots/api#inlinekeyboardbutton: it opens something, or posts what it has to this server.
    struct Button: Codable, Hashable {
        let text: String
        var url: String?
        var callback_data: String?

        static let dataByteCountMax = 64
    }

    /// Of the text, after entities were read. Telegram counts characters; there are never more of them than UTF-16 code units.
    static let lengthMax = 4096

    /// A button that only answers is shown where somebody would hear of it.
    init(_ outgoing: OutgoingNotification, to chat: Int64, _ settings: TelegramSettings, now: Instant) {
        let linkOrigins = settings.linkOrigins
        chat_id = chat
        let title = Self.trimmed(outgoing.titleWithSender)
        let body = Self.trimmed(outgoing.content.body)
        let words = [title, body].filter { !$0.isEmpty }.joined(separator: "\n")
        // A preview has no place for what it shows; and rather no picture than a part of the words.
        let image = outgoing.image.flatMap { image in
            Self.isReachable(image.origin) && words.utf16.count + 1 + image.line.utf16.count <= Self.lengthMax ? image : nil
        }
        link_preview_options = Preview(of: image?.url)
        let whole = image.map { "\(words)\n\($0.line)" } ?? words
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
        let offered = outgoing.actions?.all ?? []
        let tokens = offered.contains { $0.link == nil } ? settings.buttonTokens : nil
        let buttons = offered.compactMap { action -> Button? in
            guard action.link == nil else { return Self.reachable(action.link, linkOrigins).map { Button(text: action.title, url: $0) } }
            let token = tokens?.token(pressing: action.id, of: outgoing.delivery.id, at: String(chat), now: now)
            // A name that somebody gave by hand may be too long.
            return token.flatMap { $0.utf8.count > Button.dataByteCountMax ? nil : Button(text: action.title, callback_data: $0) }
        }
        reply_markup = buttons.isEmpty ? nil : Keyboard(inline_keyboard: buttons.map { [$0] })
    }

    /// Telegram refuses a whole message for one link to a host without a point, as `localhost` (`LinkManager::get_checked_link` of TDLib).
    private static func reachable(_ link: NotificationLink?, _ origins: LinkOrigins) -> String? {
        origins.allowed(link).flatMap { isReachable($0.origin) ? $0.text : nil }
    }

    private static func isReachable(_ origin: String?) -> Bool { origin?.contains(".") == true }

    /// As Telegram does: what an entity counts begins with what it keeps.
    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}
