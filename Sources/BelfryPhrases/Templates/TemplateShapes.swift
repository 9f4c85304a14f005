import Mustache
import Synchronization

/// The texts of a template with room for its facts: one for each way in which they can be there or not.
///
/// What the library writes depends on which facts are given, and in which form; their own texts stand in it as they are. So it is
/// asked once for each shape, with marks in place of the texts, and from then on only these are put in.
final class TemplateShapes: Sendable {
    private let known = Mutex<[[RenderedFact.Shape]: [Piece]]>([:])
    /// Whether the template's own text has a character that would be taken for a mark.
    private let hasMark: Bool

    private enum Piece: Sendable {
        case literal(String)
        case text(fact: Int)
        case size(fact: Int)
    }

    /// As long as most sentences come to.
    private static let usualByteCount = 120

    /// Far more than people write; a template of many facts and forms could have any number.
    private static let countMax = 256

    /// - Parameter text: of the template.
    init(of text: String) {
        hasMark = text.unicodeScalars.contains { Mark.range.contains($0.value) }
    }

    /// - Parameters:
    ///   - facts: always in the same order.
    ///   - write: has the library write the template with other facts in their places.
    func text(with facts: [RenderedFact?], write: ([RenderedFact?]) -> String) -> String {
        guard !hasMark else { return write(facts) }
        let shape = facts.map { $0?.shape ?? .missing }
        let pieces = known.withLock { $0[shape] } ?? learn(shape, from: write(facts.indices.map { facts[$0]?.marked(Mark(fact: $0)) }))
        var text = ""
        text.reserveCapacity(Self.usualByteCount)
        for piece in pieces {
            switch piece {
            case .literal(let literal): text.append(rest: literal[...])
            case .text(let fact): text += facts[fact]?.renderText ?? ""
            case .size(let fact): text += facts[fact]?.size ?? ""
            }
        }
        return text
    }

    private func learn(_ shape: [RenderedFact.Shape], from marked: String) -> [Piece] {
        var pieces: [Piece] = []
        var literal = String.UnicodeScalarView()
        func end() {
            if !literal.isEmpty { pieces.append(.literal(String(literal))) }
            literal = String.UnicodeScalarView()
        }
        for scalar in marked.unicodeScalars {
            guard Mark.range.contains(scalar.value) else {
                literal.append(scalar)
                continue
            }
            end()
            let (fact, isSize) = Mark.meaning(of: scalar)
            pieces.append(isSize ? .size(fact: fact) : .text(fact: fact))
        }
        end()
        known.withLock { known in
            if known.count >= Self.countMax { known = [:] }
            known[shape] = pieces
        }
        return pieces
    }
}

/// Two characters of the private use area (Unicode, chapter 23.5) that stand for a fact's text and for its size.
struct Mark {
    let text: String
    let size: String

    static let range: ClosedRange<UInt32> = 0xE000...0xF8FF

    init(fact: Int) {
        func character(_ number: Int) -> String { Unicode.Scalar(Self.range.lowerBound + UInt32(number)).map { String($0) } ?? "" }
        text = character(fact * 2)
        size = character(fact * 2 + 1)
    }

    static func meaning(of scalar: Unicode.Scalar) -> (fact: Int, isSize: Bool) {
        let number = Int(scalar.value - range.lowerBound)
        return (number / 2, number % 2 == 1)
    }
}
