import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// The other end of a webhook: speaks the Standard Webhooks scheme over a real socket, refuses what isn't signed, and remembers what came.
final class WebhookReceiver: Sendable {
    static let secretBytes = Data("a webhook secret of 32 bytes....".utf8)
    static let secret = "whsec_" + secretBytes.base64EncodedString()

    struct Reception: Sendable {
        let id: String
        let body: String
        /// The answer that was given.
        let status: Int
        /// What stood behind the receiver's own address.
        let path: String
    }

    private let state = Mutex<[Reception]>([])
    /// What to answer to a signed request: a status, decided by its identifier and how often it came before.
    private let answer: @Sendable (_ id: String, _ earlierCount: Int) async -> Int
    /// An element for each request that was answered.
    let events: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(answer: @escaping @Sendable (_ id: String, _ earlierCount: Int) async -> Int = { _, _ in 200 }) {
        self.answer = answer
        (events, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    var receptions: [Reception] { state.withLock(\.self) }

    /// Runs a receiver for as long as `body` takes.
    func listen<Result: Sendable>(_ body: @escaping @Sendable (_ url: String) async throws -> Result) async throws -> Result {
        let router = Router()
        router.post("/hook/**") { request, _ in try await self.receive(request) }
        let (ports, announcing) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { announcing.yield($0.localAddress?.port ?? 0) })
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            let services = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: application.logger))
            group.addTask {
                try await services.run()
                return nil
            }
            group.addTask {
                let port = await ports.first { _ in true } ?? 0
                return try await body("http://127.0.0.1:\(port)/hook")
            }
            while let result = try await group.next() {
                guard let result else { continue }
                await services.triggerGracefulShutdown()
                group.cancelAll()
                return result
            }
            throw CancellationError()
        }
    }

    private func receive(_ request: Request) async throws -> Response {
        let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
        let fields = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        let id = fields["webhook-id"] ?? ""
        let signed = "\(id).\(fields["webhook-timestamp"] ?? "").\(body)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: SymmetricKey(data: Self.secretBytes))
        guard fields["webhook-signature"]?.split(separator: " ").contains("v1,\(Data(code).base64EncodedString())") == true else {
            return Response(status: .unauthorized)
        }
        let status = await answer(id, state.withLock { $0.count { $0.id == id } })
        state.withLock { $0.append(Reception(id: id, body: body, status: status, path: request.uri.path)) }
        continuation.yield()
        return Response(status: .init(code: status))
    }
}
