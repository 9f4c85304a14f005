import Foundation
import Testing

/// What somebody sees who only wants to look.
@Suite("The demo", .timeLimit(.minutes(10)))
struct DemoTests {
    @Test("It starts with nothing but a folder and prints a link that signs in; a second start finds the family there")
    func twice() async throws {
        try await withTemporaryFolder { parent in
            let folder = parent.appendingPathComponent("demo")
            let first = try await lookAround(folder)
            #expect(first.errors.contains("Made \(folder.path)/belfry.json with fresh secrets."))
            #expect(first.errors.contains("notifications queued."))
            let file = folder.appendingPathComponent("belfry.json")
            let settings = try Data(contentsOf: file)
            let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(permissions == 0o600, "the secrets are their owner's")
            for secret in try JSONDecoder().decode([String: String].self, from: settings).values { #expect(!first.errors.contains(secret)) }

            let second = try await lookAround(folder)
            #expect(second.errors == "The demo family is there.\n")
            #expect(second.counts == first.counts)
            #expect(try Data(contentsOf: file) == settings)
        }
    }

    /// Starts the demo, signs in by its link, reads the page when everything that is due is sent, and stops it.
    ///
    /// For David it may be night now, and then what is for him is held.
    private func lookAround(_ folder: URL) async throws -> (errors: String, counts: [Int]) {
        let program = try RunningProgram(["demo", "--folder", folder.path, "--port", "0"])
        let line = await program.output.line { $0.contains("/login?token=") }
        let link = try #require(line).trimmingCharacters(in: .whitespaces)
        let server = RunningServer(program, store: folder.appendingPathComponent("belfry.sqlite"), address: try #require(link.split(separator: "/login").first))
        let cookie = try await server.signIn(byLink: link)
        try await server.drainDue()
        let page = try await server.get("/", as: cookie)
        #expect(page.status == 200)
        #expect(page.text.contains("The Lindens"))
        await server.stop()
        let file = try StoreFile(server.store)
        let tables = ["pattern_alert_state", "notification_queue", "inbox_messages", "wearable_daily_metrics"]
        let counts = try tables.map { try file.count($0) }
        #expect(counts.allSatisfy { $0 > 0 })
        return (await program.errors.whole(), counts)
    }
}
