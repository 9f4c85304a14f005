import BelfryModel
import BelfryTime

/// Something that a person, or an app of theirs, wants to be told in words of its own, once or again and again: a row of `reminders`.
public struct Reminder: Hashable, Sendable {
    public let id: FactID
    public let title: String
    /// Empty where there is no more to say.
    public let body: String
    let schedule: WrittenSchedule
    /// The kind, by which several are told as one, throttled and learnt of.
    public let category: String
    public let severity: Severity
    /// How long after its moment it is of use; nil where it waits as long as it must.
    public let validFor: Duration?
    public let isEnabled: Bool
    /// What it asks for up to this reading of the clock is done; nil where nothing is.
    public let doneThrough: CivilDateTime?

    /// The IANA name of the zone in which it stays; nil where it follows the person.
    public var timezone: String? { schedule.timezone }
    /// How it comes back; nil where it comes once, but for days that are added.
    public var rule: RecurrenceRule? { schedule.rule }
    /// The day on which it begins.
    public var startDate: CivilDate { schedule.start.reading(at: .midnight).date }
    /// Nil where it is told at the person's hour, or at one that was learnt.
    public var time: CivilTime? {
        if case .reading(let reading) = schedule.start { reading.time } else { nil }
    }

    /// How long something may be of use: up to a year.
    public static let validMinutesRange = 1...525_600

    /// What a ``NotificationScope`` has to say to cover all that is asked for it: `reminders|pills`.
    public var scope: String { "\(Reminders.domain)|\(id)" }
}

extension Reminder: Decodable {
    private enum Key: String, CodingKey {
        case id, title, body, category, severity
        case validMinutes = "valid_minutes"
        case isEnabled = "enabled"
        case doneThrough = "done_through"
    }

    /// When it comes stands in the same object, as in a request of `belfry plan`.
    ///
    /// - Throws: `DecodingError` or `Problem` that names the field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        id = try container.decode(FactID.self, forKey: .id)
        title = try container.name(.title)
        body = try (container.decodeIfPresent(String.self, forKey: .body) ?? "")
            .checked(lengthMax: FactColumn.textLengthMax, field: container.path(.body))
        schedule = try WrittenSchedule(from: decoder)
        category = try container.decodeIfPresent(FactID.self, forKey: .category)?.text ?? Reminders.category
        severity = try container.choice(Severity.self, for: .severity) ?? .watch
        validFor = try container.number(.validMinutes, in: Self.validMinutesRange).map { .seconds($0 * 60) }
        isEnabled = try container.flag(.isEnabled, default: true)
        // A day is done to its end.
        doneThrough = try container.decodeIfPresent(WrittenReading.self, forKey: .doneThrough)?.end
    }
}

/// What is known of a person's own reminders: the object `reminders` of a ``DomainFacts`` document.
public struct ReminderFacts: Sendable {
    public var items: [Reminder]
    /// What is wrong with the items that were refused.
    public var refused: [Problem]

    public init(items: [Reminder], refused: [Problem] = []) {
        self.items = items
        self.refused = refused
    }
}

extension ReminderFacts: Decodable {
    private enum Key: String, CodingKey {
        case items
    }

    /// - Throws: `DecodingError` where the items are no list.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var refused: [Problem] = []
        self.init(items: try container.items(.items, id: \.id, refusing: &refused))
        self.refused = refused
    }
}
