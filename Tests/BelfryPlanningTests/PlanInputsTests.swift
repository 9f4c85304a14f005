import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("The document of a plan")
struct PlanInputsTests {
    private func inputs(_ json: String) throws -> PlanInputs { try decoded(PlanInputs.self, from: json) }

    private func problem(_ json: String) -> Problem? {
        do {
            _ = try decoded(PlanInputs.self, from: json)
            return nil
        } catch {
            return error
        }
    }

    @Test("only now must be there; a device may notify where nothing is said, and iOS is the narrowest platform")
    func defaults() throws {
        let inputs = try inputs(#"{"now": "2026-11-21T07:00:00Z"}"#)
        #expect(inputs.person.preferences.notifyPush)
        #expect(inputs.person.reminderTime == CivilTime(literal: "09:00"))
        #expect(inputs.platform == .ios)
        #expect(inputs.requests.isEmpty && inputs.refused.isEmpty && inputs.pending == nil)
    }

    @Test("a person says what they want, how often, and what they have hidden")
    func person() throws {
        let inputs = try inputs(
            #"""
            {"now": "2026-11-21T07:00:00Z", "person": {"timezone": "Europe/Berlin", "notify_push": false, "reminder_time": "08:15",
             "daily_max": 5, "throttles": [{"category": "bills", "count": 2, "window_minutes": 60}], "mutes": [{"scope": "study"}],
             "dismissals": [{"scope": "pantry|milk", "at": "2026-11-20T07:00:00Z"}],
             "snoozes": [{"identifier": "bills|rent|due_day|2026-11-21", "until": "2026-11-21T19:00:00Z"}]}}
            """#)
        #expect(inputs.person.preferences.timezone == "Europe/Berlin")
        #expect(!inputs.person.preferences.notifyPush)
        #expect(inputs.person.reminderTime == CivilTime(literal: "08:15"))
        #expect(inputs.person.preferences.dailyCountMax == 5)
        #expect(inputs.person.throttles == [Throttle(category: "bills", countMax: 2, window: .seconds(3600))])
        #expect(inputs.person.mutes.map(\.scope.text) == ["study"])
        #expect(inputs.person.dismissals.map(\.scope.text) == ["pantry|milk"])
        #expect(inputs.person.snoozes.map(\.identifier.date) == [CivilDate(literal: "2026-11-21")])
    }

    @Test("a person is told in their language, in English where they name none, and a language that Belfry doesn't speak is refused")
    func language() throws {
        func language(_ json: String) throws -> Language {
            try inputs(#"{"now": "2026-11-21T07:00:00Z", "person": {"language": \#(json)}}"#).person.language
        }
        #expect(try language("null") == .english)
        #expect(try language(#""ar-EG""#) == .arabic)
        #expect(throws: Problem.unknownValue(field: "person.language", allowed: ["en", "ar", "de", "fr", "es", "tr"])) {
            try language(#""nl""#)
        }
    }

    @Test("a platform is a name, or a name with what is different")
    func platform() throws {
        func platform(_ json: String) throws -> PlatformProfile { try inputs(#"{"now": "2026-11-21T07:00:00Z", "platform": \#(json)}"#).platform }
        #expect(try platform(#""android""#) == .android)
        var changed = PlatformProfile.ios
        changed.reserve = 6
        changed.horizonDaysByDomain = ["prayer": 12]
        #expect(try platform(#"{"name": "ios", "reserve": 6, "horizon_days_by_domain": {"prayer": 12}}"#) == changed)
        #expect(try platform(#"{"name": "ios", "pending_ceiling": null}"#).budget == nil)
    }

    @Test("a request says when in one of four ways")
    func requests() throws {
        let inputs = try inputs(
            #"""
            {"now": "2026-11-21T07:00:00Z", "person": {"reminder_time": "08:00"}, "requests": [
              {"domain": "a", "entity": "1", "at": "2026-11-22T07:00:00Z", "title": "A"},
              {"domain": "a", "entity": "2", "on": "2026-11-22", "title": "A", "body": "B", "severity": "critical", "valid_minutes": 30},
              {"domain": "a", "entity": "3", "dtstart": "2026-11-22", "rrule": "FREQ=DAILY", "title": "A", "digest": "day"},
              {"domain": "a", "entity": "4", "rule": "x", "category": "c", "dtstart": "2026-11-22T10:00:00", "timezone": "Asia/Tokyo",
               "forecast": {"2026-11-22": {"title": "T"}}}]}
            """#)
        #expect(inputs.refused.isEmpty)
        #expect(inputs.requests.map(\.id.text) == ["a|1|reminder", "a|2|reminder", "a|3|reminder", "a|4|x"])
        #expect(inputs.requests[0].trigger == .moment(Instant(literal: "2026-11-22T07:00:00Z")))
        #expect(inputs.requests[1].trigger == .day(CivilDate(literal: "2026-11-22")))
        #expect(inputs.requests[1].validFor == .seconds(1800))
        let daily = Recurrence(
            start: CivilDateTime(.init(literal: "2026-11-22"), .init(literal: "08:00")), rule: try RecurrenceRule("FREQ=DAILY"), fallsOnDays: true)
        #expect(inputs.requests[2].trigger == .floating(FloatingSchedule(daily)))
        let once = Recurrence(start: CivilDateTime(.init(literal: "2026-11-22"), .init(literal: "10:00")))
        #expect(inputs.requests[3].trigger == .fixed(FixedSchedule(once, timezone: "Asia/Tokyo")))
        #expect(inputs.requests[3].content == .byDay([CivilDate(literal: "2026-11-22"): .words(title: "T", body: "")]))
        #expect(inputs.timezones == ["UTC", "Asia/Tokyo"])
    }

    @Test(
        "a start that is a day comes for the last time on the day on which UNTIL is, one with a time at the last one before it",
        arguments: [
            ("2026-11-22", "20261123T073000Z", 2), ("2026-11-22", "20261123T230000Z", 3), ("2026-11-22", "20261123T060000", 2),
            ("2026-11-22T09:00:00", "20261123T073000Z", 1), ("2026-11-22T09:00:00", "20261123T080000Z", 2),
        ])
    func until(start: String, until: String, count: Int) throws {
        let request = #"{"domain": "a", "entity": "1", "title": "A", "dtstart": "\#(start)", "rrule": "FREQ=DAILY;UNTIL=\#(until)"}"#
        let inputs = try inputs(#"{"now": "2026-11-21T07:00:00Z", "requests": [\#(request)]}"#)
        guard case .floating(let schedule)? = inputs.requests.first?.trigger else {
            Issue.record("no floating schedule")
            return
        }
        let berlin = try zone("Europe/Berlin")
        #expect(Array(schedule.occurrences(in: berlin)).count == count)
    }

    @Test("a request that can't be used is refused by the name of its field, and the others are planned")
    func refused() throws {
        let inputs = try inputs(
            #"""
            {"now": "2026-11-21T07:00:00Z", "requests": [
              {"domain": "a", "entity": "1", "title": "A"},
              {"domain": "a|b", "entity": "1", "title": "A", "on": "2026-11-22"},
              {"domain": "a", "entity": "1", "title": "A", "dtstart": "2026-11-22", "rrule": "FREQ=MONTHLY;BYMONTHDAY=32"},
              {"domain": "a", "entity": "1", "title": "A", "on": "2026-02-30"},
              {"domain": "a", "entity": "1", "on": "2026-11-22"},
              {"domain": "a", "entity": "1", "title": "A", "on": "2026-11-22", "severity": "loud"}, 7,
              {"domain": "a", "entity": "1", "title": "A", "on": "2026-11-22", "valid_minutes": 0},
              {"domain": "a", "entity": "1", "title": "A", "on": "2026-11-22"}]}
            """#)
        #expect(inputs.requests.count == 1)
        #expect(
            inputs.refused.map { "\($0.code) \($0.field ?? "")" } == [
                "missing_field requests[0].at” or “on” or “dtstart", "wrong_type requests[1].domain", "bad_recurrence requests[2].rrule",
                "wrong_type requests[3].on", "missing_field requests[4].title", "unknown_value requests[5].severity", "wrong_type requests[6]",
                "number_out_of_range requests[7].valid_minutes",
            ])
    }

    @Test("a rule that comes back more than once a minute is refused, also where it is written by the day")
    func tooOften() throws {
        func list(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }
        let rules = [
            "FREQ=MINUTELY;BYSECOND=0,30", "FREQ=DAILY;BYHOUR=\(list(24));BYMINUTE=\(list(60));BYSECOND=\(list(60))", "FREQ=MINUTELY",
            "FREQ=HOURLY;BYMINUTE=\(list(60))",
        ]
        let requests = rules.map { #"{"domain":"a","entity":"1","title":"A","dtstart":"2026-11-22T08:00:00","rrule":"\#($0)"}"# }
        let inputs = try inputs(#"{"now":"2026-11-21T07:00:00Z","requests":[\#(requests.joined(separator: ","))]}"#)
        #expect(inputs.refused.map { "\($0.code) \($0.field ?? "")" } == ["wrong_type requests[0].rrule", "wrong_type requests[1].rrule"])
        #expect(inputs.requests.count == 2)
    }

    @Test("more than some ten thousand notifications are no plan: they are counted before they are laid out")
    func tooMany() throws {
        func check(_ rule: String, days: Int) throws {
            let inputs = try inputs(
                #"""
                {"now": "2026-11-21T07:00:00Z", "platform": {"name": "linux", "horizon_days": \#(days)},
                 "requests": [{"domain": "a", "entity": "1", "title": "A", "dtstart": "2026-11-01T08:00:00", "rrule": "\#(rule)"}]}
                """#)
            try inputs.context { _ in .utc }.checkSize(of: inputs.requests, now: inputs.now)
        }
        try check("FREQ=MINUTELY", days: 30)
        #expect(throws: Problem.tooManyItems(countMax: 50_000)) { try check("FREQ=MINUTELY", days: 60) }
        #expect(throws: Problem.tooManyItems(countMax: 50_000)) { try check("FREQ=HOURLY;BYMINUTE=0,1,2,3,4,5,6,7,8,9", days: 366) }
    }

    @Test(
        "what is wrong with the rest refuses the whole, by the name of its field",
        arguments: [
            ("{}", "missing_field", "now"), (#"{"now": "soon"}"#, "wrong_type", "now"),
            (#"{"now": "2026-11-21T07:00:00Z", "platform": "pager"}"#, "unknown_value", "platform"),
            (#"{"now": "2026-11-21T07:00:00Z", "platform": {"horizon_days": 0}}"#, "number_out_of_range", "platform.horizon_days"),
            (#"{"now": "2026-11-21T07:00:00Z", "person": {"daily_max": -1}}"#, "number_out_of_range", "person.daily_max"),
            (#"{"now": "2026-11-21T07:00:00Z", "person": {"mutes": [{"scope": ""}]}}"#, "wrong_type", "person.mutes[0].scope"),
        ])
    func wrong(_ json: String, _ code: String, _ field: String) {
        #expect(problem(json)?.code == code)
        #expect(problem(json)?.field == field)
    }

    @Test("a zone that the system doesn't know is refused, for the person")
    func unknownZone() throws {
        let inputs = try inputs(#"{"now": "2026-11-21T07:00:00Z", "person": {"timezone": "Mars/Olympus"}}"#)
        #expect(throws: Problem.unknownTimezone(field: "person.timezone")) { try inputs.context { _ in nil } }
    }

    @Test("what is pending is read as it was written")
    func pending() throws {
        let line = PendingRequest(
            identifier: try #require(NotificationID("digest|bills|2026-11-21T18:00")), moment: .evening, fingerprint: .max,
            promises: [.init(identifier: try #require(NotificationID("bills|rent|due_day|2026-11-21")), due: .morning)])
        let json = String(decoding: try JSONEncoder().encode([line]), as: UTF8.self)
        #expect(try inputs(#"{"now": "2026-11-21T07:00:00Z", "pending": \#(json)}"#).pending == [line])
    }
}
