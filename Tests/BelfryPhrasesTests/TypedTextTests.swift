import BelfryModel
import Testing

@testable import BelfryPhrases

@Suite("Text that somebody typed")
struct TypedTextTests {
    @Test(
        "Control characters go, line breaks become spaces, and the rest stays",
        arguments: [
            ("Milk", "Milk"), ("  Milk\n", "Milk"), ("Milk\u{0}\u{7}\u{1B}[31m", "Milk[31m"), ("oat\nmilk", "oat milk"),
            ("oat\tmilk", "oat milk"),
            ("a\u{2028}b\u{85}c", "a b c"), ("\u{7F}\u{9B}x", "x"), ("Zoë 👩‍👩‍👧 🇩🇪", "Zoë 👩‍👩‍👧 🇩🇪"), ("شاي\u{200C}سبز", "شاي\u{200C}سبز"),
            ("\u{0}\n ", ""), ("", ""),
        ])
    func cleaning(text: String, cleaned: String) {
        #expect(TypedText.cleaned(text) == cleaned)
    }

    @Test("Marks that would turn the text behind them around go too", arguments: Array(0x202A...0x202E) + Array(0x2066...0x2069))
    func directionalMarks(mark: Int) throws {
        let scalar = try #require(Unicode.Scalar(mark))
        #expect(TypedText.cleaned("a\(Character(scalar))b") == "ab")
    }

    struct Row: Sendable {
        let text: String
        let language: Language
        let isIsolated: Bool
    }

    @Test(
        "A name is isolated where it may run the other way than the sentence",
        arguments: [
            Row(text: "Netflix", language: .arabic, isIsolated: true), Row(text: "حليب", language: .arabic, isIsolated: false),
            Row(text: "حليب Almarai", language: .arabic, isIsolated: true), Row(text: "+49 30 1234", language: .arabic, isIsolated: true),
            Row(text: "牛奶", language: .arabic, isIsolated: true), Row(text: "!?", language: .arabic, isIsolated: false),
            Row(text: "مريم", language: .english, isIsolated: true), Row(text: "שלום", language: .german, isIsolated: true),
            Row(text: "Ana", language: .english, isIsolated: false), Row(text: "24/7", language: .turkish, isIsolated: false),
            Row(text: "", language: .arabic, isIsolated: false),
        ])
    func isolation(row: Row) {
        let expected = row.isIsolated ? "\u{2068}\(row.text)\u{2069}" : row.text
        #expect(TypedText.isolated(row.text, in: row.language) == expected)
    }
}
