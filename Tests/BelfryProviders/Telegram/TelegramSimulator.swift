import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for Telegram's Bot API with one bot: takes its messages, refuses what the real one refuses, and knows whom the bot may write to.
public final class TelegramSimulator: Sendable {
    /// A message that was taken.
    public struct Message: Hashable, Sendable {
        public let id: Int
        public let chat: Int64
        public internal(set) var text: String
        /// The part of the text that is bold; empty where none is.
        public let bold: String
        /// What a tap on the linked words opens; empty where nothing does.
        public let link: String
        public let isSilent: Bool
        public var buttons: [Button]
    }

    /// Below a message: opens an address, or has an update posted.
    public struct Button: Hashable, Sendable {
        public let text: String
        /// Empty where it opens nothing.
        public let url: String
        /// What is posted; empty where nothing is.
        public let data: String

        public init(text: String, url: String = "", data: String = "") {
            self.text = text
            self.url = url
            self.data = data
        }

        var json: [String: Any] { url.isEmpty ? ["text": text, "callback_data": data] : ["text": text, "url": url] }
    }

    /// What somebody reads who has pressed a button.
    public struct Notice: Hashable, Sendable {
        /// Empty where the button just stops waiting.
        public let text: String
        /// Whether it has to be closed.
        public let isAlert: Bool

        public init(text: String, isAlert: Bool) {
            self.text = text
            self.isAlert = isAlert
        }
    }

    /// Where updates are to be posted, as it was last said.
    public struct Webhook: Hashable, Sendable {
        public let url: String
        public let secret: String
        public let updates: [String]

        public init(url: String, secret: String, updates: [String]) {
            self.url = url
            self.secret = secret
            self.updates = updates
        }
    }

    enum Standing {
        case open, blocked, deleted
    }

    struct State {
        /// All that ever were.
        var messages: [Message] = []
        /// When each was taken.
        var takenAt: [Int64] = []
        var deleted: Set<Int> = []
        var chats: [Int64: Standing]
        var updateCount: Int64 = 0
        var webhook: Webhook?
        /// Which buttons show that they wait.
        var queries: Set<String> = []
    }

    public static let token = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
    public static let bot = "simulated_bot"
    public static let webhookSecret = "webhook-secret-of-the-simulator"
    /// Of somebody who has pressed Start before.
    public static let chat: Int64 = 4_815_162_342

    public let log: ProviderLog
    public let faults: MessagingFaults
    let now: @Sendable () -> Int64
    let state = Mutex(State(chats: [TelegramSimulator.chat: .open]))

    /// - Parameter now: in seconds since 1970.
    public init(faults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog(), now: @escaping @Sendable () -> Int64) {
        self.faults = faults
        self.log = log
        self.now = now
    }

    /// Those that are there.
    public var messages: [Message] { state.withLock { state in state.messages.filter { !state.deleted.contains($0.id) } } }
    public var webhook: Webhook? { state.withLock(\.webhook) }

    /// Whoever has it deletes their account.
    public func delete(_ chat: Int64) { state.withLock { $0.chats[chat] = .deleted } }

    func open(_ chat: Int64) { state.withLock { $0.chats[chat] = .open } }
    func block(_ chat: Int64) { state.withLock { $0.chats[chat] = .blocked } }

