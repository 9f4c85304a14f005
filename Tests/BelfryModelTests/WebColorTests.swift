import BelfryModel
import Testing

@Suite("Colours of apps")
struct WebColorTests {
    @Test("A colour is a # and six hexadecimal digits, and is written in small letters")
    func form() {
        #expect(WebColor("#1B6e53")?.text == "#1b6e53" && WebColor("#000001")?.text == "#000001" && WebColor("#FFFFFF") == .white)
        for text in ["", "#", "1b6e53", "#1b6e5", "#1b6e533", "#1b6e5g", "#+1b6e5", "#-00001", "red", "#fff", "#１b6e53", "#1b6e5\u{301}", " #1b6e5"] {
            #expect(WebColor(text) == nil, "\(text)")
        }
    }

    @Test(
        "The contrast of two colours is that of WCAG 2.2",
        arguments: [
            // As https://webaim.org/resources/contrastchecker/ has them, rounded down to two places.
            ("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.47), ("#0000ff", "#ffffff", 8.59), ("#ff0000", "#ffffff", 3.99), ("#808080", "#000000", 5.31),
            ("#123456", "#123456", 1.0),
        ])
    func contrast(first: String, second: String, expected: Double) throws {
        let (first, second) = (try #require(WebColor(first)), try #require(WebColor(second)))
        #expect(abs(first.contrast(with: second) - expected) < 0.02 && first.contrast(with: second) == second.contrast(with: first))
    }

    @Test("What is written on any colour can be read: at least 4.5 to 1, as text has to have")
    func readable() throws {
        #expect(WebColor("#1b6e53")?.textColor == .white && WebColor("#ffe000")?.textColor == .black)
        var least = 21.0
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 5) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let color = try #require(WebColor("#" + [red, green, blue].map(twoDigits).joined()))
                    least = min(least, color.contrast(with: color.textColor))
                }
            }
        }
        #expect(least >= 4.5 && least < 4.7, "the least is \(least)")
    }

    private func twoDigits(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
}
