import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for Slack, a Mattermost server and Discord, each with one room: takes what its webhook takes, and refuses what the real one refuses.
public final class ChatSimulator: Sendable {
    /// A message that stands in a room.
    public struct Message: Hashable, Sendable {
        /// Of the webhook.
        public let path: String
        /// In Slack as it is read, in Discord as it was sent.
        public let text: String
        /// Whoever is called by it: `!here`, `@all`, `@everyone`.
        public let mentions: [String]
    }

    /// The paths of webhooks that are there.
    public static let slack = "/services/T00000000/B00000000/SimulatorSecretXw3k"
    public static let mattermost = "/hooks/simulatorsecretofthehook7q"
    public static let discord = "/api/webhooks/123456789012345678/simulator-token-Zp9d"

    private struct State {
        var messages: [Message] = []
        var webhooks: Set<String> = [slack, mattermost, discord]
    }

    public let log: ProviderLog
    public let faults: MessagingFaults
    private let state = Mutex(State())

    public init(faults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog()) {
        self.faults = faults
        self.log = log
    }

    public var messages: [Message] { state.withLock(\.messages) }

    /// Somebody deletes the webhook in the chat.
    public func delete(_ path: String) { state.withLock { _ = $0.webhooks.remove(path) } }

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ address: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        for path in ["/services/:team/:app/:secret", "/hooks/:hook", "/api/webhooks/:id/:token"] {
            router.post(RouterPath(path)) { request, context in try await self.take(request, context) }
        }
        return try await SimulatorServer.run(router, body)
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        let body = Array((try await request.body.collect(upTo: 1 << 20)).readableBytesView)
        let path = request.uri.path
        guard let server = ChatServer(path: path) else { return Response(status: .notFound) }
        if case .refuse(let status, let code, let retryAfter) = fault {
            return Self.refusal(ChatRefusalAnswer(status, word: server == .discord ? nil : "simulated", code: server == .discord ? code : nil), retryAfter)
        }
        guard state.withLock({ $0.webhooks.contains(path) }) else {
            // Discord tells a webhook by its identifier, and then looks at what belongs to it.
            let isKnown = server == .discord && path.hasPrefix("/api/webhooks/123456789012345678/") && state.withLock { $0.webhooks.contains(Self.discord) }
            return Self.refusal(isKnown ? ChatRefusalAnswer(401, code: 50027) : server.unknown)
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
            guard server == .discord else { return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "ok"))) }
            guard request.uri.query?.contains("wait=true") == true else { return Response(status: .noContent) }
            return .json(["id": "message-\(count)", "content": text], status: 200)
        }
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
