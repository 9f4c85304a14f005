import BelfryTime

// BelfryModel: the words that more than one room speaks. Values only: nothing here decides, stores or sends.

/// Names one thing of a kind, so that a member's identifier can't be handed over where an alert's is asked for.
///
/// Opaque text of 1 to 128 bytes without control characters, and without spaces at its ends: a UUID, a number or a name. Only the same bytes are
/// the same identifier.
public struct Identifier<Subject>: Hashable, Comparable, Sendable, CustomStringConvertible, LosslessStringConvertible {
    public let text: String

    /// Nil where the text is empty, longer than 128 bytes in UTF-8, or has control characters, or spaces at its ends.
    public init?(_ text: String) {
        var text = text
        guard text.withUTF8(Self.isAllowed) else { return nil }
        self.text = text
    }

    private static func isAllowed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.first != space, bytes.last != space, (1...byteCountMax).contains(bytes.count) else { return false }
        var previous: UInt8 = 0
        for byte in bytes {
            // The controls from U+0080 to U+009F begin with C2.
            guard byte >= space, byte != 0x7F, previous != 0xC2 || byte >= 0xA0 else { return false }
            previous = byte
        }
        return true
    }

    /// This one with a number behind it, from 0; nil where that would be too long.
    ///
    /// Written in one piece, digit by digit: each delivery of a broadcast has its name from here.
    public func followed(by number: Int) -> Self? {
        var (beginning, rest, digitCount) = (text, number, 1)
        while rest > 9 { (rest, digitCount) = (rest / 10, digitCount + 1) }
        let count = beginning.utf8.count + digitCount
        guard number >= 0, count <= Self.byteCountMax else { return nil }
        let text = String(unsafeUninitializedCapacity: count) { bytes in
            beginning.withUTF8 { _ = bytes.initialize(from: $0) }
            rest = number
            for place in (count - digitCount..<count).reversed() {
                bytes.initializeElement(at: place, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            return count
        }
        return Self(checked: text)
    }

    public static var byteCountMax: Int { 128 }
    private static var space: UInt8 { UInt8(ascii: " ") }

    private init(checked text: String) { self.text = text }

    fileprivate init(known text: StaticString) { self.text = "\(text)" }

    public var description: String { text }

    /// Byte by byte, as stores compare them: an “é” that is written in one piece and one in two look alike, and name different things.
    public static func == (left: Self, right: Self) -> Bool { IdentifierText.isSame(left.text, right.text) }

    public static func < (left: Self, right: Self) -> Bool { IdentifierText.precedes(left.text, right.text) }
}

/// Compares what identifiers of all kinds are made of: within one kind, which kind it is would be looked up for each comparison.
private enum IdentifierText {
    static func isSame(_ left: String, _ right: String) -> Bool {
        withBytes(of: left) { own in withBytes(of: right) { isSame(UnsafeRawBufferPointer(own), UnsafeRawBufferPointer($0)) } }
    }

    /// Eight bytes at a time: identifiers are compared far more often than anything else is done to them.
    private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        var place = 0
        while place + 8 <= left.count {
            guard left.loadUnaligned(fromByteOffset: place, as: UInt64.self) == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else { return false }
            place += 8
        }
        while place < left.count {
            guard left[place] == right[place] else { return false }
            place += 1
        }
        return true
    }

    static func precedes(_ left: String, _ right: String) -> Bool {
        withBytes(of: left) { own in withBytes(of: right) { own.lexicographicallyPrecedes($0) } }
    }

    private static func withBytes(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        var text = text
        return text.withUTF8(body)
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

extension UserID {
    /// Stands where somebody was who was erased, in lists whose places count and in what a worker has in hand. Nobody is told anything by it.
    public static let erased = UserID(known: "(erased)")
}

/// People who belong together, and may be told of each other as they consent.
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
