import BelfryTesting
import BelfryTime
import Testing

struct CivilTimeTests {
    @Test("Every second of a day is a time that reads back as itself")
    func everySecond() {
        var previous: CivilTime?
        for second in 0..<86_400 {
            let time = CivilTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
            guard let time, Int(time.secondsSinceMidnight) == second, CivilTime(time.description) == time,
                previous.map({ $0 < time }) ?? true
            else {
                Issue.record("second \(second) is \(String(describing: time))")
                return
            }
            previous = time
        }
    }

    @Test("A time is written with seconds for SQL and without them for a person")
    func text() throws {
        let time = try #require(CivilTime(hour: 7, minute: 5))
        #expect(time.description == "07:05:00")
        #expect(time.shortText == "07:05")
        #expect(CivilTime("07:05") == time)
        #expect(CivilTime.midnight.description == "00:00:00")
        #expect((time.hour, time.minute, time.second) == (7, 5, 0))
    }

    @Test(
        "What is no time of day is refused",
        arguments: [
            "", "7:05", "07", "07:", "07:5", "07:05:", "07:05:0", "24:00", "24:00:00", "23:60", "23:59:60", "07:05:00.5", "07:05 ",
            "-07:05",
            "07.05", "07:05Z",
        ])
    func refused(text: String) {
        #expect(CivilTime(text) == nil)
    }

    @Test(
        "Hours, minutes and seconds out of range are refused",
        arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1)])
    func outOfRange(hour: Int, minute: Int, second: Int) {
        #expect(CivilTime(hour: hour, minute: minute, second: second) == nil)
    }

    @Test("A reading of day and time sorts by the day first")
    func dateTimeOrder() throws {
        let day = try #require(CivilDate("2026-01-25"))
        let evening = CivilDateTime(day, try #require(CivilTime("22:00")))
        let nextMorning = CivilDateTime(day + 1, try #require(CivilTime("07:00")))
        #expect(evening < nextMorning)
        #expect(CivilDateTime(utc: try instant("2026-01-25T22:00:00.999Z")) == evening)
        #expect(CivilDateTime(utc: try instant("1969-12-31T23:59:59.001Z")).time == CivilTime(hour: 23, minute: 59, second: 59))
    }
}
