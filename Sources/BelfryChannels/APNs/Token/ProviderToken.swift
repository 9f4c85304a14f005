import BelfryTime
import Crypto
import Foundation

/// What a server signs in with at Apple: a JSON Web Token that is good for an hour.
///
/// Source: Apple, "Establishing a token-based connection to APNs"; RFC 7519; RFC 7518, section 3.4.
public struct ProviderToken: Hashable, Sendable {
    public let text: String
    public let issuedAt: Instant
    /// Whether it was made because Apple refused the one before.
    public let isReplacement: Bool

    public init(text: String, issuedAt: Instant, isReplacement: Bool) {
        self.text = text
        self.issuedAt = issuedAt
        self.isReplacement = isReplacement
    }
}

/// It lets whoever has it send: it shows itself nowhere.
extension ProviderToken: CustomStringConvertible {
    public var description: String { "ProviderToken" }
}

/// Makes provider tokens with one key.
struct TokenSigner: Sendable {
    private let key: P256.Signing.PrivateKey
    private let keyID: String
    private let teamID: String
    /// Tells this key from every other, also from one of the same identifier; no secret.
    let name: String

    /// - Throws: ``AuthorizationFailure`` where the key can't be read or is none.
    init(_ settings: APNsSettings) throws(AuthorizationFailure) {
        guard let text = try? settings.key.text() else {
            throw AuthorizationFailure("apns_key_unreadable: the key of the push service can't be read")
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else {
            throw AuthorizationFailure("apns_key_invalid: the key of the push service is no private key on the curve P-256 in PEM")
        }
        self.key = key
        keyID = settings.keyID
        teamID = settings.teamID
        let print = SHA256.hash(data: key.publicKey.rawRepresentation).prefix(8).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        name = "\(teamID)/\(keyID)/\(print.joined())"
    }

    /// `iat` is a number of seconds: Apple reads no other form.
    func token(at moment: Instant, isReplacement: Bool) throws(AuthorizationFailure) -> ProviderToken {
        let header = Base64URL.text(of: Array(#"{"alg":"ES256","kid":\#(JSONText.quoted(keyID))}"#.utf8))
        let claims = Base64URL.text(of: Array(#"{"iss":\#(JSONText.quoted(teamID)),"iat":\#(moment.secondsSinceEpoch)}"#.utf8))
        let signed = "\(header).\(claims)"
        guard let signature = try? key.signature(for: Array(signed.utf8)) else {
            throw AuthorizationFailure("apns_signing_failed: the key of the push service could not sign")
        }
        return ProviderToken(text: "\(signed).\(Base64URL.text(of: signature.rawRepresentation))", issuedAt: moment, isReplacement: isReplacement)
    }
}
