import BelfryModel
import BelfryTime

/// When a day's value may be looked at: a day that still runs has half of its steps and no second half of its night.
public enum DayClosing {
    /// Wearables bring the last hours of a day when they are next in reach, mostly by the morning.
    static let hoursAfterMidnight = 6
    /// Somebody who sleeps through noon is not looked at until the provider says that the night is final.
    static let noonHour = 12

    /// Whether a day of a source is over for a metric.
    ///
    /// - Parameter isFollowed: whether the same source has a value on a later day.
    public static func isClosed(
        _ report: ReportedValue, of metric: Metric, isFollowed: Bool, now: Instant, zones: MemberZones
    ) -> Bool {
        switch metric {
        case .steps, .movementMinutes:
            return isFollowed || now >= moment(report.date + 1, hour: hoursAfterMidnight, zones)
        case .sleepMinutes, .hrv, .restingHeartRate, .sleepEfficiency, .deepSleepMinutes:
            return report.isFinal || now >= moment(report.date, hour: noonHour, zones)
        }
    }

    private static func moment(_ date: CivilDate, hour: Int, _ zones: MemberZones) -> Instant {
        let zone = zones.zone(on: date)
        return zone.instant(of: CivilDateTime(date, CivilTime(hour: hour, minute: 0) ?? .midnight))
    }
}
