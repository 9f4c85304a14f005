import BelfryTime
import Foundation
import Synchronization

/// The tokens by which we show push services who we are: one for each service, signed anew when half of its time has passed.
///
/// Source: RFC 8292, section 2: `aud` is the origin of the endpoint, `exp` at most 24 hours away. Apple refuses what is longer.
final class VAPIDTokens: Sendable {
    private struct Token {
        let header: String
        let keyText: String
        let issuedAt: Instant
    }

    static let length = Duration.seconds(12 * 3600)
    static let renewalAge = Duration.seconds(6 * 3600)
    /// There are few push services; more origins than this are somebody's invention.
    static let countMax = 256

    private let settings: WebPushSettings
    private let tokens = Mutex<[String: Token]>([:])
    private let key = Mutex<(text: String, key: VAPIDKey)?>(nil)

    init(_ settings: WebPushSettings) {
        self.settings = settings
    }

    /// The value of the `Authorization` header for a push service: `vapid t=…, k=…`.
    func header(for origin: String, now: Instant) throws -> String {
        let keyText = try settings.privateKey.text()
        let known = tokens.withLock { $0[origin] }
        // A clock that was set back must not make a token last longer than a day.
        if let known, known.keyText == keyText, known.issuedAt <= now, now < known.issuedAt + Self.renewalAge { return known.header }
        let key = try currentKey(keyText)
        let claims = Claims(aud: origin, exp: (now + Self.length).secondsSinceEpoch, sub: settings.subject)
        let token = try JSONWebToken.text(header: ["alg": "ES256", "typ": "JWT"], claims: claims, signature: key.signature)
        let header = "vapid t=\(token), k=\(key.publicText)"
        tokens.withLock { tokens in
            if tokens[origin] == nil, tokens.count >= Self.countMax { tokens.removeAll() }
            tokens[origin] = Token(header: header, keyText: keyText, issuedAt: now)
        }
        return header
    }

    var count: Int { tokens.withLock(\.count) }

    /// The public part of the key that is in force; nil where it can't be read.
    var publicKeyText: String? { (try? settings.privateKey.text()).flatMap { try? currentKey($0).publicText } }

    private func currentKey(_ text: String) throws -> VAPIDKey {
        if let known = key.withLock({ $0 }), known.text == text { return known.key }
        let read = try VAPIDKey(text)
        key.withLock { $0 = (text, read) }
        return read
    }

    private struct Claims: Encodable {
        let aud: String
        let exp: Int64
        let sub: String
    }
}
