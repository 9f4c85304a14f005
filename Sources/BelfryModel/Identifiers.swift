import BelfryTime

// BelfryModel: the words that more than one room speaks. Values only: nothing here decides, stores or sends.

/// Names one thing of a kind, so that a member's identifier can't be handed over where an alert's is asked for.
///
/// Opaque text of 1 to 128 bytes without control characters, and without spaces at its ends: a UUID, a number or a name.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible, LosslessStringConvertible {
    public let text: String

    /// Nil where the text is empty, longer than 128 bytes in UTF-8, or has control characters, or spaces at its ends.
    public init?(_ text: String) {
        guard (1...128).contains(text.utf8.count), Self.isPlain(text) || Self.isAllowed(text) else { return nil }
        self.text = text
    }

    /// Whether it is of visible characters of ASCII alone, as most are.
    private static func isPlain(_ text: String) -> Bool {
        let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.reduce(UInt8(0)) { $0 | ($1 &- 0x21 < 0x5E ? 0 : 1) } == 0
        }
        return isPlain ?? false
    }

    private static func isAllowed(_ text: String) -> Bool {
        text.first != " " && text.last != " " && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    fileprivate init(known text: StaticString) { self.text = "\(text)" }

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
                in: container, debugDescription: "expected an identifier of 1 to 128 characters")
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

/// Whoever has notifications sent: an app, by the name of its key. Each has its fair share of every batch.
public enum App {}
public typealias AppID = Identifier<App>

extension AppID {
    /// Of whatever no app has asked for: what evaluations queue, and rows written by hand that name none.
    public static let house = AppID(known: "default")
}
