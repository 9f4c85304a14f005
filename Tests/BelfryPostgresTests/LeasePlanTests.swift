import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What a lease asks for is found without a walk through all")
struct LeasePlanTests {
    @Test("What the members of a broadcast were told lately is looked up, though it was first asked of a queue that was empty")
    func toldLately() async throws {
        try await withStore(connectionCountMax: 1) { store in
            var wanted = Preferences()
            wanted.dailyCountMax = 3
            try await store.save([.dailyCountMax], of: wanted, for: UserID(literal: "user-0"), now: .morning)
            try await store.write("VACUUM ANALYZE notification_queue")
            func lease(_ number: Int) async throws {
                try await store.take(.example(number, over: .push), to: 1)
                _ = try #require(await store.leaseBatch(at: .evening, token: "token-\(number)"))
            }
            try await lease(1)
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, decided_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'delivery-' || number, '\(Instant.noon)', '\(Instant.noon)', 'other-' || number, 'ben', 'push', 'sent'
                FROM generate_series(1, 3000) AS number
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            try await lease(2)
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test("How much somebody was told on that day is looked up among what counts and the latest, however much was queued for them")
    func toldInFlood() async throws {
        try await withStore(connectionCountMax: 1) { store in
            var wanted = Preferences()
            wanted.dailyCountMax = 3
            try await store.save([.dailyCountMax], of: wanted, for: .ana, now: .morning)
            try await store.write("VACUUM ANALYZE notification_queue")
            try await store.enqueue(.example(1))
            #expect(try await store.candidates(at: .noon).map(\.toldLately) == [[]])
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, decided_at, counted_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'flood-' || number, timestamptz '\(Instant.morning)' + number * interval '1 ms', '\(Instant.morning)',
                    CASE number WHEN 2500 THEN timestamptz '\(Instant.morning)' END, 'ana', 'ana', 'push', CASE number WHEN 2500 THEN 'sent' ELSE 'skipped' END
                FROM generate_series(1, 5000) AS number
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            #expect(try await store.candidates(at: .noon).map(\.toldLately) == [[.morning]])
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 2 * ToldLately.rowCountMax(for: 3))
        }
    }

    @Test("How much somebody was told under an app's key is looked up among what counts alone, however much was queued for them")
    func throttledInFlood() async throws {
        try await withStore(connectionCountMax: 1) { store in
            var payload = Payload()
            payload.title = "Door"
            payload.throttle = KeyedThrottle(key: "door", countMax: 1, windowMinutes: 1440)
            let delivery = Delivery(
                id: .example(1), createdAt: .noon, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue, payload: payload)
            try await store.write("VACUUM ANALYZE notification_queue")
            _ = try await store.enqueue([delivery], under: nil, now: .noon)
            #expect(try await store.candidates(at: .noon).map(\.throttledLately) == [[]])
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, decided_at, counted_at, recipient_user_id, member_user_id, channel, status, payload)
                SELECT 'flood-' || number, timestamptz '\(Instant.morning)' + number * interval '1 ms', '\(Instant.morning)',
                    CASE number WHEN 2500 THEN timestamptz '\(Instant.morning)' END, 'ana', 'ana', 'push',
                    CASE number WHEN 2500 THEN 'sent' ELSE 'skipped' END, '{"throttle": {"key": "door", "max": 1, "within_minutes": 1440}}'
                FROM generate_series(1, 5000) AS number
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            #expect(try await store.candidates(at: .noon).map(\.throttledLately) == [[.morning]])
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test("Whether something took the place of what is tried again is looked up under its key, however much was told since, by whatever app")
    func replaced() async throws {
        try await withStore(connectionCountMax: 1) { store in
            var payload = Payload()
            payload.title = "Door"
            payload.collapseKey = CollapseKey(literal: "door")
            func delivery(_ number: Int, at moment: Instant) -> Delivery {
                Delivery(
                    id: .example(number), createdAt: moment, recipient: .ana, member: .ana, alert: nil, channelName: DeliveryChannel.push.rawValue,
                    payload: payload)
            }
            _ = try await store.enqueue([delivery(1, at: .morning)], under: nil, now: .morning)
            try await store.write("VACUUM ANALYZE notification_queue")
            try await store.lease()
            try await store.record(1, .retry(at: .noon, error: "busy"))
            func isSuperseded() async throws -> [Bool] { try await store.candidates(at: .evening).map(\.isSuperseded) }
            #expect(try await isSuperseded() == [false])
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, decided_at, recipient_user_id, member_user_id, channel, status)
                SELECT 'flood-' || number, '\(Instant.noon)', '\(Instant.noon)', 'ana', 'ana', 'push', 'skipped' FROM generate_series(1, 5000) AS number
                """)
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, created_at, decided_at, recipient_user_id, member_user_id, channel, status, payload)
                SELECT 'other-' || number, 'shop', '\(Instant.noon)', '\(Instant.noon)', 'ana', 'ana', 'push', 'sent', '{"collapse_key": "door"}'
                FROM generate_series(1, 5000) AS number
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            #expect(try await isSuperseded() == [false])
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100, "neither under no key, nor under another app's")
            _ = try await store.enqueue([delivery(2, at: .evening)], under: nil, now: .evening)
            #expect(try await isSuperseded() == [true, false], "what came last is found behind them all")
        }
    }

    @Test("What apps have declared is looked up for each category of a batch, and not for each app with what others call theirs")
    func declaredCategories() async throws {
        try await withStore(connectionCountMax: 1) { store in
            func ask(_ numbers: ClosedRange<Int>) async throws -> Int {
                let asked = Set(numbers.map { CategoryDefaults.Key(app: AppID(literal: "app-\($0)"), category: "kind-\($0)") })
                return try await store.pool.write { db in
                    try PostgresStore.planByIndex(db)
                    return try PostgresStore.categoryTerms(PostgresStore.askCategoryTerms(of: asked, db)).count
                }
            }
            #expect(try await ask(1...1) == 0)
            try await store.write(
                """
                INSERT INTO app_categories (app_id, category, name, off_at_first)
                SELECT 'app-' || app, 'kind-' || kind, 'A', 'push' FROM generate_series(1, 50) AS app, generate_series(1, 50) AS kind
                """)
            let before = try await store.readCount(of: "app_categories")
            #expect(try await ask(1...50) == 50)
            let readCount = try await store.readCount(of: "app_categories") - before
            #expect(readCount < 100)
        }
    }

    @Test("The name that a family has for somebody is found by whom it is of, and not family by family")
    func named() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO families (id, name) SELECT 'family-' || number, '' FROM generate_series(1, 9000) AS number;
                INSERT INTO family_members (family_id, user_id, first_name) SELECT 'family-' || number, 'person-' || number, 'Ben'
                FROM generate_series(1, 9000) AS number;
                ANALYZE family_members
                """)
            func pageCount() async throws -> Int {
                try await store.count("idx_blks_read + idx_blks_hit", in: "pg_statio_user_indexes", of: "family_members")
            }
            let before = try await pageCount()
            let names = try await store.pool.write { db in
                try PostgresStore.planByIndex(db)
                return try db.rows("SELECT \(PostgresStore.firstName(of: "$1", seenBy: "$1")) AS name", "person-8999").map { $0.text("name") }
            }
            let count = try await pageCount() - before
            #expect(names == ["Ben"] && count < 20)
        }
    }
}
