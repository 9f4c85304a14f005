/// What stands below the help of a command: lines to try, each of which comes to something.
enum Examples {
    /// Adds the examples of the command whose help it is.
    static func added(to help: String) -> String {
        guard let usage = help.firstMatch(of: /USAGE: belfry(?<path>(?: [a-z][a-z-]*)+)/), let examples = byCommand[String(usage.output.path.dropFirst())]
        else { return help }
        let lines = examples.map { "  belfry \($0)" }
        let ending = help.hasSuffix("\n") ? "" : "\n"
        return "\(help)\(ending)\n\(lines.count == 1 ? "EXAMPLE" : "EXAMPLES"):\n\(lines.joined(separator: "\n"))"
    }

    /// By the words of the command. Lines have at most 80 characters, as the rest of the help.
    private static let byCommand: [String: [String]] = [
        "serve": ["serve --store sqlite:family.sqlite", "serve --config /etc/belfry/belfry.json --no-worker"],
        "worker": ["worker --config /etc/belfry/belfry.json"],
        "demo": ["demo", "demo --port 0 --folder /tmp/belfry-demo"],
        "migrate": ["migrate --store sqlite:family.sqlite"],
        "copy": ["copy --from sqlite:family.sqlite --to postgres://belfry@db/belfry"],
        "prune": ["prune --dry-run", "prune --older-than 90d"],
        "doctor": ["doctor", "doctor --config /etc/belfry/belfry.json --json"],
        "telegram set-webhook": ["telegram set-webhook"],
        "agent": ["agent", "agent --server https://belfry.example --token-file token"],
        "device import": ["device import docs/guide/examples/household.json", "device import - < household.json"],
        "device status": ["device"],
        "device habits": ["device habits", "device habits --export habits.json"],
        "device categories": ["device categories --language de"],
        "keys create": ["keys create my-app"],
        "keys replace": ["keys replace my-app"],
        "keys list": ["keys list"],
        "keys revoke": ["keys revoke my-app"],
        "keys vapid": ["keys vapid web-push.key"],
        "login-link": ["login-link ana", "login-link ana --base https://belfry.example --minutes 60"],
        "person mute": ["person mute ana pattern_alert --for 2h", "person mute ana pattern_alert --until morning"],
        "person unmute": ["person unmute ana pattern_alert"],
        "person mutes": ["person mutes ana"],
        "person export": ["person export ben --output ben.jsonl"],
        "person erase": ["person erase ben --dry-run", "person erase ben"],
        "metrics import": ["metrics import days.csv --family lindens"],
        "recompute": ["recompute"],
        "send": [
            "send ana --title 'Dinner at seven' --wait",
            "send --family lindens --title 'Dinner at seven'",
            "send ana ben --title Bins --deliver-at-local 2026-12-24T09:00",
            "send ana --title 'Door open' --severity critical --dry-run",
        ],
        "explain": ["explain 01a21a3f-2fa0-715b-bbec-c4070ad59d7d", "explain 01a21a3f-2fa0-715b-bbec-c4070ad59d7d --language de"],
        "queue list": ["queue list --status failed", "queue list --recipient ana --limit 5"],
        "queue show": ["queue show 01a21a3f-2fa0-715b-bbec-c4070ad59d7d"],
        "queue cancel": ["queue cancel --app my-app --dry-run", "queue cancel --app my-app --key boiler-7"],
        "queue retract": ["queue retract --app my-app --key boiler-7 --dry-run", "queue retract 01a21a3f-2fa0-715b-bbec-c4070ad59d7d"],
        "queue redrive": ["queue redrive --channel push --older-than 1h"],
        "queue give-back": ["queue give-back"],
        "queue pause": ["queue pause --app my-app --for 2h --why 'a wrong price'", "queue pause --all --except-critical"],
        "queue resume": ["queue resume --app my-app"],
        "queue pauses": ["queue pauses"],
        "broadcast send": [
            "broadcast --to members.txt --channel in_app --title 'Open on Sunday'",
            "broadcast --all --channel push --title Hello --dry-run",
            "broadcast --audience recalls --channel push --title Hello --dry-run",
        ],
        "audience save": ["audience save recalls --title 'Recalls of products' --open"],
        "audience add": ["audience add recalls ana ben", "audience add recalls --from members.txt"],
        "audience remove": ["audience remove recalls ana"],
        "audience members": ["audience members recalls --after ana --limit 1000"],
        "audience list": ["audience list --app my-app"],
        "audience show": ["audience show recalls"],
        "audience delete": ["audience delete recalls"],
        "broadcast show": ["broadcast show 01a21dfa-fb40-75c8-87f8-5bb5d27de73a"],
        "broadcast list": ["broadcast list"],
        "broadcast cancel": ["broadcast cancel 01a21dfa-fb40-75c8-87f8-5bb5d27de73a"],
        "schedule create": [
            "schedule create ana ben --title Bins --start 2026-12-01T09:00 \\\n    --rule 'FREQ=WEEKLY;BYDAY=MO' --exdate 2026-12-28",
            "schedule create ana --title Rent --start 2026-12-01T09:00 \\\n    --rule FREQ=MONTHLY --dry-run --next 12",
        ],
        "schedule preview": [
            "schedule preview --start 2026-12-01T09:00 \\\n    --rule 'FREQ=MONTHLY;BYDAY=-1FR' --timezone Europe/Rome --next 12"
        ],
        "schedule rehearse": ["schedule rehearse 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "schedule run": ["schedule run 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "schedule list": ["schedule list --app my-app --status active"],
        "schedule show": ["schedule show 01a21dfa-aa97-7492-ab30-83ea780dacc6 --next 20"],
        "schedule pause": ["schedule pause 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "schedule resume": ["schedule resume 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "schedule skip": ["schedule skip 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "schedule unskip": ["schedule unskip 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "schedule change": ["schedule change 01a21dfa-aa97-7492-ab30-83ea780dacc6 \\\n    '{\"title\": \"Glass\"}'"],
        "schedule end": ["schedule end 01a21dfa-aa97-7492-ab30-83ea780dacc6"],
        "heartbeat save": ["heartbeat save backup --every-minutes 1440 --to ana --title 'No backup'"],
        "heartbeat beat": ["heartbeat beat backup"],
        "heartbeat list": ["heartbeat"],
        "heartbeat show": ["heartbeat show backup"],
        "heartbeat remove": ["heartbeat remove backup"],
        "analytics": ["analytics", "analytics --from 2026-01-01 --to 2026-01-31 --by day,channel --csv"],
        "decide": ["decide deliveries.jsonl", "decide < deliveries.jsonl"],
        "plan": ["plan docs/guide/examples/household.json --explain", "plan docs/guide/examples/ana.json --with quiet_hours_start=15:00"],
        "occurrences": ["occurrences < rules.jsonl"],
        "prayer-times": ["prayer-times --latitude 52.52 --longitude 13.4 --timezone Europe/Berlin"],
        "recalls": ["recalls --feed openfda enforcement.json --items items.json"],
        "patterns evaluate": ["patterns evaluate --metrics days.csv"],
        "patterns bench": ["patterns bench --metrics days.csv --seed 1"],
        "simulate adaptive": ["simulate adaptive --people 50"],
        "simulate device": ["simulate device --count 1000 --pairs"],
    ]
}
