import BelfryModel
import BelfryTime

/// The civil days that a plan looks at, and when each begins for the person.
struct Horizon: Sendable {
    let today: CivilDate
    /// `starts[i]` is the first moment of the day `today + i`; the last is the end of the horizon.
    let starts: [Instant]
    /// From where schedules are unrolled: what was held overnight was due yesterday, or longer ago where quiet hours go on for days.
    let lookback: Instant

    init(now: Instant, in context: PlanningContext) {
        let (zone, profile) = (context.zone, context.profile)
        let dayCount = max(profile.horizonDays, profile.horizonDaysByDomain.values.max() ?? 0)
        let today = zone.civil(at: now).date
        self.today = today
        starts = (0...max(1, dayCount)).map { zone.firstMoment(of: today + $0) }
        lookback = zone.firstMoment(of: today - context.person.preferences.quietWeek.dayCountMax)
    }

    var dayCount: Int { starts.count - 1 }
    var end: Instant { starts[dayCount] }

    func end(afterDays count: Int) -> Instant { starts[min(max(1, count), dayCount)] }

    /// Which day a moment lies in, today being 0; nil before today and behind the horizon.
    func dayIndex(of moment: Instant) -> Int? {
        guard moment >= starts[0], moment < end else { return nil }
        let sinceStart = moment.millisecondsSinceEpoch - starts[0].millisecondsSinceEpoch
        var index = min(Int(sinceStart / 86_400_000), dayCount - 1)
        while moment < starts[index] { index -= 1 }
        while moment >= starts[index + 1] { index += 1 }
        return index
    }
}

extension TimeZoneRules {
    /// When a civil day begins; where midnight falls into a gap, when the gap ends.
    func firstMoment(of date: CivilDate) -> Instant {
        instant(of: CivilDateTime(date, .midnight))
    }
}
