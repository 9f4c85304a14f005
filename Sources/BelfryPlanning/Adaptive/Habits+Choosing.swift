import BelfryModel
import BelfryTime

extension Habits {
    /// The hour at which the person is best reminded on a day; nil where no half hour of that day will do, so that their own stays.
    ///
    /// The same habits give the same hour whenever they are asked, trials too.
    ///
    /// - Parameter before: from then on it would be of no use on that day; nil where it lasts through the day.
    public func choice(
        on date: CivilDate, _ timing: AdaptiveTiming, _ preferences: Preferences, before end: CivilTime? = nil
    ) -> HourChoice? {
        let slots = DaySlots(timing, preferences, on: date)
        return choice(on: date, timing, in: end.map { slots.intersection(.before($0)) } ?? slots, .standard)
    }

    func choice(on date: CivilDate, _ timing: AdaptiveTiming, in slots: DaySlots, _ tables: ResponseTables) -> HourChoice? {
        let kind = timing.kind(of: date)
        let belief = belief(on: kind, tables)
        guard let best = Habits.best(tables.promptChances(belief), in: slots) else { return nil }
        if timing.tries, let other = Habits.trial(belief, best: best, in: slots, seed: timing.seed, on: date, tables.model) {
            return HourChoice(time: DaySlot(index: other).time, basis: .trial(best: DaySlot(index: best).time))
        }
        let time = DaySlot(index: best).time
        guard outcomeCount >= Habits.outcomeCountToSpeakOf else { return HourChoice(time: time, basis: .population) }
        return HourChoice(time: time, basis: .learnt(usual: rhythm(on: kind).usual.flatMap { $0.isNear(time) ? $0 : nil }))
    }

    /// Below this nothing is said to be learnt.
    private static let outcomeCountToSpeakOf = 3

    private func belief(on kind: DayKind, _ tables: ResponseTables) -> [Double] {
        let (own, other) = kind == .weekday ? (weekday, weekend) : (weekend, weekday)
        return own.belief.informed(by: other.belief, tables)
    }

    private static func best(_ chances: [Double], in slots: DaySlots) -> Int? {
        var best: Int?
        for index in chances.indices where slots.contains(index) {
            if let found = best, chances[found] >= chances[index] { continue }
            best = index
        }
        return best
    }

    /// Another half hour now and then, drawn by how likely it is the best: the less is known, the more often.
    ///
    /// Source: Thompson, "On the Likelihood That One Unknown Probability Exceeds Another" (Biometrika 25, 1933), taken only sometimes.
    private static func trial(
        _ belief: [Double], best: Int, in slots: DaySlots, seed: UInt64, on date: CivilDate, _ model: ResponseModel
    ) -> Int? {
        var generator = SeededGenerator(seed: seed ^ UInt64(bitPattern: Int64(date.daysSinceEpoch)) &* 0x9E37_79B9_7F4A_7C15)
        let known = belief.indices.reduce(0) { ResponseModel.distance($1, best) <= 2 ? $0 + belief[$1] : $0 }
        guard Double.random(in: 0..<1, using: &generator) < model.trialChance * (1 - known) else { return nil }
        let allowed = belief.indices.filter(slots.contains)
        var rest = Double.random(in: 0..<1, using: &generator) * allowed.reduce(0) { $0 + belief[$1] }
        let drawn = allowed.first { index in
            rest -= belief[index]
            return rest < 0
        }
        return drawn == best ? nil : drawn
    }

    // MARK: How often

    /// Which share of a category's reminders is told, 0 to 1: all of it, unless the person ignores it.
    ///
    /// Never less than its floor: critical ones are all told, of others three of four or a half, or what the person says.
    public func share(of category: String, _ severity: Severity, _ timing: AdaptiveTiming) -> Double {
        guard timing.thins else { return 1 }
        let floor = timing.leastPercents[category].map { Double($0) / 100 } ?? severity.leastShare
        return severity == .critical ? 1 : min(1, max(floor, engagement(in: category).share))
    }

    /// Whether something is among that share. The days on which it is are spread evenly, and the same whenever it is asked.
    ///
    /// Multiples of the golden ratio leave no long gaps. Source: Knuth, "The Art of Computer Programming", volume 3, section 6.4.
    /// - Parameter order: a number of what is to be told, such as ``RequestID/order``.
    public func tells(_ category: String, _ severity: Severity, order: UInt64, on date: CivilDate, _ timing: AdaptiveTiming) -> Bool {
        let share = share(of: category, severity, timing)
        guard share < 1 else { return true }
        let place = order &+ UInt64(bitPattern: Int64(date.daysSinceEpoch)) &* 0x9E37_79B9_7F4A_7C15
        return Double(place >> 11) < share * Double(1 << 53 as UInt64)
    }
}

extension Severity {
    /// Which share of what is ignored is told all the same.
    fileprivate var leastShare: Double {
        switch self {
        case .watch: 0.5
        case .attention: 0.75
        case .critical: 1
        }
    }
}

extension DailyWindow {
    /// Whether a time lies in the window or at most half an hour outside.
    fileprivate func isNear(_ time: CivilTime) -> Bool {
        contains(time) || [start, end].contains { abs(Int($0.secondsSinceMidnight) - Int(time.secondsSinceMidnight)) <= 1800 }
    }
}
