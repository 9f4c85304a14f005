import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

/// Who is on duty when.
@Suite("Rotas")
struct RotaTests {
    private static let (ana, ben, cleo) = (UserID(literal: "ana"), UserID(literal: "ben"), UserID(literal: "cleo"))

    private func rota(
        _ people: [UserID?] = [ana, ben], since: String = "2026-03-23", every pace: Rota.Handovers.Pace = .weeks(1, on: .monday), at time: String = "09:00",
        overrides: [(from: String, until: String, user: UserID)] = []
    ) -> Rota {
        Rota(
            people,
            handovers: Rota.Handovers(since: CivilDate(literal: since), pace: pace, at: CivilTime(literal: time), timezone: "Europe/Rome"),
            overrides: overrides.map { Rota.Override(from: CivilDateTime(literal: $0.from), until: CivilDateTime(literal: $0.until), user: $0.user) })
    }

    private func onDuty(_ rota: Rota, at moment: String) throws -> UserID? { try rota.onDuty(at: instant(moment), in: zone("Europe/Rome")) }

    private func shifts(_ rota: Rota, from start: String, until end: String) throws -> [String] {
        try rota.shifts(from: instant(start), until: instant(end), in: zone("Europe/Rome")).map { shift in
            "\(shift.user) \(shift.from) \(shift.until)\(shift.isOverride ? " instead" : "")"
        }
    }

    @Test("Each hands over to the next at nine by the clock, also in the week in which the clock is put forward")
    func weekly() throws {
        // 09:00 is 08:00 in UTC until 29 March, and 07:00 after it.
        for (moment, user) in [
            ("2026-03-23T07:59:59Z", Self.ana), ("2026-03-23T08:00:00Z", Self.ana), ("2026-03-30T06:59:59Z", Self.ana), ("2026-03-30T07:00:00Z", Self.ben),
            ("2026-04-06T06:59:59Z", Self.ben), ("2026-04-06T07:00:00Z", Self.ana),
        ] {
            #expect(try onDuty(rota(), at: moment) == user, "\(moment)")
        }
        let expected = ["ana 2026-03-23T08:00:00Z 2026-03-30T07:00:00Z", "ben 2026-03-30T07:00:00Z 2026-04-06T07:00:00Z"]
        #expect(try shifts(rota(), from: "2026-03-25T00:00:00Z", until: "2026-04-01T00:00:00Z") == expected)
    }

