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

    public static let apiKeyPrefix = "bk_"
    static let sessionCookieName = "belfry_session"

    /// - Parameters:
    ///   - adminSecret: what the worker's callers show as `x-miya-admin-secret`; nil or empty means that nobody may.
    ///   - jwtSecret: the HS256 secret of persons' tokens; nil or empty means that no token is valid.
    public init(adminSecret: String?, jwtSecret: String?, credentials: any CredentialStore, now: @escaping @Sendable () -> Instant) async {
        adminDigest = adminSecret.flatMap { $0.isEmpty ? nil : SHA256.hash(data: Data($0.utf8)) }
        if let jwtSecret, !jwtSecret.isEmpty {
            jwtKeys = await JWTKeyCollection().add(hmac: HMACKey(from: jwtSecret), digestAlgorithm: .sha256)
        } else {
            jwtKeys = nil
        }
        self.credentials = credentials
        self.now = now
    }

    /// The hash under which a key is stored. Keys are 256 random bits, so a plain digest is as good as a slow one.
    public static func hash(ofKey key: String) -> String {
        SHA256.hash(data: Data(key.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// - Returns: nil where the request shows nothing at all.
    /// - Throws: `Problem.notAuthenticated` where it shows something that is not valid.
    func caller(of headers: HTTPFields) async throws -> Caller? {
        if let secret = headers.value(named: "x-miya-admin-secret") {
            guard isAdminSecret(secret) else { throw Problem.notAuthenticated }
            return .admin
        }
        if let authorization = headers[.authorization] {
            let parts = authorization.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw Problem.notAuthenticated }
            let token = String(parts[1])
            if token.hasPrefix(Self.apiKeyPrefix) { return try await app(ofKey: token) }
            return .person(try await person(ofToken: token))
        }
        // PostgREST clients send a public key here with every request; ours are told by their prefix.
        if let key = headers.value(named: "x-api-key") ?? headers.value(named: "apikey"), key.hasPrefix(Self.apiKeyPrefix) {
            return try await app(ofKey: key)
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

    private func app(ofKey key: String) async throws -> Caller {
        guard let name = try await credentials.keyName(hash: Self.hash(ofKey: key)) else { throw Problem.notAuthenticated }
        return .app(name)
    }

    /// - Throws: `Problem.notAuthenticated` where the token is not ours, is not signed with HS256, or is not valid now.
    func person(ofToken token: String) async throws -> UserID {
        guard let jwtKeys, let claims = try? await jwtKeys.verify(token, as: PersonClaims.self), claims.isValid(at: now()),
            let user = UserID(claims.sub)
        else { throw Problem.notAuthenticated }
        return user
    }

    /// Makes a token for a person, valid for so long.
    public func makeToken(for user: UserID, validFor length: Duration) async throws -> String {
        guard let jwtKeys else { throw Problem.secretNotConfigured(setting: "BELFRY_JWT_SECRET") }
        let now = now()
        return try await jwtKeys.sign(
            PersonClaims(sub: user.text, exp: Double((now + length).secondsSinceEpoch), nbf: nil, iat: Double(now.secondsSinceEpoch)))
    }
}

/// What a person's token says (RFC 7519, section 4.1): who they are, and in seconds since 1970 from when until when it is valid.
private struct PersonClaims: JWTPayload {
    let sub: String
    let exp: Double?
    let nbf: Double?
    let iat: Double?

    func isValid(at now: Instant) -> Bool {
        let seconds = Double(now.millisecondsSinceEpoch) / 1000
        return seconds < exp ?? .infinity && seconds >= nbf ?? -.infinity
    }

    // The clock is an argument of `isValid`; the signature is all that there is to verify here.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

extension HTTPFields {
    /// A field by its name in lower case, for names that have no constant.
    func value(named name: String) -> String? {
        first { $0.name.canonicalName == name }?.value
    }
}
