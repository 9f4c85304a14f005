import BelfryModel
import BelfryTesting
import Testing

@Suite("A transmission")
struct TransmissionTests {
    @Test("Its name is a UUID of version 8 in lower case, the same every time, another for another delivery or address")
    func name() {
        let name = TransmissionID(delivery: .example(1), address: AddressID(literal: "device-1"))
        #expect(name.text == "cdd108df-3621-8cd2-a1de-e9f074dd74ee", "a version that names it otherwise would tell people twice")
        let characters = Array(name.text)
        #expect(characters.count == 36 && characters[14] == "8" && "89ab".contains(characters[19]))
        #expect(characters.indices.filter { characters[$0] == "-" } == [8, 13, 18, 23])
        #expect(name.text.allSatisfy { $0 == "-" || $0.isHexDigit && !$0.isUppercase })
        #expect(name == TransmissionID(delivery: .example(1), address: AddressID(literal: "device-1")))
        #expect(name != TransmissionID(delivery: .example(2), address: AddressID(literal: "device-1")))
        #expect(name != TransmissionID(delivery: .example(1), address: AddressID(literal: "device-2")))
    }

    @Test("A status goes forward only: what was read was delivered, and what failed may have arrived after all")
    func order() {
        let order: [Transmission.Status] = [.pending, .ambiguous, .accepted, .sent, .failed, .delivered, .read]
        #expect(Set(order) == Set(Transmission.Status.allCases))
        for (index, status) in order.enumerated() {
            for (other, present) in order.enumerated() { #expect(status.follows(present) == (index > other)) }
        }
    }
}
