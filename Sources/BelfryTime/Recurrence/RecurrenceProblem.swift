/// What is wrong with the text of a recurrence rule: which part, and why.
///
/// It holds nothing of the text itself, so that it can be logged and shown. `BelfryPhrases` says it as a sentence.
public struct RecurrenceProblem: Error, Hashable, Sendable {
    public let part: Part
    public let cause: Cause

    public init(_ part: Part, _ cause: Cause) {
        self.part = part
        self.cause = cause
    }

    /// A part of a rule under its name in RFC 5545, section 3.3.10, or RFC 7529, section 4.1; `rule` is the whole.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        case rule = "RRULE"
        case frequency = "FREQ"
        case interval = "INTERVAL"
        case count = "COUNT"
        case until = "UNTIL"
        case byMonth = "BYMONTH"
        case byWeekNumber = "BYWEEKNO"
        case byYearDay = "BYYEARDAY"
        case byMonthDay = "BYMONTHDAY"
        case byDay = "BYDAY"
        case byHour = "BYHOUR"
        case byMinute = "BYMINUTE"
        case bySecond = "BYSECOND"
        case bySetPosition = "BYSETPOS"
        case weekStart = "WKST"
        case calendarScale = "RSCALE"
        case skip = "SKIP"
    }

    /// What is wrong with a part.
    public enum Cause: Hashable, Sendable {
        /// The text is empty, or a piece of it is not `NAME=VALUE`.
        case malformed
        /// It has a part of a name that the RFCs don't know.
        case unknownPart
        case repeated
        case missing
        /// It has no value, or an item of its list has none.
        case empty
        case notANumber
        /// `orNegative`: the same numbers below zero are allowed too; zero never is then.
        case outOfRange(ClosedRange<Int>, orNegative: Bool)
        case unknownValue(allowed: [String])
        /// The RFCs have it, Belfry doesn't.
        case notSupported(supported: [String])
        /// Neither a day, nor a day and a time, with or without a `Z`.
        case notADate
        case notWith(Part)
        case onlyWithFrequencies([RecurrenceRule.Frequency])
        /// Numbers before the weekdays, as in `2TU`, where the frequency has no use for them.
        case ordinalsOnlyWithFrequencies([RecurrenceRule.Frequency])
        /// Numbers before the weekdays beside a part that gives them no meaning.
        case ordinalsNotWith(Part)
        /// It selects from what other `BY` parts yield, and there are none.
        case alone
    }

    /// A stable word for the cause, such as `out_of_range`.
    public var code: String {
        switch cause {
        case .malformed: "malformed"
        case .unknownPart: "unknown_part"
        case .repeated: "repeated"
        case .missing: "missing"
        case .empty: "empty"
        case .notANumber: "not_a_number"
        case .outOfRange: "out_of_range"
        case .unknownValue: "unknown_value"
        case .notSupported: "not_supported"
        case .notADate: "not_a_date"
        case .notWith: "not_with"
        case .onlyWithFrequencies: "only_with_frequencies"
        case .ordinalsOnlyWithFrequencies: "ordinals_only_with_frequencies"
        case .ordinalsNotWith: "ordinals_not_with"
        case .alone: "alone"
        }
    }
}
