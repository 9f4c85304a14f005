import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

/// Messages of a bot's, in private chats, by Telegram's Bot API.
///
/// Source: https://core.telegram.org/bots/api#sendmessage and https://core.telegram.org/bots/api#making-requests. There is no idempotency key, and nobody
/// tells later whether a message was taken: after a lost answer nothing is sent again.
public struct TelegramDialect: ProviderDialect {
    let settings: TelegramSettings

    public init(_ settings: TelegramSettings) {
        self.settings = settings
    }

    public var provider: Provider { .telegram }
    public var timeout: Duration { .seconds(15) }
    public var afterLostAnswer: LostAnswerPolicy { .giveUp }

    /// - Parameter authorization: the bot's token, which stands in the path of the address: neither is ever said.
    public func request(for notification: OutgoingNotification, authorization: String?, now: Instant) throws(Unsendable) -> ProviderRequest {
        guard case .chat(let text) = notification.address.target, let chat = Int64(text) else {
            throw Unsendable("telegram_no_chat: the address is no chat")
        }
        guard let authorization, TelegramWords.isToken(authorization) else {
            throw Unsendable("telegram_token_malformed: telegram_token isn't a bot's token", isOperatorsToMend: true)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(TelegramMessage(notification, to: chat, settings, now: now)) else {
            throw Unsendable("unencodable: it can't be written as JSON")
        }
        return ProviderRequest(
            url: "\(settings.endpoint)/bot\(authorization)/sendMessage", headers: ["content-type": "application/json"], body: Array(body))
    }

    public func outcome(of response: ProviderResponse, to notification: OutgoingNotification, now: Instant) -> SendResult {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        if (200..<300).contains(response.status) {
            // An answer that broke off says no less than its status.
            guard !response.body.isEmpty else { return SendResult(.delivered) }
            if answer?.ok == true { return SendResult(.delivered, providerMessageID: answer?.result.map { String($0.message_id) }) }
            return SendResult(.notTried(why: "telegram_foreign_answer: whoever answers there is no Bot API; see telegram_endpoint", after: .seconds(300)))
        }
        let retryAfter = answer?.parameters?.retry_after.map { Duration.seconds(min(max($0, 0), Self.secondsMax)) }
        return TelegramErrors.meaning(of: answer?.description, status: response.status)
            .result(code: "telegram_\(response.status)", retryAfter: retryAfter)
    }

    /// A longer wait is asked for again.
    private static let secondsMax = 24 * 3600

    private struct Answer: Decodable {
        let ok: Bool
        let description: String?
        let result: Message?
        /// https://core.telegram.org/bots/api#responseparameters
        let parameters: Parameters?

        struct Message: Decodable {
            let message_id: Int64
        }

        struct Parameters: Decodable {
            let retry_after: Int?
        }
    }
}

extension TelegramDialect: CustomStringConvertible {
    public var description: String { "TelegramDialect" }
}

/// The bot's token as it stands: it goes into the path, where a space or a slash would make another address of it.
struct TelegramToken: AuthorizationSource {
    let token: Secret

    /// - Throws: ``AuthorizationFailure`` where it can't be read. It passes when the operator mends it.
    func authorization(now: Instant) async throws(AuthorizationFailure) -> String {
        guard let text = try? token.text(), !text.isEmpty else {
            throw AuthorizationFailure("telegram_token_unreadable: the token can't be read; see whether its file is there and readable")
        }
        return text
    }

    /// The next one is read anew anyway.
    func refuse(_ authorization: String) async {}
}

/// Sends by Telegram.
public func makeTelegramSender(_ settings: TelegramSettings, over exchange: HTTPExchange, protection: ProviderProtection? = nil) -> HTTPSender<TelegramDialect> {
    HTTPSender(
        TelegramDialect(settings), over: exchange, authorizations: TelegramToken(token: settings.token),
        protection: protection ?? ProviderProtection(rate: settings.rate))
}
