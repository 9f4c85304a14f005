import BelfryModel

/// A figure measured on people, with the interval in which it lies with 95 % confidence.
public struct Estimate: Hashable, Codable, Sendable {
    public let value: Double
    public let low: Double
    public let high: Double

    /// Draws as many people again and again, each time with replacement, and looks how much the figure differs.
    ///
    /// Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13: the percentile interval.
    /// - Parameter figure: of the people at some positions.
    init(peopleCount: Int, using generator: inout SeededGenerator, _ figure: ([Int]) -> Double) {
        value = figure(Array(0..<peopleCount))
        guard peopleCount > 0 else {
            (low, high) = (value, value)
            return
        }
        let figures = (0..<Estimate.drawCount).map { _ in
            figure((0..<peopleCount).map { _ in Int.random(in: 0..<peopleCount, using: &generator) })
        }.sorted()
        low = figures[Estimate.drawCount / 40]
        high = figures[Estimate.drawCount - 1 - Estimate.drawCount / 40]
    }

    init(value: Double, low: Double, high: Double) {
        (self.value, self.low, self.high) = (value, low, high)
    }

    static let drawCount = 400
}
