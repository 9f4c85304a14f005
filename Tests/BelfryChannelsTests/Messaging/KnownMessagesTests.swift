import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryChannels

@Suite("Whose a provider's messages are")
struct KnownMessagesTests {
    private let first = TransmissionID(literal: "transmission-1")
    private let second = TransmissionID(literal: "transmission-2")

    @Test("A message is whose it was first, however often it is asked for")
    func claimed() {
        let known = KnownMessages()
        let claims = [known.claim("SM1", for: first), known.claim("SM1", for: second), known.claim("SM1", for: first), known.claim("SM2", for: second)]
        #expect(claims == [true, false, true, true])
    }

    @Test("So many at least are remembered, and not many more")
    func bounded() {
        let known = KnownMessages(countMin: 3)
        for number in 1...6 { known.claim("SM\(number)", for: first) }
        #expect(!known.claim("SM4", for: second), "of the last three each is known")
        known.claim("SM7", for: first)
        #expect(known.claim("SM1", for: second), "the oldest are forgotten")
    }
}
