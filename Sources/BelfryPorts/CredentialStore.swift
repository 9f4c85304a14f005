import BelfryModel
import BelfryTime

/// Keeps the API keys of apps, as hashes only, and which tokens are used up: `api_keys`, `spent_tokens`.
public protocol CredentialStore: Sendable {
    /// - Throws: where there is a key of that name or hash, even a revoked one.
    func addKey(named name: String, hash: String, now: Instant) async throws
    /// The name of the app that a key belongs to; nil where there is no such key, or it was revoked.
    func keyName(hash: String) async throws -> String?
    /// The app has another key from now on, and the one that it had lets nobody in.
    /// - Returns: false where there is no key of that name, or it was revoked.
    func replaceKey(named name: String, hash: String, now: Instant) async throws -> Bool
    /// - Returns: false where there is no such key.
    func revokeKey(named name: String, now: Instant) async throws -> Bool
    /// All of them, the revoked ones too.
    func keys() async throws -> [APIKeyRecord]

    /// Remembers that a token is used up, until it runs out anyway; forgets those that have run out.
    /// - Returns: false where it was used up before.
    func spendToken(hash: String, until expiresAt: Instant, now: Instant) async throws -> Bool
    /// Whether a token was used up and hasn't been forgotten since.
    func isTokenSpent(hash: String) async throws -> Bool
    /// Remembers until a moment that all sessions under a mark are ended that began until another; forgets what has run out, as ``spendToken(hash:until:now:)``.
    /// A mark is no token's hash.
    func endSessions(mark: String, through moment: Instant, until expiresAt: Instant, now: Instant) async throws
    /// Whether the token by which a session is known was used up, or all sessions under its mark were ended at its beginning or since.
    func isSessionEnded(hash: String, mark: String, startedAt: Instant) async throws -> Bool
    /// When the person of a mark was erased last: tokens from until then let nobody in. Nil where they never were.
    func erasure(marked mark: String) async throws -> Instant?
}

/// A key as it is listed: whose it is, and never the key.
public struct APIKeyRecord: Hashable, Sendable {
    /// Of the app that has it.
    public let name: String
    public let createdAt: Instant
    /// Nil while it lets its app in.
    public let revokedAt: Instant?

    public init(name: String, createdAt: Instant, revokedAt: Instant?) {
        self.name = name
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
