import BelfryPhrases
import Testing

@testable import BelfryDashboard

@Suite("Numbers in HTML")
struct HTMLNumbersTests {
    @Test("They have at most one decimal", arguments: [(430, "430"), (61.54, "61.5"), (-0.04, "0"), (1e300, "1e+300"), (.nan, "nan")])
    func numbers(number: Double, text: String) {
        let html: HTML = "\(number) \(7)"
        #expect(html.text == text + " 7")
    }
}
