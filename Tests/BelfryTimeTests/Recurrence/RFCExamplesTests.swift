import BelfryTesting
import BelfryTime
import Testing

/// The examples of RFC 5545, section 3.8.5.3, each as a start, a rule and the days that it comes to.
///
/// All start at 9:00 in New York unless a row says otherwise. Days are written `1997-09-02`, with a time where it is not that of the start.
@Suite("The examples of RFC 5545")
struct RFCExamplesTests {
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let start: String
        let rule: String
        let days: [String]
        let isWhole: Bool

        /// - Parameter andNoMore: the rule ends with the last of the days.
        init(_ sentence: String, _ start: String, _ rule: String, _ days: String, andNoMore isWhole: Bool = false) {
            testDescription = sentence
            self.start = start
            self.rule = rule
            self.days = days.split(separator: " ").map(String.init)
            self.isWhole = isWhole
        }
    }

    static let examples = [
        Example(
            "daily, 10 times", "1997-09-02", "FREQ=DAILY;COUNT=10",
            "1997-09-02 1997-09-03 1997-09-04 1997-09-05 1997-09-06 1997-09-07 1997-09-08 1997-09-09 1997-09-10 1997-09-11",
            andNoMore: true),
        Example("every other day", "1997-09-02", "FREQ=DAILY;INTERVAL=2", "1997-09-02 1997-09-04 1997-09-06 1997-09-08"),
        Example(
            "every 10 days, 5 times", "1997-09-02", "FREQ=DAILY;INTERVAL=10;COUNT=5",
            "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12", andNoMore: true),
        Example(
            "weekly, 10 times", "1997-09-02", "FREQ=WEEKLY;COUNT=10",
            "1997-09-02 1997-09-09 1997-09-16 1997-09-23 1997-09-30 1997-10-07 1997-10-14 1997-10-21 1997-10-28 1997-11-04",
            andNoMore: true),
        Example(
            "every other week", "1997-09-02", "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
            "1997-09-02 1997-09-16 1997-09-30 1997-10-14 1997-10-28 1997-11-11 1997-11-25 1997-12-09 1997-12-23 1998-01-06"),
        Example(
            "on Tuesday and Thursday for five weeks", "1997-09-02", "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            "1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16 1997-09-18 1997-09-23 1997-09-25 1997-09-30 1997-10-02",
            andNoMore: true),
        Example(
            "the same, by a count", "1997-09-02", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
            "1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16 1997-09-18 1997-09-23 1997-09-25 1997-09-30 1997-10-02",
            andNoMore: true),
        Example(
            "every other week on three days, until Christmas Eve", "1997-09-01",
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            """
            1997-09-01 1997-09-03 1997-09-05 1997-09-15 1997-09-17 1997-09-19 1997-09-29 1997-10-01 1997-10-03 1997-10-13 1997-10-15 \
            1997-10-17 1997-10-27 1997-10-29 1997-10-31 1997-11-10 1997-11-12 1997-11-14 1997-11-24 1997-11-26 1997-11-28 1997-12-08 \
            1997-12-10 1997-12-12 1997-12-22
            """, andNoMore: true),
        Example(
            "every other week on Tuesday and Thursday, 8 times", "1997-09-02", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
            "1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16", andNoMore: true),
        Example(
            "monthly on the first Friday, 10 times", "1997-09-05", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
            "1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05",
            andNoMore: true),
        Example(
            "monthly on the first Friday until Christmas Eve", "1997-09-05", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
            "1997-09-05 1997-10-03 1997-11-07 1997-12-05", andNoMore: true),
        Example(
            "every other month on the first and last Sunday", "1997-09-07", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            "1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29 1998-05-03 1998-05-31",
            andNoMore: true),
        Example(
            "the second to last Monday of the month, 6 times", "1997-09-22", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
            "1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16", andNoMore: true),
        Example(
            "the third to last day of the month", "1997-09-28", "FREQ=MONTHLY;BYMONTHDAY=-3",
            "1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26"),
        Example(
            "the 2nd and the 15th of the month", "1997-09-02", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
            "1997-09-02 1997-09-15 1997-10-02 1997-10-15 1997-11-02 1997-11-15 1997-12-02 1997-12-15 1998-01-02 1998-01-15",
            andNoMore: true),
        Example(
            "the first and the last day of the month", "1997-09-30", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            "1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01 1998-01-31 1998-02-01",
            andNoMore: true),
        Example(
            "every 18 months on the 10th to the 15th", "1997-09-10", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            "1997-09-10 1997-09-11 1997-09-12 1997-09-13 1997-09-14 1997-09-15 1999-03-10 1999-03-11 1999-03-12 1999-03-13",
            andNoMore: true),
        Example(
            "each Tuesday, every other month", "1997-09-02", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
            "1997-09-02 1997-09-09 1997-09-16 1997-09-23 1997-09-30 1997-11-04 1997-11-11 1997-11-18 1997-11-25 1998-01-06"),
        Example(
            "yearly in June and July", "1997-06-10", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            "1997-06-10 1997-07-10 1998-06-10 1998-07-10 1999-06-10 1999-07-10 2000-06-10 2000-07-10 2001-06-10 2001-07-10",
            andNoMore: true),
        Example(
            "every other year in January to March", "1997-03-10", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
            "1997-03-10 1999-01-10 1999-02-10 1999-03-10 2001-01-10 2001-02-10 2001-03-10 2003-01-10 2003-02-10 2003-03-10",
            andNoMore: true),
        Example(
            "every third year on the 1st, 100th and 200th day", "1997-01-01", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
            "1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01 2003-04-10 2003-07-19 2006-01-01",
            andNoMore: true),
        Example("the 20th Monday of the year", "1997-05-19", "FREQ=YEARLY;BYDAY=20MO", "1997-05-19 1998-05-18 1999-05-17"),
        Example("Monday of week 20", "1997-05-12", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12 1998-05-11 1999-05-17"),
        Example(
            "each Thursday in March", "1997-03-13", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
            "1997-03-13 1997-03-20 1997-03-27 1998-03-05 1998-03-12 1998-03-19 1998-03-26 1999-03-04 1999-03-11 1999-03-18 1999-03-25"),
        Example(
            "each Thursday in June to August", "1997-06-05", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
            """
            1997-06-05 1997-06-12 1997-06-19 1997-06-26 1997-07-03 1997-07-10 1997-07-17 1997-07-24 1997-07-31 1997-08-07 1997-08-14 \
            1997-08-21 1997-08-28 1998-06-04
            """),
        Example(
            "each Friday the 13th; the start, a Tuesday, is none", "1997-09-02", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13"),
        Example(
            "the first Saturday after the first Sunday of the month", "1997-09-13", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            "1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10 1998-02-07 1998-03-07 1998-04-11 1998-05-09 1998-06-13"),
        Example(
            "election day, every fourth year", "1996-11-05", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            "1996-11-05 2000-11-07 2004-11-02"),
        Example(
            "the third of Tuesday, Wednesday and Thursday in a month", "1997-09-04", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
            "1997-09-04 1997-10-07 1997-11-06", andNoMore: true),
        Example(
            "the second to last weekday of the month", "1997-09-29", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            "1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 1998-02-26 1998-03-30"),
        Example(
            "every 3 hours until 5 in the afternoon", "1997-09-02", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z",
            "1997-09-02 1997-09-02T12:00 1997-09-02T15:00", andNoMore: true),
        Example(
            "every 15 minutes, 6 times", "1997-09-02", "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
            "1997-09-02 1997-09-02T09:15 1997-09-02T09:30 1997-09-02T09:45 1997-09-02T10:00 1997-09-02T10:15", andNoMore: true),
        Example(
            "every hour and a half, 4 times", "1997-09-02", "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
            "1997-09-02 1997-09-02T10:30 1997-09-02T12:00 1997-09-02T13:30", andNoMore: true),
        Example(
            "weeks from Monday on", "1997-08-05", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
            "1997-08-05 1997-08-10 1997-08-19 1997-08-24", andNoMore: true),
        Example(
            "the same with weeks from Sunday on", "1997-08-05", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
            "1997-08-05 1997-08-17 1997-08-19 1997-08-31", andNoMore: true),
        Example(
            "days that don't exist are left out", "2007-01-15", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
            "2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30", andNoMore: true),
    ]

    @Test("An example comes to the days that the RFC lists", arguments: examples)
    func days(_ example: Example) throws {
        #expect(try found(example) == example.days)
    }

    /// Two ways to say it for each: by a month of days, and by the days of a month.
    @Test(
        "Daily in January for three years",
        arguments: [
            "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
        ])
    func january(rule: String) throws {
        let days = [1998, 1999, 2000].flatMap { year in (1...31).map { "\(year)-01-" + ($0 < 10 ? "0" : "") + "\($0)" } }
        #expect(try found(Example("", "1998-01-01", rule, days.joined(separator: " "), andNoMore: true)) == days)
    }

    @Test(
        "Every 20 minutes from 9:00 to 16:40, each day",
        arguments: ["FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16"])
    func twentyMinutes(rule: String) throws {
        let times = (9...16).flatMap { hour in ["00", "20", "40"].map { "T" + (hour < 10 ? "0" : "") + "\(hour):\($0)" } }
        let days = ["1997-09-02", "1997-09-03"].flatMap { day in times.map { $0 == "T09:00" ? day : day + $0 } }
        #expect(try found(Example("", "1997-09-02", rule, days.joined(separator: " "))) == days)
    }

    private func found(_ example: Example) throws -> [String] {
        let start = CivilDateTime(CivilDate(literal: example.start), CivilTime(literal: "09:00"))
        let recurrence = Recurrence(start: start, rule: try RecurrenceRule(example.rule))
        let schedule = FixedSchedule(recurrence, timezone: "America/New_York")
        let limit = example.days.count + (example.isWhole ? 1 : 0)
        return try schedule.occurrences(rules: zone("America/New_York")).prefix(limit).map { occurrence in
            let civil = occurrence.civil
            return civil.time == start.time ? civil.date.description : "\(civil.date)T\(civil.time.shortText)"
        }
    }
}
