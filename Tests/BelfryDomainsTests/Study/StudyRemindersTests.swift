import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("Study reminders")
struct StudyRemindersTests {
    private let today = CivilDate(literal: "2026-11-21")

    private func plan(dueIn days: [Int], _ settings: StudySettings = StudySettings(), dayCount: Int = 4) throws -> DomainPlan {
        StudyReminders.requests(
            from: days.map { .due(.date(today + $0)) }, for: settings,
            to: Recipient(now: Instant(literal: "2026-11-21T07:00:00Z"), zone: try zone("Europe/Berlin")), dayCount: dayCount)
    }

    /// The numbers from today on; `-` where nothing is told, `0` for encouragement.
    private func forecast(_ plan: DomainPlan, dayCount: Int = 4) -> String {
        (0...dayCount).map { day in
            guard let facts = plan.requests.first?.facts(on: today + day) else { return "-" }
            guard case .count(let count) = facts.values["count"] else { return facts.template == "study.nothing_due" ? "0" : "?" }
            return String(count)
        }.joined(separator: " ")
    }

    @Test(
        "Each day says how many will be due by then, what is overdue among them, and one day more than planned is known",
        arguments: [
            ([0, 0, 2], "2 2 3 3 3"), ([-5, -1, 1, 1, 4], "2 4 4 4 5"), ([3], "- - - 1 1"), ([5], "- - - - -"), ([], "- - - - -"),
        ])
    func numbers(days: [Int], expected: String) throws {
        #expect(forecast(try plan(dueIn: days)) == expected)
    }

    @Test("What is due later than that is known by its first day, so that a planner knows that it goes on")
    func later() throws {
        #expect(try plan(dueIn: [9, 12]).requests.first?.facts(on: today + 9)?.values["count"] == .count(1))
    }

    @Test("A day without anything due is silent, or encourages where the person wants it")
    func encouragement() throws {
        var settings = StudySettings()
        settings.encouragesWhenNothingIsDue = true
        #expect(forecast(try plan(dueIn: [2, 2], settings)) == "0 0 2 2 2")
        #expect(forecast(try plan(dueIn: [], settings)) == "0 0 0 0 0")
    }

    @Test("One reminder a day, at the person's hour or at one of its own")
    func hour() throws {
        #expect(try plan(dueIn: [1]).short.first == "words|daily 2026-11-22T09:00")
        var settings = StudySettings()
        settings.reminderTime = CivilTime(literal: "19:30")
        #expect(
            try plan(dueIn: [2, 3], settings).short == [
                "words|daily 2026-11-23T19:30", "words|daily 2026-11-24T19:30", "words|daily 2026-11-25T19:30",
            ])
    }

    @Test("A review today changes the days to come")
    func review() throws {
        let zone = try zone("Europe/Berlin")
        let before = try decoded([StudyWord].self, from: #"["2026-11-21",{"interval_days":1,"repetitions":1,"last_review":"2026-11-20"}]"#)
        let after = try decoded([StudyWord].self, from: #"["2026-11-21",{"interval_days":2,"repetitions":2,"last_review":"2026-11-21"}]"#)
        let plans = [before, after].map {
            StudyReminders.requests(
                from: $0, for: StudySettings(), to: Recipient(now: Instant(literal: "2026-11-21T07:00:00Z"), zone: zone), dayCount: 4)
        }
        #expect(plans.map { forecast($0) } == ["2 2 2 2 2", "1 1 2 2 2"])
    }

    @Test("What is not told says why")
    func skips() throws {
        var settings = StudySettings()
        #expect(try plan(dueIn: []).skips == ["study|words nothing_due"])
        let new = StudyReminders.requests(
            from: [.new, .due(.date(today))], for: settings, to: Recipient(now: .morning, zone: .utc), dayCount: 2)
        #expect(new.skips == ["study|words never_reviewed"])
        settings.isEnabled = false
        let off = try plan(dueIn: [1], settings)
        #expect(off.requests.isEmpty && off.skips == ["study switched_off"] && off.withdrawnTexts == ["study"])
    }

    @Test("Words and settings are read from JSON, and a bad word spoils no other")
    func json() throws {
        let facts = try decoded(
            StudyFacts.self,
            from: #"""
                {"settings":{"reminder_time":"07:15","encourage_when_nothing_due":true,"desired_retention":0.85,"decay":0.5},
                 "items":["2026-11-21",7,{"due":"2026-11-22T10:00:00Z"},{"repetitions":-1}]}
                """#)
        #expect(facts.words == [.due(.date(today)), .due(.moment(Instant(literal: "2026-11-22T10:00:00Z")))])
        #expect(facts.refused.map(\.field) == ["items[1]", "items[3].repetitions"])
        #expect(facts.settings.reminderTime == CivilTime(literal: "07:15"))
        #expect(facts.settings.encouragesWhenNothingIsDue && facts.settings.desiredRetention == 0.85)
        #expect(facts.settings.curve == ForgettingCurve(decay: 0.5))
        #expect(
            problem(with: #"{"settings":{"desired_retention":1}}"#, as: StudyFacts.self)
                == .numberOutOfRange(field: "settings.desired_retention", range: 0.7...0.99))
    }
}
