import BelfryModel
import BelfryTime
import CryptoExtras
import Foundation

/// The account in whose name messages are sent: a key that Google's console gives out as a JSON file.
struct ServiceAccount: Sendable {
    let projectID: String
    let email: String
    /// Names the key among those of the account.
    let keyID: String
    /// Where an assertion is exchanged for an access token.
    let tokenEndpoint: String
    private let key: _RSA.Signing.PrivateKey

    /// What access tokens are asked for.
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// Google takes assertions that hold for an hour at most.
    static let assertionLength = Duration.seconds(3600)

    /// Why a key can't be used.
    enum Unusable: Error, Hashable, Sendable {
        case unreadable
        /// Not JSON, or without a field that it must have.
        case notAServiceAccount(missing: String)
        /// The private key isn't RSA in PEM.
        case badKey
        /// The address for tokens isn't `https`.
        case badTokenEndpoint
    }

    init(_ secret: Secret) throws(Unusable) {
        let text: String
        do { text = try secret.text() } catch { throw .unreadable }
        try self.init(json: text)
    }

    init(json: String) throws(Unusable) {
        // Fields of other types may stand beside the texts that it must have.
        guard let fields = try? JSONDecoder().decode([String: Lenient<String>].self, from: Data(json.utf8)) else {
            throw .notAServiceAccount(missing: "type")
        }
        let file = fields.compactMapValues { try? $0.result.get() }
        func field(_ name: String) throws(Unusable) -> String {
            guard let value = file[name], !value.isEmpty else { throw .notAServiceAccount(missing: name) }
            return value
        }
        guard try field("type") == "service_account" else { throw .notAServiceAccount(missing: "type") }
        projectID = try field("project_id")
        email = try field("client_email")
        keyID = try field("private_key_id")
        tokenEndpoint = try field("token_uri")
        guard tokenEndpoint.hasPrefix("https://") else { throw .badTokenEndpoint }
        let pem = try field("private_key")
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) else { throw .badKey }
        self.key = key
    }

    /// A token by which the account shows who it is: RFC 7523, section 2.1, with RS256.
    func assertion(now: Instant) throws -> String {
        let claims = Claims(
            iss: email, scope: Self.scope, aud: tokenEndpoint, iat: now.secondsSinceEpoch, exp: (now + Self.assertionLength).secondsSinceEpoch)
        return try JSONWebToken.text(header: ["alg": "RS256", "kid": keyID, "typ": "JWT"], claims: claims) {
            try key.signature(for: $0, padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }

    private struct Claims: Encodable {
        let iss, scope, aud: String
        let iat, exp: Int64
    }
}

extension ServiceAccount.Unusable {
    var finding: ChannelFinding {
        let (code, text) =
            switch self {
            case .unreadable: ("fcm_key_unreadable", "The file of fcm_service_account_file can't be read, or is empty. Check its path and who may read it.")
            case .notAServiceAccount(let field):
                (
                    "fcm_key_not_service_account",
                    "The file of fcm_service_account_file is no service account's key: “\(field)” is missing or wrong. Make one in the Firebase console, under project settings, service accounts."
                )
            case .badKey:
                ("fcm_key_bad", "The private key in the file of fcm_service_account_file can't be used. Make a new key in the Firebase console.")
            case .badTokenEndpoint:
                ("fcm_token_endpoint_bad", "The token_uri in the file of fcm_service_account_file isn't https. Make a new key in the Firebase console.")
            }
        return .broken(code, text)
    }
}

/// Shows nothing of the key.
extension ServiceAccount: CustomStringConvertible {
    var description: String { "ServiceAccount" }
}
