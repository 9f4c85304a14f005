// BelfryTime: civil dates, wall-clock times, zones and the moments they name.
// It never reads a clock and never opens a file: `now` and a zone's rules are arguments.

/// A moment, the same everywhere on Earth, to the millisecond.
///
/// Leap seconds do not exist here, as in POSIX time. Its text form is ISO 8601 in UTC (RFC 3339).
public struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    public init(secondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = secondsSinceEpoch * 1000
    }

    /// Whole seconds since 1970, rounded down, so that a moment before 1970 stays in its own second.
    public var secondsSinceEpoch: Int64 {
        millisecondsSinceEpoch.floorDivided(by: 1000)
    }

    /// The first and the last moment that can be written as text: in UTC, the years 0001 to 9999.
    public static let min = Instant(millisecondsSinceEpoch: -62_135_596_800_000)
    public static let max = Instant(millisecondsSinceEpoch: 253_402_300_799_999)

    /// The first moment from this one on that is a whole number of `milliseconds` after 1970.
    public func roundedUp(toMultipleOf milliseconds: Int64) -> Instant {
        let remainder = millisecondsSinceEpoch.floorRemainder(by: milliseconds)
        return remainder == 0 ? self : Instant(millisecondsSinceEpoch: millisecondsSinceEpoch - remainder + milliseconds)
    }

    public static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }

    public static func + (instant: Instant, length: Duration) -> Instant {
        Instant(millisecondsSinceEpoch: instant.millisecondsSinceEpoch + length.milliseconds)
    }

    public static func - (instant: Instant, length: Duration) -> Instant {
        Instant(millisecondsSinceEpoch: instant.millisecondsSinceEpoch - length.milliseconds)
    }

    public static func - (later: Instant, earlier: Instant) -> Duration {
        .milliseconds(later.millisecondsSinceEpoch - earlier.millisecondsSinceEpoch)
    }
}

extension Duration {
    /// Whole milliseconds, truncated toward zero.
    public var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

// MARK: Text

extension Instant: CustomStringConvertible, LosslessStringConvertible {
    /// `2026-01-25T03:00:00Z`, with milliseconds only where there are any.
    public var description: String {
        text(withFraction: millisecondsSinceEpoch.floorRemainder(by: 1000) != 0)
    }

    /// `2026-01-25T03:00:00.000Z`: of one length, so that sorting the text sorts the moments. The form in SQL.
    public var fixedWidthText: String { text(withFraction: true) }

    private func text(withFraction: Bool) -> String {
        TextWriter.text { writer in
            let civil = CivilDateTime(utc: self)
            civil.date.write(to: &writer)
            writer.add("T")
            civil.time.write(to: &writer)
            if withFraction {
                writer.add(".")
                writer.add(Int(millisecondsSinceEpoch.floorRemainder(by: 1000)), digitCount: 3)
            }
            writer.add("Z")
        }
    }

    /// Reads ISO 8601 as people and databases write it: `T` or a space, seconds and their fraction optional, then `Z`, an offset
    /// or nothing (UTC).
    ///
    /// Nil also where the offset leads out of the years 0001 to 9999. Beyond the milliseconds a fraction is dropped.
    public init?(_ description: String) {
        var reader = TextReader(description)
        guard let date = CivilDate(from: &reader), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let (time, hasSeconds) = CivilTime.read(from: &reader)
        else { return nil }
        var milliseconds: Int64 = 0
        if hasSeconds, reader.skip(".") || reader.skip(",") {
            guard let fraction = reader.digits(1...12) else { return nil }
            milliseconds = Int64((fraction + "000").prefix(3)) ?? 0
        }
        guard let offsetSeconds = reader.utcOffset(), reader.isAtEnd else { return nil }
        let wallSeconds = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
        self.init(millisecondsSinceEpoch: (wallSeconds - Int64(offsetSeconds)) * 1000 + milliseconds)
        guard (Instant.min...Instant.max).contains(self) else { return nil }
    }
}

extension Instant: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(Instant.init, as: "an ISO 8601 instant such as 2026-01-25T03:00:00Z")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
