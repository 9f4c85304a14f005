import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("Bills laid out one by one")
struct BillAgendaTests {
    /// A household whose bills change by chance, on a clock that goes on by chance.
    private struct Household {
        var generator: SeededGenerator
        var now: Instant
        var settings = BillSettings()
        var person = Person()
        var bills: [FactID: Bill] = [:]

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        mutating func flag(_ percent: Int) -> Bool { number(1...100) <= percent }

        mutating func furnish() {
            settings.isEnabled = flag(95)
            settings.reminderTime = CivilTime(hour: number(0...23), minute: number(0...59)) ?? .midnight
            settings.notifiesOneDayBefore = flag(80)
            settings.notifiesOnDueDate = flag(80)
            settings.notifiesOverdue = flag(80)
            settings.notifiesOverspending = flag(80)
            settings.hasWeeklyDigest = flag(80)
            settings.currency = flag(80) ? "EUR" : nil
            person.preferences.quietHours = flag(50) ? DailyWindow(start: CivilTime(literal: "22:00"), end: CivilTime(literal: "07:00")) : nil
            person.preferences.quietHoursAction = .defer
        }

        mutating func bill(_ id: FactID, around today: CivilDate) -> Bill {
            let rules = ["FREQ=WEEKLY", "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "FREQ=DAILY;INTERVAL=5", "FREQ=MONTHLY;COUNT=2"]
            return Bill(
                id: id, name: "Bill \(number(1...3))", type: flag(85) ? "expense" : "income", amount: flag(90) ? number(1...500) : nil,
                currency: flag(10) ? "USD" : nil, dueDate: flag(90) ? today + number(-20...40) : nil, isAutoPay: flag(10),
                isCompleted: flag(15), isDeleted: flag(10), rule: flag(30) ? try? RecurrenceRule(rules[number(0...3)]) : nil,
                budget: flag(40) ? Bill.Budget(limit: 100, spent: number(50...150)) : nil)
        }

        /// The identifiers of the bills that have changed, or are no more.
        mutating func change(around today: CivilDate) -> Set<FactID> {
            let changed = Set((0..<number(0...2)).map { _ in FactID(literal: "\(number(0...11))") })
            for id in changed.sorted(by: { $0.text < $1.text }) { bills[id] = flag(15) ? nil : bill(id, around: today) }
            return changed
        }
    }

    @Test("After any changes it says what all bills say, and its changes lead there")
    func sameAsAll() throws {
        let seed = UInt64.seed()
        let zones = try ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"].map { try zone($0) }
        var (heldCount, changeCount) = (0, 0)
        for round in 0..<60 {
            var home = Household(generator: SeededGenerator(seed: seed &+ UInt64(round)), now: Instant(literal: "2026-01-01T00:00:00Z"))
            let start = home.number(0...730 * 86_400)
            home.now = home.now + .seconds(start)
            home.furnish()
            let zone = zones[round % zones.count]
            var overspent = OverspentBudgets(toldAt: ["7": home.now, "gone": home.now])
            var agenda: BillAgenda?
            var asked: [RequestID: NotificationRequest] = [:]
            for step in 0..<25 {
                let context: Comment = "seed \(seed), round \(round), step \(step)"
                let seconds = home.flag(70) ? home.number(0...600) : home.number(0...50_000)
                home.now = home.now + .seconds(seconds)
                if home.flag(3) { home.settings.notifiesOnDueDate.toggle() }
                if home.flag(5) {
                    let subject = "bills|\(home.number(0...11))|due_day"
                    let date = zone.civil(at: home.now).date - home.number(0...4)
                    home.person.snoozes = [Snooze(identifier: NotificationID(subject: subject, date: date), until: home.now + .seconds(3600))]
                }
                let recipient = Recipient(home.person, now: home.now, zone: zone)
                let changed = home.change(around: recipient.today)
                let bills = home.bills.values.sorted { $0.id.text < $1.id.text }
                let facts = BillFacts(settings: home.settings, bills: bills, overspent: overspent)
                var answer = DomainFacts(bills: facts).plan(for: recipient, on: .ios)

                let holds = agenda?.holds(for: home.settings, overspent: overspent, at: recipient) == true
                var current = try #require(holds ? agenda : BillAgenda(facts, for: recipient))
                if holds {
                    heldCount += 1
                    changeCount += changed.count
                    for id in changed {
                        if let bill = home.bills[id] { current.put(bill, for: recipient) } else { current.remove(id, for: recipient) }
                    }
                } else {
                    asked = [:]
                }
                let (changes, rest) = current.take()
                for (id, request) in changes { asked[id] = request }

                let expected = Dictionary(answer.plan.requests.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
                #expect(Dictionary(current.requests.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) == expected, context)
                #expect(asked == expected, context)
                answer.plan.log.sort()
                #expect(rest.log.sorted() == answer.plan.log, context)
                #expect(rest.laterDue == answer.plan.laterDue, context)
                #expect(Set(rest.withdrawn) == Set(answer.plan.withdrawn), context)
                #expect(current.overspent == answer.overspent, context)
                overspent = current.overspent
                agenda = current
            }
        }
        // Else it would tell nothing of changes.
        #expect(heldCount > 500 && changeCount > 500)
    }

    @Test("It holds until a moment has come for which something may be asked, and not beyond the day")
    func holds() throws {
        var settings = BillSettings()
        settings.isEnabled = true
        let berlin = try zone("Europe/Berlin")
        func recipient(_ now: String, _ person: Person = Person()) -> Recipient { Recipient(person, now: Instant(literal: now), zone: berlin) }
        let agenda = BillAgenda(BillFacts(settings: settings, bills: []), for: recipient("2026-11-21T09:00:00Z"))
        func holds(_ recipient: Recipient) -> Bool { agenda.holds(for: settings, overspent: OverspentBudgets(), at: recipient) }
        #expect(holds(recipient("2026-11-21T16:59:59Z")))
        #expect(!holds(recipient("2026-11-21T17:00:00Z")), "the time of the weekly digest")
        #expect(!holds(recipient("2026-11-21T07:59:59Z")), "the clock was set back, before the reminders of the day")
        #expect(!holds(recipient("2026-11-22T07:00:00Z")))
        var other = Person()
        other.snoozes = [Snooze(identifier: NotificationID(literal: "bills|rent|due_day|2026-11-20"), until: Instant(literal: "2026-11-21T12:00:00Z"))]
        #expect(!holds(recipient("2026-11-21T09:00:00Z", other)))
        settings.hasWeeklyDigest = false
        #expect(!holds(recipient("2026-11-21T09:00:00Z")))
    }
}
