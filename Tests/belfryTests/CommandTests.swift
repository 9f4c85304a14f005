import BelfryTesting
import Foundation
import GRDB
import Testing

/// What whoever types a command gets to see: 0 for done, 1 for failed and why, 2 for used wrongly.
@Suite("Commands", .timeLimit(.minutes(10)))
struct CommandTests {
    static let commands: [String] = [
        "", "serve", "worker", "migrate", "copy", "prune", "decide", "plan", "occurrences", "prayer-times", "recalls", "explain", "metrics", "metrics import", "recompute",
        "keys", "keys create", "keys replace", "keys list", "keys revoke", "keys vapid", "login-link", "doctor", "demo", "person", "person export", "person erase",
        "send", "queue", "queue list", "queue show", "queue cancel", "queue redrive", "queue give-back", "queue pause", "queue resume", "queue pauses", "broadcast", "broadcast send", "broadcast show", "broadcast list",
        "broadcast cancel", "analytics", "device", "device import", "device status", "device habits", "device categories",
        "patterns", "patterns evaluate", "patterns bench", "simulate", "simulate adaptive", "simulate device",
    ] + desktopCommands

    private static var desktopCommands: [String] {
        #if os(Linux)
            ["agent"]
        #else
            []
        #endif
    }

    /// Runs a command as it is typed, in words without spaces.
    private func run(_ line: String, input: String = "", environment: [String: String] = [:]) async throws -> Program.Result {
        try await Program.run(line.split(separator: " ").map(String.init), input: input, environment: environment)
    }

