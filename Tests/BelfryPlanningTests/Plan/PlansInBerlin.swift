import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

/// Tests of plans of few requests for a person in Berlin, or wherever else they are.
protocol PlansInBerlin {}

extension PlansInBerlin {
    /// Saturday, nine o'clock in Berlin.
    var now: Instant { Instant(literal: "2026-11-21T08:00:00Z") }

    func context(_ zoneName: String = "Europe/Berlin", _ change: (inout PlanningContext) -> Void = { _ in }) throws -> PlanningContext {
        var person = Person()
        person.preferences.notifyPush = true
        person.preferences.timezone = zoneName
        var context = PlanningContext(person: person, zone: try zone(zoneName), profile: .linux)
        change(&context)
        return context
    }

    func request(
        _ entity: String, _ trigger: Trigger, category: String = "bills", severity: Severity = .watch, validFor: Duration? = nil,
        digest: DigestWindow = .moment
    ) -> NotificationRequest {
        NotificationRequest(
            id: requestID("bills", entity), trigger: trigger, content: .same(.words(title: entity, body: "")), category: category,
            severity: severity, validFor: validFor, digestWindow: digest)
    }

    func at(_ text: String) -> Trigger { .moment(Instant(literal: text)) }
    func on(_ text: String) -> Trigger { .day(CivilDate(literal: text)) }

    func daily(_ time: String, rule: String = "FREQ=DAILY", from start: String = "2026-11-01") throws -> Trigger {
        .floating(
            FloatingSchedule(
                Recurrence(
                    start: CivilDateTime(CivilDate(literal: start), try #require(CivilTime(time))), rule: try RecurrenceRule(rule))))
    }

    func quiet(_ context: inout PlanningContext, _ action: QuietHoursAction = .defer) {
        context.person.preferences.quietHours = DailyWindow(start: .init(literal: "22:00"), end: .init(literal: "07:00"))
        context.person.preferences.quietHoursLevel = .criticalOnly
        context.person.preferences.quietHoursAction = action
    }

    /// The plan in short: `dd HH:mm entity+entity reason`.
    func lines(_ requests: [NotificationRequest], _ context: PlanningContext, now: Instant? = nil) -> [String] {
        Planner().plan(requests, in: context, now: now ?? self.now).lines.map { line in
            let civil = context.zone.civil(at: line.moment)
            let names = line.parts.map { $0.identifier.subject.split(separator: "|")[1] }.sorted().joined(separator: "+")
            return "\(civil.date.components.day) \(civil.time.shortText) \(names) \(line.reason.rawValue)"
        }
    }

    func leftOut(_ requests: [NotificationRequest], _ context: PlanningContext) -> [String] {
        Planner().plan(requests, in: context, now: now).leftOut.map { "\($0.identifier) \($0.reason.rawValue)" }
    }
}
