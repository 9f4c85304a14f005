import BelfryPorts
import BelfryTime
import Testing

extension StoreConformance {
    /// Which apps may come in.
    static let credentials: [StoreConformance] = [
        StoreConformance("A key belongs to the app that it was made for") { store in
            try await store.addKey(named: "phone app", hash: "aa", now: .morning)
            try await store.addKey(named: "wearables", hash: "bb", now: .noon)
            let names = try await (store.keyName(hash: "aa"), store.keyName(hash: "bb"), store.keyName(hash: "cc"))
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
            let names = try await (store.keyName(hash: "aa"), store.keyName(hash: "bb"))
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
            let names = try await (store.keyName(hash: "aa"), store.keyName(hash: "cc"))
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
            let names = try await (store.keyName(hash: "aa"), store.keyName(hash: "bb"))
            #expect(names == (nil, nil))
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
