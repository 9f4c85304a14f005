import CryptoExtras
import Foundation

/// What a service account shows for an access token, read as Google's token endpoint reads it: RFC 7523, section 3.
enum Assertion {
    /// Why an assertion isn't taken; nil where it is.
    ///
    /// - Parameter now: in seconds since 1970.
    static func problem(in text: String, key: _RSA.Signing.PublicKey, now: Int64) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = object(parts[0]), let claims = object(parts[1]), let signature = data(parts[2]) else {
            return "Invalid assertion format."
        }
        guard header["alg"] as? String == "RS256", header["kid"] as? String == FCMSimulator.keyID else { return "Invalid key." }
        let isSigned = key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: Data("\(parts[0]).\(parts[1])".utf8), padding: .insecurePKCS1v1_5)
        guard isSigned else { return "Invalid JWT Signature." }
        guard claims["iss"] as? String == FCMSimulator.email else { return "Invalid grant: account not found" }
        guard claims["aud"] as? String == FCMSimulator.audience else { return "Invalid JWT: wrong audience." }
        // Google's own library writes the scopes with spaces between.
        guard (claims["scope"] as? String)?.split(separator: " ").contains(Substring(FCMSimulator.scope)) == true else {
            return "Invalid OAuth scope."
        }
        guard let iat = (claims["iat"] as? NSNumber)?.int64Value, let exp = (claims["exp"] as? NSNumber)?.int64Value, exp - iat <= 3600,
            iat <= now + 300, exp > now
        else { return "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe." }
        return nil
    }

    private static func object(_ part: String) -> [String: Any]? {
        data(part).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }

    private static func data(_ text: String) -> Data? {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
