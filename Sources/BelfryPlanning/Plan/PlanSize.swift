import BelfryModel
import BelfryTime

// How much a plan may come to that is made of a document which anybody may have written.

extension PlanningContext {
    /// Each occurrence takes memory, and a line in whatever the plan is written to.
    public static let occurrenceCountMax = 50_000

    /// Counts what requests come to within the horizon, without laying it out.
    ///
    /// - Throws: `Problem.tooManyItems` where it is more than ``occurrenceCountMax``.
    public func checkSize(of requests: [NotificationRequest], now: Instant) throws(Problem) {
        let horizon = Horizon(now: now, in: self)
        var room = PlanningContext.occurrenceCountMax
        for request in requests {
            room -= occurrenceCount(of: request, in: horizon, atMost: room + 1)
            guard room >= 0 else { throw .tooManyItems(countMax: PlanningContext.occurrenceCountMax) }
        }
    }

    private func occurrenceCount(of request: NotificationRequest, in horizon: Horizon, atMost countMax: Int) -> Int {
        let occurrences: ScheduleOccurrences
        switch request.trigger {
        case .moment, .day: return 1
        case .floating(let schedule): occurrences = schedule.occurrences(in: zone, from: horizon.lookback)
        case .fixed(let schedule):
            guard let rules = zones[schedule.timezone] else { return 0 }
            occurrences = schedule.occurrences(rules: rules, from: horizon.lookback)
        }
        let end = horizon.end(afterDays: profile.horizonDays(of: request.id.domain))
        var count = 0
        for occurrence in occurrences {
            guard count < countMax, occurrence.moment < end else { break }
            count += 1
        }
        return count
    }
}
