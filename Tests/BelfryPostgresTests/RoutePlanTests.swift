import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("Routes are gone on with without a walk through all")
struct RoutePlanTests {
    @Test("The next step of a route comes forward without a walk through all routes, though all was counted while there was none")
    func nextStep() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.countWhileEmpty()
            func bringForward(after id: DeliveryID) async throws -> Bool {
                try await store.pool.write { db in
                    try PostgresStore.planByIndex(db)
                    return try PostgresStore.bringForward(after: [id], .noon, db)
                }
            }
            try await store.fillRoutes(0...0)
            let isFirst = try await bringForward(after: .example(0))
            try await store.fillRoutes(1...3000)
            let before = (
                try await store.readCount(of: "notification_queue_other"), try await store.readCount(of: "notification_transmissions_other")
            )
            let isNext = try await bringForward(after: .example(7))
            let readCount = try await store.readCount(of: "notification_queue_other") - before.0
            let wayCount = try await store.readCount(of: "notification_transmissions_other") - before.1
            #expect(isFirst && isNext && readCount < 100 && wayCount < 100)
            let due = try await store.values("SELECT id AS value FROM notification_queue WHERE next_attempt_at = '\(Instant.noon)' ORDER BY id")
            #expect(due == ["next-0", "next-7"])
        }
    }

    @Test("Where a step went is looked up by its delivery, though nothing had gone anywhere when that was planned")
    func waysOfStep() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address, connectionCountMax: 1) { store in
                func bringForward(after id: DeliveryID) async throws -> Bool {
                    try await store.pool.write { try PostgresStore.bringForward(after: [id], .noon, $0) }
                }
                try await store.write(
                    """
                    ANALYZE notification_transmissions;
                    INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, route_key, route_step, route_until)
                    VALUES ('first', 'ana', 'ana', 'push', 'sent', 'route-first', 0, 'accepted')
                    """)
                let isFirst = try await bringForward(after: DeliveryID(literal: "first"))
                try await store.fillRoutes(1...3000)
                func pageCount() async throws -> Int {
                    try await store.count("idx_blks_read + idx_blks_hit", in: "pg_statio_user_indexes", of: "notification_transmissions_other")
                }
                let before = try await pageCount()
                let isAnother = try await bringForward(after: DeliveryID(literal: "told-7"))
                let count = try await pageCount() - before
                #expect(!isFirst && !isAnother && (1..<10).contains(count))
            }
        }
    }

    @Test("What a decision needs is found without a walk through all, though all was counted while there was none")
    func circumstances() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.countWhileEmpty()
            func candidate(of id: DeliveryID) async throws -> DeliveryCandidate? {
                try await store.pool.write { db in
                    try PostgresStore.planByIndex(db)
                    let deliveries = try db.rows("SELECT * FROM notification_queue WHERE id = $1", id).compactMap(PostgresStore.delivery)
                    return try PostgresStore.candidates(deliveries, dueAt: store.moment(.evening), db).first
                }
            }
            try await store.fillRoutes(0...0)
            _ = try await candidate(of: .example(0))
            try await store.fillRoutes(1...3000)
            let tables = ["notification_queue_other", "notification_transmissions_other", "family_members", "contact_points", "notification_receipts"]
            var before: [Int] = []
            for table in tables { before.append(try await store.readCount(of: table)) }
            let found = try await candidate(of: .example(7))
            for (table, count) in zip(tables, before) {
                let readCount = try await store.readCount(of: table) - count
                #expect(readCount < 100, "\(table)")
            }
            let candidate = try #require(found)
            #expect(candidate.isSuperseded && candidate.isEntitled && candidate.isReached)
            #expect(candidate.addresses.map(\.id.text) == ["point-7"])
            #expect(candidate.toldAt == .morning)
        }
    }
}

extension PostgresStore {
    /// Has everything that a decision asks known as empty, with pages in it from before.
    fileprivate func countWhileEmpty() async throws {
        try await fillRoutes(1...300)
        let tables = ["notification_queue", "notification_transmissions", "family_members", "contact_points", "notification_receipts"]
        try await write(tables.map { "DELETE FROM \($0);" }.joined() + "ANALYZE \(tables.joined(separator: ", "))")
    }

    /// Routes of a step that has failed, `delivery-7` to one person, and of one that waits, `next-7`, with all that is asked of them.
    fileprivate func fillRoutes(_ numbers: ClosedRange<Int>) async throws {
        let all = "FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS number"
        let columns = """
            (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, status, held_since, route_key, route_step, route_until, payload,
            next_attempt_at, group_key)
            """
        try await write(
            """
            INSERT INTO notification_queue \(columns)
            SELECT 'delivery-' || number, '\(Instant.morning)', 'person-' || number, 'member-' || number, 'alert-' || number, 'sms', 'failed',
                '\(Instant.morning)', 'route-' || number, 0, 'accepted',
                json_build_object('level', 3, 'metric', 'steps', 'collapse_key', 'key', 'notification_id', 'bills|rent-' || number || '|due_day|2026-01-25'),
                NULL, 'found-' || number \(all);
            INSERT INTO notification_queue \(columns)
            SELECT 'next-' || number, '\(Instant.noon)', 'person-' || number, 'member-' || number, 'alert-' || number, 'sms', 'pending',
                NULL, 'route-' || number, 1, 'accepted', '{"level": 7, "metric": "steps", "collapse_key": "key"}', '\(Instant.evening)', NULL \(all);
            INSERT INTO notification_queue \(columns)
            SELECT 'told-' || number, '\(Instant.noon)', 'person-' || number, 'member-' || number, 'other-' || number, 'push', 'sent',
                NULL, 'route-' || number, 2, 'accepted', '{"metric": "steps"}', NULL, NULL \(all);
            INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, created_at, updated_at)
            SELECT 'way-' || number, 'told-' || number, 'default', 'phone', 'apns', 'accepted', now(), now() \(all);
            INSERT INTO families (id, name) SELECT 'family-' || number, '' \(all) ON CONFLICT DO NOTHING;
            INSERT INTO family_members (family_id, user_id, role)
            SELECT 'family-' || number, person || number, role \(all), (VALUES ('person-', 'admin'), ('member-', 'member')) AS of_family (person, role);
            INSERT INTO contact_points (id, user_id, channel, address, verified_at)
            SELECT 'point-' || number, 'person-' || number, 'sms', '+491511234' || number, now() \(all);
            INSERT INTO notification_receipts (user_id, id, told_at, told_by, _created_at, _changed_at)
            SELECT 'person-' || number, 'bills|rent-' || number || '|due_day|2026-01-25', '\(Instant.morning)', 'device', 0, 0 \(all)
            """)
    }
}
