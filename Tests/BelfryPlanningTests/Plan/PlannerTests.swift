import BelfryModel
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Testing

@Suite("Planning the coming days")
struct PlannerTests: PlansInBerlin {
    @Test("a moment, a day at the person's hour, and a schedule each get their lines")
    func triggers() throws {
        let context = try context { $0.profile.horizonDays = 3 }
        let requests = [request("flight", at("2026-11-22T15:30:00Z")), request("rent", on("2026-11-23")), request("pill", try daily("20:00"))]
        #expect(
            lines(requests, context) == ["21 20:00 pill allowed", "22 16:30 flight allowed", "22 20:00 pill allowed", "23 09:00 rent allowed", "23 20:00 pill allowed"])
    }

    @Test("what has passed is not told, and what lies behind the horizon waits for a later plan")
    func outside() throws {
        let requests = [request("past", at("2026-11-21T07:00:00Z")), request("old", on("2026-10-01")), request("later", on("2026-12-24"))]
        #expect(
            try leftOut(requests, context()) == [
                "bills|past|reminder|2026-11-21 moment_passed", "bills|old|reminder|2026-10-01 moment_passed",
                "bills|later|reminder|2026-12-24 beyond_horizon",
            ])
    }

    @Test("the moment itself has passed: what is due at now is being told already")
    func dueNow() throws {
        #expect(try lines([request("rent", at("2026-11-21T08:00:00Z"))], context()) == [])
        #expect(try lines([request("rent", at("2026-11-21T08:00:01Z"))], context()) == ["21 09:00 rent allowed"])
    }

    @Test("a floating reminder follows the person, a fixed one stays where it is")
    func travel() throws {
        let fixed = FixedSchedule(
            Recurrence(start: CivilDateTime(.init(literal: "2026-11-23"), .init(literal: "09:00")), rule: nil), timezone: "Europe/Berlin")
        let requests = [request("floats", try daily("09:00", rule: "FREQ=DAILY;COUNT=1", from: "2026-11-23")), request("stays", .fixed(fixed))]
        let zones = ["Europe/Berlin": try zone("Europe/Berlin")]
        #expect(try lines(requests, context { $0.zones = zones }) == ["23 09:00 floats+stays same_moment"])
        #expect(
            try lines(requests, context("America/New_York") { $0.zones = zones }) == ["23 03:00 stays allowed", "23 09:00 floats allowed"])
    }

    @Test("a zone under its new name plans the same to the letter, so nothing pending is touched")
    func renamedZone() throws {
        let requests = [request("pill", try daily("20:00"))]
        let old = Planner().plan(requests, in: try context("Europe/Kiev"), now: now)
        let new = Planner().plan(requests, in: try context("Europe/Kyiv"), now: now)
        #expect(old == new)
        #expect(PendingDiff(from: old.lines.map(PendingRequest.init), to: new, now: now).isEmpty)
    }

    @Test("when the clocks change, a reminder in the gap comes when the gap ends, and one in the overlap once")
    func clockChanges() throws {
        let spring = Instant(literal: "2026-03-28T12:00:00Z")
        let autumn = Instant(literal: "2026-10-24T12:00:00Z")
        let context = try context { $0.profile.horizonDays = 3 }
        let requests = [request("pill", try daily("02:30", from: "2026-01-01"))]
        #expect(lines(requests, context, now: spring) == ["29 03:00 pill allowed", "30 02:30 pill allowed"])
        #expect(lines(requests, context, now: autumn) == ["25 02:30 pill allowed", "26 02:30 pill allowed"])
    }

    @Test("a fixed schedule in a zone that nobody knows is left out and says so")
    func unknownZone() throws {
        let schedule = FixedSchedule(Recurrence(start: CivilDateTime(.init(literal: "2026-11-23"), .midnight)), timezone: "Mars/Olympus")
        #expect(try leftOut([request("landing", .fixed(schedule))], context()) == ["bills|landing|reminder|2026-11-21 unknown_timezone"])
    }

    @Test("another language is other words: each pending one is replaced, and none is added or removed")
    func anotherLanguage() throws {
        let requests = [request("rent", on("2026-11-23")), request("pill", try daily("20:00"))]
        let english = Planner().plan(requests, in: try context(), now: now)
        let turkish = Planner().plan(requests, in: try context { $0.person.language = .turkish }, now: now)
        let diff = PendingDiff(from: english.lines.map(PendingRequest.init), to: turkish, now: now)
        #expect(diff.replaces.count == english.lineCount && diff.callCount == english.lineCount)
    }

    @Test("days without anything to say are passed over, though the next that has is thousands of years away")
    func distantForecast() throws {
        var words = request("words", try daily("12:00", rule: "FREQ=MINUTELY"))
        words.content = .byDay([.init(literal: "9999-12-31"): .words(title: "The end", body: "")])
        let plan = Planner().plan([words], in: try context { $0.profile.horizonDays = 1 }, now: now)
        #expect(plan.coverage == .until(Instant(literal: "9999-12-30T23:00:00Z")))
        words.trigger = try daily("12:00", rule: "FREQ=MINUTELY;UNTIL=99991230")
        #expect(Planner().plan([words], in: try context { $0.profile.horizonDays = 1 }, now: now).coverage == .complete)
    }

    @Test("content that differs by day is told on its days, and a day without has nothing to say")
    func forecast() throws {
        var words = request("words", try daily("12:00"))
        words.content = .byDay([
            .init(literal: "2026-11-21"): .words(title: "14 words", body: ""), .init(literal: "2026-11-23"): .words(title: "31 words", body: ""),
        ])
        let plan = Planner().plan([words], in: try context { $0.profile.horizonDays = 3 }, now: now)
        #expect(plan.lines.map { $0.parts[0].message } == [.words(title: "14 words", body: ""), .words(title: "31 words", body: "")])
        #expect(plan.leftOut.map(\.reason) == [.nothingToSay])
        #expect(plan.coverage == .complete)
    }

    @Test("of two requests with one identifier the later counts")
    func duplicates() throws {
        let requests = [request("rent", on("2026-11-23")), request("rent", on("2026-11-24"))]
        #expect(try lines(requests, context()) == ["24 09:00 rent allowed"])
        #expect(try leftOut(requests, context()) == ["bills|rent|reminder|2026-11-21 duplicate"])
    }

    @Test("once a request is removed, or another is put in its place, none is left out for it any more", arguments: [false, true])
    func duplicatesGone(isPlanned: Bool) throws {
        let requests = [
            request("rent", on("2026-11-23")), request("gas", on("2026-11-23")), request("gas", on("2026-11-24"), severity: .critical),
            request("gas", on("2026-11-25")), request("rent", on("2026-11-24")),
        ]
        var agenda = Agenda(requests, in: try context(), now: now)
        if isPlanned {
            let reasons = agenda.plan(now: now).unplanned.map(\.reason)
            #expect(reasons == [.duplicate, .duplicate, .duplicate])
        }
        agenda.remove(requests[0].id)
        let withoutRent = agenda.plan(now: now).unplanned.map(\.identifier.subject)
        #expect(withoutRent == [requests[1].id.text, requests[1].id.text])
        agenda.put(request("gas", on("2026-11-26")))
        let withOneGas = agenda.plan(now: now).unplanned
        #expect(withOneGas.isEmpty)
    }
}
