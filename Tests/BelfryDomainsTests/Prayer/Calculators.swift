import BelfryDomains

/// What computes times at a place, by a method and with one's own minutes.
func calculator(
    _ latitude: Double, _ longitude: Double, _ method: PrayerMethod = .named(.muslimWorldLeague), rule: HighLatitudeRule? = nil,
    adjustments: PrayerMinutes = .none
) throws -> PrayerCalculator {
    PrayerCalculator(
        try PrayerSettings(latitude: latitude, longitude: longitude, method: method, highLatitudeRule: rule, adjustments: adjustments))
}
