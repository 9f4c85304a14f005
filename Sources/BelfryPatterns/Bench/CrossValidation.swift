import BelfryModel
import BelfryTime

/// Chooses thresholds of version 2 on some people and measures them on others, so that no figure is of those it was chosen for.
public struct CrossValidation: Sendable {
    /// So many parts of the people; each is held out once.
    static let partCount = 5
    /// What the choice allows the four metrics together on the people it is made on: false notifications and false critical episodes a
    /// person-year, a little less than what is wanted of others.
    static let notificationsPerYearMax = 4.75
    static let criticalPerYearMax = 0.36
    static let changeFactors = [0.9, 1, 1.1]
    static let zFactors = [0.85, 0.92, 1, 1.08]

    /// The built-in thresholds times every pair of factors; the built-in ones are among them.
    public static let candidates: [RobustThresholds] = changeFactors.flatMap { change in
        zFactors.map { z in
            var thresholds = RobustThresholds.standard
            thresholds.limits = thresholds.limits.mapValues { limits in
                var limits = limits
                limits.changeFraction *= change
                limits.zMin *= z
                return limits
            }
            return thresholds
        }
    }

    /// What the choice made on the other people finds, for all people together.
    ///
    /// - Parameter tallies: for each person, of each candidate in its order.
    static func heldOut(_ tallies: [[[Metric: BenchTally]]]) -> [Metric: BenchTally] {
        var sum: [Metric: BenchTally] = [:]
        for part in 0..<partCount {
            let choice = choice(on: tallies.indices.filter { $0 % partCount != part }.map { tallies[$0] })
            for person in tallies.indices where person % partCount == part {
                for (metric, candidate) in zip(PatternBench.metrics, choice) {
                    sum[metric, default: .init()] = sum[metric, default: .init()] + (tallies[person][candidate][metric] ?? .init())
                }
            }
        }
        return sum
    }

    private struct Choice {
        /// One for each metric of the bench, in its order.
        var candidates: [Int] = []
        var notificationsPerYear = 0.0
        var criticalPerYear = 0.0
        var found = 0.0

        func adding(_ candidate: Int, _ tally: BenchTally) -> Choice {
            var choice = self
            choice.candidates.append(candidate)
            choice.notificationsPerYear += tally.notificationsPerYear
            choice.criticalPerYear += tally.criticalPerYear
            choice.found += [7, 14].reduce(0) { $0 + (tally.stretches[$1]?.netRecall ?? 0) }
            return choice
        }

        var isQuiet: Bool {
            notificationsPerYear <= CrossValidation.notificationsPerYearMax && criticalPerYear <= CrossValidation.criticalPerYearMax
        }
    }

    /// A candidate for each metric: of all combinations that are quiet enough together the one that finds most; where none is, the
    /// built-in thresholds.
    private static func choice(on tallies: [[[Metric: BenchTally]]]) -> [Int] {
        var choices = [Choice()]
        for metric in PatternBench.metrics {
            let sums = candidates.indices.map { candidate in
                tallies.reduce(BenchTally()) { $0 + ($1[candidate][metric] ?? .init()) }
            }
            choices = choices.flatMap { choice in
                sums.indices.map { choice.adding($0, sums[$0]) }.filter(\.isQuiet)
            }
        }
        let best = choices.max { $0.found < $1.found }
        return best?.candidates ?? PatternBench.metrics.map { _ in builtIn }
    }

    private static let builtIn = candidates.firstIndex(of: .standard) ?? 0
}
