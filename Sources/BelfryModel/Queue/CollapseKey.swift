import BelfryTime

/// By which an app's later notification takes the place of an earlier one that the same person still has before them: "door closed" of "door open".
///
/// Text of 1 to 64 bytes without control characters, and without spaces at its ends. Each app has keys of its own.
public struct CollapseKey: Hashable, Sendable {
    public let text: String

    /// As many as Apple takes of an `apns-collapse-id`.
    public static let byteCountMax = 64

    /// Nil where it is empty, longer than 64 bytes in UTF-8, or has control characters, or spaces at its ends.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.byteCountMax, Identifier<CollapseKey>(text) != nil else { return nil }
        self.text = text
    }

    /// Byte by byte, as stores compare them.
    public static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    /// The same for no two apps or keys. How long the app's name is stands before it: a key may have whatever stands between.
    public func collapseID(of app: AppID) -> String { "\(app.text.utf8.count):\(app.text):\(text)" }
}

extension CollapseKey: LosslessStringConvertible {
    public var description: String { text }
}

extension CollapseKey: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(CollapseKey.init, as: "1 to \(CollapseKey.byteCountMax) bytes without control characters, and without spaces at the ends")
    }

    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(text)
    }
}
