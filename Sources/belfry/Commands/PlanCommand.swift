import ArgumentParser
import BelfryAPI
import BelfryDomains
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
               "person": {"timezone": "Europe/Berlin", "reminder_time": "09:00",
                          "quiet_hours_start": "22:00", "quiet_hours_end": "07:00",
                          "quiet_hours_action": "defer", "daily_max": 8},
               "platform": "ios",
               "requests": [
                 {"domain": "bills", "entity": "rent", "rule": "due_day",
                  "title": "Rent is due today", "dtstart": "2026-01-31",
                  "rrule": "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD"},
                 {"domain": "pantry", "entity": "milk",
                  "title": "The milk expires tomorrow", "on": "2026-11-24"}]}

            The person has the keys of user_profiles (daily_max among them), and reminder_time, throttles (a list of {"category", "count", \
            "window_minutes"}), mutes ({"scope", "until"}), dismissals ({"scope", "at"}), snoozes ({"identifier", "until"}) and adaptive \
            (true, or an object with earliest, latest, weekend, tries, thins, least_percents and seed). A scope is a domain, or more of an \
            identifier, such as pantry|milk.

            The platform is ios, android or linux, or an object with name, pending_ceiling, reserve, horizon_days, horizon_days_by_domain, \
            granularity_seconds and refresh_minutes. "next_refresh" is the moment at which it surely plans anew.

            A request says when by "at" (a moment), "on" (a day, at the person's hour) or \
            "dtstart" with "rrule", "rdate" and "exdate" (floating, or fixed in its "timezone"), and what by "title" and "body", or by \
            "forecast" with an object of both for each day. It may have category, severity, valid_minutes and digest (never, moment, day).

            "history" is a list of what was told ({"identifier", "told_at"}), "pending" one of what the notification centre holds, each as \
            --pending prints it, and "habits" what was learnt of the person, as `belfry device habits --json` prints it.

            Beside "requests", the document may have the facts of tenants: "bills", "study", "pantry", "prayer" and "reminders", as docs/guide \
            tells; --domain plans these alone, and takes a document that is nothing but one tenant's facts. Without "now" it is now.
            """)

    @Argument(help: "A file with the document; - for standard input.")
    var input: String

    @Option(
        name: .customLong("domain"), parsing: .singleValue,
        help: "Plan the facts of this tenant alone. May be given again.")
    var tenants: [Tenant] = []

    @Flag(help: "Print the plan as JSON.")
    var json = false

    @Flag(help: "Give each line's reason as a sentence, and list what is not told.")
    var explain = false

    @Option(
        name: .customLong("with"), parsing: .singleValue,
        help: "Change a setting and show the difference, without saving anything: --with quiet_hours_start=21:00. May be given again.")
    var changes: [String] = []

    @Flag(help: "Print only the calls that bring the notification centre in step with the plan: none where it is.")
    var ensure = false

    @Flag(help: "Print these calls as if nothing that is pending could be trusted: every line is asked for again.")
    var force = false

    @Flag(help: "Print what the notification centre should hold, one request a line: the document's \"pending\" of the next time.")
    var pending = false

    func validate() throws {
        guard [json, ensure || force, pending, !changes.isEmpty].count(where: \.self) <= 1 || (json && !changes.isEmpty) else {
            throw ValidationError("Give only one of --json, --ensure or --force, --pending, and --with; --with can be printed as --json.")
        }
    }

    func run() throws {
        var document = try document()
        let planned = try plan(document)
        for line in planned.answer.plan.log { printError(line) }
        for problem in planned.refused { printError("Refused: \(printable(Phrases.sentence(for: problem)))") }
        guard changes.isEmpty else {
            for change in changes { try apply(change, to: &document) }
            return try show(PlanComparison(from: planned.plan, to: try plan(document).plan), in: planned.setting)
        }
        if pending {
            for line in planned.plan.lines { try printJSON(PendingRequest(line)) }
        } else if ensure || force {
            showCalls(planned)
        } else if json {
            try printJSON(PlanBody(planned, isExplained: explain))
        } else {
            show(planned)
        }
    }

    private func document() throws -> PlanDocument {
        let data = try contents(ofInput: input)
        do {
            var document = try PlanDocument(data)
            if let tenant = tenants.first, tenants.count == 1 { document.wrapFacts(of: tenant) }
            return document
        } catch {
            throw Failure("The input is not a JSON object. `belfry plan --help` shows one.")
        }
    }

    private func plan(_ document: PlanDocument) throws -> PlannedDocument {
        do {
            return try document.planned(tenants: tenants.isEmpty ? nil : tenants, zones: SystemTimeZoneDatabase(), now: .systemNow())
        } catch {
            throw Failure(Phrases.sentence(for: error))
        }
    }

    private func apply(_ change: String, to document: inout PlanDocument) throws {
        let parts = change.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Failure("--with \(change): give a setting and its value, as quiet_hours_start=21:00.", isUsage: true) }
        guard PlanDocument.settings.contains(parts[0]) else {
            let known = PlanDocument.settings.sorted().joined(separator: ", ")
            throw Failure("--with \(parts[0]): there is no such setting. There are: \(known).", isUsage: true)
        }
        document.set(parts[0], to: parts[1])
    }

    // MARK: On the terminal

    private func show(_ planned: PlannedDocument) {
        let (profile, plan, setting) = (planned.context.profile, planned.plan, planned.setting)
        let places = profile.pendingCeiling.map { "\(plan.lineCount) of \($0) pending, \(profile.reserve) in reserve" } ?? "\(plan.lineCount) pending"
        let now = setting.zone.civil(at: planned.inputs.now)
        print(
            "\(planned.context.person.preferences.timezone), \(profile.name): \(places), \(profile.horizonDays) days from "
                + "\(now.date) \(now.time.shortText)\n")
        print(PlanPicture(plan, in: setting, isExplained: explain).text)
        if explain, !planned.answer.plan.skipped.isEmpty {
            print("\nNot asked for:")
            for skipped in planned.answer.plan.skipped { print("  \(Phrases.sentence(for: skipped))") }
        }
        print("\n" + Phrases.sentence(for: plan.coverage, in: setting))
        if let calls = planned.calls {
            print("Calls to the notification centre: \(calls.adds.count) to add, \(calls.replaces.count) to replace, \(calls.removes.count) to remove.")
        }
    }

    private func showCalls(_ planned: PlannedDocument) {
        let held = force ? [] : planned.inputs.pending ?? []
        let diff = PendingDiff(from: held, to: planned.plan, now: planned.inputs.now)
        for line in diff.adds { print("add      \(line.identifier)") }
        for line in diff.replaces { print("replace  \(line.identifier)") }
        for identifier in diff.removes { print("remove   \(identifier)") }
        print(diff.isEmpty ? "Nothing to do: the notification centre is in step." : "\(diff.callCount) calls.")
        print(Phrases.sentence(for: planned.plan.coverage, in: planned.setting))
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

extension Tenant: ExpressibleByArgument {}
