/// How often something comes back: a recurrence rule of RFC 5545, section 3.3.10, such as `FREQ=MONTHLY;BYDAY=2TU`.
///
/// A rule by itself names no days: together with a start it makes a ``Recurrence``. Two rules are equal where their parts are, in
/// whatever order and case they were written; ``description`` is the one form in which Belfry writes them.
///
/// One part comes from RFC 7529: `SKIP=BACKWARD`, with or without `RSCALE=GREGORIAN`, moves a day of the month or year that does not
/// exist back to the last one that does.
public struct RecurrenceRule: Hashable, Sendable {
    /// The period that the interval counts. RFC 5545 has `SECONDLY` too, which Belfry refuses.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        case yearly = "YEARLY"
        case monthly = "MONTHLY"
        case weekly = "WEEKLY"
        case daily = "DAILY"
        case hourly = "HOURLY"
        case minutely = "MINUTELY"
    }

    /// When a rule ends, where it does.
    public enum End: Hashable, Sendable {
        case never
        /// After so many occurrences that match the rule.
        case count(Int)
        /// With a day, which is wholly inside.
        case date(CivilDate)
        /// With a reading of the clock on the wall, inclusive.
        case civil(CivilDateTime)
        /// With a moment, inclusive.
        case moment(Instant)
    }

    /// A weekday, 0 for Sunday to 6 for Saturday, and which of its kind: the 2nd, the last (-1), or every (nil).
    struct WeekdayNumber: Hashable, Sendable {
        let weekday: Int
        let ordinal: Int?
    }

    public internal(set) var frequency: Frequency
    /// Every so many years, months, …: 1 for each.
    public internal(set) var interval = 1
    public internal(set) var end = End.never
    // The lists of the BY parts, sorted, each number once; empty where the part is left out.
    var months: [Int] = []
    var weekNumbers: [Int] = []
    var yearDays: [Int] = []
    var monthDays: [Int] = []
    var weekdays: [WeekdayNumber] = []
    var hours: [Int] = []
    var minutes: [Int] = []
    var seconds: [Int] = []
    var setPositions: [Int] = []
    /// The weekday on which a week begins: Monday, unless the rule says otherwise.
    var weekStart = Self.monday
    /// `SKIP=BACKWARD`.
    var skipsBackward = false

    static let monday = 1
    /// The names of the weekdays in the order of their numbers.
    static let weekdayNames = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
}

extension RecurrenceRule {
    /// At most so many readings it yields on one day, by its form alone.
    public var readingsPerDayMax: Int {
        let (hourCount, minuteCount): (Int, Int) =
            switch frequency {
            case .minutely: (24, 60)
            case .hourly: (24, 1)
            case .yearly, .monthly, .weekly, .daily: (1, 1)
            }
        return zip([hours, minutes, seconds], [hourCount, minuteCount, 1]).reduce(1) { $0 * ($1.0.isEmpty ? $1.1 : $1.0.count) }
    }
}

extension RecurrenceRule {
    /// Whether whoever knows RFC 5545 alone reads it as it is meant here: nothing of RFC 7529 is in it, and nothing that counts hours, which others
    /// count in elapsed time where a clock is set forward or back.
    public var isCommon: Bool { !skipsBackward && ![.hourly, .minutely].contains(frequency) }

    /// The same with another end.
    public func ending(_ end: End) -> RecurrenceRule {
        var rule = self
        rule.end = end
        return rule
    }
}

// MARK: Text

extension RecurrenceRule: CustomStringConvertible {
    /// The rule in one certain form: `FREQ` first, lists in order, what is left to the defaults left out.
    public var description: String {
        var parts: [(RecurrenceProblem.Part, String)] = [(.frequency, frequency.rawValue)]
        if interval != 1 { parts.append((.interval, String(interval))) }
        switch end {
        case .never: break
        case .count(let count): parts.append((.count, String(count)))
        case .date(let date): parts.append((.until, Self.basic(date)))
        case .civil(let civil): parts.append((.until, Self.basic(civil)))
        case .moment(let moment): parts.append((.until, Self.basic(CivilDateTime(utc: moment)) + "Z"))
        }
        let lists: [(RecurrenceProblem.Part, [String])] = [
            (.byMonth, months.map(String.init)), (.byWeekNumber, weekNumbers.map(String.init)), (.byYearDay, yearDays.map(String.init)),
            (.byMonthDay, monthDays.map(String.init)), (.byDay, weekdays.map(\.text)), (.byHour, hours.map(String.init)),
            (.byMinute, minutes.map(String.init)), (.bySecond, seconds.map(String.init)), (.bySetPosition, setPositions.map(String.init)),
        ]
        parts += lists.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ",")) }
        if weekStart != Self.monday { parts.append((.weekStart, Self.weekdayNames[weekStart])) }
        // RFC 7529 wants the scale named wherever SKIP is.
        if skipsBackward { parts += [(.calendarScale, "GREGORIAN"), (.skip, "BACKWARD")] }
        return parts.map { "\($0.0.rawValue)=\($0.1)" }.joined(separator: ";")
    }

    /// `20260131`.
    private static func basic(_ date: CivilDate) -> String {
        date.description.filter { $0 != "-" }
    }

    /// `20260131T090000`.
    private static func basic(_ civil: CivilDateTime) -> String {
        basic(civil.date) + "T" + civil.time.description.filter { $0 != ":" }
    }
}

extension RecurrenceRule.WeekdayNumber {
    /// `2TU`, `-1SU` or `MO`.
    var text: String { (ordinal.map(String.init) ?? "") + RecurrenceRule.weekdayNames[weekday] }
}

extension RecurrenceRule: Codable {
    /// - Throws: `DecodingError` where the text is no rule; ``init(_:)-(String)`` says what is wrong with it.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText({ try? RecurrenceRule($0) }, as: "a recurrence rule such as FREQ=DAILY;INTERVAL=2")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
