import BelfryChannels
import BelfryPorts
import BelfryProviders
import Testing

@Suite("Carrying a sync over HTTP", .timeLimit(.minutes(10)))
struct HTTPSyncTransportTests {
    @Test("An answer whose body comes to a standstill is none")
    func standstill() async throws {
        try await LoopbackServer.with({ _ in .standstill(status: 200, body: "{") }) { server in
            let line = HTTPSyncTransport(address: server.address, timeout: .seconds(1)) { "token" }
            await #expect(throws: SyncProblem.unavailable) { try await line.exchange(SyncRequest(method: "GET", path: "/sync/pull", body: nil)) }
            await line.shutdown()
        }
    }
}
