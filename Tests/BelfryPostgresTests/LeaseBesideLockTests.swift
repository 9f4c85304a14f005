import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("A lease beside what somebody has locked")
struct LeaseBesideLockTests {
    @Test("What would be held for a person whose wishes somebody has locked waits for that, and nobody else does")
    func heldBesideLock() async throws {
        try await withStore { store in
            try await store.write("INSERT INTO user_profiles (user_id) VALUES ('ana')")
            try await store.enqueue(.example(1), .example(2, to: .ben))
            @Sendable func decide(_ candidate: DeliveryCandidate) -> Decision? { .defer(.quietHours, until: .evening) }
            let batch = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM user_profiles WHERE user_id = 'ana' FOR UPDATE")
                    return try waitFor { try await store.lease(deciding: decide) }
                }
            }
            #expect(batch.verdicts.map(\.delivery) == [.example(2)])
            let row = try await store.row(1)
            #expect(row.status == "pending" && row.delivery.heldSince == nil && row.decidedAt == nil)
            let later = try await store.lease(deciding: decide)
            #expect(later.verdicts.map(\.delivery) == [.example(1)])
        }
    }

    @Test("What isn't to be sent waits while somebody has locked what follows of it, and nobody else does", arguments: [true, false])
    func followedBesideLock(isRoute: Bool) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 2, dueEvery: 1)
            if isRoute {
                try await store.write(
                    """
                    UPDATE notification_queue SET route_key = 'news', route_step = 0, route_until = 'read' WHERE id = 'delivery-1';
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, route_key, route_step, route_until,
                        next_attempt_at)
                    VALUES ('delivery-3', '\(Instant.morning)', 'ana', 'ben', 'sms', 'news', 1, 'read', '\(Instant.evening)')
                    """)
            } else {
                // Somebody was about to tell the first, which tells along with it.
                try await store.write(
                    """
                    UPDATE notification_queue SET decided_at = '\(Instant.morning)' WHERE id = 'delivery-1';
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status, merged_into)
                    VALUES ('delivery-3', '\(Instant.morning)', 'ana', 'ben', 'push', 'skipped', 'delivery-1')
                    """)
            }
            @Sendable func decide(_ candidate: DeliveryCandidate) -> Decision? {
                candidate.delivery.id == .example(1) ? .skip(.pushDisabled) : .send(.allowed)
            }
            let batch = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM notification_queue WHERE id = 'delivery-3' FOR UPDATE")
                    return try waitFor { try await store.lease(deciding: decide) }
                }
            }
            #expect(batch.verdicts.map(\.delivery) == [.example(2)])
            let waiting = try await store.row(1)
            #expect(waiting.status == "pending")
            let later = try await store.lease(token: "token-2", deciding: decide)
            #expect(later.verdicts.map(\.delivery) == [.example(1)])
            let next = try await store.lease(token: "token-3") { _ in .send(.allowed) }
            #expect(next.verdicts.map(\.delivery) == [.example(3)], "what followed of it has")
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    @Test("Where what waits for somebody's lock fills all that a lease may take, it looks behind it", arguments: [true, false])
    func behindLocked(isProfile: Bool) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 6, dueEvery: 1)
            if isProfile {
                try await store.write(
                    """
                    INSERT INTO user_profiles (user_id) VALUES ('cleo');
                    UPDATE notification_queue SET recipient_user_id = 'cleo' WHERE id <= 'delivery-4';
                    """)
            } else {
                try await store.write(
                    """
                    UPDATE notification_queue SET decided_at = '\(Instant.morning)' WHERE id <= 'delivery-4';
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status, merged_into)
                    SELECT 'merged-' || number, '\(Instant.morning)', 'ana', 'ben', 'push', 'skipped', 'delivery-' || number
                    FROM generate_series(1, 4) AS number
                    """)
            }
            @Sendable func decide(_ candidate: DeliveryCandidate) -> Decision? {
                isProfile ? .defer(.quietHours, until: .evening) : .skip(.pushDisabled)
            }
            let locked = isProfile ? "user_profiles WHERE user_id = 'cleo'" : "notification_queue WHERE merged_into IS NOT NULL"
            let batch = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM \(locked) FOR UPDATE")
                    return try waitFor { try await store.lease(2, deciding: decide) }
                }
            }
            #expect(Set(batch.verdicts.map(\.delivery)) == [.example(5), .example(6)])
            let later = try await store.lease(token: "token-2", deciding: decide)
            #expect(Set(later.verdicts.map(\.delivery)) == Set((1...4).map(DeliveryID.example)))
            #expect(try await store.hasLiveRowsInStep())
        }
    }
}
