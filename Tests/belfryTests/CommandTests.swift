import BelfryTesting
import Foundation
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
}
