import BelfryModel

/// Text that somebody typed, made fit to stand in a sentence of Belfry's.
enum TypedText {
    /// Without control characters, and without marks that would turn the text behind it around.
    ///
    /// A line break becomes a space, because what is typed has one line in a sentence. What is left keeps its emoji and its accents.
    static func cleaned(_ text: String) -> String {
        // Most of what is typed is plain, and as it should be.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), text.utf8.first != 0x20, text.utf8.last != 0x20 { return text }
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isDirectional(scalar) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: if scalar.properties.isWhitespace { cleaned.append(" ") }
            default: cleaned.append(scalar)
            }
        }
        return String(cleaned).trimmed
    }

    /// Text between U+2068 and U+2069 where it may run the other way than the sentence around it; as it is where it can't.
    ///
    /// Between them a name has the direction of its own first letter, and no effect on the words beside it.
    /// Source: Unicode Standard Annex 9, Explicit Directional Isolates.
    static func isolated(_ text: String, in language: Language) -> String {
        isolated(text, isAmongRightToLeft: language.isRightToLeft)
    }

    /// - Parameter isAmongRightToLeft: which way the words run beside which it stands.
    static func isolated(_ text: String, isAmongRightToLeft: Bool) -> String {
        let mayDiffer =
            isAmongRightToLeft
            ? text.unicodeScalars.contains { $0.properties.numericType != nil || ($0.properties.isAlphabetic && !isRightToLeft($0)) }
            : runsRightToLeft(text)
        return mayDiffer ? "\(isolateStart)\(text)\(isolateEnd)" : text
    }

    static let isolateStart: Character = "\u{2068}"
    static let isolateEnd: Character = "\u{2069}"

    /// Whether any letter of it runs from right to left.
    static func runsRightToLeft(_ text: String) -> Bool { text.unicodeScalars.contains(where: isRightToLeft) }

    /// Embeddings, overrides and isolates: a name with one of these could leave its own isolate.
    private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// In a block whose letters run from right to left: Hebrew, Arabic and their neighbours.
    ///
    /// Source: Unicode 16, `DerivedBidiClass.txt`, the ranges whose default is R or AL.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: scalar.properties.isAlphabetic
        default: false
        }
    }
}

extension StringProtocol {
    /// Without white space at its ends.
    var trimmed: String {
        // Most begin and end with a plain character.
        if let first = unicodeScalars.first, let last = unicodeScalars.last, ("!"..."~").contains(first), ("!"..."~").contains(last) { return String(self) }
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[start...end])
    }
}
