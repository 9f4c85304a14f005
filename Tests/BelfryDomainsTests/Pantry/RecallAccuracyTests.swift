import BelfryModel
import BelfryPhrases
import BelfryTesting
import Testing

@testable import BelfryDomains

/// Households made of the records themselves, with things beside them that only resemble what is recalled.
@Suite("How sure the matches are")
struct RecallAccuracyTests {
    /// What a household should hear of an item.
    private struct Case {
        let item: HouseholdItem
        let events: Set<String>
    }

    /// As much of a record as says what an item's number should find.
    private struct Report: Decodable {
        let event_id: String
        let product_description: String
        let code_info: String

        /// Numbers behind “UPC”, and 12 digits or more that stand alone, by another way than the scanner's.
        var gtins: Set<GTIN> {
            let text = product_description + " " + code_info
            let labelled = text.matches(of: /(?i)upc[^0-9]{0,25}(\d[\d \-]{6,18}\d)/).map { String($0.1.filter(\.isNumber)) }
            let alone = text.split { !$0.isNumber && $0 != "-" && $0 != "X" }.map(String.init).filter { (12...14).contains($0.count) }
            return Set((labelled + alone).filter { [8, 12, 13, 14].contains($0.count) }.compactMap { GTIN(digits: Array($0.utf8)) })
        }
    }

    @Test("Of items with a recalled number every one is found, exactly, and nothing else is called exact")
    func codes() throws {
        var generator = SeededGenerator(seed: .seed())
        let reports = try #require(decoded([String: [Report]].self, from: Samples.text(of: "openfda"))["results"])
        var events: [GTIN: Set<String>] = [:]
        for report in reports {
            for gtin in report.gtins { events[gtin, default: []].insert(report.event_id) }
        }
        try #require(!events.isEmpty)
        var cases: [Case] = []
        for gtin in events.keys.sorted() {
            cases.append(
                Case(item: Samples.item("Thing \(cases.count)", gtin: spelled(gtin, using: &generator)), events: events[gtin] ?? []))
            let near = neighbour(of: gtin, using: &generator)
            cases.append(Case(item: Samples.item("Thing \(cases.count)", gtin: near.description), events: events[near] ?? []))
        }
        let figures = figures(of: cases, in: Samples.openFDA.notices) { $0 == .exact }
        print("exact: \(figures)")
        #expect(figures.precision == 1 && figures.recall >= 0.99)
    }

    @Test("Of items with brand and name alone nearly all are found, and nearly none besides")
    func words() throws {
        var generator = SeededGenerator(seed: .seed())
        let notices = Samples.openFDA.notices
        // Things of a known brand: what stands in front of the word “brand”, and a few words behind.
        let known = notices.flatMap { notice in
            notice.products.compactMap { product in named(product.description).map { (notice.id, $0.brand, $0.name) } }
        }
        try #require(!known.isEmpty)
        var cases: [Case] = []
        func add(_ name: String, _ brand: String, _ events: Set<String>) {
            let item = Samples.item(name, brand: brand)
            cases.append(Case(item: HouseholdItem(id: "\(cases.count)", name: item.name, brand: item.brand), events: events))
        }
        for (event, brand, name) in known {
            add(
                Bool.random(using: &generator) ? name.uppercased() : name, brand.lowercased(),
                Set(known.filter { $0.1 == brand && $0.2 == name }.map(\.0)).union([event]))
            add(name, "Hollow Oak", [])
            add(others.randomElement(using: &generator) ?? "", brand, [])
        }
        let figures = figures(of: cases, in: notices) { _ in true }
        print("likely: \(figures)")
        #expect(figures.precision >= 0.95 && figures.recall >= 0.9)
    }

    private let others = [
        "Olive oil", "Kitchen towels", "Laundry detergent", "Dog biscuits", "Sparkling water", "Tomato ketchup", "Dark roast coffee",
        "Granola bars",
    ]

    private struct Figures: CustomStringConvertible {
        var right = 0
        var wrong = 0
        var missed = 0

        var precision: Double { Double(right) / Double(max(right + wrong, 1)) }
        var recall: Double { Double(right) / Double(max(right + missed, 1)) }
        var description: String { "precision \(precision), recall \(recall) (\(right) right, \(wrong) wrong, \(missed) missed)" }
    }

    private func figures(of cases: [Case], in notices: [RecallNotice], counting: (MatchConfidence) -> Bool) -> Figures {
        var found: [String: Set<String>] = [:]
        for match in RecallIndex(notices).matches(for: cases.map(\.item)) {
            for item in match.items where counting(item.ground.confidence) { found[item.item.id, default: []].insert(match.notice.id) }
        }
        return cases.reduce(into: Figures()) { figures, known in
            let events = found[known.item.id] ?? []
            figures.right += events.intersection(known.events).count
            figures.wrong += events.subtracting(known.events).count
            figures.missed += known.events.subtracting(events).count
        }
    }

    /// A number in one of the spellings in which people and scanners give it.
    private func spelled(_ gtin: GTIN, using generator: inout SeededGenerator) -> String {
        let text = gtin.description
        guard text.utf8.count > 8 else { return text }
        let zeros = String(repeating: "0", count: Int.random(in: 0...(14 - text.utf8.count), using: &generator))
        return zeros + text
    }

    /// A right number that differs in one digit besides the check digit.
    private func neighbour(of gtin: GTIN, using generator: inout SeededGenerator) -> GTIN {
        var digits = Array(gtin.description.utf8.dropLast())
        let place = Int.random(in: digits.indices, using: &generator)
        digits[place] = 48 + (digits[place] - 48 + UInt8.random(in: 1...9, using: &generator)) % 10
        return GTIN(withoutCheckDigit: digits) ?? gtin
    }

    private func named(_ description: String) -> (brand: String, name: String)? {
        let words = description.split(separator: " ")
        guard let end = words.prefix(5).firstIndex(of: "brand"), end > 0, words.count > end + 4 else { return nil }
        return (words[..<end].joined(separator: " "), words[(end + 1)...(end + 3)].joined(separator: " "))
    }

    @Test("An alert is worded as one, and what is not certain as “may”")
    func wording() throws {
        let alert = try #require(Samples.fsis.notices.first { $0.kind == .publicHealthAlert })
        let match = RecallMatch(
            notice: alert, items: [ItemMatch(item: Samples.item("Beef tips"), ground: .words, isLotListed: false, lotsToCompare: [])])
        let why = Phrases.why(match)
        #expect(why.contains("may") && why.contains("public health alert") && !why.contains("recall"))
        #expect(Phrases.heading(of: alert).hasPrefix("Public health alert: "))
    }
}
