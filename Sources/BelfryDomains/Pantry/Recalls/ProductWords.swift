/// The words of a product's text, folded so that spelling stands in no match's way: no case, no accents, no plural.
enum ProductWords {
    /// The words in their order; `H-E-B` and `H.E.B.` are one word, and what an apostrophe divides stays together.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var isLetterRun = false
        func close(before mark: UInt8) {
            guard !word.isEmpty else {
                isLetterRun = false
                return
            }
            let isLetter = word.count == 1 && word[0] >= UInt8(ascii: "a")
            if isLetter, isLetterRun, let last = words.last {
                words[words.count - 1] = last + String(decoding: word, as: UTF8.self)
            } else {
                words.append(String(decoding: word, as: UTF8.self))
            }
            isLetterRun = isLetter && (mark == UInt8(ascii: "-") || mark == UInt8(ascii: "."))
            word.removeAll(keepingCapacity: true)
        }
        for byte in folded(text) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
            // `2%` tells one milk from another.
            case UInt8(ascii: "%") where !word.isEmpty: word.append(byte)
            case UInt8(ascii: "'"): continue
            default: close(before: byte)
            }
        }
        close(before: 0)
        return words.map(singular)
    }

    /// Small letters without accents, as bytes; what is no Latin letter stays as a gap.
    private static func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: bytes.append(UInt8(scalar.value) | 0x20)
            case 0..<0x80: bytes.append(UInt8(scalar.value))
            case 0x300...0x36F: continue
            case 0x2019, 0x2018: bytes.append(UInt8(ascii: "'"))
            default: bytes += letters(of: scalar)
            }
        }
        return bytes
    }

    /// The name of a letter says what it is without its accent: “LATIN SMALL LETTER E WITH ACUTE”.
    private static func letters(of scalar: Unicode.Scalar) -> [UInt8] {
        let gap = [UInt8(ascii: " ")]
        guard scalar.value < 0x2000, let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return gap }
        let parts = name.split(separator: " ")
        guard parts.count >= 4, parts[2] == "LETTER" else { return gap }
        if parts[3] == "SHARP" { return Array("ss".utf8) }
        return parts[3].count <= 2 ? parts[3].lowercased().utf8.map { $0 } : gap
    }

    /// One form for singular and plural; it need not be a word: `cookies` and `cookie` become `cooky`.
    ///
    /// After the rules of Donna Harman, "How effective is suffixing?", JASIS 42 (1991), with those for `-ches`, `-shes`, `-xes` and `-oes`.
    static func singular(_ word: String) -> String {
        let count = word.utf8.count
        if count >= 5, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if count >= 5, word.hasSuffix("ie") { return word.dropLast(2) + "y" }
        if count >= 5, ["ches", "shes", "xes", "sses", "oes", "zes"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
        if count >= 4, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us"), !word.hasSuffix("is") {
            return String(word.dropLast())
        }
        return word
    }

    /// Whether a word says something about what a product is: not a number, a size, a package or a word of grammar.
    static func isInformative(_ word: String) -> Bool {
        guard word.utf8.count >= 2, !idle.contains(word) else { return false }
        guard let first = word.utf8.first, first <= UInt8(ascii: "9") else { return true }
        if word.hasSuffix("%") { return true }
        // `12oz` is a size, `7up` and `3mm` may be names.
        let unit = String(word.drop { $0.isNumber })
        return !unit.isEmpty && !units.contains(unit)
    }

    /// Whether a word goes with so many products that it names none by itself.
    static func saysLittle(_ word: String) -> Bool { weak.contains(word) || word.hasSuffix("%") }

    /// Go with so many products that they name none by themselves.
    private static let weak = list(
        """
        fresh frozen organic natural original classic premium large small medium mini extra sliced whole raw cooked
        dried white black red green blue food family value low free good great best reduced light mixed plain
        traditional homestyle ready eat all purpose adult kid child children youth men women home gluten fat ultimate
        deluxe select signature
        """)

    private static let units = list(
        """
        oz floz fl g gr kg mg mcg ml l lt lb ct count pk pack pc x in inch cm mm gal qt pt cs ea doz st nd rd th
        """)

    /// Say nothing of what a product is: grammar, packages and sizes.
    private static let idle = list(
        """
        a an and any are as at be by de del each el en for from in into is it la las los may no not of on only or other
        our per po the this that to various was were with y con without approximately approx average avg bag bags bottle
        box brand branded bulk bundle can canister carton case clamshell clear code container count cup cardboard dozen
        flexible fluid gallon glass gram individual individually item jar jug label labeled lid liter multipack net
        number ounce pack package packaged packaging packet piece pint plastic poly pouch pound product quart retail
        sealed serving size sized sku sold sleeve tin tray tub type unit upc variety vol volume weight wt assorted new
        recall recalled recalling model style cont
        """
    ).union(units)

    /// The words of a text, folded as those of a product are.
    static func list(_ text: String) -> Set<String> { Set(text.split { $0 == " " || $0 == "\n" }.map { singular(String($0)) }) }
}
