import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for an ntfy server that takes messages of its users alone: takes them, refuses what the real one refuses, and knows what phones show.
public final class NtfySimulator: Sendable {
    /// A message that was taken.
    public struct Message: Hashable, Sendable {
        /// Twelve characters.
        public let id: String
        public let topic: String
        /// Empty where there is none.
        public let title: String
        public let message: String
        public let priority: Int
        /// What a tap opens; empty where it is the topic.
        public let click: String
        /// Later ones of the same take its place; the message's own identifier where none was said.
        public let sequence: String
        public let buttons: [Button]
    }

    /// Below a message: https://docs.ntfy.sh/publish/#action-buttons
    public struct Button: Hashable, Sendable {
        /// `view`, which opens the address, or `http`, which asks it.
        public let kind: String
        public let label: String
        public let url: String
        public let method: String
        public let body: String
        /// Whether the message goes once the address has answered with a success.
        public let clears: Bool
    }

    /// Somebody presses a button that asks an address, as phones do: with nothing but what the button has.
    public func presses(_ button: Button) -> ProviderCallback {
        ProviderCallback(method: button.method, url: button.url, headers: [:], body: Array(button.body.utf8))
    }

    private struct State {
        var messages: [Message] = []
        var foreignTopics: Set<String> = []
        /// So many messages had come when a sequence was deleted last, by topic and sequence.
        var deleted: [String: Int] = [:]
    }

    public static let token = "tk_00000000000000000000000simulator"
    public static let user = "belfry"
    public static let password = "ntfy-password-of-the-simulator"

    public let log: ProviderLog
    public let faults: MessagingFaults
    /// Whether servers of before 2.16 are meant, which know no sequences.
    private let isOld: Bool
    private let state = Mutex(State())

    public init(faults: MessagingFaults = MessagingFaults(), isOld: Bool = false, log: ProviderLog = ProviderLog()) {
        self.faults = faults
        self.isOld = isOld
        self.log = log
    }

    public var messages: [Message] { state.withLock(\.messages) }

    /// What whoever listens to a topic sees at the end.
    public func shown(on topic: String) -> [Message] {
        state.withLock { state in
            state.messages.enumerated().filter { $1.topic == topic }.reduce(into: [Message]()) { shown, next in
                let (number, message) = next
                shown.removeAll { $0.sequence == message.sequence }
                if number >= state.deleted["\(topic)/\(message.sequence)"] ?? 0 { shown.append(message) }
            }
        }
    }

    /// The topic is another user's: nobody else may publish to it.
    public func reserve(_ topic: String) { state.withLock { _ = $0.foreignTopics.insert(topic) } }

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ address: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        router.post("/") { request, context in try await self.take(request, context) }
        if !isOld { router.delete("/{topic}/{sequence}") { request, context in try await self.delete(request, context) } }
        return try await SimulatorServer.run(router, body)
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        let body = Array((try await request.body.collect(upTo: 1 << 20)).readableBytesView)
        if case .refuse(let status, let code, let retryAfter) = fault { return Self.refusal(status, code, retryAfter: retryAfter) }
        let shown = request.headers[.authorization]
        let isKnown = shown == Self.bearer || shown == Self.basic
        guard shown == nil || isKnown else { return Self.refusal(40101) }
        switch NtfyRequest.check(body) {
        case .refused(let code): return Self.refusal(code)
        case .usable(let wanted):
            guard isKnown, !state.withLock({ $0.foreignTopics.contains(wanted.topic) }) else { return Self.refusal(40301) }
            let message = accept(wanted)
            log.add(.init(provider: "ntfy", name: message.sequence, address: message.topic, body: String(decoding: body, as: UTF8.self)))
            if fault == .loseAnswer { return try await context.loseAnswer() }
            var answer: [String: Any] = [
                "id": message.id, "time": 1_769_342_400, "expires": 1_769_385_600, "event": "message", "topic": message.topic, "message": message.message,
                "title": message.title, "priority": message.priority,
            ]
            if !isOld { answer["sequence_id"] = message.sequence }
            return .json(answer, status: 200)
        }
    }

    /// https://docs.ntfy.sh/publish/#deleting-notifications
    private func delete(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        if case .refuse(let status, let code, let retryAfter) = fault { return Self.refusal(status, code, retryAfter: retryAfter) }
        let (topic, sequence) = (context.parameters.get("topic") ?? "", context.parameters.get("sequence") ?? "")
        let isKnown = [Self.bearer, Self.basic].contains(request.headers[.authorization])
        guard isKnown, !state.withLock({ $0.foreignTopics.contains(topic) }) else { return Self.refusal(40301) }
        guard NtfyRequest.isName(sequence) else { return Self.refusal(40049) }
        state.withLock { $0.deleted["\(topic)/\(sequence)"] = $0.messages.count }
        let event: [String: Any] = ["id": "deletion00001", "time": 1_769_342_400, "event": "message_delete", "topic": topic, "sequence_id": sequence]
        return .json(event, status: 200)
    }

    private static let bearer = "Bearer \(token)"
    private static let basic = "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"

    /// Takes a body, wherever it came from; nil where it is refused.
    public func take(_ body: [UInt8]) -> Message? {
        if case .usable(let wanted) = NtfyRequest.check(body) { accept(wanted) } else { nil }
    }

    private func accept(_ wanted: NtfyRequest) -> Message {
        state.withLock { state in
            let number = String(state.messages.count + 1)
            let id = "message" + String(repeating: "0", count: max(0, 5 - number.count)) + number
            let message = Message(
                id: id, topic: wanted.topic, title: wanted.title, message: wanted.message, priority: wanted.priority, click: wanted.click,
                sequence: isOld || wanted.sequence.isEmpty ? id : wanted.sequence, buttons: wanted.buttons)
            state.messages.append(message)
            return message
        }
    }

    private static func refusal(_ code: Int) -> Response { refusal(code / 100, code, retryAfter: nil) }

    private static func refusal(_ status: Int, _ code: Int, retryAfter: Int?) -> Response {
        var response = Response.json(
            ["code": code, "http": status, "error": "simulated", "link": "https://ntfy.sh/docs/publish/#limitations"], status: status)
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}
