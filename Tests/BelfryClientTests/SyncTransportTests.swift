import BelfryClient
import BelfryPorts
import Testing

@Suite("What a device shares, over a client")
struct SyncTransportTests {
    @Test("A request goes out as it is, by the person's token, and what is answered comes back, a conflict as well")
    func exchange() async throws {
        let script = Script(.answer(200, #"{"changes":{},"timestamp":7}"#), .answer(409, #"{"error":{"code":"sync_conflict"}}"#))
        let ana = script.person()
        let pulled = try await ana.exchange(SyncRequest(method: "GET", path: "/sync/pull?last_pulled_at=null&migration=%7B%22from%22%3A1%7D", body: nil))
        #expect(pulled == SyncResponse(status: 200, body: #"{"changes":{},"timestamp":7}"#))
        let pushed = try await ana.exchange(SyncRequest(method: "POST", path: "/sync/push?last_pulled_at=7&push_id=a%2Bb", body: "{}"))
        #expect(pushed == SyncResponse(status: 409, body: #"{"error":{"code":"sync_conflict"}}"#))
        #expect(
            script.sent.map(\.line) == [
                "GET /sync/pull?last_pulled_at=null&migration=%7B%22from%22%3A1%7D", "POST /sync/push?last_pulled_at=7&push_id=a%2Bb",
            ])
        #expect(script.sent.last?.body == "{}" && script.sent.last?.headers["Authorization"] == "Bearer token")
    }

    @Test("Where no answer comes it is asked once, and the sync is told that there is no line")
    func silence() async {
        let script = Script(.cut, .answer())
        let problem = await #expect(throws: SyncProblem.self) {
            try await script.person().exchange(SyncRequest(method: "GET", path: "/sync/pull", body: nil))
        }
        #expect(problem == .unavailable && script.sent.count == 1)
    }
}
