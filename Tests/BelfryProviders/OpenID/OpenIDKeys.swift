import Crypto
import CryptoExtras
import Foundation

/// The keys of an identity provider, and what it signs by them.
struct OpenIDKeys: Sendable {
    private let rsa: _RSA.Signing.PrivateKey
    private let curve = P256.Signing.PrivateKey()
    /// Signs what is signed wrongly.
    private let strange = P256.Signing.PrivateKey()

    init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// RFC 7517, with keys that encrypt, which say so in either way, and one of a kind that nobody knows, as there are some.
    ///
    /// - Parameter isRotated: whether the key on a curve has come.
    func published(isRotated: Bool) throws -> String {
        let parts = try rsa.publicKey.getKeyPrimitives()
        let numbers = #""n": "\#(base64URL(parts.modulus))", "e": "\#(base64URL(parts.publicExponent))""#
        let point = curve.publicKey.rawRepresentation
        let second = #"""
            , {"kty": "EC", "use": "sig", "alg": "ES256", "kid": "second", "crv": "P-256", "x": "\#(base64URL(point.prefix(32)))",
            "y": "\#(base64URL(point.suffix(32)))"}
            """#
        return #"""
            {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "first", \#(numbers)},
            {"kty": "RSA", "use": "enc", "alg": "RSA-OAEP", "kid": "for-secrets", \#(numbers)},
            {"kty": "RSA", "key_ops": ["encrypt"], "kid": "for-keys", \#(numbers)}, {"kty": "LATTICE", "kid": "to-come"}\#(isRotated ? second : "")]}
            """#
    }

    func token(_ claims: String, _ signature: OpenIDFaults.Signature, isRotated: Bool) throws -> String {
        func header(_ algorithm: String, _ name: String, _ more: String = "") -> String {
            let kid = signature == .nameless ? "" : #""kid":"\#(name)","#
            return #"{"alg":"\#(algorithm)",\#(kid)"typ":"JWT"\#(more)}"#
        }
        func text(_ header: String) -> Data { Data("\(base64URL(Data(header.utf8))).\(base64URL(Data(claims.utf8)))".utf8) }
        func signed(_ header: String, by sign: (Data) throws -> Data) rethrows -> String {
            let text = text(header)
            return "\(String(decoding: text, as: UTF8.self)).\(base64URL(try sign(text)))"
        }
        let more =
            switch signature {
            case .critical: #","crit":["b64"],"b64":true"#
            case .vast: #","number":1e300"#
            default: ""
            }
        switch signature {
        case .none: return signed(#"{"alg":"none","typ":"JWT"}"#) { _ in Data() }
        case .publicKeyAsSecret:
            let secret = SymmetricKey(data: Data(rsa.publicKey.pemRepresentation.utf8))
            return signed(header("HS256", "first")) { Data(HMAC<SHA256>.authenticationCode(for: $0, using: secret)) }
        case .strangeKey(let name): return try signed(header("ES256", name)) { try strange.signature(for: $0).rawRepresentation }
        case .proper where isRotated, .critical where isRotated, .vast where isRotated, .nameless where isRotated:
            return try signed(header("ES256", "second", more)) { try curve.signature(for: $0).rawRepresentation }
        case .proper, .critical, .vast, .nameless:
            return try signed(header("RS256", "first", more)) { try rsa.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation }
        }
    }
}

/// Without padding (RFC 7515, section 2).
func base64URL(_ data: some DataProtocol) -> String {
    Data(data).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
