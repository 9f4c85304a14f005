import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("Batches of broadcasts on PostgreSQL")
struct BroadcastBatchTests {
    @Test("One batch of a broadcast is leased at a time, also where the planner takes the tables for empty, as they were when it last counted")
    func oneBatch() async throws {
        try await withStore { store in
            try await store.take(.example(1), to: 6)
            try await store.write("DELETE FROM broadcast_leases; DELETE FROM broadcast_batches; ANALYZE broadcasts, broadcast_leases, broadcast_batches")
            try await store.take(.example(2), to: 6)
            let first = try await store.leaseBatch(token: "token-1")
            let second = try await store.leaseBatch(token: "token-2")
            #expect([first?.number, second?.number] == [0, 1])
        }
    }

    @Test("A broadcast's batch that somebody has locked keeps nobody from taking over another")
    func batchesBesideLock() async throws {
        try await withStore { store in
            try await store.take(Broadcast.example(), to: 4, batchSize: 2)
            for token in ["token-1", "token-2"] { _ = try await store.leaseBatch(token: token) }
            let count = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM broadcast_leases WHERE lease_token = 'token-1' FOR UPDATE")
                    return try waitFor { try await store.rescueBatches(now: .evening) { _ in false } }
                }
            }
            #expect(count == 1)
            let later = try await store.rescueBatches(now: .evening) { _ in false }
            #expect(later == 1)
        }
    }

    @Test("What became of a broadcast's batch that somebody has locked is refused soon, and recorded when they let it go")
    func batchRecordedBesideLock() async throws {
        try await withStore { store in
            try await store.take(Broadcast.example(), to: 4, batchSize: 2)
            let batch = try #require(await store.leaseBatch())
            let terms = LeaseTerms(countMax: 1, now: .noon, until: .evening, holder: "worker-1", token: "token-2")
            let refusals = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM broadcast_leases FOR UPDATE")
                    return try waitFor { () async throws -> [LockedBatch] in
                        var refusals: [LockedBatch] = []
                        for next in [BatchLeaseNext.goesOn, .ends] {
                            do {
                                _ = try await store.record(batch.results(), of: batch, then: next, now: .noon)
                            } catch let locked as LockedBatch {
                                refusals.append(locked)
                            }
                        }
                        do {
                            _ = try await store.recordEnd(batch.results(), of: batch, now: .noon, leasing: terms) { _ in [] }
                        } catch let locked as LockedBatch {
                            refusals.append(locked)
                        }
                        return refusals
                    }
                }
            }
            #expect(refusals.count == 3)
            let progress = try await store.progress(of: Broadcast.example().id)
            #expect(progress?.figures == [0, 0, 0, 4], "nothing of it is kept")
            let ended = try await store.recordEnd(batch.results(), of: batch, now: .noon, leasing: terms) { _ in [] }
            #expect(ended.isHeld && ended.next?.number == 1)
        }
    }

    @Test("A broadcast is called off at once and its members part by part; where that is cut off, upkeep goes on with it")
    func calledOffInParts() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                let broadcast = Broadcast.example()
                try await store.take(broadcast, to: 3)
                try await store.write(
                    """
                    INSERT INTO notification_queue (id, app_id, broadcast_id, created_at, recipient_user_id, member_user_id, channel, next_attempt_at)
                    SELECT '\(broadcast.id)-7-' || number, '\(broadcast.app)', '\(broadcast.id)', '\(Instant.morning)', 'ana', 'ana', 'in_app',
                        '\(Instant.evening)' FROM generate_series(1000, 3999) AS number;
                    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
                    CREATE TRIGGER refuse BEFORE UPDATE ON notification_queue FOR EACH ROW WHEN (NEW.id = '\(broadcast.id)-7-3500')
                        EXECUTE FUNCTION refuse()
                    """)
                await #expect(throws: PostgresError.self) { _ = try await store.cancel(broadcast.id, now: .noon) }
                let count = "SELECT count(*) AS value FROM notification_queue WHERE status"
                #expect(try await store.progress(of: broadcast.id)?.status == .cancelled)
                #expect(try await store.nextBatchMoment() == nil)
                #expect(try await store.values("\(count) = 'cancelled'") == ["2000"])
                try await store.write("DROP TRIGGER refuse ON notification_queue; DROP FUNCTION refuse()")
                try await store.maintain(by: "worker-1", now: .noon + .seconds(60))
                #expect(try await store.values("\(count) <> 'cancelled'") == ["0"])
            }
        }
    }

    @Test("What keeps one broadcast's members from being called off keeps no other's, where upkeep goes on with both")
    func calledOffBesideRefusal() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                let broadcasts = [Broadcast.example(1), .example(2)]
                for broadcast in broadcasts {
                    try await store.take(broadcast, to: 1)
                    try await store.write(
                        """
                        INSERT INTO notification_queue (id, app_id, broadcast_id, created_at, recipient_user_id, member_user_id, channel, next_attempt_at)
                        VALUES ('\(broadcast.id)-7-0', '\(broadcast.app)', '\(broadcast.id)', '\(Instant.morning)', 'ana', 'ana', 'in_app',
                            '\(Instant.evening)')
                        """)
                }
                let trigger = "CREATE TRIGGER refuse BEFORE UPDATE ON notification_queue FOR EACH ROW"
                try await store.write(
                    """
                    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
                    \(trigger) EXECUTE FUNCTION refuse()
                    """)
                for broadcast in broadcasts {
                    await #expect(throws: PostgresError.self) { _ = try await store.cancel(broadcast.id, now: .noon) }
                }
                try await store.write(
                    """
                    DROP TRIGGER refuse ON notification_queue;
                    \(trigger) WHEN (NEW.broadcast_id = '\(broadcasts[0].id)') EXECUTE FUNCTION refuse()
                    """)
                await #expect(throws: PostgresError.self) { try await store.maintain(by: "worker-1", now: .noon + .seconds(60)) }
                #expect(try await store.values("SELECT status AS value FROM notification_queue ORDER BY id") == ["pending", "cancelled"])
            }
        }
    }
}
