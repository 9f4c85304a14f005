import BelfryModel

/// Makes a product of what an agency writes about it.
enum ProductText {
    /// - Parameters:
    ///   - codeText: a field of its own for codes, where the feed has one.
    ///   - brands: who may stand behind it, besides whom the text itself names.
    ///   - hasDates: whether dates in the text are best-by dates at all.
    ///   - isCut: whether the text goes on where nobody can read it, so that no list in it is complete.
    static func product(_ text: String, codeText: String?, brands: [String?], hasDates: Bool = true, isCut: Bool = false) -> RecalledProduct {
        let texts = [text, codeText].compactMap { $0 }.map(CodeText.init)
        let lots = LotScanner.lots(in: texts)
        let dates = hasDates ? DateScanner.dates(in: texts) : PrintedDates()
        return RecalledProduct(
            description: text, brands: brands.compactMap { $0 }.withoutRepeats, codes: texts.flatMap(CodeScanner.codes).withoutRepeats,
            lots: PrintedLots(listed: lots.listed, isComplete: lots.isComplete && !isCut, mentioned: lots.mentioned),
            bestBefore: PrintedDates(listed: dates.listed, isComplete: dates.isComplete && !isCut))
    }

    /// What stands before the word “brand”, or `-branded`, at the beginning of a text.
    static func brand(in text: String?) -> String? {
        guard let text else { return nil }
        let words = text.prefix(lengthMax).split(separator: " ").prefix(wordCountMax)
        if let branded = words.first(where: { $0.lowercased().hasPrefix("branded") == false && $0.lowercased().contains("-branded") }) {
            return String(branded.prefix { $0 != "-" })
        }
        guard let end = words.firstIndex(where: { ["brand", "brand;", "brand,"].contains($0.lowercased()) }), end > 0,
            end <= brandWordCountMax
        else { return nil }
        return words[..<end].joined(separator: " ")
    }

    private static let wordCountMax = 16
    private static let brandWordCountMax = 5

    /// The beginning of a description, up to where codes, sizes or ingredients begin.
    static func title(_ description: String) -> String {
        let end = description.firstIndex { $0 == ";" || $0.isNewline } ?? description.endIndex
        var words: [Substring] = []
        var length = 0
        for word in description[..<end].split(separator: " ") {
            if titleEnds.contains(word.lowercased().filter(\.isLetter)), !words.isEmpty { break }
            length += word.count + 1
            guard length <= lengthMax else {
                words.append("…")
                break
            }
            words.append(word)
        }
        let title = words.joined(separator: " ").trimmed
        return title.isEmpty
            ? String(description.prefix(lengthMax)) : String(title.last.map { ",.".contains($0) } == true ? title.dropLast() : title[...])
    }

    private static let titleEnds: Set = ["upc", "ingredients", "lot", "net", "nt", "packaged", "distributed", "perishable", "product"]

    private static let lengthMax = 120

    /// Who recalls what, by the usual headline: “Firm Recalls Product Due to Reason”.
    static func headline(_ title: String) -> (firm: String?, product: String) {
        var words = title.split(separator: " ")
        let lower = { (word: Substring) in word.lowercased() }
        if let reason = words.indices.first(where: { index in
            let word = lower(words[index])
            return index > 2
                && (["because", "debido"].contains(word) || (word == "due" && index + 1 < words.count && lower(words[index + 1]) == "to"))
        }) {
            words.removeSubrange(reason...)
        }
        guard let verb = words.firstIndex(where: { verbs.contains(lower($0)) }), verb + 1 < words.count else {
            return (nil, words.joined(separator: " "))
        }
        let firm = words[..<verb]
        let product = words[(verb + 1)...].joined(separator: " ")
        // “Illinois Firm Recalls …” and “FSIS Issues Public Health Alert for …” name nobody.
        let isNameless =
            firm.isEmpty || firm.contains { ["firm", "firma", "company", "establishment", "fsis"].contains(lower($0)) } && firm.count <= 4
            || lower(words[0]) == "fsis"
        // “Bicycle Helmets Recalled by Bell Sports”: the product stands in front.
        if lower(words[verb]) == "recalled" {
            let maker = words[(verb + 1)...].drop { lower($0) == "by" }.joined(separator: " ")
            return (maker, firm.joined(separator: " ") + " " + product)
        }
        return (isNameless ? nil : firm.joined(separator: " "), product)
    }

    private static let verbs: Set = ["recalls", "recall", "recalled", "alert", "retira", "announces"]
}
