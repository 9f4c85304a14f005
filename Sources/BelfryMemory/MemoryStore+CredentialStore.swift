import BelfryPorts
import BelfryTime

extension MemoryStore: CredentialStore {
    /// - Throws: `ConstraintViolation` where the name or the hash is there already, so that a revoked key can't come back to life.
    public func addKey(named name: String, hash: String, now: Instant) throws {
        try transaction { tables in
            guard tables.keys[hash] == nil else { throw ConstraintViolation.secondKeyOfHash }
            guard !tables.keys.values.contains(where: { $0.name == name }) else { throw ConstraintViolation.secondKeyOfName }
            tables.keys[hash] = APIKeyRecord(name: name, createdAt: now, revokedAt: nil)
        }
    }

    public func keyName(hash: String) -> String? {
        tables.keys[hash].flatMap { $0.revokedAt == nil ? $0.name : nil }
    }

    /// - Throws: `ConstraintViolation` where the hash is another's.
    public func replaceKey(named name: String, hash: String, now: Instant) throws -> Bool {
        try transaction { tables in
            guard let known = tables.keys.first(where: { $0.value.name == name && $0.value.revokedAt == nil }) else { return false }
            guard tables.keys[hash] == nil || known.key == hash else { throw ConstraintViolation.secondKeyOfHash }
            tables.keys[known.key] = nil
            tables.keys[hash] = APIKeyRecord(name: name, createdAt: now, revokedAt: nil)
            return true
        }
    }

    public func revokeKey(named name: String, now: Instant) -> Bool {
        transaction { tables in
            guard let (hash, key) = tables.keys.first(where: { $0.value.name == name }) else { return false }
            tables.keys[hash] = APIKeyRecord(name: name, createdAt: key.createdAt, revokedAt: key.revokedAt ?? now)
            return true
        }
    }

    public func keys() -> [APIKeyRecord] {
        tables.keys.values.sorted { ($0.createdAt, $0.name) < ($1.createdAt, $1.name) }
    }

    public func spendToken(hash: String, until expiresAt: Instant, now: Instant) -> Bool {
        transaction { tables in
            tables.spentTokens = tables.spentTokens.filter { $0.value > now }
            return tables.spentTokens.updateValue(expiresAt, forKey: hash) == nil
        }
    }

    public func endSessions(mark: String, through moment: Instant, until expiresAt: Instant, now: Instant) {
        transaction { tables in
            tables.spentTokens = tables.spentTokens.filter { $0.value > now }
            tables.spentTokens[mark] = max(tables.spentTokens[mark] ?? expiresAt, expiresAt)
            tables.sessionsEnded = tables.sessionsEnded.filter { tables.spentTokens[$0.key] != nil }
            tables.sessionsEnded[mark] = max(tables.sessionsEnded[mark] ?? moment, moment)
        }
    }

    public func isSessionEnded(hash: String, mark: String, startedAt: Instant) -> Bool {
        tables.spentTokens[hash] != nil || tables.spentTokens[mark] != nil && tables.sessionsEnded[mark].map { startedAt <= $0 } == true
    }

    public func isTokenSpent(hash: String) -> Bool { tables.spentTokens[hash] != nil }
}
