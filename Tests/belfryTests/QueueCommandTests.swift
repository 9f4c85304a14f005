import Foundation
import GRDB
import Testing

/// What whoever runs Belfry does from a terminal to what is to be told: to one delivery, to many, and to broadcasts.
@Suite("Commands of the queue", .timeLimit(.minutes(10)))
struct QueueCommandTests {
    /// Runs a command as it is typed, in words without spaces.
    private func run(_ line: String, input: String = "", environment: [String: String] = [:]) async throws -> Program.Result {
        try await Program.run(line.split(separator: " ").map(String.init), input: input, environment: environment)
    }

    @Test("What would be called off, or tried again, is counted, and nothing is changed")
    func queueDryRun() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            let waiting = try file.queue("in_app")
            let dead = try file.queue("sms")
            try file.execute("UPDATE notification_queue SET status = 'failed', attempts = 5 WHERE id = ?", [dead])
            func look(_ line: String) async throws -> Program.Result { try await run("queue \(line) --dry-run --store sqlite:\(path)") }
            #expect(try await look("cancel --all").output == "Would be called off: 1.\n")
            #expect(try await look("cancel --older-than 1h").output == "Would be called off: 0.\n")
            try file.execute("UPDATE notification_queue SET created_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 hours') WHERE id = ?", [waiting])
            #expect(try await look("cancel --older-than 1h").output == "Would be called off: 1.\n")
            #expect(try await look("cancel --older-than 3h").output == "Would be called off: 0.\n")
            #expect(try await look("cancel \(waiting)").output == "Would be called off: 1.\n")
            #expect(try await look("redrive --channel sms --json").output == #"{"count":1,"dry_run":true}"# + "\n")
            let unknown = try await look("redrive \(waiting)")
            #expect(unknown.status == 1 && unknown.errors.contains("Unknown, or no dead letters: \(waiting)."))
            for option in ["--older-than 3h", "--app shop", "--recipient nobody", "--channel sms"] {
                let other = try await look("cancel \(waiting) \(option)")
                #expect(other.status == 1 && other.errors.contains("Unknown, or not waiting, or not as the options say: \(waiting)."), "\(option)")
            }
            #expect(try file.delivery(waiting)["status"] == "pending")
            #expect(try file.delivery(dead)["status"] == "failed")
        }
    }

    @Test("All that wait are called off in one go, and all dead letters tried again, batch by batch")
    func queueBatches() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            try file.execute(
                """
                WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 2100)
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, payload, status, attempts)
                SELECT 'ana', 'ana', 'in_app', '{}', 'failed', 5 FROM numbers
                """)
            func ask(_ line: String) async throws -> Program.Result { try await run("queue \(line) --store sqlite:\(path)") }
            #expect(try await ask("redrive --all --dry-run").output == "Would wait again: 2100.\n")
            let redriven = try await ask("redrive --all")
            #expect(redriven.output == "Waiting again: 2100.\n")
            #expect(redriven.errors == "Waiting again so far: 1000.\nWaiting again so far: 2000.\n")
            let cancelled = try await ask("cancel --recipient ana --json")
            #expect(cancelled.lines.count == 1 && cancelled.output.split(separator: ",").count == 2100)
            #expect(cancelled.errors == "Called off so far: 1000.\nCalled off so far: 2000.\n")
            #expect(try file.count("notification_queue WHERE status = 'cancelled'") == 2100)
            let none = try await ask("cancel --all")
            #expect(none.status == 0 && none.output == "Called off: 0.\n" && none.errors == "")
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

    @Test("What was ordered under a key is listed and called off by it, whosever key it is")
    func queueKeys() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("\(line) --store sqlite:\(path)") }
            let own = try await ask("send ana ben --channel in_app --title Hello --key boiler-7").lines
            let shop = try await ask("send ana --channel in_app --title Hello --app shop --key boiler-7").lines
            #expect(own.count == 2 && shop.count == 1)
            func listed(_ line: String) async throws -> Set<String> {
                Set(try await ask("queue list \(line)").lines.compactMap { $0.split(separator: " ").first.map(String.init) })
            }
            #expect(try await listed("--key boiler-7") == Set(own))
            #expect(try await listed("--key boiler-7 --recipient ana").count == 1)
            #expect(try await listed("--app shop --key boiler-7") == Set(shop))
            #expect(try await ask("queue cancel --key boiler-7").output == "Called off: 2.\n")
            #expect(try await listed("--status pending") == Set(shop))
            let unknown = try await ask("queue cancel --key boiler-8")
            #expect(unknown.status == 1 && unknown.output == "")
            #expect(unknown.errors == "belfry: Nothing was ordered under this key within 30 days by the house itself; of an app, say --app.\n")
            #expect(try await ask("queue cancel \(shop.joined(separator: "")) --key boiler-7").status == 2)
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

    @Test("What a worker held that is gone waits again where that is asked for, and what one may have in hand doesn't")
    func giveBack() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            let (late, held) = (try file.queue("in_app"), try file.queue("in_app"))
            for (id, until) in [(late, "2026-01-25T12:00:00.000Z"), (held, "2126-01-25T12:00:00.000Z")] {
                try file.execute(
                    "UPDATE notification_queue SET status = 'sending', leased_by = 'elsewhere', lease_token = 'token', lease_until = ? WHERE id = ?",
                    [until, id])
            }
            let given = try await run("queue give-back --store sqlite:\(path)")
            #expect(given.status == 0 && given.output == "Given back: 1.\n")
            #expect(given.errors.hasPrefix("Some are in the hands of a worker that may be running."))
            #expect(try file.delivery(late)["status"] == "pending")
            #expect(try file.delivery(held)["status"] == "sending")
            try file.execute("UPDATE notification_queue SET lease_until = '2026-01-25T12:00:00.000Z' WHERE id = ?", [held])
            let rest = try await run("queue give-back --json --store sqlite:\(path)")
            #expect(rest.output == #"{"count":1}"# + "\n" && rest.errors == "")
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

    @Test("A broadcast says how many it would be told to, each once, and what would become of the first of them, and takes nothing in")
    func broadcastDryRun() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            for person in ["ana", "ben"] { try file.execute("INSERT INTO user_profiles (user_id) VALUES (?)", [person]) }
            try file.execute("UPDATE user_profiles SET notify_in_app = ? WHERE user_id = 'ben'", [false])
            func preview(_ line: String, input: String = "") async throws -> Program.Result {
                try await run("broadcast --channel in_app --title Hello --dry-run --store sqlite:\(path) \(line)", input: input)
            }
            let all = try await preview("--all")
            #expect(
                all.output == """
                    Would be told to 2 recipients.
                    Of them:
                    1 would be sent (allowed)
                    1 would be left out (in_app_disabled)

                    """, "\(all.errors)")
            let further = try await run("broadcast --all --channel email --fallback-channel in_app --title Hello --dry-run --store sqlite:\(path)")
            #expect(
                further.output == """
                    Would be told to 2 recipients.
                    Of them:
                    1 would be sent over in_app (allowed)
                    1 would be left out over in_app (in_app_disabled)

                    """, "\(further.errors)")
            let json = try await preview("--to - --json", input: "ana\nzoe\nana\n")
            let verdicts = #"[{"action":"send","reason":"allowed","recipients":2}]"#
            #expect(json.output == #"{"dry_run":true,"looked_at":2,"recipients":2,"verdicts":\#(verdicts)}"# + "\n", "\(json.errors)")
            let nobody = try await preview("--to -", input: "\n")
            #expect(nobody.status == 1 && nobody.output.isEmpty)
            let late = try await preview("--to - --key sunday --expires-at 2026-01-25T12:00:00Z", input: "ana\n")
            #expect(late.status == 2 && late.errors.contains("--expires-at "))
            #expect(try file.count("broadcasts") == 0)
        }
    }

    @Test("A schedule is taken in once under a key, shown with what comes next, paused, resumed and ended")
    func schedule() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("schedule \(line) --store sqlite:\(path)") }
            let order = "create ana ben --title Bins --channel in_app --start 2040-01-02T09:00 --rule FREQ=WEEKLY;BYDAY=MO;COUNT=2 --key bins"
            let created = try await ask(order)
            #expect(created.status == 0 && created.lines.count == 3, "\(created.errors)")
            #expect(created.lines.last == "next: 2040-01-09T09:00:00 by each recipient's clock", "\(created.output)")
            let id = created.output.split(separator: " ").first.map(String.init) ?? ""
            #expect(try await ask(order).errors.contains("It was taken in before."))
            let listed = try await ask("list --json")
            #expect(listed.lines.count == 1 && listed.output.contains(#""id":"\#(id)""#) && listed.output.contains(#""recipients":["ana","ben"]"#))
            #expect(try await ask("skip \(id)").lines.last == "next: 2040-01-09T09:00:00 by each recipient's clock")
            #expect(try await ask("unskip \(id) --at 2040-01-02T09:00").lines.count == 3)
            #expect(try await ask("skip \(id) --at 2040-01-03T09:00").errors.contains("--at "))
            let changed = try await ask(#"change \#(id) {"recurrence":{"exdate":["2040-01-02"]}} --json"#)
            #expect(changed.output.contains(#""next":[{"local":"2040-01-09T09:00:00"}]"#), "\(changed.errors)")
            #expect(try await ask(#"change \#(id) {"tittle":"Glass"}"#).status == 1)
            let preview = try await ask("create ana --title Bins --start 2040-01-02T09:00 --rule FREQ=DAILY --exdate 2040-01-03 --dry-run --next 2")
            #expect(preview.lines.last == "next: 2040-01-04T09:00:00 by each recipient's clock" && preview.lines.first?.hasPrefix("would be") == true)
            #expect(try await ask("list --status active --json").lines.count == 1)
            #expect(try await ask("list --app shop --json").lines.isEmpty)
            let rehearsed = try await ask("rehearse \(id) --json")
            #expect(rehearsed.lines.count == 2, "\(rehearsed.errors)")
            #expect(rehearsed.lines.first?.contains(#""due_at":"2040-01-09T09:00:00Z""#) == true, "\(rehearsed.output)")
            #expect(try await ask("pause \(id)").output.contains("  paused  "))
            let (told, again) = (try await ask("run \(id) --key now"), try await ask("run \(id) --key now"))
            #expect(told.lines.count == 2 && again.lines == told.lines && again.errors.contains("It was taken in before."), "\(told.errors)")
            #expect(try await ask("resume \(id)").output.contains("  active  "))
            #expect(try await ask("end \(id) --json").output.contains(#""status":"ended""#))
            #expect(try await ask("show \(id)").output.contains("  ended  "))
            for act in ["pause", "resume"] {
                let refused = try await ask("\(act) \(id)")
                #expect(refused.status == 1 && refused.errors.contains("Order another: `belfry schedule create`."), "\(refused.errors)")
            }
            #expect(try await ask("create ana --title Bins --start 2040-01-02T09:00 --rule FREQ=DAILY --deliver-after 2040-01-02T09:00:00Z").status != 0)
            #expect(try await ask("create ana --title Bins --start 2040-01-02T09:00 --rule FREQ=DAILY --expires-after 90s").status != 0)
        }
    }

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

    @Test("A heartbeat is taken in, beats, is shown and removed from the command line; schedules don't list it")
    func heartbeats() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("\(line) --store sqlite:\(path)") }
            let saved = try await ask("heartbeat save backup --every-minutes 60 --to ana --title Late --body Look --channel in_app")
            #expect(saved.output.hasPrefix("backup  waiting  default  last beat never  due "), "\(saved.output)\(saved.errors)")
            #expect(try await ask("heartbeat beat backup --json").output.contains(#""last_beat_at":"20"#))
            #expect(try await ask("heartbeat list").lines.count == 1)
            let further = try await ask("heartbeat save nas --every-minutes 60 --to ana --title Late --escalate-to ben --after 15m --json")
            #expect(further.output.contains(#""escalation":{"steps":[{"after_minutes":15,"recipients":["ben"]}],"until":"acknowledged"}"#), "\(further.output)")
            let nowhere = try await ask("heartbeat save attic --every-minutes 60 --family nowhere --title Late")
            #expect(nowhere.status != 0 && nowhere.errors.contains("names no family"), "\(nowhere.errors)")
            #expect(try await ask("heartbeat save attic --every-minutes 60 --title Late").status == 2)
            let loud = try await ask("heartbeat save attic --every-minutes 60 --to ana --title Late --severity loud")
            #expect(loud.status == 2 && loud.errors.contains("--severity has a value that is not known."), "\(loud.errors)")
            let unmanned = try await ask("heartbeat save attic --every-minutes 60 --rota nobodys --title Late")
            #expect(unmanned.status == 1 && unmanned.errors.contains("Save it first: `belfry rota save`."), "\(unmanned.errors)")
            #expect(try await ask("schedule list").output == "")
            #expect(try await ask("queue").errors == "Nothing in the queue is like that.\n", "what waits is listed, as by `queue list`")
            #expect(try await ask("heartbeat remove backup").output == "Removed: backup\n")
            for act in ["show", "beat", "remove"] {
                let gone = try await ask("heartbeat \(act) backup")
                #expect(gone.status == 1 && gone.errors.contains("There is no heartbeat with this key."), "\(gone.errors)")
            }
            let refused = try await ask("heartbeat save a:b --every-minutes 60 --to ana --title Late")
            #expect(refused.status == 2 && refused.errors.contains("KEY must be 1 to 48 of the characters"), "\(refused.errors)")
        }
    }

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

    @Test("A pause is asked for, shown with who and why, changed by another, and ended once")
    func queuePause() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            func ask(_ line: String) async throws -> Program.Result { try await run("queue \(line) --store sqlite:\(path)") }
            let unknown = try await ask("pause --app shop")
            #expect(unknown.status == 1 && unknown.errors.hasPrefix("belfry: --app names no app that is known here"))
            #expect(try await ask("pause --all --dry-run").status == 0)
            #expect(try file.count("queue_pauses") == 0)
            let paused = try await ask("pause --app default --by eve --why wrong-price --except-critical")
            #expect(paused.output.hasPrefix("Paused: default  since ") && paused.errors == "", "\(paused.errors)")
            #expect(paused.output.hasSuffix("  until it is resumed  but for critical ones  by eve  wrong-price\n"))
            let again = try await ask("pause --app default --for 2h --by ben")
            #expect(again.output.hasPrefix("Paused already, and now: default  since "))
            let list = try await ask("pauses --json")
            #expect(list.lines.count == 1)
            #expect(list.output.hasPrefix(#"{"all":false,"app_id":"default","by":"ben","except_critical":false,"paused_at":""#))
            try file.execute("UPDATE queue_pauses SET paused_at = '2026-01-25T12:00:00.000Z'")
            let doctor = try await run("doctor --store sqlite:\(path)")
            #expect(doctor.output.contains("! pauses: paused for more than a day: default since 2026-01-25T12:00:00Z; `belfry queue resume` ends it"))
            #expect(try await ask("resume --app default").output.hasPrefix("Resumed: default  since "))
            #expect(try await ask("resume --app default").output == "It wasn't paused. `belfry queue pauses` shows what is.\n")
            #expect(try await ask("resume --all --json").output == #"{"resumed":false}"# + "\n")
            let none = try await ask("pauses")
            #expect(none.output == "" && none.errors == "Nothing is paused.\n")
            #expect(try await ask("pauses --json").errors == "")
        }
    }

    @Test("A list says when; at a terminal it has a heading, for what reads lines it has none, and where nothing fits that is said")
    func lists() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func list(_ line: String) async throws -> Program.Result { try await run("\(line) list --store sqlite:\(path)") }
            for (line, sentence) in [
                ("queue", "Nothing in the queue is like that.\n"), ("keys", "Nothing is there yet: `belfry keys create` makes a key.\n"),
                ("broadcast", "Nothing was told to many yet.\n"),
            ] {
                let empty = try await list(line)
                #expect(empty.status == 0 && empty.output == "" && empty.errors == sentence, "\(line)")
                let json = try await run("\(line) list --json --store sqlite:\(path)")
                #expect(json.status == 0 && json.output == "" && json.errors == "", "\(line)")
            }
            let file = try StoreFile(URL(fileURLWithPath: path))
            let waiting = try file.queue("in_app", createdAt: "'2026-01-25T08:00:00.000Z'")
            try file.execute("UPDATE notification_queue SET deliver_after = '2126-01-25T09:00:00Z'")
            let row = "\(waiting)  pending  2026-01-25T08:00:00Z  2126-01-25T09:00:00Z  "
            #expect(try await list("queue").output.hasPrefix(row))
            let seen = try await Program.runAtTerminal(["queue", "list", "--store", "sqlite:\(path)"])
            let lines = seen.output.split(whereSeparator: \.isNewline)
            #expect(seen.status == 0 && lines.count == 2, "\(seen)")
            let heading = try #require(lines.first)
            #expect(heading.hasPrefix("id ") && heading.hasSuffix("  recipient  why"))
            // The columns stand below their names.
            let place = try #require(heading.firstRange(of: "due or sent")).lowerBound
            let distance = heading.distance(from: heading.startIndex, to: place)
            #expect(lines.last?.dropFirst(distance).hasPrefix("2126-01-25T09:00:00Z  ") == true)
            let sent = try await run("broadcast --to - --channel in_app --title Hello --store sqlite:\(path)", input: "ana\n")
            let id = try #require(sent.lines.first)
            #expect(try await list("broadcast").output.wholeMatch(of: try Regex("\(id)  ready  20[0-9T:.-]+Z  in_app  1 recipient: 0 sent, .+\n")) != nil)
        }
    }

    @Test("Recipients come in lines as any system ends them; where one can't be used it is named, and so is a file that can't be read")
    func recipients() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            func send(to file: String, _ text: String = "") async throws -> Program.Result {
                try await run("broadcast --to \(file) --channel in_app --title Hello \(store)", input: text)
            }
            let taken = try await send(to: "-", "ana\r\n\r\n{\"user_id\":\"ben\"}\r\n")
            #expect(taken.lines.last == "Taken in, for 2 recipients.", "\(taken.errors)")
            let refused = try await send(to: "-", "ana\n\n{\"name\":\"ben\"}\n")
            #expect(refused.status == 1)
            #expect(refused.errors == "belfry: Line 3 can't be read. Expected: the identifier of a person.\n")
            let empty = try await send(to: "-", "\n")
            #expect(empty.status == 1 && empty.errors.contains("--to has the wrong form. Give one person at least."))
            #expect(try await run("broadcast list \(store)").lines.count == 1, "what was refused leaves nothing")
            #expect(try await send(to: "- --key sunday", "ana\nben\n").lines.last == "Taken in, for 2 recipients.")
            #expect(try await send(to: "- --key sunday", "ana\nben\n").lines.last == "It was taken in before, for 2 recipients.")
            let others = [
                try await send(to: "- --key sunday", "ana\ncarl\n"), try await run("broadcast --all --key sunday --channel in_app --title Hello \(store)"),
            ]
            #expect(others.map(\.status) == [1, 1] && others.allSatisfy { $0.errors.contains("key") }, "\(others)")
            let unreadable = try await send(to: folder.path)
            #expect(unreadable.status == 1)
            #expect(unreadable.errors == "belfry: The file \(folder.path) can't be read. Check the path and the permissions.\n")
        }
    }

    @Test("A personalised broadcast takes values from the lines, shows what the first would read, and names a line that lacks one")
    func personalised() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            let people = #"{"user_id":"ana","values":{"name":"Ana","points":120}}"# + "\n" + #"{"user_id":"ben","values":{"points":3}}"# + "\n"
            func send(_ line: String) async throws -> Program.Result {
                try await run("broadcast --to - --channel in_app --title {{name}} --body {{points}} \(line) \(store)", input: people)
            }
            let preview = try await send("--personalised --default-value name=You --dry-run")
            let words = "Would be told to 2 recipients.\nThe first would read: Ana / 120\nOf them:\n2 would be sent (allowed)\n"
            #expect(preview.output == words, "\(preview.errors)")
            let json = try await send("--personalised --default-value name=You --dry-run --json")
            #expect(json.output.hasPrefix(#"{"body":"120","dry_run":true,"looked_at":2,"recipients":2,"title":"Ana","verdicts":[{"#))
            let texts = folder.appendingPathComponent("texts.json")
            try #"{"de": {"title": "Für {{name}}", "body": "{{points}} Punkte"}}"#.write(to: texts, atomically: true, encoding: .utf8)
            let translated = try await send("--personalised --default-value name=You --texts \(texts.path) --dry-run")
            #expect(translated.output.hasPrefix("Would be told to 2 recipients.\nThe first would read: Ana / 120\n  in de: Für Ana / 120 Punkte\n"), "\(translated.errors)")
            let lacking = try await send("--personalised")
            #expect(lacking.status == 1 && lacking.errors == "belfry: Line 2 can't be read. Expected: a value for {{name}}.\n")
            let literal = try await send("")
            #expect(literal.errors == "belfry: Line 1 can't be read. Expected: no values, unless the order is --personalised.\n")
            let taken = try await send("--personalised --default-value name=You --key points")
            #expect(taken.lines.last == "Taken in, for 2 recipients.", "\(taken.errors)")
            #expect(try await send("--personalised --default-value name=You --key points").lines.last == "It was taken in before, for 2 recipients.")
            #expect(try await send("--personalised --default-value name=They --key points").status == 1)
            #expect(try await send("--default-value name=You").status == 2)
        }
    }

    @Test("Of a broadcast that is called off nobody is said to wait")
    func cancelledBroadcast() async throws {
        try await withTemporaryFolder { folder in
            let (store, file) = ("--store sqlite:\(folder.path)/belfry.sqlite", folder.appendingPathComponent("members.txt"))
            try "ana\nben\n".write(to: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let sent = try await run("broadcast --to \(file.path) --channel in_app --title Hello \(store)")
            let id = try #require(sent.lines.first, "\(sent.errors)")
            let counts = "in_app  2 recipients: 0 sent, 0 left out, 0 as rows of the queue, 2"
            #expect(try await run("broadcast show \(id) \(store)").output == "\(id)  ready  \(counts) waiting\n")
            #expect(try await run("broadcast cancel \(id) \(store)").output == "\(id)  cancelled  \(counts) not sent\n")
        }
    }
}
