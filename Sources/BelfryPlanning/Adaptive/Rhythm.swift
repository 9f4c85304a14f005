import BelfryModel
import BelfryTime

/// What was learnt about one kind of day of a person: which half hour is their best, and when they responded lately.
struct Rhythm: Hashable, Sendable {
    private(set) var belief: HourBelief
    /// The minutes of the day at which they responded last, the latest last.
    private(set) var responseMinutes: [UInt16] = []

    static let responseCountMax = 8

    init(_ prior: PopulationPrior = .standard) { belief = HourBelief(prior) }

    init(belief: HourBelief, responseMinutes: [UInt16]) {
        self.belief = belief
        self.responseMinutes = responseMinutes
    }

    mutating func pass(nights: Int, _ tables: ResponseTables) { belief.pass(nights: nights, tables) }

    mutating func learn(_ outcome: ReminderOutcome, interest: Double, _ tables: ResponseTables) {
        belief.learn(outcome, interest: interest, tables)
        guard outcome.response.isPositive, let time = outcome.respondedAt?.time else { return }
        responseMinutes.append(UInt16(time.secondsSinceMidnight / 60))
        if responseMinutes.count > Rhythm.responseCountMax { responseMinutes.removeFirst() }
    }

    /// When they usually respond: the shortest stretch that holds half of their last responses, in half hours; nil where there are
    /// fewer than four, or these lie all over the day.
    ///
    /// The shortest half, or "shorth" (Andrews et al., "Robust Estimates of Location", 1972), doesn't mind a few responses at odd hours.
    var usual: DailyWindow? {
        let count = responseMinutes.count
        guard count >= 4 else { return nil }
        let half = (count + 1) / 2
        // Around the clock: what begins before midnight may end after it.
        let sorted = responseMinutes.map(Int.init).sorted()
        let around = sorted + sorted.map { $0 + Rhythm.dayMinutes }
        let starts = sorted.indices
        guard let start = starts.min(by: { around[$0 + half - 1] - around[$0] < around[$1 + half - 1] - around[$1] }) else { return nil }
        let (first, last) = (around[start] / 30 * 30, (around[start + half - 1] / 30 + 1) * 30)
        guard last - first <= Rhythm.usualMinutesMax else { return nil }
        return DailyWindow(start: CivilTime(minuteOfDay: first), end: CivilTime(minuteOfDay: last))
    }

    static let dayMinutes = 24 * 60
    /// Nobody would call a longer stretch a habit.
    static let usualMinutesMax = 4 * 60
}

extension CivilTime {
    /// - Parameter minuteOfDay: behind midnight it is that of the next day.
    fileprivate init(minuteOfDay: Int) {
        let minute = minuteOfDay % Rhythm.dayMinutes
        self = CivilTime(hour: minute / 60, minute: minute % 60) ?? .midnight
    }
}
