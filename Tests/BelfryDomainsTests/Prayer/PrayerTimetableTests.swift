import BelfryDomains
import BelfryModel
import BelfryTesting
import BelfryTime
import Testing

struct PrayerTimetableTests {
    private let header = ["date", "fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]
    private let row = ["2026-01-25", "06:12", "07:50", "12:15", "14:40", "16:35", "18:05"]

    @Test("Columns stand in any order and case, among others, and empty lines don't count")
    func tolerance() throws {
        let table = try PrayerTimetable(lines: [
            ["\u{FEFF}Isha ", "Hijri", "MAGHRIB", "asr", "Dhuhr", "sunrise", "fajr", " Date"],
            ["18:05", "6 Shaban", "16:35", "14:40", "12:15", "07:50", " 06:12", "2026-01-25"], [""], [],
        ])
        #expect(try table == PrayerTimetable(lines: [header, row]))
        #expect(table.rows.map(\.date) == [.sunday])
        #expect(table[.sunday]?.times.isha.shortText == "18:05")
        #expect(table[.sunday + 1] == nil)
    }

    private func changed(_ column: Int, _ text: String) -> [[String]] {
        var cells = row
        cells[column] = text
        return [header, [], cells]
    }

    @Test("What is wrong is named by its line and column")
    func problems() {
        let time = "a time such as 05:38"
        let table: [([[String]], Problem)] = [
            ([], .missingField("line 1, date")), ([["date", "fajr"]], .missingField("line 1, sunrise")),
            ([header + ["Asr"], row], .wrongType(field: "line 1, asr", expected: "one column of this name")),
            ([header, Array(row.dropLast())], .missingField("line 2, isha")), (changed(4, " "), .missingField("line 3, asr")),
            (changed(0, "25.1.2026"), .wrongType(field: "line 3, date", expected: "a date such as 2026-01-25")),
            (changed(1, "6:12"), .wrongType(field: "line 3, fajr", expected: time)),
            (changed(6, "24:05"), .wrongType(field: "line 3, isha", expected: time)),
            ([header, row, row], .wrongType(field: "line 3, date", expected: "a day that no row above has")),
            (changed(3, "07:49"), .wrongType(field: "line 3, dhuhr", expected: "a time after sunrise")),
            (changed(4, "11:40"), .wrongType(field: "line 3, asr", expected: "a time after dhuhr")),
            (changed(1, "08:12"), .wrongType(field: "line 3, fajr", expected: "a time before sunrise")),
            (changed(5, "13:35"), .wrongType(field: "line 3, maghrib", expected: "a time after asr")),
            (changed(6, "15:05"), .wrongType(field: "line 3, isha", expected: "a time after maghrib")),
        ]
        for (lines, expected) in table {
            #expect(throws: expected) { try PrayerTimetable(lines: lines) }
        }
    }

    @Test("Sunset and isha after midnight are on the next day, but isha not on the one after it")
    func afterMidnight() throws {
        let summer = ["2026-06-21", "02:10", "02:55", "13:29", "18:40", "00:03", "00:50"]
        let times = try #require(try PrayerTimetable(lines: [header, summer])[CivilDate(literal: "2026-06-21")])
            .prayerTimes(in: zone("Atlantic/Reykjavik"))
        #expect(times.times.maghrib.instant == Instant("2026-06-22T00:03:00Z"))
        #expect(times.times.isha.instant == Instant("2026-06-22T00:50:00Z"))
        var wrong = summer
        wrong[6] = "00:02"
        #expect(throws: Problem.wrongType(field: "line 2, isha", expected: "a time after maghrib")) {
            try PrayerTimetable(lines: [header, wrong])
        }
    }
}
