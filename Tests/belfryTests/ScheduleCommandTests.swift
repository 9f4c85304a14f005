import Foundation
import Testing

@Suite("What comes back, from the command line", .timeLimit(.minutes(10)))
struct ScheduleCommandTests {
    @Test("A schedule is taken in once under a key, shown with what comes next, paused, resumed and ended")
    func schedule() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder.path)/belfry.sqlite"
            #expect(try await run("migrate --store sqlite:\(path)").status == 0)
            func ask(_ line: String) async throws -> Program.Result { try await run("schedule \(line) --store sqlite:\(path)") }
            let order = "create ana ben --title Bins --channel in_app --start 2040-01-02T09:00 --rule FREQ=WEEKLY;BYDAY=MO;COUNT=2 --key bins"
            let created = try await ask(order)
            #expect(created.status == 0 && created.lines.count == 3 && created.lines.first?.hasSuffix("  Bins") == true, "\(created.errors)")
            #expect(created.lines.last == "next: 2040-01-09T09:00:00 by each recipient's clock", "\(created.output)")
            let id = created.output.split(separator: " ").first.map(String.init) ?? ""
            #expect(try await ask(order).errors.contains("It was taken in before."))
            #expect(try await ask("list").output.hasSuffix("  Bins\n"))
            let listed = try await ask("list --json")
            #expect(listed.lines.count == 1 && listed.output.contains(#""id":"\#(id)""#) && listed.output.contains(#""recipients":["ana","ben"]"#))
            let left = try await ask("skip \(id)").lines.suffix(2)
            #expect(left == ["next: 2040-01-09T09:00:00 by each recipient's clock", "skipped: 2040-01-02T09:00:00"])
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
}
