import BelfryModel
import BelfryTime

/// One line of the bench's table: an engine, and its figures over the four metrics.
public struct BenchRow: Hashable, Sendable, Codable {
    public let engine: String
    /// False notifications a person-year, all metrics together.
    public let notificationsPerYear: Double
    /// False episodes of level 14 or 21 a person-year.
    public let criticalPerYear: Double
    /// Means over the metrics of the share found, beyond what the same place gives without an injection.
    public let netRecall7: Double
    public let netRecall14: Double
    /// Of the injected stretches of 21 days so many reach the level, whole and with a fifth of their days missing.
    public let reached14: Double
    public let reached21: Double
    public let gappyReached14: Double
    public let gappyReached21: Double
    /// Episodes for each stretch of 21 days that was found.
    public let episodesPerHit: Double

    init(engine: String, _ tallies: [Metric: BenchTally]) {
        self.engine = engine
        // In a fixed order, so that the same tallies give the same sums to the last bit.
        let tallies = PatternBench.metrics.compactMap { tallies[$0] }
        notificationsPerYear = tallies.reduce(0) { $0 + $1.notificationsPerYear }
        criticalPerYear = tallies.reduce(0) { $0 + $1.criticalPerYear }
        func mean(_ length: Int, _ figure: (BenchTally.Stretch) -> Double) -> Double {
            let figures = tallies.compactMap { $0.stretches[length].map(figure) }
            return figures.isEmpty ? 0 : figures.reduce(0, +) / Double(figures.count)
        }
        netRecall7 = mean(7, \.netRecall)
        netRecall14 = mean(14, \.netRecall)
        reached14 = mean(21) { $0.share($0.reached14Count) }
        reached21 = mean(21) { $0.share($0.reached21Count) }
        gappyReached14 = mean(21) { $0.share($0.gappyReached14Count) }
        gappyReached21 = mean(21) { $0.share($0.gappyReached21Count) }
        episodesPerHit = mean(21, \.episodesPerHit)
    }
}

/// What the bench found out: a row for each engine, and whether the order of delivery ever made a difference.
public struct BenchReport: Hashable, Sendable, Codable {
    public let peopleCount: Int
    public let rows: [BenchRow]
    public let trends: [TrendRow]
    public let deliveryOrderCount: Int
    /// Orders of delivery after which the episodes were other ones, or somebody would have been told twice.
    public let differingOrderCount: Int
}

extension PatternBench {
    /// How far it has come: first with the people, and then with the orders of delivery.
    public enum Progress: Hashable, Sendable {
        case people(Int)
        case orders(Int)
    }

    /// Measures both engines and their peers on people's days, and both kinds of trend insights on their scores.
    ///
    /// - Parameters:
    ///   - deliveryOrderCount: how many orders of delivery are tried.
    ///   - onProgress: called after each person and each order.
    public func report(
        on people: [BenchPerson], deliveryOrderCount: Int,
        using generator: inout some RandomNumberGenerator, onProgress: (Progress) -> Void = { _ in }
    ) -> BenchReport {
        let contenders: [any PatternEngine] = [
            CompatibleRules(), RobustRules(), EWMAChart(), CUSUMChart(),
        ]
        let all = contenders + CrossValidation.candidates.map { RobustRules($0) }
        let tallies = people.enumerated().map { index, person -> [[Metric: BenchTally]] in
            defer { onProgress(.people(index + 1)) }
            return self.tallies(of: all, on: person, using: &generator)
        }
        var rows = contenders.enumerated().map { index, contender in
            let sum = tallies.reduce(into: [Metric: BenchTally]()) {
                $0.merge($1[index], uniquingKeysWith: +)
            }
            return BenchRow(engine: type(of: contender).name, sum)
        }
        let candidates = tallies.map { Array($0.dropFirst(contenders.count)) }
        rows.insert(BenchRow(engine: "v2 held out", CrossValidation.heldOut(candidates)), at: 2)
        let differing = DeliveryOrders.differingCount(
            on: people, orderCount: deliveryOrderCount, using: &generator, onProgress: { onProgress(.orders($0)) })
        return BenchReport(
            peopleCount: people.count, rows: rows, trends: TrendBench.rows(of: people, using: &generator),
            deliveryOrderCount: deliveryOrderCount, differingOrderCount: differing)
    }
}
