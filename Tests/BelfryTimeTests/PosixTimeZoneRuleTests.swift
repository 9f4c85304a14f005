import BelfryTesting
import Testing

@testable import BelfryTime

struct PosixTimeZoneRuleTests {
    struct Row: CustomTestStringConvertible {
        let rule: String
        let from: String
        /// The next changes from there on: when, and to how many seconds east of UTC.
        let changes: [(at: String, offsetSeconds: Int)]
        let testDescription: String

        init(_ rule: String, from: String, _ changes: [(String, Int)], _ sentence: String) {
            self.rule = rule
            self.from = from
            self.changes = changes.map { (at: $0.0, offsetSeconds: $0.1) }
            testDescription = sentence
        }
    }

    @Test(
        "A rule changes the offset at its days, every year",
        arguments: [
            Row(
                "PST8PDT,M3.2.0,M11.1.0", from: "2026-01-01T00:00:00Z",
                [("2026-03-08T10:00:00Z", -25_200), ("2026-11-01T09:00:00Z", -28_800), ("2027-03-14T10:00:00Z", -25_200)],
                "the second Sunday of March and the first of November"),
            Row(
                "NZST-12NZDT,M9.5.0,M4.1.0/3", from: "2026-01-01T00:00:00Z",
                [("2026-04-04T14:00:00Z", 43_200), ("2026-09-26T14:00:00Z", 46_800), ("2027-04-03T14:00:00Z", 43_200)],
                "in the south, summer spans the new year"),
            Row(
                "IST-1GMT0,M10.5.0,M3.5.0/1", from: "2026-01-01T00:00:00Z",
                [("2026-03-29T01:00:00Z", 3600), ("2026-10-25T01:00:00Z", 0), ("2027-03-28T01:00:00Z", 3600)],
                "the Irish winter is daylight saving time below zero"),
            Row(
                "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", from: "2026-01-01T00:00:00Z",
                [("2026-03-29T01:00:00Z", -3600), ("2026-10-25T01:00:00Z", -7200)], "a time may be an hour before its day"),
            Row(
                "<-04>4<-03>,M9.1.6/24,M4.1.6/24", from: "2026-01-01T00:00:00Z",
                [("2026-04-05T03:00:00Z", -14_400), ("2026-09-06T04:00:00Z", -10_800)], "a time may be the end of its day"),
            Row(
                "IST-2IDT,M3.4.4/26,M10.5.0", from: "2026-01-01T00:00:00Z",
                [("2026-03-27T00:00:00Z", 10_800), ("2026-10-24T23:00:00Z", 7200)], "a time may be on the day after"),
            Row(
                "AAA0BBB,J60,J300", from: "2027-01-01T00:00:00Z",
                [("2027-03-01T02:00:00Z", 3600), ("2027-10-27T01:00:00Z", 0), ("2028-03-01T02:00:00Z", 3600), ("2028-10-27T01:00:00Z", 0)],
                "a Julian day never counts 29 February"),
            Row(
                "AAA0BBB,59,299", from: "2027-01-01T00:00:00Z",
                [("2027-03-01T02:00:00Z", 3600), ("2027-10-27T01:00:00Z", 0), ("2028-02-29T02:00:00Z", 3600), ("2028-10-26T01:00:00Z", 0)],
                "a day counted from zero counts 29 February"),
            Row(
                "AAA0:00:30BBB-1:02:03,M3.2.0/1:30,M11.1.0/0:00:01", from: "2026-01-01T00:00:00Z",
                [("2026-03-08T01:30:30Z", 3723), ("2026-10-31T22:57:58Z", -30)], "offsets and times may have minutes and seconds"),
            Row(
                "AAA0BBB,J365/26,J60/1", from: "2026-06-01T00:00:00Z",
                [("2027-01-01T02:00:00Z", 3600), ("2027-03-01T00:00:00Z", 0), ("2028-01-01T02:00:00Z", 3600)],
                "the start of one year may lie in the next"),
            Row(
                "AAA0BBB,0/-2,J60/1", from: "2026-06-01T00:00:00Z",
                [("2026-12-31T22:00:00Z", 3600), ("2027-03-01T00:00:00Z", 0), ("2027-12-31T22:00:00Z", 3600)],
                "the start of one year may lie in the year before"),
            Row(
                "AAA0BBB,M11.1.0,J365/167:59:59", from: "2026-06-01T00:00:00Z",
                [("2026-11-01T02:00:00Z", 3600), ("2027-01-06T22:59:59Z", 0), ("2027-11-07T02:00:00Z", 3600)],
                "the end of one year may lie a week into the next"),
            Row(
                "AAA0BBB,M7.1.0,0/-167", from: "2026-06-01T00:00:00Z",
                [("2026-07-05T02:00:00Z", 3600), ("2026-12-25T00:00:00Z", 0), ("2027-07-04T02:00:00Z", 3600)],
                "the end of one year may lie a week back in the year before"),
            Row(
                "AAA12BBB11,M12.5.0,M1.1.0", from: "2026-06-01T00:00:00Z",
                [("2026-12-27T14:00:00Z", -39_600), ("2027-01-03T13:00:00Z", -43_200), ("2027-12-26T14:00:00Z", -39_600)],
                "a week of daylight saving time may span the new year"),
        ])
    func changes(row: Row) throws {
        let rule = try #require(PosixTimeZoneRule(parsing: row.rule))
        var second = try instant(row.from).secondsSinceEpoch
        var offsetSeconds = rule.offset(atSecond: second)
        for change in row.changes {
            let next = try #require(rule.nextTransition(after: second))
            #expect(Instant(secondsSinceEpoch: next).description == change.at)
            #expect(rule.nextTransition(after: next - 1) == next)
            // Hour by hour until then, nothing changes.
            #expect(stride(from: second, to: next, by: 3600).allSatisfy { rule.offset(atSecond: $0) == offsetSeconds })
            #expect(rule.offset(atSecond: next - 1) == offsetSeconds)
            #expect(rule.offset(atSecond: next) == change.offsetSeconds)
            (second, offsetSeconds) = (next, change.offsetSeconds)
        }
    }

