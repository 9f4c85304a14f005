/// Reads the fixed forms of dates and times from text, byte by byte, without allocation on the way.
struct TextReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// A number written with exactly so many digits.
    mutating func number(digitCount: Int) -> Int? {
        var number = 0
        var remaining = rest
        for _ in 0..<digitCount {
            guard let digit = remaining.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        rest = remaining
        return number
    }

    /// A run of digits, as long as it may be.
    mutating func digits(_ count: ClosedRange<Int>) -> String? {
        let run = rest.prefix(count.upperBound).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard run.count >= count.lowerBound else { return nil }
        rest = rest[run.endIndex...]
        return String(Substring(run))
    }

    /// Seconds east of UTC: `Z`, `+02:00`, `+0200`, `+02`, or nothing at all, which means UTC.
    mutating func utcOffset() -> Int? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let isWest: Bool
        if skip("+") {
            isWest = false
        } else if skip("-") {
            isWest = true
        } else {
            return nil
        }
        guard let hours = number(digitCount: 2), hours <= 23 else { return nil }
        let minutes = !skip(":") && isAtEnd ? 0 : number(digitCount: 2)
        guard let minutes, minutes <= 59 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}

extension BinaryInteger {
    /// Division that rounds down, also below zero.
    func floorDivided(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// What is left by `floorDivided`: never negative.
    func floorRemainder(by divisor: Self) -> Self {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

package extension Decoder {
    /// Decodes a value written as text, or says what was expected.
    func decodeText<Value>(_ read: (String) -> Value?, as expectation: String) throws -> Value {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = read(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(expectation)")
        }
        return value
    }
}

package extension Encoder {
    func encodeText(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
