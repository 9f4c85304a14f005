import BelfryPorts
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// Sends requests to one push service from any task: gathers them, so that many go out in one write.
final class PushClient: Sendable {
    struct Timing: Sendable {
        /// In which all other limits are counted.
        var tick = TimeAmount.seconds(1)
        var connectTimeout = TimeAmount.seconds(5)
    }

    private struct Inbox {
        var pushes: [PendingPush] = []
        var isAnnounced = false
    }

    private let eventLoop: any EventLoop
    private let pool: PushPool
    private let inbox = Mutex(Inbox())
    private let ticks: RepeatedTask
    private let authority: String

    /// - Parameters:
    ///   - trustedRoots: a file of certificates in PEM that are trusted instead of the system's; nil for the system's.
    ///   - seed: spreads the moments at which it connects again.
    /// - Throws: where TLS can't be set up, as when that file is none.
    init(
        to endpoint: APNsEndpoint, trustedRoots: String? = nil, limits: PushPool.Limits = .init(), timing: Timing = Timing(), seed: UInt64,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        if let trustedRoots { configuration.trustRoots = .file(trustedRoots) }
        let tls = try NIOSSLContext(configuration: configuration)
        let eventLoop = group.next()
        let pool = PushPool(on: eventLoop, limits: limits, seed: seed) { connection in
            Self.connect(connection, to: endpoint, tls: tls, timing: timing, on: eventLoop)
        }
        self.eventLoop = eventLoop
        self.pool = pool
        authority = endpoint.port == 443 ? endpoint.host : "\(endpoint.host):\(endpoint.port)"
        ticks = eventLoop.scheduleRepeatedTask(initialDelay: timing.tick, delay: timing.tick) { _ in pool.tick() }
    }

    func send(_ request: APNsRequest, token: ProviderToken) async throws(PushFailure) -> ProviderResponse {
        let headers = headers(of: request, token: token)
        let result = await withCheckedContinuation { continuation in
            enqueue(PendingPush(headers: headers, body: ByteBuffer(bytes: request.payload), answer: continuation))
        }
        return try result.get()
    }

    /// What comes from now on gets connections of its own: a key must not share one with another.
    func renewConnections() {
        eventLoop.execute { [pool] in pool.renewConnections() }
    }

    /// Takes nothing more, and returns when all that was taken is answered.
    func close() async {
        // Nothing fails it.
        try? await eventLoop.flatSubmit { [pool] in pool.close() }.get()
        ticks.cancel()
    }

    private func enqueue(_ push: PendingPush) {
        let mustAnnounce = inbox.withLock { inbox in
            inbox.pushes.append(push)
            defer { inbox.isAnnounced = true }
            return !inbox.isAnnounced
        }
        guard mustAnnounce else { return }
        eventLoop.execute { [self] in
            let pushes = inbox.withLock { inbox in
                defer { inbox = Inbox() }
                return inbox.pushes
            }
            pool.take(pushes)
        }
    }

    /// What is the same every time is indexed; what differs would only push it out of the table. Source: Apple, "Sending notification requests to APNs".
    private func headers(of request: APNsRequest, token: ProviderToken) -> HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(11)
        headers.add(name: ":method", value: "POST")
        headers.add(name: ":scheme", value: "https")
        headers.add(name: ":path", value: "/3/device/" + request.deviceToken, indexing: .nonIndexable)
        headers.add(name: ":authority", value: authority)
        headers.add(name: "authorization", value: "bearer " + token.text)
        headers.add(name: "apns-topic", value: request.topic)
        headers.add(name: "apns-push-type", value: request.pushType.rawValue)
        headers.add(name: "apns-priority", value: "\(request.priority.rawValue)")
        headers.add(name: "apns-id", value: request.id, indexing: .nonIndexable)
        headers.add(name: "apns-collapse-id", value: request.collapseID, indexing: .nonIndexable)
        if let expiration = request.expiration {
            headers.add(name: "apns-expiration", value: "\(expiration)", indexing: .nonIndexable)
        }
        return headers
    }

    /// Looks the name up anew every time, as Apple asks, so that a service that moved is found.
    private static func connect(
        _ connection: PushConnection, to endpoint: APNsEndpoint, tls: NIOSSLContext, timing: Timing, on eventLoop: any EventLoop
    ) -> EventLoopFuture<Void> {
        let isNumeric = (try? SocketAddress(ipAddress: endpoint.host, port: 0)) != nil
        return ClientBootstrap(group: eventLoop)
            .connectTimeout(timing.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers: [any ChannelHandler] = [
                        try NIOSSLClientHandler(context: tls, serverHostname: isNumeric ? nil : endpoint.host), http2(), connection,
                    ]
                    try channel.pipeline.syncOperations.addHandlers(handlers)
                }
            }
            .connect(host: endpoint.host, port: endpoint.port)
            .map { _ in }
    }

    private static func http2() -> NIOHTTP2Handler {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0), HTTP2Setting(parameter: .maxHeaderListSize, value: 16 * 1024),
        ]
        // What leaves was made here, and of what comes little is read.
        configuration.headerBlockValidation = .disabled
        configuration.contentLengthValidation = .disabled
        var streams = NIOHTTP2Handler.StreamConfiguration()
        // A server that lowers its limit refuses all that was under way at once.
        streams.streamResetFrameRateLimit.maximumCount = 10_000
        return NIOHTTP2Handler(mode: .client, connectionConfiguration: configuration, streamConfiguration: streams)
    }
}
