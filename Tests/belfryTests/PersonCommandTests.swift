import Foundation
import Testing

@Suite("What is a person's own, from the command line", .timeLimit(.minutes(10)))
struct PersonCommandTests {
    @Test("A category is muted for a person from the command line, and unmuted; what they are told of it meanwhile is left out")
    func mutes() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("\(line) --store sqlite:\(path)") }
            let unknown = try await ask("person mute ana general --for 2h")
            #expect(unknown.status == 1 && unknown.errors.contains("Nothing is kept of ana."), "\(unknown.errors)")
            #expect(try await ask("send ana --channel in_app --title Hello").status == 0)
            let muted = try await ask("person mute ana general --until 2040-01-02T09:00:00Z --json")
            #expect(muted.output == #"{"category":"general","until":"2040-01-02T09:00:00Z"}"# + "\n", "\(muted.errors)")
            #expect(try await ask("person mutes ana").output == "general  until 2040-01-02T09:00:00Z\n")
            let rehearsed = try await ask("send ana --channel in_app --title Hello --dry-run")
            #expect(rehearsed.output.contains("has muted this kind of notification until "), "\(rehearsed.output)")
            #expect(try await ask("person mute ana general --until 2020-01-02T09:00:00Z").status == 2)
            #expect(try await ask("person mute ana general --until later").errors.hasSuffix("such as 2026-01-25T03:00:00Z or morning.\n"))
            #expect(try await ask("person unmute ana general").output == "No longer muted: general\n")
            let none = try await ask("person mutes ana")
            #expect(none.output == "" && none.errors.contains("ana mutes no category."))
        }
    }

    @Test("A person's own reminder is added from the command line, listed and removed, and what no device could use is said by its option")
    func ownReminders() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("reminder \(line) --store sqlite:\(path)") }
            let unknown = try await ask("add ana --title Bins --start 2040-01-02T09:00")
            #expect(unknown.status == 1 && unknown.errors.contains("Nothing is kept of ana."), "\(unknown.errors)")
            #expect(try await run("send ana --channel in_app --title Hello --store sqlite:\(path)").status == 0)
            let added = try await ask("add ana --title Bins --start 2040-01-02T09:00 --rule FREQ=WEEKLY --timezone Europe/Berlin --valid-for 4h --json")
            let members = #""next":"2040-01-02T08:00:00Z","rrule":"FREQ=WEEKLY","timezone":"Europe/Berlin","title":"Bins","valid_minutes":240}"#
            #expect(added.output.hasSuffix(members + "\n"), "\(added.errors)")
            for (option, value) in [("start", "soon"), ("rule", "FREQ=OFTEN"), ("timezone", "Mars"), ("severity", "mortal")] {
                let start = option == "start" ? "" : " --start 2040-01-02"
                let refused = try await ask("add ana --title Bins\(start) --\(option) \(value)")
                #expect(refused.status == 1 && refused.errors.contains("--\(option)"), "\(refused.errors)")
            }
            let listed = try await ask("list ana")
            #expect(listed.output.hasSuffix("  next 2040-01-02T08:00:00Z  Bins\n") && listed.output.split(separator: "\n").count == 1)
            let id = String(listed.output.prefix { $0 != " " })
            let removed = try await ask("remove ana \(id)")
            #expect(removed.output == "Removed: \(listed.output)")
            #expect(try await ask("remove ana \(id)").status == 1)
            let none = try await ask("list ana")
            #expect(none.output == "" && none.errors.contains("ana has no reminders of their own."))
            let noted = try await run("audit --action person.settings_changed --json --store sqlite:\(path)").output.split(separator: "\n")
            #expect(noted.count == 2 && noted.allSatisfy { $0.contains(#""fields":"reminders""#) && !$0.contains("Bins") })
        }
    }

    @Test("What is kept of a person is written line by line, and they are erased once they are named again")
    func person() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            try file.execute("INSERT INTO family_members (family_id, user_id, first_name) VALUES ('household', 'ben', 'Ben')")
            try file.execute("INSERT INTO contact_points (user_id, channel, address, code_hash) VALUES ('ben', 'email', 'ben@example.org', 'hidden')")
            func handle(_ line: String, input: String = "", environment: [String: String] = [:]) async throws -> Program.Result {
                try await run("person \(line) --store sqlite:\(path)", input: input, environment: environment)
            }
            // Each time somebody hands it out is kept, too.
            func facts(_ lines: [String]) -> [String] { lines.filter { !$0.contains(#""table":"audit_log""#) } }
            let lines = facts(try await handle("export ben").lines)
            #expect(lines.count == 2 && lines.first?.hasPrefix(#"{"table":"family_members","row":{"family_id":"household","#) == true)
            #expect(lines.last?.contains("ben@example.org") == true && lines.last?.contains("hidden") == false)
            #expect(facts(try await handle("export ben --json").lines) == lines)
            let out = "\(folder.path)/ben.jsonl"
            #expect(try await handle("export ben --output \(out)").output == "")
            #expect(facts(try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n").map(String.init)) == lines)
            #expect(try await handle("export ben --output \(out)").status == 1, "nothing is written over")
            let nobody = try await handle("export eve")
            #expect(nobody.status == 1 && nobody.errors.contains("Nothing is kept of eve."))
            let dryRun = try await handle("erase ben --dry-run").output
            #expect(dryRun.hasPrefix("Would go: ") && dryRun.contains("contact points: 1, family members: 1"))
            let refused = try await handle("erase ben", input: "yes\n")
            #expect(refused.status == 1 && refused.errors.contains("wasn't named again"))
            #expect(try file.count("family_members") == 1)
            let secret = ["BELFRY_JWT_SECRET": "a-secret-that-is-long-enough-for-tokens"]
            let erased = try await handle("erase ben --json", input: "ben\n", environment: secret)
            #expect(erased.output == #"{"dry_run":false,"erased":{"audit_log":4,"contact_points":1,"family_members":1}}"# + "\n", "\(erased.errors)")
            #expect(try file.count("family_members") == 0)
            #expect(try file.count("erased_people") == 1)
            let again = try await handle("erase ben --yes")
            #expect(again.output == "Gone: nothing.\n" && again.errors.contains("BELFRY_JWT_SECRET isn't set"))
        }
    }

    @Test("A file of more people than a family may have brings none of them in, and says so")
    func crowdedFamily() async throws {
        try await withTemporaryFolder { folder in
            let (store, file) = ("--store sqlite:\(folder.path)/belfry.sqlite", folder.appendingPathComponent("days.csv"))
            let days = (1...101).map { "user-\($0),2026-01-25,5000\n" }.joined()
            try ("user_id,date,steps\n" + days).write(to: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let result = try await run("metrics import \(file.path) --family ours \(store)")
            #expect(result.status == 1 && result.errors.hasPrefix("belfry: A family has at most 100 members."), "\(result.errors)")
            #expect(try StoreFile(folder.appendingPathComponent("belfry.sqlite")).count("family_members") == 0)
        }
    }
}
