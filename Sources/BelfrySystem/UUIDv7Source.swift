import BelfryPorts
import BelfryTime
import Synchronization

/// Makes UUIDs of version 7 (RFC 9562, section 5.7): 48 bits of milliseconds, then chance, so that they sort by time.
///
/// Two of the same millisecond keep their order too: the 12 bits after the version count on (method 1 of section 6.2).
public final class UUIDv7Source: IdentifierSource {
    private let last = Mutex<(milliseconds: Int64, counter: UInt16)>((.min, 0))

    public init() {}

    public func next(now: Instant) -> String {
        var generator = SystemRandomNumberGenerator()
        let (milliseconds, counter) = last.withLock { last in
            if now.millisecondsSinceEpoch > last.milliseconds {
                last = (now.millisecondsSinceEpoch, UInt16.random(in: 0...0x7FF, using: &generator))
            } else if last.counter < 0xFFF {
                last.counter += 1
            } else {
                last = (last.milliseconds + 1, 0)
            }
            return last
        }
        let high = UInt64(bitPattern: milliseconds) << 16 | 0x7000 | UInt64(counter)
        let low = UInt64.random(in: 0...(1 << 62 - 1), using: &generator) | 1 << 63
        let digits = Self.hex(high) + Self.hex(low)
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { start, end in String(digits.dropFirst(start).prefix(end - start)) }.joined(separator: "-")
    }

    private static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
