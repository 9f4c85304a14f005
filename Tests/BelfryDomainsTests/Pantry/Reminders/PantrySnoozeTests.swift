import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Snoozing what expires")
struct PantrySnoozeTests {
    private let today = CivilDate(literal: "2026-11-21")
    private let identifier = NotificationID(subject: "pantry|milk|three_days_before", date: CivilDate(literal: "2026-11-21"))

    private func person(_ action: QuietHoursAction = .skip) -> Person {
        var person = Person()
        person.preferences.notifyPush = true
        person.preferences.timezone = "Europe/Berlin"
        person.preferences.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        person.preferences.quietHoursAction = action
        return person
    }

    private func snoozes(at now: String, severity: Severity = .watch, _ level: QuietHoursLevel = .none) throws -> [Snooze] {
        var person = person()
        person.preferences.quietHoursLevel = level
        return Recipient(person, now: Instant(literal: now), zone: try zone("Europe/Berlin"))
            .snoozes(of: [identifier], for: PantryReminders.snoozeLength, severity: severity)
    }

    @Test("It comes again in twelve hours, or when quiet hours are over; what the person lets pass doesn't wait for that")
    func moment() throws {
        #expect(try snoozes(at: "2026-11-21T08:00:00Z").map(\.until) == [Instant(literal: "2026-11-21T20:00:00Z")])
        // 09:05 and twelve hours would be 21:05; 11:00 and twelve hours would be 23:00, which is quiet until 07:00.
        #expect(try snoozes(at: "2026-11-21T10:00:00Z").map(\.until) == [Instant(literal: "2026-11-22T06:00:00Z")])
        let criticals = try [QuietHoursLevel.none, .criticalOnly].map { try snoozes(at: "2026-11-21T10:00:00Z", severity: .critical, $0).map(\.until) }
        #expect(criticals == [[Instant(literal: "2026-11-22T06:00:00Z")], [Instant(literal: "2026-11-21T22:00:00Z")]])
        #expect(try snoozes(at: "2026-11-21T10:00:00Z", .all).map(\.until) == [Instant(literal: "2026-11-21T22:00:00Z")])
        #expect(try snoozes(at: "2026-11-21T10:00:00Z", .criticalOnly).map(\.until) == [Instant(literal: "2026-11-22T06:00:00Z")])
    }

    @Test("All parts of a summary are snoozed")
    func summary() throws {
        let other = NotificationID(subject: "pantry|eggs|day_before", date: today)
        let snoozes = Recipient(now: .noon, zone: .utc).snoozes(of: [identifier, other], for: PantryReminders.snoozeLength, severity: .watch)
        #expect(snoozes.map(\.identifier) == [identifier, other])
    }

    private func plan(_ person: Person, now: String, ledger: [LedgerEntry]) throws -> Plan {
        let zone = try zone("Europe/Berlin")
        let milk = PantryItem(id: FactID(literal: "milk"), name: "Milk", expiresOn: today + 3)
        let requests = PantryReminders.requests(from: [milk], to: Recipient(person, now: Instant(literal: now), zone: zone))
            .requests
        return Planner().plan(
            requests, in: PlanningContext(person: person, zone: zone, profile: .ios, ledger: ledger), now: Instant(literal: now))
    }

