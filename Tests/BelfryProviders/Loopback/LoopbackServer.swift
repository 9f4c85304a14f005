import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// An HTTP/1.1 server on this machine alone, at a port that is free: what providers that speak plain HTTP are made of.
public final class LoopbackServer: Sendable {
    public struct Request: Hashable, Sendable {
        public let method: String
        /// With the query.
        public let path: String
        /// By their names in lower case.
        public let headers: [String: String]
        public let body: [UInt8]
    }

    public enum Answer: Hashable, Sendable {
        case response(status: Int, headers: [String: String] = [:], body: String = "")
        /// The connection is closed without a word: the answer is lost.
        case close
        /// A head that promises more than the body that comes, and then silence.
        case standstill(status: Int, body: String)

        public static func json(_ status: Int, _ body: String, headers: [String: String] = [:]) -> Answer {
            .response(status: status, headers: headers.merging(["content-type": "application/json; charset=UTF-8"]) { given, _ in given }, body: body)
        }
    }

    public let port: Int
    private let channel: any Channel

    /// `http://127.0.0.1:40123`; where it speaks TLS it is `https` at `localhost`, as its certificate says.
    public var address: String { isSecure ? "https://localhost:\(port)" : "http://127.0.0.1:\(port)" }
    private let isSecure: Bool

    private init(channel: any Channel, port: Int, isSecure: Bool) {
        self.channel = channel
        self.port = port
        self.isSecure = isSecure
    }

    /// Serves as long as `body` runs.
    ///
    /// - Parameters:
    ///   - certificate: by which it speaks TLS; nil for plain HTTP.
    ///   - isOutdated: whether it speaks nothing newer than TLS 1.1.
    public static func with<Result>(
        certificate: ServerCertificate? = nil, isOutdated: Bool = false, _ answer: @escaping @Sendable (Request) async -> Answer,
        _ body: (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let tls = try certificate.map { try tlsContext($0, isOutdated: isOutdated) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = LoopbackServer(channel: channel, port: channel.localAddress?.port ?? 0, isSecure: tls != nil)
        do {
            let result = try await body(server)
            try? await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private static func tlsContext(_ certificate: ServerCertificate, isOutdated: Bool) throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.certificatePath).map { NIOSSLCertificateSource.certificate($0) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: certificate.keyPath, format: .pem)))
        if isOutdated { configuration.maximumTLSVersion = .tlsv11 }
        return try NIOSSLContext(configuration: configuration)
    }
}

/// Gathers a request, has it answered, and writes the answer.
private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(answer: @escaping @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let part): body += part.readableBytesView
        case .end:
            guard let head else { return }
            let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
            let request = LoopbackServer.Request(method: head.method.rawValue, path: head.uri, headers: headers, body: body)
            let answer = answer
            let channel = context.channel
            let isKeptAlive = head.isKeepAlive
            respond(to: request, by: answer, over: channel, isKeptAlive: isKeptAlive)
        }
    }
}

private func write(_ answer: LoopbackServer.Answer, to channel: any Channel, isKeptAlive: Bool) async {
    switch answer {
    case .response(let status, let headers, let text):
        begin(status, headers, text, byteCount: text.utf8.count, on: channel)
        try? await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        if !isKeptAlive { try? await channel.close() }
    case .standstill(let status, let text):
        begin(status, [:], text, byteCount: text.utf8.count + 100, on: channel)
        channel.flush()
    case .close: try? await channel.close()
    }
}

/// - Parameter byteCount: how long a body the head promises.
private func begin(_ status: Int, _ headers: [String: String], _ text: String, byteCount: Int, on channel: any Channel) {
    var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
    fields.replaceOrAdd(name: "content-length", value: String(byteCount))
    let head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: fields)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil)
}

private func respond(
    to request: LoopbackServer.Request, by answer: @escaping @Sendable (LoopbackServer.Request) async -> LoopbackServer.Answer,
    over channel: any Channel, isKeptAlive: Bool
) {
    Task { await write(await answer(request), to: channel, isKeptAlive: isKeptAlive) }
}
