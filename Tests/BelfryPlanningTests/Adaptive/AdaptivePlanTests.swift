import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPlanning

@Suite("A plan with learnt hours")
struct AdaptivePlanTests {
    /// A Monday, before anything of the day is due.
    private let now = Instant(literal: "2026-02-02T05:00:00Z")
    private let today = CivilDate(literal: "2026-02-02")

    /// Somebody who has read everything at six in the evening for five weeks, and never a tip.
    private func context(_ adaptive: AdaptiveTiming? = AdaptiveTiming(tries: false)) -> PlanningContext {
        var person = Person(adaptive: adaptive)
        person.preferences.notifyPush = true
        var habits = Habits()
        for day in (1...35).reversed() {
            let told = CivilDateTime(today - day, CivilTime(literal: "08:00"))
            let read = CivilDateTime(today - day, CivilTime(literal: "18:10"))
            habits.learn(ReminderOutcome(category: "bills", toldAt: told, response: .acted, respondedAt: read), AdaptiveTiming())
            habits.learn(ReminderOutcome(category: "tips", toldAt: told, response: .ignored), AdaptiveTiming())
        }
        return PlanningContext(person: person, zone: .utc, profile: .linux, habits: habits)
    }

    private func request(
        _ rule: String, _ trigger: Trigger, category: String = "bills", severity: Severity = .watch, validFor: Duration? = nil,
        mayMove: Bool = false
    ) throws -> NotificationRequest {
        NotificationRequest(
            id: try #require(RequestID(domain: "bills", entity: "rent", rule: rule)), trigger: trigger,
            content: .same(.words(title: rule, body: "")), category: category, severity: severity, validFor: validFor, mayMoveWithinDay: mayMove)
    }

    private func line(_ request: NotificationRequest, _ context: PlanningContext) throws -> (time: String, reason: Reason) {
        let line = try #require(Planner().plan([request], in: context, now: now).lines.first)
        return (context.zone.civil(at: line.moment).time.shortText, line.reason)
    }

    @Test("what names a day comes at the learnt hour and says so; without the switch at the person's own")
    func day() throws {
        let request = try request("day", .day(today + 1))
        let learnt = try line(request, context())
        #expect(learnt.reason == .learntHour)
        #expect(["17:00", "17:30", "18:00", "18:30", "19:00"].contains(learnt.time), "\(learnt.time)")
        #expect(try line(request, context(nil)) == ("09:00", .allowed))
    }

    @Test("a moment, a schedule of its own time, and what is critical are never moved")
    func fixed() throws {
        let schedule = FloatingSchedule(Recurrence(start: CivilDateTime(today + 1, CivilTime(literal: "11:00"))))
        #expect(try line(request("moment", .moment(Instant(literal: "2026-02-03T10:00:00Z"))), context()) == ("10:00", .allowed))
        #expect(try line(request("schedule", .floating(schedule)), context()) == ("11:00", .allowed))
        #expect(try line(request("critical", .day(today + 1), severity: .critical), context()) == ("09:00", .allowed))
        #expect(try line(request("movable", .floating(schedule), mayMove: true), context()).reason == .learntHour)
    }

    @Test("nothing is moved behind the end of its validity")
    func validity() throws {
        let short = try line(request("short", .day(today + 1), validFor: .seconds(3 * 3600)), context())
        #expect(short.time < "12:00" && short.reason == .learntHour, "\(short)")
        #expect(try line(request("none", .day(today + 1), validFor: .seconds(0)), context()).time < "09:00")
    }

    @Test("quiet hours hold at the learnt hour too")
    func quietHours() throws {
        var context = context()
        context.person.preferences.quietHours = DailyWindow(start: CivilTime(literal: "16:00"), end: CivilTime(literal: "20:00"))
        let line = try line(request("day", .day(today + 1)), context)
        #expect(line.time < "16:00" || line.time >= "20:00", "\(line.time)")
        #expect(line.reason == .learntHour)
    }

    @Test("of what is ignored a share is left out, each with its reason, and never what is critical")
    func thinning() throws {
        let context = context()
        let tips = try (0..<14).map { try request("tip\($0)", .day(today + $0), category: "tips") }
        let plan = Planner().plan(tips, in: context, now: now)
        let leftOut = plan.leftOut.filter { $0.reason == .ignoredLately }
        #expect((2...11).contains(leftOut.count), "\(leftOut.count)")
        #expect(plan.lineCount + leftOut.count == 14)
        #expect(Planner().plan(tips.reversed(), in: context, now: now) == plan)
        let critical = try (0..<14).map { try request("recall\($0)", .day(today + $0), category: "tips", severity: .critical) }
        #expect(Planner().plan(critical, in: context, now: now).lineCount == 14)
        #expect(Planner().plan(tips, in: self.context(nil), now: now).lineCount == 14)
    }

    @Test("a plan made later on the same day keeps the hours")
    func stable() throws {
        let request = try request("day", .day(today))
        let plan = { Planner().plan([request], in: context(AdaptiveTiming(seed: 7)), now: $0) }
        #expect(plan(now).lines == plan(now + .seconds(4 * 3600)).lines)
    }

    @Test("a document may switch it on, set its bounds and bring what was learnt")
    func document() throws {
        let habits = String(decoding: try JSONEncoder().encode(context().habits), as: UTF8.self)
        let json = """
            {"now": "2026-02-02T05:00:00Z", "habits": \(habits),
             "person": {"adaptive": {"earliest": "10:00", "latest": "16:00", "tries": false}},
             "requests": [{"domain": "pantry", "entity": "milk", "title": "Milk", "on": "2026-02-03"},
                          {"domain": "study", "entity": "words", "title": "Words", "dtstart": "2026-02-02", "rrule": "FREQ=DAILY;COUNT=2"}]}
            """
        let inputs = try JSONDecoder().decode(PlanInputs.self, from: Data(json.utf8))
        let plan = Planner().plan(inputs.requests, in: try inputs.context { _ in .utc }, now: inputs.now)
        #expect(plan.lineCount == 3)
        for line in plan.lines {
            let time = CivilDateTime(utc: line.moment).time
            #expect(time >= CivilTime(literal: "10:00") && time < CivilTime(literal: "16:00"), "\(time)")
            #expect(line.reason == .learntHour)
        }
    }

    @Test(
        "settings that make no sense are refused",
        arguments: [#"{"weekend": [7]}"#, #"{"least_percents": {"tips": 101}}"#, #"{"earliest": "25:00"}"#, #""on""#])
    func refuses(_ adaptive: String) {
        let json = #"{"now": "2026-02-02T05:00:00Z", "person": {"adaptive": \#(adaptive)}}"#
        #expect(throws: (any Error).self) { try JSONDecoder().decode(PlanInputs.self, from: Data(json.utf8)) }
    }

    @Test("on and off are words enough", arguments: [("true", true), ("false", false), ("null", false)])
    func oneSwitch(_ text: String, _ isOn: Bool) throws {
        let json = #"{"now": "2026-02-02T05:00:00Z", "person": {"adaptive": \#(text)}}"#
        #expect(try JSONDecoder().decode(PlanInputs.self, from: Data(json.utf8)).person.adaptive == (isOn ? AdaptiveTiming() : nil))
    }
}