    @Test("A handover in the hour that is left out comes at its end, and one in the hour that comes twice the first time")
    func gapAndOverlap() throws {
        let spring = rota(since: "2026-03-28", every: .days(1), at: "02:30")
        #expect(try onDuty(spring, at: "2026-03-29T00:59:59Z") == Self.ana)
        #expect(try onDuty(spring, at: "2026-03-29T01:00:00Z") == Self.ben)
        let autumn = rota(since: "2026-10-24", every: .days(1), at: "02:30")
        // 02:30 comes at 00:30 and at 01:30 in UTC.
        #expect(try onDuty(autumn, at: "2026-10-25T00:29:59Z") == Self.ana)
        for moment in ["2026-10-25T00:30:00Z", "2026-10-25T01:15:00Z", "2026-10-25T01:45:00Z"] { #expect(try onDuty(autumn, at: moment) == Self.ben) }
    }

    @Test("By weeks it begins in the week of its first day; before it the first is on duty, and long after it counts on")
    func counting() throws {
        let midweek = rota(since: "2026-03-26")
        #expect(try onDuty(midweek, at: "2026-03-30T07:00:00Z") == Self.ben)
        #expect(try onDuty(midweek, at: "1990-01-01T00:00:00Z") == Self.ana)
        let early = try shifts(midweek, from: "2026-03-01T00:00:00Z", until: "2026-03-24T00:00:00Z")
        #expect(early == ["ana 2026-03-01T00:00:00Z 2026-03-30T07:00:00Z"])
        let days = rota([Self.ana, Self.ben, Self.cleo], since: "2000-01-01", every: .days(1), at: "00:00")
        // 9,497 days later.
        #expect(try onDuty(days, at: "2026-01-01T12:00:00Z") == Self.cleo)
        #expect(try onDuty(rota(), at: "9999-12-31T23:59:59Z") != nil)
    }

    @Test("A rota of one has one shift after the other")
    func alone() throws {
        let expected = ["ana 2026-03-23T08:00:00Z 2026-03-30T07:00:00Z", "ana 2026-03-30T07:00:00Z 2026-04-06T07:00:00Z"]
        #expect(try shifts(rota([Self.ana]), from: "2026-03-24T00:00:00Z", until: "2026-03-31T00:00:00Z") == expected)
    }

    @Test("Who was erased leaves their turns to whoever comes next, and nobody else's move; where all were, nobody is on duty")
    func erased() throws {
        let three = rota([Self.ana, Self.ben, Self.cleo])
        let left = three.without(Self.ben)
        for (moment, user) in [("2026-03-24T00:00:00Z", Self.ana), ("2026-04-01T00:00:00Z", Self.cleo), ("2026-04-08T00:00:00Z", Self.cleo)] {
            #expect(try onDuty(left, at: moment) == user, "\(moment)")
        }
        let nobody = left.without(Self.ana).without(Self.cleo)
        #expect(try onDuty(nobody, at: "2026-03-24T00:00:00Z") == nil)
        #expect(try shifts(nobody, from: "2026-03-24T00:00:00Z", until: "2026-03-25T00:00:00Z") == [])
        #expect(left.people == [Self.ana, Self.cleo])
    }

    @Test("Of overrides that overlap the one counts that begins last; around them whoever's turn it is")
    func overrides() throws {
        let swapped = rota(overrides: [
            ("2026-03-25T10:00", "2026-03-26T10:00", Self.ben), ("2026-03-24T10:00", "2026-03-31T10:00", Self.cleo),
        ])
        let expected = [
            "ana 2026-03-23T08:00:00Z 2026-03-24T09:00:00Z", "cleo 2026-03-24T09:00:00Z 2026-03-25T09:00:00Z instead",
            "ben 2026-03-25T09:00:00Z 2026-03-26T09:00:00Z instead", "cleo 2026-03-26T09:00:00Z 2026-03-31T08:00:00Z instead",
            "ben 2026-03-31T08:00:00Z 2026-04-06T07:00:00Z",
        ]
        #expect(try shifts(swapped, from: "2026-03-23T12:00:00Z", until: "2026-04-01T00:00:00Z") == expected)
        #expect(try shifts(swapped, from: "2026-03-28T00:00:00Z", until: "2026-03-28T00:00:01Z") == [expected[3]])
        for shift in try swapped.shifts(from: instant("2026-03-20T00:00:00Z"), until: instant("2026-05-01T00:00:00Z"), in: zone("Europe/Rome")) {
            #expect(try swapped.onDuty(at: shift.from, in: zone("Europe/Rome")) == shift.user, "\(shift)")
        }
        #expect(try onDuty(swapped.without(Self.cleo), at: "2026-03-28T00:00:00Z") == Self.ana)
    }

    @Test("When they hand over reads back as it is written, the weekday that of the first day unless it is said")
    func json() throws {
        let read = { (text: String) in try JSONDecoder().decode(Rota.Handovers.self, from: Data(text.utf8)) }
        let weeks = try read(#"{"since": "2026-03-26", "handover": {"every_weeks": 2, "at": "09:00"}, "timezone": "Europe/Rome"}"#)
        #expect(weeks.pace == .weeks(2, on: .thursday))
        let days = Rota.Handovers(since: weeks.since, pace: .days(3), at: weeks.at, timezone: "Etc/\"UTC\"")
        for handovers in [weeks, days] {
            #expect(try read(handovers.json) == handovers)
            #expect(try JSONDecoder().decode(Rota.Handovers.self, from: JSONEncoder().encode(handovers)) == handovers)
        }
    }

    @Test(
        "What can't be a handover is refused by its name",
        arguments: [
            (#"{"at": "09:00"}"#, Problem.missingField("handover.every_weeks")),
            (#"{"at": "09:00", "every_days": 1, "every_weeks": 1}"#, .wrongType(field: "handover.every_days", expected: "it or “every_weeks”, not both")),
            (#"{"at": "09:00", "every_days": 1, "weekday": "mon"}"#, .wrongType(field: "handover.weekday", expected: "it beside “every_weeks” alone")),
            (#"{"at": "09:00", "every_days": 0}"#, .numberOutOfRange(field: "handover.every_days", range: 1...366)),
            (#"{"at": "09:00", "every_hours": 1}"#, .unknownName(field: "handover.every_hours", allowed: ["weekday", "at", "every_days", "every_weeks"])),
        ])
    func refused(handover: String, problem: Problem) throws {
        let text = #"{"since": "2026-03-26", "handover": \#(handover), "timezone": "Europe/Rome"}"#
        #expect(throws: problem) { try JSONDecoder().decode(Rota.Handovers.self, from: Data(text.utf8)) }
    }
}
