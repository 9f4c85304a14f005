import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfryTime

/// Plans of a person with a great deal to be told: bills, food and lessons, once and again, over fourteen days.
///
/// Half of the requests fall on a day of the horizon at the person's hour or at a moment of their own; the rest come back monthly,
/// weekly or daily. The limit is a sort of the same moments, which no planner can do without.
struct Plans {
    private let zone: TimeZoneRules
    private let person: Person
    private let now: Instant

    init(zones: any TimeZoneDatabase) throws {
        guard let zone = zones.rules(named: "Europe/Berlin"), let now = Instant("2026-11-21T07:00:00Z"), let night = CivilTime("22:00"),
            let morning = CivilTime("07:00")
        else { throw Missing(what: "the zone Europe/Berlin in the tz database") }
        self.zone = zone
        self.now = now
        var person = Person()
        person.preferences.notifyPush = true
        person.preferences.timezone = zone.name
        person.preferences.quietHours = DailyWindow(start: night, end: morning)
        person.preferences.quietHoursAction = .defer
        self.person = person
    }

    var contenders: [Contender] {
        get throws {
            let tenThousand = try requests(10_000)
            let hundredThousand = try requests(100_000)
            return [
                planning("10,000 requests, anew, for a phone", tenThousand, .ios, goal: 10),
                planning("10,000 requests, anew, without a ceiling", tenThousand, .linux, goal: 10),
                sorting("as many moments sorted", tenThousand),
                changing("one of 10,000 changed, for a phone", tenThousand, .ios),
                changing("one of 10,000 changed, without a ceiling", tenThousand, .linux),
                planning("100,000 requests, anew, for a phone", hundredThousand, .ios, goal: 120),
            ]
        }
    }

    private func context(_ profile: PlatformProfile) -> PlanningContext {
        PlanningContext(person: person, zone: zone, profile: profile)
    }

    private func planning(_ name: String, _ requests: [NotificationRequest], _ profile: PlatformProfile, goal: Double) -> Contender {
        Contender(name: name, unit: .milliseconds, operationCount: 5, goal: goal) {
            for _ in 0..<5 { keep(Planner().plan(requests, in: context(profile), now: now).lineCount) }
        }
    }

    /// The content of one request after the other changes, and the whole is planned after each.
    private func changing(_ name: String, _ requests: [NotificationRequest], _ profile: PlatformProfile) -> Contender {
        var agenda = Agenda(requests, in: context(profile), now: now)
        keep(agenda.plan(now: now).lineCount)
        var step = 0
        return Contender(name: name, unit: .milliseconds, operationCount: 200, goal: 0.5) {
            for _ in 0..<200 {
                step += 1
                var request = requests[step * 31 % requests.count]
                request.content = .same(.words(title: "Changed", body: "\(step)"))
                agenda.put(request)
                keep(agenda.plan(now: now).lineCount)
            }
        }
    }

    private func sorting(_ name: String, _ requests: [NotificationRequest]) -> Contender {
        let moments = Planner().plan(requests, in: context(.linux), now: now).lines.flatMap { $0.parts.map(\.due) }
        // As they come from the requests, in no order.
        let unordered = stride(from: 0, to: moments.count, by: 97).flatMap { start in moments[start..<min(start + 97, moments.count)].reversed() }
        return Contender(name: name, unit: .milliseconds, operationCount: 20) {
            for _ in 0..<20 { keep(unordered.sorted().count) }
        }
    }

    private func requests(_ count: Int) throws -> [NotificationRequest] {
        let daily = try RecurrenceRule("FREQ=DAILY")
        let weekly = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,WE,FR")
        let monthly = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD")
        let today = zone.civil(at: now).date
        return try (0..<count).map { number in
            guard let id = RequestID(domain: "bills", entity: "item-\(number)", rule: "due_day"),
                let time = CivilTime(hour: 6 + number % 17, minute: number * 7 % 60)
            else { throw Missing(what: "an identifier") }
            let start = CivilDateTime(today - 300, time)
            let trigger: Trigger =
                switch number % 20 {
                case 0: .floating(FloatingSchedule(Recurrence(start: start, rule: daily)))
                case 1: .floating(FloatingSchedule(Recurrence(start: start, rule: weekly)))
                case 2...9: .floating(FloatingSchedule(Recurrence(start: start, rule: monthly)))
                case let rest where rest % 2 == 0: .day(today + number % 14)
                default: .moment(now + .seconds(number % 14 * 86_400 + number * 131 % 86_400))
                }
            return NotificationRequest(
                id: id, trigger: trigger, content: .same(.words(title: "The rent is due", body: "Number \(number)")),
                category: ["bill_reminder", "pantry", "study"][number % 3], severity: number % 97 == 0 ? .critical : .watch)
        }
    }
}
