import AsyncHTTPClient
import BelfryPorts
import NIOCore
import NIOHTTP1

/// Carries requests of a sync over HTTP; follows no redirect.
public struct HTTPSyncTransport: SyncTransport {
    private let address: String
    private let token: @Sendable () async -> String?
    private let client: HTTPClient

    /// Long enough for a first pull over a slow line.
    static let timeout = TimeAmount.seconds(60)
    /// What one person's facts may come to.
    static let bodyByteCountMax = 64 * 1024 * 1024

    /// Must be shut down when it is no longer needed.
    ///
    /// - Parameters:
    ///   - address: of the server, as `https://belfry.example`.
    ///   - token: the person's token, asked for at each request; nil where nobody is signed in.
    public init(address: String, token: @escaping @Sendable () async -> String?) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.token = token
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
        // When to try again is decided by whoever syncs.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes its connections.
    public func shutdown() async {
        // It fails only where it was shut down before.
        try? await client.shutdown()
    }

    public func exchange(_ request: SyncRequest) async throws(SyncProblem) -> SyncResponse {
        guard let token = await token() else { throw .notAuthenticated }
        var outgoing = HTTPClientRequest(url: address + request.path)
        outgoing.method = HTTPMethod(rawValue: request.method)
        outgoing.headers.add(name: "authorization", value: "Bearer \(token)")
        if let body = request.body {
            outgoing.headers.add(name: "content-type", value: "application/json")
            outgoing.body = .bytes(ByteBuffer(string: body))
        }
        do {
            let answer = try await client.execute(outgoing, timeout: Self.timeout)
            let body = try await answer.body.collect(upTo: Self.bodyByteCountMax)
            return SyncResponse(status: Int(answer.status.code), body: String(buffer: body))
        } catch {
            throw .unavailable
        }
    }
}
