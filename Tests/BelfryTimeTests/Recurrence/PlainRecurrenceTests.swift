import BelfryTesting
import BelfryTime
import Testing

struct PlainRecurrenceTests {
    @Test(
        "What people have a name for has a rule, and is found again in it",
        arguments: [
            (PlainRecurrence(.daily), "2026-01-25", "FREQ=DAILY"),
            (PlainRecurrence(.daily, interval: 2, end: .count(10)), "2026-01-25", "FREQ=DAILY;INTERVAL=2;COUNT=10"),
            (PlainRecurrence(.weekly([.sunday])), "2026-01-25", "FREQ=WEEKLY;BYDAY=SU"),
            (PlainRecurrence(.weekly(Weekday.workdays)), "2026-01-25", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
            (PlainRecurrence(.weekly([.monday, .sunday]), interval: 2), "2026-01-25", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO"),
            (PlainRecurrence(.monthly), "2026-01-28", "FREQ=MONTHLY"),
            (PlainRecurrence(.monthly), "2026-01-31", "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD"),
            (PlainRecurrence(.lastDayOfMonth), "2026-01-25", "FREQ=MONTHLY;BYMONTHDAY=-1"),
            (PlainRecurrence(.yearly), "2026-01-31", "FREQ=YEARLY"),
            (PlainRecurrence(.yearly), "2028-02-29", "FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=BACKWARD"),
        ])
    func rules(plain: PlainRecurrence, start: String, text: String) throws {
        let date = try #require(CivilDate(start))
        let rule = RecurrenceRule(plain, from: date)
        #expect(rule.description == text && rule.plain(from: date) == plain)
        #expect(try RecurrenceRule(text).plain(from: date) == plain, "as a rule that came from elsewhere")
    }

    @Test(
        "A rule is taken for what it says by the day on which it begins, and for nothing where it says more",
        arguments: [
            ("FREQ=WEEKLY", PlainRecurrence.Pace.weekly([.sunday])), ("FREQ=WEEKLY;WKST=SU", .weekly([.sunday])), ("FREQ=MONTHLY;BYMONTHDAY=25", .monthly),
            ("FREQ=MONTHLY;BYMONTHDAY=24", nil), ("FREQ=MONTHLY;BYMONTHDAY=-1,25", nil), ("FREQ=MONTHLY;BYDAY=2TU", nil), ("FREQ=HOURLY", nil),
            ("FREQ=DAILY;BYHOUR=8,20", nil), ("FREQ=YEARLY;BYMONTH=3", nil), ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", nil), ("FREQ=DAILY;BYDAY=MO", nil),
        ] as [(String, PlainRecurrence.Pace?)])
    func paces(text: String, pace: PlainRecurrence.Pace?) throws {
        #expect(try RecurrenceRule(text).plain(from: .sunday)?.pace == pace)
    }

    @Test("What months don't all have is nobody's day of the month, unless the rule says where it goes")
    func longMonths() throws {
        let last = try #require(CivilDate("2026-01-31"))
        #expect(try RecurrenceRule("FREQ=MONTHLY").plain(from: last) == nil)
        #expect(try RecurrenceRule("FREQ=YEARLY").plain(from: try #require(CivilDate("2028-02-29"))) == nil)
    }
}
