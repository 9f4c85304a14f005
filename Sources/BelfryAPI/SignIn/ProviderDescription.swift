import BelfryChannels
import BelfryModel
import JWTKit

/// What an identity provider says of itself: OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2.
struct ProviderDescription: Decodable, Sendable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let keysURL: String
    let userinfoEndpoint: String?
    private let endSessionEndpoint: String?
    private let scopes: [String]?
    private let tokenAuthMethods: [String]?
    private let isIssuerSaid: Bool?

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keysURL = "jwks_uri"
        case userinfoEndpoint = "userinfo_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case scopes = "scopes_supported"
        case tokenAuthMethods = "token_endpoint_auth_methods_supported"
        case isIssuerSaid = "authorization_response_iss_parameter_supported"
    }

    /// Whether its answers name it, so that one without a name is another's (RFC 9207, section 2.4).
    var saysIssuer: Bool { isIssuerSaid ?? false }

    /// How our secret is shown to it.
    enum ClientAuthentication: String {
        case basic = "client_secret_basic"
        case post = "client_secret_post"
    }

    /// Nil where it takes a secret in no way that is known here. The first is what holds where it says nothing (section 3).
    var clientAuthentication: ClientAuthentication? {
        let methods = tokenAuthMethods ?? [ClientAuthentication.basic.rawValue]
        return [ClientAuthentication.basic, .post].first { methods.contains($0.rawValue) }
    }

    /// Why it can't be used, for whoever runs this Belfry; nil where it can.
    func flaw(for settings: IdentitySettings) -> String? {
        guard issuer == settings.issuer else { return "its description has another issuer than oidc_issuer, which must be the same to the letter" }
        let addresses = [authorizationEndpoint, tokenEndpoint, keysURL, userinfoEndpoint].compactMap { $0 }
        guard addresses.allSatisfy({ Self.isSafe($0, for: settings) }) else { return "its description has an address without TLS" }
        return clientAuthentication == nil ? "it takes neither client_secret_basic nor client_secret_post" : nil
    }

    private static func isSafe(_ address: String, for settings: IdentitySettings) -> Bool {
        address.hasPrefix("https://") || LoopbackAddress.isOne(settings.issuer) && LoopbackAddress.isOne(address)
    }

    /// Where people sign out there (OpenID Connect RP-Initiated Logout 1.0, section 2.1); nil where it offers that nowhere, or not over TLS.
    func signOutEndpoint(for settings: IdentitySettings) -> String? {
        endSessionEndpoint.flatMap { Self.isSafe($0, for: settings) ? $0 : nil }
    }

    /// What is asked for: as little as the settings need, and nothing that it doesn't know, for which some refuse everything.
    func scopes(for settings: IdentitySettings) -> [String] {
        var wanted: [String] = []
        switch settings.personClaim {
        case IdentitySettings.subjectClaim: break
        case IdentitySettings.mailClaim: wanted.append("email")
        default: wanted.append("profile")
        }
        if !settings.operators.isEmpty { wanted += ["profile", settings.operatorClaim] }
        let known = scopes ?? ["profile", "email"]
        return wanted.reduce(into: ["openid"]) { scopes, scope in if known.contains(scope), !scopes.contains(scope) { scopes.append(scope) } }
    }
}

/// The keys by which a provider signs: RFC 7517, section 5. What can't be read, as a key of a kind to come, is left out.
struct ProviderKeys: Decodable, Sendable {
    private let keys: [PublishedKey]

    private enum CodingKeys: CodingKey { case keys }

    init(from decoder: any Decoder) throws {
        let all = try decoder.container(keyedBy: CodingKeys.self).decode([Lenient<PublishedKey>].self, forKey: .keys)
        keys = all.compactMap { try? $0.result.get() }
    }

    private struct PublishedKey: Decodable, Sendable {
        /// For what it is there, in one of two ways (sections 4.2 and 4.3); nil where it doesn't say.
        let use: String?
        let operations: [String]?
        let key: JWK

        enum CodingKeys: String, CodingKey {
            case use
            case operations = "key_ops"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            use = try values.decodeIfPresent(String.self, forKey: .use)
            operations = try values.decodeIfPresent([String].self, forKey: .operations)
            key = try JWK(from: decoder)
        }

        func signs(by algorithm: JWK.Algorithm) -> Bool {
            let isForSignatures = use ?? "sig" == "sig" && operations.map { $0.contains("verify") || $0.contains("sign") } ?? true
            guard isForSignatures, key.algorithm ?? algorithm == algorithm else { return false }
            return switch algorithm.rawValue.prefix(2) {
            case "RS", "PS": key.keyType == .rsa
            case "ES": key.keyType == .ecdsa
            default: key.keyType == .octetKeyPair
            }
        }
    }

    /// Signatures by a key that is public: none, and nothing by a secret that both would know, for which a public key could be taken.
    static let algorithms: Set = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]

    /// The one key that may have signed; nil where there is none, or it isn't said which of several.
    ///
    /// - Parameter name: the token's `kid`; nil where it has none.
    func key(named name: String?, for algorithm: JWK.Algorithm) -> JWK? {
        let usable = keys.filter { $0.signs(by: algorithm) && (name == nil || $0.key.keyIdentifier?.string == name) }
        guard usable.count == 1, var key = usable.first?.key else { return nil }
        // The library wants both.
        key.algorithm = algorithm
        key.keyIdentifier = key.keyIdentifier ?? "only"
        return key
    }
}
