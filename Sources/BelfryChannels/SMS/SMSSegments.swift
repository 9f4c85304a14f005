/// How many messages a text takes on the air, and in which alphabet: that is what carriers charge for.
///
/// Source: 3GPP TS 23.038, section 6.2 (alphabets), and 3GPP TS 23.040, section 9.2.3.24.1: a message has 140 bytes, and each part of a longer
/// text gives 6 of them away to be put together again.
public struct SMSSegments: Hashable, Sendable {
    public enum Encoding: String, Hashable, Sendable {
        /// 7 bits a place: 160 places in one message, 153 in each of several.
        case gsm7 = "gsm-7"
        /// 16 bits a place: 70 in one message, 67 in each of several.
        case ucs2 = "ucs-2"
    }

    public let encoding: Encoding
    /// How many places the text takes, in units of its encoding.
    public let unitCount: Int
    /// How many messages; an empty text takes one.
    public let count: Int

    public init(of text: String) {
        var widths: [Int] = []
        var isGSM = true
        for scalar in text.unicodeScalars {
            guard let width = GSMAlphabet.septetCount(of: scalar) else {
                isGSM = false
                break
            }
            widths.append(width)
        }
        encoding = isGSM ? .gsm7 : .ucs2
        if !isGSM { widths = text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 } }
        unitCount = widths.reduce(0, +)
        count = unitCount <= (isGSM ? 160 : 70) ? 1 : Self.partCount(widths, placeCount: isGSM ? 153 : 67)
    }

    /// What takes two places isn't torn apart: it goes into the next part as a whole.
    private static func partCount(_ widths: [Int], placeCount: Int) -> Int {
        var (partCount, filled) = (1, 0)
        for width in widths {
            if filled + width > placeCount {
                partCount += 1
                filled = 0
            }
            filled += width
        }
        return partCount
    }
}
