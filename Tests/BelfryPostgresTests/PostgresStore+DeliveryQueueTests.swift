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
}
