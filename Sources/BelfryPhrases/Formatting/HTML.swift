/// Markup in which every text from outside was escaped, so that a person's name can never become a tag.
///
/// Its literals are markup as they stand. What is interpolated is escaped, for text and for quoted attributes alike, unless it
/// is `HTML` itself.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
    package let text: String

    package init(stringLiteral markup: String) {
        text = markup
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.markup
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            markup.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) {
            markup += literal
        }

        /// Disfavoured, so that a literal within an interpolation is markup too: `\(isNew ? "<b>New</b>" : "")`. A variable is never.
        @_disfavoredOverload
        package mutating func appendInterpolation(_ text: String) {
            HTML.escape(text, into: &markup)
        }

        package mutating func appendInterpolation(_ number: Int) {
            markup += String(number)
        }

        package mutating func appendInterpolation(_ html: HTML) {
            markup += html.text
        }

        package mutating func appendInterpolation(_ html: HTML?) {
            markup += html?.text ?? ""
        }

        package mutating func appendInterpolation(_ parts: [HTML]) {
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
