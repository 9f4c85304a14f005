import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("The queue on PostgreSQL")
struct DeliveryQueueTests {
    @Test("Hosts that lease from one database at once take each row once, and nobody waits for another")
    func twoHosts() async throws {
        let rowCount = 400
        try await Databases.with { address in
            try await withStore(on: address) { one in
                try await withStore(on: address) { other in
                    try await one.fillQueue(rowCount: rowCount, dueEvery: 1)
                    let leased = try await withThrowingTaskGroup(of: [DeliveryID].self) { group in
                        for worker in 1...6 {
                            let store = worker.isMultiple(of: 2) ? one : other
                            group.addTask { try await store.leaseAll(token: "token-\(worker)") }
                        }
                        return try await group.reduce(into: []) { $0 += $1 }
                    }
                    #expect(leased.count == rowCount)
                    #expect(Set(leased).count == rowCount)
                    let backlog = try await one.backlog(countMax: nil, now: .evening)
                    #expect(backlog == Backlog(pendingCount: 0, sendingCount: 0, oldestDueAt: nil), "and each was recorded")
                }
            }
        }
    }

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

    @Test("What one transaction has locked is left to it, and taken by nobody who doesn't wait")
    func lockedRow() async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                try await store.enqueue(.example(1), .example(2))
                let batch = try await store.pool.run { connection in
                    try connection.transaction { db in
                        try db.execute("SELECT 1 FROM notification_queue WHERE id = 'delivery-1' FOR UPDATE")
                        // The lock is there before another connection looks.
                        _ = try db.rows("SELECT 1")
                        return try waitFor { try await store.lease() }
                    }
                }
                #expect(batch.toSend.map(\.delivery.id) == [.example(2)])
            }
        }
    }

    @Test("What is put off while a lease goes through what is due isn't taken before its time")
    func putOffMeanwhile() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.fillQueue(rowCount: 2, dueEvery: 1)
                // Of what is live, as the worker sees it, nobody gets past the second before a lock is let go.
                try await store.write(
                    """
                    CREATE SCHEMA halting;
                    CREATE FUNCTION halting.goes_on(id text) RETURNS boolean LANGUAGE plpgsql AS $$
                    BEGIN
                        IF id = 'delivery-2' THEN PERFORM pg_advisory_xact_lock_shared(2); END IF;
                        RETURN true;
                    END $$;
                    CREATE VIEW halting.notification_queue_live AS SELECT * FROM public.notification_queue_live WHERE halting.goes_on(id)
                    """)
                try await withStore(on: PostgresAddress("\(address.uri)?options=-c%20search_path%3Dhalting%2Cpublic")) { worker in
                    let leasing = try await store.pool.run { connection in
                        try connection.transaction { db in
                            _ = try db.rows("SELECT pg_advisory_xact_lock(2)")
                            let leasing = Task { try await worker.lease() }
                            // Until it waits for us.
                            while try db.row("SELECT 1 AS waiting FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))") == nil {}
                            try db.change("UPDATE notification_queue SET attempts = 1, next_attempt_at = $1 WHERE id = 'delivery-2'", Instant.evening)
                            return leasing
                        }
                    }
                    let batch = try await leasing.value
                    #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
                }
            }
        }
    }

    @Test("Who decides to hold something while the person changes what they want decides anew")
    func changedMeanwhile() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            try await store.save(Preferences(), of: .ana, now: .morning)
            let seen = Notes<Bool>()
            let batch = try await store.lease(LeaseTerms(countMax: 1, now: .noon, until: .evening, holder: "worker-1", token: "token-1")) { candidates in
                let isPushOn = candidates[0].preferences.read().preferences.notifyPush
                seen.add(isPushOn)
                guard !isPushOn else { return [Verdict(delivery: .example(1), judgement: .decided(.send(.allowed)), inputs: "{}")] }
                // Within the transaction of the lease, on another connection.
                var changed = Preferences()
                changed.notifyPush = true
                try? waitFor { [changed] in try await store.save(changed, of: .ana, now: .noon) }
                return [Verdict(delivery: .example(1), judgement: .decided(.defer(.quietHours, until: .evening)), inputs: "{}")]
            }
            #expect(seen.all == [false, true])
            #expect(batch.toSend.map(\.delivery.id) == [.example(1)])
        }
    }

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

    @Test("By the database's clock a lease runs out when the database says so, however wrong the worker's clock is")
    func databaseClock() async throws {
        let clock = DatabaseClock { .noon }
        try await withStore(clock: clock) { store in
            try await store.write(
                "INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel) VALUES ('delivery-1', 'ana', 'ben', 'push')")
            let begin = clock.now()
            try await store.lease(at: begin, for: .seconds(60))
            let remaining = "SELECT round(extract(epoch FROM lease_until - now()) / 10)::integer AS value FROM notification_queue"
            #expect(try await store.values(remaining) == ["6"])
            let next = try #require(try await store.nextDueMoment())
            #expect(next > begin && next < clock.now() + .seconds(120))
            let rescuedCount = try await store.rescue(now: next + .seconds(60)) { _ in false }
            #expect(rescuedCount == 0, "whatever a caller's clock says")
            _ = try await store.renew(leases: [.example(1)], token: "token-1", until: clock.now() + .seconds(600))
            #expect(try await store.values(remaining) == ["60"])
            try await store.write("UPDATE notification_queue SET lease_until = now() - interval '1 second'")
            let lateCount = try await store.rescue(now: .morning) { _ in false }
            #expect(lateCount == 1)
            #expect(try await store.record(1, .sent) == [.example(1)], "whose lease was taken records nothing")
        }
    }

    @Test(
        "A lease that is prolonged lasts as long as it is to, though the worker's clock was put back or forward since the database was asked",
        arguments: [Duration.seconds(-3600), .seconds(3600)])
    func prolongedByAnotherClock(_ step: Duration) async throws {
        let host = TestClock()
        let clock = DatabaseClock { host.now }
        try await withStore(clock: clock) { store in
            try await store.write(
                "INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel) VALUES ('delivery-1', 'ana', 'ben', 'push')")
            try await store.lease(at: clock.now(), for: .seconds(60))
            host.advance(by: step)
            let isOurs = try await store.renew(leases: [.example(1)], token: "token-1", until: clock.now() + .seconds(600))
            let remaining = "SELECT round(extract(epoch FROM lease_until - now()) / 10)::integer AS value FROM"
            let ends = try await store.values("\(remaining) notification_queue UNION ALL \(remaining) \(LeaseSchema.table)")
            #expect(isOurs && ends == ["60", "60"])
        }
    }

    @Test("Of a batch of which one lease was lost that one alone counts as lost, whatever the others are called")
    func lostAmongOthers() async throws {
        try await withStore { store in
            let names = [#"a"b"#, #"c\d"#, "{e,f}", "g h", "NULL", "plain"]
            for name in names {
                try await store.write(
                    """
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel)
                    VALUES ('\(name)', '\(Instant.morning)', 'ana', 'ben', 'push')
                    """)
            }
            let batch = try await store.lease()
            #expect(Set(batch.toSend.map(\.delivery.id.text)) == Set(names))
            try await store.write(
                "UPDATE notification_queue SET status = 'pending', leased_by = NULL, lease_token = NULL, lease_until = NULL WHERE id = 'plain'")
            let lost = try await store.record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent) }, now: .noon)
            #expect(lost.map(\.text) == ["plain"])
            #expect(try await store.values("SELECT count(*) AS value FROM notification_queue WHERE status = 'sent'") == ["5"])
        }
    }

    @Test("What one app calls off, or has tried again, leaves alone what another has under the same name")
    func sameName() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, created_at, recipient_user_id, member_user_id, channel, status, next_attempt_at) VALUES
                    ('a', 'shop', '\(Instant.morning)', 'ana', 'ana', 'push', 'pending', NULL),
                    ('a', 'school', '\(Instant.morning)', 'ana', 'ana', 'push', 'sent', NULL),
                    ('b', 'shop', '\(Instant.morning)', 'ana', 'ana', 'push', 'failed', NULL),
                    ('b', 'school', '\(Instant.morning)', 'ana', 'ana', 'push', 'failed', NULL);
                INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, created_at, updated_at)
                SELECT 'way', 'b', app, 'phone', 'apns', 'failed', now(), now() FROM unnest(ARRAY['shop', 'school']) AS app
                """)
            let cancelled = try await store.cancel(DeliverySelection(app: .shop), now: .noon)
            let redriven = try await store.redrive(DeliverySelection(app: .shop), now: .noon)
            #expect(cancelled.map(\.text) == ["a"] && redriven.map(\.text) == ["b"])
            let rows = try await store.values("SELECT app_id || ' ' || id || ' ' || status AS value FROM notification_queue ORDER BY 1")
            #expect(rows == ["school a sent", "school b failed", "shop a cancelled", "shop b pending"])
            let ways = try await store.values("SELECT app_id || ' ' || status AS value FROM notification_transmissions ORDER BY 1")
            #expect(ways == ["school failed", "shop pending"])
        }
    }

    @Test("What is over of one app takes nothing away of what another has under the same name")
    func sameNameOver() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, created_at, recipient_user_id, member_user_id, channel, status) VALUES
                    ('a', 'shop', '\(Instant.morning)', 'ana', 'ana', 'push', 'sent'), ('a', 'school', '\(Instant.evening)', 'ana', 'ana', 'push', 'sent');
                INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, created_at, updated_at)
                SELECT 'way', 'a', app, 'phone', 'apns', 'accepted', now(), now() FROM unnest(ARRAY['shop', 'school']) AS app
                """)
            _ = try await store.prune(PruneCutoffs(deliveries: .noon, now: .evening))
            #expect(try await store.values("SELECT app_id AS value FROM notification_queue") == ["school"])
            #expect(try await store.values("SELECT app_id AS value FROM notification_transmissions") == ["school"])
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

    @Test("A row put off for ever isn't due, and nobody looks for it again and again")
    func never() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, next_attempt_at) VALUES ('never', 'ana', 'ben', 'push', 'infinity')
                """)
            #expect(try await store.nextDueMoment() == .max)
            #expect(try await store.lease().verdicts.isEmpty)
            try await store.write("UPDATE notification_queue SET next_attempt_at = '-infinity'")
            #expect(try await store.lease().toSend.map(\.delivery.id.text) == ["never"])
        }
    }

    @Test("No step of a worker reads through the queue, though its statements were planned while the queue was empty")
    func plannedWhenEmpty() async throws {
        try await withStore(connectionCountMax: 1) { store in
            // So the planner is sure that there is nothing.
            try await store.write("VACUUM ANALYZE")
            try await store.fillCrisscross(1...20)
            try await store.workThrough(countMax: 10, token: "token-1", at: .noon)
            try await store.fillCrisscross(21...10_000)
            try await store.fillMerged(10_000)
            let before = try await store.readCount()
            try await store.workThrough(countMax: 50, token: "token-2", at: .noon + .seconds(1))
            let readCount = try await store.readCount() - before
            #expect(readCount < 5000, "of 10,000, each in some tables and indexes")
        }
    }

    @Test("Of a flood that was held for one person, or found at once, a lease reads what it takes, and not all that waits", arguments: [true, false])
    func flood(isHeld: Bool) async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, held_since, group_key, next_attempt_at)
                SELECT 'delivery-' || number, '\(Instant.morning)', 'ana', 'ana', 'push', \(isHeld ? "'\(Instant.morning)', NULL" : "NULL, 'found'"),
                    '\(Instant.morning)'::timestamptz + number * interval '1 millisecond'
                FROM generate_series(1, 20000) AS number;
                ANALYZE notification_queue_live
                """)
            let before = try await store.readCount()
            let batch = try await store.lease(10)
            #expect(batch.verdicts.count == togetherCountMax)
            let readCount = try await store.readCount() - before
            #expect(readCount < 10_000, "of 20,000, each in some tables and indexes")
        }
    }

    @Test("Nor does an evaluation, though its statements were planned while the queue was empty")
    func evaluationPlannedWhenEmpty() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write("VACUUM ANALYZE")
            func evaluate(_ number: Int) async throws -> [MemberHistory.QueuedDelivery] {
                try await store.markForEvaluation([UserID(literal: "ben-\(number)")], at: .noon)
                let seen = Notes<MemberHistory>()
                _ = try await store.evaluateDue(countMax: 1, now: .noon) { history in
                    seen.add(history)
                    return .nothing
                }
                return seen.all.flatMap(\.queuedDeliveries)
            }
            #expect(try await evaluate(1).isEmpty)
            try await store.fillCrisscross(1...10_000)
            try await store.write("UPDATE notification_queue SET payload = '{\"level\": 3}'")
            let before = try await store.readCount()
            #expect(try await evaluate(5000).map(\.id.text) == ["delivery-5000"])
            let readCount = try await store.readCount() - before
            #expect(readCount < 1000, "of 10,000, each in some tables and indexes")
        }
    }
}

