import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation

/// Reads what Meta posts: how far messages have come, and that people wrote.
///
/// Source: https://developers.facebook.com/docs/graph-api/webhooks/getting-started (challenge and signature) and
/// https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components. Callbacks come in any order, more than once, and sometimes
/// before the request is answered.
public struct WhatsAppCallbacks: CallbackReader {
    static let signatureHeader = "x-hub-signature-256"
    private static let challengeByteCountMax = 256

    private let settings: WhatsAppSettings

    public init(_ settings: WhatsAppSettings) {
        self.settings = settings
    }

    public var provider: Provider { .whatsApp }

    public func read(_ request: CallbackRequest, now: Instant) async throws(CallbackRefusal) -> CallbackReading {
        if request.method == "GET" { return try challenge(request) }
        guard request.method == "POST", isSigned(request) else { throw .badSignature }
        guard let document = try? JSONDecoder().decode(WhatsAppDocument.self, from: Data(request.body)) else { throw .malformed }
        let values = document.entries.flatMap(\.changes).map(\.value).filter { value in
            // Another number of the same app is somebody else's.
            value.phoneNumberID.map { $0 == settings.phoneNumberID } ?? true
        }
        return CallbackReading(reports: values.flatMap { Self.reports(of: $0, now: now) })
    }

    /// Meta checks the address once, by a word that must come back.
    private func challenge(_ request: CallbackRequest) throws(CallbackRefusal) -> CallbackReading {
        func field(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
        guard field("hub.mode") == "subscribe", let shown = field("hub.verify_token"), let token = try? settings.verifyToken?.text(),
            token.utf8.count >= WhatsAppSettings.verifyTokenByteCountMin,
            // Hashes are compared in a time that says nothing of where they differ.
            SHA256.hash(data: Data(shown.utf8)) == SHA256.hash(data: Data(token.utf8))
        else { throw .badSignature }
        guard let challenge = field("hub.challenge"), challenge.utf8.count <= Self.challengeByteCountMax else { throw .malformed }
        return CallbackReading(reports: [], answer: .init(body: challenge))
    }

    /// An HMAC-SHA256 (RFC 2104) over the body as it came: `sha256=` and hexadecimal digits.
    private func isSigned(_ request: CallbackRequest) -> Bool {
        let prefix = "sha256="
        guard let shown = request.headers[Self.signatureHeader], shown.hasPrefix(prefix) else { return false }
        let digits = shown.dropFirst(prefix.count).compactMap(\.hexDigitValue)
        guard digits.count == 2 * SHA256.byteCount, shown.utf8.count == prefix.utf8.count + digits.count else { return false }
        let code = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return settings.appSecrets.contains { secret in
            guard let text = try? secret.text(), !text.isEmpty else { return false }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: request.body, using: SymmetricKey(data: Data(text.utf8)))
        }
    }
}

extension WhatsAppCallbacks: CustomStringConvertible {
    public var description: String { "WhatsAppCallbacks" }
}
