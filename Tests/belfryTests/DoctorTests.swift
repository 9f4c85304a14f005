import Foundation
import GRDB
import Testing

@Suite("The doctor, and what is never said", .timeLimit(.minutes(10)))
struct DoctorTests {
    @Test("A settings file with secrets that others can read is named, until its owner alone can")
    func exposedFile() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("settings.json").path
            let store = "sqlite:\(folder.path)/none.sqlite"
            func finding(_ text: String, _ permissions: Int) async throws -> String? {
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
                let result = try await Program.run("doctor", "--config", file, "--store", store)
                #expect(result.status == 0 && !result.output.contains("hunter2"))
                return result.lines.first { $0.contains("settings file") }
            }
            let secret = #"{"jwt_secret":"hunter2"}"#
            let found = try await finding(secret, 0o640)
            #expect(found == "! settings file: others on this machine can read the secrets in \(file): `chmod 600` it")
            let ownersAlone = try await finding(secret, 0o600)
            #expect(ownersAlone == nil)
            let password = try await finding(#"{"store":"postgres://ana:hunter2@db/belfry"}"#, 0o644)
            #expect(password != nil)
            for harmless in [#"{"store":"postgres://ana@db:5432/belfry"}"#, #"{"port":9001,"jwt_secret_file":"\#(file)"}"#] {
                let none = try await finding(harmless, 0o644)
                #expect(none == nil, "\(harmless)")
            }
        }
    }

    @Test(
        "A file of status webhooks that can't be used is refused with what it has to be, and without its secrets",
        arguments: [
            ("[]", "a JSON object"), (#"{"shop": {"url": "https://example.org"}}"#, #""url" and "secret""#), (#"{"": {"url": "", "secret": ""}}"#, "the names of apps"),
            (#"{"shop": {"url": "hunter2", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}"#, #"the "url" of shop"#),
            (#"{"shop": {"url": "http://example.org", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}"#, "begin with https://"),
            (#"{"shop": {"url": "https://example.org", "secret": "hunter2"}}"#, "each secret of shop"),
        ])
    func statusWebhooks(_ text: String, _ expected: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("status-webhooks.json").path
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let result = try await Program.run(
                ["doctor", "--store", "sqlite:\(folder.path)/none.sqlite"], environment: ["BELFRY_STATUS_WEBHOOKS_FILE": file])
            let line = result.lines.first { $0.contains("status_webhooks_file") }
            #expect(result.status == 1 && line?.contains(expected) == true && !result.output.contains("hunter2"))
        }
    }

    @Test("Of many endpoints of apps it is said of each whether it can be called, in their order")
    func statusEndpoints() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("status-webhooks.json").path
            let apps = (10..<40).map { "app-\($0)" }
            let entries = apps.map { #""\#($0)": {"url": "https://127.0.0.1/\#($0)", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}"# }
            try "{\(entries.joined(separator: ", "))}".write(toFile: file, atomically: true, encoding: .utf8)
            let result = try await Program.run(
                ["doctor", "--store", "sqlite:\(folder.path)/none.sqlite"], environment: ["BELFRY_STATUS_WEBHOOKS_FILE": file])
            let lines = result.lines.filter { $0.contains("status webhooks") }
            #expect(lines.count == apps.count)
            for (line, app) in zip(lines, apps) { #expect(line.contains("the url of \(app) leads into a private network")) }
        }
    }

    @Test("The doctor's findings are also JSON, one a line, and end with 1 where something must be mended")
    func doctor() async throws {
        struct Finding: Decodable {
            let code: String
            let subject: String
            let grade: String
            let text: String
        }
        try await withTemporaryFolder { folder in
            let store = ["BELFRY_STORE": "sqlite:\(folder.path)/belfry.sqlite"]
            let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let page = try String(contentsOf: repository.appendingPathComponent("docs/operating.md"), encoding: .utf8)
            var codes: Set<String> = []
            func findings(_ environment: [String: String]) async throws -> (status: Int32, grades: [String: String]) {
                let result = try await Program.run("doctor", "--json", environment: environment.merging(store) { $1 })
                let findings = try result.lines.map { try JSONDecoder().decode(Finding.self, from: Data($0.utf8)) }
                codes.formUnion(findings.map(\.code))
                #expect(Set(findings.map(\.code)).count == findings.count)
                return (result.status, Dictionary(uniqueKeysWithValues: findings.map { ($0.subject, $0.grade) }))
            }
            let bare = try await findings([:])
            #expect(bare.status == 0)
            #expect(bare.grades["store"] == "advice")
            #expect(bare.grades["admin secret"] == "advice")
            #expect(bare.grades["wearables' secret"] == "fine" && bare.grades["webhook"] == "fine", "nobody has asked for either")
            let unreachable = try await findings(["BELFRY_ALERT_CHANNELS": "in_app,sms"])
            #expect(unreachable.status == 1)
            #expect(unreachable.grades["alert channels"] == "broken")
            let hidden = try await findings(Self.secrets)
            #expect(hidden.status == 1)
            #expect(hidden.grades["webhook"] == "broken", "it leads to this machine, which nobody has allowed")
            #expect(try await Program.run("migrate", environment: store).status == 0)
            let whole = try await findings(Self.environment)
            #expect(whole.status == 0)
            // How old the zones of this machine are isn't the settings' business.
            #expect(whole.grades.filter { $0.key != "time zones" }.values.allSatisfy { $0 == "fine" })
            #expect(whole.grades.count == 11)
            #expect(codes.isSuperset(of: ["store_not_there", "store_up_to_date", "wearables_secret_missing", "webhook_missing", "alert_channels_uncarried"]))
            for code in codes { #expect(page.contains("`\(code)`"), "docs/operating.md doesn't list \(code)") }
        }
    }

    @Test("The doctor says where the rules of time zones are of years ago, and where the disk of the store has no room left")
    func machine() async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder.path + "/Europe", withIntermediateDirectories: true)
            let zone = try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin"))
            try zone.write(to: folder.appendingPathComponent("Europe/Berlin"))
            try Data("# version 2019c\n# redo posix_only\n".utf8).write(to: folder.appendingPathComponent("tzdata.zi"))
            let old = try await Program.run("doctor", "--store", "sqlite:\(folder.path)/none.sqlite", environment: ["TZDIR": folder.path])
            #expect(old.lines.contains { $0.hasPrefix("! time zones: the system's tz database is 2019c, ") }, "\(old.output)")
            #expect(old.status == 0)
            #if os(Linux)
                // What the kernel shows there takes nothing in.
                let full = try await Program.run("doctor", "--store", "sqlite:/proc/none.sqlite")
                #expect(full.lines.contains { $0.hasPrefix("! disk: 0 MB are free in /proc; ") }, "\(full.output)")
            #endif
        }
    }

    private static let secrets = [
        "BELFRY_ROOK_SECRET": "the-secret-of-the-wearables-aggregator",
        "BELFRY_ADMIN_SECRET": RunningServer.adminSecret, "BELFRY_JWT_SECRET": RunningServer.jwtSecret,
        "BELFRY_WEBHOOK_SECRET": WebhookReceiver.secret, "BELFRY_WEBHOOK_PREVIOUS_SECRET": "whsec_" + String(repeating: "b2xk", count: 8),
        "BELFRY_WEBHOOK_URL": "http://gateway:the-gateway-password@127.0.0.1:1/hook",
    ]

    private static let environment = secrets.merging(["BELFRY_WEBHOOK_ALLOW_PRIVATE": "true"]) { $1 }

    @Test("No secret is in what the doctor prints, or in the log of a run at its most talkative")
    func secrecy() async throws {
        var secrets = Array(Self.secrets.values.filter { !$0.hasPrefix("http") })
        secrets += secrets.filter { $0.hasPrefix("whsec_") }.map { String($0.dropFirst(6)) } + ["the-gateway-password"]
        func expectNone(in text: String) {
            for secret in secrets { #expect(!text.contains(secret)) }
        }
        try await withTemporaryFolder { folder in
            let environment = Self.environment.merging(["BELFRY_LOG_LEVEL": "trace", "BELFRY_RETRY_BASE_SECONDS": "0"]) { $1 }
            let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"), environment: environment)
            let doctor = try await Program.run("doctor", "--store", "sqlite:\(server.store.path)", environment: environment)
            #expect(doctor.status == 0)
            expectNone(in: doctor.output + doctor.errors)

            try await Household.move(into: server)
            let key = try #require(try await Program.run("keys", "create", "app", "--store", "sqlite:\(server.store.path)").lines.first)
            let link = try await server.loginLink(for: "ana")
            let cookie = try await server.signIn(byLink: link)
            secrets += [key, try #require(link.split(separator: "=").last.map(String.init)), try #require(cookie.first?.1)]
            _ = try await server.post("/v1/metrics", Household.posted, as: RunningServer.bearer(key))
            _ = try await server.get("/", as: cookie)
            _ = try await server.get("/v1/inbox", as: RunningServer.bearer("bk_wrong"))
            _ = try await server.get("/no/such/page?token=\(key)")
            // Attempts at where nothing listens, for the minute in which it isn't too old yet.
            let file = try StoreFile(server.store)
            try file.execute(
                """
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, created_at)
                VALUES ('ana', 'ben', 'webhook', datetime('now', '-1439 minutes'))
                """)
            try await server.drain()
            #expect(try file.count("notification_queue WHERE status = 'failed'") == 1)
            server.terminate()
            #expect(await server.exitStatus() == 0)
            let log = await server.program.errors.whole()
            #expect(log.contains("attempted"), "the log is there")
            expectNone(in: log)
            let rows = try ["notification_queue", "api_keys"].flatMap { try file.rows("SELECT * FROM \($0)").map(\.description) }
            expectNone(in: rows.joined())
        }
    }
}
