import BelfryModel
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The HTTP server of the house, as a service: it takes requests from when it runs until it is told to stop.
public struct Server: Service {
    private let services: Services
    private let host: String
    private let port: Int
    private let idleTimeout: Duration
    private let connectionCountMax: Int?
    private let onRunning: @Sendable (_ address: String) async -> Void

    /// The address can't be listened on: something else does, or it isn't this machine's.
    public struct ListenError: Error {
        public let reason: String
    }

    public static let standardIdleTimeout = Duration.seconds(60)

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - idleTimeout: a connection is closed where nothing comes over it for so long, also in the middle of a request, and where a
    ///     request's body comes, or an answer is taken, too slowly. One that waits for its answer, or for the events of a stream, stays.
    ///   - connectionCountMax: about how many connections are taken at once; who comes then waits until one has left. Nil for any number.
    ///   - onRunning: called with the address, such as `http://127.0.0.1:8080`, once requests are taken.
    public init(
        _ services: Services, host: String, port: Int, idleTimeout: Duration = standardIdleTimeout,
        connectionCountMax: Int? = nil, onRunning: @escaping @Sendable (_ address: String) async -> Void
    ) {
        self.services = services
        self.host = host
        self.port = port
        self.idleTimeout = idleTimeout
        self.connectionCountMax = connectionCountMax
        self.onRunning = onRunning
    }

    /// What watches over a connection beside the idle timeout.
    static func handlers(idleTimeout: TimeAmount) -> [any RemovableChannelHandler] {
        [BodyPace(stretch: idleTimeout), AnswerPace(stretch: idleTimeout), HangUp()]
    }

    /// - Throws: ``ListenError``
    public func run() async throws {
        let idleTimeout = TimeAmount(idleTimeout)
        let limit = connectionCountMax.map { MaximumAvailableConnections($0, logger: services.logger) }
        let application = Application(
            router: makeRouter(services),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: Self.handlers(idleTimeout: idleTimeout), idleTimeout: idleTimeout)),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), availableConnectionsDelegate: limit),
            onServerRunning: { channel in
                let name = host.contains(":") ? "[\(host)]" : host
                await onRunning("http://\(name):\(channel.localAddress?.port ?? port)")
            }, logger: services.logger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw ListenError(reason: String(cString: strerror(error.errnoCode)))
        } catch is SocketAddressError.UnknownHost {
            throw ListenError(reason: "this host has no address")
        }
    }
}

/// Logs name services by their description, and by default that is everything in them, secrets included.
extension Server: CustomStringConvertible {
    public var description: String { "Server" }
}
