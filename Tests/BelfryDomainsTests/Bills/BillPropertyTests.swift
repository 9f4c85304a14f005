import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

/// What must be true of every household's bills.
@Suite("Bills by chance")
struct BillPropertyTests {
    private struct Chance {
        var generator: SeededGenerator

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        mutating func flag(_ percent: Int) -> Bool { number(1...100) <= percent }

        mutating func settings() -> BillSettings {
            var settings = BillSettings()
            settings.isEnabled = flag(90)
            settings.reminderTime = CivilTime(hour: number(0...23), minute: number(0...59)) ?? .midnight
            settings.notifiesOnDueDate = flag(80)
            settings.notifiesOneDayBefore = flag(80)
            settings.notifiesOverdue = flag(80)
            settings.hasWeeklyDigest = flag(80)
            return settings
        }

        mutating func bill(_ index: Int, around today: CivilDate) -> Bill {
            let rules = ["FREQ=WEEKLY", "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "FREQ=DAILY;INTERVAL=5", "FREQ=MONTHLY;COUNT=2"]
            return Bill(
                id: FactID(literal: "\(index)"), name: "Bill", type: flag(85) ? "expense" : "income",
                dueDate: flag(90) ? today + number(-20...25) : nil, isAutoPay: flag(15), isCompleted: flag(15), isDeleted: flag(10),
                rule: flag(30) ? try? RecurrenceRule(rules[number(0...3)]) : nil)
        }
    }

    @Test("Nothing is asked for in the past, never more than two reminders for a bill and due date, and nothing without a reason")
    func properties() throws {
        let seed = UInt64.seed()
        var chance = Chance(generator: SeededGenerator(seed: seed))
        let zones = try ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"].map { try zone($0) }
        for round in 0..<300 {
            let zone = zones[chance.number(0...zones.count - 1)]
            let now = Instant(literal: "2026-01-01T00:00:00Z") + .seconds(chance.number(0...730 * 86_400))
            let today = zone.civil(at: now).date
            let settings = chance.settings()
            let bills = (0..<8).map { chance.bill($0, around: today) }
            let plan = BillReminders.requests(from: bills, for: settings, to: Recipient(now: now, zone: zone))
            let context: Comment = "seed \(seed), round \(round)"
            var countByDueDate: [String: Int] = [:]
            for request in plan.requests {
                guard case .floating(let schedule) = request.trigger else { return #expect(Bool(false), context) }
                for occurrence in schedule.occurrences(in: zone) {
                    #expect(occurrence.moment > now, context)
                    #expect(request.content.hasMessage(on: occurrence.civil.date), context)
                    guard let before = ["day_before": 1, "due_day": 0][request.id.rule] else { continue }
                    let dueDate = occurrence.civil.date + before
                    countByDueDate["\(request.id.entity) \(dueDate)", default: 0] += 1
                    #expect(dueDate >= today && dueDate <= today + 14, context)
                }
            }
            #expect(countByDueDate.values.allSatisfy { $0 <= 2 }, context)
            for bill in bills where settings.isEnabled {
                let isMentioned =
                    plan.requests.contains { $0.id.entity == bill.id.text }
                    || plan.skipped.contains { $0.subject.hasPrefix("bills|\(bill.id)") }
                #expect(isMentioned, context)
            }
        }
    }
}
