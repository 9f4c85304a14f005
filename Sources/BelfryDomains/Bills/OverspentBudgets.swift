import BelfryModel
import BelfryTime

/// Which budgets were overspent at the last look, and when each was to be told of: a small state, value in and value out.
///
/// A budget is told of once when its spending crosses the limit, and again only after it came back to the limit or below.
public struct OverspentBudgets: Hashable, Sendable {
    /// By the identifier of the budget.
    public private(set) var toldAt: [String: Instant]
    /// Those of which the person was told since they were last within their limit, by whichever device: they are not told again.
    public private(set) var told: Set<String>

    public init(toldAt: [String: Instant] = [:], told: Set<String> = []) {
        self.toldAt = toldAt
        self.told = told
    }

    /// The identifier of the budget of which something told, where it told of overspending.
    ///
    /// Byte by byte: an accent behind a bar makes one character of both.
    public static func budget(of subject: String) -> String? {
        let (bytes, start, end) = (subject.utf8, "\(BillReminders.domain)|".utf8, "|\(rule)".utf8)
        guard bytes.starts(with: start), bytes.suffix(end.count).elementsEqual(end) else { return nil }
        return FactID(String(Substring(bytes.dropFirst(start.count).dropLast(end.count))))?.text
    }

    private static func subject(of id: String) -> String { "\(BillReminders.domain)|\(id)|\(rule)" }

    /// Asks to tell of every budget that is overspent, each at the moment of its crossing, and takes back those that no longer are.
    ///
    /// The moment stays, so that what quiet hours hold is still asked for on the next pass. Nothing changes while it is switched off.
    public mutating func update(with bills: [Bill], for settings: BillSettings, now: Instant) -> DomainPlan {
        var plan = DomainPlan()
        for bill in bills { plan += update(bill.id.text, with: bill, for: settings, now: now) }
        plan += forget(allBut: bills, for: settings, now: now)
        return plan
    }

    mutating func forget(allBut bills: [Bill], for settings: BillSettings, now: Instant) -> DomainPlan {
        var plan = DomainPlan()
        let gone = Set(toldAt.keys).subtracting(bills.lazy.map(\.id.text))
        for id in gone.sorted() { plan += update(id, with: nil, for: settings, now: now) }
        return plan
    }

    /// The same of one budget.
    /// - Parameter bill: nil where it is no more.
    mutating func update(_ id: String, with bill: Bill?, for settings: BillSettings, now: Instant) -> DomainPlan {
        var plan = DomainPlan()
        guard settings.isEnabled, settings.notifiesOverspending else { return plan }
        let subject = OverspentBudgets.subject(of: id)
        guard let bill, !bill.isDeleted, let budget = bill.budget, budget.isExceeded else {
            told.remove(id)
            if toldAt.removeValue(forKey: id) != nil { plan.withdraw(subject) }
            return plan
        }
        guard let amount = bill.money(budget.spent, for: settings), let limit = bill.money(budget.limit, for: settings) else {
            plan.skipped.append(Skipped(subject, because: .noCurrency))
            if toldAt.removeValue(forKey: id) != nil { plan.withdraw(subject) }
            return plan
        }
        // A later one than the next minute is of a clock that was set back since.
        let moment = min(toldAt[id] ?? .max, OverspentBudgets.nextMinute(after: now))
        toldAt[id] = moment
        guard !told.contains(id), let request = RequestID(domain: BillReminders.domain, entity: id, rule: OverspentBudgets.rule) else {
            return plan
        }
        let values: [String: MessageFacts.Value] = [
            "name": .text(bill.name), "amount": amount, "budget": limit, "percent": .count(budget.percent),
        ]
        plan.requests.append(
            NotificationRequest(
                id: request, trigger: .moment(moment), content: .same(.facts(MessageFacts(template: "bills.overspending", values: values))),
                category: BillReminders.budgetCategory, severity: .attention))
        return plan
    }

    /// Whether every moment stays as it is at the next look.
    func holds(at now: Instant) -> Bool { toldAt.values.allSatisfy { $0 <= OverspentBudgets.nextMinute(after: now) } }

    static let rule = "overspending"

    /// A plan tells what lies ahead, so “at once” is the next whole minute.
    private static func nextMinute(after now: Instant) -> Instant {
        let second = now.secondsSinceEpoch
        return Instant(secondsSinceEpoch: second - (second % 60 + 60) % 60 + 60)
    }
}

extension OverspentBudgets: Codable {
    /// An object of moments by the identifiers of the budgets.
    public init(from decoder: any Decoder) throws {
        self.init(toldAt: try decoder.singleValueContainer().decode([String: Instant].self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(toldAt)
    }
}
