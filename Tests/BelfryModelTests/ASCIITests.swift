import BelfryModel
import Testing

@Suite("ASCII")
struct ASCIITests {
    @Test("Of all bytes the digits and the letters of both cases are letters or digits, and no others")
    func lettersAndDigits() {
        let found = (UInt8.min...UInt8.max).filter { $0.isASCIILetterOrDigit }
        #expect(String(decoding: found, as: UTF8.self) == "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    }
}
