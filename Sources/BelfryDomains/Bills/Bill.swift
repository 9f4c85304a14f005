import BelfryModel
import BelfryTime

/// A row of `budget_items`: a bill to be paid, an income, or a budget to be kept.
public struct Bill: Hashable, Sendable {
    public let id: FactID
    public var name: String
    /// `expense` for what is to be paid; `income`, `budget` and whatever else there is.
    public var type: String
    /// In the smallest unit of the currency.
    public var amount: Int?
    /// ISO 4217; nil takes the person's.
    public var currency: String?
    /// Of a recurring bill the next one that is not paid.
    public var dueDate: CivilDate?
    public var isAutoPay: Bool
    public var isCompleted: Bool
    public var isDeleted: Bool
    /// How it comes back, from its due date on.
    public var rule: RecurrenceRule?
    public var budget: Budget?

    public init(
        id: FactID, name: String, type: String = Bill.expenseType, amount: Int? = nil, currency: String? = nil, dueDate: CivilDate? = nil,
        isAutoPay: Bool = false, isCompleted: Bool = false, isDeleted: Bool = false, rule: RecurrenceRule? = nil, budget: Budget? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.amount = amount
        self.currency = currency
        self.dueDate = dueDate
        self.isAutoPay = isAutoPay
        self.isCompleted = isCompleted
        self.isDeleted = isDeleted
        self.rule = rule
        self.budget = budget
    }

    public static let expenseType = "expense"
    /// Larger amounts are taken for a mistake; sums of thousands of them still fit.
    public static let amountRange = 0...1_000_000_000_000

    /// How much may be spent, and how much was, in the smallest unit of the currency.
    public struct Budget: Hashable, Sendable {
        public var limit: Int
        public var spent: Int

        public init(limit: Int, spent: Int) {
            self.limit = limit
            self.spent = spent
        }

        public var isExceeded: Bool { spent > limit }

        /// Of the limit, rounded down.
        public var percent: Int {
            let (product, isTooLarge) = spent.multipliedReportingOverflow(by: 100)
            return (isTooLarge ? .max : product) / max(1, limit)
        }
    }
}

extension Bill {
    /// Why nobody has to be reminded to pay it, whenever it is due; nil where somebody has.
    var exclusion: SkipReason? {
        if isDeleted { return .deleted }
        if type != Bill.expenseType { return .notAnExpense }
        if isCompleted { return .completed }
        if isAutoPay { return .autoPay }
        return dueDate == nil ? .noDueDate : nil
    }

    /// The first day from `date` on that it is due; nil where there is none.
    /// - Parameter zone: the person's, in which a rule ends that names a moment.
    func nextDueDate(from date: CivilDate, in zone: TimeZoneRules) -> CivilDate? {
        var occurrences = occurrences(from: date, in: zone)
        return occurrences?.next()?.date
    }

    /// On which of these days it is due.
    func dueDates(in days: ClosedRange<CivilDate>, in zone: TimeZoneRules) -> [CivilDate] {
        occurrences(from: days.lowerBound, in: zone)?.lazy.map(\.date).prefix { $0 <= days.upperBound } ?? []
    }

    private func occurrences(from date: CivilDate, in zone: TimeZoneRules) -> Recurrence.Occurrences? {
        guard let dueDate else { return nil }
        let start = CivilDateTime(dueDate, .midnight)
        // The due date is one, whether the rule has it or not.
        return Recurrence(start: start, rule: rule, additions: [start], fallsOnDays: true)
            .occurrences(from: CivilDateTime(date, .midnight), in: zone)
    }

    /// The subject of what is said of it, which covers all of that and nothing else: `bills|rent`.
    var subject: String { "\(BillReminders.domain)|\(id)" }

    /// What a template says of a sum; nil where nobody knows the currency.
    func money(_ minorUnits: Int?, for settings: BillSettings) -> MessageFacts.Value? {
        guard let minorUnits, let currency = currency ?? settings.currency else { return nil }
        return .money(minorUnits: minorUnits, currency: currency)
    }
}
