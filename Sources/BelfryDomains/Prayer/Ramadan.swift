import BelfryTime

/// The month of Ramadan in the Umm al-Qura calendar of Saudi Arabia.
///
/// From 1420 to 1500 AH (December 1999 to September 2077) it is that calendar; before and after it is the tabular calendar, whose
/// months begin within a day of it, seldom two.
///
/// Sources: for the tabular calendar, Jean Meeus, *Astronomical Algorithms*, 2nd edition (1998), chapter 9. For what Umm al-Qura
/// differs by: R. H. van Gent, "The Umm al-Qura Calendar of Saudi Arabia", Utrecht University, whose tables follow the rule of Z. A.
/// Mostafa, *The Observatory* 125 (2005), 25: a month begins after the evening on which, in Makkah, the conjunction is before sunset
/// and the Moon sets after the Sun.
enum Ramadan {
    static func contains(_ date: CivilDate) -> Bool {
        // Ramadan is two thirds into the year, so that the mean length of a year is enough to name it.
        let day = Int(date.daysSinceEpoch)
        let year = Int((Double(day - firstDayOfCalendar) / meanYearLength).rounded(.down)) + 1
        return days(ofYear: year).contains(day)
    }

    /// Days since 1970-01-01.
    static func days(ofYear year: Int) -> Range<Int> {
        let index = year - firstCorrectedYear
        let isCorrected = startCorrections.indices.contains(index)
        let start = tabularDay(year: year, month: 9) + (isCorrected ? startCorrections[index] : 0)
        let end = tabularDay(year: year, month: 10) + (isCorrected ? endCorrections[index] : 0)
        return start..<end
    }

    /// The first of a month in the tabular calendar (ch. 9), in days since 1970-01-01.
    private static func tabularDay(year: Int, month: Int) -> Int {
        let leapDayCount = Int((Double(11 * year + 3) / 30).rounded(.down))
        let dayOfYear = 30 * (month - 1) - (month - 1) / 2
        return firstDayOfCalendar + 354 * (year - 1) + leapDayCount + dayOfYear
    }

    /// 1 Muharram of the year 1, which is 16 July 622 of the Julian calendar, JD 1948439.5.
    private static let firstDayOfCalendar = -492_148
    /// Thirty years, of which eleven have 355 days instead of 354.
    private static let meanYearLength = 10_631.0 / 30

    private static let firstCorrectedYear = 1420
    /// Days by which 1 Ramadan is later than in the tabular calendar, a year each.
    private static let startCorrections = [
        0, -1, -1, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, -1, 0, 0,
        0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, -1, -1,
        0, 0, -1, 0, 0, -1, 0, -1, 0, 0, -1, 0, 0, -1, 0, 1, 0, 0, -1, -1,
        0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 0, -1, -1, 0, -1, 0, -1, 0, 0,
        -1,
    ]
    /// The same for 1 Shawwal, the day after Ramadan.
    private static let endCorrections = [
        0, -1, -1, -1, -1, 0, 0, -1, 0, -1, -1, 0, -1, 0, 0, -1, -1, -1, -1, 0,
        -1, 0, 0, -1, -1, 0, -1, 0, -1, -1, -1, -1, -1, 0, -1, 0, 0, -1, -1, -2,
        -1, 0, -1, -1, -1, -2, -1, -1, -1, 0, -1, -1, -1, -1, -1, 0, 0, 0, -1, -1,
        -1, -1, 0, 0, -1, -1, 0, -1, -1, -1, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1,
        -2,
    ]
}
