import Foundation
import GRDB
import Testing

/// What whoever runs Belfry does from a terminal to what is to be told.
@Suite("Commands of the queue", .timeLimit(.minutes(10)))
struct QueueCommandTests {
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
}
