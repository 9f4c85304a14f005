import Foundation
import Hummingbird
import Logging
import NIOCore

/// A request to a simulator: knows its connection, so that an answer can get lost.
struct SimulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Hangs up before the answer.
    func loseAnswer() async throws -> Response {
        try await channel.close()
        return Response(status: .ok)
    }
}

extension Response {
    static func json(_ object: [String: Any], status: Int) -> Response {
        let data = (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data()
        return Response(status: .init(code: status), headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}

enum SimulatorServer {
    /// Listens on a free port of this machine for as long as `body` takes.
    ///
    /// - Parameter body: is given the address, as `http://127.0.0.1:40123`.
    static func run<Result: Sendable>(
        _ router: Router<SimulatorContext>, _ body: @escaping @Sendable (_ address: String) async throws -> Result
    ) async throws -> Result {
        let (ports, announcing) = AsyncStream.makeStream(of: Int.self)
        let silent = Logger(label: "provider") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { announcing.yield($0.localAddress?.port ?? 0) }, logger: silent)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                // It ends by being cancelled.
                try? await application.run()
                announcing.finish()
                return nil
            }
            group.addTask {
                let port = await ports.first { _ in true } ?? 0
                return try await body("http://127.0.0.1:\(port)")
            }
            while let result = try await group.next() {
                guard let result else { continue }
                group.cancelAll()
                return result
            }
            throw CancellationError()
        }
    }
}
