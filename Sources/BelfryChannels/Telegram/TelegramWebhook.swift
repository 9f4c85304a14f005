import BelfryPorts
import Foundation

/// Has Telegram post to this server what people do in their chats with the bot.
///
/// Source: https://core.telegram.org/bots/api#setwebhook, by which it posts to `https` alone, and to four ports.
public struct TelegramWebhook: Sendable {
    private let settings: TelegramSettings
    /// Where Telegram is to post.
    public let url: String

    private static let ports: Set = [443, 80, 88, 8443]
    /// What ``TelegramCallbacks`` reads.
    private static let updates = ["message", "my_chat_member", "callback_query"]
    private static let timeout = Duration.seconds(15)

    /// - Parameter publicURL: how the address of this server begins for whoever calls it from outside.
    /// - Throws: ``ChannelSettingError`` where Telegram doesn't post to such an address, or there is none.
    public init(_ settings: TelegramSettings, publicURL: String?) throws(ChannelSettingError) {
        guard let base = publicURL.flatMap(EndpointURL.checked), let parts = URL(string: base), parts.scheme?.lowercased() == "https",
            Self.ports.contains(parts.port ?? 443)
        else {
            throw ChannelSettingError(
                key: "public_url", expected: "the address of this server from outside, as https://belfry.example: Telegram posts by https alone, "
                    + "to the ports 443, 80, 88 and 8443")
        }
        self.settings = settings
        url = base + "/callbacks/telegram"
    }

    /// Why it isn't so, as a code and a sentence that name no token.
    public struct Refusal: Error, Hashable, Sendable {
        public let why: String
    }

    /// Says so to Telegram; said again, it changes nothing.
    public func set(over exchange: HTTPExchange) async throws(Refusal) {
        guard let token = try? settings.token.text(), TelegramWords.isToken(token), let secret = try? settings.webhookSecret?.text(),
            TelegramWords.isWebhookSecret(secret), let body = try? JSONEncoder().encode(Call(url: url, secret_token: secret, allowed_updates: Self.updates))
        else { throw Refusal(why: "telegram_unusable: the token or the webhook's secret can't be used; `belfry doctor` says which") }
        let request = ProviderRequest(
            url: "\(settings.endpoint)/bot\(token)/setWebhook", headers: ["content-type": "application/json"], body: Array(body))
        let response: ProviderResponse
        do {
            response = try await exchange.exchange(request, timeout: Self.timeout)
        } catch {
            switch error {
            case .notSent(let why), .crowded(let why), .refused(let why), .answerLost(let why): throw Refusal(why: why)
            }
        }
        if let why = Self.refusal(in: response) { throw Refusal(why: why) }
    }

    private struct Call: Encodable {
        let url: String
        let secret_token: String
        let allowed_updates: [String]
    }

    private struct Answer: Decodable {
        let ok: Bool
        let description: String?
    }

    /// Nil where it was taken. What Telegram says is read, and never quoted.
    private static func refusal(in response: ProviderResponse) -> String? {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        let (code, text) = ("telegram_\(response.status)", answer?.description?.lowercased() ?? "")
        switch response.status {
        case 200..<300:
            return answer?.ok == true ? nil : "telegram_foreign_answer: whoever answers there is no Bot API; see telegram_endpoint"
        case 400 where text.contains("resolve host"): return "\(code): Telegram finds no host of that name; see public_url"
        case 400: return "\(code): Telegram doesn't post to this address; see whether public_url can be reached from outside"
        default: return "\(code): \(TelegramErrors.meaning(of: answer?.description, status: response.status).sentence)"
        }
    }
}
