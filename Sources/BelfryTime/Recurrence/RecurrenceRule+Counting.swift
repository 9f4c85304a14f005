extension RecurrenceRule {
    /// How many readings it yields from its start until before `end`, COUNT and UNTIL aside: what COUNT has used up by then.
    ///
    /// By arithmetic where every period is like the next; else period by period of a whole cycle, without looking at single readings but at both
    /// ends. What comes after that is the same again.
    func count(start: CivilDateTime, filter: DayFilter, before end: Int64, atMost countMax: Int) -> Int {
        guard end > start.wallSeconds else { return 0 }
        if let plain = PlainCount(self, start: start, filter: filter) { return min(countMax, plain.count(before: end)) }

        var blocks = DayBlocks(self, start: start.date, filter: filter, from: Int(start.date.daysSinceEpoch))
        var counter = PeriodCounter(self, start: start)
        guard blocks.nextPeriod() != nil, var period = blocks.nextPeriod() else {
            return counted(start: start, from: start.wallSeconds, before: end, atMost: countMax)
        }
        // The period of the start may have begun before it.
        var count = counted(start: start, from: start.wallSeconds, before: min(end, period.start), atMost: countMax)
        let (cycleStart, countBefore, cycle) = (period.start, count, cycleSeconds)
        while count < countMax, period.start + Int64(blocks.periodDayCountMax) * 86_400 <= end {
            let cycleCount = (end - period.start) / cycle
            if period.start == cycleStart + cycle, cycleCount > 0 {
                count += Int(cycleCount) * (count - countBefore)
                blocks = DayBlocks(self, start: start.date, filter: filter, from: Int((period.start + cycleCount * cycle) / 86_400))
            } else {
                count += counter.count(of: period)
            }
            guard let next = blocks.nextPeriod() else { return min(count, countMax) }
            period = next
        }
        return min(countMax, count + counted(start: start, from: period.start, before: end, atMost: countMax))
    }

    /// The same by looking at each.
    private func counted(start: CivilDateTime, from: Int64, before end: Int64, atMost countMax: Int) -> Int {
        guard from < end else { return 0 }
        var unlimited = self
        unlimited.end = .never
        var readings = RuleOccurrences(RuleMatcher(unlimited, start: start), from: from, through: end - 1)
        var count = 0
        while count < countMax, readings.next() != nil { count += 1 }
        return count
    }
}

extension [DayBlocks.Block] {
    /// In seconds since 1970 on the wall.
    fileprivate var start: Int64 { Int64(first?.firstDay ?? 0) * 86_400 }
}

/// Counts what a rule yields in whole periods, and remembers the counts of those that are alike.
private struct PeriodCounter {
    private let times: TimesOfDay
    private let setPositions: [Int]
    private var known: [Int: Int] = [:]

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        times = TimesOfDay(rule, start: start)
        setPositions = [.yearly, .monthly, .weekly].contains(rule.frequency) ? rule.setPositions : []
    }

    mutating func count(of period: [DayBlocks.Block]) -> Int {
        guard let fixed = times.fixed else { return period.reduce(0) { $0 + countOfChangingTimes($1) } }
        let count = period.reduce(0) { $0 + $1.days.nonzeroBitCount } * fixed.count
        return setPositions.isEmpty ? count : remembered(count) { _, setPositions in setPositions.indices(amongst: count).count }
    }

    private mutating func countOfChangingTimes(_ block: DayBlocks.Block) -> Int {
        var (count, days) = (0, block.days)
        while days != 0 {
            let day = block.firstDay + days.trailingZeroBitCount
            days &= days - 1
            if let phase = times.phase(ofDay: day) { count += remembered(phase) { times, _ in times.times(onDay: day).count } }
        }
        return count
    }

    private mutating func remembered(_ key: Int, _ make: (TimesOfDay, [Int]) -> Int) -> Int {
        if let count = known[key] { return count }
        let count = make(times, setPositions)
        known[key] = count
        return count
    }
}

/// Counts what a rule of days or weeks yields, by arithmetic: one whose every period is like the next.
private struct PlainCount {
    private let times: [Int32]
    private let start: CivilDateTime
    /// The selected days of a period, from its first; bit 0 is that first day.
    private let days: UInt8
    private let firstDay: Int
    private let periodDayCount: Int

    /// Nil where the periods differ.
    init?(_ rule: RecurrenceRule, start: CivilDateTime, filter: DayFilter) {
        let startDay = Int(start.date.daysSinceEpoch)
        guard let times = TimesOfDay(rule, start: start).fixed else { return nil }
        self.times = times
        self.start = start
        switch rule.frequency {
        case .weekly where rule.setPositions.isEmpty && filter.months == DayFilter.allMonths:
            firstDay = startDay - (start.date.weekday - rule.weekStart).floorRemainder(by: 7)
            days = DayFilter.rotated(filter.weekdays, by: rule.weekStart)
            periodDayCount = rule.interval * 7
        case .daily where filter.isOpen:
            (firstDay, days, periodDayCount) = (startDay, 1, rule.interval)
        case .hourly where filter.isOpen, .minutely where filter.isOpen:
            (firstDay, days, periodDayCount) = (startDay, 1, 1)
        default: return nil
        }
    }

    func count(before end: Int64) -> Int {
        countFromFirstDay(before: end) - countFromFirstDay(before: start.wallSeconds)
    }

    private func countFromFirstDay(before end: Int64) -> Int {
        let day = Int(end.floorDivided(by: 86_400))
        let (periods, rest) = (day - firstDay).quotientAndRemainder(dividingBy: periodDayCount)
        let earlier = rest > 7 ? days : days & (1 << rest - 1)
        let isSelected = rest < 7 && days >> rest & 1 == 1
        let second = end - Int64(day) * 86_400
        let timesOfDay = isSelected ? times.count { Int64($0) < second } : 0
        return (periods * days.nonzeroBitCount + earlier.nonzeroBitCount) * times.count + timesOfDay
    }
}
