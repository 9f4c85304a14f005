/// Text of a feed without what the web put into it: entities, tags, and typographic dashes, quotation marks and spaces.
enum PlainText {
    /// The same text in plain characters; tags that begin a new line or item become a bullet.
    static func of(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
        guard !isPlain else { return text }
        // Twice, for some feeds escape what is escaped already: `&amp;rsquo;`.
        return punctuation(withoutTags(withoutEntities(withoutEntities(text))))
    }

    private static func withoutEntities(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let name = rest[start...].dropFirst().prefix(entityLengthMax).prefix { $0 != ";" && $0 != " " && $0 != "&" }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let character = character(named: name) {
                result += character
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                result += "&"
                rest = rest[rest.index(after: start)...]
            }
        }
        return result + rest
    }

    private static let entityLengthMax = 10

    private static func character(named name: Substring) -> String? {
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
        }
        if let known = entities[String(name)] { return known }
        // `&eacute;`: for matching, the letter alone is as good.
        let isAccented = ["acute", "grave", "tilde", "uml", "circ", "cedil", "ring", "slash"].contains { name.dropFirst() == $0 }
        return isAccented ? String(name.prefix(1)) : nil
    }

    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "rsquo": "'", "lsquo": "'", "rdquo": "\"", "ldquo": "\"",
        "ndash": "-", "mdash": "-", "bull": "•", "reg": "", "trade": "", "copy": "", "hellip": "…", "frac12": "1/2", "frac14": "1/4",
    ]

    private static func withoutTags(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            result += rest[..<start]
            let tag = rest[start...].dropFirst().prefix { $0 != ">" && $0 != "<" }
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
            guard tag.endIndex < rest.endIndex, rest[tag.endIndex] == ">", !name.isEmpty else {
                result += "<"
                rest = rest[rest.index(after: start)...]
                continue
            }
            result += ["li", "p", "br", "div", "ul", "ol", "tr", "td"].contains(name.lowercased()) ? " • " : ""
            rest = rest[rest.index(after: tag.endIndex)...]
        }
        return result + rest
    }

    private static func punctuation(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xA0, 0xBF, 0x2000...0x200A, 0x202F, 0x3000: scalars.append(" ")
            case 0x2010...0x2015, 0x2212: scalars.append("-")
            case 0x2018, 0x2019, 0x201B, 0xB4: scalars.append("'")
            case 0x201C...0x201F, 0xAB, 0xBB: scalars.append("\"")
            case 0x2026: scalars.append(".")
            case 0xAD, 0x200B...0x200F, 0xFEFF, 0xAE, 0x2122: continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
