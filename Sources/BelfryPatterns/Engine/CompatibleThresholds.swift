import BelfryModel

/// The thresholds of the compatible rules, by metric. `thresholds.v1.json` has the same as data.
public struct CompatibleThresholds: Codable, Hashable, Sendable {
    /// Any one of its limits is enough; one that is nil is none.
    public struct Limits: Codable, Hashable, Sendable {
        /// The change in the bad direction, as a fraction of the baseline.
        public var changeFraction: Double
        /// The same change in the metric's unit.
        public var changeAbsolute: Double?
        /// Below this the mean of the recent days is bad news whatever the baseline.
        public var recentMin: Double?

        public init(changeFraction: Double, changeAbsolute: Double? = nil, recentMin: Double? = nil) {
            self.changeFraction = changeFraction
            self.changeAbsolute = changeAbsolute
            self.recentMin = recentMin
        }
    }

    public var limits: [Metric: Limits]
    /// So many days in a row, each with a value, are the recent ones.
    public var recentDayCount = 3
    /// At most so many days with a value before them are the baseline…
    public var baselineDayCountMax = 21
    /// …and at least so many.
    public var baselineDayCountMin = 4
    /// A day can be clean only where the recent mean is no further off on the bad side, as a fraction of the baseline.
    public var cleanFraction = 0.05
    /// Clean days that end an episode at the levels 3 and 7…
    public var cleanDayCount = 2
    /// …and at 14 and 21.
    public var cleanDayCountCritical = 3

    public static let standard = CompatibleThresholds(limits: [
        .sleepMinutes: Limits(changeFraction: 0.10, changeAbsolute: 45),
        .steps: Limits(changeFraction: 0.25),
        .hrv: Limits(changeFraction: 0.15),
        .restingHeartRate: Limits(changeFraction: 0.10, changeAbsolute: 5),
        .sleepEfficiency: Limits(changeFraction: 0.10, recentMin: 85),
        .movementMinutes: Limits(changeFraction: 0.30, changeAbsolute: 20),
        .deepSleepMinutes: Limits(changeFraction: 0.25, changeAbsolute: 15),
    ])

    func cleanDayCount(at level: EpisodeLevel) -> Int {
        level >= .days14 ? cleanDayCountCritical : cleanDayCount
    }
}

extension CompatibleThresholds {
    /// Refuses what no engine can reckon with.
    ///
    /// - Throws: `Problem.numberOutOfRange` with the place of the first such number.
    public func check() throws(Problem) {
        for (metric, limits) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let field = "limits.\(metric.rawValue)"
            try require(limits.changeFraction, in: 0...10, "\(field).changeFraction")
            if let change = limits.changeAbsolute {
                try require(change, in: 0...200_000, "\(field).changeAbsolute")
            }
            if let least = limits.recentMin { try require(least, in: 0...200_000, "\(field).recentMin") }
        }
        let counts = [
            ("recentDayCount", recentDayCount), ("baselineDayCountMax", baselineDayCountMax),
            ("baselineDayCountMin", baselineDayCountMin),
            ("cleanDayCount", cleanDayCount), ("cleanDayCountCritical", cleanDayCountCritical),
        ]
        for (field, count) in counts { try require(Double(count), in: 1...365, field) }
        try require(cleanFraction, in: 0...1, "cleanFraction")
    }
}
