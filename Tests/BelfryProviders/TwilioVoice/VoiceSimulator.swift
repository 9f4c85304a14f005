import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for Twilio's Programmable Voice: takes calls and refuses what the real one refuses. What then happens in a call is played by its test: it asks
/// what is to be said as Twilio does, signed, and does what it is answered.
public final class VoiceSimulator: Sendable {
    /// A call that was taken.
    public struct Call: Hashable, Sendable {
        public let sid: String
        public let to: String
        public let from: String
        /// At which is asked what is to be said.
        public var url: String
        public let statusCallback: String?
        public let statusEvents: [String]
        public let ringSeconds: Int
        public let lengthMaxSeconds: Int?
        public let machineDetection: String?
    }

    private struct State {
        var calls: [Call] = []
        var refusals: [String: Int] = [:]
    }

    public static let accountSID = TwilioSimulator.accountSID
    public static let authToken = TwilioSimulator.authToken
    public static let number = TwilioSimulator.number

    public let log: ProviderLog
    public let faults: MessagingFaults
    private let state = Mutex(State())

    public init(faults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog()) {
        self.faults = faults
        self.log = log
    }

    public var calls: [Call] { state.withLock(\.calls) }

    /// A number that isn't called, with the code that says why: 21214, 21215, 21216, 21219 and the like.
    public func refuse(_ number: String, with code: Int?) { state.withLock { $0.refusals[number] = code } }

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ endpoint: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        addRoutes(to: router)
        return try await SimulatorServer.run(router, body)
    }

    /// So that one address has it beside the account's messages.
    func addRoutes(to router: Router<SimulatorContext>) {
        router.post("/2010-04-01/Accounts/:sid/Calls.json") { request, context in try await self.take(request, context) }
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let fault = faults.take()
        if fault == .close { return try await context.loseAnswer() }
        let body = try await request.body.collect(upTo: 1 << 20)
        if case .refuse(let status, let code, let retryAfter) = fault { return TwilioSimulator.refusal(status, code, retryAfter: retryAfter) }
        guard TwilioSimulator.isAuthorized(request, context) else { return TwilioSimulator.refusal(401, 20003) }
        let form = String(buffer: body)
        let fields = TwilioSimulator.fields(form)
        if let code = refusalCode(of: fields) { return TwilioSimulator.refusal(400, code) }
        let call = accept(fields, events: Self.values(of: "StatusCallbackEvent", in: form))
        log.add(.init(provider: "twilio_voice", name: call.sid, address: call.to, body: "It rings for \(call.ringSeconds) seconds"))
        if fault == .loseAnswer { return try await context.loseAnswer() }
        return .json(["sid": call.sid, "status": "queued", "to": call.to, "from": call.from, "direction": "outbound-api"], status: 201)
    }

    /// Takes a request's body as if it had come over a socket; nil where it is refused.
    public func take(_ body: [UInt8]) -> Call? {
        let form = String(decoding: body, as: UTF8.self)
        let fields = TwilioSimulator.fields(form)
        return refusalCode(of: fields) == nil ? accept(fields, events: Self.values(of: "StatusCallbackEvent", in: form)) : nil
    }

    /// As https://www.twilio.com/docs/api/errors has them.
    private func refusalCode(of fields: [String: String]) -> Int? {
        guard let to = fields["To"], !to.isEmpty else { return 21201 }
        let digits = to.dropFirst()
        guard to.hasPrefix("+"), (8...15).contains(digits.count), digits.allSatisfy(\.isNumber), digits.first != "0" else { return 21211 }
        guard let from = fields["From"] else { return 21213 }
        guard from == Self.number else { return 21210 }
        guard let url = fields["Url"].flatMap({ URL(string: $0) }), url.host != nil, (fields["Url"] ?? "").utf8.count <= 4000 else { return 21205 }
        if let callback = fields["StatusCallback"] {
            guard URL(string: callback)?.host != nil else { return 21609 }
        }
        for (name, range) in [("Timeout", 1...600), ("TimeLimit", 1...86_400)] {
            guard let value = fields[name] else { continue }
            guard let seconds = Int(value), range.contains(seconds) else { return 21208 }
        }
        if let detection = fields["MachineDetection"] {
            guard ["Enable", "DetectMessageEnd"].contains(detection) else { return 21207 }
        }
        return state.withLock { $0.refusals[to] }
    }

    private func accept(_ fields: [String: String], events: [String]) -> Call {
        state.withLock { state in
            let number = String(state.calls.count + 1, radix: 16)
            let call = Call(
                sid: "CA" + String(repeating: "0", count: 32 - number.count) + number, to: fields["To"] ?? "", from: fields["From"] ?? "",
                url: fields["Url"] ?? "", statusCallback: fields["StatusCallback"], statusEvents: events,
                ringSeconds: fields["Timeout"].flatMap { Int($0) } ?? 60, lengthMaxSeconds: fields["TimeLimit"].flatMap { Int($0) },
                machineDetection: fields["MachineDetection"])
            state.calls.append(call)
            return call
        }
    }

    /// Of a name that is there several times.
    private static func values(of name: String, in form: String) -> [String] {
        form.split(separator: "&").filter { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
