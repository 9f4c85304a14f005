import BelfryDomains
import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Own reminders")
struct RemindersTests {
    /// - Parameter fields: of JSON, besides the identifier and the title.
    private func reminder(_ fields: String) throws -> Reminder {
        try decoded(Reminder.self, from: #"{"id": "pills", "title": "Pills", \#(fields)}"#)
    }

    /// Half past eight in Berlin.
    private func recipient(in name: String = "Europe/Berlin", knowing names: String...) throws -> Recipient {
        let zones = try Dictionary(uniqueKeysWithValues: names.map { ($0, try zone($0)) })
        return Recipient(now: Instant(literal: "2026-11-21T07:30:00Z"), zone: try zone(name), zones: zones)
    }

    @Test(
        "It comes once or by its rule, at its time, or at the person's hour where it has none; where it stays in a zone, in that",
        arguments: [
            (#""dtstart": "2026-11-21T18:00""#, ["pills|18:00 2026-11-21T18:00"]),
            (#""dtstart": "2026-11-23""#, ["pills|reminder 2026-11-23T09:00"]),
            (#""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY;COUNT=2""#, ["pills|08:00 2026-11-20T08:00", "pills|08:00 2026-11-21T08:00"]),
            (
                #""dtstart": "2026-11-20T08:00:30", "rrule": "FREQ=DAILY;COUNT=2", "exdate": ["2026-11-21T08:00:30"]"#,
                ["pills|08:00:30 2026-11-20T08:00"]
            ),
            (
                #""dtstart": "2026-11-20", "rrule": "FREQ=DAILY;COUNT=3", "exdate": ["2026-11-21"], "rdate": ["2026-11-25"]"#,
                ["pills|reminder 2026-11-20T09:00", "pills|reminder 2026-11-22T09:00", "pills|reminder 2026-11-25T09:00"]
            ),
            (
                #""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY;COUNT=3", "exdate": ["2026-11-21"], "rdate": ["2026-11-25T18:00"]"#,
                ["pills|08:00 2026-11-20T08:00", "pills|08:00 2026-11-22T08:00", "pills|08:00 2026-11-25T18:00"]
            ),
            (#""dtstart": "2026-11-21T18:00", "timezone": "America/Toronto""#, ["pills|18:00 America/Toronto"]),
        ])
    func moments(fields: String, moments: [String]) throws {
        let plan = Reminders.requests(from: [try reminder(fields)], to: try recipient())
        #expect(plan.short == moments && plan.skipped.isEmpty && plan.withdrawn.isEmpty)
    }

    @Test("It says what was written, and is as grave, of use as long and of the kind that was written")
    func content() throws {
        let fields = #""body": "Two, with water", "dtstart": "2026-11-21T18:00", "category": "health", "severity": "critical", "valid_minutes": 90"#
        let request = try #require(Reminders.requests(from: [try reminder(fields)], to: try recipient()).requests.first)
        #expect(request.content == .same(.words(title: "Pills", body: "Two, with water")))
        #expect(request.category == "health" && request.severity == .critical && request.validFor == .seconds(5400))
        #expect(!request.mayMoveWithinDay)
        let plain = try #require(Reminders.requests(from: [try reminder(#""dtstart": "2026-11-23""#)], to: try recipient()).requests.first)
        #expect(plain.category == "reminder" && plain.severity == .watch && plain.validFor == nil && plain.mayMoveWithinDay)
    }

    @Test(
        "What can't be used is refused by its field",
        arguments: [
            (#"{"id": "a", "dtstart": "2026-11-21"}"#, "missing_field title"),
            (#"{"id": "a", "title": " ", "dtstart": "2026-11-21"}"#, "wrong_type title"),
            (#"{"id": "a|b", "title": "A", "dtstart": "2026-11-21"}"#, "wrong_type id"),
            (#"{"id": "a", "title": "A"}"#, "missing_field dtstart"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21T08:00:00Z"}"#, "wrong_type dtstart"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "rrule": "FREQ=OFTEN"}"#, "bad_recurrence rrule"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "rrule": "FREQ=MINUTELY;BYSECOND=0,30"}"#, "wrong_type rrule"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "exdate": ["2026-11-22", "never"]}"#, "wrong_type exdate[1]"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "category": "a|b"}"#, "wrong_type category"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "severity": "mortal"}"#, "unknown_value severity"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "valid_minutes": 0}"#, "number_out_of_range valid_minutes"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "done_through": "soon"}"#, "wrong_type done_through"),
            (#"{"id": "a", "title": "A", "dtstart": "2026-11-21", "enabled": "yes"}"#, "wrong_type enabled"),
        ])
    func refused(json: String, expected: String) {
        let found = problem(with: json, as: Reminder.self)
        #expect(found.map { "\($0.code) \($0.field ?? "")" } == expected)
    }

    @Test("A body is as long as any text that is synced, and no longer")
    func length() throws {
        func body(_ count: Int) -> String { #""dtstart": "2026-11-21", "body": "\#(String(repeating: "é", count: count))""# }
        #expect(try reminder(body(FactColumn.textLengthMax)).body.count == FactColumn.textLengthMax)
        #expect(throws: Problem.self) { try reminder(body(FactColumn.textLengthMax + 1)) }
    }

    @Test(
        "What is switched off, or done for good, is taken back; of what goes on, it is known up to when it is done",
        arguments: [
            (#""dtstart": "2026-11-21T18:00", "enabled": false"#, "switched_off"),
            (#""dtstart": "2026-11-21T18:00", "done_through": "2026-11-21""#, "done"),
            (#""dtstart": "2026-11-21T18:00", "done_through": "2026-11-21T18:00""#, "done"),
            (#""dtstart": "2026-11-21T18:00", "done_through": "2026-11-21T17:59""#, nil),
            (#""dtstart": "2026-11-21", "done_through": "2026-11-20""#, nil),
            (#""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY;COUNT=2", "done_through": "2026-11-21""#, "done"),
            (#""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY;COUNT=3", "done_through": "2026-11-21""#, nil),
        ] as [(String, String?)])
    func done(fields: String, reason: String?) throws {
        let one = try reminder(fields)
        let plan = Reminders.requests(from: [one], to: try recipient())
        #expect(plan.skips == [reason].compactMap { $0 }.map { "reminders|pills \($0)" })
        #expect(plan.withdrawnTexts == (reason == nil ? [] : ["reminders|pills"]))
        #expect(plan.requests.map(\.doneThrough) == (reason == nil ? [one.doneThrough] : []))
    }

    /// The recipient's now is 07:30 in UTC, half past eight in Berlin.
    private static let turnCases: [(String, String?, String?, String?)] = [
        // What is due within a day is to be done, and then what comes.
        (#""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY""#, "2026-11-21T07:00:00Z", "2026-11-21T08:00:00", "2026-11-22T07:00:00Z"),
        (
            #""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY", "done_through": "2026-11-21T08:00""#, "2026-11-22T07:00:00Z", "2026-11-22T08:00:00",
            "2026-11-22T07:00:00Z"
        ),
        (#""dtstart": "2026-11-20T20:00", "rrule": "FREQ=DAILY;INTERVAL=3""#, "2026-11-20T19:00:00Z", "2026-11-20T20:00:00", "2026-11-23T19:00:00Z"),
        (#""dtstart": "2026-11-21T07:00""#, "2026-11-21T06:00:00Z", "2026-11-21T07:00:00", nil),
        (#""dtstart": "2026-11-22""#, "2026-11-22T08:00:00Z", "2026-11-22", "2026-11-22T08:00:00Z"),
        // What was due before isn't told any more.
        (#""dtstart": "2026-11-19T08:00""#, nil, nil, nil), (#""dtstart": "2026-11-22", "done_through": "2026-11-22""#, nil, nil, nil),
        (#""dtstart": "2026-11-20T08:00", "rrule": "FREQ=MINUTELY", "done_through": "2026-11-30""#, "2026-11-30T23:00:00Z", "2026-12-01T00:00:00", "2026-11-30T23:00:00Z"),
    ]

    @Test("What is to be done of one is what was due within a day, or else what comes", arguments: turnCases)
    func turns(fields: String, moment: String?, through: String?, next: String?) throws {
        let (one, person) = (try reminder(fields), try recipient())
        let turn = Reminders.turn(of: one, for: person)
        #expect(turn?.moment.description == moment && turn?.doneThrough == through && turn?.next?.description == next)
        #expect(Reminders.next(of: one, for: person)?.description == next)
    }

    @Test("A time at which it comes can be done before it and after it, once, and no other")
    func doneByHand() throws {
        let person = try recipient()
        let daily = try reminder(#""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY", "done_through": "2026-11-21T08:00""#)
        #expect(Reminders.doneThrough("2026-11-22T08:00", of: daily, for: person) == "2026-11-22T08:00:00")
        for text in ["2026-11-21T08:00", "2026-11-22T09:00", "2026-11-22", "soon", ""] {
            #expect(Reminders.doneThrough(text, of: daily, for: person) == nil, "\(text)")
        }
        let day = try reminder(#""dtstart": "2026-11-22""#)
        #expect(Reminders.doneThrough("2026-11-22", of: day, for: person) == "2026-11-22")
        #expect(Reminders.doneThrough("2026-11-23", of: day, for: person) == nil)
    }

    private static let daily = #""dtstart": "2026-11-20T08:00", "rrule": "FREQ=DAILY""#
    private static let hourly = #""dtstart": "2026-11-20T08:00", "rrule": "FREQ=HOURLY""#
    private static let once = #""dtstart": "2026-11-21T08:00""#

    private static let lateCases: [(String, String, Int, Bool)] = [
        (once, "08:00|2026-11-21", 0, false),
        (once, "08:00|2026-11-21", 1, false),
        (once, "09:00|2026-11-21", 0, true),
        (once, "08:00|2026-11-20", 0, true),
        (once + #", "done_through": "2026-11-21""#, "08:00|2026-11-21", 0, true),
        (once + #", "enabled": false"#, "08:00|2026-11-21", 0, true),
        (daily, "08:00|2026-11-21", 0, false),
        (daily, "08:00|2026-11-21", 1, true),
        (hourly, "08:00|2026-11-21T10:00", 0, false),
        (hourly, "08:00|2026-11-21T10:30", 0, true),
        (hourly + #", "done_through": "2026-11-21T10:00""#, "08:00|2026-11-21T10:00", 0, true),
        (hourly + #", "done_through": "2026-11-21T10:00""#, "08:00|2026-11-21T11:00", 0, false),
        (#""dtstart": "2026-11-21""#, "reminder|2026-11-21", 1, false),
    ]

    @Test("Late it says the same, unless it is done, no longer at that time, or comes on the day anyway", arguments: RemindersTests.lateCases)
    func late(fields: String, part: String, daysLater: Int, isNothing: Bool) throws {
        let part = NotificationID(literal: "reminders|pills|\(part)")
        let words = Reminders.lateWords(of: part, for: try reminder(fields), to: try recipient(), shownOn: part.date + daysLater)
        #expect(words == (isNothing ? .nothing : .unchanged))
        #expect(Reminders.lateWords(of: part, for: nil, to: try recipient(), shownOn: part.date) == .nothing)
    }

    private static let doneCases: [(String, String, String?)] = [
        (once, "08:00|2026-11-21", "2026-11-21T08:00:00"),
        (daily, "08:00|2026-11-22", "2026-11-22T08:00:00"),
        (hourly, "08:00|2026-11-21T10:00", "2026-11-21T10:00:00"),
        (#""dtstart": "2026-11-21""#, "reminder|2026-11-21", "2026-11-21"),
        (once, "09:00|2026-11-21", nil),
        (once + #", "done_through": "2026-11-21""#, "08:00|2026-11-21", nil),
    ]

    @Test(
        "Done writes the day, or the time where it has one; nothing where it is done already, or no longer at that time",
        arguments: RemindersTests.doneCases)
    func doneThrough(fields: String, part: String, written: String?) throws {
        let part = NotificationID(literal: "reminders|pills|\(part)")
        let one = try reminder(fields)
        #expect(Reminders.doneThrough(part, of: one, for: try recipient()) == written)
        #expect(Reminders.isAsked(part, of: one, for: try recipient()) == (written != nil || one.doneThrough != nil))
        guard let written else { return }
        let later = try reminder(fields + #", "done_through": "\#(written)""#)
        #expect(Reminders.lateWords(of: part, for: later, to: try recipient(), shownOn: part.date) == .nothing)
    }

    @Test(
        "The last one before the moment of an UNTIL is told, late too, and can be done, by whichever clock it goes",
        arguments: [
            ("Asia/Tokyo", #""dtstart": "2026-11-26T08:00""#, "08:00", "T08:00:00"),
            ("Europe/Berlin", #""dtstart": "2026-11-26T08:00", "timezone": "Asia/Tokyo""#, "08:00", "T08:00:00"),
            ("Asia/Tokyo", #""dtstart": "2026-11-26""#, "reminder", ""),
            ("Europe/Berlin", #""dtstart": "2026-11-26", "timezone": "Asia/Tokyo""#, "reminder", ""),
        ])
    func until(zoneName: String, start: String, rule: String, time: String) throws {
        // That is eight in the morning of the 28th in Tokyo.
        let fields = start + #", "rrule": "FREQ=DAILY;UNTIL=20261127T230000Z""#
        let recipient = try recipient(in: zoneName, knowing: "Asia/Tokyo")
        let done = fields + #", "done_through": "2026-11-27""#
        #expect(try Reminders.requests(from: [reminder(done)], to: recipient).skips == [])
        let over = fields + #", "done_through": "2026-11-28""#
        #expect(try Reminders.requests(from: [reminder(over)], to: recipient).skips == ["reminders|pills done"])
        let last = NotificationID(literal: "reminders|pills|\(rule)|2026-11-28")
        let later = NotificationID(literal: "reminders|pills|\(rule)|2026-11-29")
        let one = try reminder(fields)
        #expect(Reminders.lateWords(of: last, for: one, to: recipient, shownOn: last.date) == .unchanged)
        #expect(Reminders.doneThrough(last, of: one, for: recipient) == "2026-11-28\(time)")
        #expect(Reminders.lateWords(of: later, for: one, to: recipient, shownOn: later.date) == .nothing)
        #expect(Reminders.doneThrough(later, of: one, for: recipient) == nil)
    }

    @Test(
        "Late, one that stays in a zone says nothing where another comes on the person's own day, whatever day that is in its zone",
        arguments: [("20:00", 0, false), ("20:00", 1, false), ("20:00", 2, true), ("12:00", 1, true)])
    func lateInZone(time: String, daysLater: Int, isNothing: Bool) throws {
        // Eight in the evening in Toronto is two in the morning of the next day in Berlin.
        let daily = try reminder(#""dtstart": "2026-11-20T\#(time)", "rrule": "FREQ=DAILY", "timezone": "America/Toronto""#)
        let part = NotificationID(literal: "reminders|pills|\(time)|2026-11-21")
        let words = Reminders.lateWords(of: part, for: daily, to: try recipient(knowing: "America/Toronto"), shownOn: part.date + daysLater)
        #expect(words == (isNothing ? .nothing : .unchanged))
    }

    @Test("One that stays in a zone is told by its clock, and one of a zone that nobody knows says so")
    func zones() throws {
        let json = #"""
            {"reminders": {"items": [
                {"id": "call", "title": "Call", "dtstart": "2026-11-21T12:00", "timezone": "America/Toronto"},
                {"id": "far", "title": "Far", "dtstart": "2026-11-21T12:00", "timezone": "Mars/Olympus"},
                {"id": "tea", "title": "Tea", "dtstart": "2026-11-21T12:00"}, {"id": "none"}]}}
            """#
        let facts = try decoded(DomainFacts.self, from: json)
        #expect(facts.timezones == ["America/Toronto", "Mars/Olympus"])
        #expect(facts.refused == [.missingField("reminders.items[3].title")])
        var person = Person()
        person.preferences.notifyPush = true
        let recipient = try recipient()
        let context = PlanningContext(person: person, zone: recipient.zone, zones: ["America/Toronto": try zone("America/Toronto")], profile: .ios)
        let plan = Planner().plan(facts.plan(for: recipient, on: .ios).plan.requests, in: context, now: recipient.now)
        #expect(plan.lines.map(\.moment) == [Instant(literal: "2026-11-21T11:00:00Z"), Instant(literal: "2026-11-21T17:00:00Z")])
        #expect(plan.leftOut.map(\.reason) == [.unknownTimezone])
    }
}
