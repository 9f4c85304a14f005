import BelfryModel
import BelfryTime

/// What is known of a person's bills: the object `bills` of a ``DomainFacts`` document.
public struct BillFacts: Sendable {
    public var settings: BillSettings
    public var bills: [Bill]
    /// What the last pass gave back.
    public var overspent: OverspentBudgets
    /// Whether something was edited, so that everything is scheduled anew; the log says so.
    public var isRescheduling: Bool
    /// What is wrong with the bills that were refused.
    public var refused: [Problem]

    public init(
        settings: BillSettings, bills: [Bill], overspent: OverspentBudgets = OverspentBudgets(), isRescheduling: Bool = false,
        refused: [Problem] = []
    ) {
        self.settings = settings
        self.bills = bills
        self.overspent = overspent
        self.isRescheduling = isRescheduling
        self.refused = refused
    }
}

extension BillFacts: Decodable {
    private enum Key: String, CodingKey {
        case settings, items, overspent
        case isRescheduling = "rescheduling"
    }

    /// - Throws: `DecodingError` or `Problem` where something besides the items can't be used.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var refused: [Problem] = []
        self.init(
            settings: try container.decodeIfPresent(BillSettings.self, forKey: .settings) ?? BillSettings(),
            bills: try container.items(.items, id: \.id, refusing: &refused),
            overspent: try container.decodeIfPresent(OverspentBudgets.self, forKey: .overspent) ?? OverspentBudgets(),
            isRescheduling: try container.flag(.isRescheduling, default: false))
        self.refused = refused
    }
}

extension Bill: Decodable {
    private enum Key: String, CodingKey {
        case id, name, type, amount, currency, limit, spent
        case dueDate = "due_date"
        case isAutoPay = "is_auto_pay"
        case isCompleted = "is_completed"
        case isDeleted = "is_deleted"
        case rule = "rrule"
    }

    /// Amounts are whole numbers of the smallest unit of their currency: 124000 is 1,240 euros, and 1240 are as many yen.
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let dueDate = try container.decodeIfPresent(WrittenDay.self, forKey: .dueDate)?.date
        let rule = try container.dailyRule(.rule)
        if rule != nil, dueDate == nil { throw Problem.missingField(container.path(.dueDate)) }
        self.init(
            id: try container.decode(FactID.self, forKey: .id), name: try container.name(.name),
            type: try container.decodeIfPresent(String.self, forKey: .type)?.lowercased() ?? Bill.expenseType,
            amount: try container.number(.amount, in: Bill.amountRange), currency: try container.currency(.currency), dueDate: dueDate,
            isAutoPay: try container.flag(.isAutoPay, default: false), isCompleted: try container.flag(.isCompleted, default: false),
            isDeleted: try container.flag(.isDeleted, default: false), rule: rule, budget: try Bill.budget(container))
    }

    /// Nil where there is no limit to keep.
    private static func budget(_ container: KeyedDecodingContainer<Key>) throws -> Budget? {
        guard let limit = try container.number(.limit, in: 1...amountRange.upperBound) else { return nil }
        return Budget(limit: limit, spent: try container.number(.spent, in: amountRange) ?? 0)
    }
}
