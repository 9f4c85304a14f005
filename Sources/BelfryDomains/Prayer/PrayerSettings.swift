import BelfryModel

/// What the times depend on, apart from the day and the zone.
public struct PrayerSettings: Hashable, Sendable {
    /// Degrees, north positive, -90 to 90.
    public let latitude: Double
    /// Degrees, east positive, -180 to 180.
    public let longitude: Double
    public let method: PrayerMethod
    public let madhab: Madhab
    /// Nil takes the rule that is recommended for the latitude.
    public let highLatitudeRule: HighLatitudeRule?
    /// The person's own, added to the method's.
    public let adjustments: PrayerMinutes
    /// An authority's table, which wins over what is computed on the days that it has.
    public let timetable: PrayerTimetable?

    public static let latitudeRange = -90.0...90.0
    public static let longitudeRange = -180.0...180.0
    public static let adjustmentRange = -180...180

    /// - Throws: `Problem.numberOutOfRange` with the field, as `latitude` or `adjustments.isha`; NaN is out of range.
    public init(
        latitude: Double, longitude: Double, method: PrayerMethod = .named(.muslimWorldLeague), madhab: Madhab = .shafi,
        highLatitudeRule: HighLatitudeRule? = nil, adjustments: PrayerMinutes = .none, timetable: PrayerTimetable? = nil
    ) throws(Problem) {
        try check(latitude, isIn: PrayerSettings.latitudeRange, field: "latitude")
        try check(longitude, isIn: PrayerSettings.longitudeRange, field: "longitude")
        try adjustments.check(field: "adjustments")
        self.latitude = latitude
        self.longitude = longitude
        self.method = method
        self.madhab = madhab
        self.highLatitudeRule = highLatitudeRule
        self.adjustments = adjustments
        self.timetable = timetable
    }
}

extension PrayerMethod {
    /// In degrees below the horizon.
    public static let angleRange = 1.0...30.0
    /// In minutes after sunset.
    public static let intervalRange = 1...360

    /// A method of one's own.
    ///
    /// - Throws: `Problem.numberOutOfRange` for angles outside 1° to 30°, an interval outside 1 to 360 minutes, and minutes outside
    ///   -180 to 180.
    public static func custom(
        fajrAngle: Double, isha: Isha, maghribAngle: Double? = nil, adjustments: PrayerMinutes = .none, rounding: Rounding = .nearest
    ) throws(Problem) -> PrayerMethod {
        try check(fajrAngle, isIn: angleRange, field: "method.fajr_angle")
        switch isha {
        case .angle(let angle):
            try check(angle, isIn: angleRange, field: "method.isha_angle")
        case .interval(let minutes, let inRamadan):
            let range = Double(intervalRange.lowerBound)...Double(intervalRange.upperBound)
            try check(Double(minutes), isIn: range, field: "method.isha_interval")
            try check(Double(inRamadan), isIn: range, field: "method.isha_interval_in_ramadan")
        }
        if let maghribAngle { try check(maghribAngle, isIn: angleRange, field: "method.maghrib_angle") }
        try adjustments.check(field: "method.adjustments")
        return PrayerMethod(
            nil, fajr: fajrAngle, isha: isha, maghrib: maghribAngle, adjustments: adjustments, rounding: rounding)
    }
}

private func check(_ value: Double, isIn range: ClosedRange<Double>, field: String) throws(Problem) {
    guard range.contains(value) else { throw .numberOutOfRange(field: field, range: range) }
}

extension PerPrayer<Int> {
    fileprivate func check(field: String) throws(Problem) {
        let range = PrayerSettings.adjustmentRange
        for prayer in Prayer.allCases where !range.contains(self[prayer]) {
            throw .numberOutOfRange(field: "\(field).\(prayer.rawValue)", range: Double(range.lowerBound)...Double(range.upperBound))
        }
    }
}
