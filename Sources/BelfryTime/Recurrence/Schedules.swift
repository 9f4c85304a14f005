/// One time that a schedule fires.
public struct Occurrence: Hashable, Sendable {
    /// What it is meant to be by the clock on the wall, also where the clock leaves that reading out.
    public let civil: CivilDateTime
    /// When it fires.
    public let moment: Instant

    public init(civil: CivilDateTime, moment: Instant) {
        self.civil = civil
        self.moment = moment
    }
}

/// A recurrence that follows a person: the same reading of the clock on the wall wherever they are.
///
/// It has no zone of its own; each use says which one the person is in.
public struct FloatingSchedule: Hashable, Sendable {
    public let recurrence: Recurrence

    public init(_ recurrence: Recurrence) {
        self.recurrence = recurrence
    }

    /// Its occurrences for a person in a zone, from a moment on, ascending.
    public func occurrences(in zone: TimeZoneRules, from: Instant = .min) -> ScheduleOccurrences {
        ScheduleOccurrences(recurrence, in: zone, from: from)
    }
}

/// A recurrence that stays in a zone, wherever the person goes who is told of it.
public struct FixedSchedule: Hashable, Sendable {
    public let recurrence: Recurrence
    /// The IANA name of its zone.
    public let timezone: String

    public init(_ recurrence: Recurrence, timezone: String) {
        self.recurrence = recurrence
        self.timezone = timezone
    }

    /// Its occurrences from a moment on, ascending.
    ///
    /// - Parameter rules: those of ``timezone``.
    public func occurrences(rules: TimeZoneRules, from: Instant = .min) -> ScheduleOccurrences {
        ScheduleOccurrences(recurrence, in: rules, from: from)
    }
}

/// The moments that a recurrence means in a zone, ascending, each once; a sequence that is its own iterator.
///
/// A reading inside a gap fires at the first moment after the gap, one that happens twice fires the first time, and what falls on one
/// moment fires once, as the earlier of its readings. A day that the zone skipped whole has no occurrence.
public struct ScheduleOccurrences: Sequence, IteratorProtocol, Sendable {
    private var readings: Recurrence.Occurrences
    private var clock: WallClock
    private var previous: Int64?

    init(_ recurrence: Recurrence, in zone: TimeZoneRules, from: Instant) {
        clock = WallClock(zone)
        // Whole seconds from the moment on; a moment inside a second comes after what fires at its beginning.
        let first = (Swift.min(Swift.max(from, .min), .max) + .milliseconds(999)).secondsSinceEpoch
        readings = Recurrence.Occurrences(recurrence, from: zone.lastReading(through: first - 1) + 1) { until in
            zone.lastReading(through: until.secondsSinceEpoch)
        }
    }

    public mutating func next() -> Occurrence? {
        while let reading = readings.nextWallSeconds() {
            guard let second = clock.moment(of: reading), second != previous else { continue }
            guard second <= Instant.max.secondsSinceEpoch else { return nil }
            previous = second
            return Occurrence(civil: CivilDateTime(wallSeconds: reading), moment: Instant(secondsSinceEpoch: second))
        }
        return nil
    }
}
