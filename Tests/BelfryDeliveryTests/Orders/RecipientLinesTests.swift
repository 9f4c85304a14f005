import BelfryModel
import Testing

@testable import BelfryDelivery

@Suite("Reading recipients, one a line")
struct RecipientLinesTests {
    /// As they come in pieces of three bytes.
    private func read(_ bytes: [UInt8]) async throws -> [UserID] {
        let pieces = AsyncStream<[UInt8]> { continuation in
            for start in stride(from: 0, to: bytes.count, by: 3) { continuation.yield(Array(bytes[start..<min(start + 3, bytes.count)])) }
            continuation.finish()
        }
        var lines = RecipientLines(of: TextLines(of: pieces))
        var users: [UserID] = []
        while let next = try await lines.next() { users.append(next.named.user) }
        return users
    }

    @Test("A mark at the beginning and the ends of Windows' lines are no part of whom they name")
    func marked() async throws {
        let users = try await read([0xEF, 0xBB, 0xBF] + Array("ana\r\n\r\n\"ben\"\r\n{\"user_id\": \"zoë\"}".utf8))
        #expect(users.map(\.text) == ["ana", "ben", "zoë"])
    }

    @Test("What isn't UTF-8 names nobody, and its line is told", arguments: [#"\#u{1}"#, #""\#u{1}""#, #"{"user_id": "\#u{1}"}"#])
    func notUTF8(line: String) async throws {
        let bytes = Array("ana\n".utf8) + line.utf8.map { $0 == 1 ? 0xFF : $0 }
        await #expect(throws: Problem.malformedLine(number: 2, expected: "text in UTF-8")) { _ = try await read(bytes) }
    }
}
