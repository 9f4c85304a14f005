import Foundation

/// What `sendMessage` was asked, checked as the Bot API checks it: https://core.telegram.org/bots/api#sendmessage
struct TelegramRequest: Hashable, Sendable {
    let chat: Int64
    let text: String
    /// The part of the text that is bold; empty where none is.
    let bold: String
    /// What a tap on the linked words opens; empty where nothing does.
    let link: String
    let isSilent: Bool
    let buttons: [TelegramSimulator.Button]

    /// Why it is refused, with status 400, in Telegram's words.
    struct Refusal: Error {
        let description: String
    }

    private static let lengthMax = 4096
    private static let entityTypes: Set = ["bold", "italic", "underline", "code", "pre", "text_link", "spoiler", "blockquote"]

    init(_ body: [UInt8]) throws(Refusal) {
        guard let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] else {
            throw Refusal(description: "Bad Request: message text is empty")
        }
        guard let chat = (object["chat_id"] as? Int).map({ Int64($0) }) ?? (object["chat_id"] as? String).flatMap({ Int64($0) }) else {
            throw Refusal(description: "Bad Request: chat_id is empty")
        }
        let text = (object["text"] as? String ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw Refusal(description: "Bad Request: message text is empty") }
        guard text.unicodeScalars.count <= Self.lengthMax else { throw Refusal(description: "Bad Request: message is too long") }
        self.chat = chat
        self.text = text
        isSilent = object["disable_notification"] as? Bool ?? false
        var (bold, link) = ("", "")
        for entity in object["entities"] as? [[String: Any]] ?? [] {
            let part = try Self.part(entity, of: text)
            if entity["type"] as? String == "bold" { bold = part }
            if entity["type"] as? String == "text_link" { link = try Self.checked(entity["url"] as? String ?? "", as: "entity URL") }
        }
        (self.bold, self.link) = (bold, link)
        buttons = try Self.buttons(in: object)
    }

    /// Of a keyboard, where there is one: https://core.telegram.org/bots/api#inlinekeyboardbutton
    static func buttons(in object: [String: Any]) throws(Refusal) -> [TelegramSimulator.Button] {
        let rows = (object["reply_markup"] as? [String: Any])?["inline_keyboard"] as? [[[String: Any]]] ?? []
        var buttons: [TelegramSimulator.Button] = []
        for button in rows.flatMap({ $0 }) {
            guard let title = button["text"] as? String, !title.isEmpty else { throw Refusal(description: "Bad Request: can't parse inline keyboard button") }
            switch (button["url"] as? String, button["callback_data"] as? String) {
            case (let url?, nil): buttons.append(.init(text: title, url: try checked(url, as: "inline keyboard button URL")))
            case (nil, let data?):
                guard (1...64).contains(data.utf8.count) else { throw Refusal(description: "Bad Request: BUTTON_DATA_INVALID") }
                buttons.append(.init(text: title, data: data))
            default: throw Refusal(description: "Bad Request: text buttons are unallowed in the inline keyboard")
            }
        }
        return buttons
    }

    private static func part(_ entity: [String: Any], of text: String) throws(Refusal) -> String {
        guard let type = entity["type"] as? String, entityTypes.contains(type), let offset = entity["offset"] as? Int, let length = entity["length"] as? Int,
            offset >= 0, length > 0, offset + length <= text.utf16.count
        else { throw Refusal(description: "Bad Request: can't parse MessageEntity") }
        let start = text.utf16.index(text.utf16.startIndex, offsetBy: offset)
        guard let part = String(text.utf16[start..<text.utf16.index(start, offsetBy: length)]) else {
            throw Refusal(description: "Bad Request: entity begins or ends in a middle of a UTF-16 symbol")
        }
        return part
    }

    /// Of addresses it takes those of `http` and `https` alone, to a host with a point in it.
    private static func checked(_ text: String, as what: String) throws(Refusal) -> String {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.contains(".") == true else {
            throw Refusal(description: "Bad Request: \(what) '\(text)' is invalid: Wrong HTTP URL")
        }
        return text
    }
}
