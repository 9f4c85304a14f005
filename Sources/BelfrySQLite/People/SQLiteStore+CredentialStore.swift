import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: CredentialStore {
    public func addKey(named name: String, hash: String, terms: KeyTerms, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO api_keys (name, key_hash, created_at, scopes, expires_at, note) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [name, hash, now.sql, terms.scopes.text, terms.expiresAt?.sql, terms.note])
        }
    }

    public func key(hash: String) async throws -> ShownKey? {
        try await pool.read { db in
            try StoredRow.fetchOne(
                db,
                sql: """
                    SELECT \(Self.keyColumns), key_hash FROM api_keys
                    WHERE (key_hash = ?1 OR former_key_hash = ?1) AND revoked_at IS NULL
                    """, arguments: [hash]
            ).map { row in ShownKey(Self.key(row), isReplaced: row.text("key_hash") != hash) }
        }
    }

    private static let keyColumns = "name, created_at, revoked_at, scopes, expires_at, note, former_ends_at, last_used_at"

    /// What can't be understood allows nothing, and has ended.
    private static func key(_ row: StoredRow) -> APIKeyRecord {
        APIKeyRecord(
            name: row.text("name") ?? "", createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0), revokedAt: row.instant("revoked_at"),
            terms: KeyTerms(
                scopes: Set(stored: row.text("scopes") ?? ""), expiresAt: row.isNull("expires_at") ? nil : row.instant("expires_at") ?? .min,
                note: row.text("note")),
            formerEndsAt: row.instant("former_ends_at"), lastUsedAt: row.instant("last_used_at"))
    }

    public func replaceKey(named name: String, hash: String, formerEndsAt: Instant?, expiresAt: Instant?, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE api_keys SET former_key_hash = CASE WHEN ?1 IS NOT NULL THEN key_hash END, former_ends_at = ?1, key_hash = ?2, created_at = ?3,
                        expires_at = ?4
                    WHERE name = ?5 AND revoked_at IS NULL
                    """, arguments: [formerEndsAt?.sql, hash, now.sql, expiresAt?.sql, name])
            return db.changesCount > 0
        }
    }

    public func changeKey(named name: String, to terms: KeyTerms) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE api_keys SET scopes = ?, expires_at = ?, note = ? WHERE name = ? AND revoked_at IS NULL",
                arguments: [terms.scopes.text, terms.expiresAt?.sql, terms.note, name])
            return db.changesCount > 0
        }
    }

    public func noteUse(ofKey name: String, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE api_keys SET last_used_at = ? WHERE name = ? AND (last_used_at IS NULL OR last_used_at <= ?)",
                arguments: [now.sql, name, (now - APIKeyRecord.useLength).sql])
        }
    }

    public func revokeKey(named name: String, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE name = ?", arguments: [now.sql, name])
            return db.changesCount > 0
        }
    }

    public func keys() async throws -> [APIKeyRecord] {
        try await pool.read { db in
            try StoredRow.fetchAll(db, sql: "SELECT \(Self.keyColumns) FROM api_keys ORDER BY created_at, name").map(Self.key)
        }
    }

    public func spendToken(hash: String, until expiresAt: Instant, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM spent_tokens WHERE expires_at <= ?", arguments: [now.sql])
            try db.execute(
                sql: "INSERT INTO spent_tokens (token_hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [hash, expiresAt.sql])
            return db.changesCount > 0
        }
    }

    public func endSessions(mark: String, through moment: Instant, until expiresAt: Instant, now: Instant) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM spent_tokens WHERE expires_at <= ?", arguments: [now.sql])
            try db.execute(
                sql: """
                    INSERT INTO spent_tokens (token_hash, expires_at, sessions_through) VALUES (?, ?, ?)
                    ON CONFLICT (token_hash) DO UPDATE SET expires_at = max(expires_at, excluded.expires_at),
                        sessions_through = max(coalesce(sessions_through, ''), excluded.sessions_through)
                    """, arguments: [mark, expiresAt.sql, moment.sql])
        }
    }

    public func isSessionEnded(hash: String, mark: String, startedAt: Instant) async throws -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM spent_tokens WHERE token_hash = ?)
                        OR EXISTS (SELECT 1 FROM spent_tokens WHERE token_hash = ? AND sessions_through >= ?)
                    """, arguments: [hash, mark, startedAt.sql]) ?? false
        }
    }

    public func isTokenSpent(hash: String) async throws -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM spent_tokens WHERE token_hash = ?)", arguments: [hash]) ?? false
        }
    }
}
