import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

/// Reads SendGrid's event webhook: signed with a key of SendGrid's for this account, several events at once.
///
/// Source: twilio.com/docs/sendgrid, "Getting started with the Event Webhook Security Features": ECDSA over P-256 with SHA-256,
/// of the timestamp and the body as they came.
public struct SendGridCallbacks: CallbackReader {
    let key: P256.Signing.PublicKey

    /// SendGrid names none; as long as others allow.
    static let tolerance = Duration.seconds(300)
    static let signatureHeader = "x-twilio-email-event-webhook-signature"
    static let timestampHeader = "x-twilio-email-event-webhook-timestamp"

    /// It is no public key of P-256 in base64.
    public struct UnusableKey: Error, Hashable, Sendable {}

    /// - Parameter publicKey: as SendGrid shows it: DER in base64, without the lines of PEM.
    /// - Throws: ``UnusableKey``
    public init(publicKey: String) throws(UnusableKey) {
        guard let der = Data(base64Encoded: publicKey), let key = try? P256.Signing.PublicKey(derRepresentation: der) else { throw UnusableKey() }
        self.key = key
    }

    public var provider: Provider { .sendGrid }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        guard let timestamp = request.headers[Self.timestampHeader], let text = request.headers[Self.signatureHeader],
            let der = Data(base64Encoded: text), let signature = try? P256.Signing.ECDSASignature(derRepresentation: der),
            key.isValidSignature(signature, for: Data(timestamp.utf8) + Data(request.body))
        else { throw .badSignature }
        let believed = (now - Self.tolerance).secondsSinceEpoch...(now + Self.tolerance).secondsSinceEpoch
        guard let seconds = Int64(timestamp), believed.contains(seconds) else { throw .stale }
        // One that can't be read is passed over: SendGrid repeats what is refused for a day, with all that it has.
        guard let events = try? JSONDecoder().decode([Lenient<SendGridEvent>].self, from: Data(request.body)) else { throw .malformed }
        return CallbackReading(reports: events.compactMap { try? $0.result.get() }.compactMap(\.report))
    }
}
