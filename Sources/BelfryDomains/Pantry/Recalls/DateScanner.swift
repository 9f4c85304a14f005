import BelfryModel
import BelfryTime

/// Finds the dates in the free text of a notice, in the forms in which packages bear them.
///
/// A date that can be read in two ways is kept in both, and what can't be read at all makes the list incomplete: a household is rather told
/// once too often.
struct DateScanner {
    private let tokens: [CodeText.Token]
    private var listed: [ClosedRange<CivilDate>] = []
    private var isLabelled = false
    private var hasPart = false
    private var isBefore = false
    private var isAfter = false
    private var isRange = false
    /// How many words a label still reaches.
    private var reach = 0

    static func dates(in texts: [CodeText]) -> PrintedDates {
        let scanners = texts.map { text in
            var scanner = DateScanner(tokens: text.tokens)
            scanner.scan()
            return scanner
        }
        return PrintedDates(
            listed: scanners.flatMap(\.days), isComplete: scanners.contains { $0.isLabelled } && !scanners.contains { $0.hasPart })
    }

    private init(tokens: [CodeText.Token]) {
        self.tokens = tokens
    }

    /// Where one sentence speaks of a range, it may be meant for all of its dates: nothing between them is excluded.
    private var days: [ClosedRange<CivilDate>] {
        guard let first = listed.map(\.lowerBound).min(), let last = listed.map(\.upperBound).max() else { return [] }
        guard isBefore || isAfter || isRange else { return listed }
        return [(isBefore ? Self.firstDay : first)...(isAfter ? Self.lastDay : last)]
    }

