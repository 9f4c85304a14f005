import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What is over, or of somebody who is erased, is found without reading what stays")
struct RetentionPlanTests {
    @Test("What is over among very many that no month has is found without reading the others")
    func over() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, CASE number WHEN 3000 THEN timestamptz '\(Instant.morning)' ELSE '\(Instant.evening)' END,
                    'ana', 'ben', 'push', 'sent' FROM generate_series(1, 3000) AS number
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            let report = try await store.prune(PruneCutoffs(deliveries: .noon, now: .evening))
            #expect(report[.deliveries] == 1)
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test(
        "Few keys, reports and codes that are over are forgotten without reading all that aren't",
        arguments: ["idempotency_keys", "provider_reports", "spent_tokens", "contact_points"])
    func fewOver(_ table: String) async throws {
        try await withStore(connectionCountMax: 1) { store in
            let isOld = "CASE number WHEN 3000 THEN timestamptz '2020-01-01 00:00Z' ELSE timestamptz '\(Instant.evening)' + interval '1 day' END"
            let numbers = "FROM generate_series(1, 3000) AS number"
            try await store.write(
                """
                INSERT INTO idempotency_keys (app_id, key, request_hash, deliveries, created_at) SELECT 'shop', number, '', '[]', \(isOld) \(numbers);
                INSERT INTO provider_reports (provider, event_id, received_at) SELECT 'apns', number, \(isOld) \(numbers);
                INSERT INTO spent_tokens (token_hash, expires_at) SELECT number, \(isOld) \(numbers);
                INSERT INTO contact_points (user_id, channel, address, code_hash, code_expires_at)
                SELECT number, 'email', '', CASE WHEN number > 2900 THEN 'hash' END, CASE WHEN number > 2900 THEN \(isOld) END \(numbers);
                ANALYZE
                """)
            let before = try await store.readCount(of: table)
            let report = try await store.prune(PruneCutoffs(deliveries: .noon, now: .evening))
            #expect([report[.idempotencyKeys], report[.providerReports], report[.spentTokens], report[.codes]] == [1, 1, 1, 1])
            let count = try await store.readCount(of: table) - before
            #expect(count < 100)
        }
    }

    @Test("Those that wait still are passed over, however many are older")
    func olderThatWait() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, timestamptz '\(Instant.morning)' - number * interval '1 second', 'ana', 'ben', 'push',
                    CASE WHEN number IN (1, 2) THEN 'sent' ELSE 'pending' END FROM generate_series(1, 12000) AS number
                """)
            let cutoffs = PruneCutoffs(deliveries: .noon, now: .evening)
            let preview = try await store.prunable(cutoffs)
            let report = try await store.prune(cutoffs)
            #expect(report == preview && report[.deliveries] == 2)
            let more = try await store.prune(cutoffs)
            #expect(more.isEmpty)
        }
    }

    @Test("Who is erased is looked for in each list of a broadcast once, though it was planned when there was none")
    func lists() async throws {
        try await withStore(connectionCountMax: 1) { store in
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            try await store.write(
                """
                INSERT INTO broadcast_batches (app_id, broadcast_id, number, recipient_count, recipients)
                SELECT 'shop', 'news', number, 1, '["ana"]' FROM generate_series(1, 3000) AS number
                """)
            let before = try await store.readCount(of: "broadcast_batches")
            _ = try await store.erase(.ben, leaving: nil, now: .noon)
            let count = try await store.readCount(of: "broadcast_batches") - before
            #expect((3000..<6000).contains(count))
        }
    }

    @Test("What was told of somebody who is erased is removed from the months that it is of, and the others aren't looked into for each of it")
    func erased() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, status)
                SELECT belfry_identifier_at(now()) || '-' || number, now(), CASE number WHEN 1 THEN 'ben' ELSE 'ana' END, 'ben', 'push', 'sent'
                FROM generate_series(1, 3) AS number;
                INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, created_at, updated_at)
                SELECT 'way-' || id, id, app_id, 'phone', 'apns', 'accepted', now(), now() FROM notification_queue
                """)
            let before = try await store.scanCount(of: "notification_transmissions_other")
            let report = try await store.erase(.ana, leaving: nil, now: .noon)
            #expect(report["notification_queue"] == 2)
            #expect(try await store.scanCount(of: "notification_transmissions_other") == before)
            let left = try await store.values("SELECT count(*)::text AS value FROM notification_transmissions")
            #expect(left == ["1"])
        }
    }
}
