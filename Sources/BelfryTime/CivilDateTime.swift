/// A day and a time on the wall: what a person reads off a clock, before any zone says which moment it is.
public struct CivilDateTime: Hashable, Comparable, Sendable {
    public let date: CivilDate
    public let time: CivilTime

    public init(_ date: CivilDate, _ time: CivilTime) {
        self.date = date
        self.time = time
    }

    /// What a clock set to UTC shows; a fraction of a second is dropped.
    public init(utc instant: Instant) {
        self.init(wallSeconds: instant.secondsSinceEpoch)
    }

    /// The reading that is `wallSeconds` after 1970-01-01 00:00:00 on the same wall.
    init(wallSeconds: Int64) {
        let days = wallSeconds.floorDivided(by: 86_400)
        date = CivilDate(daysSinceEpoch: Int32(days))
        time = CivilTime(uncheckedSeconds: Int32(wallSeconds - days * 86_400))
    }

    var wallSeconds: Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
    }

    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        left.wallSeconds < right.wallSeconds
    }

    /// So much later on the same wall, but no later than the last that can be written; less than a second counts as none.
    public static func + (civil: CivilDateTime, length: Duration) -> CivilDateTime {
        CivilDateTime(wallSeconds: Swift.min(civil.wallSeconds + length.components.seconds, Instant.max.secondsSinceEpoch))
    }

    /// When the first of all clocks on Earth shows it, as Kiritimati's, 14 hours ahead of UTC; no earlier than what can be written.
    public var firstMomentAnywhere: Instant { moment(hoursAhead: 14) }

    /// When the last of them does, 12 hours behind UTC; no later than what can be written.
    public var lastMomentAnywhere: Instant { moment(hoursAhead: -12) }

    private func moment(hoursAhead: Int64) -> Instant {
        Swift.min(Swift.max(Instant(secondsSinceEpoch: wallSeconds - hoursAhead * 3600), .min), .max)
    }
}

// MARK: Text

extension CivilDateTime: CustomStringConvertible, LosslessStringConvertible {
    /// `2026-01-31T09:00:00`: ISO 8601 without a zone.
    public var description: String { "\(date)T\(time)" }

    /// Reads `2026-01-31T09:00:00` or `2026-01-31 09:00`; nil where an offset or a `Z` follows, because that names a moment.
    public init?(_ description: String) {
        var reader = TextReader(description)
        guard let date = CivilDate(from: &reader), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let (time, _) = CivilTime.read(from: &reader), reader.isAtEnd
        else { return nil }
        self.init(date, time)
    }
}

extension CivilDateTime: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(CivilDateTime.init, as: "a day and a time such as 2026-01-31T09:00:00")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
