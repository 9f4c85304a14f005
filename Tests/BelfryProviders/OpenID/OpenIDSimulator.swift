import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Stands in for an identity provider: OpenID Connect Core 1.0, the code flow, with PKCE. It gives a code for one client, address and verifier, once,
/// and refuses what such providers refuse.
public final class OpenIDSimulator: Sendable {
    public static let clientID = "belfry"
    /// With signs that have to be encoded where it is shown (RFC 6749, section 2.3.1).
    public static let clientSecret = "secret:of+the/simulator%"

    /// What a code was given for.
    private struct Grant {
        let user: String
        let redirectURL: String
        let nonce: String?
        let challenge: String
        let scopes: Set<String>
        let endsAt: Int64
    }

    private struct State {
        var issuer = ""
        var redirectURLs: Set<String>
        /// Each account's claims beside `sub`, which is its name, as JSON.
        var accounts: [String: [String: String]] = [:]
        var faults = OpenIDFaults()
        var keys: OpenIDKeys
        var isRotated = false
        var grants: [String: Grant] = [:]
        var spentCodes: Set<String> = []
        var accessTokens: [String: Grant] = [:]
        var asked: [String] = []
        var refusals: [String] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> Int64
    /// Whether its ID tokens have no more than they must, so that the rest is asked for at the userinfo endpoint, as Authelia's.
    private let isTerse: Bool
    private let signedOutURLs: Set<String>

    /// - Parameters:
    ///   - redirectURLs: where the client may have people sent back to, to the letter.
    ///   - signedOutURLs: the same where they have signed out; where there are none, people can't sign out for a client.
    ///   - now: in seconds since 1970.
    public init(
        redirectURLs: Set<String>, signedOutURLs: Set<String> = [], isTerse: Bool = false, now: @escaping @Sendable () -> Int64
    ) throws {
        state = try Mutex(State(redirectURLs: redirectURLs, keys: OpenIDKeys()))
        self.isTerse = isTerse
        self.signedOutURLs = signedOutURLs
        self.now = now
    }

    /// - Parameter claims: as JSON by their names: `["groups": #"["family"]"#]`.
    public func add(account name: String, _ claims: [String: String] = [:]) { state.withLock { $0.accounts[name] = claims } }

    public func change(_ change: (inout OpenIDFaults) -> Void) { state.withLock { change(&$0.faults) } }

    /// From now on another key signs, by another algorithm.
    public func rotateKeys() { state.withLock { $0.isRotated = true } }

    /// From now on others sign, of the same kinds and names.
    public func replaceKeys() throws {
        let keys = try OpenIDKeys()
        state.withLock { $0.keys = keys }
    }

    /// The paths that were asked for, in their order.
    public var asked: [String] { state.withLock(\.asked) }

    /// Why it refused what, in its own words.
    public var refusals: [String] { state.withLock(\.refusals) }

    /// Runs it for as long as `body` takes.
    ///
    /// - Parameter body: is given its issuer.
    public func listen<Result: Sendable>(_ body: @escaping @Sendable (_ issuer: String) async throws -> Result) async throws -> Result {
        let router = Router(context: SimulatorContext.self)
        for (path, answer) in [
            ("/.well-known/openid-configuration", description), ("/jwks", published), ("/userinfo", userinfo), ("/authorize", askWho), ("/end-session", askWhether),
        ] as [(String, @Sendable (Request) throws -> Response)] {
            router.get("\(path)") { request, _ in try self.noted(path) ?? answer(request) }
        }
        router.post("/authorize") { request, _ in
            let form = try await Self.form(request)
            return try self.noted("/authorize") ?? self.signIn(request, form)
        }
        router.post("/end-session") { request, _ in self.noted("/end-session") ?? self.signOut(request) }
        router.post("/token") { request, _ in
            let form = try await Self.form(request)
            return try self.noted("/token") ?? self.tokens(request, form)
        }
        return try await SimulatorServer.run(router) { address in
            self.state.withLock { $0.issuer = address }
            return try await body(address)
        }
    }

    private func noted(_ path: String) -> Response? {
        state.withLock { state in
            state.asked.append(path)
            return state.faults.statuses[path].map { Response(status: .init(code: $0)) }
        }
    }

