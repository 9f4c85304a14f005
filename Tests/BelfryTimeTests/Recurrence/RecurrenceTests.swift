import BelfryTesting
import Testing

@testable import BelfryTime

struct RecurrenceTests {
    private static func reading(_ text: String) -> CivilDateTime { CivilDateTime(literal: text) }

    /// The first occurrences, as text.
    private static func first(
        _ count: Int, from start: String, _ rule: String?, adding additions: [String] = [], without exceptions: [String] = []
    ) throws -> [String] {
        try Recurrence(
            start: reading(start), rule: rule.map { text throws(RecurrenceProblem) in try RecurrenceRule(text) },
            additions: additions.map(reading), exceptions: exceptions.map(reading)
        ).occurrences().prefix(count).map { occurrence in
            occurrence.time == CivilTime(literal: "09:00") ? occurrence.date.description : occurrence.description
        }
    }

    private static func nine(_ text: String, _ rule: String, _ count: Int) throws -> String {
        try first(count, from: "\(text)T09:00:00", rule).joined(separator: " ")
    }

    @Test(
        "With SKIP=BACKWARD, a day that does not exist is the last one that does",
        arguments: [
            ("2026-01-31", "FREQ=MONTHLY;SKIP=BACKWARD", "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
            ("2026-01-31", "FREQ=MONTHLY", "2026-01-31 2026-03-31 2026-05-31 2026-07-31"),
            ("2024-02-29", "FREQ=YEARLY;SKIP=BACKWARD", "2024-02-29 2025-02-28 2026-02-28 2027-02-28"),
            ("2024-02-29", "FREQ=YEARLY", "2024-02-29 2028-02-29 2032-02-29 2036-02-29"),
            // 28, 29, 30 and 31 meet on the last day.
            ("2026-02-01", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;SKIP=BACKWARD", "2026-02-28 2026-03-28 2026-03-29 2026-03-30"),
            // First moved, then limited: 31 January and 28 February 2026 are Saturdays.
            ("2026-01-01", "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=SA;SKIP=BACKWARD", "2026-01-31 2026-02-28 2026-10-31 2027-07-31"),
            ("2026-01-01", "FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=BACKWARD", "2026-02-28 2026-04-30 2027-02-28 2027-04-30"),
            ("2026-01-01", "FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD", "2026-12-31 2027-12-31 2028-12-31 2029-12-31"),
            ("2026-01-01", "FREQ=YEARLY;BYYEARDAY=366", "2028-12-31 2032-12-31 2036-12-31 2040-12-31"),
            // There is nothing before the first of a month to fall back to.
            ("2026-01-01", "FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD", "2026-01-01 2026-03-01 2026-05-01 2026-07-01"),
            // A daily rule never names a day that doesn't exist: there, days of the month only limit.
            ("2026-01-01", "FREQ=DAILY;BYMONTHDAY=31;SKIP=BACKWARD", "2026-01-31 2026-03-31 2026-05-31 2026-07-31"),
        ])
    func skipping(start: String, rule: String, days: String) throws {
        #expect(try Self.nine(start, rule, 4) == days)
    }

    @Test(
        "What the rule leaves open comes from the start",
        arguments: [
            ("2026-05-13", "FREQ=YEARLY;BYWEEKNO=20", "2026-05-13 2027-05-19 2028-05-17"),
            ("2026-05-13", "FREQ=YEARLY", "2026-05-13 2027-05-13 2028-05-13"),
            ("2026-05-13", "FREQ=YEARLY;BYMONTH=1", "2027-01-13 2028-01-13 2029-01-13"),
            ("2026-05-13", "FREQ=MONTHLY;BYMONTH=6", "2026-06-13 2027-06-13 2028-06-13"),
            ("2026-05-13", "FREQ=WEEKLY;BYMONTH=6", "2026-06-03 2026-06-10 2026-06-17"),
            ("2026-05-13", "FREQ=WEEKLY;BYHOUR=8,9;BYSETPOS=-1", "2026-05-13 2026-05-20 2026-05-27"),
            ("2026-05-13", "FREQ=DAILY;BYHOUR=9,10;BYSETPOS=1", "2026-05-13 2026-05-14 2026-05-15"),
        ])
    func open(start: String, rule: String, days: String) throws {
        #expect(try Self.nine(start, rule, 3) == days)
    }

    @Test(
        "The parts work together as RFC 5545 says",
        arguments: [
            ("2026-01-01", "FREQ=MONTHLY;BYDAY=MO,2TU", "2026-01-05 2026-01-12 2026-01-13 2026-01-19"),
            ("2026-01-01", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO,SU", "2026-12-28 2027-01-03 2032-12-27 2033-01-02"),
            ("2026-01-01", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;WKST=SU", "2026-01-05 2027-01-04 2028-01-03 2029-01-01"),
            // The week of the start counts whole: Monday, its first day, lies before the start.
            ("2026-05-13", "FREQ=WEEKLY;BYDAY=MO,TH;BYSETPOS=1", "2026-05-18 2026-05-25 2026-06-01 2026-06-08"),
            ("2026-01-01", "FREQ=DAILY;INTERVAL=45;BYMONTH=1,7", "2026-01-01 2029-01-30 2029-07-29 2030-01-25"),
        ])
    func together(start: String, rule: String, days: String) throws {
        #expect(try Self.nine(start, rule, 4) == days)
    }

    @Test("A start that doesn't match the rule is no occurrence, and COUNT doesn't count it")
    func startThatDoesNotMatch() throws {
        #expect(try Self.nine("2026-01-01", "FREQ=MONTHLY;BYMONTHDAY=15;COUNT=2", 9) == "2026-01-15 2026-02-15")
    }

    @Test("Without a rule there are the start and what is added")
    func withoutRule() throws {
        #expect(try Self.first(9, from: "2026-01-02T09:00:00", nil) == ["2026-01-02"])
        let added = ["2026-03-01T09:00:00", "2026-01-01T09:00:00", "2026-01-02T09:00:00"]
        #expect(try Self.first(9, from: "2026-01-02T09:00:00", nil, adding: added) == ["2026-01-01", "2026-01-02", "2026-03-01"])
        #expect(try Self.first(9, from: "2026-01-02T09:00:00", nil, without: ["2026-01-02T09:00:00"]) == [])
    }

    @Test("What is added comes in its place and once, what is left out doesn't come, and COUNT goes by the rule alone")
    func additionsAndExceptions() throws {
        let found = try Self.first(
            9, from: "2026-01-01T09:00:00", "FREQ=DAILY;COUNT=3",
            adding: ["2026-01-02T09:00:00", "2026-01-02T12:00:00", "2025-12-01T09:00:00", "2026-02-01T09:00:00"],
            without: ["2026-01-01T09:00:00", "2026-02-01T09:00:00", "2026-01-02T10:00:00"])
        #expect(found == ["2025-12-01", "2026-01-02", "2026-01-02T12:00:00", "2026-01-03"])
    }

    @Test(
        "UNTIL is inclusive: a whole day, a reading, or a moment on a clock set to UTC",
        arguments: [("20260103", 3), ("20260103T090000", 3), ("20260103T085959", 2), ("20260103T090000Z", 3), ("20251231", 0)])
    func until(text: String, count: Int) throws {
        #expect(try Self.first(9, from: "2026-01-01T09:00:00", "FREQ=DAILY;UNTIL=\(text)").count == count)
    }

    @Test("The end of time is the end of 9999")
    func endOfTime() throws {
        #expect(try Self.nine("9999-12-30", "FREQ=DAILY", 9) == "9999-12-30 9999-12-31")
        #expect(try Self.nine("9999-12-30", "FREQ=WEEKLY;BYDAY=TH,FR,SA,SU", 9) == "9999-12-30 9999-12-31")
        for rule in ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY"].map({ "FREQ=\($0);INTERVAL=2147483647" }) {
            #expect(try Self.nine("2026-01-01", rule, 2).hasPrefix("2026-01-01"), "\(rule)")
        }
        // Days that no text names, and that a row of numbers might.
        for day in [Int32.min, -800_000, 2_932_897, .max] {
            let start = CivilDateTime(CivilDate(daysSinceEpoch: day), .midnight)
            let recurrence = Recurrence(start: start, rule: try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=-1"), additions: [start])
            #expect(recurrence.occurrences(from: start).first { _ in true }.map { (1...9999).contains($0.date.components.year) } != false)
        }
    }

    @Test(
        "A count is used up to the same occurrence, wherever one begins",
        arguments: [
            "FREQ=DAILY", "FREQ=DAILY;BYDAY=MO,TH", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE,SU", "FREQ=WEEKLY;BYDAY=SA,SU;BYSETPOS=-1;WKST=SU",
            "FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "FREQ=MONTHLY;BYDAY=MO,TU,WE;BYHOUR=9,17;BYSETPOS=1,3,-1,-9",
            "FREQ=YEARLY;BYDAY=SA", "FREQ=YEARLY;BYDAY=SU;BYSETPOS=1,53,-1", "FREQ=HOURLY;INTERVAL=7", "FREQ=HOURLY;INTERVAL=5;BYHOUR=3,9;BYDAY=TU",
            "FREQ=MINUTELY;INTERVAL=1007", "FREQ=HOURLY;INTERVAL=30;BYMINUTE=0,20",
        ])
    func countFromTheMiddle(rule: String) throws {
        let start = Self.reading("2026-01-28T10:30:00")
        let all = Array(Recurrence(start: start, rule: try RecurrenceRule(rule)).occurrences().prefix(400))
        try #require(all.count == 400)
        let counted = Recurrence(start: start, rule: try RecurrenceRule(rule + ";COUNT=400"))
        for index in [0, 1, 2, 50, 199, 200, 398, 399] {
            #expect(Array(counted.occurrences(from: all[index])) == Array(all[index...]))
            let later = CivilDateTime(wallSeconds: all[index].wallSeconds + 1)
            #expect(Array(counted.occurrences(from: later)) == Array(all[(index + 1)...]))
        }
    }

    @Test(
        "A rule that never matches ends soon",
        arguments: [
            "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYHOUR=9;BYSETPOS=2",
            "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=366",
            "FREQ=MINUTELY;BYYEARDAY=1;BYMONTH=2", "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=-2",
            "FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2;COUNT=3",
        ])
    func never(rule: String) throws {
        #expect(try Self.nine("2026-01-01", rule, 1) == "")
    }

    @Test(
        "Whether two can come on one day shows in the form",
        arguments: [
            ("FREQ=DAILY", false), ("FREQ=MONTHLY;BYHOUR=9", false), ("FREQ=DAILY;BYHOUR=9,18", true), ("FREQ=WEEKLY;BYMINUTE=0,30", true),
            ("FREQ=YEARLY;BYSECOND=0,1", true), ("FREQ=DAILY;BYHOUR=9,18;BYSETPOS=1", false), ("FREQ=HOURLY", true),
            ("FREQ=HOURLY;INTERVAL=24", false), ("FREQ=HOURLY;INTERVAL=25", false), ("FREQ=HOURLY;INTERVAL=36;BYMINUTE=0,1", true),
            ("FREQ=MINUTELY;INTERVAL=7", true), ("FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0", false),
        ])
    func repeatsWithinDay(rule: String, expected: Bool) throws {
        let start = Self.reading("2026-01-01T09:00:00")
        #expect(Recurrence(start: start, rule: try RecurrenceRule(rule)).mayRepeatWithinDay == expected)
        #expect(Recurrence(start: start, rule: try RecurrenceRule(rule), additions: [start]).mayRepeatWithinDay)
    }

    @Test("Without a rule, two on one day are seen as they are")
    func repeatsWithoutRule() {
        let start = Self.reading("2026-01-01T09:00:00")
        #expect(!Recurrence(start: start, additions: [start, Self.reading("2026-01-02T09:00:00")]).mayRepeatWithinDay)
        #expect(Recurrence(start: start, additions: [Self.reading("2026-01-01T10:00:00")]).mayRepeatWithinDay)
    }

    @Test(
        "What 400 years have, and as many more as the interval needs, comes again after them: COUNT is used up as by walking",
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=MONTHLY;INTERVAL=7;BYDAY=-1FR", "FREQ=WEEKLY;INTERVAL=3;BYMONTH=5;BYDAY=MO,TU;BYSETPOS=-1",
            "FREQ=DAILY;INTERVAL=36;BYMONTHDAY=13;BYDAY=FR", "FREQ=HOURLY;INTERVAL=35;BYMONTH=2;BYMONTHDAY=29",
        ])
    func cycles(rule: String) throws {
        let start = Self.reading("0001-01-05T09:00:00")
        let walked = Array(Recurrence(start: start, rule: try RecurrenceRule(rule)).occurrences())
        #expect(walked.count > 400)
        let counted = Recurrence(start: start, rule: try RecurrenceRule("\(rule);COUNT=\(walked.count - 1)"))
        for place in [walked.count / 2, walked.count - 3] {
            #expect(Array(counted.occurrences(from: walked[place])) == Array(walked[place..<walked.count - 1]))
        }
    }

    @Test(
        "What comes seldom is found, and what never comes ends",
        arguments: [
            ("FREQ=YEARLY;INTERVAL=100;BYMONTH=2;BYMONTHDAY=29", "2400-02-29 2800-02-29"),
            ("FREQ=YEARLY;INTERVAL=300;BYMONTH=2;BYMONTHDAY=29", "3200-02-29 4400-02-29"),
            ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=WE", "2012-02-29 2040-02-29"),
            ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", ""), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5", ""),
            ("FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4;BYSETPOS=1", ""), ("FREQ=HOURLY;INTERVAL=168;BYDAY=TU", ""),
        ])
    func seldom(rule: String, expected: String) throws {
        #expect(try Self.nine("2000-03-06", rule, 2) == expected)
    }
}
