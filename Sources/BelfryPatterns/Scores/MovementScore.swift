import BelfryModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How much of the benefit of movement a day had: the first steps count most, and beyond 12,000 more add nothing.
enum MovementScore {
    /// By so much 1,000 more steps a day lower the risk to die.
    ///
    /// Source: Banach and others, "The association between daily step count and all-cause and cardiovascular mortality", *European Journal
    /// of Preventive Cardiology* 30 (2023). That the same holds for each thousand up to the limit is our simplification.
    static let riskPerThousandSteps = 0.85
    /// Up to here the benefit is known to grow.
    ///
    /// Source: Saint-Maurice and others, "Association of Daily Step Count and Step Intensity With Mortality Among US Adults", *JAMA* 323
    /// (2020), which compares 4,000, 8,000 and 12,000 steps.
    static let stepsMax = 12_000.0
    /// Full from a seventh of 300 minutes a week, the upper end of what is recommended, as wearables count lighter movement too.
    ///
    /// Source: Bull and others, "World Health Organization 2020 guidelines on physical activity", *Br J Sports Med* 54 (2020).
    static let minutes = ScoreCurve([(0, 0), (300.0 / 7, 100)])

    static let stepsWeight = 0.6
    static let minutesWeight = 0.4

    static func score(of values: [Metric: Double]) -> Double? {
        var score = WeightedScore()
        score.add(values[.steps].map(score(ofSteps:)), weight: stepsWeight)
        score.add(values[.movementMinutes].map(minutes.score), weight: minutesWeight)
        return score.mean
    }

    private static func score(ofSteps steps: Double) -> Double {
        func benefit(_ steps: Double) -> Double { 1 - pow(riskPerThousandSteps, steps / 1000) }
        return 100 * benefit(min(steps, stepsMax)) / benefit(stepsMax)
    }
}
