import BelfryTime

/// How a person wants to have the hour and the number of their reminders learnt. Whoever has none is told at their own hour.
public struct AdaptiveTiming: Hashable, Sendable {
    /// When reminders may come at all, by the clock on the wall; the person's quiet hours are left out of it besides.
    public var bounds: DailyWindow
    /// The weekdays that are no working days, 0 being Sunday: their hour is learnt apart.
    public var weekend: Set<Int>
    /// Whether another hour is tried now and then, to find out whether it is better.
    public var tries: Bool
    /// Whether fewer are told of a category that the person ignores.
    public var thins: Bool
    /// The least share of a category's reminders that is told however much they are ignored, in percent, where it isn't the usual one.
    public var leastPercents: [String: Int]
    /// From which the days follow on which another hour is tried; any number, but always the same for one person.
    public var seed: UInt64

    public static let defaultBounds = DailyWindow(
        start: CivilTime(hour: 7, minute: 0) ?? .midnight, end: CivilTime(hour: 22, minute: 0) ?? .midnight)

    public init(
        bounds: DailyWindow = AdaptiveTiming.defaultBounds, weekend: Set<Int> = [0, 6], tries: Bool = true, thins: Bool = true,
        leastPercents: [String: Int] = [:], seed: UInt64 = 0
    ) {
        self.bounds = bounds
        self.weekend = weekend
        self.tries = tries
        self.thins = thins
        self.leastPercents = leastPercents
        self.seed = seed
    }

    /// Which clock the person lives by on a day.
    public func kind(of date: CivilDate) -> DayKind { weekend.contains(date.weekday) ? .weekend : .weekday }
}

/// Whether a day is one of those on which most people work: they live by another clock on the others.
public enum DayKind: String, CaseIterable, Codable, Sendable {
    case weekday, weekend
}
