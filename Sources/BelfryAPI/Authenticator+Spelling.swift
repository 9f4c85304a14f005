import Foundation

// A token is known by its text, so it has one spelling.
extension Authenticator {
    /// Whether a token's signature is spelled as RFC 7515, section 2 has it: base64url without padding, and no bit set beyond its 32 bytes.
    ///
    /// Decoders take other spellings too. A token that was used or ended is known by the hash of its text, and everything else in it is signed as
    /// it stands; so with a second spelling of its signature it would count again.
    static func isSignatureProper(in token: String) -> Bool {
        guard let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let letters = token.utf8[dot...].dropFirst()
        let values = letters.compactMap(base64URLValue)
        // 43 letters of six bits are two bits more than 32 bytes.
        return letters.count == 43 && values.count == 43 && values[42] & 0b11 == 0
    }

    /// The six bits that a letter stands for (RFC 4648, section 5).
    private static func base64URLValue(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

/// What a part of a token stands for (RFC 7515, section 2); nil where it is no base64url.
func base64URLDecoded(_ part: Substring) -> Data? {
    let text = String(part).replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
}
