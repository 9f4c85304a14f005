import BelfryModel
import BelfryTime

/// A thing at home: food that expires, a device under warranty, something that wants maintenance.
public struct PantryItem: Hashable, Sendable {
    public let id: FactID
    public var name: String
    /// The tenant's own, such as `dairy`; nothing depends on it.
    public var category: String?
    public var expiresOn: CivilDate?
    public var warrantyEndsOn: CivilDate?
    public var maintenance: [MaintenanceTask]
    /// Used up, or gone for another reason.
    public var isUsed: Bool

    public init(
        id: FactID, name: String, category: String? = nil, expiresOn: CivilDate? = nil, warrantyEndsOn: CivilDate? = nil,
        maintenance: [MaintenanceTask] = [], isUsed: Bool = false
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.expiresOn = expiresOn
        self.warrantyEndsOn = warrantyEndsOn
        self.maintenance = maintenance
        self.isUsed = isUsed
    }

    /// What a ``NotificationScope`` has to say to cover all that is asked for it: `pantry|milk`.
    public var scope: String { "\(PantryReminders.domain)|\(id)" }
}

/// What a thing wants done to it, from a day on and again by a rule.
public struct MaintenanceTask: Hashable, Sendable {
    /// Tells the tasks of one thing apart; a thing with one task may do without.
    public let id: FactID?
    /// Such as “Change the filter”.
    public var task: String
    public var start: CivilDate
    /// Nil where it is to be done once.
    public var rule: RecurrenceRule?

    public init(id: FactID? = nil, task: String, start: CivilDate, rule: RecurrenceRule? = nil) {
        self.id = id
        self.task = task
        self.start = start
        self.rule = rule
    }
}

// MARK: JSON

extension PantryItem: Decodable {
    private enum Key: String, CodingKey {
        case id, name, category, maintenance
        case expiresOn = "expires_on"
        case warrantyEndsOn = "warranty_ends_on"
        case isUsed = "used"
    }

    /// Days may be written as stamps; then their day counts as it is written, and the hour doesn't. What ends in a month or year ends with it.
    ///
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try container.decode(FactID.self, forKey: .id), name: try container.name(.name),
            category: try container.decodeIfPresent(String.self, forKey: .category),
            expiresOn: try container.decodeIfPresent(WrittenEnd.self, forKey: .expiresOn)?.date,
            warrantyEndsOn: try container.decodeIfPresent(WrittenEnd.self, forKey: .warrantyEndsOn)?.date,
            maintenance: try container.decodeIfPresent([MaintenanceTask].self, forKey: .maintenance) ?? [],
            isUsed: try container.flag(.isUsed, default: false))
        guard Set(maintenance.map(\.id)).count == maintenance.count else {
            throw Problem.wrongType(field: container.path(.maintenance), expected: "an “id” of its own to each of several tasks")
        }
    }
}

/// When something ends, as packages bear it: a day, or a month or year such as `2027-03` and `2027`, whose last day it is.
///
/// Source: Regulation (EU) No 1169/2011, Annex X: “Best before end …” where no day is given; of what keeps longer than three months the month and
/// the year are enough, and longer than 18 months the year.
private struct WrittenEnd: Decodable {
    let date: CivilDate

    init(from decoder: any Decoder) throws {
        let text = try? decoder.singleValueContainer().decode(String.self)
        if let lastDay = text.flatMap(WrittenEnd.lastDay) {
            date = lastDay
        } else {
            date = try WrittenDay(from: decoder).date
        }
    }

    private static func lastDay(of text: String) -> CivilDate? {
        if let lastDay = CivilDate(text + "-12-31") { return lastDay }
        guard let first = CivilDate(text + "-01") else { return nil }
        let (year, month, _) = first.components
        return first + (CivilDate.dayCount(year: year, month: month) - 1)
    }
}

extension MaintenanceTask: Decodable {
    private enum Key: String, CodingKey {
        case id, task, start
        case rule = "rrule"
    }

    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try container.decodeIfPresent(FactID.self, forKey: .id), task: try container.name(.task),
            start: try container.decode(WrittenDay.self, forKey: .start).date, rule: try container.dailyRule(.rule))
    }
}
