import Foundation
import GRDB
import Testing

/// What lets apps, browsers and people in, made and taken back from a terminal.
@Suite("Commands of keys and links", .timeLimit(.minutes(10)))
struct KeyCommandTests {
    @Test("The key for browsers goes into a file that its owner alone reads, is never shown, and is never written over")
    func vapidKey() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("vapid-\(ProcessInfo.processInfo.processIdentifier).key")
        defer { try? FileManager.default.removeItem(at: file) }
        let made = try await run("keys vapid \(file.path)")
        #expect(made.status == 0 && made.output.wholeMatch(of: /B[A-Za-z0-9_-]{86}\n/) != nil)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{43}\n/) != nil && !made.output.contains(text.dropLast()))
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        let again = try await run("keys vapid \(file.path)")
        #expect(again.status == 1 && again.output.isEmpty && again.errors.contains("There is a file \(file.path) already."))
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("A link to sign in leads to where the pages are, by an option or by the settings")
    func loginLinks() async throws {
        try await withServer("--no-worker") { server, _ in
            try await Household.move(into: server)
            let command = "login-link ana --store sqlite:\(server.store.path)"
            func pages(_ options: String = "", _ more: [String: String] = [:]) async throws -> String? {
                let environment = ["BELFRY_JWT_SECRET": RunningServer.jwtSecret].merging(more) { $1 }
                return try await run("\(command) \(options)", environment: environment).output.split(separator: "/login?token=").first.map(String.init)
            }
            let table: [(String, [String: String], String)] = [
                ("", [:], "http://127.0.0.1:8080"), ("", ["BELFRY_HOST": "::1", "BELFRY_PORT": "9000"], "http://[::1]:9000"),
                ("", ["BELFRY_PUBLIC_URL": "https://belfry.example/"], "https://belfry.example"),
                ("--base http://127.0.0.1:9001/", [:], "http://127.0.0.1:9001"), ("--base https://belfry.example/pages", [:], "https://belfry.example/pages"),
            ]
            for (options, environment, address) in table {
                let found = try await pages(options, environment)
                #expect(found == address)
            }
            let unknown = try await run("login-link nobody --store sqlite:\(server.store.path)", environment: ["BELFRY_JWT_SECRET": RunningServer.jwtSecret])
            #expect(unknown.status == 1 && unknown.output == "")
            #expect(unknown.errors.contains("“USER” names nobody who is known here. Add the person to a family first: PUT /v1/families/{family_id}."))
        }
    }

    @Test("Whoever revokes a key at a terminal is asked first, and told that it can't be undone")
    func revokeAtTerminal() async throws {
        try await withTemporaryFolder { folder in
            let store = "sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("keys create app --store \(store)").status == 0)
            func revoke(_ name: String, typing text: String, _ more: String...) async throws -> Program.Result {
                try await Program.runAtTerminal(["keys", "revoke", name, "--store", store] + more, typing: text)
            }
            let unknown = try await revoke("other", typing: "yes\n")
            #expect(unknown.status == 1 && !unknown.output.contains("Type yes"), "\(unknown)")
            let refused = try await revoke("app", typing: "no\n")
            #expect(refused.status == 1 && refused.output.contains("This can't be undone") && refused.output.contains("Nothing is revoked."), "\(refused)")
            #expect(try await run("keys list --store \(store)").output.contains("in force"))
            let meant = try await revoke("app", typing: "", "--yes")
            #expect(meant.status == 0 && meant.output.contains("Revoked."), "\(meant)")
            #expect(try await run("keys list --store \(store)").output.contains("  revoked "))
        }
    }

