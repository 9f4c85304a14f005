import BelfryTesting
import BelfryTime
import Testing

struct WeeklyWindowTests {
    /// The nights of a week that are not 22:00 to 07:00; none is an empty window.
    static let weekend: [Weekday: String] = [.friday: "23:00-09:00", .saturday: "23:00-09:00"]

    private func week(_ nights: [Weekday: String], everyDay: String? = "22:00-07:00") throws -> WeeklyWindow {
        WeeklyWindow(
            everyDay: try everyDay.map { try #require(DailyWindow($0)) }, byWeekday: try nights.mapValues { try #require(DailyWindow($0)) })
    }

    // 2026: 22 January is a Thursday, 25 January a Sunday.
    @Test(
        "A reading lies in the stretch that begins on its day or in what is left of that of the day before",
        arguments: [
            ("2026-01-23T06:59", "22:00-07:00", "Friday morning has Thursday's night"), ("2026-01-23T07:00", nil, "which ends at seven"),
            ("2026-01-23T22:30", nil, "on Friday it begins later"), ("2026-01-23T23:00", "23:00-09:00", "at eleven"),
            ("2026-01-24T08:59", "23:00-09:00", "and goes on until Saturday"), ("2026-01-24T09:00", nil, "at nine"),
            ("2026-01-25T08:00", "23:00-09:00", "Sunday morning has Saturday's night"), ("2026-01-25T22:00", "22:00-07:00", "Sunday's is as every other"),
            ("2026-01-26T08:00", nil, "and so ends on Monday at seven"),
        ] as [(String, String?, String)])
    func at(reading: String, window: String?, sentence: String) throws {
        let week = try week(Self.weekend)
        let civil = try #require(CivilDateTime(reading))
        #expect(week.window(at: civil)?.description == window, "\(sentence)")
        #expect(week.contains(civil) == (window != nil), "\(sentence)")
    }

    @Test("Without a night of its own each day has the same, as a daily window has it", arguments: ["22:00-07:00", "13:00-15:00", "22:00-00:00", "22:00-22:00"])
    func alike(text: String) throws {
        let daily = try #require(DailyWindow(text))
        let plain = WeeklyWindow(everyDay: daily)
        let named = WeeklyWindow(everyDay: nil, byWeekday: Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, daily) }))
        for minute in 0..<1440 {
            let civil = CivilDateTime(.sunday, try #require(CivilTime(hour: minute / 60, minute: minute % 60)))
            #expect(plain.contains(civil) == daily.contains(civil.time) && named.contains(civil) == daily.contains(civil.time), "\(civil)")
            #expect(plain.window(at: civil) == named.window(at: civil))
        }
        #expect(plain.isEmpty == daily.isEmpty && named.isEmpty == daily.isEmpty)
    }

    @Test("A week is empty where no day has a stretch, and around a reading is that of its day or of the next that has one")
    func around() throws {
        #expect(WeeklyWindow(everyDay: nil).isEmpty && WeeklyWindow(everyDay: nil).window(around: CivilDateTime(.sunday, .midnight)) == nil)
        #expect(try week([.sunday: "00:00-00:00"], everyDay: nil).isEmpty)
        #expect(try !week([.sunday: "00:00-00:00"]).isEmpty)
        let friday = try week([.friday: "23:00-09:00"], everyDay: nil)
        #expect(friday.window(around: CivilDateTime(.sunday, .midnight))?.description == "23:00-09:00")
        #expect(try week(Self.weekend).window(around: CivilDateTime(.sunday, CivilTime(literal: "12:00")))?.description == "22:00-07:00")
    }

    struct EndRow: CustomTestStringConvertible {
        let nights: [Weekday: String]
        let zone: String
        let now: String
        let end: String
        let testDescription: String

        init(_ nights: [Weekday: String], _ zone: String = "UTC", from now: String, until end: String, _ sentence: String) {
            self.nights = nights
            self.zone = zone
            self.now = now
            self.end = end
            testDescription = sentence
        }
    }

