import BelfryModel
import BelfryTime
import Testing

@testable import BelfryPhrases

@Suite("The words of problems with recurrence rules")
struct RecurrencePhrasesTests {
    static let sentences: [(problem: RecurrenceProblem, sentence: String)] = [
        (
            .init(.rule, .malformed),
            "It is not made of parts NAME=VALUE with semicolons between them. Write it as FREQ=DAILY;INTERVAL=2."
        ),
        (
            .init(.rule, .unknownPart),
            "It has a part that RFC 5545 doesn't know. Use: FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS, WKST, RSCALE, SKIP."
        ),
        (.init(.byMonthDay, .repeated), "BYMONTHDAY is there more than once. Write it once."),
        (.init(.frequency, .missing), "FREQ is missing. Add it."),
        (.init(.byDay, .empty), "BYDAY has an empty value. Give one, or leave the part out."),
        (.init(.count, .notANumber), "COUNT has something that is not a number. Give whole numbers."),
        (.init(.byHour, .outOfRange(0...23, orNegative: false)), "BYHOUR has a number out of range. Give 0 to 23."),
        (
            .init(.byMonthDay, .outOfRange(1...31, orNegative: true)),
            "BYMONTHDAY has a number out of range. Give 1 to 31, or the same below zero to count from the end."
        ),
        (.init(.skip, .unknownValue(allowed: ["OMIT", "BACKWARD"])), "SKIP has a value that is not known. Use one of: OMIT, BACKWARD."),
        (
            .init(.calendarScale, .notSupported(supported: ["GREGORIAN"])),
            "RSCALE has a value that Belfry does not support. Use one of: GREGORIAN."
        ),
        (.init(.until, .notADate), "UNTIL is not a date. Write it as 20260131, 20260131T090000 or 20260131T080000Z."),
        (.init(.until, .notWith(.count)), "UNTIL can't stand beside COUNT. Leave one of them out."),
        (.init(.byWeekNumber, .onlyWithFrequencies([.yearly])), "BYWEEKNO has no place in a rule of this FREQ. Use it with: YEARLY."),
        (
            .init(.byDay, .ordinalsOnlyWithFrequencies([.yearly, .monthly])),
            "BYDAY has numbered weekdays, such as 2TU, that this FREQ has no use for. Use them with: YEARLY, MONTHLY."
        ),
        (
            .init(.byDay, .ordinalsNotWith(.byWeekNumber)),
            "BYDAY has numbered weekdays, such as 2TU, that can't stand beside BYWEEKNO. Leave out the numbers or BYWEEKNO."
        ),
        (
            .init(.bySetPosition, .alone),
            "BYSETPOS selects from what other parts yield, and there are none. Add one, such as BYDAY, or leave BYSETPOS out."
        ),
    ]

    @Test("Each cause has its sentence: what is wrong, and what to do", arguments: sentences)
    func golden(problem: RecurrenceProblem, sentence: String) {
        #expect(Phrases.sentence(for: problem) == sentence)
    }

    @Test("Every cause is among them")
    func complete() {
        #expect(Set(Self.sentences.map(\.problem.code)).count == 15)
    }
}
