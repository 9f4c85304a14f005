import BelfryTime
import JWTKit

/// What a person's token says (RFC 7519, section 4.1): who they are, and in seconds since 1970 from when until when it is valid.
///
/// `jti` marks that of a link, which signs in once; `sid` that of a session of pages, which can be ended. `auth_time` (OpenID Connect Core 1.0,
/// section 2) is when somebody signed in to a session that can be extended. `operates` marks a session whose person is an operator by the word of the
/// provider that signed them in.
struct PersonClaims: JWTPayload {
    let sub: String
    let exp: Double?
    let nbf: Double?
    let iat: Double?
    var jti: String?
    var sid: String?
    var auth_time: Double?
    var operates: Bool?

    /// When its session began; of one that doesn't say it, before all others.
    var start: Instant {
        let range = Double(Instant.min.secondsSinceEpoch)...Double(Instant.max.secondsSinceEpoch)
        guard let seconds = auth_time ?? iat, range.contains(seconds) else { return .min }
        return Instant(millisecondsSinceEpoch: Int64((seconds * 1000).rounded()))
    }

    func isValid(at now: Instant) -> Bool {
        let seconds = Double(now.millisecondsSinceEpoch) / 1000
        return seconds < exp ?? .infinity && seconds >= nbf ?? -.infinity
    }

    /// Until when a valid one has to be remembered: as long as it says, or for ever. Whoever signs may say more than a moment can be.
    var expiry: Instant {
        exp.map { Instant(secondsSinceEpoch: Int64(min($0.rounded(.up), Double(Instant.max.secondsSinceEpoch)))) } ?? .max
    }

    // The clock is an argument of `isValid`; the signature is all that there is to verify here.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
