import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for Twilio's Programmable Messaging: takes messages, refuses what the real one refuses, lists them, and posts signed callbacks.
public final class TwilioSimulator: Sendable {
    /// A message that was taken.
    public struct Message: Hashable, Sendable {
        public let sid: String
        public let to: String
        public let from: String?
        public let body: String
        public let statusCallback: String?
        public let validityPeriod: Int?
        /// Seconds since 1970.
        public let createdAt: Int64
    }

    private struct State {
        var messages: [Message] = []
        var stopped: Set<String> = []
        var landlines: Set<String> = []
        var eventCount = 0
    }

    public static let accountSID = "AC0123456789abcdef0123456789abcdef"
    public static let authToken = "0123456789abcdef0123456789abcdef"
    public static let number = "+15005550006"
    public static let messagingService = "MG0123456789abcdef0123456789abcdef"

    public let log: ProviderLog
    public let faults: MessagingFaults
    let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameter now: seconds since 1970.
    public init(faults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog(), now: @escaping @Sendable () -> Int64) {
        self.faults = faults
        self.log = log
        self.now = now
    }

    public var messages: [Message] { state.withLock(\.messages) }

    /// The person has answered STOP: what is sent to them is refused until they say START.
    public func setStopped(_ isStopped: Bool, _ number: String) {
        state.withLock { if isStopped { $0.stopped.insert(number) } else { $0.stopped.remove(number) } }
    }

    /// The number takes no short messages.
    public func setLandline(_ number: String) { state.withLock { _ = $0.landlines.insert(number) } }

    func nextEvent() -> Int {
        state.withLock {
            $0.eventCount += 1
            return $0.eventCount
        }
    }

    /// Runs it for as long as `body` takes.
    ///
    /// - Parameter voice: takes calls at the same address, as at Twilio.
    public func listen<Result: Sendable>(
        beside voice: VoiceSimulator? = nil, _ body: @escaping @Sendable (_ endpoint: String) async throws -> Result
    ) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        router.post("/2010-04-01/Accounts/:sid/Messages.json") { request, context in try await self.take(request, context) }
        router.get("/2010-04-01/Accounts/:sid/Messages.json") { request, context in self.list(request, context) }
        voice?.addRoutes(to: router)
        return try await SimulatorServer.run(router, body)
    }

    static func isAuthorized(_ request: Request, _ context: SimulatorContext) -> Bool {
        let expected = "Basic " + Data("\(accountSID):\(authToken)".utf8).base64EncodedString()
        return request.headers[.authorization] == expected && context.parameters.get("sid") == accountSID
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        let body = try await request.body.collect(upTo: 1 << 20)
        if case .refuse(let status, let code, let retryAfter) = fault { return Self.refusal(status, code, retryAfter: retryAfter) }
        guard Self.isAuthorized(request, context) else { return Self.refusal(401, 20003) }
        let fields = Self.fields(String(buffer: body))
        if let code = refusalCode(of: fields) { return Self.refusal(400, code) }
        let message = accept(fields)
        log.add(.init(provider: "twilio", name: message.sid, address: message.to, body: message.body))
        if fault == .loseAnswer { return try await context.loseAnswer() }
        return .json(Self.object(of: message), status: 201)
    }

    private func refusalCode(of fields: [String: String]) -> Int? {
        guard let to = fields["To"] else { return 21604 }
        let digits = to.dropFirst()
        guard to.hasPrefix("+"), (8...15).contains(digits.count), digits.allSatisfy(\.isNumber), digits.first != "0" else { return 21211 }
        guard let body = fields["Body"], !body.isEmpty else { return 21619 }
        guard body.utf16.count <= 1600 else { return 21617 }
        if let service = fields["MessagingServiceSid"] {
            guard service == Self.messagingService else { return 21701 }
        } else {
            guard let from = fields["From"] else { return 21603 }
            guard from == Self.number else { return from.hasPrefix("+") ? 21660 : 21267 }
            guard from != to else { return 21266 }
        }
        if let period = fields["ValidityPeriod"] {
            guard let seconds = Int(period), (1...36_000).contains(seconds) else { return 21624 }
        }
        return state.withLock { $0.landlines.contains(to) ? 21635 : $0.stopped.contains(to) ? 21610 : nil }
    }

    private func accept(_ fields: [String: String]) -> Message {
        state.withLock { state in
            let number = String(state.messages.count + 1, radix: 16)
            let message = Message(
                sid: "SM" + String(repeating: "0", count: 32 - number.count) + number, to: fields["To"] ?? "", from: fields["From"],
                body: fields["Body"] ?? "", statusCallback: fields["StatusCallback"], validityPeriod: fields["ValidityPeriod"].flatMap { Int($0) },
                createdAt: now())
            state.messages.append(message)
            return message
        }
    }

    /// The newest first.
    private func list(_ request: Request, _ context: SimulatorContext) -> Response {
        guard Self.isAuthorized(request, context) else { return Self.refusal(401, 20003) }
        let query = Self.fields(request.uri.query ?? "")
        let (size, number) = (query["PageSize"].flatMap { Int($0) } ?? 50, query["Page"].flatMap { Int($0) } ?? 0)
        let rest = messages.reversed().filter { message in query["To"].map { $0 == message.to } ?? true }.dropFirst(size * number)
        var following = query
        following["Page"] = String(number + 1)
        let next = "/2010-04-01/Accounts/\(Self.accountSID)/Messages.json?\(Self.form(following))"
        let page: [String: Any] = [
            "messages": rest.prefix(size).map(Self.object), "page": number, "page_size": size,
            "next_page_uri": rest.count > size ? next as Any : NSNull(),
        ]
        return .json(page, status: 200)
    }

    private static func object(of message: Message) -> [String: Any] {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return [
            "sid": message.sid, "account_sid": accountSID, "to": message.to, "from": message.from as Any? ?? NSNull(), "body": message.body,
            "status": message.from == nil ? "accepted" : "queued", "direction": "outbound-api", "date_sent": NSNull(), "error_code": NSNull(),
            "date_created": formatter.string(from: Date(timeIntervalSince1970: TimeInterval(message.createdAt))), "num_segments": "1",
        ]
    }

    static func refusal(_ status: Int, _ code: Int, retryAfter: Int? = nil) -> Response {
        var response = Response.json(
            ["code": code, "message": "simulated", "more_info": "https://www.twilio.com/docs/errors/\(code)", "status": status], status: status)
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }

    static func fields(_ form: String) -> [String: String] {
        form.split(separator: "&").reduce(into: [:]) { fields, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
            fields[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
    }
}
