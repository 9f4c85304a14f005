import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What is written and reported finds what it is about without a walk through all")
struct WritePlanTests {
    @Test("Whoever writes rows has their keys looked up by the index, though the first was written when there was none")
    func keys() async throws {
        try await withStore(connectionCountMax: 1) { store in
            func write(_ numbers: ClosedRange<Int>) async throws {
                try await store.write(
                    """
                    INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel, idempotency_key)
                    SELECT 'delivery-' || number, now(), 'ana', 'ben', 'push', 'key-' || number
                    FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound)) AS number
                    """)
            }
            func readCount() async throws -> Int {
                try await store.write("SELECT pg_stat_force_next_flush()")
                let counts = try await store.values(
                    "SELECT coalesce(seq_tup_read, 0)::text AS value FROM pg_stat_user_tables WHERE relname = 'notification_queue_keys'")
                return counts.compactMap { $0.flatMap { Int($0) } }.reduce(0, +)
            }
            try await store.write("VACUUM ANALYZE notification_queue_keys")
            let before = try await readCount()
            try await write(1...1)
            try await write(2...1000)
            try await write(1001...1001)
            #expect(try await readCount() == before)
        }
    }

    @Test("What a report is about is found by its name, though the first came when nothing was on its way", arguments: [false, true])
    func reported(wasCountedWhileEmpty: Bool) async throws {
        try await withStore(connectionCountMax: 1) { store in
            if wasCountedWhileEmpty {
                try await store.write(
                    """
                    INSERT INTO notification_transmissions
                        (id, delivery_id, app_id, address_id, provider, status, provider_message_id, created_at, updated_at)
                    SELECT 'gone-' || number, 'gone-' || number, 'shop', 'phone', 'twilio', 'accepted', 'gone-' || number, now(), now()
                    FROM generate_series(1, 300) AS number;
                    DELETE FROM notification_transmissions;
                    ANALYZE notification_transmissions
                    """)
            }
            func report(_ number: Int) async throws {
                let content = ProviderReport.Content.status(.delivered, of: .providerMessage("message-\(number)"), why: nil, addressFate: nil)
                try await store.apply([ProviderReport(provider: .twilio, eventID: "event-\(number)", occurredAt: .noon, content: content)], now: .noon)
            }
            try await report(1)
            try await store.write(
                """
                INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, provider_message_id, created_at, updated_at)
                SELECT 'way-' || number, 'delivery-' || number, 'shop', 'phone', 'twilio', 'accepted', 'message-' || number, now(), now()
                FROM generate_series(1, 3000) AS number
                """)
            let before = try await store.readCount(of: "notification_transmissions_other")
            try await report(2)
            let count = try await store.readCount(of: "notification_transmissions_other") - before
            #expect(count < 100)
            let told = try await store.values("SELECT status AS value FROM notification_transmissions WHERE id = 'way-2'")
            #expect(told == ["delivered"])
        }
    }

    @Test("What was reported before a transmission was recorded is found by its name, and not among all that was reported")
    func reportedEarly() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO provider_reports (provider, event_id, received_at, status, provider_message_id)
                SELECT 'twilio', 'event-' || number, '\(Instant.noon)', CASE number WHEN 7 THEN 'delivered' END, 'message-' || number
                FROM generate_series(1, 3000) AS number;
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel)
                VALUES ('delivery-1', '\(Instant.morning)', 'ana', 'ana', 'sms');
                ANALYZE
                """)
            let batch = try await store.lease(1)
            let sent = try #require(batch.toSend.first)
            let address = AddressID(literal: "phone")
            let way = Transmission(
                id: TransmissionID(delivery: sent.delivery.id, address: address), delivery: sent.delivery.id, of: sent.delivery.app, address: address,
                provider: .twilio, status: .accepted, providerMessageID: "message-7", updatedAt: .noon)
            let before = try await store.readCount(of: "provider_reports")
            let result = AttemptResult(
                delivery: sent.delivery.id, token: sent.token, disposition: .sent, transmissions: [TransmissionResult(way)], app: sent.delivery.app)
            #expect(try await store.record([result], now: .noon).isEmpty)
            let count = try await store.readCount(of: "provider_reports") - before
            #expect(count < 100)
            let statuses = try await store.transmissions(of: sent.delivery.id).map(\.status)
            #expect(statuses == [.delivered])
        }
    }

    @Test("Whoever has an address of which a provider tells something is found by it, and not among everybody")
    func addressed() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO contact_points (id, user_id, channel, address, verified_at, created_at)
                SELECT 'point-' || number, 'person-' || number, 'sms', 'number-' || number, now(), now() FROM generate_series(1, 3000) AS number;
                ANALYZE
                """)
            let (rows, entries) = (try await store.readCount(of: "contact_points"), try await store.entryCount(of: "contact_points"))
            let report = ProviderReport(
                provider: .twilio, eventID: "event-1", occurredAt: .noon, content: .address(.phone, value: "number-7", .optedOut))
            try await store.apply([report], now: .noon)
            let rowCount = try await store.readCount(of: "contact_points") - rows
            let entryCount = try await store.entryCount(of: "contact_points") - entries
            #expect(rowCount < 100 && entryCount < 100)
            let silenced = try await store.values("SELECT id AS value FROM contact_points WHERE silence_reason = 'opted_out'")
            #expect(silenced == ["point-7"])
        }
    }

    @Test("The ways that deliveries went are looked for in the months that these are of")
    func ways() async throws {
        try await withStore(connectionCountMax: 1) { store in
            let names = try await store.values("SELECT belfry_identifier_at(now()) || '-' || number AS value FROM generate_series(1, 3) AS number")
            let ids = names.compactMap { $0.flatMap { DeliveryID($0) } }
            try #require(ids.count == 3)
            try await store.write(
                """
                INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, created_at, updated_at)
                VALUES ('way-1', '\(ids[0])', 'shop', 'phone', 'apns', 'accepted', now(), now())
                """)
            let before = try await store.scanCount(of: "notification_transmissions_other")
            let found = try await store.pool.single { db in
                try PostgresStore.askTransmissions(of: ids, db).rows().compactMap(PostgresStore.transmission).map(\.id.text)
            }
            #expect(found == ["way-1"])
            #expect(try await store.scanCount(of: "notification_transmissions_other") == before)
        }
    }

    @Test("What attempts were handed is recorded without a look into months that their deliveries aren't of")
    func recordedWays() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel)
                VALUES (belfry_identifier_at(now()) || '-1', '\(Instant.morning)', 'ana', 'ana', 'push')
                """)
            let batch = try await store.lease(1)
            let sent = try #require(batch.toSend.first)
            let address = AddressID(literal: "phone")
            let way = Transmission(
                id: TransmissionID(delivery: sent.delivery.id, address: address), delivery: sent.delivery.id, of: sent.delivery.app, address: address,
                provider: .apns, status: .accepted, updatedAt: .noon)
            let before = try await store.scanCount(of: "notification_transmissions_other")
            let result = AttemptResult(
                delivery: sent.delivery.id, token: sent.token, disposition: .sent, transmissions: [TransmissionResult(way)], app: sent.delivery.app)
            #expect(try await store.record([result], now: .noon).isEmpty)
            #expect(try await store.scanCount(of: "notification_transmissions_other") == before)
            #expect(try await store.transmissions(of: sent.delivery.id) == [way])
        }
    }
}
