// BelfryDashboard: pages as functions. View values with finished sentences go in, HTML comes out; nothing here reads a store or a clock.

/// Markup in which every text from outside was escaped, so that a person's name can never become a tag.
///
/// Its literals are markup as they stand. What is interpolated is escaped, for text and for quoted attributes alike, unless it
/// is `HTML` itself.
struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral markup: String) {
        text = markup
    }

    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.markup
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ literal: String) {
            markup += literal
        }

        /// Disfavoured, so that a literal within an interpolation is markup too: `\(isNew ? "<b>New</b>" : "")`. A variable is never.
        @_disfavoredOverload
        mutating func appendInterpolation(_ text: String) {
            HTML.escape(text, into: &markup)
        }

        mutating func appendInterpolation(_ number: Int) {
            markup += String(number)
        }

        mutating func appendInterpolation(_ number: Double) {
            HTML.escape(numberText(number), into: &markup)
        }

        mutating func appendInterpolation(_ html: HTML) {
            markup += html.text
        }

        mutating func appendInterpolation(_ html: HTML?) {
            markup += html?.text ?? ""
        }

        mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { markup += part.text }
        }
    }

    private static func escape(_ text: String, into markup: inout String) {
        // Most texts have nothing to escape, and are taken whole.
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27 }) else { return markup += text }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            default: markup.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A text as one part of an address's path (RFC 3986, section 2.3): whatever isn't unreserved is percent-encoded.
func pathPart(_ text: String) -> String {
    var part = ""
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            part.unicodeScalars.append(Unicode.Scalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            part += digits.count == 1 ? "%0" + digits : "%" + digits
        }
    }
    return part
}

/// At most one decimal, and none where it is zero: "430", "61.5".
func numberText(_ number: Double) -> String {
    let rounded = (number * 10).rounded() / 10
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
}
