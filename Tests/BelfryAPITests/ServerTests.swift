import BelfryModel
import BelfryTesting
import Foundation
import ServiceLifecycle
import Synchronization
import Testing

@testable import BelfryAPI

@Suite("The server and its connections", .timeLimit(.minutes(10)))
struct ServerTests {
    @Test("A silent connection and a stalled upload are closed; a stream of events stays, however long nothing is told")
    func idleConnections() async throws {
        // Long enough for what is written at once to come in time, also where this process is kept waiting for a while.
        try await withServer(idleTimeout: .seconds(1)) { api, port in
            let session = try await api.token(of: .ana)
            let stream = try Connection(port: port)
            stream.write("GET /live/events HTTP/1.1\r\nHost: localhost\r\nCookie: belfry_session=\(session)\r\n\r\n")
            #expect(await stream.text(until: { $0.contains("event: change") }).hasPrefix("HTTP/1.1 200"))

            let silent = try Connection(port: port)
            let stalled = try Connection(port: port)
            stalled.write("POST /v1/metrics HTTP/1.1\r\nHost: localhost\r\nX-API-Key: \(API.appKey)\r\nContent-Length: 1000\r\n\r\n{")
            #expect(await silent.text(until: { _ in false }) == "")
            #expect(await stalled.text(until: { _ in false }).contains(" 200 ") == false)
            #expect(stream.isOpen)
        }
    }

    @Test("A stream of events whose client closes its half is closed at once, and so is one of the pages")
    func hungUp() async throws {
        try await withServer { api, port in
            let token = try await api.token(of: .ana)
            for (path, proof) in [("/live/events", "Cookie: belfry_session=\(token)"), ("/v1/inbox/events", "Authorization: Bearer \(token)")] {
                let stream = try Connection(port: port)
                stream.write("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(proof)\r\n\r\n")
                #expect(await stream.text(until: { $0.contains("retry: 1000") }).hasPrefix("HTTP/1.1 200"))
                stream.closeOwnHalf()
                // It is closed: nothing more would come, and nothing would end.
                _ = await stream.text(until: { _ in false })
            }
        }
    }

    @Test("Where as many connections are open as may be, who comes next waits until one has left")
    func asManyAsMayBe() async throws {
        try await withServer(connectionCountMax: 1) { _, port in
            let request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            var first: Connection? = try Connection(port: port)
            var second: Connection?
            // Each answer is a time in which the second could be let in.
            for count in 1...40 {
                first?.write(request)
                _ = await first?.text(until: { $0.ranges(of: "HTTP/1.1 200").count >= count })
                guard count == 20 else { continue }
                second = try Connection(port: port)
                second?.write(request)
            }
            let late = try #require(second)
            #expect(!late.hasText)
            first = nil
            #expect(await late.text(until: { $0.contains("HTTP/1.1 200") }).hasPrefix("HTTP/1.1 200"))
        }
    }
}

/// Runs a server, with the feed of changes, until `body` is done with its port.
private func withServer(
    idleTimeout: Duration = Server.standardIdleTimeout, connectionCountMax: Int? = nil,
    _ body: @Sendable (_ api: API, _ port: UInt16) async throws -> Void
) async throws {
    try await withAPI { api in
        let (addresses, running) = AsyncStream.makeStream(of: String.self)
        let server = Server(
            api.services, host: "127.0.0.1", port: 0, idleTimeout: idleTimeout, connectionCountMax: connectionCountMax
        ) { address in
            _ = running.yield(address)
        }
        let services: [any Service] = [server, api.services.changes]
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: api.services.logger))
        async let end: Void = group.run()
        let address = await addresses.first { _ in true }
        let port = try #require(address?.split(separator: ":").last.flatMap { UInt16($0) })
        try await body(api, port)
        await group.triggerGracefulShutdown()
        try await end
    }
}

/// A connection over which only that goes which the test sends.
private final class Connection: Sendable {
    private let descriptor: Int32
    private let received = Mutex("")

    init(port: UInt16) throws {
        let descriptor = socket(AF_INET, Self.stream, 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { _ = close(descriptor) }

    /// Says that nothing more is sent.
    func closeOwnHalf() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// What has come when there is enough of it, or when the server has closed the connection; on a thread of its own, because reading waits.
    func text(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes = [UInt8](repeating: 0, count: 4096)
                while !isEnough(self.text) {
                    let count = read(self.descriptor, &bytes, bytes.count)
                    guard count > 0 else { break }
                    self.received.withLock { $0 += String(decoding: bytes[..<count], as: UTF8.self) }
                }
                continuation.resume(returning: self.text)
            }
        }
    }

    private var text: String { received.withLock { $0 } }

    /// Whether the server has left it open.
    var isOpen: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) != 0
    }

    /// Whether something has come that was not read yet.
    var hasText: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif
}
