import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("A file of an earlier version")
struct MigrationTests {
    @Test("The queue moves into its new table with every row, every index and every trigger")
    func queue() async throws {
        try await withStore(
            upgradedFrom: "4-inbox",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, held_since, next_attempt_at, lease_until, created_at)
                VALUES ('delivery-1', 'ana', 'ben', 'push', 'pending', '2026-01-25 08:00:00', '2026-01-25 20:00:00', NULL, '2026-01-25 08:00:00'),
                    ('delivery-2', 'ana', 'ben', 'push', 'sending', NULL, NULL, '2026-01-25 12:01:00', '2026-01-25 08:00:01'),
                    ('delivery-3', 'ana', 'ben', 'email', 'sent', NULL, NULL, NULL, '2026-01-25 08:00:02');
                INSERT INTO wearable_daily_metrics (user_id, metric_date, source, steps, updated_at)
                VALUES ('ben', '2026-01-24', 'watch', 8000, '2026-01-25 07:00:00');
                INSERT INTO family_members (family_id, user_id, role) VALUES ('household', 'ana', 'admin'), ('household', 'ben', 'member');
                """
        ) { store in
            let rows = [try await store.row(1), try await store.row(2), try await store.row(3)]
            #expect(rows.map(\.status) == ["pending", "sending", "sent"])
            #expect(rows[0].nextAttemptAt == .evening)
            try await store.write("INSERT INTO user_profiles (user_id) VALUES ('ana')")
            #expect(try await store.candidates().map(\.delivery.id) == [.example(1)], "the trigger lets it go")
            try await store.write("UPDATE notification_queue SET next_attempt_at = '2026-01-25 20:00:00' WHERE id = 'delivery-1'")
            #expect(try await store.row(1).nextAttemptAt == .evening, "the trigger brings it into the one form")
            let seen = Notes<MemberHistory>()
            _ = try await store.ingest([.steps(100, of: .ben)], now: .noon) { history in
                seen.add(history)
                return .nothing
            }
            #expect(seen.all.first?.reports[.steps]?.map(\.value) == [8000, 100])
            #expect(seen.all.first?.familyAdmins == [.ana], "whoever was in a family consents as before")
        }
    }

    @Test("The alerts move into their new table with every column and every index, and may be of a silent wearable then")
    func alerts() async throws {
        try await withStore(
            upgradedFrom: "34-active-alerts",
            having: """
                INSERT INTO pattern_alert_state (id, user_id, metric_type, pattern_type, active_since, day_count, current_level, last_notified_level,
                    dismissed_at, baseline_value, level_dates, snoozed_by)
                VALUES ('alert-1', 'ben', 'steps', 'drop_vs_baseline', '2026-01-18', 7, 7, 3, '2026-01-25T08:00:00.000Z', 8000,
                    '[{"level": 3, "date": "2026-01-20"}]', 'ana')
                """, asking: { try Self.contents(of: "pattern_alert_state", $0) }
        ) { store, before in
            // What came to it later stands empty.
            let after = try await store.pool.read { try Self.contents(of: "pattern_alert_state", $0) }.filter { $0 != "feed_down_since: NULL" }
            #expect(after == before && after.count == 26 + 4)
            try await store.write(
                "INSERT INTO pattern_alert_state (user_id, metric_type, pattern_type, active_since) VALUES ('ben', 'steps', 'missing_wearable', '2026-01-18')")
        }
    }

    /// Each column with its value in the one row, and each index.
    private static func contents(of table: String, _ db: Database) throws -> [String] {
        let names = try db.columns(in: table).map(\.name)
        let values = try names.map { "\($0): \(try String.fetchOne(db, sql: "SELECT quote(\($0)) FROM \(table)") ?? "")" }
        return try values + String.fetchAll(
            db, sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '\(table)' AND sql IS NOT NULL ORDER BY name")
    }

    @Test("What was on its way before it told its app is taken over as its delivery's, or its broadcast's")
    func transmissions() async throws {
        try await withStore(
            upgradedFrom: "19-counting-by-values",
            having: """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel) VALUES
                    ('delivery-1', 'shop', 'ana', 'ana', 'push'), ('delivery-2', 'default', 'ana', 'ana', 'push');
                INSERT INTO broadcasts (id, app_id, created_at, updated_at, channel, payload, priority, status) VALUES
                    ('news', 'club', '2026-01-25', '2026-01-25', 'push', '{}', 2, 'ready'),
                    ('news2', 'shop', '2026-01-25', '2026-01-25', 'push', '{}', 2, 'ready');
                INSERT INTO notification_transmissions (id, delivery_id, address_id, provider, status, created_at, updated_at)
                SELECT 'way-' || value, value, 'phone', 'apns', 'accepted', '2026-01-25', '2026-01-25'
                FROM json_each('["delivery-1", "delivery-2", "news-0-17", "news2-0-3", "gone"]');
                """
        ) { store in
            let apps = try await store.pool.read {
                try String.fetchAll($0, sql: "SELECT delivery_id || ' ' || app_id FROM notification_transmissions ORDER BY delivery_id")
            }
            #expect(apps == ["delivery-1 shop", "delivery-2 default", "gone default", "news-0-17 club", "news2-0-3 shop"])
        }
    }

    @Test("A store of the version before own reminders takes them once it is opened")
    func ownReminders() async throws {
        try await withStore(upgradedFrom: "34-active-alerts", having: "DROP TABLE reminders") { store in
            let changes = SyncChanges(tables: [.reminders: .init(created: [FactRecord(id: "pills", columns: ["title": .text("Pills")])])])
            #expect(try await store.push(SyncPush(id: nil, changes: changes, pulledAt: nil), of: .ana, now: .noon) == .taken)
            let kept = try await store.pull(SyncPull(since: nil), of: .ana).changes.tables[.reminders]?.saved
            #expect(kept?.first?.columns["title"] == .text("Pills"))
        }
    }

    @Test("Marks whose moments can't be read are due at once, and hide no other")
    func marks() async throws {
        try await withStore(
            upgradedFrom: "24-apps",
            having: """
                INSERT INTO evaluation_marks (user_id, due_at)
                VALUES ('ana', ''), ('ben', 'soon'), ('stranger', '2026-01-25 20:00:00'), ('zoe', '2026-01-25T12:00:00.000Z')
                """
        ) { store in
            let moments = try await store.pool.read {
                try String.fetchAll($0, sql: "SELECT due_at FROM evaluation_marks WHERE user_id IN ('stranger', 'zoe') ORDER BY user_id")
            }
            #expect(moments == ["2026-01-25T20:00:00.000Z", "2026-01-25T12:00:00.000Z"])
            #expect(try await store.nextEvaluationMoment() == .noon)
            let report = try await store.evaluateDue(countMax: 9, now: Instant(literal: "2999-12-31T00:00:00Z")) { _ in .nothing }
            #expect(report.memberCount == 4)
        }
    }

    @Test("A pause whose end can't be read goes on until somebody ends it, though SQLite takes an hour alone for one long ago")
    func pauses() async throws {
        try await withStore(
            upgradedFrom: "31-held",
            having: """
                INSERT INTO queue_pauses (app_id, paused_at, paused_until)
                VALUES ('a', '2026-01-25 08:00:00', '2026-01-25 20:00'), ('b', 'soon', '20:00'), ('c', '2026-01-25T08:00:00.000Z', NULL)
                """
        ) { store in
            let ends = try await store.pool.read { try String.fetchAll($0, sql: "SELECT coalesce(paused_until, 'none') FROM queue_pauses ORDER BY app_id") }
            #expect(ends == ["2026-01-25T20:00:00.000Z", "none", "none"])
        }
    }

    @Test(
        "Addresses over a channel that came later may be contact points in it, beside what was there; it is counted by its name",
        arguments: NewChannel.all)
    func channels(_ new: NewChannel) async throws {
        let (known, name) = (new.known.rawValue, new.channel.rawValue)
        try await withStore(
            upgradedFrom: new.version,
            having: """
                INSERT INTO contact_points (id, user_id, channel, address, created_at, updated_at, verified_at, code_hash, code_expires_at, code_attempts,
                    silenced_at, silence_reason, last_inbound_at)
                VALUES ('known', 'ana', '\(known)', '\(new.knownAddress)', '2026-01-25T08:00:00.000Z', '2026-01-25T09:00:00.000Z', '2026-01-25T10:00:00.000Z',
                    'hash', '2026-01-25T11:00:00.000Z', 2, '2026-01-25T12:00:00.000Z', 'bounced', '2026-01-25T13:00:00.000Z');
                -- As a version that didn't know the channel had it.
                DROP TRIGGER delivery_events_named;
                CREATE TRIGGER delivery_events_named INSTEAD OF INSERT ON delivery_events
                BEGIN
                    INSERT INTO counted_delivery_events VALUES ('2026-01-25', 'other', NEW.category, NEW.event, '');
                END;
                INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', '\(name)');
                """,
            asking: { db in
                let table = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'contact_points'")
                #expect(table?.contains("'\(known)'") == true && table?.contains("'\(name)'") == false)
                return try Self.contents(of: "contact_points", db)
            }
        ) { store, before in
            let after = try await store.pool.read { try Self.contents(of: "contact_points", $0) }
            // An index came later.
            #expect(Set(after.filter { !$0.contains("contact_points_mailbox") }) == Set(before.filter { !$0.contains("contact_points_mailbox") }))
            #expect(after.count == 13 + 3)
            try await store.write("INSERT INTO contact_points (user_id, channel, address) VALUES ('ana', '\(name)', '\(new.address)')")
            await #expect(throws: DatabaseError.self) {
                try await store.write("INSERT INTO contact_points (user_id, channel, address) VALUES ('ana', 'pigeon', 'coop')")
            }
            try await store.write("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', '\(name)')")
            let totals = try await store.totals()
            #expect(totals.map { "\($0.kind.channel) \($0.count)" }.sorted() == ["\(name) 1", "other 1"].sorted())
            let indexes = try await store.pool.read { db in
                try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE tbl_name = 'contact_points' AND type = 'index' AND sql IS NOT NULL ORDER BY name")
            }
            #expect(indexes == ["contact_points_address", "contact_points_code", "contact_points_mailbox"])
        }
    }

    @Test("A reason that became known since is counted by its name in it")
    func reasons() async throws {
        try await withStore(
            upgradedFrom: "55-schedule-exceptions",
            having: """
                -- As a version that knew no reason had it.
                DROP TRIGGER delivery_events_named;
                CREATE TRIGGER delivery_events_named INSTEAD OF INSERT ON delivery_events
                BEGIN
                    INSERT INTO counted_delivery_events VALUES ('2026-01-25', NEW.channel, NEW.category, NEW.event, '');
                END;
                """
        ) { store in
            try await store.enqueue(.example(1))
            try await store.lease { _ in .defer(.earlierStepFirst, until: .evening) }
            let held = try await store.totals().filter { $0.kind.event == .held }
            #expect(held.map(\.kind.reason) == ["earlier_step_first"])
        }
    }

    @Test("What was told under a key in it counts, and nothing that wasn't told or has no key")
    func limits() async throws {
        let noon = Instant.noon.fixedWidthText
        try await withStore(
            upgradedFrom: "56-broadcast-state",
            having: """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, decided_at, payload) VALUES
                    ('told', 'ana', 'ana', 'push', 'sent', '\(noon)', '{"throttle":{"key":"door","max":1,"within_minutes":60}}'),
                    ('left-out', 'ana', 'ana', 'push', 'skipped', '\(noon)', '{"throttle":{"key":"door","max":1,"within_minutes":60}}'),
                    ('free', 'ana', 'ana', 'push', 'sent', '\(noon)', '{}');
                """
        ) { store in
            let counted = try await store.pool.read { try String.fetchAll($0, sql: "SELECT id FROM notification_queue WHERE counted_at = decided_at") }
            #expect(counted == ["told"])
        }
    }

    @Test("Nobody mutes anything in it, and from then on everybody may, with what their devices share")
    func mutes() async throws {
        try await withStore(
            upgradedFrom: "34-active-alerts",
            having: """
                ALTER TABLE person_settings DROP COLUMN muted_until;
                INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1);
                """
        ) { store in try await store.expectFirst(.mutedUntil, as: "2026-01-25T20:00:00Z") { $0.mutedUntil = .evening } }
    }

    @Test("Every night is as quiet in it as every other, and from then on any may be otherwise, with what their devices share")
    func quietNights() async throws {
        try await withStore(
            upgradedFrom: "41-missing-wearables",
            having: """
                ALTER TABLE person_settings DROP COLUMN quiet_hours_by_weekday;
                INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1);
                """
        ) { store in
            let nights = #"{"fri":"23:00-09:00","sun":null}"#
            try await store.expectFirst(.quietHoursByWeekday, as: nights) { $0.quietHoursByWeekday = QuietNights(nights) ?? QuietNights() }
        }
    }

    @Test("Nobody limits what they are told on one day in it, and from then on everybody may")
    func dailyCounts() async throws {
        try await withStore(upgradedFrom: "45-engagement-in-order", having: "INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1);") { store in
            let before = try await store.preferences(of: .ana).read()
            var wanted = Preferences()
            wanted.notifyPush = true
            #expect(before.preferences == wanted && before.refused.isEmpty)
            wanted.dailyCountMax = 3
            try await store.save([.dailyCountMax], of: wanted, for: .ana, now: .noon)
            let after = try await store.preferences(of: .ana).read()
            #expect(after.preferences == wanted && after.refused.isEmpty)
        }
    }

    @Test("Everything is told at once in it, and from then on anybody may have a digest; one that can't be understood by hand counts as none, and is named")
    func ownDigests() async throws {
        try await withStore(upgradedFrom: "79-audiences", having: "INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', 1);") { store in
            let before = try await store.preferences(of: .ana).read()
            var wanted = Preferences()
            wanted.notifyPush = true
            #expect(before.preferences == wanted && before.refused.isEmpty)
            wanted.digestAt = CivilTime(literal: "18:00")
            try await store.save([.digestAt], of: wanted, for: .ana, now: .noon)
            let after = try await store.preferences(of: .ana).read()
            #expect(after.preferences == wanted && after.refused.isEmpty)
            try await store.write("UPDATE user_profiles SET digest_at = 'noon', digest_by_category = '{\"chat\":5}' WHERE user_id = 'ana'")
            let (edited, refused) = try await store.preferences(of: .ana).read()
            #expect(edited.digestAt == nil && edited.digestByCategory.isEmpty && Set(refused) == [.digestAt, .digestByCategory])
        }
    }
}

/// A channel that came to the contact points, with an address over it, and one over a channel that was there before.
struct NewChannel: CustomTestStringConvertible {
    /// The last migration without it.
    let version: String
    let known: DeliveryChannel
    let knownAddress: String
    let channel: DeliveryChannel
    let address: String

    var testDescription: String { channel.rawValue }

    static let all = [
        NewChannel(version: "41-missing-wearables", known: .email, knownAddress: "ana@example.org", channel: .ntfy, address: "anas-topic-7Kq2vX_9"),
        NewChannel(version: "51-told-broadcasts", known: .ntfy, knownAddress: "anas-topic-7Kq2vX_9", channel: .telegram, address: "4815162342"),
        NewChannel(version: "79-audiences", known: .telegram, knownAddress: "4815162342", channel: .chat, address: "https://chat.example/hooks/a"),
        NewChannel(version: "82-chat", known: .chat, knownAddress: "https://chat.example/hooks/a", channel: .voice, address: "+4915112345678"),
    ]
}
