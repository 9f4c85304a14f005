import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("What providers say of addresses, on PostgreSQL")
struct AddressReportTests {
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

    @Test("A delayed report that a trigger refuses keeps none of other addresses from being heeded, and what is said of its own waits behind it")
    func refused() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.write(
                    """
                    INSERT INTO contact_points (id, user_id, channel, address) VALUES
                        ('contact-1', 'ana', 'sms', '+4915112345678'), ('contact-2', 'ben', 'sms', '+4915187654321');
                    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
                    CREATE TRIGGER refuse BEFORE UPDATE ON contact_points FOR EACH ROW WHEN (NEW.id = 'contact-1') EXECUTE FUNCTION refuse()
                    """)
                func report(_ fate: AddressFate, of value: String = "+4915112345678", _ event: String) -> ProviderReport {
                    ProviderReport(provider: .twilio, eventID: event, occurredAt: .noon, content: .address(.phone, value: value, fate))
                }
                let silences = "SELECT coalesce(silence_reason, 'none') AS value FROM contact_points ORDER BY id"
                try await store.delay([report(.optedOut, "event-1"), report(.optedOut, of: "+4915187654321", "event-2")], now: .noon)
                await #expect(throws: PostgresError.self) { try await store.maintain(by: "worker-1", now: .noon) }
                #expect(try await store.values(silences) == ["none", "opted_out"])
                try await store.apply([report(.optedIn, of: "+4915187654321", "event-3")], now: .evening)
                try await store.apply([report(.optedIn, "event-4")], now: .evening)
                #expect(try await store.values(silences) == ["none", "none"])
                try await store.write("DROP TRIGGER refuse ON contact_points; DROP FUNCTION refuse()")
                try await store.maintain(by: "worker-1", now: .evening)
                #expect(try await store.values("SELECT event_id AS value FROM provider_reports WHERE status IS NOT NULL").isEmpty)
                #expect(try await store.values(silences) == ["none", "none"], "what came first was heeded first")
            }
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
}