    @Test("A key is shown once, listed by name, and refused once it is revoked")
    func keys() async throws {
        try await withServer("--no-worker") { server, file in
            let store = "--store sqlite:\(server.store.path)"
            try await Household.move(into: server)
            let key = try #require(try await run("keys create app \(store)").lines.first)
            let other = try await run("keys create other \(store) --json")
            #expect(key.wholeMatch(of: /bk_[0-9a-f]{64}/) != nil)
            #expect(other.output.contains(#""name":"other""#))
            let kept = try file.rows("SELECT * FROM api_keys").map(\.description).joined()
            #expect(!kept.contains(key.dropFirst(3)), "only its hash is kept")

            let path = "/v1/families/household"
            #expect(try await server.get(path, as: RunningServer.bearer(key)).status == 200)
            #expect(try await server.get(path, as: [("x-api-key", key)]).status == 200)
            #expect(try await server.get(path, as: RunningServer.bearer(key + "0")).status == 401)
            let another = try #require(try await run("keys replace other \(store)").lines.first)
            let first = try #require(other.output.firstMatch(of: /bk_[0-9a-f]{64}/)).output
            #expect(try await server.get(path, as: RunningServer.bearer(another)).status == 200)
            #expect(try await server.get(path, as: RunningServer.bearer(String(first))).status == 401)
            #expect(try await run("keys revoke app \(store)").output == "Revoked.\n")
            let revokedAt = try #require(try await run("keys list \(store) --json").output.firstMatch(of: /"revoked_at":"([^"]+)"/)).output.1
            #expect(try await run("keys revoke app \(store)").output == "It was revoked before, at \(revokedAt).\n")
            #expect(try await run("keys revoke app \(store) --json").output == #"{"name":"app","revoked_at":"\#(revokedAt)"}"# + "\n")
            #expect(try await run("keys replace app \(store)").status == 1, "it was revoked for good")
            #expect(try await server.get(path, as: RunningServer.bearer(key)).status == 401)
            #expect(try await server.get(path, as: [("x-api-key", key)]).status == 401)

            let list = try await run("keys list \(store)")
            #expect(list.lines.count == 2)
            #expect(try await run("keys \(store)").output == list.output)
            #expect(list.output.contains(#/app  made .+  revoked /#))
            #expect(list.output.contains(#/other  made .+  in force/#))
            #expect(!list.output.contains(key))
            for line in try await run("keys list \(store) --json").lines { #expect(line.hasPrefix(#"{"created_at":"#)) }
            #expect(try await run("keys create app \(store)").status == 1, "a name is used once, also after it was revoked")
        }
    }

    @Test("A key may what it was given, until it ends; both can be changed, and whoever replaces it may let the former go on")
    func terms() async throws {
        try await withServer("--no-worker") { server, file in
            let store = "--store sqlite:\(server.store.path)"
            try await Household.move(into: server)
            func ask(_ path: String, _ key: String) async throws -> Int { try await server.get(path, as: RunningServer.bearer(key)).status }
            let (families, own) = ("/v1/families/household", "/v1/keys/self")
            let key = try #require(try await run("keys create alerts --scopes intake,read --expires 10d --note monitors \(store)").lines.first)
            #expect(try await ask(families, key) == 403)
            #expect(try await ask("/v1/deliveries", key) == 200)
            let list = try await run("keys list \(store)").output
            #expect(list.contains(#/alerts  made \S+  intake,read  .+  ends soon, at \S+ \(monitors\)/#), "\(list)")
            let advice = try await run("doctor \(store)").output
            #expect(advice.contains("! keys: that of alerts ends at "))

            let changed = try await run("keys change alerts --scopes people --expires 2199-12-31 \(store)")
            #expect(changed.output == "alerts may people; in force until 2200-01-01T00:00:00Z.\n")
            #expect(try await ask(families, key) == 200)
            #expect(try await ask("/v1/deliveries", key) == 403)
            #expect(!(try await run("doctor \(store)").output.contains("! keys:")))

            let next = try await run("keys rotate alerts --grace 24h --json \(store)")
            #expect(next.output.contains(#""expires_at":"2200-01-01T00:00:00Z""#) && next.output.contains(#""scopes":["people"]"#))
            let another = String(try #require(next.output.firstMatch(of: /bk_[0-9a-f]{64}/)).output)
            for key in [key, another] { #expect(try await ask(families, key) == 200) }
            #expect(try await run("keys list \(store)").output.contains("in force until 2200-01-01T00:00:00Z, and the one before it until "))
            let last = try #require(try await run("keys replace alerts \(store)").lines.first)
            for (key, status) in [(key, 401), (another, 401), (last, 200)] { #expect(try await ask(own, key) == status) }

            try file.execute("UPDATE api_keys SET expires_at = '2020-01-01T00:00:00.000Z'")
            #expect(try await server.get(own, as: RunningServer.bearer(last)).text.contains("key_expired"))
            let over = try await run("keys replace alerts \(store)")
            #expect(over.status == 1 && over.errors.contains("This key ended at 2020-01-01T00:00:00Z. Say with --expires"))
            #expect(try await run("keys change alerts --expires 2020-01-01 \(store)").errors.contains("--expires is over already."))
            let forEver = try await run("keys change alerts --expires never --json \(store)").output
            #expect(forEver.contains(#""expires_at":null"#) && forEver.contains(#""note":"monitors""#))
            #expect(try await ask(own, last) == 200)

            try file.execute("UPDATE api_keys SET expires_at = '2020-01-01T00:00:00.000Z'")
            let late = try await run("keys replace alerts --grace 24h --expires 90d \(store)")
            #expect(late.status == 0 && late.errors.contains("The key that it had ended at 2020-01-01T00:00:00Z, and stays out."))
            #expect(try await ask(own, last) == 401, "a grace wakes no key that has ended")
            #expect(try await run("keys change alerts --expires 2199-12-31 \(store)").status == 0)
            let longest = try await run("keys replace alerts --grace 100000d --expires never --json \(store)")
            #expect(longest.status == 0 && longest.errors.isEmpty)
            let listed = try await run("keys list --json \(store)").output
            #expect(listed.contains(#""former_ends_at":"2200-01-01T00:00:00Z""#), "nor does it let one go on beyond its end: \(listed)")
        }
    }
}
