/// Finds the moments of ascending readings of the clock on the wall.
///
/// It remembers the stretch of time between two transitions that it is in, so that a moment is one subtraction until the next one.
struct WallClock: Sendable {
    private let zone: TimeZoneRules
    /// The stretch: from when on, until before when, and its offset, all in seconds. At first one that no reading is in.
    private var start = Int64.min
    private var end = Int64.min
    private var offset: Int64 = 0

    init(_ zone: TimeZoneRules) {
        self.zone = zone
    }

    /// The second since 1970 at which the clock first shows a reading, or after the gap that leaves it out.
    ///
    /// Nil where the zone skipped the whole day of the reading, as Apia did 30 December 2011. Readings must not come before earlier ones.
    mutating func moment(of reading: Int64) -> Int64? {
        while reading - offset >= end { enterNextStretch(before: reading) }
        let moment = reading - offset
        if moment >= start { return moment }
        return isInSkippedDay(reading) ? nil : start
    }

    /// Goes on to the next stretch, or at once to what can be near the reading: no offset exceeds 26 hours.
    private mutating func enterNextStretch(before reading: Int64) {
        start = max(end, reading - 2 * 86_400)
        let moment = Instant(secondsSinceEpoch: start)
        offset = Int64(zone.offsetSeconds(at: moment))
        end = zone.nextTransition(after: moment)?.secondsSinceEpoch ?? .max
    }

    /// Whether the gap before `start` has the whole day of a reading in it.
    private func isInSkippedDay(_ reading: Int64) -> Bool {
        let date = CivilDateTime(wallSeconds: reading).date
        let before = zone.civil(at: Instant(secondsSinceEpoch: start - 1))
        return before.date < date && date < zone.civil(at: Instant(secondsSinceEpoch: start)).date
    }
}

extension TimeZoneRules {
    /// The latest reading that a clock in this zone has shown up to a second, in seconds since 1970 on the wall.
    ///
    /// Where the clock was put back just before, that is more than it shows.
    func lastReading(through second: Int64) -> Int64 {
        var latest = second + Int64(offsetSeconds(at: Instant(secondsSinceEpoch: second)))
        // A clock put back by more than two days has not been heard of.
        var moment = Instant(secondsSinceEpoch: second - 2 * 86_400)
        while let transition = nextTransition(after: moment), transition.secondsSinceEpoch <= second {
            let before = transition.secondsSinceEpoch - 1
            latest = max(latest, before + Int64(offsetSeconds(at: Instant(secondsSinceEpoch: before))))
            moment = transition
        }
        return latest
    }
}
