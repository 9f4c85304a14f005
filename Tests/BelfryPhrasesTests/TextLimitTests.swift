import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPhrases

@Suite("Text within a limit of bytes")
struct TextLimitTests {
    @Test(
        "What fits stays, and what doesn't is cut between two characters",
        arguments: [
            ("Milk", 4, "Milk"), ("Milk", 100, "Milk"), ("Oat milk", 7, "Oat…"), ("Oat milk", 8, "Oat milk"), ("Zoë kommt", 6, "Zo…"),
            ("Zoë kommt", 7, "Zoë…"), ("👩‍👩‍👧👩‍👩‍👧", 21, "👩‍👩‍👧…"), ("👩‍👩‍👧👩‍👩‍👧", 20, "…"), ("🇩🇪🇫🇷", 12, "🇩🇪…"), ("مرحبا", 7, "مر…"), ("Milk", 3, "…"),
            ("Milk", 2, ""),
            ("Milk", 0, ""), ("Milk", -1, ""), ("", 0, ""), ("a b c", 5, "a b c"), ("abc def", 6, "abc…"),
        ])
    func cuts(text: String, limit: Int, cut: String) {
        #expect(Phrases.cut(text, toByteCount: limit) == cut)
    }

    @Test("An isolate that the cut leaves open is closed within the limit")
    func isolates() {
        let text = "Due: \u{2068}مريم العزيزة\u{2069} today"
        #expect(Phrases.cut(text, toByteCount: 22) == "Due: \u{2068}مريم\u{2069}…")
        #expect(Phrases.cut(text, toByteCount: 21) == "Due: \u{2068}مري\u{2069}…")
        #expect(Phrases.cut(text, toByteCount: 8) == "Due:…")
    }

    @Test("Whatever the text, the limit holds and what stays is a beginning of it")
    func random() {
        var generator = SeededGenerator(seed: .seed())
        let pieces = ["a", " ", "é", "e\u{301}", "مر", "👩‍👩‍👧", "🇩🇪", "\u{2068}", "\u{2069}", "\n", "漢"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...20, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let limit = Int.random(in: 0...60, using: &generator)
            let cut = Phrases.cut(text, toByteCount: limit)
            #expect(cut.utf8.count <= limit, "\(text.debugDescription) to \(limit)")
            let kept = cut.filter { $0 != "…" && $0 != "\u{2069}" }
            #expect(cut == text || text.filter { $0 != "\u{2069}" }.hasPrefix(kept), "\(text.debugDescription) to \(limit)")
        }
    }
}
