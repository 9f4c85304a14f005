import BelfryModel
import BelfryTime

/// Chooses thresholds of version 2 on some people and measures them on others, so that no figure is of those it was chosen for.
public struct CrossValidation: Sendable {
    /// So many parts of the people; each is held out once.
    static let partCount = 5
    /// False notifications a person-year that the choice allows each metric: a quarter of five.
    static let notificationsPerYearMax = 1.25
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
            let people = tallies.indices
            let training = people.filter { $0 % partCount != part }.map { tallies[$0] }
            for metric in PatternBench.metrics {
                let choice = best(training, metric)
                for person in people where person % partCount == part {
                    sum[metric, default: .init()] =
                        sum[metric, default: .init()] + (tallies[person][choice][metric] ?? .init())
                }
            }
        }
        return sum
    }

    /// The candidate that finds most of those that are quiet enough; where none is, the quietest.
    private static func best(_ tallies: [[[Metric: BenchTally]]], _ metric: Metric) -> Int {
        let sums = candidates.indices.map { candidate in
            tallies.reduce(BenchTally()) { $0 + ($1[candidate][metric] ?? .init()) }
        }
        let quiet = sums.indices.filter { sums[$0].notificationsPerYear <= notificationsPerYearMax }
        func found(_ index: Int) -> Double {
            [7, 14].reduce(0) { $0 + (sums[index].stretches[$1]?.netRecall ?? 0) }
        }
        return quiet.max { found($0) < found($1) } ?? sums.indices.min {
            sums[$0].notificationsPerYear < sums[$1].notificationsPerYear
        } ?? 0
    }
}
