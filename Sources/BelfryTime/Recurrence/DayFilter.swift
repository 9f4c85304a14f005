/// Which days of a month a rule selects, as a set of bits: BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY and BYDAY together.
///
/// In the table of RFC 5545, section 3.3.10, each of these parts either limits or expands. For whole days both come to the same: a day
/// of the period stays where every part that is there selects it. A month at a time, that is a few operations on a word.
struct DayFilter: Sendable {
    /// A month of a certain year.
    struct Month {
        let year: Int
        let month: Int
        /// Days since 1970 of its first day.
        let firstDay: Int
        let dayCount: Int

        init(year: Int, month: Int, firstDay: Int) {
            self.year = year
            self.month = month
            self.firstDay = firstDay
            dayCount = CivilDate.dayCount(year: year, month: month)
        }

        var firstWeekday: Int { DayFilter.weekday(ofDay: firstDay) }
    }

    /// Bit 1 is January.
    let months: UInt16
    /// Bit 0 is the first day of the month.
    private let monthDays: UInt32
    /// Days counted from the end: bit 31 is the last day, so that a shift by the length of the month puts them in place.
    private let monthDaysFromEnd: UInt32
    /// BYDAY without numbers: bit 0 is Sunday.
    let weekdays: UInt8
    private let ordinalWeekdays: [RecurrenceRule.WeekdayNumber]
    private let ordinalsCountInYear: Bool
    private let yearDays: [Int]
    private let weekNumbers: [Int]
    private let weekStart: Int
    /// Whether a day that the month or year doesn't have gives its last day instead (RFC 7529).
    private let skipsBackward: Bool

    static let allMonths: UInt16 = 0b1_1111_1111_1110
    static let allWeekdays: UInt8 = 0b111_1111

    /// - Parameter start: gives what the rule leaves open, as section 3.3.10 has it: its month, its day, its weekday.
    init(_ rule: RecurrenceRule, start: CivilDate) {
        let (_, startMonth, startDay) = start.components
        let namesNoDay = rule.weekNumbers.isEmpty && rule.yearDays.isEmpty && rule.monthDays.isEmpty && rule.weekdays.isEmpty
        let namesWeekOnly = !rule.weekNumbers.isEmpty && rule.yearDays.isEmpty && rule.monthDays.isEmpty && rule.weekdays.isEmpty
        let takesDay = namesNoDay && [.yearly, .monthly].contains(rule.frequency)
        let takesWeekday = rule.frequency == .weekly ? rule.weekdays.isEmpty : namesWeekOnly
        let takesMonth = namesNoDay && rule.frequency == .yearly && rule.months.isEmpty

        let months = takesMonth ? [startMonth] : rule.months
        self.months = months.isEmpty ? Self.allMonths : months.reduce(0) { $0 | 1 << $1 }
        let days = takesDay ? [startDay] : rule.monthDays
        monthDays = days.filter { $0 > 0 }.reduce(0) { $0 | 1 << ($1 - 1) }
        monthDaysFromEnd = days.filter { $0 < 0 }.reduce(0) { $0 | 1 << (32 + $1) }
        let plain = takesWeekday ? [start.weekday] : rule.weekdays.filter { $0.ordinal == nil }.map(\.weekday)
        weekdays = plain.reduce(0) { $0 | 1 << $1 }
        ordinalWeekdays = rule.weekdays.filter { $0.ordinal != nil }
        ordinalsCountInYear = rule.frequency == .yearly && rule.months.isEmpty
        yearDays = rule.yearDays
        weekNumbers = rule.weekNumbers
        weekStart = rule.weekStart
        // Only where BYMONTHDAY or BYYEARDAY expands can it yield a day that doesn't exist.
        skipsBackward = rule.skipsBackward && [.yearly, .monthly].contains(rule.frequency)
    }

    /// Whether it selects every day.
    var isOpen: Bool {
        months == Self.allMonths && monthDays == 0 && monthDaysFromEnd == 0 && yearDays.isEmpty && weekNumbers.isEmpty
            && ordinalWeekdays.isEmpty && (weekdays == 0 || weekdays == Self.allWeekdays)
    }

    func allows(month: Int) -> Bool { months >> month & 1 == 1 }

    /// The selected days of a month: bit 0 is its first day.
    func days(of month: Month) -> UInt32 {
        guard allows(month: month.month) else { return 0 }
        var days = UInt32.max >> (32 - month.dayCount)
        if monthDays | monthDaysFromEnd != 0 { days &= numberedDays(of: month) }
        if weekdays != 0 || !ordinalWeekdays.isEmpty { days &= namedDays(of: month) }
        if days != 0, !yearDays.isEmpty { days &= yearDays(of: month) }
        if days != 0, !weekNumbers.isEmpty { days &= daysInWeeks(of: month) }
        return days
    }

