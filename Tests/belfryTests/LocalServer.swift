import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Runs a server of the test's own on a free port of this machine, for as long as `body` takes.
func withLocalServer<Result: Sendable>(
    _ router: Router<BasicRequestContext>, _ body: @escaping @Sendable (_ address: String) async throws -> Result
) async throws -> Result {
    var silent = Logger(label: "local server")
    silent.logLevel = .critical
    let (ports, announcing) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { announcing.yield($0.localAddress?.port ?? 0) }, logger: silent)
    let services = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: silent))
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask {
            try await services.run()
            return nil
        }
        group.addTask {
            let port = await ports.first { _ in true } ?? 0
            return try await body("http://127.0.0.1:\(port)")
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
