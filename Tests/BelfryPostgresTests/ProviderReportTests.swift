import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("Reports of providers on PostgreSQL")
struct ProviderReportTests {
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
}

extension PostgresStore {
    fileprivate func fillExamples(_ count: Int) async throws {
        for number in 1...count { try await enqueue(.example(number, over: .sms)) }
    }
}
