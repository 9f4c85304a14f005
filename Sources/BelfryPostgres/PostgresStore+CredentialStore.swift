import BelfryPorts
import BelfryTime

extension PostgresStore: CredentialStore {
    public func addKey(named name: String, hash: String, now: Instant) async throws {
        try await pool.write { db in
            try db.execute("INSERT INTO api_keys (name, key_hash, created_at) VALUES ($1, $2, $3)", name, hash, now)
        }
    }

    public func keyName(hash: String) async throws -> String? {
        try await pool.single { db in
            try db.row("SELECT name FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL", hash)?.text("name")
        }
    }

    public func replaceKey(named name: String, hash: String, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change("UPDATE api_keys SET key_hash = $1, created_at = $2 WHERE name = $3 AND revoked_at IS NULL", hash, now, name) > 0
        }
    }

    public func revokeKey(named name: String, now: Instant) async throws -> Bool {
        try await pool.write { db in
            try db.change("UPDATE api_keys SET revoked_at = coalesce(revoked_at, $1) WHERE name = $2", now, name) > 0
        }
    }

    public func keys() async throws -> [APIKeyRecord] {
        try await pool.single { db in
            try db.rows("SELECT name, created_at, revoked_at FROM api_keys ORDER BY created_at, name").map { row in
                APIKeyRecord(
                    name: row.text("name") ?? "", createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0),
                    revokedAt: row.instant("revoked_at"))
            }
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
