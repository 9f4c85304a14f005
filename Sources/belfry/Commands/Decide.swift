import ArgumentParser
import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct Decide: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decides deliveries, one JSON object a line, by the policy that the worker uses.",
        discussion: """
            In:  {"now":"2026-01-25T03:00:00Z","notify_push":true,"severity":"watch"}
            Out: {"action":"send","reason":"allowed","until":null}

            Only "now" must be there. Unless the line says otherwise, "channel" is "push" and "severity" is "watch". What the person wants \
            has the names of the columns of user_profiles, such as "timezone", "quiet_hours_start", "quiet_hours_by_weekday" (an object \
            such as {"fri":"23:00-09:00","sun":null}), "muted_until" (a moment), "daily_max" (a number) and "digest_at" (a time, of its \
            category). What is known of the notification is "snooze_until" and "feed_down_since" (days), "due_at", "dismissed_at", "expires_at", "held_since", \
            "step_due_at", "told_at" and "category_muted_until" (moments), "deliver_at_local" (a day and a time), "told_today" \
            (how many the person was told before on that day, without which "daily_max" says nothing), \
            "throttle_max" and "throttle_told" (how many the app allows under its key, and how many the person was told in its window), \
            "episode_status" (active or resolved), and "superseded", "entitled", "category_off", "category_off_by_default", \
            "category_required", "reached", "acknowledged", "awaited" and "in_doubt" (true or false).

            A line that can't be used gives {"error":{"code":…,"message":…,"line":N}}, and the next line goes on.
            """)

    @Argument(help: "A file with the lines; standard input where it is left out.")
    var file: String?

    @Flag(help: "For symmetry with other commands: the output is always JSON.")
    var json = false

    func run() async throws {
        let (zones, policy, decoder) = (SystemTimeZoneDatabase(), PolicyPipeline.standard, JSONDecoder())
        try LineAnswerer(file: file).run { line in
            let inputs = try decoder.decode(DecisionInputs.self, from: line)
            guard let zone = zones.rules(named: inputs.preferences.timezone) else { throw Problem.unknownTimezone(field: "timezone") }
            return policy.decide(inputs, in: zone)
        }
    }
}
