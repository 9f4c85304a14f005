/// A time of day on the wall, in no particular zone and on no particular day: 00:00:00 to 23:59:59.
public struct CivilTime: Hashable, Comparable, Sendable {
    /// 0 to 86,399.
    public let secondsSinceMidnight: Int32

    public static let midnight = CivilTime(uncheckedSeconds: 0)

    /// Nil outside 00:00:00 to 23:59:59.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.init(uncheckedSeconds: Int32(hour * 3600 + minute * 60 + second))
    }

    init(uncheckedSeconds: Int32) {
        secondsSinceMidnight = uncheckedSeconds
    }

    public var hour: Int { Int(secondsSinceMidnight) / 3600 }
    public var minute: Int { Int(secondsSinceMidnight) / 60 % 60 }
    public var second: Int { Int(secondsSinceMidnight) % 60 }

    public static func < (left: CivilTime, right: CivilTime) -> Bool {
        left.secondsSinceMidnight < right.secondsSinceMidnight
    }
}

extension CivilTime: CustomStringConvertible, LosslessStringConvertible {
    /// `22:00:00`, the form of SQL's `time`.
    public var description: String { TextWriter.text(write) }

    func write(to writer: inout TextWriter) {
        writer.add(hour, digitCount: 2)
        writer.add(":")
        writer.add(minute, digitCount: 2)
        writer.add(":")
        writer.add(second, digitCount: 2)
    }

    /// `22:00`, as a person reads it.
    public var shortText: String { String(description.prefix(5)) }

    /// Reads `22:00:00` or `22:00`.
    public init?(_ description: String) {
        var reader = TextReader(description)
        guard let (time, _) = CivilTime.read(from: &reader), reader.isAtEnd else { return nil }
        self = time
    }

    /// A time, and whether its seconds were written, because only they can have a fraction.
    static func read(from reader: inout TextReader) -> (time: CivilTime, hasSeconds: Bool)? {
        guard let hour = reader.number(digitCount: 2), reader.skip(":"), let minute = reader.number(digitCount: 2) else { return nil }
        let hasSeconds = reader.skip(":")
        guard let second = hasSeconds ? reader.number(digitCount: 2) : 0, let time = CivilTime(hour: hour, minute: minute, second: second)
        else { return nil }
        return (time, hasSeconds)
    }
}

extension CivilTime: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(CivilTime.init, as: "a time of day such as 22:00:00")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
