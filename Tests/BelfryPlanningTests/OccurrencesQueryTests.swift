import BelfryModel
import BelfryPlanning
import BelfryPorts
import BelfrySystem
import BelfryTesting
import BelfryTime
import Testing

struct OccurrencesQueryTests {
    private func answer(_ json: String) throws -> [String] {
        try decoded(OccurrencesQuery.self, from: json).answer(rules: SystemTimeZoneDatabase().rules(named:))
    }

    @Test(
        "A line comes to moments in its zone, or to readings of the clock where it has none",
        arguments: [
            (
                #"{"dtstart":"2026-01-31T09:00:00","timezone":"Europe/Berlin","rrule":"FREQ=MONTHLY;BYMONTHDAY=31","count":2}"#,
                ["2026-01-31T08:00:00Z", "2026-03-31T07:00:00Z"]
            ),
            (#"{"dtstart":"2026-01-31 09:00","rrule":"FREQ=DAILY;COUNT=2"}"#, ["2026-01-31T09:00:00", "2026-02-01T09:00:00"]),
            (#"{"dtstart":"2026-01-31T09:00:00"}"#, ["2026-01-31T09:00:00"]),
            (
                #"{"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=DAILY;COUNT=3","exdate":["2026-02-01T09:00:00"],"rdate":["2026-02-01T10:00:00"]}"#,
                ["2026-01-31T09:00:00", "2026-02-01T10:00:00", "2026-02-02T09:00:00"]
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=DAILY","from":"2030-01-01T09:00:01","count":1}"#, ["2030-01-02T09:00:00"]
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","timezone":"UTC","rrule":"FREQ=DAILY","from":"2030-01-01T09:00:00Z","count":1}"#,
                ["2030-01-01T09:00:00Z"]
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","timezone":"Europe/Berlin","rrule":"FREQ=DAILY","from":"2030-07-01T09:00:00","count":1}"#,
                ["2030-07-01T07:00:00Z"]
            ),
        ])
    func answers(json: String, expected: [String]) throws {
        #expect(try answer(json) == expected)
    }

    @Test("Ten are given unless another number is asked for")
    func count() throws {
        #expect(try answer(#"{"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=DAILY"}"#).count == 10)
    }

    @Test(
        "What can't be used is refused, and the field is named",
        arguments: [
            ("{}", Problem.missingField("dtstart")),
            (
                #"{"dtstart":"2026-01-31T09:00:00Z"}"#,
                .wrongType(field: "dtstart", expected: "a day and a time such as 2026-01-31T09:00:00")
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","exdate":["today"]}"#,
                .wrongType(field: "exdate[0]", expected: "a day and a time such as 2026-01-31T09:00:00")
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","rrule":"FREQ=WEEKLY;BYMONTHDAY=0"}"#,
                .badRecurrence(field: "rrule", RecurrenceProblem(.byMonthDay, .outOfRange(1...31, orNegative: true)))
            ),
            (#"{"dtstart":"2026-01-31T09:00:00","count":0}"#, .numberOutOfRange(field: "count", range: 1...100_000)),
            (#"{"dtstart":"2026-01-31T09:00:00","count":100001}"#, .numberOutOfRange(field: "count", range: 1...100_000)),
            (#"{"dtstart":"2026-01-31T09:00:00","timezone":"Mars/Olympus"}"#, .unknownTimezone(field: "timezone")),
            (
                #"{"dtstart":"2026-01-31T09:00:00","from":"2026-01-31T09:00:00Z"}"#,
                .wrongType(field: "from", expected: "a day and a time such as 2026-01-31T09:00:00, or a timezone too")
            ),
            (
                #"{"dtstart":"2026-01-31T09:00:00","timezone":"UTC","from":"soon"}"#,
                .wrongType(field: "from", expected: "an ISO 8601 instant such as 2026-01-25T03:00:00Z")
            ),
        ])
    func refused(json: String, problem: Problem) {
        #expect(throws: problem) { try answer(json) }
    }
}
