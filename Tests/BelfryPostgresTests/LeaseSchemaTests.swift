import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What is leased, a row a batch")
struct LeaseSchemaTests {
    private static let leases = "SELECT token || ' ' || cardinality(deliveries) || ' ' || open_count AS value FROM notification_leases ORDER BY token"
    private static let statuses = "SELECT status || ' ' || count(*) AS value FROM notification_queue GROUP BY status ORDER BY status"

    private func results(_ numbers: ClosedRange<Int>, _ disposition: AttemptResult.Disposition) -> [AttemptResult] {
        numbers.map { AttemptResult(delivery: .example($0), token: "token-1", disposition: disposition) }
    }

    @Test("A batch is one row, which goes when the last of it is recorded, however that ended")
    func recorded() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 6, dueEvery: 1)
            try await store.lease(6)
            #expect(try await store.values(Self.leases) == ["token-1 6 6"])
            #expect(try await store.values(Self.statuses) == ["sending 6"])
            try await store.record(results(1...3, .sent), now: .noon)
            #expect(try await store.values(Self.leases) == ["token-1 6 3"])
            let again = try await store.record(results(1...3, .sent), now: .evening)
            #expect(again == [.example(1), .example(2), .example(3)], "whose first record has ended their lease")
            #expect(try await store.values(Self.leases) == ["token-1 6 3"])
            try await store.record(
                results(4...4, .sent) + results(5...5, .retry(at: .evening, error: "busy")) + results(6...6, .failed(error: "refused")), now: .noon)
            #expect(try await store.values(Self.leases).isEmpty)
            #expect(try await store.values(Self.statuses) == ["failed 1", "pending 1", "sent 4"])
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    @Test("Of a lease that ran out everything that wasn't recorded waits again, and what its worker says then counts no more")
    func rescued() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 5, dueEvery: 1)
            try await store.lease(5)
            try await store.record(results(1...2, .sent), now: .noon)
            try await store.write("UPDATE notification_queue SET status = 'cancelled', lease_until = NULL, lease_token = NULL WHERE id = 'delivery-3'")
            let next = try await store.nextDueMoment()
            #expect(next == .noon + .seconds(60), "when the lease runs out")
            let count = try await store.rescue(now: .evening) { _ in false }
            #expect(count == 2)
            #expect(try await store.values(Self.leases).isEmpty)
            let lost = try await store.record(results(4...5, .sent), now: .evening)
            #expect(lost == [.example(4), .example(5)])
            #expect(try await store.values(Self.statuses) == ["cancelled 1", "pending 2", "sent 2"])
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    @Test("A lease is prolonged although somebody has locked one of its rows, and for all of them")
    func prolongedBesideLock() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 3, dueEvery: 1)
            try await store.lease(3)
            let isOurs = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM notification_queue WHERE id = 'delivery-2' FOR UPDATE")
                    return try waitFor {
                        try await store.renew(leases: [.example(1), .example(2), .example(3)], token: "token-1", until: .evening)
                    }
                }
            }
            #expect(isOurs)
            let count = try await store.rescue(now: .evening - .seconds(1)) { _ in false }
            #expect(count == 0)
            let later = try await store.rescue(now: .evening) { _ in false }
            #expect(later == 3)
        }
    }

    /// What the store has against results that are handed to it while somebody has locked something.
    private func refusal(
        of results: [AttemptResult], in store: PostgresStore, beside lock: String, by somebody: PostgresStore
    ) async throws -> LockedDeliveries? {
        try await somebody.pool.run { connection in
            try connection.transaction { db in
                _ = try db.rows(lock)
                return try waitFor { () async throws -> LockedDeliveries? in
                    do {
                        try await store.record(results, now: .noon)
                        return nil
                    } catch let locked as LockedDeliveries {
                        return locked
                    }
                }
            }
        }
    }

    @Test("How the others of a batch ended is recorded although somebody has locked one, which is recorded when they let it go")
    func recordedBesideLock() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 4, dueEvery: 1)
            try await store.lease(4)
            // The first has lost its lease.
            try await store.write("UPDATE notification_queue SET status = 'cancelled', lease_until = NULL, lease_token = NULL WHERE id = 'delivery-1'")
            let results = results(1...3, .sent) + results(4...4, .retry(at: .evening, error: "busy"))
            let lock = "SELECT 1 FROM notification_queue WHERE id IN ('delivery-1', 'delivery-2') FOR UPDATE"
            let told = try await refusal(of: results, in: store, beside: lock, by: store)
            #expect(told == LockedDeliveries([.example(2)], lost: [.example(1)]))
            #expect(try await store.values(Self.statuses) == ["cancelled 1", "pending 1", "sending 1", "sent 1"])
            #expect(try await store.rescue(now: .noon) { _ in false } == 0, "its lease goes on")
            let lost = try await store.record(Array(results.dropFirst().prefix(1)), now: .noon)
            #expect(lost.isEmpty)
            #expect(try await store.values(Self.statuses) == ["cancelled 1", "pending 1", "sent 2"])
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    /// What has to be changed where the fourth of a batch has failed.
    enum Followed: String, CaseIterable {
        case merged = "what was merged into it"
        case nextStep = "the next step of its route"
        case transmission = "what became of it at an address"
        case report = "what its provider said"
        case lease = "the lease of all"

        static let transmissionID = TransmissionID(delivery: .example(4), address: AddressID(literal: "device-1"))

        /// What is there before anything is leased.
        var setUp: String {
            switch self {
            case .merged:
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status, merged_into)
                VALUES ('delivery-5', '\(Instant.morning)', 'ana', 'ben', 'push', 'skipped', 'delivery-4')
                """
            case .nextStep:
                """
                UPDATE notification_queue SET route_key = 'news', route_step = 0, route_until = 'read' WHERE id = 'delivery-4';
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, route_key, route_step, route_until, next_attempt_at)
                VALUES ('delivery-5', '\(Instant.morning)', 'ana', 'ben', 'sms', 'news', 1, 'read', '\(Instant.evening)')
                """
            case .transmission:
                """
                INSERT INTO notification_transmissions (id, delivery_id, address_id, provider, status, created_at, updated_at)
                VALUES ('\(Self.transmissionID.text)', 'delivery-4', 'device-1', 'apns', 'pending', '\(Instant.morning)', '\(Instant.morning)')
                """
            case .report:
                """
                INSERT INTO provider_reports (provider, event_id, received_at, transmission_id, status)
                VALUES ('apns', 'e-1', '\(Instant.noon)', '\(Self.transmissionID.text)', 'failed')
                """
            case .lease: "SELECT 1"
            }
        }

        var lock: String {
            switch self {
            case .merged, .nextStep: "SELECT 1 FROM notification_queue WHERE id = 'delivery-5' FOR UPDATE"
            case .transmission: "SELECT 1 FROM notification_transmissions FOR UPDATE"
            case .report: "SELECT 1 FROM provider_reports FOR UPDATE"
            case .lease: "SELECT 1 FROM notification_leases FOR UPDATE"
            }
        }

        var locked: [DeliveryID] { self == .lease ? (1...4).map(DeliveryID.example) : [.example(4)] }
    }

    @Test("So it is where somebody has locked what follows of one", arguments: Followed.allCases)
    func recordedBesideLockedFollower(followed: Followed) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 4, dueEvery: 1)
            try await store.write(followed.setUp)
            try await store.lease(4)
            let transmission = Transmission(
                id: Followed.transmissionID, delivery: .example(4), of: .house, address: AddressID(literal: "device-1"), provider: .apns,
                status: .failed, why: "refused", updatedAt: .noon)
            let failed = AttemptResult(
                delivery: .example(4), token: "token-1", disposition: .failed(error: "refused"), transmissions: [TransmissionResult(transmission)])
            let results = results(1...3, .sent) + [failed]
            let told = try await refusal(of: results, in: store, beside: followed.lock, by: store)
            #expect(told == LockedDeliveries(followed.locked, lost: []))
            let statuses = "SELECT status AS value FROM notification_queue WHERE id <= 'delivery-4' ORDER BY id"
            #expect(try await store.values(statuses) == (1...4).map { number -> String? in followed.locked.contains(.example(number)) ? "sending" : "sent" })
            let lost = try await store.record(results.filter { followed.locked.contains($0.delivery) }, now: .noon)
            #expect(lost.isEmpty)
            #expect(try await store.values(statuses) == ["sent", "sent", "sent", "failed"])
            #expect(try await store.values(Self.leases).isEmpty)
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    @Test("A lease that somebody has locked isn't waited for once for each that it holds")
    func recordedBesideLockedLease() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address, connectionCountMax: 1) { store in
                try await store.fillQueue(rowCount: 30, dueEvery: 1)
                try await store.lease(30)
                let before = try await store.rollbackCount()
                let told = try await withStore(on: address) { somebody in
                    try await refusal(of: results(1...30, .sent), in: store, beside: Followed.lease.lock, by: somebody)
                }
                #expect(told?.locked.count == 30)
                let count = try await store.rollbackCount() - before
                #expect(count < 10)
                let lost = try await store.record(results(1...30, .sent), now: .noon)
                #expect(lost.isEmpty)
                #expect(try await store.values(Self.leases).isEmpty)
            }
        }
    }

    @Test("What somebody has locked is rescued later, and its lease stays until then")
    func lockedMeanwhile() async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                try await store.fillQueue(rowCount: 3, dueEvery: 1)
                try await store.lease(3)
                let count = try await store.pool.run { connection in
                    try connection.transaction { db in
                        _ = try db.rows("SELECT 1 FROM notification_queue WHERE id = 'delivery-2' FOR UPDATE")
                        return try waitFor { try await store.rescue(now: .evening) { _ in false } }
                    }
                }
                #expect(count == 2)
                #expect(try await store.values(Self.leases) == ["token-1 3 3"])
                let later = try await store.rescue(now: .evening) { _ in false }
                #expect(later == 1)
                #expect(try await store.values(Self.leases).isEmpty)
            }
        }
    }

    @Test("What is to be given up waits while somebody has locked what follows of it, and nobody else does", arguments: [true, false])
    func givenUpBesideLock(isRoute: Bool) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 2, dueEvery: 1)
            try await store.write(
                isRoute
                    ? """
                    UPDATE notification_queue SET route_key = 'news', route_step = 0, route_until = 'read' WHERE id = 'delivery-1';
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, route_key, route_step, route_until,
                        next_attempt_at)
                    VALUES ('delivery-3', '\(Instant.morning)', 'ana', 'ben', 'sms', 'news', 1, 'read', '\(Instant.evening + .seconds(60))')
                    """
                    : """
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status, merged_into)
                    VALUES ('delivery-3', '\(Instant.morning)', 'ana', 'ben', 'push', 'skipped', 'delivery-1')
                    """)
            try await store.lease(2)
            try await store.write("UPDATE notification_queue SET rescues = \(rescueCountMax - 1) WHERE id = 'delivery-1'")
            let count = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM notification_queue WHERE id = 'delivery-3' FOR UPDATE")
                    return try waitFor { try await store.rescue(now: .evening) { _ in false } }
                }
            }
            #expect(count == 1)
            let rows = [try await store.row(1), try await store.row(2)]
            #expect(rows.map(\.status) == ["sending", "pending"])
            let later = try await store.rescue(now: .evening) { _ in false }
            #expect(later == 1)
            #expect(try await store.values(Self.leases).isEmpty)
            let givenUp = try await store.row(1)
            #expect(givenUp.status == "failed")
            let next = try await store.lease(at: .evening, token: "token-2")
            #expect(Set(next.verdicts.map(\.delivery)) == [.example(2), .example(3)], "what followed of it has")
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    @Test(
        "What was leased without an answer is given back beside what somebody has locked, which is rescued when its lease runs out",
        arguments: [("notification_queue WHERE id = 'delivery-2'", ["pending 2", "sending 1"], 1), ("notification_leases", ["sending 3"], 3)])
    func givenBackBesideLock(locked: String, statuses: [String], rescueCount: Int) async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 3, dueEvery: 1)
            try await store.lease(3)
            try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM \(locked) FOR UPDATE")
                    try waitFor { try await store.giveBack("token-1") }
                }
            }
            #expect(try await store.values(Self.statuses).compactMap(\.self) == statuses)
            let count = try await store.rescue(now: .evening) { _ in false }
            #expect(count == rescueCount)
            #expect(try await store.values(Self.leases).isEmpty)
            #expect(try await store.hasLiveRowsInStep())
        }
    }

    @Test("Made anew from the queue, each is held alone, and its worker renews and records it as before")
    func madeAnew() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 3, dueEvery: 1)
            try await store.lease(3)
            try await store.write("SELECT belfry_fill_live()")
            #expect(try await store.values("SELECT alone AS value FROM notification_leases ORDER BY alone") == ["delivery-1", "delivery-2", "delivery-3"])
            _ = try await store.renew(leases: [.example(1), .example(2), .example(3)], token: "token-1", until: .evening + .seconds(60))
            let count = try await store.rescue(now: .evening) { _ in false }
            #expect(count == 0)
            let lost = try await store.record(results(1...2, .sent), now: .evening)
            #expect(lost.isEmpty)
            #expect(try await store.values("SELECT alone AS value FROM notification_leases") == ["delivery-3"])
            let rescuedCount = try await store.rescue(now: .evening + .seconds(60)) { _ in false }
            #expect(rescuedCount == 1)
        }
    }

    @Test("A database of before, with something leased, is taken over: it is recorded, or rescued when its lease runs out")
    func migration() async throws {
        try await withStore(
            upgradedBy: "22-leases",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, lease_until, lease_token, created_at)
                VALUES ('delivery-1', 'ana', 'ben', 'push', 'sending', '\(Instant.evening)', 'token-1', '\(Instant.morning)'),
                    ('delivery-2', 'ana', 'ben', 'push', 'sending', '\(Instant.evening)', NULL, '\(Instant.morning)'),
                    ('delivery-3', 'ana', 'ben', 'push', 'pending', NULL, NULL, '\(Instant.morning)');
                -- As it stood then.
                ALTER TABLE notification_queue_live ADD COLUMN leased_by text;
                DELETE FROM notification_leases;
                INSERT INTO notification_queue_live (id, app_id, status, priority, due_at, created_at, rescues, recipient_user_id, channel)
                SELECT id, app_id, status, priority, lease_until, created_at, rescues, recipient_user_id, channel
                FROM notification_queue WHERE status = 'sending'
                """
        ) { store in
            #expect(try await store.hasLiveRowsInStep())
            let lost = try await store.record(results(1...1, .sent), now: .noon)
            #expect(lost.isEmpty)
            let count = try await store.rescue(now: .evening) { _ in false }
            #expect(count == 1)
            #expect(try await store.values(Self.statuses) == ["pending 2", "sent 1"])
        }
    }
}

extension PostgresStore {
    /// How many transactions came to nothing until now, of those over its only connection.
    fileprivate func rollbackCount() async throws -> Int {
        try await write("SELECT pg_stat_force_next_flush()")
        let counts = try await values("SELECT xact_rollback::text AS value FROM pg_stat_database WHERE datname = current_database()")
        return counts.compactMap { $0.flatMap { Int($0) } }.reduce(0, +)
    }
}
