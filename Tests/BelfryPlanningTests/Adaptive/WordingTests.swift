import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@testable import BelfryPlanning

@Suite("In which words a plan says what it says")
struct WordingTests {
    private let monday = CivilDate(literal: "2026-01-05")
    private static let styles = ["study.daily": ["direct"], "bills.due_day": ["direct"]]

    private func line(_ template: String, on date: CivilDate, entity: String = "words") -> PlannedNotification {
        let moment = TimeZoneRules.utc.instant(of: CivilDateTime(date, CivilTime(literal: "09:00")))
        let identifier = NotificationID(subject: "\(template.prefix { $0 != "." })|\(entity)|daily", date: date)
        let part = PlannedPart(
            identifier: identifier, due: moment, expiresAt: nil,
            message: .facts(MessageFacts(template: template, values: ["count": .count(3)])), category: "study_reminder", severity: .watch,
            reason: .allowed)
        return PlannedNotification(
            identifier: identifier, moment: moment, category: "study_reminder", severity: .watch, parts: [part], reason: .allowed)
    }

    private func plan(_ lines: [PlannedNotification], days: Range<Int>) -> Plan {
        let days = days.map { offset in
            let date = monday + offset
            return PlannedDay(date: date, lines: lines.filter { TimeZoneRules.utc.civil(at: $0.moment).date == date }, leftOut: [])
        }
        return Plan(days: days, unplanned: [], coverage: .complete)
    }

    private func said(
        _ plan: Plan, _ habits: Habits = Habits(), told: [(choice: TemplateChoice, date: CivilDate)] = [], seed: UInt64 = 7
    ) -> (templates: [String], choices: [TemplateChoice]) {
        var wording = Wording(habits, styles: Self.styles, told: told, seed: seed)
        let (worded, choices) = wording.worded(plan, in: .utc)
        let templates = worded.lines.map { line in
            if case .facts(let facts) = line.parts[0].message { facts.template } else { "" }
        }
        return (templates, worded.lines.compactMap { choices[$0.identifier] })
    }

    @Test("Two styles that are equally good are both said, never the same for long, and what is chosen is written beside how likely it was")
    func both() {
        let (templates, choices) = said(plan((0..<14).map { line("study.daily", on: monday + $0) }, days: 0..<14))
        #expect(templates.count { $0 == "study.daily" } >= 4 && templates.count { $0 == "study.daily.direct" } >= 4, "\(templates)")
        #expect(choices.count == 14)
        #expect(choices.allSatisfy { $0.chances[$0.chosen] != nil && abs($0.chances.values.reduce(0, +) - 1) < 1e-9 })
    }

    @Test("The same seed says the same, and another something else")
    func seeded() {
        let week = plan((0..<7).map { line("study.daily", on: monday + $0) }, days: 0..<7)
        #expect(said(week).templates == said(week).templates)
        #expect((0..<16).contains { said(week, seed: $0).templates != said(week).templates })
    }

    @Test("The plan of the next day goes on with the same words")
    func stable() throws {
        let (templates, choices) = said(plan((0..<14).map { line("study.daily", on: monday + $0) }, days: 0..<14))
        let told = [(choice: try #require(choices.first), date: monday)]
        let next = said(plan((1..<14).map { line("study.daily", on: monday + $0) }, days: 1..<14), told: told)
        #expect(next.templates == Array(templates.dropFirst()))
    }

    @Test("A domain keeps to one style on a day, and what has no other keeps its words")
    func domains() {
        let lines = [
            line("bills.due_day", on: monday, entity: "rent"), line("bills.due_day", on: monday, entity: "gym"),
            line("prayer.time", on: monday),
        ]
        for seed in 0..<8 as Range<UInt64> {
            let (templates, choices) = said(plan(lines, days: 0..<1), seed: seed)
            #expect(templates[0] == templates[1] && templates[2] == "prayer.time")
            #expect(choices.count == 2)
        }
    }

    @Test("Words that are answered more often are said more often, once that is known")
    func learns() {
        var habits = Habits()
        let timing = AdaptiveTiming()
        let chances = ["study.direct": 0.5, "study": 0.5]
        for day in 0..<2000 {
            let isDirect = day % 2 == 0
            let isOpened = day % 20 < (isDirect ? 16 : 6)
            habits.learn(
                ReminderOutcome(
                    category: "study_reminder", toldAt: CivilDateTime(monday + day - 2000, CivilTime(literal: "09:00")),
                    response: isOpened ? .opened : .ignored,
                    wording: TemplateChoice(chosen: isDirect ? "study.direct" : "study", chances: chances)), timing)
        }
        let (templates, _) = said(plan((0..<14).map { line("study.daily", on: monday + $0) }, days: 0..<14), habits)
        #expect(templates.count { $0 == "study.daily.direct" } >= 13, "\(templates)")
    }

    @Test("With everything that a device tells of, what was learnt stays below a kilobyte")
    func size() throws {
        var habits = Habits()
        let kinds = ["bill_reminder", "bill_overdue", "bill_digest", "budget_alert", "study_reminder", "EXPIRATION", "WARRANTY", "MAINTENANCE"]
        var generator = SeededGenerator(seed: UInt64.seed())
        for step in 0..<4000 {
            let told = CivilDateTime(monday + step / 8, CivilTime(hour: Int.random(in: 7...21, using: &generator), minute: 30) ?? .midnight)
            let domain = step % 2 == 0 ? "bills" : "study"
            let names = ["\(domain)", "\(domain).direct"]
            let isOpened = Bool.random(using: &generator)
            habits.learn(
                ReminderOutcome(
                    category: kinds[step % 8], toldAt: told, response: isOpened ? .opened : .ignored, respondedAt: isOpened ? told : nil,
                    wording: TemplateChoice(
                        chosen: names[Int.random(in: 0...1, using: &generator)], chances: [names[0]: 0.07, names[1]: 0.93])), AdaptiveTiming())
        }
        let data = try JSONEncoder().encode(habits)
        #expect(data.count <= 1024, "\(data.count) bytes")
        #expect(try JSONDecoder().decode(Habits.self, from: data) == habits)
    }

    @Test("What can't be a choice is not learnt")
    func nonsense() {
        var habits = Habits()
        for choice in [
            TemplateChoice(chosen: "c", chances: ["a": 1]), TemplateChoice(chosen: "a", chances: [:]),
            TemplateChoice(chosen: "a", chances: ["a": .nan]),
            TemplateChoice(chosen: "a", chances: Dictionary(uniqueKeysWithValues: (0..<20).map { ("a\($0)", 0.05) }).merging(["a": 0]) { $1 }),
        ] {
            habits.learn(
                ReminderOutcome(
                    category: "study_reminder", toldAt: CivilDateTime(monday, CivilTime(literal: "09:00")), response: .opened, wording: choice),
                AdaptiveTiming())
        }
        #expect(habits.wordings == TemplateBandit())
    }
}
