import Foundation

/// Reads server-sent events out of bytes as they come (WHATWG HTML, section 9.2).
struct ServerSentEvents {
    struct Event: Equatable {
        var name = "message"
        var data = ""
    }

    /// What a client that connects again shows as `Last-Event-ID`; nil before the first.
    private(set) var lastID: String?

    private var line = Data()
    private var endsWithReturn = false
    private var name = ""
    private var data: [String] = []

    /// A line that doesn't end would fill the memory; no event of a server is nearly as long.
    static let lineByteCountMax = 1 << 20

    /// The events that are whole with these bytes.
    ///
    /// - Throws: ``BelfryError`` where a line doesn't end.
    mutating func read(_ bytes: Data) throws -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            // A line ends with CR, LF or both.
            let isSecondHalf = endsWithReturn && byte == UInt8(ascii: "\n")
            endsWithReturn = byte == UInt8(ascii: "\r")
            if isSecondHalf { continue }
            guard byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
                if let event = endLine() { events.append(event) }
                continue
            }
            line.append(byte)
            guard line.count <= Self.lineByteCountMax else { throw BelfryError(.unreadableAnswer, "A line of the server's events doesn't end.") }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        guard !text.isEmpty else { return endEvent() }
        let field = text.prefix { $0 != ":" }
        var value = text.dropFirst(field.count + 1)
        if value.first == " " { value = value.dropFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data.append(String(value))
        case "id" where !value.contains("\0"): lastID = String(value)
        // A comment has no name, and what else there is says nothing to us.
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer { (name, data) = ("", []) }
        guard !data.isEmpty else { return nil }
        return Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
    }
}