    @Test(
        "A rule without a change has one offset for ever",
        arguments: [
            ("UTC0", 0),
            ("<+0545>-5:45", 20_700),
            ("EST5", -18_000),
            ("XXX3EDT4,0/0,J365/23", -14_400),
            ("EST5EDT,0/0,J365/25", -14_400),
            ("AAA-1BBB-1,M3.2.0,M11.1.0", 3600),
        ])
    func constant(text: String, offsetSeconds: Int) throws {
        let rule = try #require(PosixTimeZoneRule(parsing: text))
        let newYear = try instant("2027-01-01T00:00:00Z").secondsSinceEpoch
        let hours = (-240...240).map { newYear + Int64($0) * 3600 } + (0...366).map { newYear + Int64($0) * 86_400 }
        #expect(hours.allSatisfy { rule.offset(atSecond: $0) == offsetSeconds })
        #expect(hours.allSatisfy { rule.nextTransition(after: $0) == nil })
    }

    @Test(
        "What is no rule is refused",
        arguments: [
            "", "PST", "8", "PS8", "PST25", "PST8:60", "PST8:", "PST8:00:60", "PST+-8", "<-03", "<-03>", "PST8PDT", "PST8PDT,",
            "PST8PDT,M3.2.0",
            "PST8PDT,M3.2.0,", "PST8PD,M3.2.0,M11.1.0", "PST8PDT25,M3.2.0,M11.1.0", "PST8PDT,M0.2.0,M11.1.0", "PST8PDT,M13.2.0,M11.1.0",
            "PST8PDT,M3.0.0,M11.1.0", "PST8PDT,M3.6.0,M11.1.0", "PST8PDT,M3.2.7,M11.1.0", "PST8PDT,M3.2,M11.1.0", "PST8PDT,J0,J60",
            "PST8PDT,J366,J60", "PST8PDT,366,60", "PST8PDT,-1,60", "PST8PDT,M3.2.0/168,M11.1.0", "PST8PDT,M3.2.0/,M11.1.0",
            "PST8PDT,M3.2.0,M11.1.0 ", "PST8PDT,M3.2.0,M11.1.0,J1", "PST8PDT,M3.2.0,M99999999999999999999.1.0",
        ])
    func refused(text: String) {
        #expect(PosixTimeZoneRule(parsing: text) == nil)
    }
}
