import BelfryTime
import Crypto
import Foundation

/// Believes what a server posts of an app's deliveries only where it is signed, by the Standard Webhooks scheme.
///
/// Source: the Standard Webhooks specification (github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md).
public struct StatusWebhook: Sendable {
    /// Why a message isn't believed, or a secret isn't one.
    public enum Doubt: Error, Hashable, Sendable {
        /// It must be `whsec_` and then 24 to 64 bytes in base64.
        case unusableSecret
        case missingHeader(String)
        /// Signed longer ago than is allowed, or further ahead.
        case stale
        case wrongSignature
        /// It is signed, and can't be read.
        case unreadable
    }

    private let keys: [SymmetricKey]
    private let tolerance: Duration

    /// - Parameters:
    ///   - secrets: as `status_webhooks_file` has them; several while the app changes over.
    ///   - tolerance: how old a message may be, so that nobody posts it once more.
    /// - Throws: ``Doubt/unusableSecret``.
    public init(secrets: String..., tolerance: Duration = .seconds(300)) throws(Doubt) {
        guard !secrets.isEmpty else { throw .unusableSecret }
        var keys: [SymmetricKey] = []
        for secret in secrets { keys.append(try Self.key(secret)) }
        (self.keys, self.tolerance) = (keys, tolerance)
    }

    /// What a message tells, once it is believed.
    ///
    /// - Parameters:
    ///   - body: the bytes as they came, before anything parsed them.
    ///   - header: a header of the message, by its name in small letters.
    /// - Throws: ``Doubt``. Answer it with 401, and nothing is lost: it comes again.
    public func message(in body: Data, now: Instant, header: (_ name: String) -> String?) throws(Doubt) -> StatusMessage {
        func value(_ name: String) throws(Doubt) -> String {
            guard let value = header(name) else { throw .missingHeader(name) }
            return value
        }
        let (id, timestamp, signatures) = (try value("webhook-id"), try value("webhook-timestamp"), try value("webhook-signature"))
        guard let seconds = Int64(timestamp), seconds.magnitude < 1 << 40 else { throw .stale }
        let age = now - Instant(secondsSinceEpoch: seconds)
        guard age <= tolerance, .zero - age <= tolerance else { throw .stale }
        let signed = Data("\(id).\(timestamp).".utf8) + body
        guard signatures.split(separator: " ").contains(where: { isSignature($0, of: signed) }) else { throw .wrongSignature }
        guard let message = try? JSONDecoder().decode(StatusMessage.self, from: body) else { throw .unreadable }
        return message
    }

    private func isSignature(_ text: Substring, of signed: Data) -> Bool {
        guard text.hasPrefix("v1,"), let code = Data(base64Encoded: String(text.dropFirst(3))) else { return false }
        // Compares in constant time.
        return keys.contains { HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: $0) }
    }

    private static func key(_ secret: String) throws(Doubt) -> SymmetricKey {
        let prefix = "whsec_"
        guard secret.hasPrefix(prefix), let bytes = Data(base64Encoded: String(secret.dropFirst(prefix.count))), (24...64).contains(bytes.count)
        else { throw .unusableSecret }
        return SymmetricKey(data: bytes)
    }
}

/// Shows nothing of its secrets in a log.
extension StatusWebhook: CustomStringConvertible {
    public var description: String { "StatusWebhook" }
}
