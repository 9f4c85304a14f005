import Foundation

/// Bytes as text that a URL and a header can carry: RFC 4648, section 5, without padding.
///
/// Works on bytes: every message to a browser goes through it three times.
enum Base64URL {
    private static let padding = UInt8(ascii: "=")

    static func text(of bytes: some DataProtocol) -> String {
        let plain = Data(bytes).base64EncodedData().lazy.filter { $0 != padding }.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Nil where it isn't base64url. Padding is passed over: some write it.
    static func data(of text: String) -> Data? {
        let bare = text.utf8.prefix { $0 != padding }
        guard text.utf8.count - bare.count <= 2, text.utf8.dropFirst(bare.count).allSatisfy({ $0 == padding }) else { return nil }
        var plain = [UInt8]()
        plain.reserveCapacity(bare.count + 3)
        for byte in bare {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
            case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
            default: plain.append(byte)
            }
        }
        plain += [UInt8](repeating: padding, count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: Data(plain))
    }
}
