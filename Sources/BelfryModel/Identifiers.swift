import BelfryTime

// BelfryModel: the words that more than one room speaks. Values only: nothing here decides, stores or sends.

/// Names one thing of a kind, so that a member's identifier can't be handed over where an alert's is asked for.
///
/// Opaque text of 1 to 128 bytes without spaces: whoever made it may use a UUID, a number or a word.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible, LosslessStringConvertible {
    public let text: String

    /// Nil where the text is empty, longer than 128 bytes in UTF-8, or has spaces or control characters.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 128, text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return nil }
        self.text = text
    }

    public var description: String { text }

    public static func < (left: Self, right: Self) -> Bool {
        left.text < right.text
    }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identifier = Identifier(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected an identifier of 1 to 128 characters without spaces")
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// A person: a recipient, or the member whom a notification is about.
public enum User {}
public typealias UserID = Identifier<User>

public enum Family {}
public typealias FamilyID = Identifier<Family>

public typealias AlertID = Identifier<Alert>
public typealias DeliveryID = Identifier<Delivery>
