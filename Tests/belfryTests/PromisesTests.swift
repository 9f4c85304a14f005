import Foundation
import Testing

/// The server's own OpenAPI document, held against what the server does by a program that isn't ours: Schemathesis makes thousands of requests
/// from it, proper and improper ones.
@Suite("What is promised to whoever calls", .timeLimit(.minutes(30)))
struct PromisesTests {
    /// Some of these would leave nothing to ask about, or never end.
    private static let leftOut = "events$|/pause|^/v1/people|/devices/|contact_points$"

    @Test("Whatever is sent, an app, a person, an operator and a stranger are answered as the OpenAPI document says, and never by a fault of ours")
    func answers() async throws {
        try await withServer { server, _ in
            try await Household.move(into: server)
            let key = try #require(try await Program.run("keys", "create", "app", "--store", "sqlite:\(server.store.path)").lines.first)
            let operators = ("x-miya-admin-secret", RunningServer.adminSecret)
            let callers = [
                ("an app", [("authorization", "Bearer \(key)")], "^/v1", "/v1/deliveries"), ("an operator", [operators], "^/(v1|functions|metrics)", "/metrics"),
                ("a person", Array(try await server.person("ana").prefix(1)), "^/(v1|rest|sync)", "/v1/inbox"), ("a stranger", [], ".", "/openapi.json"),
            ]
            for (name, headers, paths, example) in callers {
                #expect(try await server.get(example, as: headers).status == 200, "\(name) is let in")
                let seen = try await schemathesis(server.address, headers, paths)
                #expect(seen.status == 0, "to \(name): \(seen.output.suffix(4000)) \(seen.errors.suffix(1000))")
            }
        }
    }

    /// By every example and each member left out, doubled, too long, of another type; the same each time.
    private func schemathesis(_ address: String, _ headers: [(String, String)], _ paths: String) async throws -> Program.Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let tool = root.appending(path: ".build/test-tools/bin/schemathesis").path
        try #require(FileManager.default.isExecutableFile(atPath: tool), "\(tool) is missing; `Scripts/setup test` installs it")
        // What is null where the document has a value counts as left out, so it needn't be refused.
        let checks = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
        let words =
            [tool, "run", "\(address)/openapi.json", "--phases", "examples,coverage", "--checks", checks, "--continue-on-failure"]
            + ["--include-path-regex", paths, "--exclude-path-regex", Self.leftOut, "--generation-deterministic"]
            // Else most requests show a second secret, made up, and come no further than 401.
            + ["--generation-with-security-parameters", "false"]
            + ["--request-timeout", "60", "--warnings", "off", "--no-color"] + headers.flatMap { ["--header", "\($0): \($1)"] }
        return try await Program.runByShell(words.map { "'\($0)'" }.joined(separator: " "))
    }
}
