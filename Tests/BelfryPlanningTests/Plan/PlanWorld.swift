import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime

/// People, requests and platforms by chance, from a seed.
struct PlanWorld {
    var generator: SeededGenerator
    private let zones: [String: TimeZoneRules]
    private static let names = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Nuuk", "Asia/Kolkata", "Pacific/Apia", "UTC"]

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        zones = try PlanWorld.names.reduce(into: [:]) { $0[$1] = try zone($1) }
    }

    /// The world of another seed.
    func reseeded(_ seed: UInt64) -> PlanWorld {
        var world = self
        world.generator = SeededGenerator(seed: seed)
        return world
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

    /// Some moment of three years, often near a change of the clocks.
    mutating func now(in zone: TimeZoneRules) -> Instant {
        let start = Instant(literal: "2026-01-01T00:00:00Z") + .seconds(number(0...(3 * 365 * 86_400)))
        guard chance(40), let transition = zone.nextTransition(after: start) else { return start }
        return transition + .seconds(number(-3 * 86_400...86_400))
    }

    mutating func context() -> PlanningContext {
        let name = pick(Self.names)
        var person = Person()
        person.preferences.timezone = name
        person.preferences.notifyPush = !chance(4)
        if chance(60) { person.preferences.quietHours = DailyWindow(start: time(), end: time()) }
        person.preferences.quietHoursLevel = pick(QuietHoursLevel.allCases)
        person.preferences.quietHoursAction = pick(QuietHoursAction.allCases)
        person.reminderTime = time()
        if chance(25) { person.preferences.dailyCountMax = number(0...4) }
        if chance(25) { person.throttles = [Throttle(category: "bills", countMax: number(1...2), window: .seconds(number(1...72) * 3600))] }
        if chance(20) { person.mutes = [Mute(scope: scope("study"), until: nil)] }
        if chance(20) { person.dismissals = [Dismissal(scope: scope("pantry|1"), at: .morning)] }
        return PlanningContext(person: person, zone: zones[name] ?? .utc, zones: zones, profile: profile())
    }

    mutating func profile() -> PlatformProfile {
        let ceiling: Int? = chance(20) ? nil : number(0...14)
        return PlatformProfile(
            name: "any", pendingCeiling: ceiling, reserve: chance(30) ? number(0...4) : 0, horizonDays: number(1...6),
            horizonDaysByDomain: chance(30) ? ["prayer": number(1...8)] : [:], granularity: .seconds(pick([1, 1, 60])),
            refreshInterval: chance(50) ? nil : .seconds(number(1...10) * 43_200))
    }

    mutating func requests(around now: Instant, in zone: TimeZoneRules, count: Int) -> [NotificationRequest] {
        (0..<count).map { request($0, around: now, in: zone) }
    }

    mutating func request(_ number: Int, around now: Instant, in zone: TimeZoneRules) -> NotificationRequest {
        let domain = pick(["bills", "study", "pantry", "prayer"])
        return NotificationRequest(
            id: requestID(domain, "\(number)"), trigger: trigger(around: now, in: zone), content: content(around: now, in: zone),
            category: domain, severity: chance(15) ? .critical : pick([.watch, .attention]),
            validFor: chance(30) ? .seconds(self.number(0...30) * 3600) : nil, digestWindow: pick(DigestWindow.allCases))
    }

    private mutating func trigger(around now: Instant, in zone: TimeZoneRules) -> Trigger {
        let today = zone.civil(at: now).date
        switch number(0...9) {
        case 0...2: return .moment(now + .seconds(number(-86_400...8 * 86_400) / 1800 * 1800))
        case 3...4: return .day(today + number(-1...8))
        case 5...8: return .floating(FloatingSchedule(recurrence(today)))
        default: return .fixed(FixedSchedule(recurrence(today), timezone: chance(90) ? "Europe/Berlin" : "Nowhere/Atall"))
        }
    }

    private mutating func recurrence(_ today: CivilDate) -> Recurrence {
        let rules = ["FREQ=DAILY", "FREQ=DAILY;BYHOUR=9,21", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "FREQ=DAILY;COUNT=3"]
        let rule = try? RecurrenceRule(pick(rules))
        return Recurrence(start: CivilDateTime(today - number(0...40), time()), rule: rule)
    }

    private mutating func content(around now: Instant, in zone: TimeZoneRules) -> MessageForecast {
        let message = Message.words(title: "Title", body: "Body \(number(0...2))")
        guard chance(20) else { return .same(message) }
        let today = zone.civil(at: now).date
        let days = (0...4).map { today + $0 }.filter { _ in chance(60) }
        return .byDay(Dictionary(uniqueKeysWithValues: days.map { ($0, message) }))
    }

    /// Half an hour or full, so that many meet.
    private mutating func time() -> CivilTime {
        CivilTime(hour: number(0...23), minute: pick([0, 0, 30])) ?? .midnight
    }

    private func scope(_ text: String) -> NotificationScope {
        guard let scope = NotificationScope(text) else { preconditionFailure("\(text) is no scope") }
        return scope
    }
}

func requestID(_ domain: String, _ entity: String, _ rule: String = "reminder") -> RequestID {
    guard let id = RequestID(domain: domain, entity: entity, rule: rule) else { preconditionFailure("\(domain)|\(entity)|\(rule) is no identifier") }
    return id
}
