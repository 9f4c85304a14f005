import BelfryModel
import BelfryTime

/// Keeps the API keys of apps, as hashes only: `api_keys`.
public protocol CredentialStore: Sendable {
    /// - Throws: where there is a key of that name or hash, even a revoked one.
    func addKey(named name: String, hash: String, now: Instant) async throws
    /// The name of the app that a key belongs to; nil where there is no such key, or it was revoked.
    func keyName(hash: String) async throws -> String?
    /// - Returns: false where there is no such key.
    func revokeKey(named name: String, now: Instant) async throws -> Bool
    func keys() async throws -> [APIKeyRecord]
}

public struct APIKeyRecord: Hashable, Sendable {
    public let name: String
    public let createdAt: Instant
    public let revokedAt: Instant?

    public init(name: String, createdAt: Instant, revokedAt: Instant?) {
        self.name = name
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}

/// Everything that a server keeps, in one database.
public typealias Store = AlertStore & CredentialStore & DeliveryQueue & FamilyStore & Inbox & MetricStore & OverviewStore & SyncStore
