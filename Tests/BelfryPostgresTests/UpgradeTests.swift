import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("A later version beside this one, on PostgreSQL")
struct UpgradeTests {
    @Test("Who runs while a later version migrates takes nothing from then on, and says that it has to be started anew")
    func outdated() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.enqueue(.example(1))
                try await store.take(to: 3)
                try await store.markForEvaluation([.ben], at: .morning)
                #expect(try await store.electUpkeep(.example))
                try await store.refresh()
                try await store.write("INSERT INTO belfry_migrations (name) VALUES ('99-unheard-of')")
                await #expect(throws: PostgresError.laterVersion) { try await store.lease() }
                await #expect(throws: PostgresError.laterVersion) { try await store.leaseBatch() }
                await #expect(throws: PostgresError.laterVersion) { try await store.evaluateDue(countMax: 9, now: .noon) { _ in MemberEvaluation(changes: []) } }
                await #expect(throws: PostgresError.laterVersion) { try await store.electUpkeep(.example) }
                await #expect(throws: PostgresError.laterVersion) { try await store.refresh() }
                #expect(PostgresError.laterVersion.outage == .outdated)

                // As the later version finds it.
                try await store.write("DELETE FROM belfry_migrations WHERE name = '99-unheard-of'")
                try await withStore(on: address) { later in
                    #expect(try await later.electUpkeep(.later), "the seat was left")
                    let (row, batch) = (try await later.lease(), try await later.leaseBatch())
                    #expect(row.toSend.map(\.delivery.id) == [.example(1)])
                    #expect(batch?.toSend.count == 3)
                }
            }
        }
    }

    @Test("A database of the version before own reminders takes them once it is opened, however old it is", arguments: ["8-statistics", "39-reminders"])
    func ownReminders(next migration: String) async throws {
        try await withStore(upgradedBy: migration, having: "DROP TABLE reminders") { store in
            let changes = SyncChanges(tables: [.reminders: .init(created: [FactRecord(id: "pills", columns: ["title": .text("Pills")])])])
            #expect(try await store.push(SyncPush(id: nil, changes: changes, pulledAt: nil), of: .ana, now: .noon) == .taken)
            let kept = try await store.pull(SyncPull(since: nil), of: .ana).changes.tables[.reminders]?.saved
            #expect(kept?.first?.columns["title"] == .text("Pills"))
        }
    }

    @Test(
        "In a database of the version before a channel its addresses may be contact points once it is opened, and it is counted by its name",
        arguments: NewChannel.all)
    func channels(_ new: NewChannel) async throws {
        try await withStore(
            upgradedBy: new.migration,
            having: """
                -- As it stood then.
                CREATE OR REPLACE FUNCTION belfry_event_channel(channel text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
                    SELECT CASE WHEN channel IN ('push', '\(new.known.rawValue)') THEN channel ELSE 'other' END
                $$;
                INSERT INTO contact_points (user_id, channel, address) VALUES ('ana', '\(new.known.rawValue)', '\(new.knownAddress)');
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', '\(new.channel.rawValue)');
                """
        ) { store in
            let name = new.channel.rawValue
            try await store.write("INSERT INTO contact_points (user_id, channel, address) VALUES ('ana', '\(name)', '\(new.address)')")
            await #expect(throws: PostgresError.self) {
                try await store.write("INSERT INTO contact_points (user_id, channel, address) VALUES ('ana', 'pigeon', 'coop')")
            }
            let points = try await store.contactPoints(of: .ana)
            #expect(Set(points.map(\.channel)) == [new.known, new.channel])
            try await store.write("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', '\(name)')")
            let totals = try await store.totals()
            #expect(totals.map { "\($0.kind.channel) \($0.count)" }.sorted() == ["\(name) 1", "other 1"].sorted())
        }
    }

    @Test("A reason that became known since is counted by its name in a database of before")
    func reasons() async throws {
        try await withStore(
            upgradedBy: "60-broadcast-state",
            having: """
                -- As it stood then.
                CREATE OR REPLACE FUNCTION belfry_event_reason(event text, reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '' $$;
                """
        ) { store in
            try await store.enqueue(.example(1))
            try await store.lease { _ in .defer(.earlierStepFirst, until: .evening) }
            let held = try await store.totals().filter { $0.kind.event == .held }
            #expect(held.map(\.kind.reason) == ["earlier_step_first"])
        }
    }

    @Test("What was told under a key in a database of before counts, and nothing that wasn't told or has no key")
    func limits() async throws {
        try await withStore(
            upgradedBy: "62-limits",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, decided_at, payload)
                SELECT id, 'ana', 'ana', 'push', status, now() - days * interval '1 day', payload::jsonb FROM (VALUES
                    ('told', 'sent', 1, '{"throttle": {"key": "door", "max": 1, "within_minutes": 10080}}'),
                    ('long-ago', 'sent', 8, '{"throttle": {"key": "door", "max": 1, "within_minutes": 10080}}'),
                    ('left-out', 'skipped', 1, '{"throttle": {"key": "door", "max": 1, "within_minutes": 10080}}'),
                    ('free', 'sent', 1, '{}')) AS given (id, status, days, payload);
                """
        ) { store in
            let counted = try await store.values("SELECT id AS value FROM notification_queue WHERE counted_at = decided_at")
            #expect(counted == ["told"])
        }
    }

    @Test("Who migrates waits until what others have in hand is recorded; they take nothing more until it is done")
    func draining() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.enqueue(.example(1))
                try await store.lease()
                // By the database's clock, which counts here.
                try await store.write("UPDATE \(LeaseSchema.table) SET lease_until = now() + interval '1 hour'")
                try await store.enqueue(.example(2))
                let pool = ConnectionPool(address, countMax: 1)
                defer { pool.close() }
                let (waits, note) = AsyncStream.makeStream(of: Int.self)
                async let migrated: Void = {
                    // Where it fails, nobody waits for its word.
                    defer { note.finish() }
                    try await Migrations.run(
                        Schema.migrations + [Migration(name: "99-next", sql: "CREATE TABLE next ()")], on: pool, onWait: { note.yield($0) })
                }()
                #expect(await waits.first { _ in true } == 1)
                await #expect(throws: PostgresError.migrating) { try await store.lease() }
                #expect(PostgresError.migrating.outage == .migrating)
                #expect(try await store.values("SELECT to_regclass('next')::text AS value") == [nil])
                #expect(try await store.record(1, .sent).isEmpty)
                try await migrated
                #expect(try await store.values("SELECT to_regclass('next')::text AS value") == ["next"])
                #expect(try await store.row(1).status == "sent")
                await #expect(throws: PostgresError.laterVersion) { try await store.lease() }
                #expect(try await store.row(2).status == "pending", "and the later version finds it")
            }
        }
    }
}

extension UpkeepTerms {
    fileprivate static let example = UpkeepTerms(holder: "worker-1", now: .noon, until: .evening)
    fileprivate static let later = UpkeepTerms(holder: "worker-2", now: .noon, until: .evening)
}

/// A channel that came to the contact points, with an address over it, and one over a channel that was there before.
struct NewChannel: CustomTestStringConvertible {
    let migration: String
    let known: DeliveryChannel
    let knownAddress: String
    let channel: DeliveryChannel
    let address: String

    var testDescription: String { channel.rawValue }

    static let all = [
        NewChannel(migration: "45-topics", known: .email, knownAddress: "ana@example.org", channel: .ntfy, address: "anas-topic-7Kq2vX_9"),
        NewChannel(migration: "56-telegram", known: .ntfy, knownAddress: "anas-topic-7Kq2vX_9", channel: .telegram, address: "4815162342"),
        NewChannel(migration: "87-chat", known: .telegram, knownAddress: "4815162342", channel: .chat, address: "https://chat.example/hooks/a"),
        NewChannel(migration: "90-voice", known: .chat, knownAddress: "https://chat.example/hooks/a", channel: .voice, address: "+4915112345678"),
    ]
}
