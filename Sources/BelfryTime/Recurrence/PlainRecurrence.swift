/// How often something comes back, of a kind that people have a name for: every day, every second week on Monday, on the last day of each month.
///
/// It says less than a ``RecurrenceRule``, so that a person can read it and choose it.
public struct PlainRecurrence: Hashable, Sendable {
    public enum Pace: Hashable, Sendable {
        case daily
        /// On these days of the week, from Monday on; there is at least one.
        case weekly([Weekday])
        /// On the day of the month on which it begins, or the last one where a month has no such day.
        case monthly
        case lastDayOfMonth
        /// On the day of the year on which it begins; what begins on 29 February is on the 28th where there is none.
        case yearly
    }

    public let pace: Pace
    /// Every so many days, weeks, months or years: 1 for each.
    public let interval: Int
    public let end: RecurrenceRule.End

    public init(_ pace: Pace, interval: Int = 1, end: RecurrenceRule.End = .never) {
        self.pace = pace
        self.interval = interval
        self.end = end
    }

    /// What a form may ask for: a century of years.
    public static let intervalRange = 1...100
    public static let countRange = 1...10_000
}

extension Weekday {
    /// On which most people work.
    public static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

    /// As a rule writes it: 0 for Sunday.
    fileprivate var number: Int { ((Weekday.allCases.firstIndex(of: self) ?? 0) + 1) % Weekday.allCases.count }

    fileprivate init(number: Int) { self = Weekday.allCases[(number + 6) % Weekday.allCases.count] }
}

extension RecurrenceRule {
    /// - Parameter start: the day on which it begins.
    public init(_ plain: PlainRecurrence, from start: CivilDate) {
        switch plain.pace {
        case .daily: self.init(frequency: .daily)
        case .weekly(let days):
            self.init(frequency: .weekly)
            weekdays = days.map(\.number).sorted().map { WeekdayNumber(weekday: $0, ordinal: nil) }
        case .monthly:
            self.init(frequency: .monthly)
            skipsBackward = Self.isMissingInSomeMonths(start)
        case .lastDayOfMonth:
            self.init(frequency: .monthly)
            monthDays = [-1]
        case .yearly:
            self.init(frequency: .yearly)
            skipsBackward = Self.isMissingInSomeYears(start)
        }
        interval = plain.interval
        end = plain.end
    }

    /// What it is of those that people have a name for; nil where it says more than they do.
    public func plain(from start: CivilDate) -> PlainRecurrence? {
        guard let pace = pace(from: start) else { return nil }
        return PlainRecurrence(pace, interval: interval, end: end)
    }

    private func pace(from start: CivilDate) -> PlainRecurrence.Pace? {
        let others = [months, weekNumbers, yearDays, hours, minutes, seconds, setPositions]
        guard others.allSatisfy(\.isEmpty), weekdays.allSatisfy({ $0.ordinal == nil }) else { return nil }
        // From which day a week is counted makes no difference to each week.
        guard weekStart == Self.monday || interval == 1 else { return nil }
        let day = start.components.day
        switch (frequency, monthDays, weekdays.isEmpty) {
        case (.daily, [], true): return .daily
        case (.weekly, [], true): return .weekly([Weekday(start)])
        case (.weekly, [], false):
            let days = Set(weekdays.map { Weekday(number: $0.weekday) })
            return .weekly(Weekday.allCases.filter(days.contains))
        case (.monthly, [-1], true): return .lastDayOfMonth
        case (.monthly, [], true), (.monthly, [day], true):
            return skipsBackward || !Self.isMissingInSomeMonths(start) ? .monthly : nil
        case (.yearly, [], true): return skipsBackward || !Self.isMissingInSomeYears(start) ? .yearly : nil
        default: return nil
        }
    }

    private static func isMissingInSomeMonths(_ date: CivilDate) -> Bool { date.components.day > 28 }
    private static func isMissingInSomeYears(_ date: CivilDate) -> Bool { date.components.month == 2 && date.components.day == 29 }
}
