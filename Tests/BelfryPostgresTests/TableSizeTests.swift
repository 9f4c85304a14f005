import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What the planner knows of sizes")
struct PlanTests {
    private func known(of table: String) -> String { "SELECT reltuples::bigint::text AS value FROM pg_class WHERE oid = '\(table)'::regclass" }

    @Test("A burst after the queue was empty has it counted again with the first batch, and smaller batches ask nothing")
    func burst() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 300, dueEvery: 1)
            try await store.write("UPDATE notification_queue SET status = 'cancelled'")
            // Its pages are there still, without a row in them.
            try await store.write("VACUUM (ANALYZE, TRUNCATE off) notification_queue_live")
            #expect(try await store.values(known(of: "notification_queue_live")) == ["0"])
            try await store.write("UPDATE notification_queue SET status = 'pending'")
            try await store.lease(49)
            #expect(try await store.values(known(of: "notification_queue_live")) == ["0"])
            try await store.lease(200)
            #expect(try await store.values(known(of: "notification_queue_live")) == ["251"])
        }
    }

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

    @Test("What was hidden of an alert is found by the alert, not among all that was ever told of its member")
    func hidden() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, status)
                SELECT 'delivery-' || number, now(), 'ana', CASE WHEN number > 1000 THEN 'ben' ELSE 'member-' || number END, 'past-' || number, 'push', 'sent'
                FROM generate_series(1, 3000) AS number;
                INSERT INTO pattern_alert_state (id, user_id, metric_type, pattern_type, active_since)
                VALUES ('alert-1', 'ben', 'steps', 'drop_vs_baseline', '2026-01-20');
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, alert_state_id, channel, status, reason, payload)
                SELECT 'hidden-' || member, now(), 'ana', member, 'alert-1', 'push', 'skipped', 'snoozed', '{"level": 3}'
                FROM unnest(ARRAY['ben', 'somebody']) AS member;
                ANALYZE
                """)
            let before = try await store.readCount(of: "notification_queue_other")
            let history = try await store.history(of: .ben, since: .sunday)
            #expect(history.hiddenDeliveries.map(\.id.text) == ["hidden-ben"])
            let count = try await store.readCount(of: "notification_queue_other") - before
            #expect(count < 100)
        }
    }

    @Test("A day's round finds whoever has an alert that goes on without reading all that are over")
    func round() async throws {
        try await withStore(connectionCountMax: 1) { store in
            try await store.write(
                """
                INSERT INTO pattern_alert_state (user_id, metric_type, pattern_type, active_since, episode_status)
                SELECT number, 'steps', 'drop_vs_baseline', date '2026-01-25', CASE number WHEN 3000 THEN 'active' ELSE 'resolved' END
                FROM generate_series(1, 3000) AS number;
                ANALYZE
                """)
            let (rows, entries) = (try await store.readCount(of: "pattern_alert_state"), try await store.entryCount(of: "pattern_alert_state"))
            let progress = try await store.continueRound(of: .sunday, countMax: 10, again: false, now: .noon)
            #expect(progress == RoundProgress(markedCount: 1, isThrough: true))
            let rowCount = try await store.readCount(of: "pattern_alert_state") - rows
            let entryCount = try await store.entryCount(of: "pattern_alert_state") - entries
            #expect(rowCount < 100 && entryCount < 100)
        }
    }

    @Test("A day's round goes from one person to the next, however many days each has, though it was planned when there was none")
    func roundOfDays() async throws {
        try await withStore(connectionCountMax: 1) { store in
            _ = try await store.continueRound(of: .sunday, countMax: 5, again: false, now: .noon)
            try await store.write(
                """
                INSERT INTO wearable_daily_metrics (user_id, metric_date, steps)
                SELECT 'person-' || person, date '2026-01-25' - day, 4000 FROM generate_series(1, 9) AS person, generate_series(1, 400) AS day
                """)
            let (rows, entries) = (try await store.readCount(of: "wearable_daily_metrics"), try await store.entryCount(of: "wearable_daily_metrics"))
            let progress = try await store.continueRound(of: .sunday, countMax: 5, again: true, now: .noon)
            #expect(progress == RoundProgress(markedCount: 5, isThrough: false))
            let rowCount = try await store.readCount(of: "wearable_daily_metrics") - rows
            let entryCount = try await store.entryCount(of: "wearable_daily_metrics") - entries
            #expect(rowCount < 100 && entryCount < 100)
        }
    }

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

    @Test("Upkeep has those tables counted that have outgrown what is known of them")
    func outgrown() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.write(
                    """
                    INSERT INTO user_profiles (user_id) SELECT 'person-' || number FROM generate_series(1, 1200) AS number;
                    INSERT INTO families (id, name) SELECT 'family-' || number, '' FROM generate_series(1, 900) AS number;
                    SELECT pg_stat_force_next_flush()
                    """)
                _ = try await store.electUpkeep(UpkeepTerms(holder: "one", now: .noon, until: .evening))
                try await store.maintain(by: "one", now: .noon)
                #expect(try await store.values(known(of: "user_profiles")) == ["1200"])
                #expect(try await store.values(known(of: "families")) == ["-1"], "which are few")
            }
        }
    }
}

extension PostgresStore {
    /// How many rows of a table were read until now, over its only connection.
    func readCount(of table: String) async throws -> Int {
        try await count("coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)", in: "pg_stat_user_tables", of: table)
    }

    /// How many entries of its indexes, of which not all lead to a row that is read.
    fileprivate func entryCount(of table: String) async throws -> Int {
        try await count("idx_tup_read", in: "pg_stat_user_indexes", of: table)
    }

    /// How often a table was looked into, in whatever way.
    fileprivate func scanCount(of table: String) async throws -> Int {
        try await count("coalesce(seq_scan, 0) + coalesce(idx_scan, 0)", in: "pg_stat_user_tables", of: table)
    }

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

    fileprivate func count(_ figure: String, in view: String, of table: String) async throws -> Int {
        try await write("SELECT pg_stat_force_next_flush()")
        let counts = try await values("SELECT sum(\(figure))::text AS value FROM \(view) WHERE relname = '\(table)'")
        return counts.compactMap { $0.flatMap { Int($0) } }.reduce(0, +)
    }
}
