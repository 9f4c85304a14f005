import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What is listed is found without a walk through all")
struct ListPlanTests {
    @Test("A page of what is kept of a person reads no more of their deliveries than stands on it")
    func personalPage() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, timestamptz '\(Instant.morning)' + number * interval '1 second', 'ana', 'ben', 'push', 'sent'
                FROM generate_series(1, 3000) AS number;
                ANALYZE notification_queue
                """)
            let table = try #require(PersonalTable.all.first { $0.name == "notification_queue" })
            let (readCount, last) = try await store.pool.snapshot { db in
                func count() throws -> Int {
                    let reads = "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint AS count"
                    return try db.row("\(reads) FROM pg_stat_xact_user_tables WHERE relname LIKE 'notification_queue%'")?.integer("count") ?? -1
                }
                let first = try PostgresStore.rows(of: .ana, in: table, after: nil, 100, db)
                let before = try count()
                let second = try PostgresStore.rows(of: .ana, in: table, after: first.last?.place.key, 100, db)
                return (try count() - before, second.last?.place.key)
            }
            #expect(readCount < 300 && last?.dropFirst().first == "delivery-200")
        }
    }

    @Test("Those few that wait, or failed, are listed without walking through what is over")
    func listed() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, now(), 'ana', 'ben', 'push', CASE number WHEN 1 THEN 'failed' WHEN 2 THEN 'pending' ELSE 'sent' END
                FROM generate_series(1, 3000) AS number;
                ANALYZE
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            for (status, id) in [(.failed, .example(1)), (.pending, .example(2))] as [(Delivery.Status, DeliveryID)] {
                let listed = try await store.deliveries(DeliverySelection(status: status))
                #expect(listed.map(\.delivery.id) == [id])
                let named = try await store.deliveries(DeliverySelection(ids: [.example(1), .example(2), .example(3)], status: status))
                #expect(named.map(\.delivery.id) == [id])
                let found = try await store.deliveries(matching: DeliveryQuery(status: status, before: .example(3), countMax: 10, lookCountMax: 10))
                #expect(found.deliveries.map(\.delivery.id) == [id])
                let all = try await store.deliveries(matching: DeliveryQuery(status: status, countMax: 10))
                #expect(all.deliveries.map(\.delivery.id) == [id])
            }
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test("What one app has queued, or one person is told of, is found without walking through what others have")
    func few() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, CASE number WHEN 1 THEN 'bakery' ELSE 'brewery' END, now(), 'guest-' || number,
                    CASE number WHEN 2 THEN 'guest-1' ELSE 'guest-' || number END, 'push', 'sent'
                FROM generate_series(1, 3000) AS number;
                ANALYZE
                """)
            // Nobody else's: of what an earlier test has deleted, indexes have the entries still.
            let bakery = AppID(literal: "bakery")
            let before = try await store.entryCount(of: "notification_queue_other")
            for selection in [
                DeliverySelection(app: bakery), DeliverySelection(app: bakery, status: .sent), DeliverySelection(app: bakery, before: .example(2)),
                DeliverySelection(app: bakery, recipient: UserID(literal: "guest-1")),
            ] {
                let listed = try await store.deliveries(selection)
                #expect(listed.map(\.delivery.id) == [.example(1)])
            }
            let found = try await store.deliveries(matching: DeliveryQuery(member: UserID(literal: "guest-1"), countMax: 10))
            #expect(found.deliveries.map(\.delivery.id) == [.example(2), .example(1)], "of another and of themselves")
            let count = try await store.entryCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test("What is looked for among all is looked for part by part, and each is found once")
    func walked() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let numbers = 10_000...(10_000 + 2 * PostgresStore.firstPartCount)
            // Some stand at the end of the first part, and at the beginning of the next.
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, now(), 'ana', 'ben', 'push', CASE WHEN number % 500 < 2 THEN 'skipped' ELSE 'sent' END
                FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS number;
                ANALYZE
                """)
            let skipped: [DeliveryID] = numbers.reversed().filter { $0 % 500 < 2 }.map { .example($0) }
            let listed = try await store.deliveries(DeliverySelection(status: .skipped))
            #expect(listed.map(\.delivery.id) == skipped)
            let ofHouse = try await store.deliveries(DeliverySelection(app: .house, channelName: "push", status: .skipped, before: skipped[2], countMax: 5))
            #expect(ofHouse.map(\.delivery.id) == Array(skipped[3...7]))
            let found = try await store.deliveries(matching: DeliveryQuery(status: .skipped, countMax: 100))
            #expect(found.deliveries.map(\.delivery.id) == skipped && found.continuesBefore == nil)
            let some = try await store.deliveries(matching: DeliveryQuery(channelName: "push", countMax: 3))
            #expect(some.deliveries.count == 3 && some.continuesBefore == .example(numbers.upperBound - 2))
            let before = try await store.entryCount(of: "notification_queue_other")
            let latest = try await store.deliveries(DeliverySelection(status: .skipped, countMax: 1))
            #expect(latest.map(\.delivery.id) == [skipped[0]])
            let count = try await store.entryCount(of: "notification_queue_other") - before
            #expect(count < 2 * PostgresStore.firstPartCount + 100, "what isn't rare is found in the first part")

            try await store.write(
                """
                UPDATE notification_queue SET status = 'cancelled', recipient_user_id = CASE id WHEN 'delivery-11900' THEN '' ELSE 'ana' END
                WHERE id IN ('delivery-11900', 'delivery-11899', 'delivery-11898', 'delivery-10900')
                """)
            let readable = try await store.deliveries(DeliverySelection(status: .cancelled, countMax: 2))
            #expect(readable.map(\.delivery.id) == [.example(11_899)], "behind one that can't be read none is passed over")
        }
    }

    @Test("A look from far back on begins there, and walks past nothing that is newer")
    func far() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, now(), 'ana', 'ben', 'push', 'sent' FROM generate_series(1000, 3999) AS number;
                ANALYZE
                """)
            let before = try await store.entryCount(of: "notification_queue_other")
            let found = try await store.deliveries(matching: DeliveryQuery(status: .sent, before: .example(1020), countMax: 5, lookCountMax: 10))
            let newest: [DeliveryID] = (1015...1019).reversed().map { .example($0) }
            #expect(found.deliveries.map(\.delivery.id) == newest)
            #expect(found.continuesBefore == .example(1015))
            let count = try await store.entryCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }
}
