import BelfryModel
import Foundation

/// The lines of a text that comes in pieces; no more of it is in memory than a piece and a line.
public struct TextLines<Pieces: AsyncSequence>: AsyncSequence, AsyncIteratorProtocol where Pieces.Element: Collection<UInt8> {
    public typealias Element = [UInt8]

    private var pieces: Pieces.AsyncIterator
    private var read: [UInt8] = []
    private var position = 0
    private var hasEnded = false
    /// Of the line that was read last, or can't be; counted from 1.
    public private(set) var number = 0

    public static var byteCountMax: Int { 64 * 1024 }

    public init(of pieces: Pieces) {
        self.pieces = pieces.makeAsyncIterator()
    }

    public func makeAsyncIterator() -> Self { self }

    /// Nil after the last.
    ///
    /// - Throws: `Problem.malformedLine` for one that is longer than ``byteCountMax``.
    public mutating func next() async throws -> [UInt8]? {
        number += 1
        while true {
            if let end = read[position...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                return Array(read[position..<end])
            }
            guard read.count - position <= Self.byteCountMax else { throw Problem.malformedLine(number: number, expected: "a line of at most 64 KiB") }
            guard !hasEnded else { return nil }
            read.removeSubrange(..<position)
            position = 0
            if let piece = try await pieces.next() {
                read.append(contentsOf: piece)
            } else {
                hasEnded = true
                if !read.isEmpty, read.last != UInt8(ascii: "\n") { read.append(UInt8(ascii: "\n")) }
            }
        }
    }
}

/// A recipient as an order names them: by their identifier, or as an object with `user_id` and, where the words are personalised, `values`.
public struct NamedRecipient: Decodable, Sendable {
    let user: UserID
    /// Nil where none are given.
    let values: PersonalValues?

    private enum CodingKeys: String, CodingKey {
        case values
        case user = "user_id"
    }

    /// - Throws: `DecodingError` or ``Problem`` that names the field.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            user = try UserID(from: decoder)
            values = nil
            return
        }
        user = try container.decode(UserID.self, forKey: .user)
        values = try container.decodeIfPresent(PersonalValues.Given.self, forKey: .values)?.values
    }

    public init(_ user: UserID) {
        self.user = user
        values = nil
    }
}

/// A recipient of an order, and where in it they stand.
public struct BroadcastRecipient: Sendable {
    let named: NamedRecipient
    let place: Place

    enum Place: Hashable, Sendable {
        /// Counted from 1.
        case line(Int)
        /// Of the list, from 0.
        case item(Int)
        /// Among others whom nobody named there, as everybody who is known.
        case anywhere
    }

    /// - Parameter index: where they stand in the list, from 0.
    public init(_ named: NamedRecipient, at index: Int) { self.init(named, .item(index)) }

    init(_ named: NamedRecipient, _ place: Place) {
        self.named = named
        self.place = place
    }

    /// Says what can't be used of what they have of their own.
    func refused(expected: String) -> Problem {
        switch place {
        case .line(let number): .malformedLine(number: number, expected: expected)
        case .item(let index): .wrongType(field: "recipients[\(index)].values", expected: expected)
        case .anywhere: .wrongType(field: Personalisation.CodingKeys.defaults.rawValue, expected: expected)
        }
    }
}

/// Recipients, one a line: an identifier as it is, or as JSON: text, or an object with `user_id` and perhaps `values`. Empty lines are passed over.
public struct RecipientLines<Pieces: AsyncSequence>: AsyncSequence, AsyncIteratorProtocol where Pieces.Element: Collection<UInt8> {
    public typealias Element = BroadcastRecipient

    private var lines: TextLines<Pieces>

    public init(of lines: TextLines<Pieces>) { self.lines = lines }

    public func makeAsyncIterator() -> Self { self }

    /// - Throws: `Problem.malformedLine`
    public mutating func next() async throws -> BroadcastRecipient? {
        while let line = try await lines.next() {
            // Before the first stands U+FEFF, where a program of Windows has written the file.
            let isMarked = lines.number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF])
            guard let said = String(validating: line.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
                throw Problem.malformedLine(number: lines.number, expected: "text in UTF-8")
            }
            // Where lines end as Windows ends them, a carriage return is left.
            let text = said.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { continue }
            return BroadcastRecipient(try Self.recipient(text, number: lines.number), .line(lines.number))
        }
        return nil
    }

    private static func recipient(_ text: String, number: Int) throws(Problem) -> NamedRecipient {
        do {
            if text.hasPrefix("{") || text.hasPrefix("\"") { return try JSONDecoder().decode(NamedRecipient.self, from: Data(text.utf8)) }
            if let user = UserID(text) { return NamedRecipient(user) }
        } catch Problem.wrongType(let field, let expected) {
            throw .malformedLine(number: number, expected: "\(expected) as \(field)")
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.first?.stringValue == "values" {
            throw .malformedLine(number: number, expected: "an object as values")
        } catch {
            // Told below.
        }
        throw .malformedLine(number: number, expected: "the identifier of a person")
    }
}
