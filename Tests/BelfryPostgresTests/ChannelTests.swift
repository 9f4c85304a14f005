import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

/// What must not fall between two who work at once.
@Suite("Channels on PostgreSQL")
struct ChannelTests {
    @Test("A device that two persons register at once is one person's in the end")
    func oneDevice() async throws {
        try await withStore { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...20 {
                    let token = DeviceToken(token: "token-\(number)", platform: .ios, appVersion: nil, osVersion: nil)
                    for user in [UserID.ana, .ben] { group.addTask { try await store.register(token, of: user, now: .noon) } }
                }
                try await group.waitForAll()
            }
            let shared = try await store.values("SELECT device_token AS value FROM device_tokens WHERE is_active GROUP BY device_token HAVING count(*) > 1")
            #expect(shared == [])
        }
    }

    @Test("Hosts that end the last two deliveries of a step at once bring the next one forward")
    func lastOfAStep() async throws {
        let routeCount = 20
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at, next_attempt_at, route_key, route_step, route_until)
                SELECT 'delivery-' || (route * 3 + place), 'ana', 'ben', 'push', '2026-01-25 08:00:00Z',
                    CASE WHEN place = 3 THEN '2026-01-25 20:00:00Z'::timestamptz END, 'route-' || route, place / 3, 'read'
                FROM generate_series(0, \(routeCount - 1)) AS route, generate_series(1, 3) AS place
                """)
            let batch = try await store.lease(3 * routeCount)
            #expect(batch.toSend.count == 2 * routeCount)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for leased in batch.toSend {
                    let result = AttemptResult(delivery: leased.delivery.id, token: "token-1", disposition: .failed(error: "gone"))
                    group.addTask { try await store.record([result], now: .noon) }
                }
                try await group.waitForAll()
            }
            let candidates = try await store.candidates()
            #expect(candidates.count == routeCount)
        }
    }

    @Test("A lease asks for addresses, subscriptions and routes of all its deliveries at once")
    func batched() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO device_tokens (id, user_id, device_token, platform, registered_at)
                SELECT 'device-' || number, 'user-' || number, 'abc', 'ios', now() FROM generate_series(1, 50) AS number;
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at)
                SELECT 'delivery-' || number, 'user-' || number, 'ben', 'push', '2026-01-25 08:00:00Z' FROM generate_series(1, 50) AS number;
                INSERT INTO unwanted_categories (user_id, category, channel) VALUES ('user-7', 'general', 'push'), ('user-8', 'general', 'email');
                """)
            let candidates = try await store.candidates(50)
            #expect(candidates.count == 50)
            #expect(candidates.allSatisfy { $0.addresses.map(\.id.text) == [$0.delivery.id.text.replacing("delivery", with: "device")] })
            #expect(candidates.filter(\.isCategoryOff).map(\.delivery.id) == [.example(7)])
        }
    }

    @Test("An app that is to be tried later is looked for without a lock, which would be written")
    func laterStatuses() async throws {
        try await withStore { store in
            try await store.askForStatuses(of: .shop, now: .morning)
            try await store.write(
                """
                INSERT INTO status_changes (app_id, delivery_id, event, happened_at) VALUES ('shop', 'delivery-1', 'sent', '\(Instant.morning)');
                UPDATE status_webhooks SET failures = 1, next_attempt_at = '\(Instant.evening)'
                """)
            let locks = "SELECT xmax::text AS value FROM status_webhooks"
            let early = try await store.leaseStatuses(of: .shop, StatusTerms(holder: "one", now: .noon, until: .evening))
            let later = try await store.values(locks)
            #expect(early == nil && later == ["0"])
            let batch = try await store.leaseStatuses(of: .shop, StatusTerms(holder: "one", now: .evening, until: .evening + .seconds(60)))
            #expect(batch?.failureCount == 1)
        }
    }
}
