import BelfryPorts
import BelfryTime

/// An authorization that is a secret as it stands, behind a scheme such as `Bearer `: read anew where its file changes.
public struct SecretAuthorization: AuthorizationSource {
    let scheme: String
    let secret: Secret
    /// What the secret opens, for the operator: `sendgrid`.
    let name: String

    public init(scheme: String, _ secret: Secret, name: String) {
        self.scheme = scheme
        self.secret = secret
        self.name = name
    }

    public func authorization(now: Instant) async throws(AuthorizationFailure) -> String {
        guard let text = try? secret.text() else {
            throw AuthorizationFailure("\(name)_key_unreadable: the key's file can't be read")
        }
        // It becomes a header.
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw AuthorizationFailure("\(name)_key_malformed: the key has spaces or other letters than a key has")
        }
        return scheme + text
    }

    /// There is nothing to renew: its file is looked at each time.
    public func refuse(_ authorization: String) async {}
}
