#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A colour of sRGB as the web writes it: `#1b6e53`.
public struct WebColor: Hashable, Sendable {
    private let red, green, blue: UInt8

    public static let black = WebColor(red: 0, green: 0, blue: 0)
    public static let white = WebColor(red: 255, green: 255, blue: 255)

    private init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Nil where it isn't `#` and six hexadecimal digits, in large or small letters.
    public init?(_ text: String) {
        guard text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"), text.utf8.dropFirst().allSatisfy({ $0.isASCIILetterOrDigit }),
            let number = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self.init(red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
    }

    /// In small letters.
    public var text: String {
        let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// How bright it is, from 0 for black to 1 for white.
    ///
    /// Source: WCAG 2.2, definition of relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
    public var luminance: Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// From 1 for the same to 21 for black on white.
    ///
    /// Source: WCAG 2.2, definition of contrast ratio, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    public func contrast(with other: WebColor) -> Double {
        let (own, others) = (luminance, other.luminance)
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }

    /// Black or white, whichever is read better on it: at least 4.58 to 1 on any colour, as the two differ by 21 to 1. Text needs 4.5 (WCAG 2.2, 1.4.3).
    public var textColor: WebColor { contrast(with: .white) >= contrast(with: .black) ? .white : .black }
}

extension WebColor: LosslessStringConvertible {
    public var description: String { text }
}
