import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

/// What has passed and was not seen yet is asked for again.
@Suite("What a person still waits for")
struct RecipientTests {
    private let today = CivilDate(literal: "2026-11-21")

    private func person(_ action: QuietHoursAction = .defer) -> Person {
        var person = Person()
        person.preferences.notifyPush = true
        person.preferences.quietHours = DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00"))
        person.preferences.quietHoursAction = action
        person.reminderTime = CivilTime(literal: "23:00")
        return person
    }

    /// Everything at 23:00: rent that is due today, milk that expires tomorrow, a word.
    private func facts() -> DomainFacts {
        var settings = BillSettings()
        settings.isEnabled = true
        settings.reminderTime = CivilTime(literal: "23:00")
        return DomainFacts(
            bills: BillFacts(settings: settings, bills: [Bill(id: FactID(literal: "rent"), name: "Rent", dueDate: today)]),
            study: StudyFacts(settings: StudySettings(), words: [.due(.date(today))]),
            pantry: PantryFacts(
                settings: PantrySettings(), items: [PantryItem(id: FactID(literal: "milk"), name: "Milk", expiresOn: today + 1)]))
    }

    private func plan(_ person: Person, at now: String) throws -> [String] {
        let berlin = try zone("Europe/Berlin")
        let now = Instant(literal: now)
        let requests = facts().plan(for: Recipient(person, now: now, zone: berlin), on: .ios).plan.requests
        return Planner().plan(requests, in: PlanningContext(person: person, zone: berlin, profile: .ios), now: now).lines
            .filter { (0..<60_000).contains(($0.moment - Instant(literal: "2026-11-22T06:00:00Z")).milliseconds) }.flatMap(\.parts).map(
                \.identifier.description
            ).sorted()
    }

    @Test("at a learnt hour today's reminder may still come when the person's own hour has passed", arguments: [true, false])
    func learntHour(_ isAdaptive: Bool) throws {
        var person = Person(reminderTime: CivilTime(literal: "09:00"), adaptive: isAdaptive ? AdaptiveTiming() : nil)
        person.preferences.notifyPush = true
        let recipient = Recipient(person, now: Instant(literal: "2026-11-21T12:00:00Z"), zone: try zone("Europe/Berlin"))
        let subjects = facts().plan(for: recipient, on: .ios).plan.requests.map(\.id.text)
        #expect(subjects.contains("pantry|milk|day_before") == isAdaptive)
    }

    private let held = ["bills|rent|due_day|2026-11-21", "pantry|milk|day_before|2026-11-21", "study|words|daily|2026-11-21"]

    @Test(
        "What quiet hours hold overnight is still planned after midnight, until they end",
        arguments: ["2026-11-21T20:00:00Z", "2026-11-21T22:30:00Z", "2026-11-21T23:30:00Z", "2026-11-22T05:59:00Z"])
    func heldOvernight(now: String) throws {
        #expect(try plan(person(), at: now) == held)
    }

    @Test("What quiet hours hold for days, because one night touches the next, is asked for until they end")
    func heldForDays() throws {
        var person = person()
        person.preferences.quietHoursByWeekday = try #require(QuietNights(#"{"sat":"22:00-21:30","sun":"21:00-20:30","mon":"20:00-07:00"}"#))
        func subjects(at now: String) throws -> [String] {
            let recipient = Recipient(person, now: Instant(literal: now), zone: try zone("Europe/Berlin"))
            return facts().plan(for: recipient, on: .ios).plan.requests.map(\.id.text)
        }
        for now in ["2026-11-22T12:00:00Z", "2026-11-23T12:00:00Z", "2026-11-24T05:59:00Z"] {
            #expect(try Set(subjects(at: now)).isSuperset(of: ["bills|rent|due_day", "pantry|milk|day_before"]), "\(now)")
        }
        #expect(try Set(subjects(at: "2026-11-24T06:00:00Z")).isDisjoint(with: ["bills|rent|due_day", "pantry|milk|day_before"]))
    }

