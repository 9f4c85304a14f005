import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Foundation

/// Deletes a message, or where it is too old for that, says in its place that it holds no more, without buttons.
///
/// Source: https://core.telegram.org/bots/api#deletemessage, by which it goes within 48 hours, and https://core.telegram.org/bots/api#editmessagetext. The
/// texts are those of `td/telegram` (github.com/tdlib/td, `MessagesManager.cpp`).
extension TelegramDialect: RemovingDialect {
    public func removal(of message: SentMessage, _ place: Int, authorization: String?) throws(Unsendable) -> ProviderRequest {
        guard case .chat(let text) = message.address.target, let chat = Int64(text), let number = message.name.flatMap(Int64.init) else {
            throw Unsendable("telegram_unnamed: Telegram has given the message no number by which it could be deleted")
        }
        guard let authorization, TelegramWords.isToken(authorization) else {
            throw Unsendable("telegram_token_malformed: telegram_token isn't a bot's token", isOperatorsToMend: true)
        }
        let words = place == 0 ? "" : #","text":\#(JSONText.quoted(Phrases.answer(message.cause.word, in: message.language)))"#
        return ProviderRequest(
            url: "\(settings.endpoint)/bot\(authorization)/\(place == 0 ? "deleteMessage" : "editMessageText")", headers: ["content-type": "application/json"],
            body: #"{"chat_id":\#(chat),"message_id":\#(number)\#(words)}"#)
    }

    public func end(by response: ProviderResponse, to message: SentMessage, _ place: Int, now: Instant) -> RemovalOutcome? {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        let text = answer?.description?.lowercased() ?? ""
        switch response.status {
        case 200..<300 where answer?.ok == true: return place == 0 ? .removed : Self.said
        case 400 where text.contains("message to") && text.contains("not found"): return .removed
        case 400 where text.contains("not modified"): return Self.said
        case 400 where place == 0 && text.contains("can't be deleted"): return nil
        case 200..<300, 401, 404: return .later(why: "telegram_\(response.status): the bot isn't known there; see telegram_token", after: nil)
        case 400..<500 where response.status != 429 && response.status != 408 && response.status != 409:
            return .stays(why: "telegram_\(response.status): Telegram doesn't let the bot delete it")
        default:
            let why = "telegram_\(response.status): Telegram takes no more now, or has trouble of its own"
            guard let length = answer?.parameters?.retry_after else { return .later(why: why, after: nil) }
            return .wait(why: why, after: .seconds(min(max(length, 1), 24 * 3600)))
        }
    }

    private static let said = RemovalOutcome.stays(why: "telegram_edited: too old to be deleted, so it says there now that it holds no more")
}

/// What the Bot API answers, as far as it says whether a message is gone.
private struct Answer: Decodable {
    let ok: Bool
    let description: String?
    let parameters: Parameters?

    struct Parameters: Decodable {
        let retry_after: Int?
    }
}

extension RemovalCause {
    fileprivate var word: ChatWord {
        switch self {
        case .takenBack: .takenBack
        case .done: .done
        case .replaced: .replaced
        }
    }
}
