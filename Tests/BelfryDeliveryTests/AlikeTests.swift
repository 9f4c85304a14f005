import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryDelivery

@Suite("A server and a device, asked about the same facts")
struct AlikeTests {
    /// What there is to decide about one notification.
    private struct Facts {
        let due: Instant
        let preferences: Preferences
        let severity: Severity
        let isDismissed: Bool
        let validFor: Duration?

        /// By chance, mostly near a change of the clock.
        init(in zone: TimeZoneRules, using generator: inout SeededGenerator) {
            func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
            func time() -> CivilTime? { CivilTime(hour: number(0...23), minute: [0, 0, 30, 59][number(0...3)]) }
            let some = Instant(literal: "2011-01-01T00:00:00Z") + .seconds(number(0...30 * 365) * 86_400)
            due = (zone.nextTransition(after: some) ?? some) + .seconds(number(-86_400...86_400))
            var preferences = Preferences()
            preferences.timezone = zone.name
            preferences.notifyPush = number(1...20) > 1
            preferences.quietHours = DailyWindow(start: time(), end: number(1...10) > 1 ? time() : nil)
            if number(1...3) == 1 {
                preferences.quietHoursByWeekday = QuietNights(
                    Weekday.allCases.reduce(into: [:]) { $0[$1] = number(1...2) == 1 ? DailyWindow(start: time(), end: time()) : nil })
            }
            preferences.quietHoursLevel = QuietHoursLevel.allCases[number(0...2)]
            preferences.quietHoursAction = number(1...4) > 1 ? .defer : .skip
            // Past, to come, or around the end of quiet hours.
            if number(1...5) == 1 { preferences.mutedUntil = due + .seconds(number(-86_400...86_400)) }
            self.preferences = preferences
            severity = Severity.allCases[number(0...2)]
            isDismissed = number(1...20) == 1
            validFor = number(1...3) == 1 ? .seconds(number(0...24) * 1800) : nil
        }
    }

    /// When it is told, nil where it isn't, and why.
    private struct Answer: Equatable {
        let at: Instant?
        let reason: Reason?
    }

    @Test("what a worker judges of a stored row, and once more when quiet hours are over, is what a device plans")
    func alike() throws {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let database = SystemTimeZoneDatabase()
        let judge = Judge(zones: database, switchboard: Switchboard([.push: [.inbox: ScriptedSender()]]))
        let names = [
            "Europe/Berlin", "Europe/Dublin", "Australia/Lord_Howe", "Antarctica/Troll", "Africa/Casablanca", "Pacific/Apia", "America/Nuuk",
            "America/St_Johns", "Asia/Kolkata",
        ]
        let zones = try names.map { try #require(database.rules(named: $0)) }
        for number in 0..<3000 {
            let zone = zones[number % zones.count]
            let facts = Facts(in: zone, using: &generator)
            let judged = server(facts, judge)
            let planned = try device(facts, in: zone)
            #expect(judged == planned, "\(facts), seed \(seed)")
        }
    }

    private func server(_ facts: Facts, _ judge: Judge) -> Answer {
        func decide(at now: Instant, heldSince: Instant?) -> Decision? {
            let example = Delivery.example(1)
            var payload = example.payload
            payload.severity = facts.severity
            let delivery = Delivery(
                id: example.id, createdAt: facts.due, recipient: example.recipient, member: example.member, alert: example.alert,
                channelName: example.channelName, payload: payload, heldSince: heldSince, expiresAt: facts.validFor.map { facts.due + $0 })
            let alert = DeliveryCandidate.AlertFacts(
                severity: nil, snoozeUntil: nil, dismissedAt: facts.isDismissed ? facts.due : nil, status: .active)
            let candidate = DeliveryCandidate(
                delivery: delivery, preferences: StoredPreferences(columns: columns(facts.preferences)), alert: alert, isSuperseded: false)
            guard case .decided(let decision) = judge.verdicts(on: [candidate], now: now, ageMax: .seconds(7 * 86_400)).first?.judgement else {
                return nil
            }
            return decision
        }
        let decision = decide(at: facts.due, heldSince: nil)
        guard case .defer(let reason, let until) = decision else {
            return Answer(at: decision?.action == .send ? facts.due : nil, reason: decision?.reason)
        }
        let later = decide(at: until, heldSince: facts.due)
        return later?.action == .send ? Answer(at: until, reason: reason) : Answer(at: nil, reason: later?.reason)
    }

    /// A row of `user_profiles`, as a store reads it.
    private func columns(_ preferences: Preferences) -> [Preferences.Key: String] {
        var columns: [Preferences.Key: String] = [
            .notifyPush: preferences.notifyPush ? "1" : "0", .timezone: preferences.timezone,
            .quietHoursLevel: preferences.quietHoursLevel.rawValue, .quietHoursAction: preferences.quietHoursAction.rawValue,
        ]
        columns[.quietHoursStart] = preferences.quietHours?.start.description
        columns[.quietHoursEnd] = preferences.quietHours?.end.description
        columns[.quietHoursByWeekday] = preferences.quietHoursByWeekday.text
        columns[.mutedUntil] = preferences.mutedUntil?.description
        return columns
    }

    private func device(_ facts: Facts, in zone: TimeZoneRules) throws -> Answer {
        let request = NotificationRequest(
            id: try #require(RequestID(domain: "bills", entity: "rent", rule: "due_day")), trigger: .moment(facts.due),
            content: .same(.words(title: "Rent", body: "")), category: "bills", severity: facts.severity, validFor: facts.validFor)
        let everything = try #require(NotificationScope("bills"))
        let person = Person(
            preferences: facts.preferences, dismissals: facts.isDismissed ? [Dismissal(scope: everything, at: facts.due)] : [])
        let context = PlanningContext(person: person, zone: zone, profile: .linux)
        let plan = Planner().plan([request], in: context, now: facts.due - .seconds(60))
        if let line = plan.lines.first { return Answer(at: line.moment, reason: line.reason) }
        return Answer(at: nil, reason: plan.leftOut.first?.reason)
    }
}
