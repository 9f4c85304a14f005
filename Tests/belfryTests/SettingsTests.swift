import Foundation
import GRDB
import Testing

/// Where settings come from, what is said of those that can't be used, and what is never said.
@Suite("Settings", .timeLimit(.minutes(10)))
struct SettingsTests {
    @Test("An option wins over the environment, and that over the file")
    func precedence() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("settings.json").path
            try #"{"store":"sqlite:\#(folder.path)/file.sqlite","port":9001,"host":"127.0.0.1"}"#.write(toFile: file, atomically: true, encoding: .utf8)
            let environment = ["BELFRY_STORE": "sqlite:\(folder.path)/environment.sqlite", "BELFRY_PORT": "9002"]
            func doctor(_ options: [String], _ environment: [String: String]) async throws -> String {
                try await Program.run(["doctor"] + options, environment: environment).output
            }
            let byFile = try await doctor(["--config", file], [:])
            #expect(byFile.contains("\(folder.path)/file.sqlite is not there yet"))
            #expect(byFile.contains("127.0.0.1:9001"))
            #expect(try await doctor([], ["BELFRY_CONFIG": file]) == byFile)
            let byEnvironment = try await doctor(["--config", file], environment)
            #expect(byEnvironment.contains("\(folder.path)/environment.sqlite is not there yet"))
            #expect(byEnvironment.contains("127.0.0.1:9002"))
            let byOption = try await doctor(["--config", file, "--store", "sqlite:\(folder.path)/option.sqlite"], environment)
            #expect(byOption.contains("\(folder.path)/option.sqlite is not there yet"))
            #expect(byOption.contains("127.0.0.1:9002"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["settings.json"], "the doctor changes nothing")
        }
    }

    @Test("A secret may stand in a file of its own; one that is given as text wins")
    func secretFiles() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("secret").path
            try (String(repeating: "s", count: 64) + "\n").write(toFile: file, atomically: true, encoding: .utf8)
            func doctor(_ environment: [String: String]) async throws -> [String] {
                try await Program.run(["doctor", "--store", "sqlite:\(folder.path)/none.sqlite"], environment: environment).lines
            }
            let found = try await doctor(["BELFRY_ADMIN_SECRET_FILE": file, "BELFRY_JWT_SECRET_FILE": file])
            #expect(found.contains { $0.contains("admin secret") && $0.hasSuffix("set") } && found.contains { $0.contains("token secret") && $0.hasSuffix("set") })
            let short = try await doctor(["BELFRY_ADMIN_SECRET_FILE": file, "BELFRY_ADMIN_SECRET": "short"])
            #expect(short.contains { $0.contains("BELFRY_ADMIN_SECRET is shorter") })
        }
    }

    @Test("The port of an option wins over that of the environment where it is listened on")
    func portOption() async throws {
        try await withServer(environment: ["BELFRY_PORT": "1", "BELFRY_HOST": "127.0.0.1"]) { server, _ in
            let health = try await server.get("/health")
            #expect(health.status == 200)
        }
    }

    @Test(
        "The page that asks for a link sends one where mail is set up, unless that is switched off",
        arguments: [(nil, true), ("false", false)] as [(String?, Bool)])
    func signInByMail(value: String?, isOffered: Bool) async throws {
        let mail = [
            "BELFRY_SMTP_HOST": "127.0.0.1", "BELFRY_EMAIL_FROM": "belfry@example.org", "BELFRY_PUBLIC_URL": "http://127.0.0.1",
            "BELFRY_EMAIL_UNSUBSCRIBE_SECRET": "a-secret-of-links-for-tests-of-32-bytes",
        ]
        let environment = value.map { mail.merging(["BELFRY_SIGN_IN_BY_MAIL": $0]) { $1 } } ?? mail
        try await withServer(environment: environment) { server, _ in
            let page = try await server.get("/", as: [])
            #expect(page.status == 200 && page.text.contains("action=\"/login/link\"") == isOffered)
            let form = [("content-type", "application/x-www-form-urlencoded")]
            let asked = try await server.post("/login/link", "who=nobody%40example.org", as: form)
            #expect(asked.status == (isOffered ? 200 : 404) && asked.text.contains("a link is on its way") == isOffered)
        }
    }

    @Test(
        "A setting that can't be used is named, and its value is not quoted",
        arguments: [
            ["BELFRY_PORT": "hunter2"], ["BELFRY_PORT": "70000"], ["BELFRY_STORE": "hunter2"], ["BELFRY_STORE": "postgres://ana:hunter2@[db/belfry"],
            ["BELFRY_LOG_LEVEL": "hunter2"], ["BELFRY_ALERT_CHANNELS": "in_app,hunter2"], ["BELFRY_MAX_AGE_HOURS": "0"],
            ["BELFRY_ADMIN_SECRET_FILE": "/hunter2"], ["BELFRY_JWT_SECRET_FILE": "/hunter2"], ["BELFRY_WEBHOOK_SECRET_FILE": "/hunter2"],
            ["BELFRY_SIGN_IN_BY_MAIL": "hunter2"],
            ["BELFRY_SES": "hunter2"], ["BELFRY_BATCH_SIZE": "1001"], ["BELFRY_RETRY_BASE_SECONDS": "-1"], ["BELFRY_WEBHOOK_URL": "hunter2"],
            ["BELFRY_PUBLIC_URL": "hunter2"], ["BELFRY_PUBLIC_URL": "ftp://hunter2"], ["BELFRY_NTFY_URL": "https://ana:hunter2@ntfy.example"],
            ["BELFRY_NTFY_URL": "https://ntfy.example", "BELFRY_NTFY_TOKEN": "hunter2", "BELFRY_NTFY_USER": "ana", "BELFRY_NTFY_PASSWORD": "hunter2"],
            ["BELFRY_TELEGRAM_TOKEN": "hunter2", "BELFRY_TELEGRAM_BOT": "@hunter2"], ["BELFRY_TELEGRAM_TOKEN": "hunter2", "BELFRY_TELEGRAM_ENDPOINT": "hunter2"],
            [
                "BELFRY_TWILIO_VOICE_FROM": "hunter2", "BELFRY_TWILIO_ACCOUNT_SID": "AC00000000000000000000000000000000", "BELFRY_TWILIO_AUTH_TOKEN": "hunter2",
                "BELFRY_PUBLIC_URL": "https://belfry.example",
            ],
            ["BELFRY_MATRIX_HOMESERVER": "https://ana:hunter2@matrix.example", "BELFRY_MATRIX_USER": "@belfry:example.org", "BELFRY_MATRIX_ACCESS_TOKEN": "a"],
            ["BELFRY_MATRIX_HOMESERVER": "https://matrix.example", "BELFRY_MATRIX_USER": "hunter2", "BELFRY_MATRIX_ACCESS_TOKEN": "hunter2"],
            ["BELFRY_CHAT": "hunter2"], ["BELFRY_CHAT": "true", "BELFRY_CHAT_TRUSTED_ORIGINS": "https://chat.example/hunter2"],
            ["BELFRY_LINK_ORIGINS": "https://app.example,https://app.example/hunter2"], ["BELFRY_IMAGE_ORIGINS": "hunter2.example"],
            ["BELFRY_WEB_ORIGINS": "https://app.example,http://hunter2.example"], ["BELFRY_WEB_ORIGINS": "*,https://hunter2.example"],
            ["BELFRY_WEBHOOK_SECRET": "hunter2", "BELFRY_WEBHOOK_URL": "http://127.0.0.1:1"],
            ["BELFRY_WEBHOOK_SECRET": "whsec_hunter2", "BELFRY_WEBHOOK_URL": "http://127.0.0.1:1"],
            [
                "BELFRY_WEBHOOK_PREVIOUS_SECRET": "hunter2", "BELFRY_WEBHOOK_SECRET": WebhookReceiver.secret,
                "BELFRY_WEBHOOK_URL": "http://127.0.0.1:1",
            ],
        ])
    func unusable(_ environment: [String: String]) async throws {
        for command in ["doctor", "migrate", "serve", "worker"] {
            let result = try await Program.run(command, environment: environment)
            #expect(result.status == 1)
            let text = result.output + result.errors
            #expect(!text.contains("hunter2"))
            #expect(text.split(separator: "\n").count == 1)
            let named = environment.keys.first { $0.contains("PREVIOUS") } ?? environment.keys.first { text.contains($0) }
            #expect(named.map(text.contains) == true, "\(text)")
        }
    }

    @Test("All that can't be used is named at once, also where several keys of one provider are")
    func unusableTogether() async throws {
        let environment = [
            "BELFRY_PORT": "hunter2", "BELFRY_LOG_LEVEL": "hunter2", "BELFRY_APNS_KEY": "hunter2", "BELFRY_APNS_PORT": "hunter2",
            "BELFRY_APNS_TOPIC": "org.example", "BELFRY_TWILIO_ACCOUNT_SID": "hunter2",
        ]
        let named = ["port", "log_level", "apns_port", "apns_key_id", "apns_team_id", "twilio_auth_token", "twilio_from", "twilio_account_sid"]
        let doctor = try await Program.run("doctor", environment: environment)
        #expect(doctor.status == 1)
        #expect(doctor.lines.compactMap { $0.firstMatch(of: /^✗ settings: The setting ([a-z_]+) \(/).map { String($0.output.1) } } == named)
        #expect(doctor.lines.count == named.count && !doctor.output.contains("hunter2"))
        let migration = try await Program.run("migrate", environment: environment)
        #expect(migration.status == 1)
        #expect(named.allSatisfy { migration.errors.contains("The setting \($0) (") } && !migration.errors.contains("hunter2"))
    }

    @Test("What stands in a settings file and says nothing is named, and its value is not quoted")
    func passedOver() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("settings.json").path
            let text = #"{"store":"sqlite:\#(folder.path)/a.sqlite","prot":1,"smtp_user":"hunter2","operators":["hunter2"],"webhook_allow_private":true}"#
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let result = try await Program.run("doctor", "--config", file, "--store", "sqlite:\(folder.path)/b.sqlite")
            #expect(result.status == 0)
            let known = "isn't known, or belongs to what isn't set up"
            #expect(result.lines[0] == "! settings: passed over in \(file): prot \(known); smtp_user \(known); operators is neither text, nor a whole number, nor true or false")
            #expect(!result.output.contains("hunter2"))
        }
    }

    @Test("A variable that says nothing is named by the doctor, by a server and by a worker that starts; it stops nobody, and its value is not quoted")
    func idleVariables() async throws {
        try await withTemporaryFolder { folder in
            let store = folder.appendingPathComponent("belfry.sqlite")
            let environment = [
                "BELFRY_PROT": "hunter2", "belfry_port": "hunter2", "BELFRY_DEVICE": "hunter2", "BELFRY_STORE": "sqlite:\(store.path)",
                "BELFRY_LOG_LEVEL": "warning",
            ]
            let doctor = try await Program.run("doctor", environment: environment)
            #expect(doctor.status == 0)
            let unknown = "isn't known, or belongs to what isn't set up"
            #expect(doctor.lines.first == "! settings: passed over in the environment: BELFRY_PROT \(unknown); belfry_port \(unknown)")
            #expect(!doctor.output.contains("hunter2"))

            let server = try await RunningServer(store: store, environment: environment)
            let warning = await server.program.errors.line { $0.contains("BELFRY_PROT") }
            #expect(warning?.contains("warning") == true && warning?.contains("BELFRY_DEVICE") == false)
            await server.stop()
            #expect(!(await server.program.errors.whole().contains("hunter2")))

            let worker = try RunningProgram(["worker"], environment: environment)
            #expect(await worker.errors.line { $0.contains("BELFRY_PROT") } != nil)
            worker.kill()
        }
    }

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

    @Test("A settings file that is named and isn't there is missed, wherever it was named")
    func missingFile() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("settings.json").path
            let sentence = "There is no configuration file at \(file). Correct the path, or leave it out."
            let byOption = try await Program.run("migrate", "--config", file)
            #expect(byOption.status == 1 && byOption.errors == "belfry: \(sentence)\n")
            let byEnvironment = try await Program.run("doctor", environment: ["BELFRY_CONFIG": file])
            #expect(byEnvironment.status == 1 && byEnvironment.output == "✗ settings: \(sentence)\n")
        }
    }

    @Test("A settings file that can't be read is named, and so is a setting in it", arguments: ["{", "[]", #"{"port":"hunter2"}"#, #"{"port":70000}"#])
    func unusableFile(_ text: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("settings.json").path
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let result = try await Program.run("doctor", "--config", file)
            #expect(result.status == 1)
            #expect(result.output.contains(text.contains("port") ? "The setting port" : "The configuration file \(file) can't be read"))
            #expect(!result.output.contains("hunter2"))
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
