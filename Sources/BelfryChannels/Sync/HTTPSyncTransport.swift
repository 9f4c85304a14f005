import AsyncHTTPClient
import BelfryPorts
import NIOCore
import NIOHTTP1

/// Carries requests of a sync over HTTP; follows no redirect.
public struct HTTPSyncTransport: SyncTransport {
    private let address: String
    private let token: @Sendable () async -> String?
    private let client: HTTPClient
    private let timeout: Duration

    /// What one person's facts may come to.
    static let bodyByteCountMax = 64 * 1024 * 1024

    /// Must be shut down when it is no longer needed.
    ///
    /// - Parameters:
    ///   - address: of the server, as `https://belfry.example`.
    ///   - timeout: for a whole exchange; long enough for a first pull over a slow line.
    ///   - token: the person's token, asked for at each request; nil where nobody is signed in.
    public init(address: String, timeout: Duration = .seconds(60), token: @escaping @Sendable () async -> String?) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.timeout = timeout
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
        guard let response = await withTimeLimit(timeout, { await answer(to: request, token: token) }) else { throw .unavailable }
        return response
    }

    /// Ends when it is cancelled.
    /// - Returns: nil where no answer comes, or but a part of one.
    private func answer(to request: SyncRequest, token: String) async -> SyncResponse? {
        var outgoing = HTTPClientRequest(url: address + request.path)
        outgoing.method = HTTPMethod(rawValue: request.method)
        outgoing.headers.add(name: "authorization", value: "Bearer \(token)")
        if let body = request.body {
            outgoing.headers.add(name: "content-type", value: "application/json")
            outgoing.body = .bytes(ByteBuffer(string: body))
        }
        guard let answer = try? await client.execute(outgoing, timeout: .init(timeout)),
            let body = try? await answer.body.collect(upTo: Self.bodyByteCountMax)
        else { return nil }
        return SyncResponse(status: Int(answer.status.code), body: String(buffer: body))
    }
}