extension PostgresStore {
    /// Puts rows into the queue of which every so many is due at noon, and the others in the evening.
    func fillQueue(rowCount: Int, dueEvery interval: Int) async throws {
        try await write(
            """
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, next_attempt_at)
            SELECT 'delivery-' || number, '\(Instant.morning)', 'ana', 'ben', 'alert-' || number, 'push',
                CASE WHEN number % \(interval) = 0 THEN NULL ELSE '\(Instant.evening)'::timestamptz END
            FROM generate_series(1, \(rowCount)) AS number
            """)
    }

    /// Leases and records until nothing is left.
    func leaseAll(token: String) async throws -> [DeliveryID] {
        var leased: [DeliveryID] = []
        while true {
            let batch = try await lease(7, holder: token, token: token)
            guard !batch.toSend.isEmpty else {
                // What another has locked for its own is not ours; what it gives back is.
                let backlog = try await backlog(countMax: nil, now: .noon)
                guard backlog.oldestDueAt != nil else { return leased }
                continue
            }
            leased += batch.toSend.map(\.delivery.id)
            let lost = try await record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: token, disposition: .sent) }, now: .noon)
            #expect(lost.isEmpty)
        }
    }

    /// Rows of which those that are due first have names from first to last, each with an alert.
    fileprivate func fillCrisscross(_ numbers: ClosedRange<Int>) async throws {
        let all = "generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS number"
        try await write(
            """
            INSERT INTO pattern_alert_state (id, user_id, metric_type, pattern_type, active_since, last_evaluated_date, current_level, day_count)
            SELECT 'alert-' || number, 'ben-' || number, 'steps', 'drop_vs_baseline', '2026-01-01', '2026-01-04', 3, 4 FROM \(all);
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, next_attempt_at)
            SELECT 'delivery-' || number, '\(Instant.morning)', 'ana-' || number, 'ben-' || number, 'alert-' || number, 'push',
                '\(Instant.morning)'::timestamptz + number * 7919 % 10007 * interval '1 millisecond'
            FROM \(all)
            """)
    }

    /// Rows that were told along with others, long ago.
    fileprivate func fillMerged(_ count: Int) async throws {
        try await write(
            """
            INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status, merged_into)
            SELECT 'merged-' || number, '\(Instant.morning)', 'ana', 'ben', 'push', CASE WHEN number % 2 = 0 THEN 'sent' ELSE 'skipped' END,
                CASE WHEN number % 2 = 1 THEN 'merged-' || number + 1 END
            FROM generate_series(1, \(count)) AS number
            """)
    }

    /// A worker's whole round, and more: one is prolonged, one is held, one fails, and one is left until its holder is dead.
    fileprivate func workThrough(countMax: Int, token: String, at now: Instant) async throws {
        let batch = try await lease(countMax, at: now, token: token) { $0.delivery.id.text.hasSuffix("7") ? .defer(.quietHours, until: .evening) : .send(.allowed) }
        #expect(batch.verdicts.count == countMax && batch.toSend.count > 4 && batch.toSend.count < countMax)
        let ids = batch.toSend.map(\.delivery.id)
        #expect(try await renew(leases: ids, token: token, until: now + .seconds(120)))
        let results = ids.dropFirst(2).map { AttemptResult(delivery: $0, token: token, disposition: .sent) }
        #expect(try await record(results + [AttemptResult(delivery: ids[0], token: token, disposition: .failed(error: "no"))], now: now).isEmpty)
        #expect(try await rescue(now: now) { _ in true } == 1)
        _ = try await nextDueMoment()
    }

    /// How many rows and entries of indexes the store's connection has read so far.
    fileprivate func readCount() async throws -> Int {
        try await pool.run { connection in
            try connection.runScript("SELECT pg_stat_force_next_flush()")
            return try connection.transaction(nil) { db in
                try db.row(
                    """
                    SELECT ((SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables)
                        + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes))::bigint AS count
                    """)?.integer("count") ?? 0
            }
        }
    }
}
