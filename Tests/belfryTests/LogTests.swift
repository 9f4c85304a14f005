import NIOHTTP1
import Testing

/// What a server's log tells whoever runs it, at the level that it has unless another is set.
@Suite("The log", .timeLimit(.minutes(10)))
struct LogTests {
    private static let environment = ["BELFRY_LOG_LEVEL": "info"]

    @Test("A code that couldn't be sent is told with the reason, and without the address")
    func codeNotSent() async throws {
        try await withServer("--no-worker", environment: Self.environment) { server, _ in
            try await Household.move(into: server)
            let call = #"{"channel":"email","value":"ana@example.org"}"#
            let answer = try await server.post("/v1/users/me/contact_points", call, as: try await server.person("ana"))
            #expect(answer.status == 503)
            let line = try #require(await server.program.errors.line { $0.contains("code not sent") })
            #expect(line.contains("channel=email") && line.contains("no_provider") && !line.contains("example.org"))
        }
    }
}
