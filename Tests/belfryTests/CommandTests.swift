import BelfryTesting
import Foundation
import GRDB
import Testing

/// What whoever types a command gets to see: 0 for done, 1 for failed and why, 2 for used wrongly.
@Suite("Commands", .timeLimit(.minutes(10)))
struct CommandTests {
    static let commands: [String] = [
        "", "serve", "worker", "migrate", "copy", "prune", "decide", "plan", "occurrences", "prayer-times", "recalls", "explain", "metrics", "metrics import", "recompute",
        "keys", "keys create", "keys change", "keys replace", "keys list", "keys revoke", "keys vapid", "login-link", "doctor", "demo", "person", "person import", "person mute", "person unmute", "person mutes", "person export", "person erase",
        "reminder", "reminder add", "reminder list", "reminder remove",
        "send", "queue", "queue list", "queue show", "queue change", "queue now", "queue cancel", "queue retract", "queue redrive", "queue give-back", "queue pause", "queue resume", "queue pauses", "broadcast", "broadcast send", "broadcast show", "broadcast list",
        "broadcast cancel", "audience", "audience save", "audience add", "audience leave", "audience members", "audience list", "audience show", "audience remove",
        "schedule", "schedule create", "schedule preview", "schedule list", "schedule show", "schedule pause", "schedule resume", "schedule skip", "schedule unskip", "schedule change", "schedule rehearse", "schedule run", "schedule end", "heartbeat", "heartbeat save", "heartbeat beat", "heartbeat list", "heartbeat show", "heartbeat remove", "rota", "rota save", "rota list", "rota show", "rota override", "rota remove", "app", "app show", "app set", "app clear", "category", "category list", "category set", "category remove", "analytics", "device", "device import", "device status", "device habits", "device categories",
        "telegram", "telegram set-webhook", "patterns", "patterns evaluate", "patterns bench", "simulate", "simulate adaptive", "simulate device",
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
            guard !result.output.contains("SUBCOMMANDS:\n") else { continue }
            let parts = result.output.components(separatedBy: "\nEXAMPLE")
            #expect(parts.count == 2, "\(command): no example")
            let examples = parts.last?.split(separator: "\n").dropFirst() ?? []
            #expect(!examples.isEmpty && examples.allSatisfy { $0.count <= 80 }, "\(command)")
            for option in examples.flatMap({ $0.split(separator: " ") }) where option.hasPrefix("--") {
                #expect(parts[0].contains("  \(option) "), "\(command): an example with \(option)")
            }
        }
        let all = try await run("--help").output
        for command in Self.commands.compactMap({ $0.split(separator: " ").first }) { #expect(all.contains("  \(command) ")) }
    }

