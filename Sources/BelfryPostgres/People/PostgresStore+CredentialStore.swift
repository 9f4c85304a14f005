import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: CredentialStore {
    public func addKey(named name: String, hash: String, terms: KeyTerms, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(
                "INSERT INTO api_keys (name, key_hash, created_at, scopes, expires_at, note) VALUES ($1, $2, $3, $4, $5, $6)", name, hash, now,
                terms.scopes.text, terms.expiresAt, terms.note)
        }
    }

    public func key(hash: String) async throws -> ShownKey? {
        try await pool.single { db in
            try db.row(
                """
                SELECT \(Self.keyColumns), key_hash FROM api_keys
                WHERE (key_hash = $1 OR former_key_hash = $1) AND revoked_at IS NULL
                """, hash
            ).map { row in ShownKey(Self.key(row), isReplaced: row.text("key_hash") != hash) }
        }
    }

    private static let keyColumns = "name, created_at, revoked_at, scopes, expires_at, note, former_ends_at, last_used_at"

    /// What can't be understood allows nothing, and has ended.
    private static func key(_ row: Row) -> APIKeyRecord {
        APIKeyRecord(
            name: row.text("name") ?? "", createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0), revokedAt: row.instant("revoked_at"),
            terms: KeyTerms(
                scopes: Set(stored: row.text("scopes") ?? ""), expiresAt: row.isNull("expires_at") ? nil : row.instant("expires_at") ?? .min,
                note: row.text("note")),
            formerEndsAt: row.instant("former_ends_at"), lastUsedAt: row.instant("last_used_at"))
    }

    public func replaceKey(named name: String, hash: String, formerEndsAt: Instant?, expiresAt: Instant?, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change(
                """
                UPDATE api_keys SET former_key_hash = CASE WHEN $1::timestamptz IS NOT NULL THEN key_hash END, former_ends_at = $1, key_hash = $2,
                    created_at = $3, expires_at = $4
                WHERE name = $5 AND revoked_at IS NULL
                """, formerEndsAt, hash, now, expiresAt, name) > 0
        }
    }

    public func changeKey(named name: String, to terms: KeyTerms) async throws -> Bool {
        try await pool.write { db in
            try db.change(
                "UPDATE api_keys SET scopes = $1, expires_at = $2, note = $3 WHERE name = $4 AND revoked_at IS NULL", terms.scopes.text,
                terms.expiresAt, terms.note, name) > 0
        }
    }

    public func noteUse(ofKey name: String, now: Instant) async throws {
        try await pool.write { db in
            try db.execute(
                "UPDATE api_keys SET last_used_at = $1 WHERE name = $2 AND (last_used_at IS NULL OR last_used_at <= $3)", now, name,
                now - APIKeyRecord.useLength)
        }
    }

    public func revokeKey(named name: String, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change("UPDATE api_keys SET revoked_at = coalesce(revoked_at, $1) WHERE name = $2", now, name) > 0
        }
    }

    public func keys() async throws -> [APIKeyRecord] {
        try await pool.single { db in
            try db.rows("SELECT \(Self.keyColumns) FROM api_keys ORDER BY created_at, name").map(Self.key)
        }
    }

    public func spendToken(hash: String, until expiresAt: Instant, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.execute("DELETE FROM spent_tokens WHERE expires_at <= $1", now)
            return try db.change(
                "INSERT INTO spent_tokens (token_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, expiresAt) > 0
        }
    }

    public func endSessions(mark: String, through moment: Instant, until expiresAt: Instant, now: Instant) async throws {
        try await pool.write { db in
            try db.execute("DELETE FROM spent_tokens WHERE expires_at <= $1", now)
            try db.execute(
                """
                INSERT INTO spent_tokens AS known (token_hash, expires_at, sessions_through) VALUES ($1, $2, $3)
                ON CONFLICT (token_hash) DO UPDATE SET expires_at = greatest(known.expires_at, excluded.expires_at),
                    sessions_through = greatest(known.sessions_through, excluded.sessions_through)
                """, mark, expiresAt, moment)
        }
    }

    public func isSessionEnded(hash: String, mark: String, startedAt: Instant) async throws -> Bool {
        try await pool.single { db in
            try db.row(
                "SELECT token_hash FROM spent_tokens WHERE token_hash = $1 UNION ALL "
                    + "SELECT token_hash FROM spent_tokens WHERE token_hash = $2 AND sessions_through >= $3 LIMIT 1", hash, mark, startedAt) != nil
        }
    }

    public func isTokenSpent(hash: String) async throws -> Bool {
        try await pool.single { db in
            try db.row("SELECT token_hash FROM spent_tokens WHERE token_hash = $1", hash) != nil
        }
    }
}
