import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

/// What must not fall between two who work at once.
@Suite("Channels on PostgreSQL")
struct ChannelTests {
    private static let address = AddressID(literal: "device-1")

    private func accepted(_ number: Int) -> AttemptResult {
        let transmission = Transmission(
            id: TransmissionID(delivery: .example(number), address: Self.address), delivery: .example(number), of: .house, address: Self.address,
            provider: .twilio, status: .accepted, providerMessageID: "SM\(number)", updatedAt: .noon)
        return AttemptResult(delivery: .example(number), token: "token-1", disposition: .sent, transmissions: [TransmissionResult(transmission)])
    }

    @Test("A report and the record that it is about find each other, whichever of them comes first")
    func reportAndRecord() async throws {
        let count = 40
        try await withStore { store in
            try await store.fillExamples(count)
            try await store.lease(count)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...count {
                    let subject: ProviderReport.Subject = number.isMultiple(of: 2)
                        ? .providerMessage("SM\(number)") : .transmission(TransmissionID(delivery: .example(number), address: Self.address))
                    let report = ProviderReport(
                        provider: .twilio, eventID: "e-\(number)", occurredAt: .noon,
                        content: .status(.delivered, of: subject, why: nil, addressFate: nil))
                    group.addTask { try await store.record([accepted(number)], now: .noon) }
                    group.addTask { try await store.apply([report], now: .noon) }
                }
                try await group.waitForAll()
            }
            let statuses = try await store.values("SELECT DISTINCT status AS value FROM notification_transmissions")
            #expect(statuses == ["delivered"])
            let waiting = try await store.values("SELECT count(*) AS value FROM provider_reports WHERE status IS NOT NULL")
            #expect(waiting == ["0"])
        }
    }

    @Test("A report of what somebody has locked is taken down after some seconds, as its provider may not send it again, and heeded when they let it go")
    func reportBesideLock() async throws {
        try await withStore { store in
            try await store.fillExamples(1)
            try await store.lease(1)
            try await store.record([accepted(1)], now: .noon)
            let report = ProviderReport(
                provider: .twilio, eventID: "e-1", occurredAt: .noon,
                content: .status(.delivered, of: .providerMessage("SM1"), why: nil, addressFate: nil))
            let statuses = "SELECT status AS value FROM notification_transmissions"
            try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM notification_transmissions FOR UPDATE")
                    // Whoever waited longer than this transaction may sleep would find nothing locked.
                    try waitFor {
                        try await store.apply([report], now: .noon)
                        try await store.maintain(by: "worker-1", now: .noon)
                    }
                }
            }
            #expect(try await store.values(statuses) == ["accepted"])
            try await store.maintain(by: "worker-1", now: .evening)
            #expect(try await store.values(statuses) == ["delivered"])
            let heardAt = "SELECT count(*) AS value FROM notification_transmissions WHERE updated_at = '\(Instant.noon)'"
            #expect(try await store.values(heardAt) == ["1"], "as of its coming")
            #expect(try await store.values("SELECT event_id AS value FROM provider_reports WHERE status IS NOT NULL").isEmpty)
            try await store.apply([report], now: .evening)
            #expect(try await store.values(statuses) == ["delivered"], "it was heard before")
        }
    }

    @Test("A report that was delayed before its transmission was known goes on waiting for it")
    func delayedEarlyReport() async throws {
        try await withStore { store in
            try await store.fillExamples(1)
            try await store.lease(1)
            let report = ProviderReport(
                provider: .twilio, eventID: "e-1", occurredAt: .noon,
                content: .status(.delivered, of: .providerMessage("SM1"), why: nil, addressFate: nil))
            try await store.delay([report], now: .noon)
            try await store.maintain(by: "worker-1", now: .noon)
            #expect(try await store.values("SELECT status AS value FROM provider_reports") == ["delivered"])
            try await store.record([accepted(1)], now: .noon)
            #expect(try await store.values("SELECT status AS value FROM notification_transmissions") == ["delivered"])
        }
    }

    @Test("A STOP to a number that somebody has locked is heeded when they let it go, before what is written later")
    func stopBesideLock() async throws {
        try await withStore { store in
            try await store.write("INSERT INTO contact_points (id, user_id, channel, address) VALUES ('contact-1', 'ana', 'sms', '+4915112345678')")
            func report(_ fate: AddressFate, _ event: String) -> ProviderReport {
                ProviderReport(
                    provider: .twilio, eventID: event, occurredAt: .noon, content: .address(.phone, value: "+4915112345678", fate))
            }
            let silences = "SELECT coalesce(silence_reason, 'none') AS value FROM contact_points"
            for (number, isUpkeepFirst) in [true, false].enumerated() {
                let (stop, start) = (report(.optedOut, "stop-\(number)"), report(.optedIn, "start-\(number)"))
                try await store.pool.run { connection in
                    try connection.transaction { db in
                        _ = try db.rows("SELECT 1 FROM contact_points FOR UPDATE")
                        try waitFor { try await store.apply([stop], now: .noon) }
                    }
                }
                #expect(try await store.values(silences) == ["none"])
                if isUpkeepFirst {
                    try await store.maintain(by: "worker-1", now: .noon)
                    #expect(try await store.values(silences) == ["opted_out"])
                }
                try await store.apply([start], now: .evening)
                #expect(try await store.values(silences) == ["none"])
                try await store.maintain(by: "worker-1", now: .evening)
                #expect(try await store.values(silences) == ["none"], "what came first was heeded first")
            }
        }
    }

    @Test("A STOP to a number that many share is delayed for all of them")
    func delayedForMany() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO contact_points (user_id, channel, address)
                SELECT 'person-' || number, 'sms', '+4915112345678' FROM generate_series(1, 200) AS number
                """)
            let stop = ProviderReport(
                provider: .twilio, eventID: "event-1", occurredAt: .noon, content: .address(.phone, value: "+4915112345678", .optedOut))
            try await store.delay([stop], now: .noon)
            try await store.maintain(by: "worker-1", now: .noon)
            #expect(try await store.values("SELECT count(*) AS value FROM contact_points WHERE silence_reason = 'opted_out'") == ["200"])
        }
    }

    @Test("However many delayed reports are of what is locked still, what was delayed behind them is heeded")
    func delayedBehindMany() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO contact_points (id, user_id, channel, address) VALUES
                    ('contact-1', 'ana', 'sms', '+4915112345678'), ('contact-2', 'ben', 'sms', '+4915187654321')
                """)
            func stop(of value: String, _ event: String) -> ProviderReport {
                ProviderReport(provider: .twilio, eventID: event, occurredAt: .noon, content: .address(.phone, value: value, .optedOut))
            }
            let stuck = (1...150).map { stop(of: "+4915112345678", "event-\($0)") }
            try await store.delay(stuck + [stop(of: "+4915187654321", "other")], now: .noon)
            let silences = "SELECT coalesce(silence_reason, 'none') AS value FROM contact_points ORDER BY id"
            try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM contact_points WHERE id = 'contact-1' FOR UPDATE")
                    try waitFor { try await store.maintain(by: "worker-1", now: .noon) }
                }
            }
            #expect(try await store.values(silences) == ["none", "opted_out"])
            try await store.maintain(by: "worker-1", now: .noon)
            #expect(try await store.values(silences) == ["opted_out", "opted_out"])
            #expect(try await store.values("SELECT event_id AS value FROM provider_reports WHERE status IS NOT NULL").isEmpty)
        }
    }

    @Test("What is said of an address waits behind what was said of it before and is locked still, and what is said of another doesn't")
    func stopBehindStart() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO contact_points (id, user_id, channel, address) VALUES
                    ('contact-1', 'ana', 'sms', '+4915112345678'), ('contact-2', 'ben', 'sms', '+4915187654321')
                """)
            func report(_ fate: AddressFate, of value: String = "+4915112345678", _ event: String) -> ProviderReport {
                ProviderReport(provider: .twilio, eventID: event, occurredAt: .noon, content: .address(.phone, value: value, fate))
            }
            let silences = "SELECT coalesce(silence_reason, 'none') AS value FROM contact_points ORDER BY id"
            try await store.delay([report(.optedIn, "event-1")], now: .noon)
            let (stop, other) = (report(.optedOut, "event-2"), report(.optedOut, of: "+4915187654321", "event-3"))
            try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM provider_reports FOR UPDATE")
                    try waitFor {
                        try await store.apply([stop], now: .evening)
                        try await store.apply([other], now: .evening)
                    }
                }
            }
            #expect(try await store.values(silences) == ["none", "opted_out"])
            try await store.maintain(by: "worker-1", now: .evening)
            #expect(try await store.values(silences) == ["opted_out", "opted_out"], "who said STOP last isn't told any more")
        }
    }

    @Test("A report of what somebody has locked for a moment is heeded, as its provider may not send it again")
    func reportAfterLock() async throws {
        try await withStore { store in
            try await store.fillExamples(1)
            try await store.lease(1)
            try await store.record([accepted(1)], now: .noon)
            let report = ProviderReport(
                provider: .twilio, eventID: "e-1", occurredAt: .noon,
                content: .status(.delivered, of: .providerMessage("SM1"), why: nil, addressFate: nil))
            let refusals = Notes<String>()
            let applying = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM notification_transmissions FOR UPDATE")
                    let applying = Task {
                        do {
                            try await store.apply([report], now: .noon)
                        } catch {
                            refusals.add("\(error)")
                            throw error
                        }
                    }
                    // Until it waits for us again, having been refused.
                    var waiting: Set<String> = []
                    while waiting.count < 2, refusals.all.isEmpty {
                        let rows = try db.rows(
                            "SELECT virtualtransaction FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))")
                        waiting.formUnion(rows.compactMap { $0.text("virtualtransaction") })
                    }
                    return applying
                }
            }
            try await applying.value
            let statuses = try await store.values("SELECT status AS value FROM notification_transmissions")
            #expect(statuses == ["delivered"])
        }
    }

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

    @Test("What was on its way before it told its app is taken over as its delivery's, or its broadcast's")
    func takenOver() async throws {
        try await withStore(
            upgradedBy: "25-transmissions",
            having: """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel) VALUES
                    ('delivery-1', 'shop', 'ana', 'ana', 'push'), ('delivery-2', 'default', 'ana', 'ana', 'push');
                INSERT INTO broadcasts (id, app_id, created_at, updated_at, channel, payload, priority, status) VALUES
                    ('news', 'club', now(), now(), 'push', '{}', 2, 'ready'), ('news2', 'shop', now(), now(), 'push', '{}', 2, 'ready');
                INSERT INTO notification_transmissions (id, delivery_id, address_id, provider, status, created_at, updated_at)
                SELECT 'way-' || delivery, delivery, 'phone', 'apns', 'accepted', now(), now()
                FROM unnest(ARRAY['delivery-1', 'delivery-2', 'news-0-17', 'news2-0-3', 'gone']) AS delivery
                """
        ) { store in
            let apps = try await store.values("SELECT delivery_id || ' ' || app_id AS value FROM notification_transmissions ORDER BY delivery_id")
            #expect(apps == ["delivery-1 shop", "delivery-2 default", "gone default", "news-0-17 club", "news2-0-3 shop"])
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

    @Test("What a provider reports is told with the channel of the app's own delivery, whatever another app has under its name")
    func channelOfSameName() async throws {
        try await withStore { store in
            for app in [AppID.shop, .school] { try await store.askForStatuses(of: app, now: .morning) }
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel, status) VALUES
                    ('delivery-1', 'shop', 'ana', 'ana', 'sms', 'sent'), ('delivery-1', 'school', 'ben', 'ben', 'whatsapp', 'sent');
                INSERT INTO notification_transmissions (id, delivery_id, app_id, address_id, provider, status, provider_message_id, created_at, updated_at)
                SELECT 'way-' || app, 'delivery-1', app, 'address-' || app, 'twilio', 'accepted', 'SM-' || app, '\(Instant.noon)', '\(Instant.noon)'
                FROM unnest(ARRAY['shop', 'school']) AS app
                """)
            let reports = [AppID.shop, .school].map { app in
                ProviderReport(
                    provider: .twilio, eventID: "e-\(app)", occurredAt: .noon,
                    content: .status(.delivered, of: .providerMessage("SM-\(app)"), why: nil, addressFate: nil))
            }
            try await store.apply(reports, now: .noon)
            let terms = StatusTerms(holder: "one", now: .noon, until: .evening)
            let shop = try await store.leaseStatuses(of: .shop, terms)
            let school = try await store.leaseStatuses(of: .school, terms)
            #expect(shop?.changes.map(\.channelName) == ["sms"])
            #expect(school?.changes.map(\.channelName) == ["whatsapp"])
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

extension PostgresStore {
    fileprivate func fillExamples(_ count: Int) async throws {
        for number in 1...count { try await enqueue(.example(number, over: .sms)) }
    }
}
