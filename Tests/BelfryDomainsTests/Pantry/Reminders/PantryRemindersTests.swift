import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("Pantry reminders")
struct PantryRemindersTests {
    private let today = CivilDate(literal: "2026-11-21")

    private func plan(_ items: [PantryItem], _ settings: PantrySettings = PantrySettings(), at now: String = "2026-11-21T07:00:00Z") throws
        -> DomainPlan
    {
        PantryReminders.requests(from: items, for: settings, to: Recipient(now: Instant(literal: now), zone: try zone("Europe/Berlin")))
    }

    private func milk(expiresIn days: Int) -> PantryItem {
        PantryItem(id: FactID(literal: "milk"), name: "Milk", expiresOn: today + days)
    }

    @Test("Food is told of three days and one day before, on the day and the day after, each in its words")
    func food() throws {
        let plan = try plan([milk(expiresIn: 5)])
        #expect(
            plan.short == [
                "milk|day_after 2026-11-27", "milk|day_before 2026-11-25", "milk|expiry_day 2026-11-26",
                "milk|three_days_before 2026-11-23",
            ])
        #expect(
            plan.requests.compactMap { $0.facts(on: today) } == [
                MessageFacts(template: "pantry.expires_in_days", values: ["name": .text("Milk"), "count": .count(3)]),
                MessageFacts(template: "pantry.expires_tomorrow", values: ["name": .text("Milk")]),
                MessageFacts(template: "pantry.expires_today", values: ["name": .text("Milk")]),
                MessageFacts(template: "pantry.expired", values: ["name": .text("Milk")]),
            ])
        #expect(plan.requests.allSatisfy { $0.category == "EXPIRATION" && $0.digestWindow == .day })
        #expect(
            plan.requests.map(\.id.tenantIdentifier) == ["milk_three_days_before", "milk_day_before", "milk_expiry_day", "milk_day_after"])
    }

    @Test(
        "What would be told before now is not",
        arguments: [(1, "07:59", 3), (1, "08:00", 2), (0, "07:59", 2), (-1, "07:59", 1), (-1, "08:00", 0), (-2, "07:00", 0)])
    func past(days: Int, utc: String, requestCount: Int) throws {
        let plan = try plan([milk(expiresIn: days)], at: "2026-11-21T\(utc):00Z")
        #expect(plan.requests.count == requestCount)
        #expect(plan.skipped.count == 4 - requestCount)
        #expect(plan.skipped.allSatisfy { $0.reason == .momentPassed })
    }

    @Test("A warranty is told of 30 and 7 days before it ends")
    func warranty() throws {
        let drill = PantryItem(id: FactID(literal: "drill"), name: "Drill", warrantyEndsOn: today + 30)
        let plan = try plan([drill])
        #expect(plan.short == ["drill|warranty_30_days 2026-11-21", "drill|warranty_7_days 2026-12-14"])
        #expect(
            plan.requests.map { $0.facts(on: today) }
                == [30, 7].map {
                    MessageFacts(template: "pantry.warranty", values: ["name": .text("Drill"), "count": .count($0)])
                })
    }

    @Test("Maintenance comes by its rule at the person's hour, also across a change of the clocks, and ends with it")
    func maintenance() throws {
        func furnace(_ rule: String?, start: String = "2026-10-20") throws -> PantryItem {
            PantryItem(
                id: FactID(literal: "furnace"), name: "Furnace",
                maintenance: [
                    MaintenanceTask(
                        task: "Change the filter", start: CivilDate(literal: start), rule: try rule.map { try RecurrenceRule($0) })
                ])
        }
        let plan = try plan([try furnace("FREQ=WEEKLY;COUNT=3")], at: "2026-10-20T00:00:00Z")
        let request = try #require(plan.requests.first)
        guard case .floating(let schedule) = request.trigger else { return #expect(Bool(false), "it floats") }
        #expect(
            schedule.occurrences(in: try zone("Europe/Berlin")).map(\.moment.description) == [
                "2026-10-20T07:00:00Z", "2026-10-27T08:00:00Z", "2026-11-03T08:00:00Z",
            ])
        #expect(
            request.facts(on: today)
                == MessageFacts(template: "pantry.maintenance", values: ["name": .text("Furnace"), "task": .text("Change the filter")]))
        #expect(try self.plan([try furnace("FREQ=WEEKLY;COUNT=3")]).skips == ["pantry|furnace|maintenance series_over"])
        #expect(try self.plan([try furnace(nil)]).skips == ["pantry|furnace|maintenance moment_passed"])
        #expect(try self.plan([try furnace(nil, start: "2026-12-01")]).short == ["furnace|maintenance 2026-12-01T09:00"])
    }

    @Test(
        "A task whose rule ends with a moment is due for the last time on the day on which that is where the person is, whatever their hour",
        arguments: [("20261128T230000Z", 2), ("20261128T225959Z", 1), ("20261129T000000", 2), ("20261129T000000Z", 2)])
    func endOfRule(until: String, dueCount: Int) throws {
        let task = MaintenanceTask(
            task: "Change it", start: CivilDate(literal: "2026-11-22"), rule: try RecurrenceRule("FREQ=WEEKLY;UNTIL=\(until)"))
        let furnace = PantryItem(id: FactID(literal: "furnace"), name: "Furnace", maintenance: [task])
        let recipient = Recipient(now: Instant(literal: "2026-11-21T07:00:00Z"), zone: try zone("Europe/Berlin"))
        let request = try #require(try plan([furnace]).requests.first)
        guard case .floating(let schedule) = request.trigger else { return #expect(Bool(false), "it floats") }
        let expected = ["22", "29"].prefix(dueCount).map { "2026-11-\($0)T09:00:00" }
        #expect(schedule.occurrences(in: recipient.zone).map(\.civil.description) == expected)
        let words = PantryReminders.lateWords(of: "maintenance", on: today + 8, for: furnace, to: recipient, shownOn: today + 8)
        #expect(words == (dueCount == 2 ? .unchanged : .nothing))
    }

    @Test("Maintenance that is late is still told, unless it is told again that day, was done, or its thing is no more")
    func lateMaintenance() throws {
        let recipient = Recipient(now: Instant(literal: "2026-11-21T07:00:00Z"), zone: try zone("Europe/Berlin"))
        func furnace(start: String, _ rule: String) throws -> PantryItem {
            let task = MaintenanceTask(id: FactID(literal: "filter"), task: "Change it", start: CivilDate(literal: start), rule: try RecurrenceRule(rule))
            return PantryItem(id: FactID(literal: "furnace"), name: "Furnace", maintenance: [task])
        }
        func words(_ item: PantryItem?, rule: String = "maintenance_filter", shownOn day: CivilDate) -> LateWords {
            PantryReminders.lateWords(of: rule, on: today - 1, for: item, to: recipient, shownOn: day)
        }
        let monthly = try furnace(start: "2026-10-20", "FREQ=MONTHLY")
        let done = try furnace(start: "2026-12-20", "FREQ=MONTHLY")
        let daily = try furnace(start: "2026-10-20", "FREQ=DAILY")
        #expect(words(monthly, shownOn: today - 1) == .unchanged && words(monthly, shownOn: today) == .unchanged)
        #expect(words(done, shownOn: today) == .nothing, "its start was moved on")
        #expect(words(daily, shownOn: today) == .nothing, "today's says it")
        #expect(words(monthly, rule: "maintenance", shownOn: today) == .nothing && words(monthly, rule: "recall", shownOn: today) == .unchanged)
        var used = monthly
        used.isUsed = true
        #expect(words(used, shownOn: today) == .nothing && words(nil, shownOn: today) == .nothing)
    }

    @Test("What is used is taken back with all its siblings, pending and delivered, and asks for nothing")
    func used() throws {
        var milk = milk(expiresIn: 3)
        milk.isUsed = true
        let plan = try plan([milk])
        #expect(plan.requests.isEmpty)
        #expect(plan.skips == ["pantry|milk used"])
        #expect(plan.withdrawn == [NotificationScope("pantry|milk")])
        let sibling = NotificationID(subject: "pantry|milk|expiry_day", date: today)
        let neighbour = NotificationID(subject: "pantry|milkshake|expiry_day", date: today)
        #expect(plan.withdrawn.map { $0.covers(sibling) } == [true])
        #expect(plan.withdrawn.map { $0.covers(neighbour) } == [false])
    }

    @Test("A switch turns off one kind alone, and a thing without dates says so")
    func switches() throws {
        var settings = PantrySettings()
        settings.tellsExpiration = false
        let cup = PantryItem(id: FactID(literal: "cup"), name: "Cup")
        var drill = milk(expiresIn: 5)
        drill.warrantyEndsOn = today + 40
        let plan = try plan([cup, drill], settings)
        #expect(plan.requests.map(\.id.rule) == ["warranty_30_days", "warranty_7_days"])
        #expect(plan.skips.first == "pantry|cup no_dates")
        #expect(plan.skipped.dropFirst().map(\.reason) == Array(repeating: .switchedOff, count: 4))
    }

    @Test("Used and Recipes come first, because a banner shows two; Snooze is third")
    func actions() {
        #expect(NotificationCategory.expiration.actions.map(\.identifier) == ["USED", "RECIPES", "SNOOZE"])
        #expect(PantryReminders.categories.map(\.identifier) == ["EXPIRATION", "WARRANTY", "MAINTENANCE"])
    }

    @Test("Things are read from JSON: of a stamp the day counts as it is written, wherever the person is")
    func json() throws {
        let facts = try decoded(
            PantryFacts.self,
            from: #"""
                {"settings":{"warranty_reminders_enabled":false},
                 "items":[{"id":"milk","name":"Milk","category":"dairy","expires_on":"2026-11-24T23:30:00-10:00","used":false},
                          {"id":"drill","name":"Drill","warranty_ends_on":"2027-01-01"},
                          {"id":"furnace","name":"Furnace","maintenance":[{"task":"Filter","rrule":"FREQ=MONTHLY","start":"2026-01-31"}]}]}
                """#)
        #expect(facts.refused.isEmpty)
        #expect(facts.items.first?.expiresOn == CivilDate(literal: "2026-11-24"))
        #expect(!facts.settings.tellsWarranty && facts.settings.tellsExpiration)
        #expect(facts.items.last?.maintenance.first?.rule == (try RecurrenceRule("FREQ=MONTHLY;SKIP=BACKWARD")))
    }

    @Test(
        "What a package dates with a month or a year alone is good until its last day",
        arguments: [("2028-02", "2028-02-29"), ("2027-02", "2027-02-28"), ("2027-12", "2027-12-31"), ("2027", "2027-12-31")])
    func monthOrYear(text: String, expected: String) throws {
        let json = #"{"items":[{"id":"rice","name":"Rice","expires_on":"\#(text)","warranty_ends_on":"\#(text)"}]}"#
        let item = try #require(try decoded(PantryFacts.self, from: json).items.first)
        #expect(item.expiresOn?.description == expected && item.warrantyEndsOn?.description == expected)
    }

    @Test(
        "Maintenance on a day that a month doesn't have comes on its last, unless the rule leaves it out",
        arguments: [
            ("2026-01-31", "FREQ=MONTHLY", ["2026-02-28", "2026-03-31", "2026-04-30"]),
            ("2026-01-31", "FREQ=MONTHLY;SKIP=OMIT", ["2026-03-31", "2026-05-31", "2026-07-31"]),
            ("2024-02-29", "FREQ=YEARLY", ["2026-02-28", "2027-02-28", "2028-02-29"]),
        ])
    func lastDay(start: String, rule: String, expected: [String]) throws {
        let json = #"{"items":[{"id":"furnace","name":"Furnace","maintenance":[{"task":"Filter","rrule":"\#(rule)","start":"\#(start)"}]}]}"#
        let request = try #require(try plan(decoded(PantryFacts.self, from: json).items, at: "2026-02-01T00:00:00Z").requests.first)
        guard case .floating(let schedule) = request.trigger else { return #expect(Bool(false), "it floats") }
        let days = schedule.occurrences(in: try zone("Europe/Berlin"), from: Instant(literal: "2026-02-01T00:00:00Z")).prefix(3)
        #expect(days.map(\.civil.date.description) == expected)
    }

    @Test(
        "A thing that can't be used is named with its field",
        arguments: [
            (
                #"{"id":"x","name":"X","expires_on":"soon"}"#,
                Problem.wrongType(field: "items[0].expires_on", expected: "a date such as 2026-01-25")
            ),
            (
                #"{"id":"","name":"X"}"#,
                .wrongType(field: "items[0].id", expected: "an identifier of 1 to 80 bytes without “|” and control characters, and not “*”")
            ),
            (#"{"id":"x","name":"X","maintenance":[{"task":"Filter"}]}"#, .missingField("items[0].maintenance[0].start")),
            (
                #"{"id":"x","name":"X","maintenance":[{"task":"Filter","start":"2026-01-31","rrule":"FREQ=DAILY;BYHOUR=8,20"}]}"#,
                .wrongType(field: "items[0].maintenance[0].rrule", expected: "a rule that comes back at most once a day")
            ),
            (
                #"{"id":"x","name":"X","maintenance":[{"task":"A","start":"2026-01-31"},{"task":"B","start":"2026-01-31"}]}"#,
                .wrongType(field: "items[0].maintenance", expected: "an “id” of its own to each of several tasks")
            ),
        ])
    func problems(json: String, expected: Problem) throws {
        #expect(try decoded(PantryFacts.self, from: #"{"items":[\#(json)]}"#).refused == [expected])
    }
}