    /// The name of the next update.
    func nextUpdate() -> Int64 {
        state.withLock { state in
            state.updateCount += 1
            return 800_000_000 + state.updateCount
        }
    }

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ address: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        router.post("/{bot}/{method}") { request, context in try await self.take(request, context) }
        return try await SimulatorServer.run(router, body)
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await lose(context) }
        let body = Array((try await request.body.collect(upTo: 1 << 20)).readableBytesView)
        if case .refuse(let status, _, let retryAfter) = fault { return Self.refusal(status, "simulated", retryAfter: retryAfter) }
        let shown = context.parameters.get("bot") ?? ""
        // What can't be a token is no bot's address.
        guard shown.wholeMatch(of: /bot[0-9]+:[-_A-Za-z0-9]+/) != nil else { return Self.refusal(404, "Not Found") }
        guard shown == "bot" + Self.token else { return Self.refusal(401, "Unauthorized") }
        if context.parameters.get("method") == "setWebhook" { return setWebhook(body) }
        if context.parameters.get("method") == "editMessageReplyMarkup" { return editButtons(body) }
        if context.parameters.get("method") == "deleteMessage" { return delete(body) }
        if context.parameters.get("method") == "editMessageText" { return editText(body) }
        guard context.parameters.get("method") == "sendMessage" else { return Self.refusal(404, "Not Found: method not found") }
        let wanted: TelegramRequest
        do {
            wanted = try TelegramRequest(body)
        } catch {
            return Self.refusal(400, error.description)
        }
        switch state.withLock({ $0.chats[wanted.chat] }) {
        case nil: return Self.refusal(400, "Bad Request: chat not found")
        case .blocked: return Self.refusal(403, "Forbidden: bot was blocked by the user")
        case .deleted: return Self.refusal(403, "Forbidden: user is deactivated")
        case .open: break
        }
        let message = accept(wanted)
        log.add(.init(provider: "telegram", name: String(message.id), address: String(message.chat), body: String(decoding: body, as: UTF8.self)))
        if fault == .loseAnswer { return try await lose(context) }
        return Self.json(
            [
                "ok": true,
                "result": [
                    "message_id": message.id, "date": now(), "text": message.text,
                    "chat": ["id": message.chat, "type": "private"] as [String: Any],
                    "from": ["id": 110_201_543, "is_bot": true, "first_name": "Belfry", "username": Self.bot] as [String: Any],
                ] as [String: Any],
            ], status: 200)
    }

    /// Checks what the Bot API checks, and knows no host under `.invalid`: https://core.telegram.org/bots/api#setwebhook
    private func setWebhook(_ body: [UInt8]) -> Response {
        let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        let (secret, updates) = (object?["secret_token"] as? String ?? "", object?["allowed_updates"] as? [String] ?? [])
        guard let text = object?["url"] as? String, let url = URL(string: text), url.scheme == "https" else {
            return Self.refusal(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook")
        }
        guard [443, 80, 88, 8443].contains(url.port ?? 443) else {
            return Self.refusal(400, "Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
        }
        guard url.host?.hasSuffix(".invalid") == false else {
            return Self.refusal(400, "Bad Request: bad webhook: Failed to resolve host: Name or service not known")
        }
        guard secret.wholeMatch(of: /[-_A-Za-z0-9]{0,256}/) != nil else {
            return Self.refusal(400, "Bad Request: secret token contains unallowed characters")
        }
        state.withLock { $0.webhook = Webhook(url: text, secret: secret, updates: updates) }
        return Self.json(["ok": true, "result": true, "description": "Webhook was set"], status: 200)
    }

    /// Does what an update was answered with, as a method in JSON.
    ///
    /// - Returns: nil where that is none, or is refused.
    public func perform(_ answer: String) -> Message? {
        let object = (try? JSONSerialization.jsonObject(with: Data(answer.utf8))) as? [String: Any]
        guard object?["method"] as? String == "sendMessage", let wanted = try? TelegramRequest(Array(answer.utf8)) else { return nil }
        return accept(wanted)
    }

    /// https://core.telegram.org/bots/api#editmessagereplymarkup
    private func editButtons(_ body: [UInt8]) -> Response {
        let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        let buttons: [Button]
        do {
            buttons = try TelegramRequest.buttons(in: object)
        } catch {
            return Self.refusal(400, error.description)
        }
        let problem = state.withLock { state -> String? in
            let place = state.messages.firstIndex { $0.id == object["message_id"] as? Int && $0.chat == (object["chat_id"] as? Int).map { Int64($0) } }
            guard let place else { return "Bad Request: message to edit not found" }
            guard state.messages[place].buttons != buttons else { return "Bad Request: message is not modified" }
            state.messages[place].buttons = buttons
            return nil
        }
        return problem.map { Self.refusal(400, $0) } ?? Self.json(["ok": true, "result": true], status: 200)
    }

    func ask(_ query: String) { state.withLock { _ = $0.queries.insert(query) } }

    /// Ends that a button waits, where an update was answered with that, as a method in JSON: https://core.telegram.org/bots/api#answercallbackquery
    ///
    /// - Returns: nil where it wasn't, or that is refused: a press is answered once.
    public func end(_ answer: String) -> Notice? {
        let object = (try? JSONSerialization.jsonObject(with: Data(answer.utf8))) as? [String: Any]
        guard object?["method"] as? String == "answerCallbackQuery", let query = object?["callback_query_id"] as? String else { return nil }
        let text = object?["text"] as? String ?? ""
        guard text.unicodeScalars.count <= 200, state.withLock({ $0.queries.remove(query) }) != nil else { return nil }
        return Notice(text: text, isAlert: object?["show_alert"] as? Bool ?? false)
    }

    /// Takes the body of `sendMessage`, wherever it came from; nil where it is refused.
    public func take(_ body: [UInt8]) -> Message? { (try? TelegramRequest(body)).map(accept) }

    private func accept(_ wanted: TelegramRequest) -> Message {
        state.withLock { state in
            let message = Message(
                id: state.messages.count + 1, chat: wanted.chat, text: wanted.text, bold: wanted.bold, link: wanted.link, isSilent: wanted.isSilent,
                buttons: wanted.buttons)
            state.messages.append(message)
            state.takenAt.append(now())
            return message
        }
    }

    private func lose(_ context: SimulatorContext) async throws -> Response {
        try await context.channel.close()
        return Response(status: .ok)
    }

    static func refusal(_ status: Int, _ description: String, retryAfter: Int? = nil) -> Response {
        var object: [String: Any] = ["ok": false, "error_code": status, "description": description]
        if let retryAfter { object["parameters"] = ["retry_after": retryAfter] }
        return json(object, status: status)
    }

    static func json(_ object: [String: Any], status: Int) -> Response {
        let data = (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data()
        return Response(status: .init(code: status), headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}
