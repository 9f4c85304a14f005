import BelfryTesting
import Foundation
import Testing

@Suite("Commands that are mistyped", .timeLimit(.minutes(10)))
struct MistypedCommandTests {
    @Test(
        "A misspelled command is named, with the one that was meant where it is near, as a misspelled option is",
        arguments: [
            ("sned ana --title Hello", "Unknown command 'sned'. Did you mean 'send'?", "Usage: belfry <subcommand>"),
            ("doctr", "Unknown command 'doctr'. Did you mean 'doctor'?", "Usage: belfry <subcommand>"),
            ("queue redirve --all", "Unknown command 'redirve'. Did you mean 'redrive'?", "Usage: belfry queue list "),
            ("schedule crate ana", "Unknown command 'crate'. Did you mean 'create'?", "Usage: belfry schedule list "),
            ("broadcast lst", "Unknown command 'lst'. Did you mean 'list'?", "Usage: belfry broadcast send "),
            ("category save", "Unknown command 'save'. There are: list, set, remove.", "Usage: belfry category list "),
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
}