    private mutating func scan() {
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if !token.isDigits { readWord(at: index) }
            if let (days, count) = date(at: index) {
                listed += days
                isLabelled = isLabelled || reach > 0
                if reach > 0 { reach = Self.reachMax }
                if index > 0, tokens[index - 1].isDigits, [.dash, .spacedDash].contains(token.joiner) { isRange = true }
                index += count
            } else {
                if isPart(at: index), reach > 0 { hasPart = true }
                index += 1
            }
        }
    }

    private mutating func readWord(at index: Int) {
        let word = tokens[index].text
        let previous = index > 0 ? tokens[index - 1].text : ""
        if Self.labels.contains(word) {
            reach = Self.reachMax
            // “All best by dates”.
            if ["ALL", "ANY"].contains(previous) { (isBefore, isAfter) = (true, true) }
        } else if Self.otherLabels.contains(word) {
            reach = 0
        } else if reach > 0, !Self.labels.contains(previous) {
            // “No later than” is before.
            let isReversed = ["NO", "NOT"].contains(previous)
            isBefore = isBefore || (isReversed ? Self.after : Self.before).contains(word) || word == "UP" && isFollowed(by: "TO", at: index)
            isAfter = isAfter || (isReversed ? Self.before : Self.after).contains(word)
            isRange = isRange || Self.ranges.contains(word)
            if Self.months[word] == nil { reach -= 1 }
        }
    }

    private func isFollowed(by word: String, at index: Int) -> Bool { index + 1 < tokens.count && tokens[index + 1].text == word }

    /// The days that a date may mean, and of how many tokens it is; nil where none begins here.
    private func date(at index: Int) -> (days: [ClosedRange<CivilDate>], count: Int)? {
        let token = tokens[index]
        guard token.isDigits else { return Self.months[token.text].flatMap { named($0, at: index) } }
        return dayFirst(at: index) ?? numeric(at: index) ?? monthAndYear(at: index) ?? compact(at: index)
    }

    // MARK: With the month's name

    /// `MAR 31 2026`, `FEB/21/26`, `JUN2926`, `Oct. 02, 25`, `JULY-2027`.
    private func named(_ month: Int, at index: Int) -> (days: [ClosedRange<CivilDate>], count: Int)? {
        guard let second = number(at: index + 1) else { return nil }
        if second.digitCount == 4, let year = Self.year(second) { return (Self.month(month, year), 2) }
        if second.digitCount == 4, let day = Self.day(second.value % 100 + 2000, month, second.value / 100) { return ([day], 2) }
        guard second.digitCount <= 2 else { return nil }
        if let third = number(at: index + 2), let year = Self.year(third), let day = Self.day(year, month, second.value) {
            return ([day], 3)
        }
        // `JUL 27` alone is a month of 2027, or a day of no year.
        return nil
    }

    /// `18APR2026`, `21 APR 2026`, `2028-Oct-29`, `FEB 21 27` is read above.
    private func dayFirst(at index: Int) -> (days: [ClosedRange<CivilDate>], count: Int)? {
        guard let first = number(at: index), index + 1 < tokens.count, let month = Self.months[tokens[index + 1].text],
            let third = number(at: index + 2)
        else { return nil }
        if first.digitCount == 4, let year = Self.year(first), let day = Self.day(year, month, third.value) { return ([day], 3) }
        guard first.digitCount <= 2, let year = Self.year(third), let day = Self.day(year, month, first.value) else { return nil }
        return ([day], 3)
    }

    // MARK: In digits alone

    /// `04/06/26`, `29/11/2027`, `10.06.26`, `09-30-2025`, `2025/03/25`, `07 15 26`.
    private func numeric(at index: Int) -> (days: [ClosedRange<CivilDate>], count: Int)? {
        guard index + 2 < tokens.count, tokens[index + 1].joiner == tokens[index + 2].joiner else { return nil }
        let isSpaced = tokens[index + 1].joiner == .space
        guard [.slash, .dash, .dot].contains(tokens[index + 1].joiner) || (isSpaced && reach > 0), let first = number(at: index),
            let second = number(at: index + 1), let third = number(at: index + 2),
            !isSpaced || (first.digitCount == 2 && second.digitCount == 2)
        else { return nil }
        let days: [CivilDate?]
        if first.digitCount == 4 {
            days = [Self.year(first).flatMap { CivilDate(year: $0, month: second.value, day: third.value) }]
        } else {
            guard first.digitCount <= 2, second.digitCount <= 2, third.digitCount == 2 || third.digitCount == 4, let year = Self.year(third)
            else { return nil }
            days = [
                CivilDate(year: year, month: first.value, day: second.value), CivilDate(year: year, month: second.value, day: first.value),
            ]
        }
        let found = Set(days.compactMap { $0 }).map { $0...$0 }
        return found.isEmpty ? nil : (found, 3)
    }

    /// `11/2028`, `EXP 07 2026`.
    private func monthAndYear(at index: Int) -> (days: [ClosedRange<CivilDate>], count: Int)? {
        guard index + 1 < tokens.count, [.slash, .dash, .dot, .space].contains(tokens[index + 1].joiner), let first = number(at: index),
            let second = number(at: index + 1), first.digitCount <= 2, (1...12).contains(first.value), second.digitCount == 4,
            let year = Self.year(second), tokens[index + 1].joiner != .space || reach > 0
        else { return nil }
        return (Self.month(first.value, year), 2)
    }

    /// `Use By 110426`: month, day and year in whatever order gives a day.
    private func compact(at index: Int) -> (days: [ClosedRange<CivilDate>], count: Int)? {
        guard reach > 0, let number = number(at: index), number.digitCount == 6 else { return nil }
        let (a, b, c) = (number.value / 10_000, number.value / 100 % 100, number.value % 100)
        let days = [Self.day(2000 + c, a, b), Self.day(2000 + c, b, a), Self.day(2000 + a, b, c)].compactMap { $0 }
        return days.isEmpty ? nil : (days, 1)
    }

    // MARK: Parts

    /// A day without a year, or a month of a year that could as well be a day: `9/24`, `12 DEC`, `05/27`; or the year of several days, as in
    /// `Jan 5, 12 and 19, 2022`.
    private func isPart(at index: Int) -> Bool {
        if Self.months[tokens[index].text] != nil { return true }
        if let year = number(at: index), year.digitCount == 4, Self.year(year) != nil, tokens[index].joiner == .comma,
            let day = number(at: index - 1), day.digitCount <= 2, tokens[index - 1].joiner != .slash, tokens[index - 1].joiner != .dot
        {
            return true
        }
        guard let first = number(at: index), first.digitCount <= 2, index + 1 < tokens.count, tokens[index + 1].joiner == .slash else {
            return false
        }
        return number(at: index + 1).map { $0.digitCount <= 2 } ?? false
    }

    // MARK: Small numbers

    private typealias Number = (value: Int, digitCount: Int)

    private func number(at index: Int) -> Number? {
        guard tokens.indices.contains(index), tokens[index].isDigits, tokens[index].text.utf8.count <= 8,
            let value = Int(tokens[index].text)
        else { return nil }
        return (value, tokens[index].text.utf8.count)
    }

    /// Food of the years 1990 to 2089, written with two digits or four.
    private static func year(_ number: Number) -> Int? {
        switch number.digitCount {
        case 2: number.value < 90 ? 2000 + number.value : 1900 + number.value
        case 4: (1990...2089).contains(number.value) ? number.value : nil
        default: nil
        }
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> ClosedRange<CivilDate>? {
        CivilDate(year: year, month: month, day: day).map { $0...$0 }
    }

    private static func month(_ month: Int, _ year: Int) -> [ClosedRange<CivilDate>] {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return [] }
        return [first...(first + (CivilDate.dayCount(year: year, month: month) - 1))]
    }

    private static let months: [String: Int] = {
        let names = [
            "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER",
        ]
        var months = ["SEPT": 9]
        for (index, name) in names.enumerated() {
            months[name] = index + 1
            months[String(name.prefix(3))] = index + 1
        }
        return months
    }()

    private static let labels: Set = [
        "BEST", "USE", "USED", "SELL", "EXP", "EXPIRATION", "EXPIRES", "EXPIRE", "EXPIRY", "BB", "BBD", "BBE", "FREEZE", "FRESH", "ENJOY",
        "ENJOYED",
    ]
    private static let otherLabels: Set = [
        "PROD", "PRODUCED", "PRODUCTION", "PACKED", "PACK", "HARVEST", "HARVESTED", "MFG", "MANUFACTURED", "SOLD", "PURCHASED", "MADE",
        "WITHIN", "LOT", "UPC",
        "JULIAN",
    ]
    private static let before: Set = ["THROUGH", "THRU", "BEFORE", "PRIOR", "UNTIL", "EARLIER", "SOONER", "OLDER"]
    private static let after: Set = ["AFTER", "LATER", "BEGINNING", "STARTING", "ONWARD", "ONWARDS", "BEYOND", "NEWER"]
    private static let ranges: Set = ["TO", "BETWEEN", "RANGE", "RANGING"]
    private static let reachMax = 8
    private static let firstDay = CivilDate(daysSinceEpoch: -719_162)
    private static let lastDay = CivilDate(daysSinceEpoch: 2_932_896)
}
