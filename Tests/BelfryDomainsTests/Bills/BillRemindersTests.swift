import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("Bill reminders")
struct BillRemindersTests {
    /// A Saturday.
    private let today = CivilDate(literal: "2026-11-21")

    private var settings: BillSettings {
        var settings = BillSettings()
        settings.isEnabled = true
        settings.hasWeeklyDigest = false
        return settings
    }

    private func bill(_ id: String = "rent", dueIn days: Int?, _ change: (inout Bill) -> Void = { _ in }) -> Bill {
        var bill = Bill(id: FactID(literal: id), name: id, amount: 124_000, currency: "EUR", dueDate: days.map { today + $0 })
        change(&bill)
        return bill
    }

    private func plan(
        _ bills: [Bill], _ settings: BillSettings? = nil, at clock: String = "08:00", isRescheduling: Bool = false
    ) throws -> DomainPlan {
        let zone = try zone("Europe/Berlin")
        return BillReminders.requests(
            from: bills, for: settings ?? self.settings,
            to: Recipient(now: zone.instant(of: CivilDateTime(today, CivilTime(literal: clock))), zone: zone),
            isRescheduling: isRescheduling)
    }

    @Test(
        "The day before and on the day, at the person's hour, as long as that lies ahead and is near enough",
        arguments: [
            (1, "08:00", ["rent|day_before 2026-11-21T09:00", "rent|due_day 2026-11-22T09:00"]),
            (1, "09:00", ["rent|due_day 2026-11-22T09:00"]),
            (0, "08:59", ["rent|due_day 2026-11-21T09:00"]),
            (0, "09:00", []),
            (14, "08:00", ["rent|day_before 2026-12-04T09:00", "rent|due_day 2026-12-05T09:00"]),
            (15, "08:00", []),
            (20, "08:00", []),
        ])
    func window(days: Int, clock: String, expected: [String]) throws {
        #expect(try plan([bill(dueIn: days)], at: clock).short == expected)
    }

    @Test("What waits for a later pass says when that would be, so that nobody takes the plan for complete")
    func later() throws {
        #expect(try plan([bill(dueIn: 14)]).laterDue == nil)
        #expect(try plan([bill("far", dueIn: 30), bill(dueIn: 20)]).laterDue == Instant(literal: "2026-12-10T08:00:00Z"))
        let monthly = try RecurrenceRule("FREQ=MONTHLY")
        #expect(try plan([bill(dueIn: 2) { $0.rule = monthly }]).laterDue == Instant(literal: "2026-12-22T08:00:00Z"))
        #expect(try plan([bill(dueIn: 20) { $0.isAutoPay = true }]).laterDue == nil)
    }

