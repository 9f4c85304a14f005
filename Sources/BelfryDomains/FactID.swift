import BelfryModel
import BelfryTime

/// Names one thing of a tenant: a bill, a word, something in the pantry.
///
/// Text of 1 to 80 bytes without `|` and control characters, so that every identifier made of it is a valid ``RequestID``. `*` alone is no thing's:
/// it stands in an identifier for all of them, as in that of the weekly digest of bills.
public struct FactID: Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
    public let text: String

    public init?(_ text: String) {
        guard (1...FactID.byteCountMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "|") }), text != FactID.all
        else { return nil }
        self.text = text
    }

    public static let byteCountMax = 80
    static let all = "*"

    public var description: String { text }
}

extension FactID: Decodable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText(
            FactID.init, as: "an identifier of 1 to \(FactID.byteCountMax) bytes without “|” and control characters, and not “\(FactID.all)”")
    }
}
