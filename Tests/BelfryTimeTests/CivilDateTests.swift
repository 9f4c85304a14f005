import BelfryTime
import Testing

struct CivilDateTests {
    @Test("Every day from 0001-01-01 to 9999-12-31 is one day after the one before, and reads back as itself")
    func everyDay() throws {
        var (year, month, day) = (1, 1, 1)
        var weekday = 1  // 0001-01-01 was a Monday
        var number = try #require(CivilDate(year: 1, month: 1, day: 1)).daysSinceEpoch
        var dayCount = 0
        while year <= 9999 {
            let date = CivilDate(daysSinceEpoch: number)
            guard date.components == (year, month, day), date.weekday == weekday, CivilDate(year: year, month: month, day: day) == date
            else {
                Issue.record("day \(number) should be \(year)-\(month)-\(day), weekday \(weekday), but is \(date), weekday \(date.weekday)")
                return
            }
            if day == 1, CivilDate(date.description) != date {
                Issue.record("\(date) does not read back")
                return
            }
            number += 1
            dayCount += 1
            weekday = weekday == 6 ? 0 : weekday + 1
            day += 1
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(dayCount == 3_652_059)
    }

    @Test("Day 0 is 1970-01-01, a Thursday")
    func epoch() {
        let epoch = CivilDate(daysSinceEpoch: 0)
        #expect(epoch.description == "1970-01-01")
        #expect(epoch.weekday == 4)
        #expect((epoch - 1).description == "1969-12-31")
        #expect((epoch - 1).weekday == 3)
    }

    @Test(
        "A day that the calendar does not have is refused",
        arguments: [
            (2026, 2, 29), (2026, 2, 30), (2100, 2, 29), (2026, 4, 31), (2026, 1, 32), (2026, 1, 0), (2026, 0, 1), (2026, 13, 1), (0, 1, 1),
            (10_000, 1, 1), (-1, 1, 1), (2026, 1, -1),
        ])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test("29 February exists in leap years only: every fourth, but of the centuries only every fourth", arguments: [2024, 2000, 2400, 4])
    func leapDay(year: Int) {
        #expect(CivilDate(year: year, month: 2, day: 29) != nil)
    }

    @Test(
        "A date is read from four, two and two digits and nothing else",
        arguments: [
            "", "2026", "2026-01", "2026-1-25", "2026-01-25 ", "2026/01/25", "20260125", "2026-02-30", "-2026-01-25", "2026-01-25T",
        ])
    func refusedText(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test("Adding days crosses months and years, and the difference counts them")
    func arithmetic() throws {
        let date = try #require(CivilDate("2024-02-28"))
        #expect((date + 1).description == "2024-02-29")
        #expect((date + 2).description == "2024-03-01")
        #expect((date - 59).description == "2023-12-31")
        #expect((date + 366) - date == 366)
        #expect(date < date + 1)
    }
}