    @Test("Whatever is not reminded of has a reason of its own")
    func exclusions() throws {
        let bills = [
            bill("salary", dueIn: 1) { $0.type = "income" }, bill("gone", dueIn: 1) { $0.isDeleted = true },
            bill("paid", dueIn: 1) { $0.isCompleted = true }, bill("power", dueIn: 1) { $0.isAutoPay = true }, bill("some day", dueIn: nil),
            bill("old", dueIn: -20), bill("far", dueIn: 15),
        ]
        let plan = try plan(bills)
        #expect(plan.requests.isEmpty)
        #expect(
            plan.skips == [
                "bills|salary not_an_expense", "bills|gone deleted", "bills|paid completed", "bills|power auto_pay",
                "bills|some day no_due_date", "bills|old past_due", "bills|far due_later",
            ])
    }

    @Test("A moment that has passed, and a rule that is switched off, say so")
    func partlySkipped() throws {
        #expect(try plan([bill(dueIn: 0)]).skips == ["bills|rent|day_before moment_passed"])
        var settings = settings
        settings.notifiesOneDayBefore = false
        let plan = try plan([bill(dueIn: 3)], settings)
        #expect(plan.short == ["rent|due_day 2026-11-24T09:00"])
        #expect(plan.skips == ["bills|rent|day_before switched_off"])
    }

    @Test("What is paid or deleted is taken back, pending and delivered")
    func withdrawn() throws {
        let plan = try plan([
            bill("paid", dueIn: 1) { $0.isCompleted = true }, bill("gone", dueIn: 1) { $0.isDeleted = true }, bill(dueIn: 1),
        ])
        #expect(plan.withdrawnTexts == ["bills|paid", "bills|gone"])
    }

    @Test("Nothing is told until the person wants it")
    func disabled() throws {
        let plan = try plan([bill(dueIn: 1)], BillSettings())
        #expect(plan.requests.isEmpty)
        #expect(plan.skips == ["bills switched_off"])
        #expect(plan.withdrawnTexts == ["bills"])
        #expect(plan.log == ["Bill reminders disabled, skipping notification scheduling"])
    }

    @Test("The log says to the letter what was done")
    func log() throws {
        let bills = [
            bill("a", dueIn: 1), bill("b", dueIn: 2), bill("c", dueIn: 14), bill("d", dueIn: 20),
            bill("e", dueIn: 1) { $0.isCompleted = true },
        ]
        #expect(
            try plan(bills, isRescheduling: true).log == [
                "Cancelled bill reminders", "Scheduled notifications for 3/5 bills", "Rescheduled all bill reminders",
            ])
        #expect(try plan([bill(dueIn: 0)], at: "10:00").log == ["Scheduled notifications for 0/1 bills"])
    }

    @Test("A recurring bill is reminded of each time that it is due in the window, on the last valid day of a month")
    func recurring() throws {
        let rule = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD")
        let rent = bill(dueIn: nil) {
            $0.dueDate = CivilDate(literal: "2026-01-31")
            $0.rule = rule
        }
        #expect(try plan([rent]).short == ["rent|day_before 2026-11-29T09:00", "rent|due_day 2026-11-30T09:00"])
        let weekly = bill("piano", dueIn: 0) { $0.rule = try? RecurrenceRule("FREQ=WEEKLY") }
        #expect(
            try plan([weekly], at: "12:00").short == [
                "piano|day_before 2026-11-27T09:00", "piano|day_before 2026-12-04T09:00", "piano|due_day 2026-11-28T09:00",
                "piano|due_day 2026-12-05T09:00",
            ])
        let over = bill("loan", dueIn: -60) { $0.rule = try? RecurrenceRule("FREQ=MONTHLY;COUNT=2") }
        #expect(try plan([over]).skips == ["bills|loan series_over"])
    }

    @Test("Moved on to the end of a shorter month, a bill of the 31st is due on the 31st again where its rule names the day")
    func movedOn() throws {
        let zone = try zone("Europe/Berlin")
        let now = zone.instant(of: CivilDateTime(CivilDate(literal: "2026-12-25"), CivilTime(literal: "08:00")))
        func dueDays(_ text: String) throws -> [String] {
            let rule = try RecurrenceRule(text)
            let rent = bill(dueIn: nil) {
                $0.dueDate = CivilDate(literal: "2026-11-30")
                $0.rule = rule
            }
            var settings = self.settings
            settings.notifiesOneDayBefore = false
            settings.notifiesOverdue = false
            return BillReminders.requests(from: [rent], for: settings, to: Recipient(now: now, zone: zone)).short
        }
        #expect(try dueDays("FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD") == ["rent|due_day 2026-12-31T09:00"])
        #expect(try dueDays("FREQ=MONTHLY;SKIP=BACKWARD") == ["rent|due_day 2026-12-30T09:00"])
    }

    @Test("The hour is the person's own by their clock, also where the clocks change or leave it out")
    func clockChanges() throws {
        let berlin = try zone("Europe/Berlin")
        var settings = settings
        settings.reminderTime = CivilTime(literal: "02:30")
        // On 29 March 2026 clocks go from 2:00 to 3:00: half past two is told at three, and until then lies ahead.
        let rent = Bill(id: FactID(literal: "rent"), name: "Rent", dueDate: CivilDate(literal: "2026-03-29"))
        func requests(_ now: String) -> DomainPlan {
            BillReminders.requests(from: [rent], for: settings, to: Recipient(now: Instant(literal: now), zone: berlin))
        }
        #expect(requests("2026-03-29T00:59:59Z").short == ["rent|due_day 2026-03-29T02:30"])
        #expect(requests("2026-03-29T01:00:00Z").short == [])
    }

    @Test(
        "A rule that ends with a moment is over after the day on which that is where the person is",
        arguments: [
            ("Europe/Berlin", "20261128T230000Z", 2), ("Europe/Berlin", "20261128T225959Z", 1), ("Asia/Tokyo", "20261128T150000Z", 2),
            ("America/Los_Angeles", "20261129T075959Z", 1), ("America/Los_Angeles", "20261129T000000Z", 2),
            ("America/Los_Angeles", "20261128", 1),
        ])
    func endOfRule(zoneName: String, until: String, dueCount: Int) throws {
        let zone = try zone(zoneName)
        let recipient = Recipient(now: zone.instant(of: CivilDateTime(today, CivilTime(literal: "08:00"))), zone: zone)
        var settings = settings
        settings.hasWeeklyDigest = true
        // On 22 and, where it goes on, on 29 November.
        let rent = bill(dueIn: 1) { $0.rule = try? RecurrenceRule("FREQ=WEEKLY;UNTIL=\(until)") }
        let plan = BillReminders.requests(from: [rent], for: settings, to: recipient)
        #expect(plan.short.filter { $0.contains("due_day") } == ["22", "29"].prefix(dueCount).map { "rent|due_day 2026-11-\($0)T09:00" })
        #expect(plan.short.contains("*|weekly_digest 2026-11-22T18:00") == (dueCount == 2))
        let words = BillReminders.lateWords(
            of: "due_day", on: today + 8, for: rent, settings, to: recipient, shownOn: today + 8)
        #expect(words == (dueCount == 2 ? .unchanged : .nothing))
    }

    @Test("They say the name, and the amount in the bill's currency or the person's, where somebody knows it")
    func words() throws {
        var settings = settings
        let dollars = try plan([bill(dueIn: 1) { $0.currency = "USD" }], settings)
        #expect(
            dollars.requests.first?.facts(on: today)
                == MessageFacts(
                    template: "bills.day_before", values: ["name": .text("rent"), "amount": .money(minorUnits: 124_000, currency: "USD")]))
        let unknown = try plan([bill(dueIn: 1) { $0.currency = nil }], settings)
        #expect(unknown.requests.last?.facts(on: today) == MessageFacts(template: "bills.due_day", values: ["name": .text("rent")]))
        settings.currency = "JPY"
        let yen = try plan([bill(dueIn: 1) { $0.currency = nil }], settings)
        #expect(yen.requests.last?.facts(on: today)?.values["amount"] == .money(minorUnits: 124_000, currency: "JPY"))
    }

    @Test(
        "An overdue bill is told of on days 1, 3, 7 and 14 after it was due",
        arguments: [
            (0, [Int]()), (-1, [1, 3, 7, 14]), (-2, [3, 7, 14]), (-3, [3, 7, 14]), (-7, [7, 14]), (-8, [14]), (-14, [14]), (-15, []),
        ])
    func overdue(days: Int, steps: [Int]) throws {
        let plan = try plan([bill(dueIn: days)])
        let due = today + days
        #expect(plan.short.filter { $0.contains("overdue") } == steps.map { "rent|overdue \(due + $0)T09:00" }.sorted())
        let request = plan.requests.first { $0.id.rule == "overdue" }
        for step in steps { #expect(request?.facts(on: due + step)?.values["count"] == .count(step)) }
    }

    @Test("A recurring bill is overdue after each due date that was missed, and of those that meet on a day the earliest is told of")
    func missedAgain() throws {
        func overdue(_ bill: Bill) throws -> [String: Int] {
            let plan = try plan([bill])
            guard let request = plan.requests.first(where: { $0.id.rule == "overdue" }) else { return [:] }
            let days = (-20...20).map { today + $0 }.filter { request.content.hasMessage(on: $0) }
            #expect(plan.short.filter { $0.contains("overdue") } == days.map { "rent|overdue \($0)T09:00" })
            return Dictionary(uniqueKeysWithValues: days.map { day in
                guard case .count(let count)? = request.facts(on: day)?.values["count"] else { return ("\(day)", 0) }
                return ("\(day)", count)
            })
        }
        // Due on 20 September, 20 October and 20 November, which was yesterday.
        let monthly = bill(dueIn: nil) {
            $0.dueDate = CivilDate(literal: "2026-09-20")
            $0.rule = try? RecurrenceRule("FREQ=MONTHLY")
        }
        #expect(try overdue(monthly) == ["2026-11-21": 1, "2026-11-23": 3, "2026-11-27": 7, "2026-12-04": 14])
        // Due on 13 and 20 November: on the 27th it is 14 days and 7.
        var weekly = bill(dueIn: -8) { $0.rule = try? RecurrenceRule("FREQ=WEEKLY") }
        #expect(try overdue(weekly) == ["2026-11-21": 1, "2026-11-23": 3, "2026-11-27": 14, "2026-12-04": 14])
        weekly.dueDate = today + 6
        #expect(try overdue(weekly).isEmpty, "the last was paid")
    }

    @Test("What was held says of a later missed date that it is overdue, unless the next reminder says so that day")
    func missedAgainLate() throws {
        let zone = try zone("Europe/Berlin")
        let recipient = Recipient(now: zone.instant(of: CivilDateTime(today, CivilTime(literal: "08:00"))), zone: zone)
        let monthly = bill(dueIn: nil) {
            $0.dueDate = CivilDate(literal: "2026-09-20")
            $0.rule = try? RecurrenceRule("FREQ=MONTHLY")
        }
        func words(_ rule: String, on date: CivilDate, of bill: Bill, shownOn day: CivilDate) -> LateWords {
            BillReminders.lateWords(of: rule, on: date, for: bill, settings, to: recipient, shownOn: day)
        }
        #expect(words("due_day", on: today - 1, of: monthly, shownOn: today) == .nothing, "its first day tells that day")
        #expect(words("overdue", on: today, of: monthly, shownOn: today) == .unchanged)
        guard case .message(.facts(let facts)) = words("overdue", on: today, of: monthly, shownOn: today + 1) else {
            return #expect(Bool(false), "it has words")
        }
        #expect(facts.template == "bills.overdue" && facts.values["count"] == .count(2))
        #expect(words("overdue", on: today + 1, of: monthly, shownOn: today + 1) == .nothing, "two days after it is no step")
        var paid = monthly
        paid.dueDate = CivilDate(literal: "2026-12-20")
        #expect(words("overdue", on: today, of: paid, shownOn: today) == .nothing)
    }

    @Test("Nobody is told of an overdue bill that is paid, pays itself, or after the hour of the day")
    func notOverdue() throws {
        let bills = [bill("paid", dueIn: -1) { $0.isCompleted = true }, bill("power", dueIn: -1) { $0.isAutoPay = true }]
        #expect(try plan(bills).requests.isEmpty)
        #expect(try plan([bill(dueIn: -14)], at: "09:00").requests.isEmpty)
        var settings = settings
        settings.notifiesOverdue = false
        #expect(try plan([bill(dueIn: -1)], settings).requests.isEmpty)
    }
}
