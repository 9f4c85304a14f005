import BelfryTime

/// Computes the times of days at a place, from the position of the Sun or from an authority's timetable.
///
/// A moment is first computed to the second, then moved by the minutes of the method and of the person, then rounded to the minute.
public struct PrayerCalculator: Sendable {
    public let settings: PrayerSettings
    private let place: Place
    private let rule: HighLatitudeRule

    public init(_ settings: PrayerSettings) {
        self.settings = settings
        place = Place(latitude: settings.latitude, longitude: settings.longitude)
        rule = settings.highLatitudeRule ?? .recommended(latitude: settings.latitude)
    }

    /// The times of one day by the calendar of `zone`.
    public func times(on date: CivilDate, in zone: TimeZoneRules) -> PrayerTimes {
        var clock = WallClock(zone)
        var sun = SolarDays(at: place, day: solarDay(of: date, &clock))
        return times(on: date, &sun, &clock)
    }

    /// The times of days in a row; a day costs less than by itself, because neighbours share what is known of the Sun.
    ///
    /// A day that the zone skipped whole is passed over: its Sun is that of the day before, whose times would come twice.
    public func times(from first: CivilDate, dayCount: Int, in zone: TimeZoneRules) -> [PrayerTimes] {
        guard dayCount > 0 else { return [] }
        var clock = WallClock(zone)
        var sun = SolarDays(at: place, day: solarDay(of: first, &clock))
        return (0..<dayCount).map { first + $0 }.filter { !zone.skips($0) }.map { times(on: $0, &sun, &clock) }
    }

    private func times(on date: CivilDate, _ sun: inout SolarDays, _ clock: inout WallClock) -> PrayerTimes {
        if let row = settings.timetable?[date] { return row.prayerTimes(in: clock.zone) }
        sun.move(to: solarDay(of: date, &clock))
        let moments = PrayerDay(date: date, sun: sun, settings: settings, rule: rule).moments
        return PrayerTimes(date: date, times: PerPrayer { time($0, moments[$0], &clock) })
    }

    /// The day, counted at 0h Universal Time, whose mean noon at the place is nearest to noon by the clock on the wall.
    ///
    /// East and west of the date line they can be a day apart: at noon in Samoa it is still the day before in Greenwich.
    private func solarDay(of date: CivilDate, _ clock: inout WallClock) -> Int {
        let day = Int(date.daysSinceEpoch)
        let offset = clock.offsetSeconds(at: Int64(day) * 86_400 + 43_200)
        let solarNoon = place.meanNoon
        let wallNoon = 0.5 - Double(offset) / 86_400
        let shift = (wallNoon - solarNoon).rounded()
        return day + Int((solarNoon + shift).rounded(.down))
    }

    private func time(_ prayer: Prayer, _ moment: PrayerDay.Moment, _ clock: inout WallClock) -> PrayerTime {
        switch moment {
        case .absent(let absence): return .absent(absence)
        case .at(let second):
            let moved = second + Int64(settings.adjustments[prayer]) * 60
            let minutes = Double(settings.method.rounding == .up ? moved + 59 : moved + 30) / 60
            return clock.time(atSecond: Int64(minutes.rounded(.down)) * 60)
        }
    }
}

/// The clock of a zone, read at moments that mostly follow each other: it looks a change of the offset up once.
private struct WallClock {
    let zone: TimeZoneRules
    private var offset = 0
    private var validSeconds: Range<Int64> = 0..<0

    init(_ zone: TimeZoneRules) {
        self.zone = zone
    }

    mutating func offsetSeconds(at second: Int64) -> Int {
        guard !validSeconds.contains(second) else { return offset }
        let instant = Instant(secondsSinceEpoch: second)
        offset = zone.offsetSeconds(at: instant)
        let next = zone.nextTransition(after: instant)?.secondsSinceEpoch ?? .max
        validSeconds = second..<max(next, second)
        return offset
    }

    mutating func time(atSecond second: Int64) -> PrayerTime {
        let reading = Instant(secondsSinceEpoch: second + Int64(offsetSeconds(at: second)))
        return .at(Instant(secondsSinceEpoch: second), local: CivilDateTime(utc: reading))
    }
}
