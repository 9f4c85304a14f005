import BelfryModel

/// The thresholds of version 2, by metric. `thresholds.v2.json` has the same as data.
public struct RobustThresholds: Codable, Hashable, Sendable {
    public struct Limits: Codable, Hashable, Sendable {
        /// The least change that matters, as a fraction of the usual: θ.
        public var changeFraction: Double
        /// The least change in standard errors: z.
        public var zMin: Double
        /// The least scale that is believed of anybody, in natural logarithms: σ is never less.
        public var scaleMin: Double
        /// The scale of most people, in natural logarithms.
        public var typicalScale: Double
        /// How much a day resembles the one before: ρ of a first-order autoregression.
        public var autocorrelation: Double
        /// Whether weekends have a usual of their own.
        public var hasWeekends: Bool

        public init(
            changeFraction: Double, zMin: Double, scaleMin: Double, typicalScale: Double,
            autocorrelation: Double, hasWeekends: Bool = false
        ) {
            self.changeFraction = changeFraction
            self.zMin = zMin
            self.scaleMin = scaleMin
            self.typicalScale = typicalScale
            self.autocorrelation = autocorrelation
            self.hasWeekends = hasWeekends
        }
    }

    public var limits: [Metric: Limits]
    /// What is known of most people's scale counts as much as so many days of one's own.
    public var typicalScaleDayCount = 15.0
    /// A day goes on deviating while the mean of the last three is at least so much of the relevant shift.
    public var deviatingShare = 0.45
    /// A level above the first needs a mean of all days, and one of the last seven, of so much of the relevant shift.
    public var levelShare = 0.6

    /// Of the last three metrics no real days were at hand: theirs are set with caution, after those that resemble them.
    public static let standard = RobustThresholds(limits: [
        .sleepMinutes: Limits(
            changeFraction: 0.18, zMin: 3.4, scaleMin: 0.06, typicalScale: 0.18, autocorrelation: 0,
            hasWeekends: true),
        .steps: Limits(
            changeFraction: 0.30, zMin: 3.5, scaleMin: 0.20, typicalScale: 0.43, autocorrelation: 0.15,
            hasWeekends: true),
        .hrv: Limits(
            changeFraction: 0.17, zMin: 2.75, scaleMin: 0.06, typicalScale: 0.19, autocorrelation: 0.3),
        .restingHeartRate: Limits(
            changeFraction: 0.072, zMin: 1.5, scaleMin: 0.015, typicalScale: 0.038, autocorrelation: 0),
        .sleepEfficiency: Limits(
            changeFraction: 0.08, zMin: 3.5, scaleMin: 0.02, typicalScale: 0.05, autocorrelation: 0),
        .movementMinutes: Limits(
            changeFraction: 0.30, zMin: 3.5, scaleMin: 0.20, typicalScale: 0.50, autocorrelation: 0.15,
            hasWeekends: true),
        .deepSleepMinutes: Limits(
            changeFraction: 0.25, zMin: 3.5, scaleMin: 0.10, typicalScale: 0.25, autocorrelation: 0),
    ])
}

extension RobustThresholds {
    /// Refuses what no engine can reckon with.
    ///
    /// - Throws: `Problem.numberOutOfRange` with the place of the first such number.
    public func check() throws(Problem) {
        for (metric, limits) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let field = "limits.\(metric.rawValue)"
            try require(limits.changeFraction, in: 0.001...0.999, "\(field).changeFraction")
            try require(limits.zMin, in: 0...100, "\(field).zMin")
            try require(limits.scaleMin, in: 0.001...10, "\(field).scaleMin")
            try require(limits.typicalScale, in: 0...10, "\(field).typicalScale")
            try require(limits.autocorrelation, in: 0...0.99, "\(field).autocorrelation")
        }
        try require(typicalScaleDayCount, in: 0...1000, "typicalScaleDayCount")
        try require(deviatingShare, in: 0...10, "deviatingShare")
        try require(levelShare, in: 0...10, "levelShare")
    }
}

/// - Throws: `Problem.numberOutOfRange`; nothing is in a range that is no number.
func require(_ number: Double, in range: ClosedRange<Double>, _ field: String) throws(Problem) {
    if !range.contains(number) { throw .numberOutOfRange(field: field, range: range) }
}
