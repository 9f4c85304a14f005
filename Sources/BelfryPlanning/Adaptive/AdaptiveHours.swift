import BelfryModel
import BelfryTime

/// The learnt hours of the days of a plan, chosen once a day and not once a request.
struct AdaptiveHours: Sendable {
    private let context: PlanningContext
    private let timing: AdaptiveTiming
    private let first: CivilDate
    private let choices: [HourChoice?]

    /// Nil where the person wants their own hour.
    init?(_ context: PlanningContext, _ horizon: Horizon) {
        guard let timing = context.person.adaptive else { return nil }
        self.context = context
        self.timing = timing
        first = horizon.today - 1
        choices = (0...horizon.dayCount + 1).map { [first] in context.hourChoice(on: first + $0) }
    }

    /// An occurrence that names a day at its learnt hour, and the choice; nil where it stays at its own.
    ///
    /// - Parameter expiresAt: from then on it is of no use.
    func moved(_ occurrence: Occurrence, expiresAt: Instant?) -> (occurrence: Occurrence, choice: HourChoice)? {
        let date = occurrence.civil.date
        guard let choice = choice(on: date), let moved = moved(date, choice, expiresAt) else {
            // What is of no use any more at the best hour may be at an earlier one.
            guard let end = expiresAt.map({ context.zone.civil(at: $0) }), end.date == date,
                let earlier = context.habits.choice(on: date, timing, context.person.preferences, before: end.time)
            else { return nil }
            return moved(date, earlier, expiresAt)
        }
        return moved
    }

    private func moved(_ date: CivilDate, _ choice: HourChoice, _ expiresAt: Instant?) -> (occurrence: Occurrence, choice: HourChoice)? {
        let civil = CivilDateTime(date, choice.time)
        let moment = context.zone.instant(of: civil)
        guard expiresAt.map({ moment < $0 }) ?? true else { return nil }
        return (Occurrence(civil: civil, moment: moment), choice)
    }

    private func choice(on date: CivilDate) -> HourChoice? {
        let index = date - first
        return choices.indices.contains(index) ? choices[index] : context.hourChoice(on: date)
    }
}
