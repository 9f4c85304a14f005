import BelfryModel
import BelfryTime

/// Keeps the API keys of apps, as hashes only, and which tokens are used up: `api_keys`, `spent_tokens`.
public protocol CredentialStore: Sendable {
    /// - Throws: where there is a key of that name or hash, even a revoked one.
    func addKey(named name: String, hash: String, terms: KeyTerms, now: Instant) async throws
    /// The key that has the hash, or had it and was replaced since; nil where there is none, or it was revoked. Whether it has ended is the caller's to see.
    func key(hash: String) async throws -> ShownKey?
    /// The app has another key from now on, and the one that it had lets it in until `formerEndsAt`, or nobody where that is nil. One that was replaced
    /// before lets nobody in any more.
    ///
    /// - Parameter expiresAt: when both end; nil where they don't.
    /// - Returns: false where there is no key of that name, or it was revoked.
    func replaceKey(named name: String, hash: String, formerEndsAt: Instant?, expiresAt: Instant?, now: Instant) async throws -> Bool
    /// Gives a key other terms.
    ///
    /// - Returns: false where there is no key of that name, or it was revoked.
    func changeKey(named name: String, to terms: KeyTerms) async throws -> Bool
    /// Remembers that a key was used, to the hour: nothing is written where it was within ``APIKeyRecord/useLength`` before.
    func noteUse(ofKey name: String, now: Instant) async throws
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

/// What a key may, and for how long.
public struct KeyTerms: Hashable, Sendable {
    public var scopes: Set<KeyScope>
    /// Nil where it doesn't end by itself.
    public var expiresAt: Instant?
    /// What whoever made it wants to remember of it; nil where that is nothing.
    public var note: String?

    /// In characters.
    public static let noteLengthMax = 200

    public init(scopes: Set<KeyScope> = [.all], expiresAt: Instant? = nil, note: String? = nil) {
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.note = note
    }
}

/// A key as it is listed: whose it is, and never the key.
public struct APIKeyRecord: Hashable, Sendable {
    /// Of the app that has it.
    public let name: String
    public let createdAt: Instant
    /// Nil while it lets its app in.
    public let revokedAt: Instant?
    public let terms: KeyTerms
    /// Until when the key that it replaced lets the app in, too; nil where that doesn't.
    public let formerEndsAt: Instant?
    /// Nil before the first time; up to ``useLength`` behind.
    public let lastUsedAt: Instant?

    /// So long a key's use isn't written again.
    public static let useLength = Duration.seconds(3600)
    /// Whoever looks is warned so long before a key ends.
    public static let warningLength = Duration.seconds(14 * 86_400)

    public init(
        name: String, createdAt: Instant, revokedAt: Instant?, terms: KeyTerms = KeyTerms(), formerEndsAt: Instant? = nil, lastUsedAt: Instant? = nil
    ) {
        self.name = name
        self.createdAt = createdAt
        self.revokedAt = revokedAt
        self.terms = terms
        self.formerEndsAt = formerEndsAt
        self.lastUsedAt = lastUsedAt
    }

    /// Whether its use may be written again.
    public func isUseToNote(now: Instant) -> Bool { lastUsedAt.map { now - $0 >= Self.useLength } ?? true }
}

/// A key by which somebody came.
public struct ShownKey: Hashable, Sendable {
    public let record: APIKeyRecord
    /// Whether another has taken its place.
    public let isReplaced: Bool

    public init(_ record: APIKeyRecord, isReplaced: Bool) {
        self.record = record
        self.isReplaced = isReplaced
    }

    /// When it lets its app in no more; nil where it doesn't end by itself.
    public var endsAt: Instant? {
        // One that was replaced without grace isn't found, so it has an end.
        guard isReplaced else { return record.terms.expiresAt }
        return [record.terms.expiresAt, record.formerEndsAt ?? .min].compactMap { $0 }.min()
    }
}
