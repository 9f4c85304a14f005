import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryDesktop

@Suite("Arguments on the bus")
struct BusValueTests {
    private func returned(_ values: [BusValue]) throws -> [BusValue] {
        var call = BusCall.toBus("Test")
        call.arguments = values
        return try #require(call.message()).arguments
    }

    @Test(
        "What is written is read",
        arguments: [
            [], [.byte(255)], [.bool(true), .bool(false)], [.int32(.min), .uint32(.max)], [.string(""), .string("ü👩‍👩‍👧\n")],
            [.strings([])],
            [.strings(["a", "", "ü"])], [.dictionary([:])],
            [.dictionary(["a": .byte(1), "b": .string("c"), "d": .strings(["e"]), "f": .dictionary(["g": .bool(true)])]), .int32(-1)],
        ] as [[BusValue]])
    func roundTrip(_ values: [BusValue]) throws {
        #expect(try returned(values) == values)
    }

    @Test("NUL, which no string on the bus can hold, is left out")
    func nul() throws {
        #expect(try returned([.string("a\0b"), .strings(["\0"])]) == [.string("ab"), .strings([""])])
    }

    @Test("A value of another type can't be written, and takes the message with it")
    func other() {
        var call = BusCall.toBus("Test")
        call.arguments = [.dictionary(["a": .other])]
        #expect(call.message() == nil)
    }

    @Test("Random values come back")
    func random() throws {
        var generator = SeededGenerator(seed: .seed())
        for _ in 1...200 {
            let values = (0..<Int.random(in: 0...6, using: &generator)).map { _ in BusValue.random(depth: 2, using: &generator) }
            #expect(try returned(values) == values)
        }
    }
}

extension BusValue {
    fileprivate static func random(depth: Int, using generator: inout SeededGenerator) -> BusValue {
        func text() -> String {
            String(
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                    ["a", "é", "👩‍👩‍👧", " ", "\n", "\u{202E}"].randomElement(using: &generator) ?? "b"
                })
        }
        return switch Int.random(in: 0...(depth == 0 ? 5 : 6), using: &generator) {
        case 0: .byte(.random(in: .min ... .max, using: &generator))
        case 1: .bool(.random(using: &generator))
        case 2: .int32(.random(in: .min ... .max, using: &generator))
        case 3: .uint32(.random(in: .min ... .max, using: &generator))
        case 4: .string(text())
        case 5: .strings((0..<Int.random(in: 0...3, using: &generator)).map { _ in text() })
        default:
            .dictionary(
                Dictionary(
                    (0..<Int.random(in: 0...3, using: &generator)).map { _ in (text(), random(depth: depth - 1, using: &generator)) }
                ) { $1 })
        }
    }
}
