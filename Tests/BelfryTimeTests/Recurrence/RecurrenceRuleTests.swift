import BelfryModel
import BelfryTesting
import BelfryTime
import Foundation
import Testing

struct RecurrenceRuleTests {
    @Test(
        "A rule has one form, however it was written",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"),
            ("rrule:freq=daily;interval=1", "FREQ=DAILY"),
            ("INTERVAL=02;FREQ=WEEKLY;BYDAY=fr,MO,fr", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"),
            ("BYSETPOS=-1;BYDAY=MO,TU,WE,TH,FR;FREQ=MONTHLY;WKST=MO", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
            ("FREQ=YEARLY;BYDAY=+2TU,-1SU,TH;BYMONTH=11,3", "FREQ=YEARLY;BYMONTH=3,11;BYDAY=TH,-1SU,2TU"),
            ("FREQ=YEARLY;BYWEEKNO=-1,+53;BYDAY=MO;WKST=SU", "FREQ=YEARLY;BYWEEKNO=-1,53;BYDAY=MO;WKST=SU"),
            ("FREQ=DAILY;COUNT=10", "FREQ=DAILY;COUNT=10"),
            ("FREQ=DAILY;UNTIL=20260131", "FREQ=DAILY;UNTIL=20260131"),
            ("FREQ=DAILY;UNTIL=20260131t090000", "FREQ=DAILY;UNTIL=20260131T090000"),
            ("FREQ=DAILY;UNTIL=20260131T080000z", "FREQ=DAILY;UNTIL=20260131T080000Z"),
            // Who knows no leap seconds takes second 60 for 59.
            ("FREQ=DAILY;UNTIL=20161231T235960Z;BYSECOND=59,60", "FREQ=DAILY;UNTIL=20161231T235959Z;BYSECOND=59"),
            ("FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD"),
            ("RSCALE=gregorian;FREQ=MONTHLY;SKIP=OMIT", "FREQ=MONTHLY"),
        ])
    func oneForm(text: String, form: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.description == form)
        #expect(try RecurrenceRule(form) == rule)
    }

    private static func allNumbers(_ range: ClosedRange<Int>) -> RecurrenceProblem.Cause { .outOfRange(range, orNegative: false) }

