import BelfryChannels
import BelfryModel
import BelfryPorts
import BelfryProviders
import BelfryTesting
import BelfryTime
import HTTPTypes
import Testing

@testable import BelfryAPI

/// Somebody's browser between Belfry and an identity provider that stands in for one.
struct ProviderTrip: Sendable {
    let api: API
    let provider: OpenIDSimulator
    let exchange: HTTPExchange

    /// Where Belfry leads to, and the cookie that it gives along.
    func begin() async throws -> (address: String, cookie: String) {
        let answer = try await api.get("/login/provider")
        #expect(answer.status == 303, "\(answer.text)")
        let cookie = try #require(answer.headers[values: .setCookie].first?.split(separator: ";").first)
        return (try #require(answer.headers[.location]), String(cookie))
    }

    /// Signs in there; nil where the provider sends nobody back.
    ///
    /// - Returns: the path and the parameters with which the browser comes back.
    func signIn(at address: String, as user: String) async throws -> String? {
        let form = ProviderRequest(url: address, headers: ["content-type": "application/x-www-form-urlencoded"], body: "user=\(user)")
        let answer = try await exchange.exchange(form, timeout: .seconds(60))
        return answer.headers["location"].map { String($0.dropFirst(Self.publicURL.count)) }
    }

    func finish(_ path: String, _ cookie: String?, _ more: [String: String] = [:]) async throws -> Answer {
        try await api.get(path, as: .headers(more.merging(cookie.map { ["cookie": $0] } ?? [:]) { own, _ in own }))
    }

    /// The whole way.
    func signIn(as user: String = "ana") async throws -> Answer {
        let (address, cookie) = try await begin()
        return try await finish(try #require(try await signIn(at: address, as: user)), cookie)
    }

    static let publicURL = "http://127.0.0.1"

    /// Gives a test a household whose provider knows Ana, Ben and a stranger.
    ///
    /// - Parameter isTerse: whether what isn't needed in an ID token has to be asked for.
    static func with(
        personClaim: String? = nil, operatorClaim: String? = nil, operatorGroups: Set<String> = [], operators: Set<UserID> = [], isTerse: Bool = false,
        secret: String = OpenIDSimulator.clientSecret, redirectURL: String = publicURL + "/login/provider/callback", signedOutURLs: Set<String> = [],
        _ body: @escaping @Sendable (ProviderTrip) async throws -> Void
    ) async throws {
        let provider = try OpenIDSimulator(redirectURLs: [redirectURL], signedOutURLs: signedOutURLs, isTerse: isTerse) { Instant.noon.secondsSinceEpoch }
        provider.add(account: "ana", ["preferred_username": #""eve""#, "groups": #"["family","belfry-operators"]"#])
        provider.add(account: "ben", ["email": #""ben@example.org""#, "email_verified": "true", "groups": #"["family"]"#])
        provider.add(account: "stranger")
        let exchange = HTTPExchange(isMultiplexed: false)
        do {
            try await provider.listen { issuer in
                let settings = try IdentitySettings(
                    issuer: issuer, clientID: OpenIDSimulator.clientID, clientSecret: secret, personClaim: personClaim,
                    operatorClaim: operatorClaim, operators: operatorGroups, name: "Lindens’ door", publicURL: publicURL)
                try await withAPI(
                    operators: operators, publicURL: publicURL, identity: { IdentityProvider(settings, over: exchange, now: $0) }
                ) { api in try await body(ProviderTrip(api: api, provider: provider, exchange: exchange)) }
            }
            await exchange.shutdown()
        } catch {
            await exchange.shutdown()
            throw error
        }
    }
}

extension Answer {
    /// The cookie of a name that it sets, as the browser sends it back.
    func cookie(_ name: String) -> String? {
        headers[values: .setCookie].first { $0.hasPrefix(name + "=") }?.split(separator: ";").first.map(String.init)
    }
}
