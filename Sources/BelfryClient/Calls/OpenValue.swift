/// One of a list that may grow: a value that this version knows, or the text of one that came later.
///
/// Compare it with what you know, and let pass what you don't: `delivery.status == .sent`.
public struct OpenValue<Known: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
    /// As the server writes it.
    public let text: String

    public init(text: String) { self.text = text }
    public init(_ known: Known) { text = known.rawValue }

    /// Nil of one that this version doesn't know.
    public var known: Known? { Known(rawValue: text) }
}

extension OpenValue: CustomStringConvertible {
    public var description: String { text }
}

extension OpenValue: Codable {
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

public func == <Known>(left: OpenValue<Known>?, right: Known) -> Bool { left?.text == right.rawValue }
public func != <Known>(left: OpenValue<Known>?, right: Known) -> Bool { left?.text != right.rawValue }
