import Testing

@testable import BelfryDomains

@Suite("Words of products and brands")
struct ProductWordsTests {
    @Test(
        "Two spellings of one thing have the same words",
        arguments: [
            ("Häagen-Dazs Cookies & Cream", "haagen dazs COOKIE cream"), ("Trader Joe’s Tomatoes", "trader joes tomato"),
            ("H-E-B Peaches", "H.E.B. peach"),
            ("Crème Brûlée", "creme brulee"), ("Jalapeño Chips", "JALAPENO CHIP"), ("Groß &amp; Söhne", "gross sohne"),
            ("Berries", "berry"), ("Glass boxes", "glass box"),
        ])
    func alike(left: String, right: String) {
        #expect(ProductWords.words(of: PlainText.of(left)) == ProductWords.words(of: right))
    }

    @Test("Numbers, sizes, packages and words of grammar say nothing of a product; shares and names do")
    func informative() {
        let said = ProductWords.words(of: "7up 12oz can of 2% milk, 340 g, 6 pack, the vitamin b12").filter(ProductWords.isInformative)
        #expect(said == ["7up", "2%", "milk", "vitamin", "b12"])
    }

    @Test(
        "A brand is what is left without the form of the company; a state alone is none",
        arguments: [
            ("The Maros Group, LLC", "maro group"), ("Good & Gather", "good gather"), ("Good and Gather", "good gather"),
            ("Ajinomoto Foods North America Inc.", "ajinomoto food north america"),
            ("California", ""), ("New York", ""), ("Foods, Inc.", ""), ("", ""),
        ])
    func brands(text: String, expected: String) {
        #expect(BrandWords.words(of: text).joined(separator: " ") == expected)
    }

    @Test(
        "A feed's text is freed of entities, tags and typographic marks",
        arguments: [
            ("Pilgrim&#039;s &amp; Sons", "Pilgrim's & Sons"), ("Ron&amp;rsquo;s", "Ron's"), ("5&quot; x 8&quot;", "5\" x 8\""),
            ("“Brats” – hot", "\"Brats\" - hot"),
            ("caf&eacute; &#xE9;", "cafe é"), ("<b>Beef</b> a < b", "Beef a < b"), ("AT&T & co", "AT&T & co"),
        ])
    func plain(text: String, expected: String) {
        #expect(PlainText.of(text) == expected)
    }
}
