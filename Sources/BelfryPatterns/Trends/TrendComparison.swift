/// The last few scores beside those before them.
struct TrendComparison: Sendable {
    let recent: ArraySlice<TrendPoints.Point>
    let base: ArraySlice<TrendPoints.Point>
    let recentMean: Double
    /// Nil where nothing comes before the recent ones.
    let baseMean: Double?

    /// Fewer scores before say nothing.
    static let baseCountMin = 5

    /// - Parameter recent: at least one.
    init(recent: ArraySlice<TrendPoints.Point>, base: ArraySlice<TrendPoints.Point>) {
        self.recent = recent
        self.base = base
        recentMean = Self.mean(recent)
        baseMean = base.isEmpty ? nil : Self.mean(base)
    }

    /// How far the recent scores are above those before, as a fraction of those; nil where too few come before, or nothing but zeros.
    var change: Double? {
        guard base.count >= Self.baseCountMin, let baseMean, baseMean > 0 else { return nil }
        return (recentMean - baseMean) / baseMean
    }

    /// How far the means are apart in standard errors, where single scores have such a spread.
    func standardErrors(spread: Double) -> Double {
        guard let baseMean else { return 0 }
        let error = spread * (1 / Double(recent.count) + 1 / Double(base.count)).squareRoot()
        let distance = (recentMean - baseMean).magnitude
        return error > 0 ? distance / error : distance > 0 ? .infinity : 0
    }

    private static func mean(_ points: ArraySlice<TrendPoints.Point>) -> Double {
        points.reduce(0) { $0 + $1.score } / Double(points.count)
    }
}
