import BelfryModel
import BelfryPhrases
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

/// Reads what Telegram posts: that somebody opened a link, pressed a button, wants nothing more or wants it again, and that they blocked the bot.
///
/// Source: https://core.telegram.org/bots/api#setwebhook and https://core.telegram.org/bots/api#update. An update comes again until it is answered with
/// a success, and its identifier is the bot's own. Telegram signs nothing: it shows the secret that `setWebhook` was given.
public struct TelegramCallbacks: PressedButtons {
    static let secretHeader = "x-telegram-bot-api-secret-token"

    private let settings: TelegramSettings
    private let exchange: HTTPExchange?

    /// - Parameter exchange: over which is shown in a chat what was pressed there; nil for nothing.
    public init(_ settings: TelegramSettings, over exchange: HTTPExchange? = nil) {
        self.settings = settings
        self.exchange = exchange
    }

    public var provider: Provider { .telegram }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        guard request.method == "POST", isTelegrams(request) else { throw .badSignature }
        guard let update = try? JSONDecoder().decode(TelegramUpdate.self, from: Data(request.body)) else { throw .malformed }
        if let query = update.callback_query { return reading(of: query, now: now) }
        if let message = update.message, message.chat.isPrivate { return reading(of: message, in: update, now: now) }
        if let change = update.membership, change.chat.isPrivate, let fate = change.fate {
            return CallbackReading(reports: [report(fate, at: change.chat, in: update, date: change.date, now: now)])
        }
        return CallbackReading(reports: [])
    }

    private func isTelegrams(_ request: CallbackRequest) -> Bool {
        guard let shown = request.headers[Self.secretHeader], let secret = try? settings.webhookSecret?.text(), TelegramWords.isWebhookSecret(secret)
        else { return false }
        // Hashes are compared in a time that says nothing of where they differ.
        return SHA256.hash(data: Data(shown.utf8)) == SHA256.hash(data: Data(secret.utf8))
    }

    private func reading(of message: TelegramUpdate.Message, in update: TelegramUpdate, now: Instant) -> CallbackReading {
        guard let text = message.text else { return CallbackReading(reports: []) }
        let language = message.from?.language_code.flatMap(Language.init(tag:)) ?? .english
        func say(_ word: ChatWord) -> CallbackReading.Answer { Self.answer(Phrases.answer(word, in: language), in: message.chat) }
        if let code = Self.startCode(in: text) {
            return CallbackReading(
                reports: [],
                link: .init(code: code, channel: .telegram, value: String(message.chat.id), whenLinked: say(.linked), whenVoid: say(.linkVoid)))
        }
        guard let wish = OptOutWords.wish(in: text) else { return CallbackReading(reports: []) }
        let report = report(wish, at: message.chat, in: update, date: message.date, now: now)
        // Whoever begins without a link may be nobody whom we know, so nothing is promised to them.
        return wish == .optedOut ? CallbackReading(reports: [report], answer: say(.stopped)) : CallbackReading(reports: [report])
    }

    /// What was pressed counts by its token, in the private chat for which that was made, and only from its owner.
    private func reading(of query: TelegramUpdate.Query, now: Instant) -> CallbackReading {
        let language = query.from.language_code.flatMap(Language.init(tag:)) ?? .english
        let void = Self.answer(query, saying: Phrases.answer(.buttonVoid, in: language))
        guard let message = query.message, message.chat.isPrivate, query.from.id == message.chat.id, let token = query.data,
            let pressed = try? settings.buttonTokens?.pressed(token, at: String(message.chat.id), now: now)
        else { return CallbackReading(reports: [], answer: void) }
        return CallbackReading(
            reports: [],
            press: .init(
                delivery: pressed.delivery, actionMark: pressed.mark, channel: .telegram, place: .value(String(message.chat.id)),
                whenTaken: Self.answer(query, saying: nil), whenVoid: void, receipt: TelegramReceipt(message, pressing: token)?.json))
    }

    public func show(_ press: CallbackReading.Press) async {
        guard let receipt = press.receipt, let exchange, let token = try? settings.token.text(), TelegramWords.isToken(token) else { return }
        let request = ProviderRequest(
            url: "\(settings.endpoint)/bot\(token)/editMessageReplyMarkup", headers: ["content-type": "application/json"], body: receipt)
        _ = try? await exchange.exchange(request, timeout: Self.receiptTimeout)
    }

    /// Whoever has pressed waits for it.
    private static let receiptTimeout = Duration.seconds(5)

    /// Without it the button would go on showing that it waits: https://core.telegram.org/bots/api#answercallbackquery
    ///
    /// - Parameter text: what has to be read and closed; nil for nothing.
    private static func answer(_ query: TelegramUpdate.Query, saying text: String?) -> CallbackReading.Answer {
        let said = text.map { #","show_alert":true,"text":\#(JSONText.quoted($0))"# } ?? ""
        return .init(
            contentType: "application/json",
            body: #"{"callback_query_id":\#(JSONText.quoted(query.id)),"method":"answerCallbackQuery"\#(said)}"#)
    }

    /// Of `/start CODE`, as a link has the app say it: https://core.telegram.org/bots/features#deep-linking
    private static func startCode(in text: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0] == "/start", TelegramWords.isStartCode(String(words[1])) else { return nil }
        return String(words[1])
    }

    private func report(_ fate: AddressFate, at chat: TelegramUpdate.Chat, in update: TelegramUpdate, date: Int64, now: Instant) -> ProviderReport {
        // Never in the future: what is said later would not count.
        let moment = (0...Instant.max.secondsSinceEpoch).contains(date) ? min(Instant(secondsSinceEpoch: date), now) : now
        return ProviderReport(
            provider: .telegram, eventID: String(update.update_id), occurredAt: moment, content: .address(.chat, value: String(chat.id), fate))
    }

    /// What is answered to an update may be a method of the Bot API: https://core.telegram.org/bots/api#making-requests-when-getting-updates
    private static func answer(_ text: String, in chat: TelegramUpdate.Chat) -> CallbackReading.Answer {
        .init(contentType: "application/json", body: #"{"chat_id":\#(chat.id),"method":"sendMessage","text":\#(JSONText.quoted(text))}"#)
    }
}

extension TelegramCallbacks: CustomStringConvertible {
    public var description: String { "TelegramCallbacks" }
}

/// An update, as far as it says something to us: https://core.telegram.org/bots/api#update
struct TelegramUpdate: Decodable {
    let update_id: Int64
    let message: Message?
    let callback_query: Query?
    /// That the bot's place in a chat changed: in a private one, that it was blocked, or is no longer.
    let membership: Membership?

    enum CodingKeys: String, CodingKey {
        case update_id, message, callback_query
        case membership = "my_chat_member"
    }

    struct Message: Decodable {
        let from: User?
        let chat: Chat
        /// In seconds since 1970.
        let date: Int64
        let text: String?
    }

    /// That somebody pressed a button: https://core.telegram.org/bots/api#callbackquery
    struct Query: Decodable {
        let id: String
        let from: User
        /// Nil where it stands in a chat of others'.
        let message: Pressed?
        let data: String?

        struct Pressed: Decodable {
            let message_id: Int64
            let chat: Chat
            /// Nil where the message is too old to be changed.
            let reply_markup: TelegramMessage.Keyboard?
        }
    }

    struct User: Decodable {
        let id: Int64?
        /// As `pt-br`.
        let language_code: String?
    }

    struct Chat: Decodable {
        let id: Int64
        let type: String

        /// In a group others read along, so none is anybody's address.
        var isPrivate: Bool { type == "private" }
    }

    struct Membership: Decodable {
        let chat: Chat
        let date: Int64
        let new_chat_member: Member

        struct Member: Decodable {
            let status: String
        }

        /// https://core.telegram.org/bots/api#chatmember: in a private chat a bot is `kicked` by who blocks it.
        var fate: AddressFate? {
            switch new_chat_member.status {
            case "kicked": .optedOut
            case "member": .optedIn
            default: nil
            }
        }
    }
}
