import Foundation
import GRDB
import Testing

@Suite("What is told from the command line", .timeLimit(.minutes(10)))
struct SendCommandTests {
    @Test("A dry run of what is sent by hand says what would become of it over each channel, and why, and queues nothing")
    func sendDryRun() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            func rehearse(_ line: String) async throws -> Program.Result {
                try await run("send ana --channel in_app --channel sms --title Hello --dry-run --store sqlite:\(path) \(line)")
            }
            let told = try await rehearse("--key greeting")
            #expect(told.status == 0 && told.lines.count == 2, "\(told.errors)")
            #expect(told.lines.first?.hasPrefix("ana  in_app  ") == true)
            #expect(told.lines.first?.contains("Z  sent  1 inbox  Would be sent, because ") == true, "\(told.output)")
            #expect(told.lines.last?.contains("Z  left out  -  Would not be sent, because ") == true, "\(told.output)")
            let json = try await rehearse("--json --language de --deliver-after 2040-01-26T08:00:00Z")
            #expect(json.lines.first?.contains(#""action":"send""#) == true && json.lines.first?.contains(#""due_at":"2040-01-26T08:00:00Z""#) == true)
            #expect(json.lines.last?.contains(#""action":"skip""#) == true && json.lines.last?.contains("Würde nicht gesendet: ") == true)
            let digest = try await rehearse("--digest-key posts --digest-window 1h --deliver-after 2040-01-26T08:00:00Z")
            #expect(digest.lines.first?.hasPrefix("ana  in_app  2040-01-26T09:00:00Z  sent  ") == true, "\(digest.output)")
            let throttled = try await rehearse("--throttle-key door --throttle-max 1 --throttle-minutes 60")
            #expect(throttled.status == 0 && throttled.lines.first?.contains("Z  sent  1 inbox  ") == true, "\(throttled.errors)")
            let escalated = try await rehearse("--escalate-to eve --after 15m --deliver-after 2040-01-26T08:00:00Z")
            #expect(escalated.lines.count == 4 && escalated.lines.first?.hasPrefix("ana  in_app (step 1)  2040-01-26T08:00:00Z  sent  ") == true)
            let next = escalated.lines.dropFirst(2).first
            #expect(next?.hasPrefix("eve  in_app (step 2)  2040-01-26T08:15:00Z  sent  ") == true, "\(escalated.output)\(escalated.errors)")
            let shared = try await rehearse("--one-of-us --deliver-after 2040-01-26T08:00:00Z")
            #expect(shared.status == 0 && shared.lines.first?.contains("  sent  ") == true, "\(shared.errors)")
            #expect(try await rehearse("--one-of-us --digest-key posts --digest-window 1h").status == 2)
            #expect(try await rehearse("--severity loud").status == 2)
            #expect(try file.count("notification_queue") == 0 && file.count("idempotency_keys") == 0)
        }
    }

    @Test("What is sent by hand waits for a worker, is taken in once under a key, and needs something to say")
    func send() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            func send(_ line: String) async throws -> Program.Result { try await run("send \(line) --title Hello --store sqlite:\(path)") }
            let first = try await send("ana ben --channel in_app --channel push --key greeting")
            #expect(first.status == 0 && first.lines.count == 4, "two people, two channels: \(first.errors)")
            let again = try await send("ana ben --channel in_app --channel push --key greeting")
            #expect(again.output == first.output && again.errors == "It was taken in before.\n")
            #expect(try await send("ana --channel in_app --key greeting").errors.contains("This idempotency key stood for another request"), "something else under the key")
            let offered = try await send("ana --channel in_app --action pay=Pay=https://app.example/?a=b --action later=Later")
            #expect(offered.status == 0, "\(offered.errors)")
            let links = "json_extract(payload, '$.actions[0].link') = 'https://app.example/?a=b' AND json_extract(payload, '$.actions[1].title') = 'Later'"
            #expect(try file.count("notification_queue WHERE \(links)") == 1)
            #expect(try await send("ana --channel in_app --action pay").errors.contains("--action is ID=TITLE"))
            #expect(try await send("ana --channel in_app --action pay=Pay=javascript:x").errors.contains("link in --action has the wrong form."))
            #expect(try await send("ana --channel in_app --action pay=Pay --action pay=Again").errors.contains("--action has the wrong form."))
            let later = try await send("ana --wait --json --deliver-after 2126-01-25T12:00:00Z")
            #expect(later.status == 3 && later.errors == "" && later.lines.allSatisfy { $0.contains(#""status":"pending""#) }, "\(later.errors)")
            let untaken = try await send("ana --channel in_app --wait --timeout 1s")
            #expect(untaken.status == 3 && untaken.errors.hasPrefix("No worker has taken it yet."), "\(untaken.errors)")
            #expect(try file.rows("SELECT DISTINCT status FROM notification_queue").map { $0["status"] as String } == ["pending"])
        }
    }

    @Test("A family is told from a terminal, whoever is named besides in words of their own, and what can't be told is said by its option")
    func families() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            for (user, role) in [("ana", "admin"), ("ben", "member")] {
                try file.execute("INSERT INTO family_members (family_id, user_id, first_name, role) VALUES ('lindens', ?, '', ?)", [user, role])
            }
            func ask(_ line: String) async throws -> Program.Result { try await run("\(line) --channel in_app --store sqlite:\(path)") }
            let admins = try await ask("send --family lindens --role admin --title Hello")
            #expect(admins.status == 0 && admins.lines.count == 1 && admins.errors == "To ana.\n")
            let own = #"{"user_id":"eve","values":{"name":"Eve"}}"#
            let all = try await ask("send \(own) --family lindens --title {{name}} --personalised --default-value name=You --key a")
            #expect(all.status == 0 && all.lines.count == 3 && all.errors == "To eve, ana, ben.\n")
            let titles = try file.rows("SELECT recipient_user_id || ' ' || json_extract(payload, '$.title') AS told FROM notification_queue ORDER BY told")
            #expect(titles.map { $0["told"] as String? } == ["ana Hello", "ana You", "ben You", "eve Eve"])
            let weekly = try await ask("schedule create --family lindens --title Bins --start 2030-01-26T09:00 --rule FREQ=WEEKLY")
            #expect(weekly.status == 0 && weekly.output.contains("0 recipients and whoever is in lindens"), "\(weekly.errors)")
            for (line, status, said) in [
                ("send --title Hello", Int32(2), "--family"), ("send ana --role admin --title Hello", 2, "--role goes with --family."),
                ("send --family nowhere --title Hello", 1, "--family"), ("send ana --title {{name}} --personalised", 1, "values in USER"),
            ] {
                let refused = try await ask(line)
                #expect(refused.status == status && refused.errors.contains(said), "\(line): \(refused.errors)")
            }
        }
    }

    @Test("Words in further languages come from a file, and what can't be used of it is said by its place there")
    func texts() async throws {
        try await withTemporaryFolder { folder in
            let (path, texts) = ("\(folder.path)/belfry.sqlite", folder.appendingPathComponent("texts.json"))
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func order(_ command: String, input: String = "", saying json: String) async throws -> Program.Result {
                try Data(json.utf8).write(to: texts)
                return try await run("\(command) --channel in_app --title Open --texts \(texts.path) --store sqlite:\(path)", input: input)
            }
            let words = #"{"de": {"title": "Offen"}}"#
            #expect(try await order("send ana", saying: words).status == 0)
            #expect(try await order("broadcast --to -", input: "ana\n", saying: words).status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            for table in ["notification_queue", "broadcasts"] {
                let title: String? = try file.row("SELECT json_extract(payload, '$.texts.de.title') AS title FROM \(table)")["title"]
                #expect(title == "Offen")
            }
            for (json, sentence) in [
                (#"{"nl": {"title": "Open"}}"#, "nl in --texts is not known here. Use one of: en, ar, de, fr, es, tr."),
                (#"{"de": {"body": "Offen"}}"#, "de.title in --texts is missing. Add it."), ("[]", "--texts has the wrong form. Give an object."),
                (#"{"de": "#, "is not JSON in UTF-8."),
            ] {
                let refused = try await order("send ana", saying: json)
                #expect(refused.status == 2 && refused.errors.contains(sentence) && !refused.errors.contains("“"), "\(refused.errors)")
            }
            try FileManager.default.removeItem(at: texts)
            let missing = try await run("send ana --channel in_app --title Open --texts \(texts.path) --store sqlite:\(path)")
            #expect(missing.status == 1 && missing.errors.contains("texts.json can't be read."))
            #expect(try file.count("notification_queue") == 1)
        }
    }

    @Test("What is ordered in the name of an app that there isn't is refused, and those that there are are named")
    func misspeltApp() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            func ask(_ line: String) async throws -> Program.Result { try await run("\(line) --store sqlite:\(path)") }
            for app in ["shop", "school"] { #expect(try await ask("keys create \(app)").status == 0) }
            #expect(try await ask("keys revoke school --yes").status == 0)
            for line in [
                "send ana --title Hello", "send ana --title Hello --dry-run", "broadcast --all --yes --channel in_app --title Hello",
                "schedule create ana --title Hello --start 2030-01-01T09:00 --rule FREQ=DAILY",
            ] {
                let refused = try await ask("\(line) --app shpo")
                #expect(refused.status == 1 && refused.output == "", "\(line)")
                #expect(refused.errors.hasPrefix("belfry: --app names no app that is known here (unknown_app). Use one of: school, shop. "), "\(refused.errors)")
            }
            #expect(try StoreFile(URL(fileURLWithPath: path)).count("notification_queue") == 0)
            for app in ["shop", "school", "default"] {
                #expect(try await ask("send ana --channel in_app --title Hello --app \(app)").status == 0, "\(app)")
            }
        }
    }
}
