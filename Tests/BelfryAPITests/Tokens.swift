import BelfryTesting
import Crypto
import Foundation

/// Tokens as somebody might make them (RFC 7515, section 3.1), good ones and bad.
enum Tokens {
    static func hs256(_ claims: JSON, secret: String = API.jwtSecret) -> String {
        signed(header: ["alg": "HS256", "typ": "JWT"], claims) {
            Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: Data(secret.utf8))))
        }
    }

    static func hs512(_ claims: JSON) -> String {
        signed(header: ["alg": "HS512", "typ": "JWT"], claims) {
            Data(HMAC<SHA512>.authenticationCode(for: $0, using: SymmetricKey(data: Data(API.jwtSecret.utf8))))
        }
    }

    /// With the algorithm `none` and no signature (RFC 7519, section 6.1).
    static func unsigned(_ claims: JSON) -> String {
        signed(header: ["alg": "none", "typ": "JWT"], claims) { _ in Data() }
    }

    /// The same signature in other spellings, which a lenient decoder reads alike: with bits beyond its last byte, padded, or in plain base64.
    static func respelled(_ token: String) -> [String] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        guard let last = token.last, let place = letters.firstIndex(of: last), let dot = token.lastIndex(of: ".") else { return [] }
        let plain = token[..<dot] + token[dot...].replacing("-", with: "+").replacing("_", with: "/")
        return (1...3).map { String(token.dropLast()) + String(letters[place | $0]) } + [token + "=", String(plain)].filter { $0 != token }
    }

    private static func signed(header: JSON, _ claims: JSON, by sign: (Data) -> Data) -> String {
        let text = "\(base64URL(Data(header.sent.utf8))).\(base64URL(Data(claims.sent.utf8)))"
        return "\(text).\(base64URL(sign(Data(text.utf8))))"
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
