import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What apps call by one name")
struct SameNameTests {
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
}
