/// A Global Trade Item Number, the number under a bar code, held in its form of 14 digits.
///
/// UPC-A (12 digits), EAN-13 and EAN-8 are the same number with zeros in front, so two spellings of one number are equal.
/// Source: GS1 General Specifications, "Standard check digit calculations for GS1 data structures".
public struct GTIN: Hashable, Comparable, Sendable {
    /// The number without its leading zeros, its check digit among them.
    public let number: UInt64

    /// Nil where there are not 8 to 14 digits, where all are zeros, or where the last is not the check digit of the others.
    ///
    /// Nine to eleven digits are a number that lost its leading zeros, as spreadsheets do.
    public init?(digits: some Collection<UInt8>) {
        guard (8...14).contains(digits.count), let number = Self.number(digits), number > 0,
            Self.checkDigit(of: number / 10) == number % 10
        else { return nil }
        self.number = number
    }

    /// Completes a number that is printed without its check digit.
    ///
    /// - Parameter digits: 7 to 13 digits, up to the one before the check digit.
    public init?(withoutCheckDigit digits: some Collection<UInt8>) {
        guard (7...13).contains(digits.count), let number = Self.number(digits), number > 0 else { return nil }
        self.number = number * 10 + Self.checkDigit(of: number)
    }

    /// What a UPC-E symbol of 8 digits stands for: a UPC-A whose zeros are left out.
    ///
    /// Nil where the first digit is neither 0 nor 1, or where the last is not the check digit of the whole.
    /// Source: GS1 General Specifications, UPC-E, "Decoding a UPC-E barcode".
    public init?(upcE digits: [UInt8]) {
        guard digits.count == 8, digits[0] == Self.zero || digits[0] == Self.zero + 1 else { return nil }
        let body = digits[1...6]
        let zeros = { (count: Int) in [UInt8](repeating: Self.zero, count: count) }
        let expanded: [UInt8]
        switch digits[6] &- Self.zero {
        case 0...2: expanded = body.prefix(2) + [digits[6]] + zeros(4) + body.dropFirst(2).prefix(3)
        case 3: expanded = body.prefix(3) + zeros(5) + body.dropFirst(3).prefix(2)
        case 4: expanded = body.prefix(4) + zeros(5) + body.dropFirst(4).prefix(1)
        default: expanded = body.prefix(5) + zeros(4) + [digits[6]]
        }
        self.init(digits: [digits[0]] + expanded + [digits[7]])
    }

    /// Every number that a spelling may stand for: of 8 digits both an EAN-8 and a UPC-E can be right.
    public static func readings(of digits: [UInt8]) -> [GTIN] {
        var readings = [GTIN(digits: digits), GTIN(upcE: digits)].compactMap { $0 }
        if readings.count == 2, readings[0] == readings[1] { readings.removeLast() }
        return readings
    }

    /// 1 to 8 for a case or another grouping of the same article, 9 for an article of variable measure, 0 for the article itself.
    public var packagingIndicator: UInt64 { number / 10_000_000_000_000 }

    /// The digits that a case shares with the article in it: neither the indicator nor the check digit.
    public var itemReference: UInt64 { number / 10 % 1_000_000_000_000 }

    /// Whether the number is given out inside one company, so that another's article may carry the same.
    ///
    /// Source: GS1 General Specifications, "Restricted circulation numbers": the prefixes 02, 04 and 20 to 29, and of 8 digits 0 and 2.
    public var isRestricted: Bool {
        guard number >= 100_000_000 else { return number < 10_000_000 || number / 10_000_000 == 2 }
        let prefix = number / 100_000_000_000 % 100
        return prefix == 2 || prefix == 4 || (20...29).contains(prefix)
    }

    public static func < (left: GTIN, right: GTIN) -> Bool {
        left.number < right.number
    }

    /// From the right, every digit counts three times and once by turns; the check digit fills the sum up to tens.
    private static func checkDigit(of number: UInt64) -> UInt64 {
        var sum: UInt64 = 0
        var weight: UInt64 = 3
        var rest = number
        while rest > 0 {
            sum += rest % 10 * weight
            weight = 4 - weight
            rest /= 10
        }
        return (10 - sum % 10) % 10
    }

    /// Nil where a byte is no digit. At most 14 digits, so it never overflows.
    private static func number(_ digits: some Collection<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            guard (zero...zero + 9).contains(digit) else { return nil }
            number = number * 10 + UInt64(digit - zero)
        }
        return number
    }

    private static let zero = UInt8(ascii: "0")
}

extension GTIN: CustomStringConvertible {
    /// As it stands on a package: 8, 12, 13 or 14 digits, whatever it needs.
    public var description: String {
        let digits = String(number)
        let length = [8, 12, 13, 14].first { $0 >= digits.utf8.count } ?? 14
        return String(repeating: "0", count: length - digits.utf8.count) + digits
    }
}
