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
            In:  {"now":"2026-01-25T03:00:00Z","timezone":"America/Los_Angeles","notify_push":true,"quiet_hours_start":"22:00:00",
                  "quiet_hours_end":"07:00:00","quiet_hours_notification_level":"critical_only","quiet_hours_action":"skip",
                  "severity":"watch","snooze_until":null,"dismissed_at":null}
            Out: {"action":"send","reason":"allowed","until":null}

            Only "now" must be there; the rest has the defaults of user_profiles, channel "push" and severity "watch". A line that \
            can't be used gives {"error":{"code":…,"message":…,"line":N}}, and the next line goes on.
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