    // MARK: One part each

    private func numberedDays(of month: Month) -> UInt32 {
        let existing = UInt32.max >> (32 - month.dayCount)
        var days = monthDays & existing | monthDaysFromEnd >> (32 - month.dayCount)
        if skipsBackward, monthDays & ~existing != 0 { days |= 1 << (month.dayCount - 1) }
        return days
    }

    private func namedDays(of month: Month) -> UInt32 {
        let firstWeekday = month.firstWeekday
        let week = Self.rotated(weekdays, by: firstWeekday)
        // The week, five times over.
        var days = UInt32(week) &* 0b1_0000001_0000001_0000001_0000001
        guard !ordinalWeekdays.isEmpty else { return days }
        let (firstDay, dayCount) = ordinalsCountInYear ? Self.year(month.year) : (month.firstDay, month.dayCount)
        for item in ordinalWeekdays {
            guard let day = Self.day(item, ofDays: dayCount, from: firstDay) else { continue }
            let index = day - month.firstDay
            if (0..<month.dayCount).contains(index) { days |= 1 << index }
        }
        return days
    }

    private func yearDays(of month: Month) -> UInt32 {
        let (firstDay, dayCount) = Self.year(month.year)
        var days: UInt32 = 0
        for number in yearDays {
            let number = number > dayCount && skipsBackward ? dayCount : number
            let index = (number > 0 ? number - 1 : dayCount + number) + firstDay - month.firstDay
            // 366 in a year of 365 days is no day of January either.
            if (0..<month.dayCount).contains(index), (-dayCount...dayCount).contains(number) { days |= 1 << index }
        }
        return days
    }

    private func daysInWeeks(of month: Month) -> UInt32 {
        let year = WeekYear(year: month.year, weekStart: weekStart)
        var days: UInt32 = 0
        for index in 0..<month.dayCount {
            let (week, weekCount) = year.week(ofDay: month.firstDay + index)
            if weekNumbers.contains(week) || weekNumbers.contains(week - weekCount - 1) { days |= 1 << index }
        }
        return days
    }

    // MARK: Arithmetic

    /// 0 is Sunday.
    static func weekday(ofDay day: Int) -> Int { (day + 4).floorRemainder(by: 7) }

    /// Weekdays as bits of which bit 0 is another one than Sunday.
    static func rotated(_ weekdays: UInt8, by first: Int) -> UInt8 {
        (weekdays >> first | weekdays << (7 - first)) & allWeekdays
    }

    private static func year(_ year: Int) -> (firstDay: Int, dayCount: Int) {
        (Int(CivilDate(unchecked: year, 1, 1).daysSinceEpoch), CivilDate.isLeap(year: year) ? 366 : 365)
    }

    /// The n-th of a weekday in a row of days, counted from its end where n is negative.
    private static func day(_ item: RecurrenceRule.WeekdayNumber, ofDays dayCount: Int, from firstDay: Int) -> Int? {
        guard let ordinal = item.ordinal else { return nil }
        let index: Int
        if ordinal > 0 {
            index = (item.weekday - weekday(ofDay: firstDay)).floorRemainder(by: 7) + (ordinal - 1) * 7
        } else {
            let last = dayCount - 1
            index = last - (weekday(ofDay: firstDay + last) - item.weekday).floorRemainder(by: 7) + (ordinal + 1) * 7
        }
        return (0..<dayCount).contains(index) ? firstDay + index : nil
    }
}

/// The numbered weeks that the days of a calendar year lie in: week 1 is the first with at least four days in its year (ISO 8601).
private struct WeekYear {
    /// Days since 1970 on which week 1 of the year before, of the year itself and of the two that follow begin.
    private let starts: [Int]

    init(year: Int, weekStart: Int) {
        starts = (year - 1...year + 2).map { year in
            // Week 1 has 4 January in it.
            let fourth = Int(CivilDate(unchecked: year, 1, 4).daysSinceEpoch)
            return fourth - (DayFilter.weekday(ofDay: fourth) - weekStart).floorRemainder(by: 7)
        }
    }

    /// - Returns: the number of the week, and how many weeks its year has.
    func week(ofDay day: Int) -> (number: Int, count: Int) {
        let index = day < starts[1] ? 0 : day < starts[2] ? 1 : 2
        return ((day - starts[index]) / 7 + 1, (starts[index + 1] - starts[index]) / 7)
    }
}
