import Foundation

extension TelegramSimulator {
    public static let secretHeader = "x-telegram-bot-api-secret-token"

    /// Somebody opens a link and presses Start: from then on the bot may write to them.
    public func start(_ code: String? = nil, in chat: Int64, language: String = "en", to url: String) -> ProviderCallback {
        open(chat)
        return says(code.map { "/start \($0)" } ?? "/start", in: chat, language: language, to: url)
    }

    /// Somebody writes to the bot.
    ///
    /// - Parameter kind: of the chat: `private`, `group`, `supergroup` or `channel`.
    public func says(_ text: String, in chat: Int64, kind: String = "private", language: String = "en", to url: String) -> ProviderCallback {
        callback(
            [
                "message": [
                    "message_id": 1, "date": now(), "text": text, "chat": ["id": chat, "type": kind, "first_name": "Ana"] as [String: Any],
                    "from": ["id": chat, "is_bot": false, "first_name": "Ana", "language_code": language] as [String: Any],
                ] as [String: Any]
            ], to: url)
    }

    /// Somebody blocks the bot, or no longer does.
    public func blocks(_ isBlocked: Bool = true, in chat: Int64, to url: String) -> ProviderCallback {
        if isBlocked { block(chat) } else { open(chat) }
        let bot: [String: Any] = ["id": 110_201_543, "is_bot": true, "first_name": "Belfry", "username": Self.bot]
        return callback(
            [
                "my_chat_member": [
                    "chat": ["id": chat, "type": "private", "first_name": "Ana"] as [String: Any],
                    "from": ["id": chat, "is_bot": false, "first_name": "Ana"] as [String: Any], "date": now(),
                    "old_chat_member": ["user": bot, "status": isBlocked ? "member" : "kicked"] as [String: Any],
                    "new_chat_member": ["user": bot, "status": isBlocked ? "kicked" : "member"] as [String: Any],
                ] as [String: Any]
            ], to: url)
    }

    /// Somebody presses what stands below a message.
    ///
    /// - Parameters:
    ///   - data: what the button has; a client of one's own may say anything.
    ///   - chat: where it is pressed; nil where the message stands.
    ///   - kind: of the chat.
    public func presses(
        _ data: String, of message: Message, in chat: Int64? = nil, by person: Int64? = nil, kind: String = "private", language: String = "en",
        to url: String
    ) -> ProviderCallback {
        let chat = chat ?? message.chat
        let query = String(4_382_000_000 + nextUpdate())
        ask(query)
        let rows = (messages.first { $0.id == message.id } ?? message).buttons.map { [$0.json] }
        return callback(
            [
                "callback_query": [
                    "id": query, "chat_instance": "1", "data": data,
                    "from": ["id": person ?? chat, "is_bot": false, "first_name": "Ana", "language_code": language] as [String: Any],
                    "message": [
                        "message_id": message.id, "date": now(), "text": message.text, "chat": ["id": chat, "type": kind] as [String: Any],
                        "reply_markup": ["inline_keyboard": rows] as [String: Any],
                    ] as [String: Any],
                ] as [String: Any]
            ], to: url)
    }

    private func callback(_ content: [String: Any], to url: String) -> ProviderCallback {
        var update = content
        update["update_id"] = nextUpdate()
        let data = (try? JSONSerialization.data(withJSONObject: update, options: [.sortedKeys])) ?? Data()
        return ProviderCallback(
            method: "POST", url: url, headers: ["content-type": "application/json", Self.secretHeader: Self.webhookSecret], body: Array(data))
    }
}
