import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension SQLiteStore: CredentialStore {
    public func addKey(named name: String, hash: String, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(sql: "INSERT INTO api_keys (name, key_hash, created_at) VALUES (?, ?, ?)", arguments: [name, hash, now.sql])
        }
    }

    public func keyName(hash: String) async throws -> String? {
        try await pool.read { db in
            try String.fetchOne(db, sql: "SELECT name FROM api_keys WHERE key_hash = ? AND revoked_at IS NULL", arguments: [hash])
        }
    }

    public func replaceKey(named name: String, hash: String, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.execute(
                sql: "UPDATE api_keys SET key_hash = ?, created_at = ? WHERE name = ? AND revoked_at IS NULL", arguments: [hash, now.sql, name])
            return db.changesCount > 0
        }
    }

    public func revokeKey(named name: String, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.execute(sql: "UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE name = ?", arguments: [now.sql, name])
            return db.changesCount > 0
        }
    }

    public func keys() async throws -> [APIKeyRecord] {
        try await pool.read { db in
            try StoredRow.fetchAll(db, sql: "SELECT name, created_at, revoked_at FROM api_keys ORDER BY created_at, name").map { row in
                APIKeyRecord(
                    name: row.text("name") ?? "", createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0),
                    revokedAt: row.instant("revoked_at"))
            }
        }
    }

    public func spendToken(hash: String, until expiresAt: Instant, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM spent_tokens WHERE expires_at <= ?", arguments: [now.sql])
            try db.execute(
                sql: "INSERT INTO spent_tokens (token_hash, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [hash, expiresAt.sql])
            return db.changesCount > 0
        }
    }

    public func endSessions(mark: String, through moment: Instant, until expiresAt: Instant, now: Instant) async throws {
        try await pool.write { db in
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
