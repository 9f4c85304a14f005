import AsyncHTTPClient
import NIOCore

/// A stream of server-sent events, read as it comes (WHATWG HTML, section 9.2).
struct ServerSentEvents {
    struct Event: Equatable {
        var name = ""
        var id = ""
        var data = ""
    }

    private var parts: HTTPClientResponse.Body.AsyncIterator
    private var text = ""

    init(_ response: HTTPClientResponse) {
        parts = response.body.makeAsyncIterator()
    }

    /// The next event; what only keeps the connection alive is passed over. Nil where the server has ended the stream.
    mutating func next() async throws -> Event? {
        while true {
            while let end = text.firstRange(of: "\n\n") {
                let block = text[..<end.lowerBound]
                text = String(text[end.upperBound...])
                if let event = Self.event(in: block) { return event }
            }
            guard let part = try await parts.next() else { return nil }
            text += String(buffer: part)
        }
    }

    private static func event(in block: Substring) -> Event? {
        var event = Event()
        for line in block.split(separator: "\n") {
            let value = String(line.drop { $0 != ":" }.dropFirst(2))
            switch line.prefix(while: { $0 != ":" }) {
            case "event": event.name = value
            case "id": event.id = value
            case "data": event.data += value
            default: break
            }
        }
        return event.name.isEmpty ? nil : event
    }
}