    @Test("Where quiet hours drop it, it is gone")
    func dropped() throws {
        #expect(try plan(person(.skip), at: "2026-11-21T23:30:00Z") == [])
    }

    @Test("What is snoozed is still planned on a later day")
    func snoozed() throws {
        var person = person(.skip)
        person.snoozes = held.map { Snooze(identifier: NotificationID(literal: $0), until: Instant(literal: "2026-11-22T06:00:00Z")) }
        #expect(try plan(person, at: "2026-11-21T23:30:00Z") == held)
    }

    @Test("A snooze of long ago costs the day that it names alone", arguments: ["bills|gym|due_day", "pantry|lamp|maintenance"])
    func snoozedLongAgo(subject: String) throws {
        var person = person(.skip)
        person.snoozes = [("0001-01-01", "2026-11-22T06:00:00Z"), ("2026-10-01", "2026-11-23T06:00:00Z")].map { day, until in
            Snooze(identifier: NotificationID(literal: "\(subject)|\(day)"), until: Instant(literal: until))
        }
        var settings = BillSettings()
        settings.isEnabled = true
        let start = CivilDate(literal: "0001-01-01")
        let daily = try RecurrenceRule("FREQ=DAILY;UNTIL=20261002")
        let facts = DomainFacts(
            bills: BillFacts(settings: settings, bills: [Bill(id: FactID(literal: "gym"), name: "Gym", dueDate: start, rule: daily)]),
            pantry: PantryFacts(
                settings: PantrySettings(),
                items: [
                    PantryItem(
                        id: FactID(literal: "lamp"), name: "Lamp", maintenance: [MaintenanceTask(task: "Clean it", start: start, rule: daily)])
                ]))
        let berlin = try zone("Europe/Berlin")
        let now = Instant(literal: "2026-11-21T23:30:00Z")
        let requests = facts.plan(for: Recipient(person, now: now, zone: berlin), on: .ios).plan.requests
        let parts = Planner().plan(requests, in: PlanningContext(person: person, zone: berlin, profile: .ios), now: now).lines.flatMap(\.parts)
        #expect(parts.map(\.identifier.description).sorted() == ["0001-01-01", "2026-10-01"].map { "\(subject)|\($0)" })
    }

    @Test("A snooze of a bill that got another due date shows nothing any more")
    func stale() throws {
        var person = person(.skip)
        person.snoozes = [
            Snooze(identifier: NotificationID(literal: "bills|rent|due_day|2026-11-20"), until: Instant(literal: "2026-11-22T06:00:00Z"))
        ]
        #expect(try plan(person, at: "2026-11-21T23:30:00Z") == [])
    }

    @Test("What waits for a summary later that day is still planned once it is due by itself, as long as that summary is pending")
    func promised() throws {
        let berlin = try zone("Europe/Berlin")
        let items = ["milk", "eggs"].map { PantryItem(id: FactID(literal: $0), name: $0, expiresOn: today) }
        var person = Person()
        person.preferences.notifyPush = true
        person.snoozes = [
            Snooze(
                identifier: NotificationID(literal: "pantry|milk|expiry_day|2026-11-21"), until: Instant(literal: "2026-11-21T13:00:00Z"))
        ]
        func plan(at now: String, pending: [PendingRequest]) -> [PlannedNotification] {
            let recipient = Recipient(person, pending: pending, now: Instant(literal: now), zone: berlin)
            let requests = PantryReminders.requests(from: items, to: recipient).requests
            let context = PlanningContext(person: person, zone: berlin, profile: .ios, pending: pending)
            return Planner().plan(requests, in: context, now: recipient.now).lines.filter { $0.identifier.date == today }
        }
        let early = plan(at: "2026-11-21T07:00:00Z", pending: [])
        #expect(early.map(\.parts.count) == [2])
        #expect(plan(at: "2026-11-21T12:00:00Z", pending: early.map { PendingRequest($0) }) == early)
        #expect(plan(at: "2026-11-21T12:00:00Z", pending: []).map(\.parts.count) == [1])
    }
}
