import BelfryModel

/// Finds the lots that a notice lists: the codes behind a word such as “lot” or “batch”.
struct LotScanner {
    private var listed: [String] = []
    private var isComplete = true

    static func lots(in texts: [CodeText]) -> PrintedLots {
        var scanner = LotScanner()
        let words = texts.map(Self.words)
        for words in words { scanner.scan(words) }
        return PrintedLots(
            listed: scanner.listed, isComplete: scanner.isComplete && !scanner.listed.isEmpty, mentioned: words.flatMap { $0.map(\.text) })
    }

    /// What a person may mean by a lot that they copied from a package: all of it, or the code alone, as in `Lot no. 25E04-A EXP 05/27`.
    ///
    /// Both, because a word that introduces a code elsewhere may be a part of theirs, as the first letter of `S 1234`.
    static func readings(of lot: String) -> [String] {
        let tokens = CodeText(PlainText.of(lot)).tokens
        var code = tokens[...]
        while let first = code.first, labels.contains(first.text) || fillers.contains(first.text),
            let next = code.dropFirst().first, next.joiner != .adjacent
        {
            code = code.dropFirst()
        }
        return [tokens[...], code.prefix { !otherLabels.contains($0.text) }].map { $0.map(\.text).joined() }
    }

    private struct Word {
        var text: String
        var hasDigit: Bool
        /// Whether it may be one code with the next, as with a dash between them.
        let joiner: CodeText.Joiner
    }

    /// Letters and digits that touch, as one word: lots mix them.
    private static func words(of text: CodeText) -> [Word] {
        var words: [Word] = []
        for token in text.tokens {
            if token.joiner == .adjacent, !words.isEmpty {
                words[words.count - 1].text += token.text
                words[words.count - 1].hasDigit = words[words.count - 1].hasDigit || token.isDigits
            } else {
                words.append(Word(text: token.text, hasDigit: token.isDigits, joiner: token.joiner))
            }
        }
        return words
    }

    private mutating func scan(_ words: [Word]) {
        var index = 0
        while index < words.count {
            let isLabel = Self.labels.contains(words[index].text)
            index += 1
            guard isLabel else { continue }
            if index >= 2, Self.all.contains(words[index - 2].text) { isComplete = false }
            readList(words, from: &index)
        }
    }

    /// Reads on to the first word that belongs to no list of lots; in front of the first lot, a name may stand: `Lots: Mango- N1001`.
    private mutating func readList(_ words: [Word], from index: inout Int) {
        var nameCount = 0
        while index < words.count {
            let word = words[index]
            if Self.ranges.contains(word.text) { isComplete = false }
            let (code, wordCount) = Self.code(in: words, at: index)
            if let code {
                let isPattern = word.joiner == .asterisk || code.contains("XX")
                if isPattern || (word.joiner == .spacedDash && words[index - 1].hasDigit) || Self.isRange(words[index..<(index + wordCount)]) {
                    isComplete = false
                }
                if !listed.contains(code) { listed.append(code) }
                nameCount = Self.nameCountMax
            } else if !Self.fillers.contains(word.text), !Self.ranges.contains(word.text) {
                nameCount += 1
                if nameCount > Self.nameCountMax || Self.otherLabels.contains(word.text) { return }
            }
            index += wordCount
        }
    }

    /// Words with a mark between them are one code if any has a digit: `MO-00911`, `NATL/ASFTP/G/24`, `Mango- N1001` is none.
    private static func code(in words: [Word], at index: Int) -> (code: String?, wordCount: Int) {
        var end = index + 1
        while end < words.count, [.dash, .slash, .dot].contains(words[end].joiner) { end += 1 }
        let parts = words[index..<end]
        return parts.contains(where: \.hasDigit) ? (parts.map(\.text).joined(), parts.count) : (nil, 1)
    }

    /// Two codes that differ in digits alone may be the first and the last: `2254-2260`, `25A01-25A09`.
    private static func isRange(_ parts: ArraySlice<Word>) -> Bool {
        guard parts.count == 2, let first = parts.first, let last = parts.last, first.text.utf8.count == last.text.utf8.count else { return false }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        return first.hasDigit && zip(first.text.utf8, last.text.utf8).allSatisfy { $0 == $1 || isDigit($0) && isDigit($1) }
    }

    private static let nameCountMax = 6
    private static let otherLabels: Set = [
        "UPC", "UPCS", "BEST", "BB", "EXP", "EXPIRATION", "EXPIRES", "DATE", "DATES", "SELL", "USE", "USED", "ITEM", "SKU", "PLU",
        "PRODUCT", "CODIGO",
        "WITHIN", "ESTABLISHMENT", "EST", "CASE", "PACKAGE", "FRESH", "FREEZE", "NET",
    ]
    private static let labels: Set = ["LOT", "LOTS", "BATCH", "BATCHES", "LOTE", "LOTES"]
    private static let all: Set = ["ALL", "ANY", "EVERY", "TODOS"]
    private static let ranges: Set = [
        "STARTING", "STARTS", "START", "ENDING", "ENDS", "END", "BEGINNING", "BEGINS", "BEGIN", "BETWEEN", "THROUGH", "THRU", "TO", "UNTIL",
        "FROM", "RANGING", "RANGE", "UP", "HIGHER", "LOWER", "ABOVE", "BELOW", "BEFORE", "PRIOR", "EARLIER", "OLDER", "AFTER", "LATER", "NEWER",
        "ONWARD", "ONWARDS", "BEYOND", "DIGITS",
    ]
    private static let fillers: Set = [
        "CODE", "CODES", "NUMBER", "NUMBERS", "NO", "NOS", "ID", "S", "AND", "OR", "Y", "O", "WITH", "OF", "IS", "ARE", "THE", "LOT",
        "LOTS", "BATCH",
        "CÓDIGO", "CÓDIGOS", "INCLUDING", "INCLUDE",
    ]
}
