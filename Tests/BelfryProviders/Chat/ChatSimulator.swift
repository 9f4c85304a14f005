import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for Slack, a Mattermost server, Discord, a workflow of Microsoft Teams and a Gotify server, each with one room: takes what its webhook
/// takes, and refuses what the real one refuses. What a workflow of Teams can't show it takes in reality, and fails out of sight; here it says so.
public final class ChatSimulator: Sendable {
    /// A message that stands in a room.
    public struct Message: Hashable, Sendable {
        /// Of the webhook, with the query in which some have their secret.
        public let path: String
        /// In Discord as it was sent, elsewhere as it is read.
        public let text: String
        /// Whoever is called by it: `!here`, `@all`, `@everyone`.
        public let mentions: [String]
    }

    /// The paths of webhooks that are there.
    public static let slack = "/services/T00000000/B00000000/SimulatorSecretXw3k"
    public static let mattermost = "/hooks/simulatorsecretofthehook7q"
    public static let discord = "/api/webhooks/123456789012345678/simulator-token-Zp9d"
    public static let teams =
        "/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0"
        + "&sig=SimulatorSignature7w"
    public static let gotify = "/message?token=ASimulatorToken.5"

    private struct State {
        /// All that ever were.
        var messages: [Message] = []
        /// Numbers of those that were deleted.
        var deleted: Set<Int> = []
        var webhooks: Set<String> = [slack, mattermost, discord, teams, gotify]
    }

    public let log: ProviderLog
    public let faults: MessagingFaults
    private let state = Mutex(State())

    public init(faults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog()) {
        self.faults = faults
        self.log = log
    }

    /// Those that are there.
    public var messages: [Message] {
        state.withLock { state in state.messages.enumerated().filter { !state.deleted.contains($0.offset + 1) }.map(\.element) }
    }

    /// Somebody deletes the webhook in the chat.
    public func delete(_ path: String) { state.withLock { _ = $0.webhooks.remove(path) } }

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ address: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        for path in ["/services/:team/:app/:secret", "/hooks/:hook", "/api/webhooks/:id/:token", "/workflows/:id/triggers/:name/paths/invoke", "/message"] {
            router.post(RouterPath(path)) { request, context in try await self.take(request, context) }
        }
        router.delete("/api/webhooks/:id/:token/messages/:message") { request, context in try await self.delete(request, context) }
        return try await SimulatorServer.run(router, body)
    }

    /// https://discord.com/developers/docs/resources/webhook#delete-webhook-message
    private func delete(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        if case .refuse(let status, let code, let retryAfter) = fault { return Self.refusal(ChatRefusalAnswer(status, code: code), retryAfter) }
        let parts = request.uri.path.split(separator: "/messages/")
        let (path, name) = (String(parts.first ?? ""), String(parts.last ?? ""))
        guard state.withLock({ $0.webhooks.contains(path) }) else {
            return Self.refusal(isKnown(path) ? ChatServer.discord.wrongSecret : ChatServer.discord.unknown)
        }
        let isThere = state.withLock { state in
            guard let number = Int(name.dropFirst("message-".count)), state.messages.indices.contains(number - 1), state.messages[number - 1].path == path
            else { return false }
            return state.deleted.insert(number).inserted
        }
        return isThere ? Response(status: .noContent) : Self.refusal(ChatRefusalAnswer(404, code: 10008))
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        let body = Array((try await request.body.collect(upTo: 1 << 20)).readableBytesView)
        guard let server = ChatServer(path: request.uri.path) else { return Response(status: .notFound) }
        let path = Self.webhook(of: request, at: server)
        if case .refuse(let status, let code, let retryAfter) = fault {
            return Self.refusal(ChatRefusalAnswer(status, word: server == .discord ? nil : "simulated", code: server == .discord ? code : nil), retryAfter)
        }
        guard state.withLock({ $0.webhooks.contains(path) }) else {
            return Self.refusal(isKnown(path) ? server.wrongSecret : server.unknown)
        }
        switch server.check(body, contentType: request.headers[.contentType]) {
        case .refused(let answer): return Self.refusal(answer)
        case .usable(let text, let mentions):
            let message = Message(path: path, text: text, mentions: mentions)
            let count = state.withLock { state in
                state.messages.append(message)
                return state.messages.count
            }
            log.add(.init(provider: "chat", name: "message-\(count)", address: path, body: String(decoding: body, as: UTF8.self)))
            if fault == .loseAnswer { return try await context.loseAnswer() }
            switch server {
            case .slack, .mattermost: return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "ok")))
            case .discord where request.uri.query?.contains("wait=true") == true: return .json(["id": "message-\(count)", "content": text], status: 200)
            case .discord: return Response(status: .noContent)
            case .teams: return Response(status: .accepted)
            case .gotify: return .json(["id": count, "appid": 1, "message": text], status: 200)
            }
        }
    }

    /// Gotify is shown its token by a header as well.
    private static func webhook(of request: Request, at server: ChatServer) -> String {
        switch server {
        case .slack, .mattermost, .discord: request.uri.path
        case .teams: request.uri.string
        case .gotify: HTTPField.Name("X-Gotify-Key").flatMap { request.headers[$0] }.map { "/message?token=\($0)" } ?? request.uri.string
        }
    }

    /// Whether a webhook is there but for its secret: Discord and Teams tell one by its identifier, and then look at what belongs to it.
    private func isKnown(_ path: String) -> Bool {
        for (beginning, webhook) in [("/api/webhooks/123456789012345678/", Self.discord), ("/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/", Self.teams)]
        where path.hasPrefix(beginning) {
            return state.withLock { $0.webhooks.contains(webhook) }
        }
        return false
    }

    private static func refusal(_ answer: ChatRefusalAnswer, _ retryAfter: Int? = nil) -> Response {
        var response: Response
        if let code = answer.code {
            var object: [String: Any] = ["code": code, "message": "simulated"]
            if let retryAfter {
                object["global"] = false
                // Discord's has a fraction.
                object["retry_after"] = Double(retryAfter) - 0.36
            }
            response = .json(object, status: answer.status)
        } else {
            response = Response(status: .init(code: answer.status), body: .init(byteBuffer: ByteBuffer(string: answer.word ?? "")))
        }
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}
