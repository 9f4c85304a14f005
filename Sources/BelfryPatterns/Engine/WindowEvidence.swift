#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the last few days say against a baseline: their mean shift in the bad direction, and how many standard errors that is.
struct WindowEvidence {
    let mean: Double
    let zScore: Double

    /// Single days count for at most so many scales, or for what lets the least share of days make the whole window off, if that is more: a person
    /// who is very steady would else not be told of, as soon as one day of the window is usual.
    static let clipScales = 3.0
    /// The variance of a mean of clipped values is so much that of a mean, for normal ones.
    static let centerVarianceFactor = 1.1
    /// So many of the days must be off by half of what matters at least.
    static let shareMin = 0.7

    /// Nil where they say too little to begin an episode.
    ///
    /// - Parameters:
    ///   - shifts: of the window's days with a value, in the bad direction, in natural logarithms.
    ///   - length: of the window in civil days.
    ///   - relevant: the least shift that matters.
    init?(
        shifts: ArraySlice<Double>, length: Int, baseline: RobustBaseline,
        limits: RobustThresholds.Limits, relevant: Double
    ) {
        let count = shifts.count
        let half = relevant / 2
        guard count >= max(3, (7 * length + 9) / 10), shifts.suffix(2).allSatisfy({ $0 >= half }) else {
            return nil
        }
        guard Double(shifts.count { $0 >= half }) >= Self.shareMin * Double(count) else { return nil }
        let clip = max(Self.clipScales * baseline.scale, relevant / Self.shareMin)
        mean = shifts.reduce(0) { $0 + min(max($1, -clip), clip) } / Double(count)
        let inflation = Self.inflation(limits.autocorrelation, length)
        zScore =
            mean
            / (baseline.scale
                * sqrt(inflation / Double(count) + Self.centerVarianceFactor / Double(baseline.dayCount)))
        guard mean >= relevant, zScore >= limits.zMin else { return nil }
    }

    /// By how much resemblance from day to day inflates the variance of a mean.
    ///
    /// Source: Bartlett, "On the Theoretical Specification of Sampling Properties of Autocorrelated Time Series", JRSS Suppl. 8 (1946).
    static func inflation(_ autocorrelation: Double, _ length: Int) -> Double {
        guard autocorrelation != 0 else { return 1 }
        var power = 1.0
        var sum = 0.0
        for lag in 1..<length {
            power *= autocorrelation
            sum += (1 - Double(lag) / Double(length)) * power
        }
        return 1 + 2 * sum
    }
}
