/// What the Bot API's refusals mean. They have no codes of their own but the status; what it is about says their text.
///
/// Source: https://core.telegram.org/bots/api#making-requests; the texts are those of `td/telegram` and of `fail_query` in telegram-bot-api
/// (github.com/tdlib/telegram-bot-api, `Client.cpp`). They are read and never passed on: some quote what they refuse.
enum TelegramErrors {
    /// - Parameter description: what the answer says, nil where it isn't the Bot API's.
    static func meaning(of description: String?, status: Int) -> RefusalMeaning {
        let text = description?.lowercased() ?? ""
        return switch status {
        case 401,
            404 where description != nil:
            RefusalMeaning(.pause(.seconds(300)), "Telegram doesn't know the bot; see telegram_token")
        case 300..<400, 404, 405: RefusalMeaning(.pause(.seconds(300)), "this is not the Bot API's address; see telegram_endpoint")
        // Blocking is how people end it in the app itself; `/start` takes it back.
        case 403 where text.contains("blocked"): RefusalMeaning(.optedOut, "the person has blocked the bot")
        case 403 where text.contains("deactivated"): RefusalMeaning(.addressGone, "the account is deleted")
        case 403: RefusalMeaning(.reject, "the bot may not write to this person; have they pressed Start?")
        case 400 where goneChats.contains(where: { text.contains($0) }): RefusalMeaning(.addressGone, "there is no such chat, or not with this bot")
        // Of one chat or of all, it doesn't say; whoever insists is made to wait for longer.
        case 429: RefusalMeaning(.pause(.seconds(5)), "more messages than the bot may send")
        case 408, 409, 500...: RefusalMeaning(.retry(after: nil), "Telegram has trouble of its own")
        default: RefusalMeaning(.reject, "refused: Telegram doesn't take such a message")
        }
    }

    private static let goneChats = ["chat not found", "user not found", "peer_id_invalid", "chat_id is empty"]
}
