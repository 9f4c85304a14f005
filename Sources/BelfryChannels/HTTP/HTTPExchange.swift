import AsyncHTTPClient
import BelfryPorts
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Carries requests to providers over HTTP and TLS, on connections that are used again. Follows no redirect and repeats nothing.
public struct HTTPExchange: Sendable {
    private let clients: Clients
    private let strangersBodyTimeout: Duration

    /// Of an answer, more than this is nobody's error message.
    static let bodyByteCountMax = 256 * 1024

    /// How it makes connections.
    struct Limits: Sendable {
        /// To one host that speaks HTTP/1.1: as many as a worker ever has under way at once, so that none waits for another.
        var connectionCountMax = 64
        /// For a connection to be made, or to come free.
        var connectTimeout = Duration.seconds(5)
        /// A connection that isn't shared rests for so long at most. A request that meets its end may have been taken or not, and the servers that are
        /// quickest to end theirs, as Apache and Node are, do so after five seconds.
        var unsharedRestMax = Duration.seconds(4)
        /// Where anybody may name the host: for the rest of an answer that has begun, so that no stranger holds a worker who lets it drip.
        var strangersBodyTimeout = Duration.seconds(2)
    }

    /// Must be shut down when it is no longer needed.
    ///
    /// - Parameters:
    ///   - trustedRoots: a file of certificates in PEM that are trusted instead of the system's, as a test's own; nil for the system's.
    ///   - guarded: what every request is checked by; nil where addresses are the operator's or a provider's own.
    ///   - isMultiplexed: whether requests may share a connection, by HTTP/2. Where such a connection ends, as servers end each after so many requests,
    ///     the library doesn't tell which of those on it were taken: every answer is lost. For a provider that knows no repetition each request has a
    ///     connection to itself.
    public init(trustedRoots: String? = nil, guarded: NetworkGuard? = nil, isMultiplexed: Bool = true) {
        self.init(trustedRoots: trustedRoots, guarded: guarded, isMultiplexed: isMultiplexed, limits: Limits())
    }

