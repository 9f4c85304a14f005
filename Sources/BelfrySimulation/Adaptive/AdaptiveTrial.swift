import BelfryModel
import BelfryTime

/// Compares ways to choose the hour of reminders, on people whose habits are known because they were made up.
///
/// The same seed gives the same people, the same days and the same table.
public struct AdaptiveTrial: Sendable {
    public let seed: UInt64
    public let peopleCount: Int
    public let dayCount: Int
    /// How many reminders a day have a moment of their own: calls to prayer, alerts, deliveries. They teach and are not measured.
    public let otherCount: Int

    public static let peopleCounts = 10...100_000
    public static let dayCounts = 42...366
    public static let defaultPeopleCount = 500
    public static let defaultDayCount = 84
    public static let otherCounts = 0...20
    public static let defaultOtherCount = 4

    /// - Throws: `Problem.numberOutOfRange` for counts outside of ``peopleCounts``, ``dayCounts`` and ``otherCounts``.
    public init(
        seed: UInt64, peopleCount: Int = AdaptiveTrial.defaultPeopleCount, dayCount: Int = AdaptiveTrial.defaultDayCount,
        otherCount: Int = AdaptiveTrial.defaultOtherCount
    ) throws(Problem) {
        func check(_ count: Int, _ range: ClosedRange<Int>, _ field: String) throws(Problem) {
            guard range.contains(count) else {
                throw .numberOutOfRange(field: field, range: Double(range.lowerBound)...Double(range.upperBound))
            }
        }
        try check(peopleCount, AdaptiveTrial.peopleCounts, "people")
        try check(dayCount, AdaptiveTrial.dayCounts, "days")
        try check(otherCount, AdaptiveTrial.otherCounts, "others")
        self.seed = seed
        self.peopleCount = peopleCount
        self.dayCount = dayCount
        self.otherCount = otherCount
    }

    /// Has every policy live with the same people through the same days, and compares.
    public func report() -> AdaptiveReport {
        let people = SimulatedPerson.people(peopleCount, seed: seed)
        let days = TrialDays(count: dayCount)
        let results = TimingPolicyName.allCases.map { name in
            people.enumerated().map { number, person in
                let trial = Trial(
                    person: person, days: days, seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15, errandCount: otherCount)
                return trial.run(name)
            }
        }
        return AdaptiveReport(self, Dictionary(uniqueKeysWithValues: zip(TimingPolicyName.allCases, results)))
    }
}

/// The policies of the comparison, in the order of the table.
public enum TimingPolicyName: String, CaseIterable, Codable, Sendable {
    case oracle, ours
    case mostFrequent = "most_frequent_hour"
    case thompson = "thompson_per_hour"
    case fixedMorning = "fixed_0900"
    case fixedEvening = "fixed_1900"
}

extension Trial {
    func run(_ name: TimingPolicyName) -> Result {
        switch name {
        case .oracle: run(Oracle(person: person, days: days))
        case .ours: run(LearntTiming(seed: seed))
        case .mostFrequent: run(MostFrequentHour())
        case .thompson: run(ThompsonPerHour(seed: seed))
        case .fixedMorning: run(FixedHour(time: CivilTime(hours: 9)))
        case .fixedEvening: run(FixedHour(time: CivilTime(hours: 19)))
        }
    }
}