    static let bad: [(String, RecurrenceProblem)] = [
        ("", .init(.rule, .malformed)),
        ("RRULE:", .init(.rule, .malformed)),
        ("daily", .init(.rule, .malformed)),
        ("FREQ=DAILY;", .init(.rule, .malformed)),
        ("FREQ=DAILY;;COUNT=1", .init(.rule, .malformed)),
        ("FREQ=DAILY;BYſECOND=1", .init(.rule, .malformed)),
        ("FREQ=DAILY;BYEASTER=0", .init(.rule, .unknownPart)),
        ("FREQ=DAILY;X-COLOUR=RED", .init(.rule, .unknownPart)),
        ("FREQ=DAILY; COUNT=1", .init(.rule, .unknownPart)),
        ("FREQ=DAILY;RRULE=1", .init(.rule, .unknownPart)),
        ("FREQ=DAILY;COUNT=1;count=1", .init(.count, .repeated)),
        ("COUNT=1", .init(.frequency, .missing)),
        ("FREQ=", .init(.frequency, .empty)),
        ("FREQ=DAILY;BYDAY=", .init(.byDay, .empty)),
        ("FREQ=DAILY;BYDAY=MO,,TU", .init(.byDay, .empty)),
        ("FREQ=DAILY;BYMONTH=1,", .init(.byMonth, .empty)),
        ("FREQ=DAILY;COUNT=ten", .init(.count, .notANumber)),
        ("FREQ=DAILY;COUNT=1.5", .init(.count, .notANumber)),
        ("FREQ=DAILY;BYMONTH=-", .init(.byMonth, .notANumber)),
        ("FREQ=DAILY;COUNT=0", .init(.count, allNumbers(1...2_147_483_647))),
        ("FREQ=DAILY;INTERVAL=0", .init(.interval, allNumbers(1...2_147_483_647))),
        ("FREQ=DAILY;INTERVAL=-1", .init(.interval, allNumbers(1...2_147_483_647))),
        ("FREQ=DAILY;INTERVAL=99999999999999999999999", .init(.interval, allNumbers(1...2_147_483_647))),
        ("FREQ=DAILY;BYMONTH=13", .init(.byMonth, allNumbers(1...12))),
        ("FREQ=DAILY;BYMONTH=-1", .init(.byMonth, allNumbers(1...12))),
        ("FREQ=DAILY;BYHOUR=24", .init(.byHour, allNumbers(0...23))),
        ("FREQ=DAILY;BYMINUTE=60", .init(.byMinute, allNumbers(0...59))),
        ("FREQ=DAILY;BYSECOND=61", .init(.bySecond, allNumbers(0...60))),
        ("FREQ=MONTHLY;BYMONTHDAY=0", .init(.byMonthDay, .outOfRange(1...31, orNegative: true))),
        ("FREQ=MONTHLY;BYMONTHDAY=-32", .init(.byMonthDay, .outOfRange(1...31, orNegative: true))),
        ("FREQ=YEARLY;BYYEARDAY=367", .init(.byYearDay, .outOfRange(1...366, orNegative: true))),
        ("FREQ=YEARLY;BYWEEKNO=54", .init(.byWeekNumber, .outOfRange(1...53, orNegative: true))),
        ("FREQ=MONTHLY;BYDAY=0MO", .init(.byDay, .outOfRange(1...53, orNegative: true))),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", .init(.bySetPosition, .outOfRange(1...366, orNegative: true))),
        ("FREQ=FORTNIGHTLY", .init(.frequency, .unknownValue(allowed: RecurrenceRule.Frequency.allCases.map(\.rawValue)))),
        ("FREQ=SECONDLY", .init(.frequency, .notSupported(supported: RecurrenceRule.Frequency.allCases.map(\.rawValue)))),
        ("FREQ=WEEKLY;BYDAY=MONDAY", .init(.byDay, .unknownValue(allowed: ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]))),
        ("FREQ=WEEKLY;WKST=1MO", .init(.weekStart, .unknownValue(allowed: ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]))),
        ("FREQ=MONTHLY;RSCALE=HEBREW", .init(.calendarScale, .notSupported(supported: ["GREGORIAN"]))),
        ("FREQ=MONTHLY;SKIP=FORWARD", .init(.skip, .notSupported(supported: ["OMIT", "BACKWARD"]))),
        ("FREQ=MONTHLY;SKIP=SIDEWAYS", .init(.skip, .unknownValue(allowed: ["OMIT", "BACKWARD"]))),
        ("FREQ=DAILY;UNTIL=tomorrow", .init(.until, .notADate)),
        ("FREQ=DAILY;UNTIL=20260230", .init(.until, .notADate)),
        ("FREQ=DAILY;UNTIL=20260228T250000", .init(.until, .notADate)),
        ("FREQ=DAILY;UNTIL=20260228T090000+01", .init(.until, .notADate)),
        ("FREQ=DAILY;UNTIL=2026-02-28", .init(.until, .notADate)),
        ("FREQ=DAILY;COUNT=3;UNTIL=20260228", .init(.until, .notWith(.count))),
        ("FREQ=MONTHLY;BYWEEKNO=1", .init(.byWeekNumber, .onlyWithFrequencies([.yearly]))),
        ("FREQ=MONTHLY;BYYEARDAY=1", .init(.byYearDay, .onlyWithFrequencies([.yearly, .hourly, .minutely]))),
        ("FREQ=DAILY;BYYEARDAY=1", .init(.byYearDay, .onlyWithFrequencies([.yearly, .hourly, .minutely]))),
        ("FREQ=WEEKLY;BYMONTHDAY=1", .init(.byMonthDay, .onlyWithFrequencies([.yearly, .monthly, .daily, .hourly, .minutely]))),
        ("FREQ=WEEKLY;BYDAY=1MO", .init(.byDay, .ordinalsOnlyWithFrequencies([.yearly, .monthly]))),
        ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", .init(.byDay, .ordinalsNotWith(.byWeekNumber))),
        ("FREQ=MONTHLY;BYSETPOS=1", .init(.bySetPosition, .alone)),
    ]

    @Test("What the RFC forbids is refused, and the part is named", arguments: bad)
    func refused(text: String, problem: RecurrenceProblem) {
        #expect(throws: problem) { try RecurrenceRule(text) }
    }

    @Test("Each cause has a code of its own")
    func codes() {
        let codes = Dictionary(grouping: Self.bad.map(\.1), by: \.code)
        #expect(codes.count == 15)
        #expect(codes["out_of_range"]?.contains { $0.part == .byMonth } == true)
    }

    @Test("Whatever is done to the text of a rule, it is read or refused")
    func mangled() {
        let seed = UInt64.seed()
        var generator = SeededGenerator(seed: seed)
        let good = [
            "FREQ=YEARLY;INTERVAL=2147483647;BYDAY=53SU,-53MO;BYSETPOS=-366,366", "FREQ=DAILY;UNTIL=99991231T235959Z", "FREQ=DAILY;COUNT=10",
        ]
        let texts = Self.bad.map(\.0) + Array(repeating: good, count: 20).flatMap(\.self)
        var readCount = 0
        for _ in 0..<20_000 {
            var bytes = Array((texts.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let byte = "0123456789-+=;,:TZMOFRxé\u{0}".utf8.randomElement(using: &generator) ?? 0
                let index = Int.random(in: 0...bytes.count, using: &generator)
                if Bool.random(using: &generator) || index == bytes.count { bytes.insert(byte, at: index) } else { bytes[index] = byte }
            }
            guard let rule = try? RecurrenceRule(String(decoding: bytes, as: UTF8.self)) else { continue }
            readCount += 1
            #expect((try? RecurrenceRule(rule.description)) == rule, "seed \(seed)")
        }
        #expect(readCount > 100)
    }

    @Test("In JSON a rule is its text, and what is no rule is refused as such")
    func json() throws {
        let rule = try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO")
        #expect(String(decoding: try JSONEncoder().encode([rule]), as: UTF8.self) == #"["FREQ=WEEKLY;BYDAY=MO"]"#)
        #expect(try JSONDecoder().decode([RecurrenceRule].self, from: Data(#"["byday=mo;freq=weekly"]"#.utf8)) == [rule])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([RecurrenceRule].self, from: Data(#"["FREQ=NEVER"]"#.utf8)) }
    }
}
