/// Where somebody is told in Matrix, as it is named there: a room by its identifier, `!…`, or by an alias, `#family:example.org`; or a person,
/// `@ana:example.org`, who is told in a room of the two.
///
/// Source: https://spec.matrix.org/v1.15/appendices/#identifier-grammar
public struct MatrixPlace: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case room, alias, person
    }

    public let text: String
    public let kind: Kind
    /// In small letters; nil of a room whose identifier names none, as those of room version 12 (https://spec.matrix.org/v1.16/rooms/v12/#room-ids).
    public let server: String?

    public static let byteCountMax = 255

    /// Nil where it names nothing in Matrix. Of an alias more is allowed by Matrix than here: letters and digits of every script, and signs of ASCII.
    public init?(_ text: String) {
        guard (2...Self.byteCountMax).contains(text.utf8.count) else { return nil }
        let parts = text.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let local = parts.first, !local.isEmpty else { return nil }
        let kind: Kind
        switch text.first {
        case "!": kind = .room
        case "#": kind = .alias
        case "@": kind = .person
        default: return nil
        }
        self.kind = kind
        guard local.allSatisfy({ Self.isVisibleASCII($0) || (kind == .alias && ($0.isLetter || $0.isNumber)) }) else { return nil }
        guard parts.count == 2 else {
            guard kind == .room else { return nil }
            self.text = text
            server = nil
            return
        }
        guard Self.isServer(parts[1]) else { return nil }
        self.text = text
        server = parts[1].lowercased()
    }

    /// Whether a text is a server's name: a host, perhaps with a port.
    public static func isServer(_ text: some StringProtocol) -> Bool {
        (1...230).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-.:[]".utf8.contains($0) }
    }

    private static func isVisibleASCII(_ character: Character) -> Bool {
        character.asciiValue.map { (0x21...0x7E).contains($0) } ?? false
    }
}

/// Personal, as every address.
extension MatrixPlace: CustomStringConvertible {
    public var description: String { "MatrixPlace" }
}
