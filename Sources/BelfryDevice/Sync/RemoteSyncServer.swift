import BelfryModel
import BelfryPorts
import Foundation

/// The server's `/sync/pull` and `/sync/push`, whoever carries the requests.
public struct RemoteSyncServer: SyncServer {
    let transport: any SyncTransport

    public init(_ transport: any SyncTransport) {
        self.transport = transport
    }

    public func pull(_ pull: SyncPull) async throws(SyncProblem) -> SyncAnswer {
        let response = try await transport.exchange(Self.request(for: pull))
        try Self.check(response)
        // Whatever stands between us and the server answers with pages of its own.
        guard let answer = try? JSONDecoder().decode(SyncAnswer.self, from: Data(response.body.utf8)) else { throw .unavailable }
        return answer
    }

    public func push(_ push: SyncPush) async throws(SyncProblem) {
        try Self.check(try await transport.exchange(try Self.request(for: push)))
    }
}

extension RemoteSyncServer {
    /// The version of the tables that this package speaks of; servers pass over it.
    static let schemaVersion = 1

    static func request(for pull: SyncPull) -> SyncRequest {
        var query = [("last_pulled_at", pull.since.map(String.init) ?? "null"), ("schema_version", String(schemaVersion))]
        query.append(("migration", migration(of: pull.wholeTables)))
        if let push = pull.openPush { query.append(("open_push", push)) }
        return SyncRequest(method: "GET", path: "/sync/pull?" + text(query), body: nil)
    }

    /// As WatermelonDB tells that an app has learnt of tables: `{"from":1,"tables":["budget_items"],"columns":[]}`.
    private static func migration(of tables: Set<FactTable>) -> String {
        guard !tables.isEmpty else { return "null" }
        let names = tables.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: ",")
        return "{\"from\":\(schemaVersion),\"tables\":[\(names)],\"columns\":[]}"
    }

    static func request(for push: SyncPush) throws(SyncProblem) -> SyncRequest {
        var query = [("last_pulled_at", push.pulledAt.map(String.init) ?? "null")]
        if let id = push.id { query.append(("push_id", id)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A store keeps no number that JSON doesn't have.
        guard let body = try? encoder.encode(push.changes) else { throw .refused(code: Problem.malformedJSON.code, field: nil) }
        return SyncRequest(method: "POST", path: "/sync/push?" + text(query), body: String(decoding: body, as: UTF8.self))
    }

    private static func text(_ query: [(name: String, value: String)]) -> String {
        query.map { "\($0.name)=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// All but the unreserved characters of RFC 3986, section 2.3, as `%7B`.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")) ?? ""
    }

    /// - Throws: what an answer means that isn't 200.
    static func check(_ response: SyncResponse) throws(SyncProblem) {
        switch response.status {
        case 200: return
        case 401, 403: throw .notAuthenticated
        case 409: throw .conflict
        case 413: throw .tooLarge
        case 400, 422:
            let error = (try? JSONDecoder().decode(Refusal.self, from: Data(response.body.utf8)))?.error
            throw .refused(code: error?.code ?? "status_\(response.status)", field: error?.field)
        default: throw .unavailable
        }
    }

    private struct Refusal: Decodable {
        let error: Content

        struct Content: Decodable {
            let code: String
            let field: String?
        }
    }
}
