import BelfryModel
import BelfryTime

/// Which budgets were overspent at the last look, and when each was to be told of: a small state, value in and value out.
///
/// A budget is told of once when its spending crosses the limit, and again only after it came back to the limit or below.
public struct OverspentBudgets: Hashable, Sendable {
    /// By the identifier of the budget.
    public private(set) var toldAt: [String: Instant]

    public init(toldAt: [String: Instant] = [:]) {
        self.toldAt = toldAt
    }

    /// Asks to tell of every budget that is overspent, each at the moment of its crossing, and takes back those that no longer are.
    ///
    /// The moment stays, so that what quiet hours hold is still asked for on the next pass. Nothing changes while it is switched off.
    public mutating func update(with bills: [Bill], for settings: BillSettings, now: Instant) -> DomainPlan {
        var plan = DomainPlan()
        guard settings.isEnabled, settings.notifiesOverspending else { return plan }
        let before = toldAt
        toldAt = [:]
        for bill in bills {
            guard !bill.isDeleted, let budget = bill.budget, budget.isExceeded else { continue }
            let subject = "\(bill.subject)|\(OverspentBudgets.rule)"
            guard let amount = bill.money(budget.spent, for: settings), let limit = bill.money(budget.limit, for: settings) else {
                plan.skipped.append(Skipped(subject, because: .noCurrency))
                continue
            }
            let moment = before[bill.id.text] ?? OverspentBudgets.nextMinute(after: now)
            toldAt[bill.id.text] = moment
            guard let id = RequestID(domain: BillReminders.domain, entity: bill.id.text, rule: OverspentBudgets.rule) else { continue }
            let values: [String: MessageFacts.Value] = [
                "name": .text(bill.name), "amount": amount, "budget": limit, "percent": .count(budget.percent),
            ]
            plan.requests.append(
                NotificationRequest(
                    id: id, trigger: .moment(moment), content: .same(.facts(MessageFacts(template: "bills.overspending", values: values))),
                    category: BillReminders.budgetCategory, severity: .attention))
        }
        for id in before.keys.sorted() where toldAt[id] == nil { plan.withdraw("\(BillReminders.domain)|\(id)|\(OverspentBudgets.rule)") }
        return plan
    }

    private static let rule = "overspending"

    /// A plan tells what lies ahead, so “at once” is the next whole minute.
    private static func nextMinute(after now: Instant) -> Instant {
        let second = now.secondsSinceEpoch
        return Instant(secondsSinceEpoch: second - (second % 60 + 60) % 60 + 60)
    }
}

extension OverspentBudgets: Codable {
    /// An object of moments by the identifiers of the budgets.
    public init(from decoder: any Decoder) throws {
        toldAt = try decoder.singleValueContainer().decode([String: Instant].self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(toldAt)
    }
}
