import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

@Suite("The weekly digest of bills")
struct WeeklyBillsTests {
    /// A Saturday.
    private let today = CivilDate(literal: "2026-11-21")

    private func bill(_ id: String, dueIn days: Int, _ amount: Int? = 1000, _ currency: String? = "EUR") -> Bill {
        Bill(id: FactID(literal: id), name: id, amount: amount, currency: currency, dueDate: today + days)
    }

    private func digest(_ bills: [Bill], at now: String = "2026-11-21T12:00:00Z", currency: String? = nil) throws -> NotificationRequest? {
        var settings = BillSettings()
        settings.isEnabled = true
        settings.currency = currency
        return BillReminders.requests(
            from: bills, for: settings, to: Recipient(now: Instant(literal: now), zone: try zone("Europe/Berlin"))
        ).requests
            .first { $0.id.rule == "weekly_digest" }
    }

    @Test("On Sunday at six it names what is due from Monday to Sunday, in the order of the days")
    func week() throws {
        let digest = try #require(
            try digest([bill("gym", dueIn: 8), bill("rent", dueIn: 2, 124_000), bill("phone", dueIn: 1), bill("far", dueIn: 9)]))
        let sunday = today + 1
        #expect(
            digest.facts(on: sunday)
                == MessageFacts(
                    template: "bills.weekly_digest",
                    values: ["count": .count(2), "names": .list(["rent", "gym"]), "total": .money(minorUnits: 125_000, currency: "EUR")]))
        #expect(digest.facts(on: sunday + 7)?.values["names"] == .list(["far"]))
        guard case .floating(let schedule) = digest.trigger else { return #expect(Bool(false), "it floats") }
        #expect(schedule.recurrence.occurrences().map(\.description) == ["2026-11-22T18:00:00", "2026-11-29T18:00:00"])
    }

    @Test("A week without bills says nothing, and after six on Sunday that week is over")
    func nothing() throws {
        #expect(try digest([bill("rent", dueIn: 40)]) == nil)
        let sundays = try digest([bill("rent", dueIn: 2), bill("gym", dueIn: 9)], at: "2026-11-22T17:00:00Z")
        #expect(sundays?.facts(on: today + 1) == nil)
        #expect(sundays?.facts(on: today + 8)?.values["count"] == .count(1))
    }

    @Test("A total is said only where every bill has an amount in one currency")
    func total() throws {
        func total(_ bills: [Bill], currency: String? = nil) throws -> MessageFacts.Value? {
            try digest(bills, currency: currency)?.facts(on: today + 1)?.values["total"]
        }
        #expect(try total([bill("a", dueIn: 2), bill("b", dueIn: 3, 500, "USD")]) == nil)
        #expect(try total([bill("a", dueIn: 2), bill("b", dueIn: 3, nil)]) == nil)
        #expect(try total([bill("a", dueIn: 2, 1000, nil)]) == nil)
        #expect(
            try total([bill("a", dueIn: 2, 1000, nil), bill("b", dueIn: 3)], currency: "EUR") == .money(minorUnits: 2000, currency: "EUR"))
        #expect(try total([bill("a", dueIn: 2, .max), bill("b", dueIn: 3, .max)]) == nil)
    }

    @Test("A bill that is called “week” is taken back whole once it is paid, and the digest isn't", arguments: [true, false])
    func namesake(isPaid: Bool) throws {
        var settings = BillSettings()
        settings.isEnabled = true
        var week = bill("week", dueIn: 2)
        (week.isCompleted, week.isDeleted) = (isPaid, !isPaid)
        let recipient = Recipient(now: Instant(literal: "2026-11-21T12:00:00Z"), zone: try zone("Europe/Berlin"))
        let withdrawn = BillReminders.requests(from: [week], for: settings, to: recipient).withdrawn
        func isTakenBack(_ rule: String) -> Bool {
            withdrawn.contains { $0.covers(NotificationID(subject: "bills|week|\(rule)", date: today)) }
        }
        #expect(["day_before", "due_day", "overdue", "overspending"].allSatisfy { isTakenBack($0) })
        let digest = try #require(try self.digest([bill("rent", dueIn: 2)]))
        #expect(!withdrawn.contains { $0.covers(NotificationID(subject: digest.id.text, date: today + 1)) })
    }

    @Test("No bill has the digest's identifier, and what covers it by the name that it had covers it still, but no bill")
    func formerName() throws {
        #expect(FactID("*") == nil && FactID("**") != nil)
        let digest = NotificationID(subject: try #require(try digest([bill("rent", dueIn: 2)])).id.text, date: today + 1)
        let namesake = NotificationID(subject: "bills|week|due_day", date: today + 1)
        func covered(by scope: String) throws -> [Bool] {
            let scope = try decoded(NotificationScope.self, from: "\"\(scope)\"")
            return [digest, namesake].map(scope.covers)
        }
        #expect(try covered(by: "bills|week|weekly_digest") == [true, false])
        #expect(try covered(by: "bills|week|weekly_digest|2026-11-22") == [true, false])
        #expect(try covered(by: "bills|*") == [true, false])
        #expect(try covered(by: "bills|week") == [false, true])
        #expect(try covered(by: "bills") == [true, true])
    }

    @Test("A bill that comes back within the week counts as often, and is named once; two of one name are two")
    func recurring() throws {
        var bus = bill("bus", dueIn: 0, 300)
        bus.rule = try RecurrenceRule("FREQ=DAILY;INTERVAL=3")
        #expect(try digest([bus])?.facts(on: today + 1)?.values["count"] == .count(2))
        var namesake = bill("other", dueIn: 4)
        namesake.name = "bus"
        let values = try #require(try digest([bill("gym", dueIn: 8), bus, namesake])?.facts(on: today + 1)?.values)
        #expect(values["count"] == .count(4) && values["names"] == .list(["bus (2×)", "bus", "gym"]))
        #expect(values["total"] == .money(minorUnits: 2600, currency: "EUR"))
    }
}
