import BelfryModel
import BelfryTime

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A person whose habits are known, because they were made up.
///
/// What they do is of another shape than what the learner assumes: bells of a width of their own, some with a second, lower peak, a
/// chance of their own, late looks at the phone, and days that turn out otherwise.
struct SimulatedPerson: Sendable {
    /// What is special about them.
    enum Character: CaseIterable, Sendable {
        case regular
        /// Another hour at weekends.
        case weekender
        /// From one day on another hour altogether.
        case shifter
        /// Hardly ever looks at tips, until one day they begin to.
        case ignorer
        /// Two weeks in another zone, to which they get used by an hour a day.
        case traveller
    }

    let character: Character
    /// Hours since midnight.
    let weekdayPeak: Double
    let weekendPeak: Double
    /// What is added to the peak from the day of the change on.
    let shift: Double
    /// The standard deviation of the bell, in hours.
    let width: Double
    let bestChance: Double
    let farChance: Double
    /// A lower peak besides: how many hours from the other, and which share of its height.
    let second: (offset: Double, share: Double)?
    /// The chance that what they missed they see later, when they have time.
    let lateChance: Double

    // MARK: The truth

    /// The hour at which they respond best.
    func peak(on date: CivilDate, _ days: TrialDays) -> Double {
        let usual = days.isWeekend(date) ? weekendPeak : weekdayPeak
        return (usual + change(on: date, days)).truncatingRemainder(dividingBy: 24)
    }

    private func change(on date: CivilDate, _ days: TrialDays) -> Double {
        let since = date - days.change
        guard since >= 0 else { return 0 }
        switch character {
        case .shifter: return shift
        case .traveller:
            // Abroad the clock is ahead of the body by the shift, and at home behind it by what the body got used to.
            let isAway = since < TrialDays.awayCount
            let adapted = min(abs(shift), Double(isAway ? since : since - TrialDays.awayCount))
            let rest = isAway ? abs(shift) - adapted : -max(0, min(abs(shift), Double(TrialDays.awayCount)) - adapted)
            return shift < 0 ? -rest : rest
        default: return 0
        }
    }

    /// The chance that they respond at once to something told at an hour.
    func promptChance(at hour: Double, _ category: String, on date: CivilDate, _ days: TrialDays) -> Double {
        let peak = peak(on: date, days)
        var height = Self.bell(hour - peak, width)
        if let second { height = max(height, second.share * Self.bell(hour - peak - second.offset, width)) }
        return (farChance + (bestChance - farChance) * height) * interest(in: category, on: date, days)
    }

    /// The chance that they respond at all on that day.
    func chance(at hour: Double, _ category: String, on date: CivilDate, _ days: TrialDays) -> Double {
        let prompt = promptChance(at: hour, category, on: date, days)
        let missed = (1 - prompt) * (1 - SimulatedPerson.dismissChance)
        return prompt + missed * lateChance * interest(in: category, on: date, days) * lookShare(after: hour, on: date, days)
    }

    /// Whoever ignores tips does so nearly always; from a day on they don't.
    private func interest(in category: String, on date: CivilDate, _ days: TrialDays) -> Double {
        character == .ignorer && category == Trial.tips && date < days.comeback ? 0.03 : 1
    }

    /// The share of late looks that fall later than an hour of the same day.
    private func lookShare(after hour: Double, on date: CivilDate, _ days: TrialDays) -> Double {
        let start = hour + SimulatedPerson.lateHours
        let near = 0.5 * erfc((start - peak(on: date, days)) / (SimulatedPerson.lookWidth * 2.0.squareRoot()))
        let anyTime = min(1, max(0, (23 - start) / 16))
        return SimulatedPerson.nearLookShare * near + (1 - SimulatedPerson.nearLookShare) * anyTime
    }

    static let dismissChance = 0.1
    /// Of late looks, how many come around the peak and how far from it; the others come at any hour from 7 to 23.
    static let nearLookShare = 0.6
    static let lookWidth = 1.2
    static let lateHours = 0.5

    private static func bell(_ distance: Double, _ width: Double) -> Double {
        let around = abs(distance.remainder(dividingBy: 24))
        return exp(-around * around / (2 * width * width))
    }

    // MARK: What they do

    func outcome(
        of category: String, toldAt: CivilDateTime, _ days: TrialDays, using generator: inout SeededGenerator
    ) -> ReminderOutcome {
        let (date, hour) = (toldAt.date, Double(toldAt.time.secondsSinceMidnight) / 3600)
        func responded(_ response: ReminderOutcome.Response, at hour: Double) -> ReminderOutcome {
            let moment = CivilDateTime(date, CivilTime(hours: hour))
            return ReminderOutcome(category: category, toldAt: toldAt, response: response, respondedAt: moment)
        }
        let positive: ReminderOutcome.Response = generator.happens(0.5) ? .acted : .opened
        if generator.happens(promptChance(at: hour, category, on: date, days)) {
            return responded(positive, at: hour + generator.uniform(0, 0.4))
        }
        if generator.happens(SimulatedPerson.dismissChance) { return responded(.dismissed, at: hour + generator.uniform(0, 2)) }
        let look = generator.happens(SimulatedPerson.nearLookShare)
            ? generator.normal(peak(on: date, days), SimulatedPerson.lookWidth) : generator.uniform(7, 23)
        let looks = generator.happens(lateChance * interest(in: category, on: date, days))
        if looks, look > hour + SimulatedPerson.lateHours { return responded(positive, at: look) }
        return ReminderOutcome(category: category, toldAt: toldAt, response: .ignored)
    }
}

extension CivilTime {
    /// The minute of a number of hours since midnight; of one beyond the day, the last.
    init(hours: Double) {
        let minute = Int((min(max(hours, 0), 23.99) * 60).rounded(.down))
        self = CivilTime(hour: minute / 60, minute: minute % 60) ?? .midnight
    }

    /// How far from an hour, around the clock, in hours.
    func distance(from hour: Double) -> Double {
        abs((Double(secondsSinceMidnight) / 3600 - hour).remainder(dividingBy: 24))
    }
}
