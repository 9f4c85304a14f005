/// What a zone does every year from now on: `PST8PDT,M3.2.0,M11.1.0`.
///
/// Source: POSIX.1-2017, section 8.3 (`TZ`), with the wider hours of RFC 9636, section 3.3.1.
struct PosixTimeZoneRule: Sendable, Hashable {
    /// The part of the year with daylight saving time: from when, until when, at which offset.
    struct Daylight: Sendable, Hashable {
        let offsetSeconds: Int
        let start: YearDay
        let end: YearDay
    }

    /// A day of any year, and a time on it in seconds from its midnight (which may be negative or beyond the day).
    struct YearDay: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// The n-th such weekday of a month; week 5 is the last.
            case weekday(month: Int, week: Int, weekday: Int)
            /// 1 to 365; 29 February is never counted.
            case julian(Int)
            /// 0 to 365; 29 February is counted.
            case zeroBased(Int)
        }
        let day: Day
        let secondsFromMidnight: Int

        /// Seconds on the wall since 1970 at which it happens in a year.
        func wallSeconds(inYear year: Int) -> Int64 {
            Int64(date(inYear: year).daysSinceEpoch) * 86_400 + Int64(secondsFromMidnight)
        }

        private func date(inYear year: Int) -> CivilDate {
            let newYear = CivilDate(unchecked: year, 1, 1)
            switch day {
            case .julian(let number):
                return newYear + (number - 1 + (CivilDate.isLeap(year: year) && number >= 60 ? 1 : 0))
            case .zeroBased(let number):
                return newYear + number
            case .weekday(let month, let week, let weekday):
                let first = CivilDate(unchecked: year, month, 1)
                let firstMatch = (weekday - first.weekday).floorRemainder(by: 7)
                var offset = firstMatch + (week - 1) * 7
                if offset >= CivilDate.dayCount(year: year, month: month) { offset -= 7 }
                return first + offset
            }
        }
    }

    let standardOffsetSeconds: Int
    let daylight: Daylight?

    func offset(atSecond second: Int64) -> Int {
        guard let daylight else { return standardOffsetSeconds }
        let (year, month, _) = CivilDateTime(wallSeconds: second).date.components
        let isDaylight: Bool
        // A time on a day may lie a week away from it, so that about New Year what a neighbouring year says can reach into this one.
        if (2...11).contains(month) {
            let (start, end) = moments(of: daylight, inYear: year)
            isDaylight = start <= end ? start <= second && second < end : second < end || start <= second
        } else {
            isDaylight = (year - 2...year + 1).contains { period(of: daylight, startingInYear: $0).contains(second) }
        }
        return isDaylight ? daylight.offsetSeconds : standardOffsetSeconds
    }

    /// The next second after `second` at which the offset changes.
    func nextTransition(after second: Int64) -> Int64? {
        guard let daylight, daylight.offsetSeconds != standardOffsetSeconds else { return nil }
        let year = CivilDateTime(wallSeconds: second).date.components.year
        var next: Int64?
        /// Where daylight saving time lasts all year, its end and its next start coincide, and nothing changes.
        func consider(_ moment: Int64) {
            if moment > second, moment < next ?? .max, offset(atSecond: moment - 1) != offset(atSecond: moment) { next = moment }
        }
        for year in year - 1...year + 2 {
            // Nothing that a year says lies nine days before it: its times are a week away at most, and clocks 26 hours.
            if let next, next < (Int64(CivilDate(unchecked: year, 1, 1).daysSinceEpoch) - 9) * 86_400 { break }
            let (start, end) = moments(of: daylight, inYear: year)
            consider(start)
            consider(end)
        }
        return next
    }

    /// From a year's start to the end that follows it: in the south, the one of the next year.
    private func period(of daylight: Daylight, startingInYear year: Int) -> Range<Int64> {
        let (start, end) = moments(of: daylight, inYear: year)
        return start..<max(start, end < start ? moments(of: daylight, inYear: year + 1).end : end)
    }

    /// The start is on the standard clock, the end on the daylight clock.
    private func moments(of daylight: Daylight, inYear year: Int) -> (start: Int64, end: Int64) {
        (
            daylight.start.wallSeconds(inYear: year) - Int64(standardOffsetSeconds),
            daylight.end.wallSeconds(inYear: year) - Int64(daylight.offsetSeconds)
        )
    }
}

// MARK: Reading

extension PosixTimeZoneRule {
    /// Nil where the text is not of the form `std offset [dst [offset] ,start[/time],end[/time]]`.
    init?(parsing text: String) {
        var reader = PosixReader(rest: text[...])
        guard reader.skipName(), let west = reader.time(hourMax: 24) else { return nil }
        standardOffsetSeconds = -west
        guard !reader.rest.isEmpty else {
            daylight = nil
            return
        }
        guard reader.skipName() else { return nil }
        let daylightOffset = reader.rest.first == "," ? standardOffsetSeconds + 3600 : reader.time(hourMax: 24).map { -$0 }
        guard let daylightOffset, reader.skip(","), let start = reader.yearDay(), reader.skip(","), let end = reader.yearDay(),
            reader.rest.isEmpty
        else { return nil }
        daylight = Daylight(offsetSeconds: daylightOffset, start: start, end: end)
    }
}

private struct PosixReader {
    var rest: Substring

    mutating func skip(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    /// `PST`, or `<+0330>` where the name has digits.
    mutating func skipName() -> Bool {
        if skip("<") {
            guard let close = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: close)...]
            return true
        }
        let name = rest.prefix(while: \.isLetter)
        rest = rest[name.endIndex...]
        return name.count >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        return Int(digits).flatMap { range.contains($0) ? $0 : nil }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds: an offset of up to 24 hours, or a time of up to 167.
    mutating func time(hourMax: Int) -> Int? {
        let sign = skip("-") ? -1 : 1
        if sign == 1 { _ = skip("+") }
        guard var seconds = number(0...hourMax).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where skip(":") {
            guard let part = number(0...59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// `M3.2.0`, `J60` or `59`, with `/time` behind where it is not 02:00.
    mutating func yearDay() -> PosixTimeZoneRule.YearDay? {
        let day: PosixTimeZoneRule.YearDay.Day
        if skip("M") {
            guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let weekday = number(0...6) else { return nil }
            day = .weekday(month: month, week: week, weekday: weekday)
        } else if skip("J") {
            guard let number = number(1...365) else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(0...365) else { return nil }
            day = .zeroBased(number)
        }
        guard skip("/") else { return .init(day: day, secondsFromMidnight: 7200) }
        guard let seconds = time(hourMax: 167) else { return nil }
        return .init(day: day, secondsFromMidnight: seconds)
    }
}
