/// The readings of the clock that a rule yields from its start on, ascending, each once, in seconds since 1970 on the wall.
struct RuleOccurrences: Sendable {
    private var blocks: DayBlocks
    private let matcher: RuleMatcher
    private var times: TimesOfDay { matcher.times }
    private var setPositions: [Int] { matcher.setPositions }
    /// Nothing before the one and nothing after the other is yielded.
    private let first: Int64
    private let last: Int64
    /// How many COUNT still allows.
    private var remainingCount = Int.max
    /// Since when nothing came. Of what hasn't come for a whole cycle nothing ever does.
    private var quietSince: Int64

    // What is being yielded: readings of one day, or, with BYSETPOS, of one period.
    private var base: Int64 = 0
    private var offsets: [Int32] = []
    private var index = 0
    /// What is left of the month or week.
    private var block = DayBlocks.Block(firstDay: 0, days: 0)

    /// - Parameters:
    ///   - from: where to begin. It is sought by arithmetic; only COUNT may need the periods before it to be looked at.
    ///   - end: the last reading that UNTIL allows.
    init(_ matcher: RuleMatcher, from: Int64, through end: Int64) {
        self.matcher = matcher
        first = max(from, matcher.start.wallSeconds, CivilDateTime.min.wallSeconds)
        last = min(end, CivilDateTime.max.wallSeconds)
        quietSince = first
        let day = Int(first.floorDivided(by: 86_400))
        blocks = DayBlocks(matcher.rule, start: matcher.start.date, filter: matcher.filter, from: day)
        if let fixed = times.fixed, setPositions.isEmpty { offsets = fixed }
        index = offsets.count
        // Nothing will ever come.
        if times.isEmpty { remainingCount = 0 }
        if case .count(let count) = matcher.rule.end {
            remainingCount = min(remainingCount, count - matcher.rule.count(start: matcher.start, filter: matcher.filter, before: first, atMost: count))
        }
    }

    /// Nil at the end, and from then on.
    mutating func next() -> Int64? {
        guard remainingCount > 0 else { return nil }
        while true {
            while index < offsets.count {
                let wall = base + Int64(offsets[index])
                index += 1
                if wall < first { continue }
                guard wall <= last else { return finish() }
                remainingCount -= 1
                quietSince = base
                return wall
            }
            guard setPositions.isEmpty ? nextDay() : nextPeriod() else { return finish() }
        }
    }

    private mutating func finish() -> Int64? {
        remainingCount = 0
        return nil
    }

    private func isWorthLooking(atDay day: Int) -> Bool {
        Int64(day) * 86_400 <= min(last, quietSince + matcher.cycleSeconds)
    }

    // MARK: Days

    private mutating func nextDay() -> Bool {
        while block.days == 0 {
            guard let next = blocks.next(), isWorthLooking(atDay: next.firstDay) else { return false }
            block = next
            let skippedCount = Int(first.floorDivided(by: 86_400)) - next.firstDay
            if skippedCount > 0 { block.days &= UInt32.max << skippedCount }
        }
        let day = block.firstDay + block.days.trailingZeroBitCount
        block.days &= block.days - 1
        base = Int64(day) * 86_400
        if times.fixed == nil { offsets = times.times(onDay: day) }
        index = 0
        return true
    }

    // MARK: BYSETPOS

    private mutating func nextPeriod() -> Bool {
        guard let times = times.fixed, let period = blocks.nextPeriod(), let firstDay = period.first?.firstDay, isWorthLooking(atDay: firstDay)
        else { return false }
        let count = period.reduce(0) { $0 + $1.days.nonzeroBitCount } * times.count
        base = Int64(firstDay) * 86_400
        offsets = setPositions.indices(amongst: count).map { index in
            Int32((Self.day(index / times.count, of: period) - firstDay) * 86_400) + times[index % times.count]
        }
        index = 0
        return true
    }

    /// The n-th selected day of a period, from 0.
    private static func day(_ number: Int, of period: [DayBlocks.Block]) -> Int {
        var number = number
        for block in period {
            let count = block.days.nonzeroBitCount
            guard number >= count else {
                let days = (0..<number).reduce(block.days) { days, _ in days & (days - 1) }
                return block.firstDay + days.trailingZeroBitCount
            }
            number -= count
        }
        preconditionFailure("a position beyond the period")
    }
}

extension CivilDateTime {
    /// The first and the last reading of the years 0001 to 9999.
    static let min = CivilDateTime(utc: .min)
    static let max = CivilDateTime(utc: .max)
}
