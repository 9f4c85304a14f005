import Crypto
import Foundation

/// The key by which push services know who sends: RFC 8292. Browsers bind each subscription to its public part.
public struct VAPIDKey: Sendable {
    private let key: P256.Signing.PrivateKey
    /// The public part as a browser takes it for `applicationServerKey`: P-256, uncompressed, in base64url.
    public let publicText: String

    /// Why a text is no key.
    public struct Unusable: Error, Hashable, Sendable {}

    /// A new one. It is to be kept: with another, every browser has to subscribe anew.
    public init() {
        self.init(P256.Signing.PrivateKey())
    }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        publicText = Base64URL.text(of: key.publicKey.x963Representation)
    }

    /// - Parameter text: the 32 bytes of the private key in base64url, as is usual for Web Push, or a key in PEM.
    public init(_ text: String) throws(Unusable) {
        let key =
            if text.contains("-----BEGIN") {
                try? P256.Signing.PrivateKey(pemRepresentation: text)
            } else {
                Base64URL.data(of: text).flatMap { try? P256.Signing.PrivateKey(rawRepresentation: $0) }
            }
        guard let key else { throw Unusable() }
        self.init(key)
    }

    /// The 32 bytes of the private key in base64url. To be kept secret.
    public var privateText: String { Base64URL.text(of: key.rawRepresentation) }

    /// With ES256, as a JSON Web Token has it: both numbers, 32 bytes each.
    func signature(of data: Data) throws -> Data {
        try key.signature(for: data).rawRepresentation
    }
}

/// Shows nothing of the key.
extension VAPIDKey: CustomStringConvertible {
    public var description: String { "VAPIDKey" }
}
