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

/// Recipients, one a line: an identifier as it is, or as JSON: text, or an object with `user_id`. Empty lines are passed over.
public struct RecipientLines<Pieces: AsyncSequence>: AsyncSequence, AsyncIteratorProtocol where Pieces.Element: Collection<UInt8> {
    public typealias Element = UserID

    private var lines: TextLines<Pieces>

    public init(of lines: TextLines<Pieces>) { self.lines = lines }

    public func makeAsyncIterator() -> Self { self }

    /// - Throws: `Problem.malformedLine`
    public mutating func next() async throws -> UserID? {
        while let line = try await lines.next() {
            // Where lines end as Windows ends them, a carriage return is left.
            let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { continue }
            guard let recipient = Self.recipient(text) else {
                throw Problem.malformedLine(number: lines.number, expected: "the identifier of a person")
            }
            return recipient
        }
        return nil
    }

    private struct Named: Decodable {
        let user: UserID

        enum CodingKeys: String, CodingKey {
            case user = "user_id"
        }
    }

    private static func recipient(_ text: String) -> UserID? {
        switch text.first {
        case "{": try? JSONDecoder().decode(Named.self, from: Data(text.utf8)).user
        case "\"": try? JSONDecoder().decode(UserID.self, from: Data(text.utf8))
        default: UserID(text)
        }
    }
}
