/// A stretch of every day by the clock on the wall that may be another one on some days of the week: 22:00 to 07:00, and from Friday on 23:00 to 09:00.
///
/// A stretch belongs to the day on which it begins: that of Friday ends on Saturday at 09:00. Where two overlap or touch, they are one.
public struct WeeklyWindow: Hashable, Sendable {
    /// On the days that have none of their own.
    private let everyDay: DailyWindow?
    /// In place of it; an empty one is a day without.
    private let byWeekday: [Weekday: DailyWindow]

    public init(everyDay: DailyWindow?, byWeekday: [Weekday: DailyWindow] = [:]) {
        self.everyDay = everyDay
        self.byWeekday = byWeekday
    }

    /// Whether it has no stretch on any day.
    public var isEmpty: Bool {
        guard !byWeekday.isEmpty else { return everyDay?.isEmpty ?? true }
        return Weekday.allCases.allSatisfy { (byWeekday[$0] ?? everyDay)?.isEmpty ?? true }
    }

    /// The stretch that begins on a day; nil where none does.
    public func window(beginningOn date: CivilDate) -> DailyWindow? {
        let window = byWeekday.isEmpty ? everyDay : byWeekday[Weekday(date)] ?? everyDay
        return window.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The stretch in which a reading of the clock lies, of two the one that ends later; nil where it lies in none.
    public func window(at civil: CivilDateTime) -> DailyWindow? {
        let own = window(beginningOn: civil.date).flatMap { $0.start <= civil.time && $0.contains(civil.time) ? $0 : nil }
        if let own, own.spansMidnight { return own }
        guard let former = window(beginningOn: civil.date - 1), former.spansMidnight, civil.time < former.end else { return own }
        return own.map { $0.end < former.end ? former : $0 } ?? former
    }

    /// The stretch in which a reading lies, else that of its day or of the next that has one; nil where no day has any.
    public func window(around civil: CivilDateTime) -> DailyWindow? {
        window(at: civil) ?? Weekday.allCases.indices.lazy.compactMap { window(beginningOn: civil.date + $0) }.first
    }

    public func contains(_ civil: CivilDateTime) -> Bool {
        byWeekday.isEmpty ? everyDay?.contains(civil.time) ?? false : window(at: civil) != nil
    }

    /// The first moment from `now` on at which a clock in `zone` shows a reading in no stretch; `now` itself where it already does.
    ///
    /// Walks from transition to transition as ``DailyWindow`` does, and on from the end of a stretch that another overlaps or touches. It comes to an
    /// end: each is shorter than a day, so that the seven of a week can't fill it.
    public func firstMomentOutside(from now: Instant, in zone: TimeZoneRules) -> Instant {
        guard !byWeekday.isEmpty else { return everyDay?.firstMomentOutside(from: now, in: zone) ?? now }
        var moment = now
        while true {
            let civil = zone.civil(at: moment)
            guard let stretch = window(at: civil) else { return moment }
            let end = Instant(secondsSinceEpoch: moment.secondsSinceEpoch + Int64(stretch.secondsUntilEnd(from: civil.time)))
            moment = zone.nextTransition(after: moment).map { min($0, end) } ?? end
        }
    }

    /// How many days after the one on which it began it may still go on: 1, or a week where stretches of several days may follow upon each other.
    public var dayCountMax: Int { byWeekday.isEmpty ? 1 : Weekday.allCases.count }
}
