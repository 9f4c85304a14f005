import ArgumentParser
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTime
import Foundation

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Shows what a person's device will tell in the coming days, and why.",
        discussion: """
            INPUT is a JSON document, or - for standard input:

              {"now": "2026-11-21T07:00:00Z",
               "person": {"timezone": "Europe/Berlin", "quiet_hours_start": "22:00", "quiet_hours_end": "07:00",
                          "quiet_hours_action": "defer", "reminder_time": "09:00", "daily_max": 8},
               "platform": "ios",
               "requests": [
                 {"domain": "bills", "entity": "rent", "rule": "due_day", "title": "Rent is due today",
                  "dtstart": "2026-01-31", "rrule": "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD"},
                 {"domain": "pantry", "entity": "milk", "title": "The milk expires tomorrow", "on": "2026-11-24"}]}

            The person has the keys of user_profiles, and reminder_time, daily_max, throttles, mutes, dismissals and snoozes. The platform \
            is ios, android or linux, or an object with name, pending_ceiling, reserve, horizon_days, horizon_days_by_domain, \
            granularity_seconds and refresh_minutes. A request says when by "at" (a moment), "on" (a day, at the person's hour) or \
            "dtstart" with "rrule", "rdate" and "exdate" (floating, or fixed in its "timezone"), and what by "title" and "body", or by \
            "forecast" with an object of both for each day. It may have category, severity, valid_minutes and digest (never, moment, day). \
            "history" is what was told ({"identifier", "told_at"}), "pending" what the notification centre holds.
            """)

    @Argument(help: "A file with the document; - for standard input.")
    var input: String

    @Flag(help: "Print the plan as JSON.")
    var json = false

    @Flag(help: "Give each line's reason as a sentence, and list what is not told.")
    var explain = false

    @Option(
        name: .customLong("with"), parsing: .singleValue,
        help: "Change a setting and show the difference, without saving anything: --with quiet_hours_start=21:00. May be given again.")
    var changes: [String] = []

    func run() throws {
        let data: Data
        do {
            data = input == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: URL(fileURLWithPath: input))
        } catch {
            throw Failure("The file \(input) can't be read.")
        }
        let document = try PlanDocument(data)
        let inputs = try document.inputs()
        let (context, plan) = try Self.plan(inputs)
        let setting = Phrases.PlanSetting(
            zone: context.zone, quietHours: context.person.preferences.quietHours, budget: context.profile.budget,
            language: context.person.language)
        for problem in inputs.refused { printError("Refused: \(Phrases.sentence(for: problem))") }
        guard changes.isEmpty else {
            let (_, changed) = try Self.plan(try document.changed(by: changes).inputs())
            return try show(PlanComparison(from: plan, to: changed), in: setting)
        }
        if json {
            try printJSON(PlanBody(plan, of: inputs, in: context, setting, isExplained: explain))
        } else {
            show(plan, of: inputs, in: context, setting)
        }
    }

    private static func plan(_ inputs: PlanInputs) throws -> (PlanningContext, Plan) {
        let zones = SystemTimeZoneDatabase()
        do {
            let context = try inputs.context { zones.rules(named: $0) }
            return (context, Planner().plan(inputs.requests, in: context, now: inputs.now))
        } catch {
            throw Failure(Phrases.sentence(for: error))
        }
    }

    // MARK: On the terminal

    private func show(_ plan: Plan, of inputs: PlanInputs, in context: PlanningContext, _ setting: Phrases.PlanSetting) {
        let profile = context.profile
        let places = profile.pendingCeiling.map { "\(plan.lineCount) of \($0) pending, \(profile.reserve) in reserve" } ?? "\(plan.lineCount) pending"
        print("\(context.person.preferences.timezone), \(profile.name): \(places), \(profile.horizonDays) days from \(clock(inputs.now, setting))\n")
        print(PlanPicture(plan, in: setting, isExplained: explain).text)
        print("\n" + Phrases.sentence(for: plan.coverage, in: setting))
        if let pending = inputs.pending {
            let diff = PendingDiff(from: pending, to: plan, now: inputs.now)
            print("Calls to the notification centre: \(diff.adds.count) to add, \(diff.replaces.count) to replace, \(diff.removes.count) to remove.")
        }
    }

    private func clock(_ moment: Instant, _ setting: Phrases.PlanSetting) -> String {
        let civil = setting.zone.civil(at: moment)
        return "\(civil.date) \(civil.time.shortText)"
    }

    private func show(_ comparison: PlanComparison, in setting: Phrases.PlanSetting) throws {
        if json { return try printJSON(PlanComparisonBody(comparison, setting)) }
        guard !comparison.changes.isEmpty else { return print("Nothing would be told otherwise.") }
        for change in comparison.changes { print(Phrases.sentence(for: change, in: setting)) }
        if comparison.coverageBefore != comparison.coverageAfter {
            print("\nBefore: \(Phrases.sentence(for: comparison.coverageBefore, in: setting))")
            print("After:  \(Phrases.sentence(for: comparison.coverageAfter, in: setting))")
        }
    }
}

/// The document of `belfry plan` before it is understood, so that single settings can be changed in it.
struct PlanDocument {
    private var root: [String: Any]

    init(_ data: Data) throws {
        guard let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw Failure("The input is not a JSON object. `belfry plan --help` shows one.")
        }
        self.root = root
    }

    /// - Throws: ``Failure`` that names the field.
    func inputs() throws -> PlanInputs {
        do {
            return try JSONDecoder().decode(PlanInputs.self, from: JSONSerialization.data(withJSONObject: root))
        } catch let problem as Problem {
            throw Failure(Phrases.sentence(for: problem))
        } catch let error as DecodingError {
            throw Failure(Phrases.sentence(for: Problem(error)))
        }
    }

    private static let ownKeys: Set = ["now", "platform", "next_refresh"]

    /// - Parameter changes: `key=value`, of the person or of the document; the value is JSON, or else text.
    func changed(by changes: [String]) throws -> PlanDocument {
        var copy = self
        for change in changes {
            let parts = change.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Failure("--with \(change): give a setting and its value, as quiet_hours_start=21:00.", isUsage: true) }
            let value = (try? JSONSerialization.jsonObject(with: Data(parts[1].utf8), options: .fragmentsAllowed)) ?? parts[1]
            if Self.ownKeys.contains(parts[0]) {
                copy.root[parts[0]] = value
                continue
            }
            guard PlanInputs.personKeys.contains(parts[0]) else {
                let known = PlanInputs.personKeys.union(Self.ownKeys).sorted().joined(separator: ", ")
                throw Failure("--with \(parts[0]): there is no such setting. There are: \(known).", isUsage: true)
            }
            var person = copy.root["person"] as? [String: Any] ?? [:]
            person[parts[0]] = value
            copy.root["person"] = person
        }
        return copy
    }
}