    /// One that was told at nine is snoozed at eleven, and planned anew at noon and at midnight.
    @Test("It survives every planning until it was told again", arguments: [QuietHoursAction.skip, .defer])
    func planning(action: QuietHoursAction) throws {
        var person = person(action)
        var ledger = [LedgerEntry(identifier: identifier, category: "EXPIRATION", toldAt: Instant(literal: "2026-11-21T08:00:00Z"))]
        person.snoozes = try snoozes(at: "2026-11-21T10:00:00Z")
        for now in ["2026-11-21T11:00:00Z", "2026-11-21T23:30:00Z", "2026-11-22T05:59:00Z"] {
            let line = try #require(
                try plan(person, now: now, ledger: ledger).lines.first { $0.parts.contains { $0.identifier == identifier } })
            #expect(line.parts.first { $0.identifier == identifier }?.reason == .snoozed)
            #expect(line.moment == Instant(literal: "2026-11-22T06:00:00Z"))
        }
        ledger.append(LedgerEntry(identifier: identifier, category: "EXPIRATION", toldAt: Instant(literal: "2026-11-22T06:00:00Z")))
        let later = try plan(person, now: "2026-11-22T06:01:00Z", ledger: ledger)
        #expect(!later.lines.contains { $0.parts.contains { $0.identifier == identifier } })
    }

    @Test("Where quiet hours let nothing pass, what is critical comes again when they are over", arguments: [QuietHoursAction.skip, .defer])
    func critical(action: QuietHoursAction) throws {
        var person = person(action)
        person.snoozes = try snoozes(at: "2026-11-21T10:00:00Z", severity: .critical)
        let request = NotificationRequest(
            id: try #require(RequestID(domain: "pantry", entity: "milk", rule: "three_days_before")), trigger: .day(today),
            content: .same(.words(title: "Milk", body: "")), category: "EXPIRATION", severity: .critical)
        let told = LedgerEntry(identifier: identifier, category: "EXPIRATION", toldAt: Instant(literal: "2026-11-21T08:00:00Z"))
        let context = PlanningContext(person: person, zone: try zone("Europe/Berlin"), profile: .ios, ledger: [told])
        let plan = Planner().plan([request], in: context, now: Instant(literal: "2026-11-21T11:00:00Z"))
        let moments = plan.lines.filter { $0.identifier == identifier }.map(\.moment)
        #expect(moments == [Instant(literal: "2026-11-22T06:00:00Z")])
    }

    @Test("Carried into a zone where that moment is quiet, it comes when quiet hours are over there", arguments: [QuietHoursAction.skip, .defer])
    func journey(action: QuietHoursAction) throws {
        var person = person(action)
        person.preferences.timezone = "America/New_York"
        person.snoozes = try snoozes(at: "2026-11-21T10:00:00Z")
        let zone = try zone("America/New_York")
        let milk = PantryItem(id: FactID(literal: "milk"), name: "Milk", expiresOn: today + 3)
        let told = LedgerEntry(identifier: identifier, category: "EXPIRATION", toldAt: Instant(literal: "2026-11-21T08:00:00Z"))
        // The second time it is three in the morning there, two hours after the moment for which it was snoozed.
        for now in [Instant(literal: "2026-11-21T23:00:00Z"), Instant(literal: "2026-11-22T08:00:00Z")] {
            let requests = PantryReminders.requests(from: [milk], to: Recipient(person, now: now, zone: zone)).requests
            let plan = Planner().plan(requests, in: PlanningContext(person: person, zone: zone, profile: .ios, ledger: [told]), now: now)
            let moments = plan.lines.filter { line in line.parts.contains { $0.identifier == identifier } }.map(\.moment)
            #expect(moments == [Instant(literal: "2026-11-22T12:00:00Z")])
        }
    }

    // MARK: Into the day of the next

    /// What is told on 24 November, on which the milk expires: a line each, with its moment by the clock in Berlin.
    ///
    /// What was told the day before at nine is snoozed until half past ten.
    private func expiryDay(
        _ items: [PantryItem], at now: String, pending: [PendingRequest] = [], dismissed: NotificationScope? = nil
    ) throws -> [PlannedNotification] {
        let zone = try zone("Europe/Berlin")
        let snoozed = NotificationID(literal: "pantry|milk|day_before|2026-11-23")
        var person = person()
        person.snoozes = [Snooze(identifier: snoozed, until: Instant(literal: "2026-11-24T09:30:00Z"))]
        person.dismissals = [dismissed].compactMap(\.self).map { Dismissal(scope: $0, at: Instant(literal: now)) }
        let recipient = Recipient(person, pending: pending, now: Instant(literal: now), zone: zone)
        let context = PlanningContext(
            person: person, zone: zone, profile: .ios,
            ledger: [LedgerEntry(identifier: snoozed, category: "EXPIRATION", toldAt: Instant(literal: "2026-11-23T08:00:00Z"))], pending: pending)
        let plan = Planner().plan(PantryReminders.requests(from: items, to: recipient).requests, in: context, now: recipient.now)
        return plan.lines.filter { zone.civil(at: $0.moment).date == today + 3 }
    }

    @Test("What comes again on the day of the next reminder, which says the same, is said once, whenever it is planned")
    func nextReminder() throws {
        let milk = PantryItem(id: FactID(literal: "milk"), name: "Milk", expiresOn: today + 3)
        let early = try expiryDay([milk], at: "2026-11-23T22:00:00Z")
        #expect(early.map(\.moment) == [Instant(literal: "2026-11-24T09:30:00Z")])
        #expect(early.flatMap(\.parts).map(\.identifier.description) == ["pantry|milk|expiry_day|2026-11-24"])
        // Past nine, when the next one is due by itself.
        #expect(try expiryDay([milk], at: "2026-11-24T08:30:00Z", pending: early.map(PendingRequest.init)) == early)
        #expect(try expiryDay([milk], at: "2026-11-24T09:30:00Z", pending: early.map(PendingRequest.init)).isEmpty)
    }

    @Test("Another thing of the same name says nothing for it")
    func namesakes() throws {
        let items = ["milk", "bottle"].map { PantryItem(id: FactID(literal: $0), name: "Milk", expiresOn: today + 3) }
        let scope = try #require(NotificationScope("pantry|milk|expiry_day"))
        let parts = try expiryDay(items, at: "2026-11-23T22:00:00Z", dismissed: scope).flatMap(\.parts)
        #expect(parts.map(\.identifier.subject).sorted() == ["pantry|bottle|expiry_day", "pantry|milk|day_before"])
    }
}
