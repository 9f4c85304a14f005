#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How surely a word is still known some days after a review, by FSRS-6 of the Open Spaced Repetition project.
///
/// R(t, S) = (1 + F·t/S)^(-d) with F = 0.9^(-1/d) - 1, so that R is 90 % once as many days have passed as the stability S says.
/// The decay d is the weight w₂₀ of FSRS-6; FSRS-4.5 and FSRS-5 have the same curve with a decay of 0.5.
/// Source: open-spaced-repetition, "The Algorithm", FSRS-6.
public struct ForgettingCurve: Hashable, Sendable {
    public let decay: Double

    /// The default of w₂₀ in FSRS-6.
    public static let defaultDecay = 0.1542
    /// The bounds of w₂₀ in FSRS-6.
    public static let decayRange = 0.1...0.8
    /// As a share of the words.
    public static let retentionRange = 0.7...0.99
    /// In days.
    public static let stabilityRange = 0.001...36_500.0

    /// - Parameter decay: taken into ``decayRange``.
    public init(decay: Double = ForgettingCurve.defaultDecay) {
        self.decay = min(max(decay, ForgettingCurve.decayRange.lowerBound), ForgettingCurve.decayRange.upperBound)
    }

    private var factor: Double { pow(0.9, -1 / decay) - 1 }

    /// From 1 just after a review towards 0.
    public func retrievability(afterDays days: Double, stability: Double) -> Double {
        pow(1 + factor * days / stability, -decay)
    }

    /// After how many days only that share is still known: at least 1, at most 36,500, a century.
    ///
    /// I(r, S) = S/F·(r^(-1/d) - 1), to the nearest day; the inverse of the curve.
    public func interval(stability: Double, retention: Double) -> Int {
        let days = stability / factor * (pow(retention, -1 / decay) - 1)
        guard days.isFinite else { return ForgettingCurve.intervalMax }
        return Int(min(max(days.rounded(), 1), Double(ForgettingCurve.intervalMax)))
    }

    static let intervalMax = 36_500
}
