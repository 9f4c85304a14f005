/// A day in the proleptic Gregorian calendar, in no particular zone.
///
/// Held as a day number, so that adding days is addition and never 86,400 seconds. Years 0001 to 9999.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative before.
    public let daysSinceEpoch: Int32

    public init(daysSinceEpoch: Int32) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Nil where the calendar has no such day, as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.dayCount(year: year, month: month)
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    /// The day number of a date known to exist.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
    init(unchecked year: Int, _ month: Int, _ day: Int) {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear.floorDivided(by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSinceEpoch = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// Year, month (1–12) and day (1–31); the inverse, `civil_from_days`.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(daysSinceEpoch) + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth + (marchMonth < 10 ? 3 : -9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// 0 is Sunday, 6 is Saturday.
    public var weekday: Int {
        Int(daysSinceEpoch + 4).floorRemainder(by: 7)
    }

    /// Whether a year of the Gregorian calendar has 366 days; those before 1582 are counted alike.
    public static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// How many days a month has, 1 being January.
    public static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    public static func + (date: CivilDate, dayCount: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: date.daysSinceEpoch + Int32(dayCount))
    }

    public static func - (date: CivilDate, dayCount: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: date.daysSinceEpoch - Int32(dayCount))
    }

    /// Days from `earlier` to `later`.
    public static func - (later: CivilDate, earlier: CivilDate) -> Int {
        Int(later.daysSinceEpoch) - Int(earlier.daysSinceEpoch)
    }
}

// MARK: Text

extension CivilDate: CustomStringConvertible, LosslessStringConvertible {
    /// `2026-01-25`.
    public var description: String { TextWriter.text(write) }

    func write(to writer: inout TextWriter) {
        let (year, month, day) = components
        writer.add(year, digitCount: 4)
        writer.add("-")
        writer.add(month, digitCount: 2)
        writer.add("-")
        writer.add(day, digitCount: 2)
    }

    public init?(_ description: String) {
        var reader = TextReader(description)
        guard let date = CivilDate(from: &reader), reader.isAtEnd else { return nil }
        self = date
    }

    init?(from reader: inout TextReader) {
        guard let year = reader.number(digitCount: 4), reader.skip("-"), let month = reader.number(digitCount: 2), reader.skip("-"),
            let day = reader.number(digitCount: 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension CivilDate: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(CivilDate.init, as: "a date such as 2026-01-25")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