    @Test("The version is one line")
    func version() async throws {
        let result = try await run("--version")
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
        #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test("Every command says what it is for and how it is used")
    func help() async throws {
        for command in Self.commands {
            let result = try await run(command + " --help")
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("OVERVIEW: "))
            #expect(result.output.contains("USAGE: belfry \(command)"))
            #expect(result.errors == "")
            #expect(result.lines.prefix { !$0.hasPrefix("USAGE") }.allSatisfy { $0.count <= 80 }, "\(command): an example that is broken by its lines' width")
        }
        let all = try await run("--help").output
        for command in Self.commands.compactMap({ $0.split(separator: " ").first }) { #expect(all.contains("  \(command) ")) }
    }

    static let documented: [(command: String, names: String)] = [
        (
            "decide",
            "now channel severity snooze_until dismissed_at muted_until expires_at held_since told_at episode_status superseded entitled category_off reached"
        ),
        (
            "plan",
            """
            reminder_time daily_max throttles window_minutes mutes dismissals snoozes adaptive earliest latest weekend tries thins least_percents seed \
            pending_ceiling reserve horizon_days horizon_days_by_domain granularity_seconds refresh_minutes next_refresh at on dtstart rrule rdate exdate \
            forecast category severity valid_minutes digest history pending habits
            """
        ),
    ]

    @Test("The help of what reads JSON names all that may stand in it", arguments: documented)
    func names(command: String, names: String) async throws {
        let words = Set(try await run("\(command) --help").output.split { !$0.isLetter && $0 != "_" })
        for name in names.split(separator: " ") { #expect(words.contains(name), "\(command): \(name)") }
    }

    @Test("Every command that is used wrongly ends with 2, and shows how it is used")
    func usedWrongly() async throws {
        let lines = Self.commands.map { $0 + " --nonsense" } + [
            "nonsense", "copy", "copy --from sqlite:a.sqlite", "explain", "metrics import", "person export", "person erase", "keys create", "keys revoke", "login-link", "serve --port many", "serve --no-such-worker",
            "demo --port", "keys create default", "broadcast list --limit 0", "login-link ana --minutes=0", "login-link ana --minutes=9223372036854775807", "keys create a b",
            "login-link ana --base belfry.example", "login-link ana --base https://", "prune --older-than 30", "prune --older-than 9223372036854775807",
            "send ana --title Hello --dry-run --wait",
            "queue pause", "queue pause --all --app shop", "queue pause --all --for soon", "queue cancel --older-than soon", "send ana --title Hello --timeout 5m",
            "send ana --title Hello --wait --timeout soon", "queue pause --all --for 1h --until 2030-01-01T00:00:00Z", "queue resume",
        ]
        for line in lines {
            let result = try await run(line)
            #expect(result.status == 2, "\(line)")
            #expect(result.output == "", "\(line)")
            #expect(result.errors.hasPrefix("Error: "), "\(line)")
            #expect(result.errors.contains("Usage: belfry"), "\(line)")
        }
    }

    @Test(
        "Options that come to nothing that is understood end with 2, and are named as they are typed",
        arguments: [
            ("analytics --from today", "--from "), ("analytics --by weather", "--by "),
            ("analytics --from 2020-01-25 --to 2026-01-25", " before --to."), ("broadcast --all --channel push", "--title is missing. Add it."),
            ("broadcast --all --channel push --title Hello --severity loud", "--severity "),
            ("send ana", "--title "), ("send ana --title Hello --channel pigeon", "--channel "), ("send ana --title Hello --priority soon", "--priority "),
            ("send ana --title Hello --deliver-after soon", "--deliver-after has the wrong form."),
            ("send ana --title Hello --deliver-after 2126-01-25T12:00:00Z --expires-at 2126-01-25T11:00:00Z", "Give a moment after --deliver-after."),
            ("broadcast --all --channel push --title Hello --expires-at soon", "--expires-at "),
            ("broadcast --all --channel push --title Hello --link javascript:alert(1)", "--link "),
            ("broadcast --all --channel push --title Hello --expires-at 2026-01-25T12:00:00Z", "--expires-at "),
            ("queue pause --all --until soon", "--until "), ("queue pause --all --until 2026-01-25T12:00:00Z", "--until "),
            ("send ana --title Hello --digest-key posts", "--digest-window is missing"), ("send ana --title Hello --digest-window 30m", "--digest-key is missing"),
            ("send ana --title Hello --digest-key posts --digest-window 8d", "--digest-window "),
            ("send ana --title Hello --digest-key posts --digest-window soon", "--digest-window"),
            ("send ana --title Hello --deliver-at-local 2026-12-24T09:00Z", "--deliver-at-local "),
        ])
    func notUnderstood(_ line: String, _ sentence: String) async throws {
        try await withTemporaryFolder { folder in
            let store = ["BELFRY_STORE": "sqlite:\(folder.path)/belfry.sqlite"]
            #expect(try await Program.run("migrate", environment: store).status == 0)
            let result = try await Program.run(line.split(separator: " ").map(String.init), environment: store)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("Error: ") && result.errors.contains(sentence) && !result.errors.contains("“"), "\(result.errors)")
        }
    }

    @Test("An option with a value that can't be used ends with 2, too, and says what it must be")
    func unusableOption() async throws {
        try await withTemporaryFolder { folder in
            let lines = [
                "serve --port 99999", "demo --port 99999 --folder \(folder.path)/demo", "migrate --store cloud", "worker --store sqlite:",
                "doctor --store cloud",
            ]
            for line in lines {
                let result = try await run(line)
                // The doctor has found what is wrong: that is its use.
                #expect(result.status == (line.hasPrefix("doctor") ? 1 : 2), "\(line)")
                #expect((result.output + result.errors).contains(" can't be used. It must be "), "\(line)")
            }
        }
    }

    @Test("Every command that fails ends with 1, and says in a sentence what to do")
    func failed() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            #expect(try await run("keys create taken \(store)").status == 0)
            #expect(try await run("keys create former \(store)").status == 0)
            #expect(try await run("keys revoke former \(store)").status == 0)
            let (missing, unmade) = ("--store sqlite:\(folder.path)/none.sqlite", "--store sqlite:/dev/null/belfry.sqlite")
            let noStore = "belfry: There is no store at \(folder.path)/none.sqlite. Where it belongs there, start `belfry serve`, or make it with "
                + "`belfry migrate`; else name the one that is meant.\n"
            let noFolder = "belfry: There is no folder /dev/null, where the store belongs. Correct the path, or make the folder first.\n"
            let noKey = "belfry: There is no key named “other”. `belfry keys list` shows those that there are.\n"
            let table = [
                ("explain any \(missing)", noStore), ("keys list \(missing)", noStore), ("keys revoke any \(missing)", noStore),
                ("login-link ana \(missing)", noStore), ("worker \(missing)", noStore), ("broadcast --all --channel in_app \(missing)", noStore),
                ("serve \(unmade)", noFolder), ("migrate \(unmade)", noFolder),
                ("keys create other \(unmade)", noFolder), ("keys revoke other \(store)", noKey),
                ("keys create taken \(store)", "belfry: There is a key named “taken” already. Choose another name, or give that app another key with `belfry keys replace`.\n"),
                ("keys create former \(store)", "belfry: The key named “former” was revoked, and the name with it. Choose another name.\n"),
                ("keys replace former \(store)", "belfry: There is no key named “former” in force. `belfry keys list` shows those that there are.\n"),
                (
                    "explain none \(store)",
                    "belfry: There is no delivery with this identifier. It is the id of a row of notification_queue; `belfry queue list` shows those that there are.\n"
                ),
                ("broadcast show none \(store)", "belfry: There is no broadcast with this identifier. `belfry broadcast list` shows those that there are.\n"),
                ("decide \(folder.path)/none", "belfry: The file \(folder.path)/none can't be read.\n"),
                ("decide \(folder.path)", "belfry: The file \(folder.path) can't be read.\n"),
                ("metrics import \(folder.path)/none \(store)", "belfry: The file \(folder.path)/none isn't there, or can't be read as text in UTF-8.\n"),
                ("demo --folder /dev/null/demo", "belfry: The folder /dev/null/demo can't be written to. Give another --folder.\n"),
            ]
            for (line, sentence) in table {
                let result = try await run(line)
                #expect(result.status == 1, "\(line)")
                #expect(result.output == "", "\(line)")
                #expect(result.errors == sentence, "\(line)")
            }
            let nobody = try await run("login-link nobody \(store)")
            #expect(nobody.status == 1 && nobody.errors.hasPrefix("belfry: "))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.sqlite"), "looking makes no store")
        }
    }

    @Test(
        "What is printed where there is no room makes a command fail in a sentence, and is missed by nobody",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no device that is always full"))
    func noRoom() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            let file = folder.appendingPathComponent("lines").path
            try #"{"now":"2026-01-25T03:00:00Z"}"#.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let times = "prayer-times --latitude 52 --longitude 13 --timezone UTC --from 2026-01-25 --days 1"
            for line in ["keys create app \(store)", "analytics --csv \(store)", "decide \(file)", times] {
                let errors = Pipe.uninherited()
                #expect(try await runWithoutRoom(line, errors) == 1, "\(line)")
                #expect(await errors.text() == "belfry: The output can't be written: No space left on device. What the command has changed stays so.\n", "\(line)")
            }
            #expect(try await runWithoutRoom("--help") == 1)
            #expect(try await runWithoutRoom("nonsense") == 2, "also where its errors have no room")
        }
    }

    /// Runs a command whose output has no room, and its errors only in a pipe.
    ///
    /// - Returns: its status; nil where it crashed.
    private func runWithoutRoom(_ line: String, _ errors: Pipe? = nil) async throws -> Int32? {
        let process = try Program.make(line.split(separator: " ").map(String.init), [:])
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = full
        process.standardError = errors.map { $0 as Any } ?? full
        try process.start()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    @Test("A file that is no store, and a port that something else listens on, are named in a sentence")
    func unusableMachine() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("letter.txt")
            try Data("This is no database, and far too short for one.".utf8).write(to: file)
            for command in ["migrate", "serve", "worker", "keys list", "doctor"] {
                let result = try await run("\(command) --store sqlite:\(file.path)")
                #expect(result.status == 1, "\(command)")
                #expect((result.output + result.errors).contains("file is not a database"), "\(command)")
            }
            let server = try await RunningServer(store: folder.appendingPathComponent("first.sqlite"))
            let port = try #require(server.address.split(separator: ":").last)
            for option in ["", "--no-worker "] {
                let second = try await run("serve \(option)--port \(port) --store sqlite:\(folder.path)/second.sqlite")
                #expect(second.status == 1)
                #expect(
                    second.errors.contains("belfry: Can't listen on 127.0.0.1 port \(port): Address already in use. "
                        + "Stop what uses it, or let it listen on another host or port.\n"))
            }
            let elsewhere = try await run("serve --host no.such.host.invalid --port 0 --store sqlite:\(folder.path)/second.sqlite")
            #expect(elsewhere.status == 1)
            #expect(elsewhere.errors.contains("belfry: Can't listen on no.such.host.invalid port 0: this host has no address. "))
            await server.stop()
        }
    }

    @Test("Migrating twice changes nothing the second time")
    func migrate() async throws {
        try await withTemporaryFolder { folder in
            let store = "sqlite:\(folder.path)/belfry.sqlite"
            let first = try await run("migrate --store \(store)")
            #expect(first.status == 0)
            #expect(first.output.hasPrefix("\(store) is new: applied 1-families, "))
            let second = try await run("migrate --store \(store)")
            #expect(second.status == 0)
            #expect(second.output == "\(store) was up to date.\n")
            #expect(try await run("migrate --store \(store) --json").output == #"{"applied":[],"is_new":false,"store":"\#(store)"}"# + "\n")
        }
    }

    @Test("Several that make a store at once all find it made")
    func migrateTogether() async throws {
        try await withTemporaryFolder { folder in
            for round in 1...5 {
                let line = "migrate --store sqlite:\(folder.path)/\(round).sqlite"
                async let first = run(line)
                async let second = run(line)
                async let third = run(line)
                for result in [try await first, try await second, try await third] { #expect(result.status == 0, "\(result.errors)") }
            }
        }
    }

    @Test("A folder that isn't there is missed, and made by nobody: the path may be mistyped")
    func missingFolder() async throws {
        try await withTemporaryFolder { folder in
            let sentence = "There is no folder \(folder.path)/belfri, where the store belongs. Correct the path, or make the folder first.\n"
            let store = "--store sqlite:\(folder.path)/belfri/belfry.sqlite"
            try "user_id,date,steps\nana,2026-01-25,5000\n".write(to: folder.appendingPathComponent("days.csv"), atomically: true, encoding: .utf8)
            let first = "sqlite:\(folder.path)/first.sqlite"
            #expect(try await run("migrate --store \(first)").status == 0)
            let commands = [
                "serve --port 0 \(store)", "migrate \(store)", "keys create app \(store)", "metrics import \(folder.path)/days.csv --family ours \(store)",
                "copy --from \(first) --to sqlite:\(folder.path)/belfri/belfry.sqlite",
            ]
            for command in commands {
                let result = try await run(command)
                #expect(result.status == 1 && result.errors == "belfry: " + sentence, "\(command)")
            }
            let doctor = try await run("doctor \(store)")
            #expect(doctor.status == 1 && doctor.output.contains("✗ store: " + sentence))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/belfri"))
        }
    }

    @Test("Whoever only looks, or has an errand, leaves a store of an earlier version as it is; a migration says what it brought")
    func earlierVersion() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            try file.execute("DELETE FROM grdb_migrations WHERE identifier = '20-transmissions'")
            let asItWas = try file.rows("SELECT identifier FROM grdb_migrations ORDER BY 1")
            for command in ["queue list", "keys list", "explain any", "prune --dry-run", "broadcast list", "analytics"] {
                let result = try await run("\(command) --store sqlite:\(path)")
                #expect(result.status == 1 && result.errors.contains("is of an earlier version: it lacks 20-transmissions. "), "\(command): \(result.errors)")
            }
            let copied = try await run("copy --from sqlite:\(path) --to sqlite:\(folder.path)/new.sqlite")
            #expect(copied.status == 1 && !FileManager.default.fileExists(atPath: folder.path + "/new.sqlite"))
            #expect(try file.rows("SELECT identifier FROM grdb_migrations ORDER BY 1") == asItWas)
        }
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

    @Test("A broadcast says how many it would be told to, each once, and takes nothing in")
    func broadcastDryRun() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            let file = try StoreFile(URL(fileURLWithPath: path))
            for person in ["ana", "ben"] { try file.execute("INSERT INTO user_profiles (user_id) VALUES (?)", [person]) }
            func preview(_ line: String, input: String = "") async throws -> String {
                try await run("broadcast --channel in_app --title Hello --dry-run --store sqlite:\(path) \(line)", input: input).output
            }
            #expect(try await preview("--all") == "Would be told to 2 recipients.\n")
            #expect(try await preview("--to - --json", input: "ana\nzoe\nana\n") == #"{"dry_run":true,"recipient_count":2}"# + "\n")
            #expect(try file.count("broadcasts") == 0)
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
            #expect(told.lines.first?.contains("Z  sent  1 inbox  Waiting to be sent, because ") == true, "\(told.output)")
            #expect(told.lines.last?.contains("Z  left out  -  Not sent, because ") == true, "\(told.output)")
            let json = try await rehearse("--json --language de --deliver-after 2040-01-26T08:00:00Z")
            #expect(json.lines.first?.contains(#""action":"send""#) == true && json.lines.first?.contains(#""due_at":"2040-01-26T08:00:00Z""#) == true)
            #expect(json.lines.last?.contains(#""action":"skip""#) == true && json.lines.last?.contains("Nicht gesendet: ") == true)
            let digest = try await rehearse("--digest-key posts --digest-window 1h --deliver-after 2040-01-26T08:00:00Z")
            #expect(digest.lines.first?.hasPrefix("ana  in_app  2040-01-26T09:00:00Z  sent  ") == true, "\(digest.output)")
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
            let lines = try await handle("export ben").lines
            #expect(lines.count == 2 && lines.first?.hasPrefix(#"{"table":"family_members","row":{"family_id":"household","#) == true)
            #expect(lines.last?.contains("ben@example.org") == true && lines.last?.contains("hidden") == false)
            let out = "\(folder.path)/ben.jsonl"
            #expect(try await handle("export ben --output \(out)").output == "")
            #expect(try String(contentsOfFile: out, encoding: .utf8) == lines.map { $0 + "\n" }.joined())
            #expect(try await handle("export ben --output \(out)").status == 1, "nothing is written over")
            let nobody = try await handle("export eve")
            #expect(nobody.status == 1 && nobody.errors.contains("Nothing is kept of eve."))
            #expect(try await handle("erase ben --dry-run").output == "Would go: contact points: 1, family members: 1.\n")
            let refused = try await handle("erase ben", input: "yes\n")
            #expect(refused.status == 1 && refused.errors.contains("wasn't named again"))
            #expect(try file.count("family_members") == 1)
            let secret = ["BELFRY_JWT_SECRET": "a-secret-that-is-long-enough-for-tokens"]
            let erased = try await handle("erase ben --json", input: "ben\n", environment: secret)
            #expect(erased.output == #"{"dry_run":false,"erased":{"contact_points":1,"family_members":1}}"# + "\n", "\(erased.errors)")
            #expect(try file.count("family_members") == 0)
            #expect(try file.count("erased_people") == 1)
            let again = try await handle("erase ben --yes")
            #expect(again.output == "Gone: nothing.\n" && again.errors.contains("BELFRY_JWT_SECRET isn't set"))
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
            #expect(try await run("broadcast list \(store)").lines.filter { $0.contains("  cancelled  ") }.count == 2)
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
            #expect(list.output.contains(#/app  made .+  revoked /#))
            #expect(list.output.contains(#/other  made .+  in force/#))
            #expect(!list.output.contains(key))
            for line in try await run("keys list \(store) --json").lines { #expect(line.hasPrefix(#"{"created_at":"#)) }
            #expect(try await run("keys create app \(store)").status == 1, "a name is used once, also after it was revoked")
        }
    }
}
