import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

@Suite("Overspent budgets")
struct OverspentBudgetsTests {
    private func budget(_ spent: Int, currency: String? = "EUR") -> [Bill] {
        [
            Bill(
                id: FactID(literal: "food"), name: "Food", type: "budget", currency: currency,
                budget: Bill.Budget(limit: 40_000, spent: spent))
        ]
    }

    private var settings: BillSettings {
        var settings = BillSettings()
        settings.isEnabled = true
        return settings
    }

    @Test("It is told once when spending crosses the limit, and again only after it came back")
    func crossings() {
        var state = OverspentBudgets()
        var told: [Int] = []
        for (hour, spent) in [39_999, 40_000, 40_001, 52_000, 40_000, 41_000, 41_000, 10, 99_999].enumerated() {
            let now = Instant.morning + .seconds(hour * 3600)
            let before = state
            _ = state.update(with: budget(spent), for: settings, now: now)
            if state.toldAt["food"] != nil, state.toldAt != before.toldAt { told.append(hour) }
        }
        #expect(told == [2, 5, 8])
    }

    @Test("It says how much was spent, of how much, and the percentage, at the next whole minute")
    func words() throws {
        var state = OverspentBudgets()
        let plan = state.update(with: budget(52_199), for: settings, now: .morning + .milliseconds(59_999))
        let request = try #require(plan.requests.first)
        #expect(request.trigger == .moment(.morning + .seconds(60)))
        #expect(
            request.facts(on: .sunday)
                == MessageFacts(
                    template: "bills.overspending",
                    values: [
                        "name": .text("Food"), "amount": .money(minorUnits: 52_199, currency: "EUR"),
                        "budget": .money(minorUnits: 40_000, currency: "EUR"), "percent": .count(130),
                    ]))
        #expect(state.toldAt == ["food": .morning + .seconds(60)])
    }

    @Test("As long as it is overspent the same moment is asked for, so that what quiet hours hold is not lost")
    func stays() {
        var state = OverspentBudgets()
        let first = state.update(with: budget(41_000), for: settings, now: .morning)
        let second = state.update(with: budget(43_000), for: settings, now: .noon)
        #expect(second.requests.map(\.trigger) == first.requests.map(\.trigger))
        #expect(second.withdrawn.isEmpty)
    }

    @Test("Where the clock was set back since it was found, it is told at the next minute of the new time")
    func clockSetBack() {
        var state = OverspentBudgets(toldAt: ["food": .noon])
        let plan = state.update(with: budget(41_000), for: settings, now: .morning)
        #expect(plan.requests.map(\.trigger) == [.moment(.morning + .seconds(60))])
        #expect(state.toldAt == ["food": .morning + .seconds(60)])
    }

    @Test("Back within the limit, deleted or gone from the facts, it is taken back")
    func takenBack() {
        for bills in [budget(40_000), []] {
            var state = OverspentBudgets(toldAt: ["food": .morning])
            let plan = state.update(with: bills, for: settings, now: .noon)
            #expect(plan.requests.isEmpty)
            #expect(plan.withdrawnTexts == ["bills|food|overspending"])
            #expect(state == OverspentBudgets())
        }
    }

    @Test("Whoever was told of it by another device is not told again before it came back to its limit")
    func toldElsewhere() {
        var state = OverspentBudgets(told: ["food"])
        #expect(state.update(with: budget(41_000), for: settings, now: .morning).requests == [])
        #expect(state.update(with: budget(40_000), for: settings, now: .morning).withdrawnTexts == ["bills|food|overspending"])
        #expect(state.update(with: budget(41_000), for: settings, now: .noon).requests.count == 1)
    }

    @Test("Of which budget something told is read off its subject")
    func subjects() {
        for id in ["food", "\u{301}food", "food\u{301}"] { #expect(OverspentBudgets.budget(of: "bills|\(id)|overspending") == id) }
        for other in ["bills|food|overdue", "bills|overspending", "bills||overspending", "pantry|food|overspending"] {
            #expect(OverspentBudgets.budget(of: other) == nil)
        }
    }

    @Test("Switched off, nothing is told and nothing forgotten; without a currency there is nothing to say")
    func notTold() {
        var state = OverspentBudgets(toldAt: ["food": .morning])
        #expect(state.update(with: budget(0), for: BillSettings(), now: .noon) == DomainPlan())
        #expect(state == OverspentBudgets(toldAt: ["food": .morning]))
        state = OverspentBudgets()
        #expect(
            state.update(with: budget(50_000, currency: nil), for: settings, now: .noon).skips == ["bills|food|overspending no_currency"])
        #expect(state == OverspentBudgets())
    }

    @Test("The state is an object of moments, and reads back the same")
    func coding() throws {
        let state = OverspentBudgets(toldAt: ["food": .morning])
        let json = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        #expect(json == #"{"food":"2026-01-25T08:00:00Z"}"#)
        #expect(try decoded(OverspentBudgets.self, from: json) == state)
    }
}
