import BelfryModel
import BelfryPorts
import BelfryTime
import Crypto
import Foundation
import HTTPTypes
import JWTKit

/// Who is asking.
public enum Caller: Hashable, Sendable {
    case person(UserID)
    /// An app, by the name of its key.
    case app(String)
    /// Whoever holds the admin secret.
    case admin
}

/// Finds out who is asking, from a token, a key or the admin secret. Where a secret is not configured, nobody passes.
public struct Authenticator: Sendable {
    private let adminDigest: SHA256Digest?
    private let jwtKeys: JWTKeyCollection?
    private let credentials: any CredentialStore
    private let now: @Sendable () -> Instant
    let uses = KeyUses()

    /// Makes the tokens of forms; nil where no token is valid.
    private let formKey: SymmetricKey?
    /// Makes the marks of who was erased; nil where no token is valid.
    private let erasureKey: SymmetricKey?
    /// Makes what belongs to a sign-in at a provider; nil where no token is valid.
    let attemptKey: SymmetricKey?

    public static let apiKeyPrefix = "bk_"

    /// - Parameters:
    ///   - adminSecret: what the worker's callers show as `x-miya-admin-secret`; nil or empty means that nobody may.
    ///   - jwtSecret: the HS256 secret of persons' tokens; nil or empty means that no token is valid.
    public init(adminSecret: String?, jwtSecret: String?, credentials: any CredentialStore, now: @escaping @Sendable () -> Instant) async {
        adminDigest = adminSecret.flatMap { $0.isEmpty ? nil : SHA256.hash(data: Data($0.utf8)) }
        if let jwtSecret, !jwtSecret.isEmpty {
            // HMAC takes zeros for what a key lacks (RFC 2104, section 2); JWTKit stops the process over a short one where it isn't optimized.
            let filling = repeatElement(UInt8(0), count: max(0, SHA256.Digest.byteCount - jwtSecret.utf8.count))
            jwtKeys = await JWTKeyCollection().add(hmac: HMACKey(from: Array(jwtSecret.utf8) + filling), digestAlgorithm: .sha256)
            // A key of its own for each, so that what signs one thing never signs another.
            let secret = SymmetricKey(data: Data(jwtSecret.utf8))
            formKey = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data("belfry form tokens".utf8), using: secret))
            erasureKey = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data("belfry erasures".utf8), using: secret))
            attemptKey = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data("belfry sign-ins at a provider".utf8), using: secret))
        } else {
            jwtKeys = nil
            formKey = nil
            erasureKey = nil
            attemptKey = nil
        }
        self.credentials = credentials
        self.now = now
    }

    /// The hash under which a key is stored. Keys are 256 random bits, so a plain digest is as good as a slow one.
    public static func hash(ofKey key: String) -> String {
        hash(of: Array(key.utf8))
    }

    static func hash(of bytes: [UInt8]) -> String {
        hexadecimal(SHA256.hash(data: bytes))
    }

    /// What a request shows, where it is valid.
    private enum Shown {
        case admin
        case person(UserID)
        case key(ShownKey)
    }

    /// - Parameter scope: what an app's key has to allow; nil where any key will do, as where no app is let in anyway.
    /// - Returns: nil where the request shows nothing at all.
    /// - Throws: `Problem.notAuthenticated` where it shows something that is not valid; `Problem.keyExpired`; `Problem.needsScope`.
    func caller(of headers: HTTPFields, may scope: KeyScope?) async throws -> Caller? {
        switch try await shown(by: headers) {
        case .admin:
            AuditTrail.current?.note(actor: .admin)
            return .admin
        case .person(let user):
            AuditTrail.current?.note(actor: .person(user))
            return .person(user)
        case .key(let key):
            AuditTrail.current?.note(actor: .app(key.record.name))
            if let scope, !key.record.terms.scopes.allow(scope) { throw Problem.needsScope(scope) }
            return .app(key.record.name)
        case nil: return nil
        }
    }

    /// The key that an app shows; nil where none is shown. Throws as ``caller(of:may:)``.
    func key(of headers: HTTPFields) async throws -> ShownKey? {
        if case .key(let key) = try await shown(by: headers) { key } else { nil }
    }

    private func shown(by headers: HTTPFields) async throws -> Shown? {
        if let secret = headers.value(named: "x-miya-admin-secret") {
            guard isAdminSecret(secret) else {
                AuditTrail.current?.noteRefusedSignIn(as: .admin)
                throw Problem.notAuthenticated
            }
            return .admin
        }
        if let authorization = headers[.authorization] {
            let parts = authorization.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.notAuthenticated }
            // As many spaces as somebody likes (RFC 9110, section 11.4).
            let token = String(parts[1].drop { $0 == " " })
            if token.hasPrefix(Self.apiKeyPrefix) { return .key(try await valid(key: token)) }
            return .person(try await person(ofToken: token))
        }
        // PostgREST clients send a public key here with every request; ours are told by their prefix.
        if let key = headers.value(named: "x-api-key") ?? headers.value(named: "apikey"), key.hasPrefix(Self.apiKeyPrefix) {
            return .key(try await valid(key: key))
        }
        return nil
    }

    /// Compares digests, which takes the same time wherever they differ.
    private func isAdminSecret(_ secret: String) -> Bool {
        guard let adminDigest else { return false }
        return SHA256.hash(data: Data(secret.utf8)) == adminDigest
    }

    var hasAdminSecret: Bool { adminDigest != nil }
    var hasTokenSecret: Bool { jwtKeys != nil }

    private func valid(key: String) async throws -> ShownKey {
        guard let shown = try await credentials.key(hash: Self.hash(ofKey: key)) else { throw Problem.notAuthenticated }
        let now = now()
        if let endsAt = shown.endsAt, endsAt <= now { throw Problem.keyExpired }
        uses.note(shown.record, now: now, in: credentials)
        return shown
    }

    /// - Throws: `Problem.notAuthenticated` where the token is not ours, is not signed with HS256, is not valid now, is that of a link
    ///   that was used or of a session that was ended, of either from before its person signed out everywhere, or is from before they were erased.
    func person(ofToken token: String) async throws -> UserID {
        let (user, claims) = try await known(token)
        if claims.sid != nil || claims.jti != nil, try await isEnded(token, of: user, claims) { throw Problem.notAuthenticated }
        return user
    }

    private func verified(_ token: String) async throws -> (UserID, PersonClaims) {
        let (user, claims) = try await signed(token)
        guard claims.isValid(at: now()) else { throw Problem.notAuthenticated }
        return (user, claims)
    }

    /// What a token says that we have signed, whenever it is valid.
    private func signed(_ token: String) async throws -> (UserID, PersonClaims) {
        guard let jwtKeys, Self.isSignatureProper(in: token), let claims = try? await jwtKeys.verify(token, as: PersonClaims.self),
            let user = UserID(claims.sub)
        else { throw Problem.notAuthenticated }
        return (user, claims)
    }

    /// What ``verified(_:)`` has, where the person wasn't erased since it was made.
    private func known(_ token: String) async throws -> (UserID, PersonClaims) {
        let (user, claims) = try await verified(token)
        if try await isErased(user, claims) { throw Problem.notAuthenticated }
        return (user, claims)
    }

    /// Whether the person was erased since it was made, or may have been where it doesn't say when.
    private func isErased(_ user: UserID, _ claims: PersonClaims) async throws -> Bool {
        guard let mark = erasureMark(of: user), let moment = try await credentials.erasure(marked: mark) else { return false }
        return claims.iat.map { $0 <= Double(moment.millisecondsSinceEpoch) / 1000 } ?? true
    }

    /// By which a store knows a person who was erased, and nobody else does; nil where no token is valid.
    public func erasureMark(of user: UserID) -> String? {
        erasureKey.map { hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(user.text.utf8), using: $0)) }
    }

    /// Makes a token for a person, valid for so long.
    public func makeToken(for user: UserID, validFor length: Duration) async throws -> String {
        try await sign(for: user, validFor: length)
    }

    /// Makes a token that signs a person in once.
    ///
    /// - Parameter id: what nobody can guess and no other token has.
    public func makeLinkToken(for user: UserID, id: String, validFor length: Duration) async throws -> String {
        try await sign(for: user, linkID: id, validFor: length)
    }

    func sign(
        for user: UserID, linkID: String? = nil, sessionID: String? = nil, operates: Bool? = nil, validFor length: Duration
    ) async throws -> String {
        guard let jwtKeys else { throw Problem.secretNotConfigured(setting: "BELFRY_JWT_SECRET") }
        let now = now()
        let moment = Double(now.millisecondsSinceEpoch) / 1000
        return try await jwtKeys.sign(
            PersonClaims(
                sub: user.text, exp: Double((now + length).secondsSinceEpoch), nbf: nil, iat: moment, jti: linkID, sid: sessionID,
                auth_time: sessionID == nil ? nil : moment, operates: operates))
    }

    // MARK: Sessions of pages

    /// The person whom a session is of.
    ///
    /// - Throws: `Problem.notAuthenticated` where it is none, has run out, or was ended.
    func person(ofSession session: String) async throws -> UserID {
        try await visitor(ofSession: session).person
    }

    /// The same, and whether the provider that signed them in has said that they are an operator. Throws as ``person(ofSession:)``.
    func visitor(ofSession session: String) async throws -> (person: UserID, operates: Bool) {
        let (user, claims) = try await known(session)
        // A link isn't a session: it would stay valid once it was used.
        guard claims.jti == nil else { throw Problem.notAuthenticated }
        if claims.sid != nil, try await isEnded(session, of: user, claims) { throw Problem.notAuthenticated }
        return (user, claims.operates == true)
    }

    /// Whether the token of a session or a link was ended: by itself, as a link's is by signing in, or with all of its person's.
    private func isEnded(_ token: String, of user: UserID, _ claims: PersonClaims) async throws -> Bool {
        guard let mark = sessionMark(of: user) else { return true }
        return try await credentials.isSessionEnded(hash: Self.hash(ofKey: Self.name(ofSession: token)), mark: mark, startedAt: claims.start)
    }

    /// By what a session is known, however often it was extended; one that is never, and what is none, as a link, by its text.
    ///
    /// It isn't verified here: a name lets nobody in.
    private static func name(ofSession session: String) -> String {
        let parts = session.split(separator: ".")
        guard parts.count == 3, let data = base64URLDecoded(parts[1]), let claims = try? JSONDecoder().decode(PersonClaims.self, from: data),
            claims.auth_time != nil, let id = claims.sid
        else { return session }
        return "session \(id)"
    }

    /// Under which it is remembered when all sessions of a person were ended; nil where no token is valid.
    private func sessionMark(of user: UserID) -> String? {
        erasureMark(of: user).map { Self.hash(ofKey: "sessions of \($0)") }
    }

    /// The same session for longer, where it has been used for a day or more of its length; nil where it hasn't, and where it can't be extended any more.
    ///
    /// To be asked once ``person(ofSession:)`` has let it in.
    func extended(session: String) async throws -> (session: String, length: Duration)? {
        guard let jwtKeys else { return nil }
        let (user, claims) = try await verified(session)
        // Who is an operator by a provider's word is asked for it again.
        guard claims.operates != true, let id = claims.sid, let signedInAt = claims.auth_time, let formerly = claims.exp else { return nil }
        let now = Double(now().secondsSinceEpoch)
        let end = min(now + Self.sessionSeconds, signedInAt.rounded(.down) + Self.sessionSecondsMax)
        guard end >= formerly + Self.extensionSeconds else { return nil }
        // It was issued when somebody signed in, so that who was erased since stays out.
        let claimed = PersonClaims(sub: user.text, exp: end, nbf: nil, iat: claims.iat, sid: id, auth_time: signedInAt)
        return (try await jwtKeys.sign(claimed), .seconds(Int64(end - now)))
    }

    /// Why a link signs nobody in.
    enum LinkRefusal: Error, Hashable, Sendable {
        case invalid
        /// Somebody has signed in by it before.
        case used
    }

    /// Whom a link would sign in; that doesn't use it up.
    ///
    /// - Throws: ``LinkRefusal``
    func person(ofLink token: String) async throws -> UserID {
        try await link(token).0
    }

    /// Whose link it was that signs nobody in any more; nil where it never did, or they were erased since.
    func person(ofRefusedLink token: String) async throws -> UserID? {
        guard let (user, claims) = try? await signed(token), claims.sid == nil, try await !isErased(user, claims) else { return nil }
        return user
    }

    /// Makes a session of a person's token. That of a link is used up by it; one that an app made serves until it runs out.
    ///
    /// - Throws: ``LinkRefusal``
    func signIn(by token: String, sessionID: String, validFor length: Duration) async throws -> String {
        let (user, claims) = try await link(token)
        if claims.jti != nil {
            guard try await credentials.spendToken(hash: Self.hash(ofKey: token), until: claims.expiry, now: now()) else { throw LinkRefusal.used }
        }
        return try await sign(for: user, sessionID: sessionID, validFor: length)
    }

    private func link(_ token: String) async throws -> (UserID, PersonClaims) {
        guard let (user, claims) = try? await verified(token), claims.sid == nil, try await !isErased(user, claims) else { throw LinkRefusal.invalid }
        guard claims.jti != nil, try await isEnded(token, of: user, claims) else { return (user, claims) }
        throw try await credentials.isTokenSpent(hash: Self.hash(ofKey: token)) ? LinkRefusal.used : .invalid
    }

    /// Ends a session for good, wherever its cookie may be, and however often it was extended.
    func end(session: String) async throws {
        guard let (_, claims) = try? await verified(session) else { return }
        let now = now()
        let end = max(claims.expiry, claims.auth_time == nil ? now : Self.end(ofSessionsUntil: now))
        _ = try await credentials.spendToken(hash: Self.hash(ofKey: Self.name(ofSession: session)), until: end, now: now)
    }

    /// Ends all sessions that a person has now, on whichever device, and the links that would make one. Tokens of apps are none.
    func endSessions(of user: UserID) async throws {
        guard let mark = sessionMark(of: user) else { return }
        let now = now()
        try await credentials.endSessions(mark: mark, through: now, until: Self.end(ofSessionsUntil: now), now: now)
    }

    /// When the last has run out that was made or extended until a moment, or at that very moment.
    private static func end(ofSessionsUntil moment: Instant) -> Instant { moment + .seconds(Int64(sessionSeconds) + 3600) }

    /// A session ends so long after it was used last, or after the sign-in at the latest; it is extended by a day or more at a time.
    static let sessionSeconds = 30.0 * 86_400
    private static let sessionSecondsMax = 180.0 * 86_400
    private static let extensionSeconds = 86_400.0

    /// What every post of a session must carry: another site can't know it, and it serves no other session. It stays when the session is extended.
    func formToken(ofSession session: String) -> String {
        guard let formKey else { return "" }
        return hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(Self.name(ofSession: session).utf8), using: formKey))
    }

    /// Compares in the same time wherever they differ.
    func isFormToken(_ text: String, ofSession session: String) -> Bool {
        guard formKey != nil else { return false }
        return SHA256.hash(data: Data(text.utf8)) == SHA256.hash(data: Data(formToken(ofSession: session).utf8))
    }
}

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }.joined()
}

extension HTTPFields {
    /// A field by its name in lower case, for names that have no constant.
    func value(named name: String) -> String? {
        first { $0.name.canonicalName == name }?.value
    }
}
