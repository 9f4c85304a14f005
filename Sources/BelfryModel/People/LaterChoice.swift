import BelfryTime

/// When somebody wants to be told again of what they put off, in the words that people use; the raw value stands in requests and forms.
public enum LaterChoice: String, CaseIterable, Sendable {
    case inAnHour = "in_1_hour"
    case thisEvening = "this_evening"
    case tomorrowMorning = "tomorrow_morning"

    private static let hour = Duration.seconds(3600)
    private static let evening = time(18)
    /// When the morning begins for whom it isn't quiet then.
    private static let morning = time(8)
    /// Until then it is still the evening before, for who is up.
    private static let daybreak = time(4)

    /// The moment that is meant, by the person's own clock. In the evening it is 18:00. In the morning it is when the quiet hours of the night end,
    /// and 08:00 where there are none; at two in the night it is the morning that comes.
    ///
    /// - Returns: after `now`; nil where the evening has begun already.
    public func moment(after now: Instant, in zone: TimeZoneRules, quiet: WeeklyWindow) -> Instant? {
        let civil = zone.civil(at: now)
        switch self {
        case .inAnHour:
            return now + Self.hour
        case .thisEvening:
            let evening = zone.instant(of: CivilDateTime(civil.date, Self.evening))
            return evening > now ? evening : nil
        case .tomorrowMorning:
            let day = civil.time < Self.daybreak ? civil.date : civil.date + 1
            let isQuietNight = quiet.contains(CivilDateTime(day, Self.daybreak))
            let earliest = zone.instant(of: CivilDateTime(day, isQuietNight ? Self.daybreak : Self.morning))
            return quiet.firstMomentOutside(from: earliest, in: zone)
        }
    }

    private static func time(_ hour: Int) -> CivilTime { CivilTime(hour: hour, minute: 0) ?? .midnight }
}
