import Crypto
import Foundation

/// Signs what SendGrid tells of mails, in the form of its event webhook, with a key of its own.
public struct SendGridEventSigner: Sendable {
    private let key = P256.Signing.PrivateKey()

    public struct SignedEvents: Sendable {
        public let timestamp: String
        public let signature: String
        public let body: String
    }

    public init() {}

    /// As SendGrid shows it to the account's owner.
    public var publicKey: String { key.publicKey.derRepresentation.base64EncodedString() }

    /// Signs the timestamp, in seconds since 1970, and the body as they go out.
    public func sign(_ body: String, timestamp: Int64) throws -> SignedEvents {
        let signature = try key.signature(for: Data("\(timestamp)\(body)".utf8))
        return SignedEvents(timestamp: String(timestamp), signature: signature.derRepresentation.base64EncodedString(), body: body)
    }
}
