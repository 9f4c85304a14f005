import BelfryModel
import BelfryTesting
import Testing

@Suite("Numbers under bar codes")
struct GTINTests {
    private func gtin(_ digits: String) -> GTIN? { GTIN(digits: Array(digits.utf8)) }

    @Test(
        "A number in all its lengths is one number",
        arguments: [
            ("036000291452", ["0036000291452", "00036000291452", "36000291452"]), ("4006381333931", ["04006381333931"]),
            ("96385074", ["000096385074", "00000096385074"]), ("021130076628", ["21130076628"]),
        ])
    func lengths(number: String, others: [String]) throws {
        let expected = try #require(gtin(number))
        #expect(expected.description == number)
        for other in others { #expect(gtin(other) == expected, "\(other)") }
    }

    @Test(
        "What is no number is refused",
        arguments: ["036000291453", "0360002914", "1234567", "123456789012345", "00000000", "03600029145X", ""])
    func refused(_ text: String) {
        #expect(gtin(text) == nil)
    }

    @Test("A check digit is found, and any single wrong digit with it")
    func checkDigits() throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 0..<300 {
            let body = (0..<13).map { UInt8.random(in: ($0 == 0 ? 49 : 48)...57, using: &generator) }
            let whole = try #require(GTIN(withoutCheckDigit: body))
            var digits = Array(String(whole.number).utf8)
            #expect(GTIN(digits: digits) == whole)
            let place = Int.random(in: digits.indices, using: &generator)
            digits[place] = 48 + (digits[place] - 48 + UInt8.random(in: 1...9, using: &generator)) % 10
            #expect(GTIN(digits: digits) == nil)
        }
    }

    /// One for each rule of the last of the six digits: 0 to 2, 3, 4, and 5 to 9.
    @Test(
        "A UPC-E stands for the UPC-A whose zeros it leaves out",
        arguments: [
            ("04252614", "042100005264"), ("01234505", "012000003455"), ("01234531", "012300000451"), ("01234543", "012340000053"),
            ("01234565", "012345000065"),
        ])
    func upcE(short: String, long: String) throws {
        let expected = try #require(gtin(long))
        #expect(GTIN(upcE: Array(short.utf8)) == expected)
        #expect(GTIN.readings(of: Array(short.utf8)).contains(expected))
    }

    @Test("A UPC-E with a wrong check digit, or of another number system, is none", arguments: ["04252615", "24252614", "0425261"])
    func noUPCE(_ text: String) {
        #expect(GTIN(upcE: Array(text.utf8)) == nil)
    }

    @Test("A case shares its reference with what is in it, and says that it is a case")
    func packaging() throws {
        let unit = try #require(gtin("011110041623"))
        let box = try #require(gtin("10011110041620"))
        #expect(unit.itemReference == box.itemReference && unit != box)
        #expect(unit.packagingIndicator == 0 && box.packagingIndicator == 1)
    }

    @Test(
        "Numbers that a company gives out for itself are known",
        arguments: [
            ("00521482", true), ("20304492", true), ("96385074", false), ("256616000000", true), ("036000291452", false),
            ("4006381333931", false), ("2000000000008", true),
        ])
    func restricted(number: String, isRestricted: Bool) throws {
        let digits = Array(number.utf8)
        let gtin = try #require(GTIN(digits: digits) ?? GTIN(withoutCheckDigit: digits.dropLast()))
        #expect(gtin.isRestricted == isRestricted)
    }
}
