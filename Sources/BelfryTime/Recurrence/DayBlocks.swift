/// The days that a rule selects, a month or a week at a time, ascending, until the end of the year 9999.
///
/// Periods that the interval passes over are passed over by arithmetic, also when it begins in the middle.
struct DayBlocks: Sendable {
    /// Up to 31 days in a row; bit 0 of `days` is the first.
    struct Block {
        let firstDay: Int
        var days: UInt32
    }

    private let step: Step
    private let interval: Int
    private let filter: DayFilter
    /// What the interval counts from: a year, a month since year 0, the first day of a week, or a day, as `step` has it.
    private let anchor: Int
    private let weekStart: Int
    /// The days of a week, from its first.
    private let week: UInt8
    // Where it stands: a month, or the first day of a week.
    private var year = 0
    private var month = 1
    private var firstDay = 0

    private enum Step { case year, month, week, day }

    static let yearMax = 9999
    static let dayMin = Int(Instant.min.secondsSinceEpoch / 86_400)
    static let dayMax = Int(Instant.max.secondsSinceEpoch / 86_400)

    init(_ rule: RecurrenceRule, start: CivilDate, filter: DayFilter, from day: Int) {
        let startDay = Int(start.daysSinceEpoch)
        let (startYear, startMonth, _) = start.components
        self.filter = filter
        weekStart = rule.weekStart
        week = DayFilter.rotated(filter.weekdays, by: weekStart)
        switch rule.frequency {
        case .yearly: (step, interval, anchor) = (.year, rule.interval, startYear)
        case .monthly: (step, interval, anchor) = (.month, rule.interval, startYear * 12 + startMonth - 1)
        case .weekly: (step, interval, anchor) = (.week, rule.interval, Self.firstDayOfWeek(of: startDay, weekStart: rule.weekStart))
        case .daily: (step, interval, anchor) = (.day, rule.interval, startDay)
        // Their intervals count within the days.
        case .hourly, .minutely: (step, interval, anchor) = (.day, 1, startDay)
        }
        seek(to: min(max(day, startDay, Self.dayMin), Self.dayMax + 1))
    }

    /// How many days a period can have.
    var periodDayCountMax: Int { step == .year ? 366 : 31 }

    private static func firstDayOfWeek(of day: Int, weekStart: Int) -> Int {
        day - (DayFilter.weekday(ofDay: day) - weekStart).floorRemainder(by: 7)
    }

    /// The first number from `value` on that lies whole intervals from the anchor.
    private func aligned(_ value: Int, interval: Int) -> Int {
        let rest = (value - anchor).floorRemainder(by: interval)
        return rest == 0 ? value : value + interval - rest
    }

    /// Goes to the period that has `day` in it, or the first after it.
    private mutating func seek(to day: Int) {
        let (year, month, _) = CivilDate(daysSinceEpoch: Int32(day)).components
        switch step {
        case .year: go(toMonth: aligned(year, interval: interval) * 12)
        case .month: go(toMonth: aligned(year * 12 + month - 1, interval: interval))
        case .week: firstDay = aligned(Self.firstDayOfWeek(of: day, weekStart: weekStart), interval: interval * 7)
        case .day: go(toMonth: year * 12 + month - 1)
        }
    }

    private mutating func go(toMonth index: Int) {
        year = index / 12
        month = index % 12 + 1
        // Beyond the end nothing is yielded, and the day number might not fit.
        if year <= Self.yearMax { firstDay = Int(CivilDate(unchecked: year, month, 1).daysSinceEpoch) }
    }

    // MARK: Blocks

    /// The next block, which may be empty; nil at the end of time.
    mutating func next() -> Block? {
        step == .week ? nextWeek() : nextMonth()
    }

    /// The next period of the rule, from which BYSETPOS selects: twelve blocks for a year, else one.
    mutating func nextPeriod() -> [Block]? {
        guard step == .year else { return next().map { [$0] } }
        var period: [Block] = []
        for _ in 0..<12 {
            guard let block = next() else { return nil }
            period.append(block)
        }
        return period
    }

    private mutating func nextWeek() -> Block? {
        guard firstDay <= Self.dayMax else { return nil }
        defer { firstDay += interval * 7 }
        var days = UInt32(week)
        if filter.months != DayFilter.allMonths {
            for index in 0..<7 where !filter.allows(month: CivilDate(daysSinceEpoch: Int32(firstDay + index)).components.month) {
                days &= ~(1 << index)
            }
        }
        return Block(firstDay: firstDay, days: days)
    }

    private mutating func nextMonth() -> Block? {
        guard year <= Self.yearMax else { return nil }
        let current = DayFilter.Month(year: year, month: month, firstDay: firstDay)
        var block = Block(firstDay: firstDay, days: filter.days(of: current))
        if step == .day, interval > 1 {
            let first = (anchor - firstDay).floorRemainder(by: interval)
            guard first < current.dayCount else {
                jump(to: firstDay + first)
                return Block(firstDay: block.firstDay, days: 0)
            }
            block.days &= Self.every(interval, from: first)
        }
        advance(from: current)
        return block
    }

    private mutating func advance(from current: DayFilter.Month) {
        switch step {
        case .month where interval > 1: go(toMonth: year * 12 + month - 1 + interval)
        case .year where month == 12 && interval > 1: go(toMonth: (year + interval) * 12)
        default:
            firstDay += current.dayCount
            month += 1
            if month == 13 { (year, month) = (year + 1, 1) }
        }
    }

    private mutating func jump(to day: Int) {
        let (year, month, _) = CivilDate(daysSinceEpoch: Int32(min(day, Self.dayMax + 1))).components
        go(toMonth: year * 12 + month - 1)
    }

    /// Every `interval`-th bit.
    private static func every(_ interval: Int, from first: Int) -> UInt32 {
        stride(from: first, to: 32, by: interval).reduce(0) { $0 | 1 << $1 }
    }
}
