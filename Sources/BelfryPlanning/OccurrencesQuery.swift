import BelfryModel
import BelfryTime

/// A question that a line of `belfry occurrences` asks: what a start, a rule, and days added or left out come to.
///
/// With a `timezone` it is a schedule fixed there, answered in moments; without one it floats, and is answered in readings of the clock.
public struct OccurrencesQuery: Decodable, Hashable, Sendable {
    public let recurrence: Recurrence
    public let timezone: String?
    /// Text of a moment or of a reading of the clock; which of them is allowed depends on the zone.
    private let from: String?
    public let count: Int

    public static let countDefault = 10
    public static let countMax = 100_000

    /// The keys are the names of the iCalendar properties in lower case, and our own.
    enum CodingKeys: String, CodingKey {
        case timezone, from, count
        case start = "dtstart"
        case rule = "rrule"
        case additions = "rdate"
        case exceptions = "exdate"
    }

    /// - Throws: `DecodingError`, or `Problem.badRecurrence` where the rule can't be used.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var rule: RecurrenceRule?
        if let text = try container.decodeIfPresent(String.self, forKey: .rule) {
            do {
                rule = try RecurrenceRule(text)
            } catch {
                throw Problem.badRecurrence(field: CodingKeys.rule.rawValue, error)
            }
        }
        recurrence = Recurrence(
            start: try container.decode(CivilDateTime.self, forKey: .start), rule: rule,
            additions: try container.decodeIfPresent([CivilDateTime].self, forKey: .additions) ?? [],
            exceptions: try container.decodeIfPresent([CivilDateTime].self, forKey: .exceptions) ?? [])
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        from = try container.decodeIfPresent(String.self, forKey: .from)
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? Self.countDefault
        guard (1...Self.countMax).contains(count) else {
            throw Problem.numberOutOfRange(field: CodingKeys.count.rawValue, range: 1...Double(Self.countMax))
        }
    }

    /// The first occurrences, as many as are asked for and there are: moments in UTC, or readings where no zone is given.
    ///
    /// - Parameter rules: looks a zone up by its name.
    public func answer(rules: (String) -> TimeZoneRules?) throws(Problem) -> [String] {
        guard let timezone else {
            return recurrence.occurrences(from: try reading()).prefix(count).map(\.description)
        }
        guard let zone = rules(timezone) else { throw .unknownTimezone(field: CodingKeys.timezone.rawValue) }
        let schedule = FixedSchedule(recurrence, timezone: timezone)
        return schedule.occurrences(rules: zone, from: try moment(in: zone)).prefix(count).map(\.moment.description)
    }

    private func reading() throws(Problem) -> CivilDateTime? {
        guard let from else { return nil }
        guard let reading = CivilDateTime(from) else {
            throw .wrongType(field: CodingKeys.from.rawValue, expected: "a day and a time such as 2026-01-31T09:00:00, or a timezone too")
        }
        return reading
    }

    /// A reading means its moment in the zone; with a `Z` or an offset it is a moment already.
    private func moment(in zone: TimeZoneRules) throws(Problem) -> Instant {
        guard let from else { return .min }
        if let reading = CivilDateTime(from) { return zone.instant(of: reading) }
        guard let moment = Instant(from) else {
            throw .wrongType(field: CodingKeys.from.rawValue, expected: "an ISO 8601 instant such as 2026-01-25T03:00:00Z")
        }
        return moment
    }
}
