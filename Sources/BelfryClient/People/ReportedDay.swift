import BelfryTime

/// What a wearable reported of a person for one day of their own calendar. At least one metric is there.
public struct ReportedDay: Hashable, Sendable, Encodable {
    /// Nil of a person's own.
    public var user: String?
    public var date: CivilDate
    /// The device or service it came from.
    public var source: String?
    public var sleepMinutes: Double?
    public var steps: Double?
    /// Heart rate variability, in milliseconds.
    public var heartRateVariability: Double?
    /// In beats a minute.
    public var restingHeartRate: Double?
    /// Percent of the time in bed.
    public var sleepEfficiency: Double?
    public var movementMinutes: Double?
    public var deepSleepMinutes: Double?

    public init(of user: String? = nil, on date: CivilDate, source: String? = nil) {
        (self.user, self.date, self.source) = (user, date, source)
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case user = "user_id"
        case date, source, steps
        case sleepMinutes = "sleep_minutes"
        case heartRateVariability = "hrv_ms"
        case restingHeartRate = "resting_hr"
        case sleepEfficiency = "sleep_efficiency"
        case movementMinutes = "movement_minutes"
        case deepSleepMinutes = "deep_sleep_minutes"
    }
}

/// What came of days that were reported.
public struct IntakeReceipt: Hashable, Sendable, Decodable {
    /// Days that were new or brought another value.
    public let changedDays: Int
    /// Days that were there already.
    public let unchangedDays: Int
    /// Alerts that were opened or brought up to date.
    public let alerts: [String]
    public let queuedDeliveries: Int

    enum CodingKeys: String, CodingKey {
        case changedDays = "changed_days"
        case unchangedDays = "unchanged_days"
        case alerts
        case queuedDeliveries = "queued_deliveries"
    }
}