    private static func form(_ request: Request) async throws -> [String: String] {
        let body = String(buffer: try await request.body.collect(upTo: 1 << 16))
        return body.split(separator: "&").reduce(into: [:]) { fields, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
            fields[parts[0]] = parts.count > 1 ? parts[1] : ""
        }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    // MARK: What it says of itself

    @Sendable private func description(_ request: Request) throws -> Response {
        let (issuer, named) = state.withLock { ($0.issuer, $0.faults.describedIssuer ?? $0.issuer) }
        var description: [String: Any] = [
            "issuer": named, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token", "jwks_uri": issuer + "/jwks",
            "userinfo_endpoint": issuer + "/userinfo", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"], "scopes_supported": ["openid", "profile", "email", "groups"],
            "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
        ]
        if !signedOutURLs.isEmpty { description["end_session_endpoint"] = issuer + "/end-session" }
        return .json(description, status: 200)
    }

    @Sendable private func published(_ request: Request) throws -> Response {
        let (keys, isRotated) = state.withLock { ($0.keys, $0.isRotated) }
        return Self.json(try keys.published(isRotated: isRotated))
    }

    private static func json(_ text: String) -> Response {
        Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    // MARK: Where somebody signs in

    /// Why a request isn't taken (section 3.1.2.2); nil where it is.
    private func problem(of query: [String: String]) -> String? {
        if query["client_id"] != Self.clientID { return "unknown client" }
        // It is not sent back there: the address may be anybody's.
        if !state.withLock({ $0.redirectURLs.contains(query["redirect_uri"] ?? "") }) { return "redirect_uri is not registered" }
        if query["response_type"] != "code" { return "response_type" }
        let scopes = (query["scope"] ?? "").split(separator: " ")
        if !scopes.contains("openid") || !Set(scopes).isSubset(of: ["openid", "profile", "email", "groups"]) { return "scope" }
        if query["code_challenge_method"] != "S256" || query["code_challenge"]?.count != 43 { return "PKCE is required" }
        return (query["state"] ?? "").count < 8 ? "state is too short" : nil
    }

    private static func query(_ request: Request) -> [String: String] {
        Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { first, _ in first })
    }

    @Sendable private func askWho(_ request: Request) throws -> Response {
        if let problem = problem(of: Self.query(request)) { return refuse(problem) }
        let buttons = state.withLock { $0.accounts.keys.sorted() }.map { #"<button name="user" value="\#($0)">\#($0)</button>"# }
        return Self.page("Sign in", #"<h1>Who are you?</h1>\#(buttons.joined()) <button name="user" value="">Nobody</button>"#)
    }

    private static func page(_ title: String, _ form: String) -> Response {
        let text = #"<!DOCTYPE html><html lang="en"><title>\#(title)</title><link rel="icon" href="data:,"><form method="post">\#(form)</form></html>"#
        return Response(status: .ok, headers: [.contentType: "text/html"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private func refuse(_ why: String) -> Response {
        state.withLock { $0.refusals.append(why) }
        return Response(status: .badRequest, body: .init(byteBuffer: ByteBuffer(string: why)))
    }

    private func signIn(_ request: Request, _ form: [String: String]) throws -> Response {
        let query = Self.query(request)
        if let problem = problem(of: query) { return refuse(problem) }
        let redirectURL = query["redirect_uri"] ?? ""
        var answer = [("state", query["state"] ?? "")]
        let user = form["user"] ?? ""
        let (issuer, code) = state.withLock { state -> (String?, String?) in
            let issuer = state.faults.answeredIssuer ?? state.issuer
            guard state.accounts[user] != nil else { return (issuer, nil) }
            state.lastNumber += 1
            let code = "code-\(state.lastNumber)"
            state.grants[code] = Grant(
                user: user, redirectURL: redirectURL, nonce: query["nonce"], challenge: query["code_challenge"] ?? "",
                scopes: Set((query["scope"] ?? "").split(separator: " ").map(String.init)), endsAt: now() + 60)
            return (issuer, code)
        }
        answer.append(code.map { ("code", $0) } ?? ("error", "access_denied"))
        if let issuer { answer.append(("iss", issuer)) }
        let text = answer.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
        return Response(status: .found, headers: [.location: redirectURL + "?" + text])
    }

    // MARK: Where somebody signs out

    /// RP-Initiated Logout 1.0, section 2. Without a token it says only whether that may be asked: somebody else may have led them there.
    @Sendable private func askWhether(_ request: Request) throws -> Response {
        if let problem = problem(ofSignOut: Self.query(request)) { return refuse(problem) }
        return Self.page("Sign out", "<h1>Sign out?</h1><button>Yes</button>")
    }

    /// Section 3: nobody is sent where no client is known to send people.
    private func problem(ofSignOut query: [String: String]) -> String? {
        if query["client_id"] != Self.clientID { return "unknown client" }
        return signedOutURLs.contains(query["post_logout_redirect_uri"] ?? "") ? nil : "post_logout_redirect_uri is not registered"
    }

    private func signOut(_ request: Request) -> Response {
        let query = Self.query(request)
        if let problem = problem(ofSignOut: query) { return refuse(problem) }
        return Response(status: .found, headers: [.location: query["post_logout_redirect_uri"] ?? ""])
    }

    // MARK: What the client asks

    /// Section 3.1.3; RFC 6749, section 5.2; RFC 7636, section 4.6.
    private func tokens(_ request: Request, _ form: [String: String]) throws -> Response {
        func refuse(_ status: Int, _ code: String, _ why: String) -> Response {
            state.withLock { $0.refusals.append(why) }
            return .json(["error": code, "error_description": why], status: status)
        }
        guard Self.isClient(request.headers[.authorization] ?? "") else { return refuse(401, "invalid_client", "secret") }
        guard form["grant_type"] == "authorization_code", let code = form["code"] else { return refuse(400, "invalid_request", "grant_type or code") }
        let (grant, isSpent) = state.withLock { state in (state.grants[code], !state.spentCodes.insert(code).inserted) }
        guard let grant, !isSpent, now() < grant.endsAt else { return refuse(400, "invalid_grant", isSpent ? "code was used" : "code") }
        guard form["redirect_uri"] == grant.redirectURL else { return refuse(400, "invalid_grant", "redirect_uri") }
        let challenge = base64URL(Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))))
        guard challenge == grant.challenge else { return refuse(400, "invalid_grant", "code_verifier") }
        let (token, faults, keys, isRotated) = state.withLock { state in
            let token = "access-\(code)"
            state.accessTokens[token] = grant
            return (token, state.faults, state.keys, state.isRotated)
        }
        var claims = [
            "iss": text(state.withLock(\.issuer)), "aud": "[\(text(Self.clientID))]", "exp": "\(now() + 300)", "iat": "\(now())", "nonce": grant.nonce.map(text),
        ].compactMapValues { $0 }
        claims.merge(isTerse ? ["sub": text(grant.user)] : self.claims(of: grant)) { _, new in new }
        let signed = try keys.token(Self.object(claims, faults.claims), faults.signature, isRotated: isRotated)
        return .json(["id_token": signed, "access_token": token, "token_type": "Bearer", "expires_in": 300], status: 200)
    }

    /// By `client_secret_basic`, which is what a description that says nothing means.
    private static func isClient(_ header: String) -> Bool {
        guard header.hasPrefix("Basic "), let data = Data(base64Encoded: String(header.dropFirst(6))) else { return false }
        return String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1).map(decoded) == [clientID, clientSecret]
    }

    @Sendable private func userinfo(_ request: Request) throws -> Response {
        let token = String((request.headers[.authorization] ?? "").dropFirst("Bearer ".count))
        let (grant, faults) = state.withLock { ($0.accessTokens[token], $0.faults) }
        guard let grant else { return .json(["error": "invalid_token"], status: 401) }
        return Self.json(Self.object(claims(of: grant), faults.userinfo))
    }

    /// Of each scope what it has (section 5.4).
    private func claims(of grant: Grant) -> [String: String] {
        let account = state.withLock { $0.accounts[grant.user] ?? [:] }
        let scopes = ["preferred_username": "profile", "email": "email", "email_verified": "email", "groups": "groups"]
        return account.filter { name, _ in grant.scopes.contains(scopes[name] ?? "openid") }.merging(["sub": text(grant.user)]) { $1 }
    }

    private static func object(_ claims: [String: String], _ changes: [String: String?]) -> String {
        let all = changes.reduce(into: claims) { claims, change in claims[change.key] = change.value }
        return "{" + all.map { #""\#($0)":\#($1)"# }.sorted().joined(separator: ",") + "}"
    }
}

private func text(_ value: String) -> String { "\"\(value)\"" }
