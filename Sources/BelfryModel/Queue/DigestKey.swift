import BelfryTime

/// By which an app has several of its notifications to one person over one channel told as one.
///
/// Text of 1 to 128 bytes without control characters, and without spaces at its ends. Each app has keys of its own.
public struct DigestKey: Hashable, Sendable {
    public let text: String

    public static let byteCountMax = 128

    /// Nil where it is empty, longer than 128 bytes in UTF-8, or has control characters, or spaces at its ends.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.byteCountMax, Identifier<DigestKey>(text) != nil else { return nil }
        self.text = text
    }

    /// Byte by byte, as stores compare them.
    public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// As a delivery has it. What evaluations find is grouped under the name of a delivery, which never begins so.
    public var groupKey: String { Self.prefix + text }

    fileprivate static let prefix = "digest:"
}

extension DigestKey: LosslessStringConvertible {
    public var description: String { text }
}

extension DigestKey: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(DigestKey.init, as: "1 to \(DigestKey.byteCountMax) bytes without control characters, and without spaces at the ends")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(text)
    }
}

extension Delivery {
    /// Whether it is told together with others because an app said so.
    public var isOfDigest: Bool { groupKey?.utf8.starts(with: DigestKey.prefix.utf8) ?? false }

    /// Whether an evaluation queued it: then its recipient must be entitled to hear of the member, still.
    public var isOfEvaluation: Bool { groupKey != nil && !isOfDigest }

    /// Whether its recipient has to be entitled to be told of its member: what an evaluation found of somebody else.
    public var needsEntitlement: Bool { isOfEvaluation && recipient != member }
}