    // Berlin, 29 March 2026, a Sunday:   01:30 ── 01:59 │ 03:00 ──         at 01:00Z the clock skips an hour
    // Berlin, 25 October 2026, a Sunday: 02:00 ── 02:59 │ 02:00 ── 02:59   at 01:00Z the clock repeats an hour
    @Test(
        "It is over where the last of the stretches ends that overlap or touch, by the clock on the wall",
        arguments: [
            EndRow(weekend, from: "2026-01-23T22:30:00.500Z", until: "2026-01-23T22:30:00.500Z", "outside already, it is now"),
            EndRow(weekend, from: "2026-01-23T23:30:00Z", until: "2026-01-24T09:00:00Z", "Friday's night ends on Saturday at nine"),
            EndRow(weekend, from: "2026-01-25T23:30:00Z", until: "2026-01-26T07:00:00Z", "Sunday's ends at seven"),
            EndRow([.sunday: "00:00-00:00"], from: "2026-01-25T23:00:00Z", until: "2026-01-25T23:00:00Z", "a night without is none"),
            EndRow([.friday: "20:00-08:00", .saturday: "08:00-12:00"], from: "2026-01-23T21:00:00Z", until: "2026-01-24T12:00:00Z", "two that touch are one"),
            EndRow(
                [.friday: "23:00-09:00", .saturday: "08:00-10:00"], from: "2026-01-24T00:00:00Z", until: "2026-01-24T10:00:00Z", "two that overlap are one"),
            EndRow(
                [.friday: "23:00-09:00", .saturday: "01:00-02:00"], from: "2026-01-24T01:30:00Z", until: "2026-01-24T09:00:00Z",
                "one within another ends nothing"),
            EndRow([.saturday: "09:00-17:00"], from: "2026-01-23T23:00:00Z", until: "2026-01-24T07:00:00Z", "a stretch of the day begins anew"),
            EndRow(
                [.friday: "18:00-17:00", .saturday: "17:00-16:00", .sunday: "16:00-08:00"], from: "2026-01-23T19:00:00Z", until: "2026-01-26T08:00:00Z",
                "a whole weekend may be quiet"),
            EndRow(
                weekend, "America/Los_Angeles", from: "2026-01-24T07:30:00Z", until: "2026-01-24T17:00:00Z",
                "in Los Angeles it is Friday while it is Saturday in UTC"),
            EndRow(weekend, "Europe/Berlin", from: "2026-03-28T22:30:00Z", until: "2026-03-29T07:00:00Z", "a night with a gap is an hour shorter"),
            EndRow(weekend, "Europe/Berlin", from: "2026-10-24T21:30:00Z", until: "2026-10-25T08:00:00Z", "a night with an overlap is an hour longer"),
            EndRow(
                [.saturday: "23:00-02:30"], "Europe/Berlin", from: "2026-03-28T23:30:00Z", until: "2026-03-29T01:00:00Z",
                "an end inside the gap comes with the gap"),
        ])
    func firstMomentOutside(row: EndRow) throws {
        let end = try week(row.nights).firstMomentOutside(from: instant(row.now), in: zone(row.zone))
        #expect(end.description == row.end)
    }

    @Test("However the days of a week follow upon each other, it comes to an end within the week")
    func ends() throws {
        let longest = WeeklyWindow(
            everyDay: nil,
            byWeekday: Dictionary(
                uniqueKeysWithValues: Weekday.allCases.enumerated().map { place, day in
                    let (start, end) = (CivilTime(hour: 12 - place, minute: 0), CivilTime(hour: 11 - place, minute: 0))
                    return (day, DailyWindow(start: start ?? .midnight, end: end ?? .midnight))
                }))
        // From Monday at twelve to the next Monday at five.
        #expect(try longest.firstMomentOutside(from: instant("2026-01-26T12:00:00Z"), in: .utc) == instant("2026-02-02T05:00:00Z"))
    }

    @Test("A day is called by its weekday, and a window reads as it is written")
    func names() {
        #expect((0..<7).map { Weekday(.sunday + $0).rawValue } == ["sun", "mon", "tue", "wed", "thu", "fri", "sat"])
        for text in ["22:00-07:00", "22:00:30-07:00", "00:00-00:00"] { #expect(DailyWindow(text)?.description == text) }
        #expect(DailyWindow("22:00:00-07:00:00")?.description == "22:00-07:00")
        for text in ["", "22:00", "22:00-", "22:00-07:00-08:00", "22:00–07:00", "25:00-07:00", "22:00 - 07:00"] { #expect(DailyWindow(text) == nil, "\(text)") }
    }
}
