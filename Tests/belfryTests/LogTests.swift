import NIOHTTP1
import Testing

/// What a server's log tells whoever runs it, at the level that it has unless another is set.
@Suite("The log", .timeLimit(.minutes(10)))
struct LogTests {
    private static let environment = ["BELFRY_LOG_LEVEL": "info"]

    @Test(
        "A code that couldn't be sent is told with the reason, and without the address",
        arguments: [
            ("email", "ana@example.org"), ("ntfy", "anas-topic-7Kq2vX_9"), ("telegram", "4815162342"),
            ("chat", "https://hooks.slack.com/services/T0/B0/secret"), ("chat", "@ana:example.org"), ("voice", "+4915112345678"),
        ])
    func codeNotSent(channel: String, address: String) async throws {
        try await withServer("--no-worker", environment: Self.environment) { server, _ in
            try await Household.move(into: server)
            let call = #"{"channel":"\#(channel)","value":"\#(address)"}"#
            let answer = try await server.post("/v1/users/me/contact_points", call, as: try await server.person("ana"))
            #expect(answer.status == 503)
            let line = try #require(await server.program.errors.line { $0.contains("code not sent") })
            #expect(line.contains("channel=\(channel)") && line.contains("no_provider") && !line.contains(address))
        }
    }

    @Test("A wearable's document that isn't signed, or with another secret, is told of, and nothing that stands in it")
    func documentRefused() async throws {
        let table: [(headers: [(String, String)], why: String)] = [
            ([], "it has no X-ROOK-HASH"), ([("x-rook-hash", "00")], "is not made with BELFRY_ROOK_SECRET"),
        ]
        let environment = Self.environment.merging(["BELFRY_ROOK_SECRET": "the-secret-of-the-aggregator"]) { $1 }
        try await withServer("--no-worker", environment: environment) { server, _ in
            for (headers, why) in table {
                #expect(try await server.ask(.POST, "/functions/v1/rook", #"{"user_id":"ben"}"#, headers).status == 401)
                let line = try #require(await server.program.errors.line { $0.contains("document of a wearable refused") })
                #expect(line.contains(why) && !line.contains("ben"))
            }
        }
    }
}
