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
    /// - Parameter isFollowed: whether the same source has a plausible value on a later day.
    public static func isClosed(
        _ report: ReportedValue, of metric: Metric, isFollowed: Bool, now: Instant, zones: MemberZones
    ) -> Bool {
        let isKnownToBeOver = metric.isOfNights ? report.revision.isFinal : isFollowed
        return isKnownToBeOver || now >= moment(of: report.date, for: metric, zones)
    }

    /// From when on a day is over for a metric, whatever is reported of it.
    ///
    /// A night that was over where a person woke up isn't open again when they arrive in the west on the same day.
    public static func moment(of date: CivilDate, for metric: Metric, _ zones: MemberZones) -> Instant {
        guard metric.isOfNights else { return moment(date + 1, hour: hoursAfterMidnight, in: zones.zone(on: date + 1)) }
        let noon = moment(date, hour: noonHour, in: zones.zone(on: date))
        return zones.zoneLeft(on: date).map { min(noon, moment(date, hour: noonHour, in: $0)) } ?? noon
    }

    /// The last day that is over for a metric, whether anything was reported of it or not.
    public static func lastClosedDate(of metric: Metric, now: Instant, zones: MemberZones) -> CivilDate {
        // Nobody's calendar is further ahead of UTC than a day.
        var date = CivilDateTime(utc: now).date + 1
        while now < moment(of: date, for: metric, zones) { date = date - 1 }
        return date
    }

    private static func moment(_ date: CivilDate, hour: Int, in zone: TimeZoneRules) -> Instant {
        zone.instant(of: CivilDateTime(date, CivilTime(hour: hour, minute: 0) ?? .midnight))
    }
}

extension Metric {
    /// Whether it is measured while a person sleeps, and belongs to the day on which they wake up.
    var isOfNights: Bool {
        switch self {
        case .steps, .movementMinutes: false
        case .sleepMinutes, .hrv, .restingHeartRate, .sleepEfficiency, .deepSleepMinutes: true
        }
    }
}
