import BelfryDomains
import BelfryModel
import BelfryPhrases
import BelfryPlanning
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("The facts of all tenants")
struct DomainFactsTests {
    /// The household of the guide, on a Saturday morning in November.
    private let household: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        household = try String(contentsOf: root.appendingPathComponent("docs/guide/examples/household.json"), encoding: .utf8)
    }

    @Test("Every table that devices share is one tenant's, but what is the person's and what they were told; settings are one row, items many")
    func tables() {
        let (settings, items) = (Tenant.allCases.compactMap { $0.tables.settings }, Tenant.allCases.compactMap { $0.tables.items })
        #expect((settings + items).sorted { $0.rawValue < $1.rawValue } == FactTable.allCases
            .filter { $0 != .profile && $0 != .notificationReceipts }.sorted { $0.rawValue < $1.rawValue })
        #expect(settings.allSatisfy(\.isOfSettings) && !items.contains(where: \.isOfSettings))
    }

    private func person() -> Person {
        var person = Person()
        person.preferences.notifyPush = true
        person.reminderTime = CivilTime(literal: "10:00")
        return person
    }

    @Test("Three days of a household with all its tenants, as a planner plans them")
    func golden() throws {
        let facts = try decoded(DomainFacts.self, from: household)
        let berlin = try zone("Europe/Berlin")
        let now = Instant(literal: "2026-11-21T06:00:00Z")
        let platform = facts.platform(.ios)
        let answer = facts.plan(for: Recipient(person(), now: now, zone: berlin), on: platform)
        let plan = Planner().plan(answer.plan.requests, in: PlanningContext(person: person(), zone: berlin, profile: platform), now: now)
        let picture = plan.days.prefix(3).flatMap { day in
            ["\(day.date)"]
                + day.lines.map { line in
                    let parts = line.parts.map { $0.identifier.subject.split(separator: "|").dropFirst().joined(separator: "|") }
                    return "  \(berlin.civil(at: line.moment).time.shortText) \(line.category): \(parts.joined(separator: ", "))"
                }
        }
        #expect(
            picture.joined(separator: "\n") == """
                2026-11-21
                  07:01 budget_alert: food|overspending
                  08:00 reminder: pills|08:00
                  09:00 bill_overdue: dentist|overdue
                  09:00 bill_reminder: gym|day_before
                  10:00 EXPIRATION: eggs|day_before, milk|day_before
                  16:05 prayer: maghrib|2026-11-21
                  19:00 study_reminder: words|daily
                2026-11-22
                  05:38 prayer: fajr|2026-11-22
                  08:00 reminder: pills|08:00
                  09:00 bill_reminder: gym|due_day
                  10:00 EXPIRATION: milk|expiry_day, eggs|expiry_day
                  10:00 WARRANTY: drill|warranty_7_days
                  16:04 prayer: maghrib|2026-11-22
                  18:00 bill_digest: *|weekly_digest
                  19:00 study_reminder: words|daily
                2026-11-23
                  05:39 prayer: fajr|2026-11-23
                  08:00 reminder: pills|08:00
                  09:00 bill_overdue: dentist|overdue
                  10:00 EXPIRATION: eggs|day_after, milk|day_after
                  16:03 prayer: maghrib|2026-11-23
                  19:00 study_reminder: words|daily
                  19:30 reminder: bins|19:30
                """)
        #expect(answer.plan.withdrawnTexts == ["bills|phone", "pantry|bread", "reminders|tyres"])
        #expect(answer.overspent == OverspentBudgets(toldAt: ["food": Instant(literal: "2026-11-21T06:01:00Z")]))
        #expect(answer.plan.log == ["Cancelled bill reminders", "Scheduled notifications for 3/7 bills"])
        #expect(facts.refused.isEmpty)
    }

    @Test("Whatever tenants say has words: none of it is left to the words for want of better ones")
    func words() throws {
        var facts = try decoded(DomainFacts.self, from: household)
        facts.study?.settings.encouragesWhenNothingIsDue = true
        facts.study?.words = [.due(.date(CivilDate(literal: "2026-11-25")))]
        facts.prayer?.reminders.minutesBefore.fajr = 10
        facts.pantry?.items += [
            PantryItem(
                id: FactID(literal: "furnace"), name: "Furnace", expiresOn: CivilDate(literal: "2026-11-26"),
                maintenance: [MaintenanceTask(task: "Change the filter", start: CivilDate(literal: "2026-11-24"))])
        ]
        let now = Instant(literal: "2026-11-21T06:00:00Z")
        let berlin = try zone("Europe/Berlin")
        let requests = facts.plan(for: Recipient(person(), now: now, zone: berlin), on: .ios).plan.requests
        let plan = Planner().plan(requests, in: PlanningContext(person: person(), zone: berlin, profile: .ios), now: now)
        var templates: Set<String> = []
        for line in plan.lines {
            for case .facts(let facts) in line.parts.map(\.message) { templates.insert(facts.template) }
            let content = Phrases.content(of: line)
            #expect(content.title != "Reminder" && !content.body.contains("• Reminder"), "\(line.identifier)")
        }
        #expect(templates.count == 15, "\(templates.sorted())")
    }

    @Test("Only the tenants that are asked plan", arguments: Tenant.allCases)
    func one(tenant: Tenant) throws {
        let facts = try decoded(DomainFacts.self, from: household)
        let plan = facts.plan(
            [tenant], for: Recipient(person(), now: Instant(literal: "2026-11-21T06:00:00Z"), zone: try zone("Europe/Berlin")), on: .ios
        ).plan
        #expect(!plan.requests.isEmpty)
        #expect(plan.requests.allSatisfy { $0.id.domain == tenant.rawValue })
    }

    @Test("A tenant or an item that can't be used is refused by name, and the rest plans")
    func refused() throws {
        let facts = try decoded(
            DomainFacts.self,
            from: #"""
                {"bills": {"settings": {"bill_reminders_enabled": true},
                           "items": [{"id":"a","name":"A"},{"id":"b","name":"B"},{"id":"c","name":"C"},
                                     {"id":"d","name":"D","due_date":"soon"}]},
                 "study": {"items": "none"}, "pantry": null, "prayer": {"settings": {"latitude": 91, "longitude": 0}}}
                """#)
        #expect(
            facts.refused == [
                .wrongType(field: "study.items", expected: "a list"), .numberOutOfRange(field: "prayer.settings.latitude", range: -90...90),
                .wrongType(field: "bills.items[3].due_date", expected: "a date such as 2026-01-25"),
            ])
        let plan = facts.plan(for: Recipient(person(), now: .morning, zone: .utc), on: .ios).plan
        #expect(plan.skips == ["bills|a no_due_date", "bills|b no_due_date", "bills|c no_due_date"])
    }

    @Test("Of several items with one identifier the last counts, and the others are named")
    func namesakes() throws {
        let facts = try decoded(
            DomainFacts.self,
            from: #"""
                {"bills": {"settings": {"bill_reminders_enabled": true},
                           "items": [{"id":"a","name":"First","due_date":"2026-11-24"},{"id":"b","name":"B","due_date":"soon"},
                                     {"id":"a","name":"Last","due_date":"2026-11-25"}]},
                 "pantry": {"items": [{"id":"a","name":"First","used":true},{"id":"a","name":"Last","expires_on":"2026-11-25"}]},
                 "reminders": {"items": [{"id":"a","title":"First","dtstart":"2026-11-24"},{"id":"a","title":"Last","dtstart":"2026-11-25"}]}}
                """#)
        let expected = "an identifier that no later item has"
        #expect(
            facts.refused == [
                .wrongType(field: "bills.items[0].id", expected: expected),
                .wrongType(field: "bills.items[1].due_date", expected: "a date such as 2026-01-25"),
                .wrongType(field: "pantry.items[0].id", expected: expected), .wrongType(field: "reminders.items[0].id", expected: expected),
            ])
        let now = Instant(literal: "2026-11-21T06:00:00Z")
        let plan = facts.plan(for: Recipient(person(), now: now, zone: .utc), on: .ios).plan
        let digest = try #require(plan.requests.first { $0.id.rule == "weekly_digest" })
        #expect(digest.facts(on: CivilDate(literal: "2026-11-22"))?.values["names"] == .list(["Last"]))
        #expect(plan.withdrawn.isEmpty)
        #expect(plan.log == ["Scheduled notifications for 1/1 bills"])
    }

    @Test("A document without tenants plans nothing; what is no object is refused whole")
    func empty() throws {
        let facts = try decoded(DomainFacts.self, from: #"{"person": {}}"#)
        #expect(facts.plan(for: Recipient(person(), now: .morning, zone: .utc), on: .ios).plan == DomainPlan())
        #expect(problem(with: "[]", as: DomainFacts.self) != nil)
    }

    @Test("The horizon of prayer is the person's, where the platform doesn't plan anew by itself sooner")
    func horizon() throws {
        let facts = try decoded(DomainFacts.self, from: #"{"prayer":{"settings":{"latitude":0,"longitude":0,"days":12}}}"#)
        #expect(facts.platform(.ios).horizonDays(of: "prayer") == 12)
        #expect(facts.platform(.android).horizonDays(of: "prayer") == 2)
        #expect(facts.platform(.linux).horizonDays(of: "prayer") == 12)
        #expect(DomainFacts().platform(.ios) == .ios)
    }
}
