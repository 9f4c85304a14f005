/// A rule made ready for its start: which days it selects, and at which times.
///
/// A class, because making it costs more than a few occurrences do: a recurrence makes it once and shares it with all who unroll it.
final class RuleMatcher: Sendable {
    let rule: RecurrenceRule
    let start: CivilDateTime
    let filter: DayFilter
    let times: TimesOfDay
    /// Of a day, an hour or a minute, positions select times, and those are selected in `times` already.
    let setPositions: [Int]
    let cycleSeconds: Int64

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        self.rule = rule
        self.start = start
        filter = DayFilter(rule, start: start.date)
        times = TimesOfDay(rule, start: start)
        setPositions = [.yearly, .monthly, .weekly].contains(rule.frequency) ? rule.setPositions : []
        cycleSeconds = rule.cycleSeconds
    }
}
