/// Words as a voice reads them.
enum SpokenText {
    /// On one line, without what controls and without marks of direction, which nobody speaks and XML partly forbids (XML 1.0, section 2.2).
    static func plain(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isDirection(scalar) {
            let isSpace = scalar.properties.isWhitespace || scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
            guard isSpace else {
                plain.append(scalar)
                continue
            }
            if let last = plain.last, last != " " { plain.append(" ") }
        }
        if plain.last == " " { plain.removeLast() }
        return String(plain)
    }

    /// Puts a pause around each digit: `4, 8, 1` is heard as it is to be typed, and not as a number.
    static func digitByDigit(_ text: String) -> String {
        var (spoken, wasDigit) = ("", false)
        for character in text {
            let isDigit = character.isASCII && character.isNumber
            if wasDigit, isDigit { spoken += ", " }
            spoken.append(character)
            wasDigit = isDigit
        }
        return spoken
    }

    /// Unicode Standard Annex #9, section 2; and the byte order mark.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