    static let documented: [(command: String, names: String)] = [
        (
            "decide",
            "now channel severity snooze_until feed_down_since dismissed_at muted_until expires_at held_since step_due_at told_at told_today daily_max digest_at due_at awaited episode_status superseded entitled category_off category_off_by_default category_required category_muted_until reached acknowledged in_doubt throttle_max throttle_told"
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

    @Test("What prints nothing but JSON takes --json all the same")
    func alwaysJSON() async throws {
        let (plain, asked) = (try await run("device categories --language de"), try await run("device categories --language de --json"))
        #expect(asked.status == 0 && asked.output == plain.output && asked.output.contains("{"))
    }

    @Test("Every command that is used wrongly ends with 2, and shows how it is used")
    func usedWrongly() async throws {
        let lines = Self.commands.map { $0 + " --nonsense" } + [
            "reminder add ana --title Bins", "reminder add ana --title Bins --start 2026-11-30 --valid-for 90s", "reminder remove ana",
            "nonsense", "copy", "copy --from sqlite:a.sqlite", "explain", "metrics import", "person import", "person export", "person erase", "person mute ana", "person mute ana news", "person mute ana news --for soon",
            "person mute ana news --for 2h --until morning", "person unmute ana", "person mutes", "keys create", "keys revoke", "login-link", "serve --port many", "serve --no-such-worker",
            "demo --port", "keys create default", "keys create a --scopes send,everything", "keys create a --expires soon", "keys change a", "keys replace a --grace soon", "broadcast list --limit 0", "login-link ana --minutes=0", "login-link ana --minutes=9223372036854775807", "keys create a b",
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

    @Test("A schedule is previewed without a store, by each person's clock or with the moments of a zone, over gaps and overlaps")
    func schedulePreview() async throws {
        let own = try await run("schedule preview --start 2040-01-31T09:00 --rule FREQ=MONTHLY --exdate 2040-03-31 --next 2")
        #expect(own.lines == ["2040-01-31T09:00:00 by each recipient's clock", "2040-05-31T09:00:00 by each recipient's clock"], "\(own.errors)")
        let zoned = try await run("schedule preview --start 2040-03-24T02:30 --rule FREQ=DAILY --timezone Europe/Rome --next 2")
        #expect(zoned.lines.last == "2040-03-25T02:30:00 Europe/Rome, at 2040-03-25T01:00:00Z", "\(zoned.errors)")
        let json = try await run("schedule preview --start 2040-10-28T02:30 --rule FREQ=DAILY;COUNT=1 --timezone Europe/Rome --json")
        #expect(json.output.contains(#""next":[{"at":"2040-10-28T00:30:00Z","local":"2040-10-28T02:30:00"}]"#), "\(json.output)\(json.errors)")
    }

    @Test(
        "A misspelled command is named, with the one that was meant where it is near, as a misspelled option is",
        arguments: [
            ("sned ana --title Hello", "Unknown command 'sned'. Did you mean 'send'?", "Usage: belfry <subcommand>"),
            ("doctr", "Unknown command 'doctr'. Did you mean 'doctor'?", "Usage: belfry <subcommand>"),
            ("queue redirve --all", "Unknown command 'redirve'. Did you mean 'redrive'?", "Usage: belfry queue list "),
            ("schedule crate ana", "Unknown command 'crate'. Did you mean 'create'?", "Usage: belfry schedule list "),
            ("broadcast lst", "Unknown command 'lst'. Did you mean 'list'?", "Usage: belfry broadcast send "),
            ("frobnicate", "Unknown command 'frobnicate'.", "Usage: belfry <subcommand>"),
            ("x", "Unknown command 'x'.", "Usage: belfry <subcommand>"),
            (
                "schedule create ana --start 2030-01-01T09:00 --rule FREQ=DAILY --expires-at 30m",
                "Unknown option '--expires-at'. Did you mean '--expires-after'?", "Usage: belfry schedule create "
            ),
            ("send ana --ttile Hello", "Unknown option '--ttile'. Did you mean '--title'?", "Usage: belfry send "),
        ])
    func misspelled(line: String, sentence: String, usage: String) async throws {
        let result = try await run(line)
        #expect(result.status == 2 && result.output == "", "\(line)")
        #expect(result.errors.hasPrefix("Error: \(sentence)\n\(usage)"), "\(result.errors)")
    }

    @Test("A store that wasn't there is named as it is made, by its whole path and beside what is printed")
    func newStore() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("belfry.sqlite").path
            // The folder of the program is the one that the tests' folders are in.
            let first = try await run("keys create app --json --store sqlite:\(folder.lastPathComponent)/belfry.sqlite")
            #expect(first.status == 0 && first.lines.count == 1 && first.output.hasPrefix(#"{"key":"#))
            #expect(first.errors == "Made a new store at \(path). Where another one is meant, name it by --store or BELFRY_STORE.\n")
            #expect(try await run("keys create other --store sqlite:\(path)").errors == "")
        }
    }

    @Test(
        "Options that come to nothing that is understood end with 2, and are named as they are typed",
        arguments: [
            ("analytics --from today", "--from "), ("analytics --by weather", "--by "), ("simulate adaptive --people 3", "--people must be from 10 to "),
            ("analytics --from 2020-01-25 --to 2026-01-25", " before --to."), ("broadcast --all --channel push", "--title is missing. Add it."),
            ("broadcast --all --channel push --title Hello --severity loud", "--severity "),
            ("schedule create ana --title Hello --start 2030-01-01T09:00 --rule DAILY", "--rule "),
            ("schedule create ana --title Hello --start tomorrow --rule FREQ=DAILY", "--start "),
            ("schedule preview --start 2030-01-01T09:00 --rule FREQ=WEEKLY;BYDAY=MON", "--rule "),
            ("schedule preview --start 2030-01-01T09:00 --rule FREQ=DAILY;UNTIL=20250101", "--rule "),
            ("schedule preview --start 2030-01-01T09:00 --rule FREQ=DAILY --timezone Rome", "--timezone "),
            ("schedule create ana --title Hello --start 2030-01-01T09:00 --rule FREQ=DAILY --exdate Christmas", "--exdate "),
            ("send ana", "--title "), ("send ana --title Hello --channel pigeon", "--channel "), ("send ana --title Hello --priority soon", "--priority "),
            ("send ana --title Hello --deliver-after soon", "--deliver-after has the wrong form."),
            ("send ana --title Hello --deliver-after 2126-01-25T12:00:00Z --expires-at 2126-01-25T11:00:00Z", "Give a moment after --deliver-after."),
            ("broadcast --all --channel push --title Hello --expires-at soon", "--expires-at "),
            ("broadcast --all --channel push --title Hello --link javascript:alert(1)", "--link "),
            ("broadcast --all --channel push --title Hello --expires-at 2026-01-25T12:00:00Z", "--expires-at "),
            ("queue pause --all --until soon", "--until "), ("queue pause --all --until 2026-01-25T12:00:00Z", "--until "),
            ("send ana --title Hello --digest-key posts", "--digest-window is missing"), ("send ana --title Hello --digest-window 30m", "--digest-key is missing"),
            ("send ana --title Hello --digest-key posts --digest-window 8d", "a week at most."),
            ("send ana --title Hello --digest-key posts --digest-window soon", "--digest-window"),
            ("send ana --title Hello --deliver-at-local 2026-12-24T09:00Z", "--deliver-at-local "),
            ("send ana --title Hello --throttle-key door", "--throttle-max is missing"),
            ("send ana --title Hello --throttle-max 1 --throttle-minutes 60", "--throttle-key is missing"),
            ("send ana --title Hello --throttle-key door --throttle-max 1 --throttle-minutes 20000", "--throttle-minutes "),
            ("send ana --title Hello --escalate-to ben", "Each --escalate-to has an --after of its own"),
            ("send ana --title Hello --after 15m", "--after and --escalate-until go with --escalate-to."),
            ("send ana --title Hello --escalate-to ben --after 90s", "--after is a number of minutes"),
            ("send ana --title Hello --escalate-to ben --after 2d", "--after "), ("send ana --title Hello --escalate-to ana --after 15m", "--escalate-to "),
            ("send ana --title Hello --escalate-to ben --after 15m --escalate-until seen", "--escalate-until "),
            ("schedule create ana --title A --start 2030-01-01T09:00 --rule FREQ=DAILY --escalate-to ben --after 5m", "--timezone is missing"),
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

    @Test("What is typed in another encoding than UTF-8 is refused, and nothing is told in its place")
    func otherEncodings() async throws {
        let refused = try await Program.runByShell(#"belfry send ana --title "$(printf 'caf\351')""#)
        #expect(refused.status == 2 && refused.output == "")
        #expect(refused.errors == "Error: Argument 4 isn't text in UTF-8. See how the terminal, or the script, encodes what is typed.\n")
        let text = try await Program.runByShell(#"belfry device categories --language "$(printf '\303\251')""#)
        #expect(text.status == 2 && !text.errors.contains("UTF-8"))
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
                + "`belfry migrate`; else name the one that is meant by --store or BELFRY_STORE.\n"
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
                ("schedule show none \(store)", "belfry: There is no schedule with this identifier. `belfry schedule list` shows those that there are.\n"),
                ("broadcast show none \(store)", "belfry: There is no broadcast with this identifier. `belfry broadcast list` shows those that there are.\n"),
                ("decide \(folder.path)/none", "belfry: The file \(folder.path)/none can't be read. Check the path and the permissions.\n"),
                ("decide \(folder.path)", "belfry: The file \(folder.path) can't be read. Check the path and the permissions.\n"),
                ("plan \(folder.path)/none", "belfry: The file \(folder.path)/none can't be read. Check the path and the permissions.\n"),
                ("metrics import \(folder.path)/none \(store)", "belfry: The file \(folder.path)/none isn't there, or can't be read as text in UTF-8.\n"),
                ("demo --folder /dev/null/demo", "belfry: The folder /dev/null/demo can't be written to. Give another --folder.\n"),
            ]
            for (line, sentence) in table {
                let result = try await run(line)
                #expect(result.status == 1, "\(line)")
                #expect(result.output == "", "\(line)")
                #expect(result.errors == sentence, "\(line)")
            }
            let nameless = try await Program.run("send", "", "--title", "Hello", "--store", String(store.dropFirst("--store ".count)))
            #expect(nameless.status == 2 && nameless.errors.hasPrefix("Error: USER is no identifier. It must have 1 to 128 bytes, "), "\(nameless.errors)")
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
                        + "Stop what uses it, or choose another by --port or BELFRY_PORT, or another BELFRY_HOST.\n"))
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/second.sqlite"), "nothing is made by a server that can't be reached")
            let elsewhere = try await run("serve --host no.such.host.invalid --port 0 --store sqlite:\(folder.path)/second.sqlite")
            #expect(elsewhere.status == 1)
            #expect(elsewhere.errors.contains("belfry: Can't listen on no.such.host.invalid port 0: this host has no address. "))
            await server.stop()
        }
    }

    @Test("How old what goes must be is said in days, with their unit or without")
    func daysToKeep() async throws {
        try await withTemporaryFolder { folder in
            let store = "--store sqlite:\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate \(store)").status == 0)
            for length in ["90", "90d"] {
                let result = try await run("prune --older-than \(length) --dry-run \(store)")
                #expect(result.status == 0 && result.output == "Would go: nothing.\n", "\(length): \(result.errors)")
            }
            for length in ["30d", "90h", "d", ""] {
                let result = try await Program.run("prune", "--older-than", length, "--dry-run")
                #expect(result.status == 2 && result.errors.contains("--older-than"), "\(length): \(result.errors)")
            }
        }
    }

