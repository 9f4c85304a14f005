import Foundation

/// The body of `editMessageReplyMarkup`, by which what was pressed stands below a message in place of the buttons that only answer; those that open
/// something stay: https://core.telegram.org/bots/api#editmessagereplymarkup
struct TelegramReceipt: Encodable {
    let chat_id: Int64
    let message_id: Int64
    let reply_markup: TelegramMessage.Keyboard

    private static let mark = "✓ "

    /// Nil where it stands there already, or can't be changed any more.
    init?(_ message: TelegramUpdate.Query.Pressed, pressing token: String) {
        let rows = message.reply_markup?.inline_keyboard ?? []
        guard let pressed = rows.joined().first(where: { $0.callback_data == token }), !pressed.text.hasPrefix(Self.mark) else { return nil }
        chat_id = message.chat.id
        message_id = message.message_id
        let buttons = rows.joined().compactMap { button -> TelegramMessage.Button? in
            if button.url != nil { return button }
            return button == pressed ? .init(text: Self.mark + pressed.text, callback_data: token) : nil
        }
        reply_markup = TelegramMessage.Keyboard(inline_keyboard: buttons.map { [$0] })
    }

    var json: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
