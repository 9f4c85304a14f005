import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import JWTKit

/// Signs people in by an identity provider: OpenID Connect Core 1.0, by the code flow with PKCE.
///
/// It keeps what the provider says of itself for an hour, and of nobody who signs in anything.
public actor IdentityProvider {
    nonisolated let settings: IdentitySettings
    private let exchange: HTTPExchange
    private let now: @Sendable () -> Instant
    private var description: (value: ProviderDescription, at: Instant)?
    private var keys: (value: ProviderKeys, at: Instant)?
    /// How many ask the provider just now, of each client.
    private var underWay: [String: Int] = [:]
    private let answers = CodeQuota()

    /// For each question, through the last of its answer.
    private static let timeout = Duration.seconds(10)
    private static let keptFor = Duration.seconds(3600)
    /// So often the keys are asked for again because of a token by a key that isn't among them: the provider may have a new one.
    private static let keysPause = Duration.seconds(30)
    /// So many ask the provider at once, and so many of one client, so that whoever insists keeps only themselves out.
    private static let countMax = 32
    static let clientCountMax = 4
    /// So many answers a client may bring within a minute, as each has the provider asked. Several people may come over one address of the net.
    static let answerCountMax = 60
    private static let tokenByteCountMax = 64 * 1024

    public init(_ settings: IdentitySettings, over exchange: HTTPExchange, now: @escaping @Sendable () -> Instant) {
        (self.settings, self.exchange, self.now) = (settings, exchange, now)
    }

    /// Why nobody can be signed in by it just now, for whoever runs this Belfry; nil where nothing stands against it.
    public func flaw() async -> String? {
        do throws(SignInRefusal) {
            _ = try await described()
            return nil
        } catch {
            return error.why
        }
    }

    /// Whether people can sign out there as well.
    public func offersSignOut() async -> Bool { (try? await described())?.signOutEndpoint(for: settings) != nil }

    // MARK: There and back

    /// Where the browser goes to sign in (section 3.1.2.1).
    ///
    /// - Parameter client: by which it is counted.
    func address(for attempt: SignInAttempt, by client: String) async throws(SignInRefusal) -> String {
        try begin(client)
        defer { end(client) }
        let description = try await described()
        let query = FormFields.text([
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", settings.redirectURL),
            ("scope", description.scopes(for: settings).joined(separator: " ")), ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
        ])
        return Self.address(description.authorizationEndpoint, query)
    }

    private static func address(_ endpoint: String, _ query: String) -> String { endpoint + (endpoint.contains("?") ? "&" : "?") + query }

    /// Where the browser goes to sign out there (OpenID Connect RP-Initiated Logout 1.0, section 2); nil where that isn't offered, or it can't be asked.
    ///
    /// No token is kept that would say who it is, so that the provider asks them whether they want to.
    func signOutAddress(by client: String) async -> String? {
        do throws(SignInRefusal) {
            try begin(client)
            defer { end(client) }
            let endpoint = try await described().signOutEndpoint(for: settings)
            let query = FormFields.text([("client_id", settings.clientID), ("post_logout_redirect_uri", settings.signedOutURL)])
            return endpoint.map { Self.address($0, query) }
        } catch {
            return nil
        }
    }

    /// Who has signed in, by the answer that the browser has brought from there.
    ///
    /// - Parameters:
    ///   - answer: the parameters of the address to which it was sent.
    ///   - attempt: what was begun in this browser; nil where nothing was.
    ///   - client: by which the browser is counted.
    func identity(
        by answer: [String: String], to attempt: SignInAttempt?, from client: String
    ) async throws(SignInRefusal) -> IdentityClaims.Identity {
        guard let attempt, !attempt.isOver(now()) else { throw SignInRefusal(.beginAgain, "no sign-in is under way in this browser") }
        guard answer["state"] == attempt.state else { throw SignInRefusal(.beginAgain, "state") }
        try begin(client)
        defer { end(client) }
        guard answers.take([.init(key: client, countMax: Self.answerCountMax, window: .seconds(60))], now: now()) == nil else {
            throw SignInRefusal(.busy, "one client brings more than \(Self.answerCountMax) answers within a minute")
        }
        let description = try await described()
        // Else another provider could have an answer of its own taken for this one's (RFC 9207).
        guard answer["iss"].map({ $0 == settings.issuer }) ?? !description.saysIssuer else { throw SignInRefusal(.untrusted, "iss of the answer") }
        if let error = answer["error"] { throw Self.refusal(answering: error) }
        guard let code = answer["code"], !code.isEmpty else { throw SignInRefusal(.beginAgain, "no code") }
        let tokens = try await tokens(for: code, of: attempt, description)
        var claims = try await verified(tokens.id, description)
        if let flaw = claims.flaw(for: settings, nonce: attempt.nonce, now: now()) { throw SignInRefusal(.untrusted, flaw) }
        if claims.lacks(for: settings), let endpoint = description.userinfoEndpoint, let access = tokens.access {
            let request = ProviderRequest(method: "GET", url: endpoint, headers: ["authorization": "Bearer \(access)", "accept": "application/json"], body: "")
            guard let more = claims.adding(try await ask(request, "userinfo")) else { throw SignInRefusal(.untrusted, "sub of userinfo") }
            claims = more
        }
        guard let identity = claims.identity(for: settings) else { throw SignInRefusal(.claimMissing, settings.personClaim) }
        return identity
    }

    private func begin(_ client: String) throws(SignInRefusal) {
        let own = underWay[client] ?? 0
        guard own < Self.clientCountMax else { throw SignInRefusal(.busy, "one client asks it \(own) times just now") }
        guard underWay.values.reduce(0, +) < Self.countMax else { throw SignInRefusal(.busy, "\(Self.countMax) ask it just now") }
        underWay[client] = own + 1
    }

    private func end(_ client: String) { underWay[client] = underWay[client].flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// By RFC 6749, section 4.1.2.1, and OpenID Connect Core 1.0, section 3.1.2.6.
    private static func refusal(answering error: String) -> SignInRefusal {
        let reason: SignInRefusal.Reason =
            switch error {
            case "server_error", "temporarily_unavailable": .unavailable
            case "invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope": .misconfigured
            default: .refused
            }
        return SignInRefusal(reason, plain(error))
    }

    /// A code of the provider's, as it may stand in a log.
    private static func plain(_ code: String) -> String {
        let isPlain = code.utf8.count <= 40 && code.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isASCIILetterOrDigit }
        return isPlain ? code : "an unknown error"
    }

    // MARK: What is asked

    private struct Tokens: Decodable {
        let id: String
        let access: String?

        enum CodingKeys: String, CodingKey {
            case id = "id_token"
            case access = "access_token"
        }
    }

    private struct TokenError: Decodable {
        let error: String
    }

    /// Section 3.1.3.1. How the secret is shown: RFC 6749, section 2.3.1.
    private func tokens(
        for code: String, of attempt: SignInAttempt, _ description: ProviderDescription
    ) async throws(SignInRefusal) -> Tokens {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", settings.redirectURL), ("code_verifier", attempt.verifier),
        ]
        var headers = ["content-type": "application/x-www-form-urlencoded", "accept": "application/json"]
        switch description.clientAuthentication {
        case .basic:
            let login = "\(FormFields.encoded(settings.clientID)):\(FormFields.encoded(settings.clientSecret))"
            headers["authorization"] = "Basic \(Data(login.utf8).base64EncodedString())"
        case .post, nil: fields += [("client_id", settings.clientID), ("client_secret", settings.clientSecret)]
        }
        return try await ask(ProviderRequest(url: description.tokenEndpoint, headers: headers, body: FormFields.text(fields)), "token")
    }

    private func described() async throws(SignInRefusal) -> ProviderDescription {
        if let description, now() - description.at < Self.keptFor { return description.value }
        let value: ProviderDescription = try await ask(
            ProviderRequest(method: "GET", url: settings.descriptionURL, headers: ["accept": "application/json"], body: ""), "description")
        if let flaw = value.flaw(for: settings) { throw SignInRefusal(.misconfigured, flaw) }
        description = (value, now())
        return value
    }

    /// - Parameter name: what it is that is asked for, for the log.
    private func ask<Value: Decodable & Sendable>(_ request: ProviderRequest, _ name: String) async throws(SignInRefusal) -> Value {
        let response: ProviderResponse
        do {
            response = try await exchange.exchange(request, timeout: Self.timeout)
        } catch {
            switch error {
            case .notSent(let why), .crowded(let why), .refused(let why), .answerLost(let why): throw SignInRefusal(.unavailable, "\(name): \(why)")
            }
        }
        let body = Data(response.body)
        guard response.status == 200 else {
            let code = (try? JSONDecoder().decode(TokenError.self, from: body)).map { Self.plain($0.error) }
            let reason: SignInRefusal.Reason =
                switch (response.status, code) {
                // The code was used, or has run out, or was given out for another address or verifier.
                case (400..<500, "invalid_grant"): .beginAgain
                case (408, _), (429, _): .unavailable
                case (400..<500, _): .misconfigured
                default: .unavailable
                }
            throw SignInRefusal(reason, "\(name): HTTP \(response.status)\(code.map { " \($0)" } ?? "")")
        }
        do {
            return try JSONDecoder().decode(Value.self, from: body)
        } catch {
            throw SignInRefusal(.unavailable, "\(name): the answer can't be read")
        }
    }

    // MARK: Whether it is the provider's word

    /// What counts of the header of a token (RFC 7515, section 4.1). The library's own reading of all of it ends the process at a number that no `Int` has.
    private struct TokenHeader: Decodable {
        let algorithm: String?
        let keyName: String?
        /// It may mean that the rest isn't as it looks (section 4.1.11), and none of it is known here.
        let isCritical: Bool

        enum CodingKeys: String, CodingKey {
            case algorithm = "alg"
            case keyName = "kid"
            case critical = "crit"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            algorithm = try values.decodeIfPresent(String.self, forKey: .algorithm)
            keyName = try values.decodeIfPresent(String.self, forKey: .keyName)
            isCritical = values.contains(.critical)
        }

        /// Nil where the token isn't one that is signed, or its header can't be read.
        init?(of token: String) {
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let data = base64URLDecoded(parts[0]), let header = try? JSONDecoder().decode(Self.self, from: data) else { return nil }
            self = header
        }
    }

    /// What an ID token says whose signature is the provider's (section 3.1.3.7, 6 to 8).
    private func verified(_ token: String, _ description: ProviderDescription) async throws(SignInRefusal) -> IdentityClaims {
        guard token.utf8.count <= Self.tokenByteCountMax, let header = TokenHeader(of: token) else {
            throw SignInRefusal(.untrusted, "the ID token can't be read")
        }
        guard let name = header.algorithm, ProviderKeys.algorithms.contains(name), let algorithm = JWK.Algorithm(rawValue: name) else {
            throw SignInRefusal(.untrusted, "alg")
        }
        guard !header.isCritical else { throw SignInRefusal(.untrusted, "crit") }
        guard let key = try await key(named: header.keyName, for: algorithm, description) else { throw SignInRefusal(.untrusted, "kid") }
        do {
            return try await JWTKeyCollection().add(jwk: key).verify(token, as: IdentityClaims.self)
        } catch {
            throw SignInRefusal(.untrusted, "signature")
        }
    }

    private func key(
        named name: String?, for algorithm: JWK.Algorithm, _ description: ProviderDescription
    ) async throws(SignInRefusal) -> JWK? {
        if let keys, now() - keys.at < Self.keptFor {
            let isNew = now() - keys.at < Self.keysPause
            // One without a name may be signed by a key that has come since.
            if name != nil || isNew, let key = keys.value.key(named: name, for: algorithm) { return key }
            if isNew { return nil }
        }
        let value: ProviderKeys = try await ask(
            ProviderRequest(method: "GET", url: description.keysURL, headers: ["accept": "application/json"], body: ""), "keys")
        keys = (value, now())
        return value.key(named: name, for: algorithm)
    }
}
