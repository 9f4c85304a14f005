import BelfryTime

/// A daily figure that a wearable reports. The raw value is its column in `wearable_daily_metrics`.
public enum Metric: String, CaseIterable, Codable, Sendable, CodingKeyRepresentable {
    case sleepMinutes = "sleep_minutes"
    case steps = "steps"
    /// Heart rate variability, in milliseconds: rMSSD, or SDNN from who measures that alone.
    case hrv = "hrv_ms"
    /// In beats a minute.
    case restingHeartRate = "resting_hr"
    /// In percent of the time in bed, or a provider's own score of as many points.
    case sleepEfficiency = "sleep_efficiency"
    case movementMinutes = "movement_minutes"
    case deepSleepMinutes = "deep_sleep_minutes"

    /// The direction in which a change is bad news.
    public var badPattern: PatternType {
        self == .restingHeartRate ? .riseVsBaseline : .dropVsBaseline
    }

    /// What can be stored at all; a value outside is a mistake of the sender, and is refused.
    public var acceptedRange: ClosedRange<Double> {
        switch self {
        case .sleepMinutes, .movementMinutes, .deepSleepMinutes: 0...1440
        case .steps: 0...200_000
        case .hrv: 0...1000
        case .restingHeartRate: 20...250
        case .sleepEfficiency: 0...100
        }
    }

    /// Whether a stored value says something about the person: zero steps or zero sleep is a wearable left in a drawer,
    /// and what could not have come in was written by hand.
    public func isMeasured(_ value: Double) -> Bool { value > 0 && acceptedRange.contains(value) }
}

extension Metric {
    /// What a day of a living person who wears the thing can be; a value outside is kept, and counts as missing.
    ///
    /// Closer than ``acceptedRange``: 200 steps are a day on which the wearable lay in a drawer most of the time.
    public var plausibleRange: ClosedRange<Double> {
        switch self {
        case .sleepMinutes: 60...960
        case .steps: 200...100_000
        case .hrv: 5...300
        case .restingHeartRate: 30...130
        case .sleepEfficiency: 1...100
        case .movementMinutes, .deepSleepMinutes: 1...1440
        }
    }

    /// Whether a value counts; one that doesn't is stored, flagged, and missing to the engines.
    public func isPlausible(_ value: Double) -> Bool { value.isFinite && plausibleRange.contains(value) }
}

/// How a person's recent days differ from their own usual: to which side, or that there are none.
public enum PatternType: String, CaseIterable, Codable, Sendable {
    case dropVsBaseline = "drop_vs_baseline"
    case riseVsBaseline = "rise_vs_baseline"
    /// Nothing comes any more, of whatever metric, from a wearable whose days used to come.
    case missingWearable = "missing_wearable"
}

/// One value of one metric on one civil day of a member.
public struct Observation: Hashable, Sendable {
    public let date: CivilDate
    /// In the metric's unit.
    public let value: Double

    public init(date: CivilDate, value: Double) {
        self.date = date
        self.value = value
    }
}

/// What a wearable reported of a member for one day: a row of `wearable_daily_metrics`.
public struct DailyMetrics: Hashable, Sendable {
    public let user: UserID
    public let date: CivilDate
    /// The device or service it came from, such as `fitbit`.
    public let source: String
    public let values: [Metric: Double]
    /// Nil where the sender says nothing of it: then what comes last is the newest.
    public let revision: Revision?

    public init(user: UserID, date: CivilDate, source: String, values: [Metric: Double], revision: Revision? = nil) {
        self.user = user
        self.date = date
        self.source = source
        self.values = values
        self.revision = revision
    }
}
