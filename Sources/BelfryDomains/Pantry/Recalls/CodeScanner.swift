import BelfryModel

/// Finds bar code numbers in the free text of a notice.
///
/// Numbers of 12 to 14 digits count where the last is the check digit of the others. Shorter ones, and those printed without a check digit,
/// count only behind a word such as UPC. Grouped digits count in the groups that labels use, so that a telephone number is none.
struct CodeScanner {
    private let tokens: [CodeText.Token]
    private var codes: [PrintedCode] = []
    private var isLabelled = false
    /// How many words the label still reaches: `UPC: 8 oz - 840374833268 1 lb. - 840374812881`.
    private var reach = 0

    static func codes(in text: CodeText) -> [PrintedCode] {
        var scanner = CodeScanner(tokens: text.tokens)
        scanner.scan()
        return scanner.codes
    }

    private init(tokens: [CodeText.Token]) {
        self.tokens = tokens
    }

    private mutating func scan() {
        var index = 0
        while index < tokens.count {
            guard tokens[index].isDigits else {
                readWord(at: index)
                index += 1
                continue
            }
            let run = groups(from: index)
            var start = 0
            while start < run.count {
                start += read(run[start...]) ?? 1
            }
            index += max(run.count, 1)
        }
    }

    private mutating func readWord(at index: Int) {
        let word = tokens[index].text
        if Self.labels.contains(word) || (word == "CODE" && index > 0 && tokens[index - 1].text == "BAR") {
            isLabelled = true
            reach = Self.reachMax
        } else if Self.otherLabels.contains(word) {
            isLabelled = false
        } else if reach > 0 {
            reach -= 1
        } else {
            isLabelled = false
        }
    }

    /// Digits that may belong to one number: with a space or a dash between them, and no letter at either end.
    ///
    /// A label may stand right before them, as in `UPC072981005374`.
    private func groups(from start: Int) -> [String] {
        var end = start + 1
        while end < tokens.count, tokens[end].isDigits, tokens[end].joiner == .space || tokens[end].joiner == .dash { end += 1 }
        let isGlued = tokens[start].joiner == .adjacent && start > 0 && !Self.labels.contains(tokens[start - 1].text)
        let touchesLetter = end < tokens.count && tokens[end].joiner == .adjacent
        let first = isGlued || tokens[start].joiner == .slash || tokens[start].joiner == .dot ? start + 1 : start
        let last = touchesLetter ? end - 1 : end
        // What is cut off keeps its place, but no digits.
        return (start..<end).map { $0 >= first && $0 < last ? tokens[$0].text : "" }
    }

    /// Reads one number from the front of the groups; says of how many groups it is.
    private mutating func read(_ groups: ArraySlice<String>) -> Int? {
        for shape in Self.shapes where fits(shape.groups, groups) && (isLabelled || shape.standsAlone) {
            let digits = groups.prefix(shape.groups.count).flatMap(\.utf8)
            let found = shape.isWhole ? GTIN.readings(of: digits).map { PrintedCode($0) } : incomplete(digits)
            guard !found.isEmpty else { continue }
            keep(found)
            return shape.groups.count
        }
        return isLabelled ? readUnusual(groups) : nil
    }

    /// Behind a label, groups of any length may be a whole number: `4 897055 79940 1`.
    private mutating func readUnusual(_ groups: ArraySlice<String>) -> Int? {
        for count in (2...6).reversed() where count <= groups.count {
            let digits = groups.prefix(count).flatMap(\.utf8)
            guard (12...14).contains(digits.count), let gtin = GTIN(digits: digits) else { continue }
            keep([PrintedCode(gtin)])
            return count
        }
        return nil
    }

    private mutating func keep(_ found: [PrintedCode]) {
        codes += found.filter { !codes.contains($0) }
        if isLabelled { reach = Self.reachMax }
    }

    private func fits(_ shape: [Int], _ groups: ArraySlice<String>) -> Bool {
        groups.count >= shape.count && zip(shape, groups).allSatisfy { $0 == $1.utf8.count }
    }

    /// Numbers without a check digit: all the digits before it, or those without the first, which is then taken for a 0.
    private func incomplete(_ digits: [UInt8]) -> [PrintedCode] {
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard significant.count == 11 || significant.count == 10 else { return [] }
        let isAssumed = significant.count == 10 && digits.count == 10
        return GTIN(withoutCheckDigit: significant).map { [PrintedCode($0, isAssumed: isAssumed)] } ?? []
    }

    private struct Shape {
        /// How many digits each group has.
        let groups: [Int]
        /// Whether it counts without a label.
        let standsAlone: Bool
        /// Whether the last digit is the check digit.
        let isWhole: Bool
    }

    /// The longest first; whole numbers before incomplete ones.
    private static let shapes: [Shape] =
        [
            [14], [1, 2, 5, 5, 1], [2, 6, 5, 1], [3, 5, 5, 1], [2, 1, 5, 5, 1], [1, 1, 5, 6, 1], [13], [1, 6, 6], [3, 4, 5, 1], [12],
            [1, 5, 5, 1], [1, 10, 1],
        ]
        .map { Shape(groups: $0, standsAlone: true, isWhole: true) }
        + [[6, 6], [11, 1], [1, 11], [1, 5, 6], [6, 5, 1], [3, 3, 3, 3], [4, 4, 4], [5, 6, 1], [7, 5]]
        .map { Shape(groups: $0, standsAlone: false, isWhole: true) }
        + [Shape(groups: [11], standsAlone: true, isWhole: true)]
        + [[5, 5, 1], [8], [4, 4], [1, 6, 1]].map { Shape(groups: $0, standsAlone: false, isWhole: true) }
        + [[13], [12], [11], [1, 5, 5], [6, 5], [1, 10], [10], [5, 5]].map { Shape(groups: $0, standsAlone: false, isWhole: false) }

    private static let labels: Set = ["UPC", "UPCS", "UPCA", "UPCE", "GTIN", "GTINS", "EAN", "BARCODE", "BARCODES"]
    /// What follows these is another number, or only the beginning of one.
    private static let otherLabels: Set = [
        "LOT", "LOTS", "LOTE", "LOTES", "BATCH", "BEST", "BB", "EXP", "EXPIRATION", "EXPIRES", "SELL", "USE", "DATE", "DATES", "ITEM",
        "PLU", "PHONE",
        "TEL", "TOLL", "BEGINNING", "STARTING", "BEGIN", "START", "ENDING", "MODEL", "SERIAL",
    ]
    private static let reachMax = 8
}
