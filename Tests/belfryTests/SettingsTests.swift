import Foundation
import Testing

/// Where settings come from, and what is said of those that can't be used.
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
}
