/// At which times of a day a rule fires: BYHOUR, BYMINUTE and BYSECOND, and for sub-daily rules the interval.
struct TimesOfDay: Sendable {
    /// Seconds since midnight, ascending, where they are the same on each selected day; else nil.
    let fixed: [Int32]?
    private let units: Units?

    /// A rule of hours or minutes whose interval doesn't go into a day.
    private struct Units: Sendable {
        let secondCount: Int
        let interval: Int
        /// Units since 1970 on the wall, of the start.
        let anchor: Int
        /// The hours or minutes of a day that the rule selects, ascending.
        let selected: [Int32]
        /// Seconds within the unit.
        let offsets: [Int32]

        var countPerDay: Int { 86_400 / secondCount }

        /// The first unit of a day, counted from its midnight, that the interval reaches; it may lie beyond the day.
        func first(onDay day: Int) -> Int {
            (anchor - day * countPerDay).floorRemainder(by: interval)
        }

        /// By bisection.
        func selects(_ unit: Int) -> Bool {
            var (low, high) = (0, selected.count)
            while low < high {
                let middle = (low + high) / 2
                if selected[middle] < unit { low = middle + 1 } else { high = middle }
            }
            return low < selected.count && selected[low] == unit
        }
    }

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        func values(_ list: [Int], else value: Int) -> [Int] { list.isEmpty ? [value] : list }
        let seconds = values(rule.seconds, else: start.time.second)
        let minutes = values(rule.minutes, else: start.time.minute)
        switch rule.frequency {
        case .hourly:
            let hours = rule.hours.isEmpty ? Array(0...23) : rule.hours
            let offsets = Self.selected(rule.setPositions, of: Self.sums([minutes, seconds], [60, 1]))
            self.init(rule, start: start, units: hours, secondCount: 3600, offsets: offsets)
        case .minutely:
            let hours = rule.hours.isEmpty ? Array(0...23) : rule.hours
            let all = rule.minutes.isEmpty ? Array(0...59) : rule.minutes
            let offsets = Self.selected(rule.setPositions, of: Self.sums([seconds], [1]))
            self.init(rule, start: start, units: Self.sums([hours, all], [60, 1]).map(Int.init), secondCount: 60, offsets: offsets)
        case .yearly, .monthly, .weekly, .daily:
            let times = Self.sums([values(rule.hours, else: start.time.hour), minutes, seconds], [3600, 60, 1])
            // Of longer periods than a day, positions are those in the period.
            self.init(fixed: rule.frequency == .daily ? Self.selected(rule.setPositions, of: times) : times, units: nil)
        }
    }

    private init(fixed: [Int32]?, units: Units?) {
        self.fixed = fixed
        self.units = units
    }

    private init(_ rule: RecurrenceRule, start: CivilDateTime, units: [Int], secondCount: Int, offsets: [Int32]) {
        let anchor = Int(start.wallSeconds.floorDivided(by: Int64(secondCount)))
        let countPerDay = 86_400 / secondCount
        // Over the days, the interval reaches those units that lie a multiple of this from the start's, and no others.
        let reach = rule.interval.greatestCommonDivisor(with: countPerDay)
        let reachable = units.filter { ($0 - anchor).floorRemainder(by: reach) == 0 }.map(Int32.init)
        if reachable.isEmpty || reach == rule.interval {
            self.init(fixed: reachable.flatMap { unit in offsets.map { unit * Int32(secondCount) + $0 } }, units: nil)
        } else {
            self.init(
                fixed: nil,
                units: Units(secondCount: secondCount, interval: rule.interval, anchor: anchor, selected: reachable, offsets: offsets))
        }
    }

    /// Whether no day has any.
    var isEmpty: Bool { fixed?.isEmpty ?? units?.offsets.isEmpty ?? true }

    /// Whether a day can have more than one.
    var mayRepeatWithinDay: Bool {
        if let fixed { return fixed.count > 1 }
        guard let units else { return false }
        return units.offsets.count > 1 || (units.selected.count > 1 && units.interval < units.countPerDay)
    }

    /// A number that tells days with the same times from others; nil where they are the same on all days, or there are none.
    func phase(ofDay day: Int) -> Int? {
        guard let units else { return nil }
        let first = units.first(onDay: day)
        return first < units.countPerDay ? first : nil
    }

    /// Those of one day, in seconds since its midnight.
    func times(onDay day: Int) -> [Int32] {
        guard let units else { return fixed ?? [] }
        let first = units.first(onDay: day)
        guard first < units.countPerDay else { return [] }
        var times: [Int32] = []
        func add(_ unit: Int) {
            for offset in units.offsets { times.append(Int32(unit * units.secondCount) + offset) }
        }
        // Either ask each selected unit whether the interval reaches it, or each reached one whether it is selected.
        if units.selected.count < units.countPerDay / units.interval {
            for unit in units.selected where (Int(unit) - first).floorRemainder(by: units.interval) == 0 { add(Int(unit)) }
        } else {
            for unit in stride(from: first, to: units.countPerDay, by: units.interval) where units.selects(unit) { add(unit) }
        }
        return times
    }

    // MARK: Arithmetic

    /// All sums of one value of each list in its unit, ascending where the lists are.
    private static func sums(_ lists: [[Int]], _ units: [Int]) -> [Int32] {
        zip(lists, units).reduce([0]) { sums, part in
            sums.flatMap { sum in part.0.map { sum + Int32($0 * part.1) } }
        }
    }

    /// The values at the positions, which count from 1, or from the end below zero; all where no positions are named.
    private static func selected(_ positions: [Int], of values: [Int32]) -> [Int32] {
        positions.isEmpty ? values : positions.indices(amongst: values.count).map { values[$0] }
    }
}

extension [Int] {
    /// The indices that positions of BYSETPOS mean amongst so many, ascending, each once: 1 is the first, -1 the last.
    func indices(amongst count: Int) -> [Int] {
        var indices: [Int] = []
        for position in self {
            let index = position > 0 ? position - 1 : count + position
            if (0..<count).contains(index) { indices.append(index) }
        }
        indices.sort()
        return indices.enumerated().filter { $0.offset == 0 || indices[$0.offset - 1] != $0.element }.map(\.element)
    }
}
