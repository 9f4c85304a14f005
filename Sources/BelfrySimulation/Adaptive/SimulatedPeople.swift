import BelfryModel

extension SimulatedPerson {
    /// Somebody of a made-up population: morning, noon and evening people, and some of any hour.
    init(using generator: inout SeededGenerator) {
        let roll = generator.uniform(0, 1)
        character = roll < 0.35 ? .regular : roll < 0.6 ? .weekender : roll < 0.75 ? .shifter : roll < 0.9 ? .ignorer : .traveller
        let (kind, any) = (generator.uniform(0, 1), generator.uniform(Self.earliestPeak, Self.latestPeak))
        let drawn =
            switch kind {
            case ..<0.3: generator.normal(8, 0.8)
            case ..<0.45: generator.normal(12.5, 0.6)
            case ..<0.85: generator.normal(19, 1.5)
            default: any
            }
        let peak = Self.clamped(drawn)
        weekdayPeak = peak
        weekendPeak = Self.clamped(Self.moved(peak, by: character == .weekender ? generator.uniform(1, 4) : generator.normal(0, 0.4)))
        let size = generator.uniform(3, 8)
        shift = Self.moved(peak, by: generator.happens(0.5) ? size : -size) - peak
        width = generator.uniform(0.7, 1.6)
        bestChance = generator.uniform(0.45, 0.85)
        farChance = generator.uniform(0.03, 0.15)
        lateChance = generator.uniform(0.2, 0.4)
        let (offset, share) = (generator.uniform(4, 8), generator.uniform(0.4, 0.7))
        second = generator.happens(0.2) ? (peak > 14 ? -offset : offset, share) : nil
    }

    static func people(_ count: Int, seed: UInt64) -> [SimulatedPerson] {
        (0..<count).map { number in
            var generator = SeededGenerator(seed: seed, number)
            return SimulatedPerson(using: &generator)
        }
    }

    private static let earliestPeak = 7.5
    private static let latestPeak = 21.5

    private static func clamped(_ hour: Double) -> Double { min(max(hour, earliestPeak), latestPeak) }

    /// The other way where it would lead out of the waking hours.
    private static func moved(_ hour: Double, by hours: Double) -> Double {
        (earliestPeak...latestPeak).contains(hour + hours) ? hour + hours : clamped(hour - hours)
    }
}
