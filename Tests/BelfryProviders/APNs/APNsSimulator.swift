import Crypto
import Foundation
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// Stands in for Apple's push service on a loopback port: HTTP/2 over TLS, with Apple's checks, and faults as they are asked for.
public final class APNsSimulator: Sendable {
    /// What it accepted; the name is the `apns-id`.
    public let log: ProviderLog
    /// It signs in with the private part of this key.
    public let signingKey: P256.Signing.PrivateKey
    public let keyID: String
    public let teamID: String
    public let topic: String

    struct State {
        var rules: APNsRules
        var faults: APNsFaults
        var requestCount = 0
        var connectionCount = 0
        var maxOpenStreamCount = 0
        var earlyStreamCount = 0
        var providerTokens: [String] = []
        var connections: [ObjectIdentifier: any Channel] = [:]
    }

    let state: Mutex<State>
    private let listener = Mutex<(any Channel)?>(nil)
    private let group: any EventLoopGroup

    /// - Parameter now: in seconds since 1970, by which it judges provider tokens.
    public init(
        signingKey: P256.Signing.PrivateKey = P256.Signing.PrivateKey(), keyID: String = "ABC123DEFG", teamID: String = "DEF123GHIJ",
        topic: String = "com.example.belfry", faults: APNsFaults = APNsFaults(), log: ProviderLog = ProviderLog(),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, now: @escaping @Sendable () -> Int64
    ) {
        self.log = log
        self.signingKey = signingKey
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.group = group
        let rules = APNsRules(publicKey: signingKey.publicKey, keyID: keyID, teamID: teamID, topic: topic, now: now)
        state = Mutex(State(rules: rules, faults: faults))
    }

    /// Listens.
    ///
    /// - Returns: the port.
    public func start(_ certificate: ServerCertificate, port: Int = 0) async throws -> Int {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.certificatePath).map { NIOSSLCertificateSource.certificate($0) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: certificate.keyPath, format: .pem)))
        configuration.applicationProtocols = ["h2"]
        let tls = try NIOSSLContext(configuration: configuration)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    var connection = NIOHTTP2Handler.ConnectionConfiguration()
                    connection.initialSettings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: faults.streamCountMax)]
                    let handlers: [any ChannelHandler] = [
                        NIOSSLServerHandler(context: tls), NIOHTTP2Handler(mode: .server, connectionConfiguration: connection),
                        APNsServerConnection(of: self),
                    ]
                    try channel.pipeline.syncOperations.addHandlers(handlers)
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        listener.withLock { $0 = channel }
        return channel.localAddress?.port ?? 0
    }

    /// Stops listening, and cuts every connection.
    public func stop() async {
        let channel = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        try? await channel?.close()
        for connection in state.withLock({ Array($0.connections.values) }) { try? await connection.close() }
    }

    // MARK: What a test may change and ask

    public var faults: APNsFaults {
        get { state.withLock(\.faults) }
        set { state.withLock { $0.faults = newValue } }
    }

    /// The app is no longer on this device.
    public func remove(_ token: String, sinceMilliseconds: Int64) {
        state.withLock { $0.rules.gone[token] = sinceMilliseconds }
    }

    /// This token was made in the other environment.
    public func disown(_ token: String) {
        state.withLock { _ = $0.rules.foreign.insert(token) }
    }

    /// This token belongs to another app.
    public func giveAway(_ token: String) {
        state.withLock { _ = $0.rules.otherApps.insert(token) }
    }

    /// How many connections were ever opened.
    public var connectionCount: Int { state.withLock(\.connectionCount) }
    public var requestCount: Int { state.withLock(\.requestCount) }
    /// The most streams that one connection had open at once.
    public var maxOpenStreamCount: Int { state.withLock(\.maxOpenStreamCount) }
    /// How many streams were refused because they came beside the first one, before that was answered.
    public var earlyStreamCount: Int { state.withLock(\.earlyStreamCount) }
    /// Every provider token that was seen, once, in their order.
    public var providerTokens: [String] { state.withLock(\.providerTokens) }
}