    @Test("Where no recall concerns a household it is said, and not on the output")
    func noRecalls() async throws {
        try await withTemporaryFolder { folder in
            let items = folder.appendingPathComponent("items.json")
            try Data(#"[{"id":"1","name":"Grandmother's clock"}]"#.utf8).write(to: items)
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let feed = tests.appendingPathComponent("BelfryDomainsTests/Pantry/Samples/openfda.json").path
            let arguments = ["recalls", "--feed", "openfda", feed, "--items", items.path]
            let result = try await Program.run(arguments)
            #expect(result.status == 0 && result.output == "")
            #expect(result.errors == "No recall of this file concerns any of these items.\n")
            #expect(try await Program.run(arguments + ["--json"]).errors == "")
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

    @Test("A file with semicolons between its columns is refused, and told what belongs there")
    func semicolons() async throws {
        try await withTemporaryFolder { folder in
            let (store, file) = ("--store sqlite:\(folder.path)/belfry.sqlite", folder.appendingPathComponent("days.csv"))
            try "user_id;date;steps\nben;2026-01-25;5000\n".write(to: file, atomically: true, encoding: .utf8)
            #expect(try await run("migrate \(store)").status == 0)
            let result = try await run("metrics import \(file.path) \(store)")
            #expect(result.status == 1 && result.errors.contains("with commas between them, and “user_id” is not among them."), "\(result.errors)")
        }
    }
}
