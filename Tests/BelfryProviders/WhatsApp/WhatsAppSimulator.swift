import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for WhatsApp's Cloud API: takes messages, refuses what the real one refuses, and posts signed callbacks.
public final class WhatsAppSimulator: Sendable {
    /// A template that was approved.
    public struct Template: Hashable, Sendable {
        public let languages: [String]
        public let placeCount: Int
        public let buttonCount: Int

        public init(languages: [String], placeCount: Int, buttonCount: Int = 0) {
            self.languages = languages
            self.placeCount = placeCount
            self.buttonCount = buttonCount
        }
    }

    /// A message that was taken.
    public struct Message: Hashable, Sendable {
        /// `wamid.…`
        public let id: String
        public let to: String
        public let callbackData: String?
        /// Free text; nil for a template.
        public let text: String?
        public let template: String?
        public let language: String?
        public let parameters: [String]
        public let payloads: [String]
        /// Why it will fail after all; nil where it won't.
        public let failure: Int?

        public init(
            id: String, to: String, callbackData: String? = nil, text: String? = nil, template: String? = nil, language: String? = nil,
            parameters: [String] = [], payloads: [String] = [], failure: Int? = nil
        ) {
            self.id = id
            self.to = to
            self.callbackData = callbackData
            self.text = text
            self.template = template
            self.language = language
            self.parameters = parameters
            self.payloads = payloads
            self.failure = failure
        }
    }

    private struct State {
        var messages: [Message] = []
        var wroteAt: [String: Int64] = [:]
        var optedOut: Set<String> = []
        var closedCountries: Set<String> = []
        var eventCount = 0
    }

    public static let phoneNumberID = "106540352242922"
    public static let token = "EAAsimulatedToken"
    public static let appSecret = "whatsapp-app-secret-of-the-simulator"
    public static let verifyToken = "whatsapp-verify-token"

    public let log: ProviderLog
    public let faults: MessagingFaults
    let templates: [String: Template]
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    private let state = Mutex(State())

    public init(
        templates: [String: Template] = [:], faults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog(),
        now: @escaping @Sendable () -> Int64
    ) {
        self.templates = templates
        self.faults = faults
        self.log = log
        self.now = now
    }

    public var messages: [Message] { state.withLock(\.messages) }

    /// The person wants nothing more of this kind: what is sent to them is refused.
    public func optOut(_ number: String) { state.withLock { _ = $0.optedOut.insert(number) } }

    /// What is sent to numbers of this country is refused; by the digits with which they begin.
    public func close(country: String) { state.withLock { _ = $0.closedCountries.insert(country) } }

    func noteInbound(from number: String) -> String {
        state.withLock { state in
            state.wroteAt[number] = now()
            state.eventCount += 1
            return "wamid.inbound\(state.eventCount)"
        }
    }

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ endpoint: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        router.post("/v23.0/:id/messages") { request, context in try await self.take(request, context) }
        return try await SimulatorServer.run(router) { try await body("\($0)/v23.0") }
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        let body = try await request.body.collect(upTo: 1 << 20)
        if case .refuse(let status, let code, let retryAfter) = fault { return Self.refusal(status, code, retryAfter: retryAfter) }
        guard request.headers[.authorization] == "Bearer \(Self.token)" else { return Self.refusal(401, 190) }
        guard context.parameters.get("id") == Self.phoneNumberID else { return Self.refusal(400, 100, subcode: 33) }
        guard request.headers[.contentType] == "application/json",
            let object = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any]
        else { return Self.refusal(400, 100) }
        switch WhatsAppRequest.check(object, templates: templates) {
        case .refused(let code): return Self.refusal(400, code)
        case .usable(let wanted):
            guard !state.withLock({ $0.optedOut.contains(wanted.to) }) else { return Self.refusal(400, 131050) }
            guard !state.withLock({ $0.closedCountries.contains(where: wanted.to.hasPrefix) }) else { return Self.refusal(403, 130497) }
            let message = accept(wanted)
            log.add(.init(provider: "whatsapp", name: wanted.callbackData ?? "", address: wanted.to, body: String(buffer: body)))
            if fault == .loseAnswer { return try await context.loseAnswer() }
            let answer: [String: Any] = [
                "messaging_product": "whatsapp", "contacts": [["input": wanted.to, "wa_id": wanted.to]],
                "messages": [["id": message.id, "message_status": "accepted"]],
            ]
            return .json(answer, status: 200)
        }
    }

    private func accept(_ wanted: WhatsAppRequest) -> Message {
        state.withLock { state in
            let isOpen = state.wroteAt[wanted.to].map { now() - $0 < 24 * 3600 } ?? false
            let failure = wanted.text != nil && !isOpen ? 131047 : nil
            let message = Message(
                id: "wamid.\(state.messages.count + 1)", to: wanted.to, callbackData: wanted.callbackData, text: wanted.text, template: wanted.template,
                language: wanted.language, parameters: wanted.parameters, payloads: wanted.payloads, failure: failure)
            state.messages.append(message)
            return message
        }
    }

    private static func refusal(_ status: Int, _ code: Int, subcode: Int? = nil, retryAfter: Int? = nil) -> Response {
        var error: [String: Any] = [
            "message": "(#\(code)) simulated", "type": "OAuthException", "code": code, "error_data": ["messaging_product": "whatsapp", "details": "simulated"],
            "fbtrace_id": "A1",
        ]
        if let subcode { error["error_subcode"] = subcode }
        var response = Response.json(["error": error], status: status)
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}
