import BelfryTesting
import BelfryTime
import Testing

struct DailyWindowTests {
    struct Row: CustomTestStringConvertible {
        let window: String
        let time: String
        let isInside: Bool
        let testDescription: String

        init(_ window: String, _ time: String, _ isInside: Bool, _ sentence: String) {
            self.window = window
            self.time = time
            self.isInside = isInside
            testDescription = sentence
        }
    }

    @Test(
        "A time is inside the window or it is not",
        arguments: [
            Row("22:00-07:00", "21:59:59", false, "a second before the start it is not yet quiet"),
            Row("22:00-07:00", "22:00:00", true, "the start is inside"),
            Row("22:00-07:00", "23:59:59", true, "the last second before midnight is inside a window that spans it"),
            Row("22:00-07:00", "00:00:00", true, "midnight is inside a window that spans it"),
            Row("22:00-07:00", "06:59:59", true, "a second before the end it is still quiet"),
            Row("22:00-07:00", "07:00:00", false, "the end is not inside"),
            Row("22:00-07:00", "12:00:00", false, "noon is far from the night"),
            Row("01:30-02:30", "01:29:59", false, "a window within one day begins at its start"),
            Row("01:30-02:30", "01:30:00", true, "a window within one day has its start"),
            Row("01:30-02:30", "02:29:59", true, "a window within one day lasts until its end"),
            Row("01:30-02:30", "02:30:00", false, "a window within one day does not have its end"),
            Row("00:00-06:00", "00:00:00", true, "a window may start at midnight"),
            Row("00:00-06:00", "23:59:59", false, "a window from midnight does not reach back over it"),
            Row("22:00-00:00", "23:59:59", true, "a window may end at midnight"),
            Row("22:00-00:00", "00:00:00", false, "a window until midnight does not have it"),
            Row("22:00-22:00", "22:00:00", false, "equal ends mean no window, not even at that time"),
            Row("22:00-22:00", "10:00:00", false, "equal ends mean no window, not the whole day"),
            Row("00:00-00:00", "00:00:00", false, "from midnight to midnight is no window"),
            Row("07:00-06:59", "06:58:59", true, "all but a minute of the day may be a window"),
            Row("07:00-06:59", "06:59:00", false, "all but a minute of the day leaves that minute"),
        ])
    func contains(row: Row) throws {
        #expect(try window(row.window).contains(#require(CivilTime(row.time))) == row.isInside)
    }

    @Test("Only a window with equal ends is empty")
    func isEmpty() throws {
        #expect(try window("22:00-22:00").isEmpty)
        #expect(try !window("22:00-22:01").isEmpty)
    }

    struct EndRow: CustomTestStringConvertible {
        let window: String
        let zone: String
        let now: String
        let end: String
        let testDescription: String

        init(_ window: String, _ zone: String, from now: String, until end: String, _ sentence: String) {
            self.window = window
            self.zone = zone
            self.now = now
            self.end = end
            testDescription = sentence
        }
    }

    // Berlin, 29 March 2026:   01:30 ── 01:59 │ 03:00 ──         at 01:00Z the clock skips an hour
    // Berlin, 25 October 2026: 02:00 ── 02:59 │ 02:00 ── 02:59   at 01:00Z the clock repeats an hour
    // Apia, 2011:              29 Dec 23:59:59 │ 31 Dec 00:00    at 10:00Z of 30 December the clock skips a day
    @Test(
        "The first moment outside is found from transition to transition",
        arguments: [
            EndRow("22:00-07:00", "UTC", from: "2026-01-25T12:00:00.123Z", until: "2026-01-25T12:00:00.123Z", "outside already, it is now"),
            EndRow("22:00-22:00", "UTC", from: "2026-01-25T22:00:00Z", until: "2026-01-25T22:00:00Z", "an empty window is always over"),
            EndRow(
                "22:00-07:00", "UTC", from: "2026-01-25T22:00:00Z", until: "2026-01-26T07:00:00Z", "from the start it is the next morning"),
            EndRow(
                "22:00-07:00", "UTC", from: "2026-01-26T06:59:59.999Z", until: "2026-01-26T07:00:00Z", "a fraction before the end counts"),
            EndRow(
                "22:00-07:00", "America/Los_Angeles", from: "2026-01-25T06:00:00Z", until: "2026-01-25T15:00:00Z",
                "in Los Angeles the morning comes at 15:00 UTC"),
            EndRow(
                "22:00-07:00", "Europe/Berlin", from: "2026-03-28T22:00:00Z", until: "2026-03-29T05:00:00Z",
                "a night with a gap is an hour shorter"),
            EndRow(
                "22:00-07:00", "Europe/Berlin", from: "2026-10-24T21:00:00Z", until: "2026-10-25T06:00:00Z",
                "a night with an overlap is an hour longer"),
            EndRow(
                "22:00-02:30", "Europe/Berlin", from: "2026-03-29T00:30:00Z", until: "2026-03-29T01:00:00Z",
                "an end inside the gap comes with the gap"),
            EndRow(
                "02:00-03:00", "Europe/Berlin", from: "2026-03-28T01:30:00Z", until: "2026-03-28T02:00:00Z",
                "the day before the gap has the window still"),
            EndRow(
                "22:00-02:30", "Europe/Berlin", from: "2026-10-24T23:00:00Z", until: "2026-10-25T00:30:00Z",
                "an end that comes twice ends it the first time"),
            EndRow(
                "22:00-02:30", "Europe/Berlin", from: "2026-10-25T01:10:00Z", until: "2026-10-25T01:30:00Z",
                "in the repeated hour it ends the second time"),
            EndRow(
                "02:00-03:00", "Europe/Berlin", from: "2026-10-25T00:30:00Z", until: "2026-10-25T02:00:00Z",
                "a window that is repeated whole lasts twice as long"),
            EndRow(
                "22:00-07:00", "Pacific/Apia", from: "2011-12-30T09:00:00Z", until: "2011-12-30T17:00:00Z",
                "the night before a skipped day ends in the morning after it"),
        ])
    func firstMomentOutside(row: EndRow) throws {
        let end = try window(row.window).firstMomentOutside(from: instant(row.now), in: zone(row.zone))
        #expect(end.description == row.end)
    }

    private func window(_ text: String) throws -> DailyWindow {
        let ends = try text.split(separator: "-").map { try #require(CivilTime(String($0))) }
        return DailyWindow(start: ends[0], end: ends[1])
    }
}
