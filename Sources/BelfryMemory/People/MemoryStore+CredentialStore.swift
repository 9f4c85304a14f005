import BelfryPorts
import BelfryTime

extension MemoryStore: CredentialStore {
    /// - Throws: `ConstraintViolation` where the name or the hash is there already, so that a revoked key can't come back to life.
    public func addKey(named name: String, hash: String, terms: KeyTerms, now: Instant) throws {
        try transaction { tables in
            guard tables.keys[hash] == nil else { throw ConstraintViolation.secondKeyOfHash }
            guard !tables.keys.values.contains(where: { $0.name == name }) else { throw ConstraintViolation.secondKeyOfName }
            tables.keys[hash] = APIKeyRecord(name: name, createdAt: now, revokedAt: nil, terms: terms)
        }
    }

    public func key(hash: String) -> ShownKey? {
        let tables = tables
        let isReplaced = tables.keys[hash] == nil
        let current = isReplaced ? tables.formerKeys[hash] : hash
        return current.flatMap { tables.keys[$0] }.flatMap { $0.revokedAt == nil ? ShownKey($0, isReplaced: isReplaced) : nil }
    }

    /// - Throws: `ConstraintViolation` where the hash is another's.
    public func replaceKey(named name: String, hash: String, formerEndsAt: Instant?, expiresAt: Instant?, now: Instant) throws -> Bool {
        try transaction { tables in
            guard let (formerHash, former) = tables.keys.first(where: { $0.value.name == name && $0.value.revokedAt == nil }) else { return false }
            guard tables.keys[hash] == nil || formerHash == hash else { throw ConstraintViolation.secondKeyOfHash }
            var terms = former.terms
            terms.expiresAt = expiresAt
            tables.keys[formerHash] = nil
            tables.formerKeys = tables.formerKeys.filter { $0.value != formerHash }
            if formerEndsAt != nil { tables.formerKeys[formerHash] = hash }
            tables.keys[hash] = APIKeyRecord(
                name: name, createdAt: now, revokedAt: nil, terms: terms, formerEndsAt: formerEndsAt, lastUsedAt: former.lastUsedAt)
            return true
        }
    }

    public func changeKey(named name: String, to terms: KeyTerms) -> Bool {
        change(keyNamed: name) { key in
            guard key.revokedAt == nil else { return nil }
            return APIKeyRecord(
                name: name, createdAt: key.createdAt, revokedAt: nil, terms: terms, formerEndsAt: key.formerEndsAt, lastUsedAt: key.lastUsedAt)
        }
    }

    public func noteUse(ofKey name: String, now: Instant) {
        _ = change(keyNamed: name) { key in
            guard key.isUseToNote(now: now) else { return nil }
            return APIKeyRecord(
                name: name, createdAt: key.createdAt, revokedAt: key.revokedAt, terms: key.terms, formerEndsAt: key.formerEndsAt, lastUsedAt: now)
        }
    }

    public func revokeKey(named name: String, now: Instant) -> Bool {
        change(keyNamed: name) { key in
            APIKeyRecord(
                name: name, createdAt: key.createdAt, revokedAt: key.revokedAt ?? now, terms: key.terms, formerEndsAt: key.formerEndsAt,
                lastUsedAt: key.lastUsedAt)
        }
    }

    /// - Parameter changed: nil where it stays as it is.
    /// - Returns: whether it was changed.
    private func change(keyNamed name: String, to changed: (APIKeyRecord) -> APIKeyRecord?) -> Bool {
        transaction { tables in
            guard let (hash, key) = tables.keys.first(where: { $0.value.name == name }), let changed = changed(key) else { return false }
            tables.keys[hash] = changed
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
