import BelfryModel
import Testing

@testable import BelfryDomains

@Suite("Recalls that concern a household")
struct RecallIndexTests {
    private func notice(_ text: String, codes: String? = nil, firm: String? = nil, id: String = "1") -> RecallNotice {
        RecallNotice(
            feed: .openFDA, id: id, kind: .recall, severity: .standard, status: .ongoing, title: text, reason: nil, publishedOn: nil,
            products: [ProductText.product(text, codeText: codes, brands: [firm])])
    }

    private func grounds(_ notices: RecallNotice..., items: [HouseholdItem]) -> [MatchGround] {
        RecallIndex(notices).matches(for: items).flatMap { $0.items.map(\.ground) }
    }

    private let rice = "Acme brand Fried Rice, 12 oz UPC 0 36000 29145 2"

    @Test("The same number is exact, however it is written", arguments: ["036000291452", "0036000291452", "00036000291452"])
    func sameCode(_ gtin: String) {
        #expect(grounds(notice(rice), items: [Samples.item("x", gtin: gtin)]) == [.code])
        #expect(MatchGround.code.confidence == .exact)
    }

    @Test("A lot that the notice doesn't list is not recalled; one that it lists is, however it is written")
    func lots() {
        let listed = notice(rice, codes: "Lot: 25E04-A, 25 085 ID02")
        func grounds(_ lot: String?) -> [MatchGround] { self.grounds(listed, items: [Samples.item("x", gtin: "036000291452", lot: lot)]) }
        for lot in [nil, "25E04-A", "25e04a", "LOT 25E04A", "25085ID02"] { #expect(grounds(lot) == [.code], "\(lot ?? "no lot")") }
        for lot in ["Lot no. 25E04-A", "Lot# 25E04A", "BATCH CODE: 25E04-A", "Lot 25E04A EXP 05/27", "25E04\u{2013}A"] {
            #expect(grounds(lot) == [.code], "\(lot)")
        }
        for lot in ["25E05", "XYZ", "Lot no. 25E05"] { #expect(grounds(lot) == [], "\(lot)") }
        #expect(self.grounds(notice(rice, codes: "all lot codes"), items: [Samples.item("x", gtin: "036000291452", lot: "XYZ")]) == [.code])
    }

    @Test("A best-by date outside of those listed is not recalled, unless the lot is listed")
    func dates() {
        let listed = notice(rice, codes: "Lot 77 Best By 4/6/2026 to 5/6/2026")
        func grounds(_ date: String, lot: String? = nil) -> [MatchGround] {
            self.grounds(listed, items: [Samples.item("x", gtin: "036000291452", lot: lot, bestBefore: date)])
        }
        #expect(grounds("2026-04-06") == [.code] && grounds("2026-04-20") == [.code] && grounds("2026-09-01") == [])
        #expect(grounds("2026-09-01", lot: "77") == [.code])
    }

    @Test("A case of the article, a number without its first digit and a shop's own number are only likely")
    func weakCodes() {
        #expect(grounds(notice("Rice, case UPC 10036000291459"), items: [Samples.item("x", gtin: "036000291452")]) == [.packaging])
        #expect(grounds(notice("Rice UPC 36000-29145"), items: [Samples.item("x", gtin: "036000291452")]) == [.codeWithoutFirstDigit])
        let own = notice("Favorina Chocolate UPC 2030 4492")
        #expect(grounds(own, items: [Samples.item("Ladybugs", brand: "Favorina", gtin: "20304492")]) == [.code])
        #expect(grounds(own, items: [Samples.item("Pepper", brand: "Hollow Oak", gtin: "20304492")]) == [.restrictedCode])
        #expect(grounds(own, items: [Samples.item("Ladybugs", gtin: "20304492")]) == [.code])
    }

    @Test(
        "Brand and words together are likely, in any case, number and accent",
        arguments: [
            ("Acme", "Jalapeno Hummus"), ("ACME", "hummus, jalapeño 10 oz tub"), ("Acme Foods Inc.", "Jalapenos hummus"),
            (nil, "Acme jalapeño hummus"),
        ] as [(String?, String)])
    func words(brand: String?, name: String) {
        let hummus = notice("Acme brand Jalapeño Hummus. Ingredients: chickpeas, garlic. Distributed by Baker Co", firm: "Acme Foods Inc.")
        #expect(grounds(hummus, notice("Other brand Tahini", id: "2"), items: [Samples.item(name, brand: brand)]) == [.words])
    }

    @Test(
        "Another product of the brand, another brand of the product, a firm or a state alone are no match",
        arguments: [
            ("Acme", "Garlic Hummus"), ("Acme", "Chickpeas"), ("Acme", "Rice"), ("Hollow Oak", "Jalapeño Hummus"), ("Acme", "Acme"),
            ("Acme", "10 oz tub"),
            ("California", "Jalapeño Hummus"), (nil, "Jalapeño Hummus"), ("Inc.", "Jalapeño Hummus"), ("Acme", "Fresh"),
        ] as [(String?, String)])
    func otherWords(brand: String?, name: String) {
        let hummus = notice("Acme brand Jalapeño Hummus. Ingredients: chickpeas, garlic. California", firm: "Acme Foods Inc.")
        #expect(grounds(hummus, items: [Samples.item(name, brand: brand)]) == [])
    }

    @Test(
        "A firm is known by its name without what it does, but not by a state",
        arguments: [
            ("Boar's Head Provisions Co., Inc.", "Boar’s Head Virginia Ham", true), ("Costco Wholesale Corporation", "Costco virginia ham", true),
            ("Boar's Head Provisions Co., Inc.", "Hollow Oak Virginia Ham", false), ("Ohio Packing Co.", "Ohio virginia ham", false),
        ])
    func firms(firm: String, name: String, isFound: Bool) {
        #expect(grounds(notice("Old fashioned Virginia Ham", firm: firm), items: [Samples.item(name)]) == (isFound ? [.words] : []))
    }

    @Test("Where both have numbers, the words don't count")
    func codesDecide() {
        #expect(grounds(notice(rice), items: [Samples.item("Fried Rice", brand: "Acme", gtin: "012345678905")]) == [])
        #expect(
            grounds(notice("Acme brand Fried Rice"), items: [Samples.item("Fried Rice", brand: "Acme", gtin: "012345678905")]) == [.words])
    }

    @Test("A notice comes once, with all that it touches, and is as sure as its surest item")
    func oneNotice() throws {
        let items = [Samples.item("Fried Rice", brand: "Acme"), Samples.item("x", gtin: "036000291452")]
        let matches = RecallIndex([notice(rice)]).matches(for: items)
        #expect(matches.count == 1)
        let match = try #require(matches.first)
        #expect(match.confidence == .exact && match.items.map(\.item.id) == ["Fried Rice", "x"])
    }
}