    init(trustedRoots: String? = nil, guarded: NetworkGuard? = nil, isMultiplexed: Bool = true, limits: Limits) {
        var tls = TLSConfiguration.makeClientConfiguration()
        // The library's own least is 1.0, which RFC 8996 has put an end to.
        tls.minimumTLSVersion = .tlsv12
        if let trustedRoots { tls.trustRoots = .file(trustedRoots) }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(limits.connectTimeout)))
        // When to try again is the queue's business: it knows how often, and survives a restart.
        configuration.connectionPool.retryConnectionEstablishment = false
        if !isMultiplexed {
            configuration.httpVersion = .http1Only
            configuration.connectionPool.idleTimeout = TimeAmount(limits.unsharedRestMax)
        }
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.connectionCountMax
        strangersBodyTimeout = limits.strangersBodyTimeout
        clients = guarded.map { .pinned(PinnedClients(configuration, guarded: $0)) }
            ?? .one(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration))
    }

    private enum Clients: Sendable {
        case one(HTTPClient)
        case pinned(PinnedClients)
    }

    /// Closes its connections.
    public func shutdown() async {
        switch clients {
        // It fails only where it was shut down before.
        case .one(let client): try? await client.shutdown()
        case .pinned(let clients): await clients.shutdown()
        }
    }

    /// Why there is no answer. The texts name no address: they stand in rows that people read.
    public enum Failure: Error, Hashable, Sendable {
        /// The request never left this machine: it may be sent again.
        case notSent(why: String)
        /// It never left, because others of ours have all there is to send it by: nobody has failed.
        case crowded(why: String)
        /// It may not be sent where it would go.
        case refused(why: String)
        /// The request may have been taken.
        case answerLost(why: String)
    }

    /// - Parameter timeout: for the whole exchange, from the name through the last of the body.
    public func exchange(_ request: ProviderRequest, timeout: Duration) async throws(Failure) -> ProviderResponse {
        let result = await withTimeLimit(timeout) { () async -> Result<ProviderResponse, Failure> in
            do throws(Failure) {
                return .success(try await answer(to: request, timeout: timeout))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Ends when it is cancelled.
    private func answer(to request: ProviderRequest, timeout: Duration) async throws(Failure) -> ProviderResponse {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        let body = OutgoingBody(request.body)
        if !body.isEmpty { outgoing.body = .bytes(body, length: .known(Int64(body.count))) }
        let (client, pinned) = try await client(for: request)
        // It stays until the answer is there.
        defer { withExtendedLifetime(pinned) {} }
        guard !Task.isCancelled else { throw .notSent(why: "not_connected: no time was left to send it") }
        do {
            let answer = try await client.execute(outgoing, timeout: .init(timeout))
            let headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
            // The status alone says what became of it; a body that breaks off, or isn't there in time, is as good as none.
            let text = await collected(answer, isStrangers: pinned != nil)
            return ProviderResponse(status: Int(answer.status.code), headers: headers, body: text.map { Array($0.readableBytesView) } ?? [])
        } catch {
            let failure = Self.failure(error, isUnsent: !body.isEmpty && !body.hasBegun)
            if case .notSent = failure, let pinned { await avoid(pinned) }
            throw failure
        }
    }

    /// The body of an answer; nil where it breaks off, is too long, or isn't there in time.
    private func collected(_ answer: HTTPClientResponse, isStrangers: Bool) async -> ByteBuffer? {
        guard isStrangers else { return try? await answer.body.collect(upTo: Self.bodyByteCountMax) }
        return await withTimeLimit(strangersBodyTimeout) { try? await answer.body.collect(upTo: Self.bodyByteCountMax) }
    }

    /// - Returns: beside it who closes its connections, for as long as they are needed; nil where only a shutdown does.
    private func client(for request: ProviderRequest) async throws(Failure) -> (HTTPClient, PinnedClient?) {
        switch clients {
        case .one(let client): return (client, nil)
        case .pinned(let clients):
            guard let host = URL(string: request.url)?.host, !host.isEmpty else { throw .refused(why: "unusable_url: it names no host") }
            do {
                let pinned = try await clients.client(for: host)
                return (pinned.client, pinned)
            } catch {
                switch error {
                case .unknownName: throw .notSent(why: "not_connected: its name leads nowhere")
                case .crowded: throw .crowded(why: "no_free_lookup: earlier lookups of names are still waited for; does this machine's name server answer?")
                case .privateAddress: throw .refused(why: "private_address: it leads into a private network, which is not allowed")
                }
            }
        }
    }

    private func avoid(_ client: PinnedClient) async {
        if case .pinned(let clients) = clients { await clients.avoid(client) }
    }

    /// - Parameter isUnsent: whether its body is known to be here still.
    static func failure(_ error: any Error, isUnsent: Bool) -> Failure {
        switch error {
        case let error as HTTPClientError where error == .getConnectionFromPoolTimeout:
            .crowded(why: "no_free_connection: earlier requests still have all that may be made to it")
        case let error as HTTPClientError where isUnsent || beforeSending.contains(error): .notSent(why: "not_connected: \(error.shortDescription)")
        case let error as HTTPClientError: .answerLost(why: "no_answer: \(error.shortDescription)")
        // What is refused so, or lies beyond the last stream that is served, was not looked at (RFC 9113, section 8.7).
        case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream:
            .notSent(why: "stream_refused: the provider takes nothing more over this connection")
        case is NIOConnectionError: .notSent(why: "not_connected: no connection could be made")
        case is NIOSSLError where isUnsent: .notSent(why: "tls_failed: the provider's certificate or TLS was not accepted")
        case let error as IOError where error.errnoCode == ECONNREFUSED: .notSent(why: "not_connected: the connection was refused")
        case _ where isUnsent: .notSent(why: "not_connected: the connection ended, or wasn't there in time, before anything was sent")
        case is CancellationError: .answerLost(why: "no_answer: it was waited for no longer")
        default: .answerLost(why: "no_answer: \(type(of: error))")
        }
    }

    private static let beforeSending: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .invalidURL, .emptyHost, .emptyScheme,
        .alreadyShutdown,
    ]
}
