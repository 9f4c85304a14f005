import BelfrySystem
import BelfryTime
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The other end of a webhook: speaks the Standard Webhooks scheme over a real socket, refuses what isn't signed, and remembers what came.
final class WebhookReceiver: Sendable {
    static let secretBytes = Data("a webhook secret of 32 bytes....".utf8)
    static let secret = "whsec_" + secretBytes.base64EncodedString()

    /// With which a server posts to an address, also on this machine, and signs it.
    static func settings(_ url: String, _ others: [String: String] = [:]) -> [String: String] {
        ["BELFRY_WEBHOOK_URL": url, "BELFRY_WEBHOOK_SECRET": secret, "BELFRY_WEBHOOK_ALLOW_PRIVATE": "true"].merging(others) { $1 }
    }

    struct Reception: Sendable {
        let id: String
        let timestamp: String
        /// One for each secret that is in force at the sender.
        let signatures: [String]
        let body: String
        let receivedAt: Instant
        /// The answer that was given.
        var status: Int
        /// What stood behind the receiver's own address.
        let path: String

        /// Whether one of the signatures is made with a secret.
        func isSigned(with secretBytes: Data) -> Bool {
            let code = HMAC<SHA256>.authenticationCode(for: Data("\(id).\(timestamp).\(body)".utf8), using: SymmetricKey(data: secretBytes))
            return signatures.contains("v1,\(Data(code).base64EncodedString())")
        }
    }

    /// What is answered: a status, and whatever stands in the head besides.
    struct Answer: ExpressibleByIntegerLiteral, Sendable {
        var status: Int
        var headers: [HTTPField.Name: String] = [:]

        init(_ status: Int, _ headers: [HTTPField.Name: String] = [:]) {
            self.status = status
            self.headers = headers
        }

        init(integerLiteral status: Int) {
            self.status = status
        }
    }

    private let state = Mutex<[Reception]>([])
    /// What to answer to a signed request, decided by its identifier and how often it came before.
    private let answer: @Sendable (_ id: String, _ earlierCount: Int) async -> Answer
    /// An element for each request that was answered.
    let events: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(answer: @escaping @Sendable (_ id: String, _ earlierCount: Int) async -> Answer = { _, _ in 200 }) {
        self.answer = answer
        (events, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    var receptions: [Reception] { state.withLock(\.self) }

    /// Runs a receiver for as long as `body` takes.
    func listen<Result: Sendable>(_ body: @escaping @Sendable (_ url: String) async throws -> Result) async throws -> Result {
        let router = Router()
        for path in ["/hook", "/hook/**"] as [RouterPath] {
            router.post(path) { request, _ in try await self.receive(request) }
        }
        return try await withLocalServer(router) { address in try await body(address + "/hook") }
    }

    private func receive(_ request: Request) async throws -> Response {
        let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
        let fields = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        let id = fields["webhook-id"] ?? ""
        var reception = Reception(
            id: id, timestamp: fields["webhook-timestamp"] ?? "",
            signatures: fields["webhook-signature"]?.split(separator: " ").map(String.init) ?? [], body: body,
            receivedAt: .systemNow(), status: 401, path: request.uri.path)
        guard reception.isSigned(with: Self.secretBytes) else { return Response(status: .unauthorized) }
        let answer = await answer(id, state.withLock { $0.count { $0.id == id } })
        reception.status = answer.status
        state.withLock { $0.append(reception) }
        continuation.yield()
        var response = Response(status: .init(code: answer.status))
        for (name, value) in answer.headers { response.headers[name] = value }
        return response
    }
}
