import Foundation

/// Values as lines of JSON (`application/x-ndjson`), some thousand bytes at a time, however many there are.
enum Lines {
    static let contentType = "application/x-ndjson"
    private static let pieceByteCount = 64 << 10

    /// A body whose values come once: what sends it can't be tried again by itself.
    static func body<Values: AsyncSequence & Sendable>(
        first: (any Encodable)? = nil, _ values: Values
    ) throws -> ClientRequest.Body where Values.Element: Encodable {
        let beginning = try first.map { try Call.encoder.encode($0) + [newline] } ?? Data()
        return .pieces { write in
            var piece = beginning
            let encoder = Call.encoder
            for try await value in values {
                piece.append(try encoder.encode(value))
                piece.append(newline)
                guard piece.count >= pieceByteCount else { continue }
                try await write(piece)
                piece.removeAll(keepingCapacity: true)
            }
            if !piece.isEmpty { try await write(piece) }
        }
    }

    private static var newline: UInt8 { UInt8(ascii: "\n") }

    /// The lines of an answer, as they come; what stands behind the last newline counts as one where it isn't empty.
    static func read(_ body: AsyncThrowingStream<Data, any Error>, _ each: (Data) async throws -> Void) async throws {
        var rest = Data()
        for try await piece in body {
            rest.append(piece)
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: newline) {
                if start < end { try await each(Data(rest[start..<end])) }
                start = rest.index(after: end)
            }
            rest = Data(rest[start...])
        }
        if !rest.isEmpty { try await each(rest) }
    }
}
