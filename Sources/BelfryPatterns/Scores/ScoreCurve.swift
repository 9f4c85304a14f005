/// A score from 0 to 100 as straight lines between points, level outside of them.
struct ScoreCurve: Sendable {
    /// Ascending by value; at least one.
    private let points: [(value: Double, score: Double)]

    init(_ points: [(value: Double, score: Double)]) {
        self.points = points
    }

    func score(of value: Double) -> Double {
        guard let upper = points.firstIndex(where: { $0.value >= value }) else { return points.last?.score ?? 0 }
        guard upper > 0 else { return points[0].score }
        let (low, high) = (points[upper - 1], points[upper])
        return low.score + (high.score - low.score) * (value - low.value) / (high.value - low.value)
    }
}

/// Parts of a score, each with its weight; those that are missing leave their weight to the others.
struct WeightedScore {
    private var sum = 0.0
    private var weight = 0.0

    mutating func add(_ score: Double?, weight: Double) {
        guard let score else { return }
        sum += score * weight
        self.weight += weight
    }

    /// Nil where every part is missing.
    var mean: Double? { weight > 0 ? sum / weight : nil }
}
