import BelfryProviders
import BelfryTime
import Foundation
import GRDB
import Testing

/// What somebody sees who only wants to look.
@Suite("The demo", .timeLimit(.minutes(10)))
struct DemoTests {
    @Test("It starts with nothing but a folder and prints a link that signs in; a second start finds the family there")
    func twice() async throws {
        try await withTemporaryFolder { parent in
            let folder = parent.appendingPathComponent("demo")
            let first = try await lookAround(folder, ["--port", "0"])
            #expect(first.errors.contains("Made \(folder.path)/belfry.json with fresh secrets."))
            #expect(first.errors.contains("notifications queued."))
            let file = folder.appendingPathComponent("belfry.json")
            let settings = try Data(contentsOf: file)
            let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(permissions == 0o600, "the secrets are their owner's")
            for secret in try JSONDecoder().decode([String: String].self, from: settings).values { #expect(!first.errors.contains(secret)) }

            let second = try await lookAround(folder, environment: ["BELFRY_PORT": "0"])
            #expect(second.errors == "The demo family is there.\n")
            #expect(second.counts == first.counts)
            #expect(try Data(contentsOf: file) == settings)
        }
    }

    @Test("Where its port is taken it says so before it has loaded anything")
    func portTaken() async throws {
        try await withTemporaryFolder { folder in
            let server = try await RunningServer(store: folder.appendingPathComponent("first.sqlite"))
            let port = try #require(server.address.split(separator: ":").last)
            let demo = folder.appendingPathComponent("demo").path
            let result = try await Program.run("demo", "--folder", demo, "--port", String(port))
            #expect(result.status == 1 && result.output == "")
            #expect(result.errors.contains("belfry: Can't listen on 127.0.0.1 port \(port): ") && !result.errors.contains("Loading"), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: demo + "/belfry.sqlite"))
            await server.stop()
        }
    }

    @Test("Where it takes any port that is free, links in mails lead to the one that it took")
    func links() async throws {
        let log = ProviderLog()
        try await SendGridSimulator.with(apiKey: "SG.stand-in", log: log) { sendGrid in
            try await withTemporaryFolder { folder in
                let encoder = JSONEncoder()
                encoder.outputFormatting = .withoutEscapingSlashes
                let settings = try encoder.encode([
                    "sendgrid_api_key": "SG.stand-in", "sendgrid_endpoint": sendGrid.endpoint, "email_from": "belfry@example.org",
                ])
                // The shell is given this file; it says the settings, and then waits until it is stopped.
                let script = "echo '\(String(decoding: settings, as: UTF8.self))'\nexec cat\n"
                try script.write(to: folder.appendingPathComponent("providers"), atomically: true, encoding: .utf8)
                let program = try RunningProgram(["demo", "--folder", folder.path, "--port", "0", "--providers", "/bin/sh"])
                let line = await program.output.line { $0.contains("/login?token=") }
                let link = try #require(line).trimmingCharacters(in: .whitespaces)
                let address = try #require(link.split(separator: "/login").first)
                await log.wait(forCount: 1)
                let mail = try #require(log.entries.first?.body)
                #expect(mail.contains("\(address)/unsubscribe/") && !mail.contains("127.0.0.1:0/"))
                program.terminate()
                #expect(await program.exitStatus() == 0)
            }
        }
    }

    @Test("Started again a week later, it takes in the days that lay ahead, beside the others")
    func later() async throws {
        try await withTemporaryFolder { parent in
            let folder = parent.appendingPathComponent("demo")
            _ = try await lookAround(folder, ["--port", "0"])
            let file = try StoreFile(folder.appendingPathComponent("belfry.sqlite"))
            try file.execute("UPDATE wearable_daily_metrics SET metric_date = date(metric_date, '-7 days')")
            let first: String = try file.row("SELECT min(metric_date) AS day FROM wearable_daily_metrics")["day"]
            let loaded = try file.count("wearable_daily_metrics")

            let again = try await lookAround(folder, ["--port", "0"])
            #expect(again.errors.contains("Loading "))
            let wearers = try Self.days()
            #expect(try file.count("wearable_daily_metrics") == wearers.values.map(\.count).reduce(0, +))
            #expect(loaded < wearers.values.map(\.count).reduce(0, +), "of three whose days end on three weekdays, at most one has none ahead")
            #expect(try file.row("SELECT min(metric_date) AS day FROM wearable_daily_metrics")["day"] == first)
        }
    }

    @Test("Whatever day it is made, Ben sleeps less than usual, Clara's heart rate varies less, and Georg is well", arguments: 0..<7)
    func weekdays(daysAhead: Int) async throws {
        try await withTemporaryFolder { folder in
            var lines = ["user_id,date,source,steps,sleep_minutes,resting_hr,hrv_ms"]
            for days in try Self.days().values {
                let last = try #require(days.map(\.date).max()) - daysAhead
                lines += days.filter { $0.date <= last }.map(\.line)
            }
            let file = folder.appendingPathComponent("days.csv")
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            let result = try await Program.run("patterns", "evaluate", "--metrics", file.path, "--json")
            let current = result.lines.filter { !$0.contains(#""resolved_on""#) }
            func isTold(_ user: String, _ metric: String) -> Bool {
                current.contains { line in
                    line.contains(#""user":"\#(user)""#) && line.contains(#""metric":"\#(metric)""#) && !line.contains(#""level":3,"levels""#)
                }
            }
            #expect(isTold("ben", "sleep_minutes") && isTold("ben", "resting_hr"))
            #expect(isTold("clara", "hrv_ms"))
            #expect(!current.contains { $0.contains("georg") })
        }
    }

    /// The lines of the demo's file, by wearer.
    private static func days() throws -> [Substring: [(date: CivilDate, line: String)]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/belfry/Demo/family.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        let days = try lines.map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return (user: fields[0], date: try #require(CivilDate(String(fields[1]))), line: String(line))
        }
        return Dictionary(grouping: days, by: \.user).mapValues { $0.map { ($0.date, $0.line) } }
    }

    /// Starts the demo, signs in by its link, reads the page when everything that is due is sent, and stops it.
    ///
    /// For David it may be night now, and then what is for him is held.
    private func lookAround(
        _ folder: URL, _ options: [String] = [], environment: [String: String] = [:]
    ) async throws -> (errors: String, counts: [Int]) {
        let program = try RunningProgram(["demo", "--folder", folder.path] + options, environment: environment)
        let line = await program.output.line { $0.contains("/login?token=") }
        let link = try #require(line).trimmingCharacters(in: .whitespaces)
        let server = RunningServer(program, store: folder.appendingPathComponent("belfry.sqlite"), address: try #require(link.split(separator: "/login").first))
        #expect(!server.address.hasSuffix(":8080"), "any port that is free was asked for")
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
