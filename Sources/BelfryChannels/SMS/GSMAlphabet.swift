/// The characters that a short message carries in 7 bits each.
///
/// Source: 3GPP TS 23.038, sections 6.2.1 (default alphabet) and 6.2.1.1 (extension table).
enum GSMAlphabet {
    private static let basic = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
            .unicodeScalars)
    /// Behind an escape, so that each takes two places.
    private static let extended = Set("\u{0C}^{}\\[~]|€".unicodeScalars)

    /// How many places of 7 bits a character takes; nil where it isn't in the alphabet.
    static func septetCount(of scalar: Unicode.Scalar) -> Int? {
        if basic.contains(scalar) { return 1 }
        return extended.contains(scalar) ? 2 : nil
    }

    static func contains(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { septetCount(of: $0) != nil }
    }

    /// The text with typographic signs as a typewriter has them, if it fits into the alphabet then; otherwise as it is.
    ///
    /// One curly quotation mark would make a whole message twice as long.
    static func plain(_ text: String) -> String {
        guard !contains(text) else { return text }
        let plain = String(text.unicodeScalars.map { typewritten[$0] ?? String($0) }.joined())
        return contains(plain) ? plain : text
    }

    private static let typewritten: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"", "‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-",
        "‹": "'", "›": "'", "`": "'", "´": "'", "′": "'", "″": "\"", "…": "...", "•": "-", "·": "-", "×": "x",
        "\t": " ", "\u{A0}": " ", "\u{2002}": " ", "\u{2003}": " ", "\u{2007}": " ", "\u{2009}": " ", "\u{200A}": " ", "\u{202F}": " ",
        // Marks of direction, which a text without letters of the other direction doesn't need, and numbers from an address book often have.
        "\u{61C}": "", "\u{200E}": "", "\u{200F}": "", "\u{202A}": "", "\u{202B}": "", "\u{202C}": "", "\u{202D}": "", "\u{202E}": "",
        "\u{2066}": "", "\u{2067}": "", "\u{2068}": "", "\u{2069}": "",
        // Where a word may be broken, or may not.
        "\u{AD}": "", "\u{200B}": "", "\u{200C}": "", "\u{200D}": "", "\u{2060}": "", "\u{FEFF}": "",
    ]
}
