import BelfryTime
import Foundation

/// An authorization that stands until its operator changes the secret: a token, or a name with a password.
///
/// The secret is read at each request, so that one in a file is exchanged without a restart.
struct StandingAuthorization: AuthorizationSource {
    private enum Scheme {
        /// RFC 6750, section 2.1.
        case bearer
        /// RFC 7617, section 2.
        case basic(user: String)
    }

    private let scheme: Scheme
    private let secret: Secret
    /// Of the failure, as `whatsapp_token_unreadable`.
    private let code: String

    static func bearer(_ token: Secret, ifUnreadable code: String) -> StandingAuthorization {
        StandingAuthorization(scheme: .bearer, secret: token, code: code)
    }

    static func basic(user: String, password: Secret, ifUnreadable code: String) -> StandingAuthorization {
        StandingAuthorization(scheme: .basic(user: user), secret: password, code: code)
    }

    /// - Throws: ``AuthorizationFailure`` where the secret can't be read, or can't stand in a header. It passes when the operator mends it.
    func authorization(now: Instant) async throws(AuthorizationFailure) -> String {
        guard let text = try? secret.text(), !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw AuthorizationFailure("\(code): the secret can't be read, or is none; see whether its file is there and readable")
        }
        return switch scheme {
        case .bearer: "Bearer \(text)"
        case .basic(let user): "Basic \(Data("\(user):\(text)".utf8).base64EncodedString())"
        }
    }

    /// The next one is read anew anyway.
    func refuse(_ authorization: String) async {}
}
