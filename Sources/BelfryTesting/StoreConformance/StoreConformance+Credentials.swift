import BelfryModel
import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Which apps may come in.
    static let credentials: [StoreConformance] = [
        StoreConformance("A key belongs to the app that it was made for") { store in
            try await store.addKey(named: "phone app", hash: "aa", now: .morning)
            try await store.addKey(named: "wearables", hash: "bb", now: .noon)
            let names = try await (store.key(hash: "aa")?.record.name, store.key(hash: "bb")?.record.name, store.key(hash: "cc")?.record.name)
            #expect(names == ("phone app", "wearables", nil))
            let keys = try await store.keys()
            #expect(
                Set(keys) == [
                    APIKeyRecord(name: "phone app", createdAt: .morning, revokedAt: nil),
                    APIKeyRecord(name: "wearables", createdAt: .noon, revokedAt: nil),
                ])
        },
        StoreConformance("A key that was revoked lets nobody in, and stays on the list") { store in
            try await store.addKey(named: "phone app", hash: "aa", now: .morning)
            try await store.addKey(named: "wearables", hash: "bb", now: .morning)
            let isRevoked = try await store.revokeKey(named: "phone app", now: .noon)
            #expect(isRevoked)
            let names = try await (store.key(hash: "aa")?.record.name, store.key(hash: "bb")?.record.name)
            #expect(names == (nil, "wearables"))
            let keys = try await store.keys()
            #expect(keys.contains(APIKeyRecord(name: "phone app", createdAt: .morning, revokedAt: .noon)))
            let isUnknownRevoked = try await store.revokeKey(named: "nobody's", now: .noon)
            #expect(!isUnknownRevoked)
        },
        StoreConformance("An app gets another key in place of the one that it has, but not in place of one that was revoked") { store in
            try await store.addKey(named: "phone app", hash: "aa", now: .morning)
            try await store.addKey(named: "wearables", hash: "bb", now: .morning)
            let isReplaced = try await store.replaceKey(named: "phone app", hash: "cc", now: .noon)
            let names = try await (store.key(hash: "aa")?.record.name, store.key(hash: "cc")?.record.name)
            #expect(isReplaced && names == (nil, "phone app"))
            await #expect(throws: (any Error).self) { _ = try await store.replaceKey(named: "phone app", hash: "bb", now: .noon) }
            _ = try await store.revokeKey(named: "phone app", now: .evening)
            let isRevived = try await store.replaceKey(named: "phone app", hash: "dd", now: .evening)
            let isUnknownReplaced = try await store.replaceKey(named: "nobody's", hash: "dd", now: .evening)
            #expect(!isRevived && !isUnknownReplaced)
            let keys = try await store.keys()
            #expect(keys.contains(APIKeyRecord(name: "phone app", createdAt: .noon, revokedAt: .evening)))
        },
        StoreConformance("A name and a key are added once, and not again after they were revoked") { store in
            try await store.addKey(named: "phone app", hash: "aa", now: .morning)
            await #expect(throws: (any Error).self) { try await store.addKey(named: "phone app", hash: "bb", now: .noon) }
            _ = try await store.revokeKey(named: "phone app", now: .noon)
            await #expect(throws: (any Error).self) { try await store.addKey(named: "phone app", hash: "bb", now: .evening) }
            await #expect(throws: (any Error).self) { try await store.addKey(named: "wearables", hash: "aa", now: .evening) }
            let keys = try await store.keys()
            #expect(keys == [APIKeyRecord(name: "phone app", createdAt: .morning, revokedAt: .noon)])
            let names = try await (store.key(hash: "aa")?.record.name, store.key(hash: "bb")?.record.name)
            #expect(names == (nil, nil))
        },
        StoreConformance("A key keeps what it may, until when, and what is noted of it; other terms take their place, but not on one that was revoked") { store in
            let terms = KeyTerms(scopes: [.intake, .read], expiresAt: .evening, note: "Alertmanager, “prod”")
            try await store.addKey(named: "alerts", hash: "aa", terms: terms, now: .morning)
            try await store.addKey(named: "phone app", hash: "bb", now: .morning)
            let kept = try await (store.key(hash: "aa"), store.key(hash: "bb"))
            #expect(kept.0 == ShownKey(APIKeyRecord(name: "alerts", createdAt: .morning, revokedAt: nil, terms: terms), isReplaced: false))
            #expect(kept.1?.record.terms == KeyTerms(scopes: [.all], expiresAt: nil, note: nil) && kept.1?.endsAt == nil)
            let isChanged = try await store.changeKey(named: "alerts", to: KeyTerms(scopes: [.heartbeat]))
            let changed = try await (store.key(hash: "aa")?.record.terms, store.key(hash: "bb")?.record.terms)
            #expect(isChanged && changed == (KeyTerms(scopes: [.heartbeat]), KeyTerms()))
            _ = try await store.revokeKey(named: "alerts", now: .noon)
            let others = try await (store.changeKey(named: "alerts", to: KeyTerms()), store.changeKey(named: "nobody's", to: KeyTerms()))
            let listed = try await store.keys().first { $0.name == "alerts" }
            #expect(others == (false, false) && listed?.terms == KeyTerms(scopes: [.heartbeat]))
        },
        StoreConformance("A key that was replaced lets its app in until its grace ends, the next takes its place, or it is revoked") { store in
            let terms = KeyTerms(scopes: [.send], note: "phone")
            try await store.addKey(named: "phone app", hash: "aa", terms: terms, now: .morning)
            let isReplaced = try await store.replaceKey(named: "phone app", hash: "bb", formerEndsAt: .evening, expiresAt: .evening + .seconds(60), now: .noon)
            let shown = try await (store.key(hash: "aa"), store.key(hash: "bb"))
            #expect(isReplaced && shown.0?.isReplaced == true && shown.1?.isReplaced == false)
            let kept = KeyTerms(scopes: [.send], expiresAt: .evening + .seconds(60), note: "phone")
            #expect(shown.0?.record == shown.1?.record && shown.1?.record.terms == kept)
            #expect(shown.0?.endsAt == .evening && shown.1?.endsAt == .evening + .seconds(60))
            _ = try await store.replaceKey(named: "phone app", hash: "cc", formerEndsAt: .evening, expiresAt: nil, now: .noon)
            let later = try await (store.key(hash: "aa"), store.key(hash: "bb")?.isReplaced, store.key(hash: "cc")?.isReplaced)
            #expect(later.0 == nil && later.1 == true && later.2 == false)
            _ = try await store.revokeKey(named: "phone app", now: .evening)
            let revoked = try await (store.key(hash: "bb"), store.key(hash: "cc"))
            #expect(revoked.0 == nil && revoked.1 == nil)
        },
        StoreConformance("That a key was used is remembered to the hour, and stays when it is replaced") { store in
            try await store.addKey(named: "phone app", hash: "aa", now: .morning)
            func lastUsedAt() async throws -> Instant? { try await store.keys().first?.lastUsedAt }
            let before = try await lastUsedAt()
            try await store.noteUse(ofKey: "phone app", now: .noon)
            try await store.noteUse(ofKey: "phone app", now: .noon + .seconds(3599))
            try await store.noteUse(ofKey: "nobody's", now: .noon)
            let first = try await lastUsedAt()
            try await store.noteUse(ofKey: "phone app", now: .noon + .seconds(3600))
            _ = try await store.replaceKey(named: "phone app", hash: "bb", now: .evening)
            let second = try await lastUsedAt()
            #expect(before == nil && first == .noon && second == .noon + .seconds(3600))
        },
        StoreConformance("A token is used up once, and stays so until it has run out") { store in
            let isSpentBefore = try await store.isTokenSpent(hash: "aa")
            let first = try await store.spendToken(hash: "aa", until: .evening, now: .morning)
            let second = try await store.spendToken(hash: "aa", until: .evening, now: .noon)
            let other = try await store.spendToken(hash: "bb", until: .noon, now: .morning)
            #expect((isSpentBefore, first, second, other) == (false, true, false, true))
            let areSpent = try await (store.isTokenSpent(hash: "aa"), store.isTokenSpent(hash: "bb"))
            #expect(areSpent == (true, true))
            // Whoever asks at a moment when it has run out is refused for that, so nothing needs to be remembered.
            _ = try await store.spendToken(hash: "cc", until: .evening, now: .noon)
            let areKept = try await (store.isTokenSpent(hash: "aa"), store.isTokenSpent(hash: "bb"))
            #expect(areKept == (true, false))
        },
        StoreConformance("Of several who use a token up at once, one does, also while what has run out is forgotten") { store in
            for number in 1...4 { _ = try await store.spendToken(hash: "old-\(number)", until: .noon, now: .morning) }
            let spentCount = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...8 { group.addTask { try await store.spendToken(hash: "aa", until: .evening, now: .noon) } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(spentCount == 1)
        },
        StoreConformance("All sessions under a mark are ended that had begun by then, until none of them is left; those of others go on") { store in
            func isEnded(_ mark: String, since start: Instant) async throws -> Bool {
                try await store.isSessionEnded(hash: "session", mark: mark, startedAt: start)
            }
            let before = try await isEnded("ana", since: .morning)
            try await store.endSessions(mark: "ana", through: .noon, until: .evening, now: .noon)
            let after = try await (isEnded("ana", since: .morning), isEnded("ana", since: .noon), isEnded("ana", since: .noon + .milliseconds(1)))
            let others = try await isEnded("ben", since: .morning)
            #expect((before, others) == (false, false) && after == (true, true, false))
            try await store.endSessions(mark: "ana", through: .noon + .seconds(1), until: .evening, now: .noon)
            try await store.endSessions(mark: "ana", through: .morning, until: .noon + .seconds(1), now: .noon)
            let again = try await (isEnded("ana", since: .noon + .seconds(1)), isEnded("ana", since: .noon + .seconds(2)))
            #expect(again == (true, false), "what was ended stays so")
            _ = try await store.spendToken(hash: "session", until: .evening, now: .noon)
            let single = try await isEnded("ben", since: .evening)
            _ = try await store.spendToken(hash: "another", until: .evening + .seconds(1), now: .evening)
            let late = try await (isEnded("ana", since: .morning), isEnded("ben", since: .morning))
            #expect(single && late == (false, false))
        },
    ]
}

extension CredentialStore {
    /// A key that may everything and doesn't end.
    public func addKey(named name: String, hash: String, now: Instant) async throws {
        try await addKey(named: name, hash: hash, terms: KeyTerms(), now: now)
    }

    /// In place of one that lets nobody in from then on; neither ends by itself.
    public func replaceKey(named name: String, hash: String, now: Instant) async throws -> Bool {
        try await replaceKey(named: name, hash: hash, formerEndsAt: nil, expiresAt: nil, now: now)
    }
}
