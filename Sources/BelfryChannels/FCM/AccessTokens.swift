import BelfryPorts
import BelfryTime
import Foundation

/// Access tokens for FCM: exchanged for an assertion, kept, and renewed before they run out, one at a time.
///
/// Source: RFC 7523, section 2.1, as developers.google.com/identity/protocols/oauth2/service-account has it.
public actor AccessTokens: AuthorizationSource {
    private struct Token {
        /// The whole header.
        let authorization: String
        let issuedAt: Instant
        let expiresAt: Instant
        /// Of one that is short-lived after half of its time, so that it isn't asked for at every message.
        var renewsAt: Instant { max(expiresAt - AccessTokens.renewalMargin, issuedAt + (expiresAt - issuedAt) / 2) }
    }

    /// So long before its end a token is renewed.
    static let renewalMargin = Duration.seconds(300)
    /// After a failure nobody asks again for so long.
    static let pauseAfterFailure = Duration.seconds(10)
    /// A refused token that is younger isn't renewed: another would be refused as well.
    static let renewableAge = Duration.seconds(60)

    private let settings: FCMSettings
    private let exchange: HTTPExchange
    private var token: Token?
    private var renewal: Task<Result<Token, AuthorizationFailure>, Never>?
    private var failure: (AuthorizationFailure, until: Instant)?
    private var askedAt: Instant?

    public init(_ settings: FCMSettings, over exchange: HTTPExchange) {
        self.settings = settings
        self.exchange = exchange
    }

    public func authorization(now: Instant) async throws(AuthorizationFailure) -> String {
        askedAt = now
        if let token, now < token.renewsAt { return token.authorization }
        if renewal == nil, let failure, now < failure.until {
            if let token, now < token.expiresAt { return token.authorization }
            throw failure.0
        }
        switch await renewed(now: now) {
        case .success(let token): return token.authorization
        case .failure(let failure):
            // The old one still holds for some minutes.
            if let token, now < token.expiresAt { return token.authorization }
            throw failure
        }
    }

    public func refuse(_ authorization: String) {
        guard let token, token.authorization == authorization, let askedAt, askedAt - token.issuedAt >= Self.renewableAge else { return }
        self.token = nil
    }

    /// Whoever comes while a renewal is under way waits for it.
    private func renewed(now: Instant) async -> Result<Token, AuthorizationFailure> {
        if let renewal { return await renewal.value }
        let task = Task { [settings, exchange] in await Self.request(settings, over: exchange, now: now) }
        renewal = task
        let result = await task.value
        renewal = nil
        switch result {
        case .success(let token):
            self.token = token
            failure = nil
        case .failure(let failure): self.failure = (failure, until: now + Self.pauseAfterFailure)
        }
        return result
    }

    private struct Answer: Decodable {
        let accessToken: String
        let expiresIn: Int64

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
        }
    }

    private static func request(_ settings: FCMSettings, over exchange: HTTPExchange, now: Instant) async -> Result<Token, AuthorizationFailure> {
        let request: ProviderRequest
        do {
            let account = try ServiceAccount(settings.serviceAccount)
            // An assertion has no byte that a form would have to escape.
            let body = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=" + (try account.assertion(now: now))
            request = ProviderRequest(
                url: settings.tokenEndpoint ?? account.tokenEndpoint, headers: ["content-type": "application/x-www-form-urlencoded"], body: body)
        } catch {
            let why = "fcm_key_unusable: the service account's key can't be used; `belfry doctor` says why"
            return .failure(AuthorizationFailure(why))
        }
        do {
            let response = try await exchange.exchange(request, timeout: FCMDialect.answerTimeout)
            return token(in: response, now: now)
        } catch {
            return .failure(AuthorizationFailure("fcm_token_unavailable: Google's token endpoint didn't answer"))
        }
    }

    private static func token(in response: ProviderResponse, now: Instant) -> Result<Token, AuthorizationFailure> {
        switch response.status {
        case 200:
            guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)), answer.expiresIn > 0,
                !answer.accessToken.isEmpty, answer.accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { return .failure(AuthorizationFailure("fcm_token_unreadable: the token endpoint's answer was not understood")) }
            return .success(
                Token(authorization: "Bearer \(answer.accessToken)", issuedAt: now, expiresAt: now + .seconds(min(answer.expiresIn, 86_400))))
        case 429, 500...:
            return .failure(AuthorizationFailure("fcm_token_unavailable: the token endpoint answered \(response.status)"))
        default:
            let why = "fcm_key_refused: the token endpoint answered \(response.status); check the service account's key, and this machine's clock"
            return .failure(AuthorizationFailure(why))
        }
    }
}
