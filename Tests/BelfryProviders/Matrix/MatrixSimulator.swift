import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for a homeserver of Matrix on which the operator has an account: knows rooms, who is in them, and what was said, and refuses what the real one
/// refuses.
public final class MatrixSimulator: Sendable {
    /// A message that stands in a room.
    public struct Message: Hashable, Sendable {
        public let room: String
        /// `m.text`, or `m.notice`.
        public let type: String
        public let text: String
        public let html: String
        /// The event's name.
        public let id: String
    }

    public static let user = "@belfry:example.org"
    public static let token = "syt_simulator_5KdXw3kZp9d"

    private struct State {
        var homeserver = MatrixHomeserver(user: user)
        var messages: [Message] = []
        var asked: [String] = []
    }

    public let log: ProviderLog
    /// Of messages.
    public let faults: MessagingFaults
    /// Of all else.
    public let otherFaults: MessagingFaults
    private let state = Mutex(State())

    public init(faults: MessagingFaults = MessagingFaults(), otherFaults: MessagingFaults = MessagingFaults(), log: ProviderLog = ProviderLog()) {
        self.faults = faults
        self.otherFaults = otherFaults
        self.log = log
    }

    public var messages: [Message] { state.withLock(\.messages) }
    public var roomCount: Int { state.withLock { $0.homeserver.rooms.count } }
    /// What was asked for besides messages, by the first word of its path.
    public var asked: [String] { state.withLock(\.asked) }

    // MARK: What people do

    /// Somebody makes a room.
    ///
    /// - Returns: its identifier.
    public func makeRoom(alias: String, isPublic: Bool = false, isEncrypted: Bool = false, invites: Bool = true) -> String {
        state.withLock { state in
            var room = MatrixHomeserver.Room(isPublic: isPublic, isEncrypted: isEncrypted)
            if invites { room.members[Self.user] = "invite" }
            return state.homeserver.addRoom(room, alias: alias)
        }
    }

    /// Somebody's place in a room changes: `join`, `leave`, `ban` or `invite`.
    public func change(_ person: String, to membership: String, in room: String) {
        state.withLock { $0.homeserver.rooms[room]?.members[person] = membership }
    }

    /// Who is in a room with somebody.
    public func membership(of person: String, in room: String) -> String? { state.withLock { $0.homeserver.rooms[room]?.members[person] } }

    public func refuseInvitations(of person: String) { state.withLock { _ = $0.homeserver.unwilling.insert(person) } }

    // MARK: Answering

    /// Runs it for as long as `body` takes.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ address: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        for method in [HTTPRequest.Method.get, .post, .put] {
            router.on("/_matrix/client/v3/**", method: method) { request, context in try await self.take(request, context) }
        }
        return try await SimulatorServer.run(router, body)
    }

    private func take(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let body = Array((try await request.body.collect(upTo: 1 << 20)).readableBytesView)
        // Identifiers stand in it percent-encoded.
        let path = request.uri.path.split(separator: "/").dropFirst(3).map { $0.removingPercentEncoding ?? String($0) }
        let isMessage = path.count == 5 && path[2] == "send"
        let fault = isMessage ? faults.take() : otherFaults.take()
        if fault == .close { return try await context.loseAnswer() }
        if !isMessage { state.withLock { $0.asked.append(path.first ?? "") } }
        if case .refuse(let status, _, let retryAfter) = fault { return Self.refusal(status, retryAfter) }
        let authorization = request.headers[.authorization]
        guard authorization == "Bearer \(Self.token)" else { return Self.response(.init(401, authorization == nil ? "M_MISSING_TOKEN" : "M_UNKNOWN_TOKEN")) }
        let answer = isMessage ? send(path, body) : answer(request.method, path, body)
        if fault == .loseAnswer { return try await context.loseAnswer() }
        return Self.response(answer)
    }

    private func answer(_ method: HTTPRequest.Method, _ path: [String], _ body: [UInt8]) -> MatrixHomeserver.Answer {
        let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        guard method == .get || object != nil else { return .init(400, "M_NOT_JSON") }
        return state.withLock { state in
            switch (method, path.first, path.count) {
            case (.get, "directory", 3): return state.homeserver.room(ofAlias: path[2])
            case (.get, "rooms", 4), (.get, "rooms", 5): return state.homeserver.state(path[3], path.count == 5 ? path[4] : "", in: path[1])
            case (.post, "join", 2): return state.homeserver.join(path[1])
            case (.post, "rooms", 3) where path[2] == "invite": return state.homeserver.invite(object?["user_id"] as? String ?? "", to: path[1])
            case (.post, "createRoom", 1): return state.homeserver.create(inviting: object?["invite"] as? [String] ?? [])
            case (_, "user", 4) where path[1] != Self.user: return .init(403, "M_FORBIDDEN")
            case (.get, "user", 4): return state.homeserver.accountData[path[3]].map { .init(["room_id": $0]) } ?? .init(404, "M_NOT_FOUND")
            case (.put, "rooms", 5) where path[2] == "redact":
                let answer = state.homeserver.redact(path[3], in: path[1], transaction: path.joined(separator: "/"))
                if answer.status == 200 { state.messages.removeAll { $0.id == path[3] } }
                return answer
            case (.put, "user", 4):
                state.homeserver.accountData[path[3]] = object?["room_id"] as? String
                return .init()
            default: return .init(404, "M_UNRECOGNIZED")
            }
        }
    }

    private func send(_ path: [String], _ body: [UInt8]) -> MatrixHomeserver.Answer {
        let content = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        guard let content, let type = content["msgtype"] as? String, let text = content["body"] as? String else { return .init(400, "M_BAD_JSON") }
        let (answer, count): (MatrixHomeserver.Answer, Int?) = state.withLock { state in
            let (answer, isNew) = state.homeserver.send(to: path[1], byteCount: body.count, transaction: path.joined(separator: "/"))
            guard isNew else { return (answer, nil) }
            state.messages.append(Message(
                    room: path[1], type: type, text: text, html: content["formatted_body"] as? String ?? "", id: answer.fields["event_id"] ?? ""))
            return (answer, state.messages.count)
        }
        if count != nil { log.add(.init(provider: "matrix", name: answer.fields["event_id"] ?? "", address: path[1], body: String(decoding: body, as: UTF8.self))) }
        return answer
    }

    private static func response(_ answer: MatrixHomeserver.Answer) -> Response { .json(answer.fields, status: answer.status) }

    private static func refusal(_ status: Int, _ retryAfter: Int?) -> Response {
        var object: [String: Any] = ["errcode": status == 429 ? "M_LIMIT_EXCEEDED" : "M_UNKNOWN", "error": "simulated"]
        object["retry_after_ms"] = retryAfter.map { $0 * 1000 }
        return .json(object, status: status)
    }
}
