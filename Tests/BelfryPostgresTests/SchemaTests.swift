import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

/// What people may write with a SQL client, and what becomes of it.
@Suite("Rows written by hand in PostgreSQL")
struct SchemaTests {
    @Test("Rows written by hand into PostgreSQL are taken as every store takes them", arguments: HandWrittenConformance.all)
    func passes(_ behaviour: HandWrittenConformance) async throws {
        try await withStore { store in try await behaviour.run(on: store) { try await store.write($0) } }
    }

    @Test("A row with no more than recipient, member, alert, channel, payload and status is leased and sent")
    func plainRow() async throws {
        try await withStore(clock: DatabaseClock { .noon }) { store in
            try await store.write(
                """
                INSERT INTO notification_queue (recipient_user_id, member_user_id, alert_state_id, channel, payload, status)
                VALUES ('ana', 'ben', 'alert-1', 'push', '{"title": "Ben walks less"}', 'pending')
                """)
            let batch = try await store.lease(at: .noon)
            let delivery = try #require(batch.toSend.first?.delivery, "due by the database's clock, whatever the caller's says")
            #expect(delivery.recipient == .ana && delivery.member == .ben && delivery.alert == .example(1))
            #expect(delivery.channel == .push && delivery.payload.title == "Ben walks less")
            let result = AttemptResult(delivery: delivery.id, token: "token-1", disposition: .sent)
            #expect(try await store.record([result], now: .noon).isEmpty)
            let row = try await store.delivery(delivery.id)
            #expect(row?.status == "sent" && row?.sentAt == .noon)
        }
    }

    @Test("A pause that is written by hand holds until its row is removed, and one of what is no app holds nothing")
    func pauses() async throws {
        try await withStore { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.write("INSERT INTO queue_pauses (app_id) VALUES (' ')")
            let unheld = try await store.candidates()
            try await store.write("INSERT INTO queue_pauses (app_id, paused_until) VALUES ('shop', 'infinity')")
            let held = try await store.candidates()
            let standing = try await store.pauses(now: .noon)
            #expect(unheld.count == 1 && held.isEmpty && standing.map(\.app) == [.shop])
            try await store.write("UPDATE queue_pauses SET paused_until = '-infinity' WHERE app_id = 'shop'")
            let over = try await store.candidates()
            #expect(over.count == 1)
            try await store.write("UPDATE queue_pauses SET app_id = '', paused_until = NULL WHERE app_id = 'shop'")
            let all = try await store.candidates()
            try await store.write("DELETE FROM queue_pauses")
            let free = try await store.candidates()
            #expect(all.isEmpty && free.count == 1)
        }
    }

    @Test("A pause is over by the database's clock, whatever the host's says")
    func pauseByTheClock() async throws {
        try await withStore(clock: DatabaseClock { .noon }) { store in
            _ = try await store.enqueue([.ordered(1)], under: nil, now: .morning)
            _ = try await store.pause(QueuePause(.house, since: .morning))
            let held = try await store.lease(at: .noon, token: "token-1")
            _ = try await store.pause(QueuePause(.house, since: .morning, until: .noon + .seconds(60)))
            let over = try await store.lease(at: .noon, token: "token-2")
            #expect(held.toSend.isEmpty && over.toSend.count == 1)
        }
    }

    @Test("What is put off for ever is put off for as long as can be where the store is copied to, and not due there at once")
    func neverCopied() async throws {
        try await Databases.with { address in
            try await withStore(on: address) { store in
                try await store.write(
                    """
                    INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at, next_attempt_at) VALUES
                        ('never', 'ana', 'ben', 'push', '-infinity', 'infinity'), ('soon', 'ana', 'ben', 'push', '\(Instant.morning)', NULL)
                    """)
                let tables = try PostgresTables(address)
                let queue = try #require(try tables.tables().first { $0.name == "notification_queue" })
                let rows = try tables.rows(of: queue, after: nil, countMax: 10)
                func values(_ column: String) throws -> [String?] {
                    let place = try #require(queue.columns.firstIndex(of: column))
                    return rows.map { $0[place] }
                }
                #expect(try values("next_attempt_at") == [Instant.max.fixedWidthText, nil])
                #expect(try values("created_at") == [Instant.min.fixedWidthText, Instant.morning.fixedWidthText])
            }
        }
    }

    @Test("Identifiers that the database makes are UUIDs of version 7, in the order of their making")
    func identifiers() async throws {
        try await withStore { store in
            try await store.write(
                """
                DO $$ BEGIN FOR number IN 1..20 LOOP
                    INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, group_key) VALUES ('ana', 'ben', 'push', number);
                    PERFORM pg_sleep(0.002);
                END LOOP; END $$
                """)
            let badForms = try await store.values(
                "SELECT id AS value FROM notification_queue WHERE id !~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'")
            #expect(badForms == [])
            let inOrder = try await store.values("SELECT group_key AS value FROM notification_queue ORDER BY id")
            #expect(inOrder == (1...20).map(String.init))
            let drift = try await store.values(
                """
                SELECT count(*) AS value FROM notification_queue
                WHERE abs(('x' || lpad(replace(substr(id, 1, 13), '-', ''), 16, '0'))::bit(64)::bigint - extract(epoch FROM now()) * 1000) > 60000
                """)
            #expect(drift == ["0"])
        }
    }

    @Test(
        "The impossible is refused, without the value in the error",
        arguments: [
            ("status", "'hunter2'", "23514"), ("payload", "'{\"level\":hunter2'", "22P02"), ("lease_until", "now()", "23514"),
            ("attempts", "'hunter2'", "22P02"), ("channel", "NULL", "23502"), ("created_at", "'hunter2'", "22007"),
        ])
    func impossible(_ column: String, _ value: String, _ sqlState: String) async throws {
        try await withStore { store in
            try await store.write("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', 'push')")
            let error = await #expect(throws: PostgresError.self) {
                try await store.write("UPDATE notification_queue SET \(column) = \(value)")
            }
            let isRefused = if case .refused(sqlState, _, _, _) = error { true } else { false }
            #expect(isRefused, "refused otherwise: \(String(describing: error))")
            #expect(!String(describing: error).contains("hunter2"))
        }
    }

    @Test("A row whose names can't be read is given up, and disturbs no other")
    func unreadableRow() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at) VALUES
                ('delivery-1', 'ana', 'ben', 'push', '2026-01-25 08:00:01Z'),
                ('delivery-2', 'a' || chr(7) || 'na', 'ben', 'push', '2026-01-25 08:00:02Z'),
                ('', 'ana', 'ben', 'push', '2026-01-25 08:00:03Z'),
                ('delivery-4', 'ana', 'ben', 'push', '2026-01-25 08:00:04Z')
                """)
            let batch = try await store.lease()
            #expect(batch.toSend.map(\.delivery.id) == [.example(1), .example(4)])
            let lost = try await store.record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent) }, now: .noon)
            #expect(lost.isEmpty)
            let ends = try await store.values(
                "SELECT status || coalesce(' ' || substr(last_error, 1, 15), '') AS value FROM notification_queue ORDER BY created_at")
            #expect(ends == ["sent", "failed unreadable_row:", "failed unreadable_row:", "sent"])
            let next = try await store.nextDueMoment()
            #expect(next == nil)
        }
    }

    @Test("A mark under a name that is nobody's goes, and keeps nobody from being evaluated")
    func unreadableMark() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO evaluation_marks (user_id, due_at)
                VALUES ('', '2026-01-25 08:00:00Z'), (repeat('x', 140), '2026-01-25 08:00:00Z')
                """)
            try await store.markForEvaluation([.ben], at: .noon)
            let none = try await store.evaluateDue(countMax: 2, now: .noon) { _ in .nothing }
            let one = try await store.evaluateDue(countMax: 2, now: .noon) { _ in .nothing }
            let next = try await store.nextEvaluationMoment()
            #expect(none.memberCount == 0 && one.memberCount == 1 && next == nil)
        }
    }

    @Test("A mark from before all moments of ours is due, and hides no other")
    func mythicMark() async throws {
        try await withStore { store in
            try await store.write("INSERT INTO evaluation_marks (user_id, due_at) VALUES ('ana', '-infinity'), ('stranger', 'infinity')")
            try await store.markForEvaluation([.ben], at: .noon)
            let first = try await store.nextEvaluationMoment()
            let report = try await store.evaluateDue(countMax: 9, now: .noon) { _ in .nothing }
            let last = try await store.nextEvaluationMoment()
            #expect(first == .min && report.memberCount == 2 && last == .max)
        }
    }

    @Test(
        "A batch whose recipients, or what they have of their own, can't be read is put off for ever, says why, and keeps no other waiting",
        arguments: [
            "recipients = '[\"ana\", 7]'", "recipients = '{}'", "recipients = '[\"\"]'", "recipient_values = '[{}, {}]'", "recipient_values = '{}'",
            "recipient_values = '[{}, {}, {\"a\": 1}]'",
        ])
    func unreadableBatch(_ edit: String) async throws {
        try await withStore { store in
            try await store.take(to: 6)
            try await store.write("UPDATE broadcast_batches SET \(edit) WHERE number = 0")
            let batch = try await store.leaseBatch()
            #expect(batch?.number == 1)
            let next = try await store.nextBatchMoment()
            #expect(next == .noon + .seconds(60), "when the lease of the other one runs out")
            let why = try await store.values("SELECT leased_by AS value FROM broadcast_leases WHERE number = 0")
            #expect(why == [Broadcast.unreadableBatch])
        }
    }

    @Test(
        "A batch of which somebody has edited the log, or deleted the recipients, is put off for ever, says why, and tells nobody twice",
        arguments: [
            "UPDATE broadcast_results SET results = '{}'", "UPDATE broadcast_results SET results = '{\"groups\": []}'", "DELETE FROM broadcast_results",
            "DELETE FROM broadcast_batches",
        ])
    func editedBatch(_ edit: String) async throws {
        try await withStore { store in
            try await store.expectGivenUp {
                try await store.write("\(edit) WHERE number = 0")
            } holder: {
                try await store.values("SELECT leased_by AS value FROM broadcast_leases WHERE number = 0").compactMap(\.self)
            }
        }
    }

    @Test("What waits behind a batch that somebody has torn is told in its app's turn, though others always have something due")
    func tornAmongOthers() async throws {
        try await withStore { store in
            try await store.take(.example(1, by: .shop), to: 6)
            try await store.take(.example(2, by: .school), to: 60)
            try await store.write("DELETE FROM broadcast_batches WHERE app_id = 'shop' AND number = 0")
            var taken: [BroadcastID] = []
            for turn in 1...16 { try await store.leaseBatch(token: "token-\(turn)").map { taken.append($0.broadcast.id) } }
            #expect(taken.count == 16 && taken.count { $0 == Broadcast.example(1).id } == 1)
            let why = try await store.values("SELECT leased_by AS value FROM broadcast_leases WHERE app_id = 'shop' AND number = 0")
            #expect(why == [Broadcast.unreadableBatch])
        }
    }

    @Test("A torn batch that somebody has locked keeps nobody from another app's")
    func tornBesideLock() async throws {
        try await withStore { store in
            try await store.take(.example(1, by: .shop), to: 3)
            try await store.take(.example(2, by: .school), to: 30)
            try await store.write("DELETE FROM broadcast_batches WHERE app_id = 'shop'")
            let taken = try await store.pool.run { connection in
                try connection.transaction { db in
                    _ = try db.rows("SELECT 1 FROM broadcast_leases WHERE app_id = 'shop' FOR UPDATE")
                    return try waitFor {
                        var taken: [BroadcastID] = []
                        for turn in 1...8 {
                            if let batch = try await store.leaseBatch(token: "token-\(turn)") { taken.append(batch.broadcast.id) }
                        }
                        return taken
                    }
                }
            }
            #expect(taken.count == 8 && Set(taken) == [Broadcast.example(2).id])
        }
    }

    @Test("A batch that somebody has leased by hand, without a name, is given back when that is over")
    func namelessBatch() async throws {
        try await withStore { store in
            try await store.take(to: 3)
            try await store.write("UPDATE broadcast_leases SET lease_until = '2026-01-25 11:00:00Z'")
            let rescued = try await store.rescueBatches(now: .noon) { _ in false }
            let batch = try await store.leaseBatch()
            #expect(rescued == 1 && batch?.number == 0)
        }
    }

    @Test("Moments that are no moments of ours, and payloads that are no objects, stop nobody")
    func strangeRows() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at, expires_at, payload) VALUES
                ('delivery-1', 'ana', 'ben', 'push', '-infinity', 'infinity', '[]'),
                ('delivery-2', 'ana', 'ben', 'push', '0044-03-15 12:00:00 BC', NULL, '{"level": {}, "title": 7}'),
                ('delivery-3', 'ana', 'ben', 'push', '2026-01-25 08:00:01.1234567+02', NULL, '"7"')
                """)
            let batch = try await store.lease()
            #expect(batch.toSend.map(\.delivery.id) == [.example(1), .example(2), .example(3)])
            #expect(batch.toSend.last?.delivery.createdAt == Instant(literal: "2026-01-25T06:00:01.123Z"))
        }
    }

    @Test(
        "Until when everything is muted may be written by hand",
        arguments: [("'2026-01-25 21:00:00+01'", Instant.evening), ("'infinity'", Mute.openEnd), ("'-infinity'", nil)] as [(String, Instant?)])
    func muteByHand(value: String, end: Instant?) async throws {
        try await withStore { store in
            try await store.write("INSERT INTO user_profiles (user_id, muted_until) VALUES ('ana', \(value))")
            let (preferences, refused) = try await store.preferences(of: .ana).read()
            #expect(preferences.mutedUntil == end && refused == (end == nil ? [.mutedUntil] : []))
        }
    }

    @Test("In a database of an earlier version nobody mutes anything, and from then on everybody may, with what their devices share")
    func earlierMutes() async throws {
        try await withStore(
            upgradedBy: "42-mute",
            having: "ALTER TABLE person_settings DROP COLUMN muted_until; INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', true)"
        ) { store in
            try await store.expectFirst(.mutedUntil, as: "2026-01-25T20:00:00Z") { $0.mutedUntil = .evening }
        }
    }

    @Test("In a database of an earlier version every night is as quiet as every other, and from then on any may be otherwise")
    func earlierNights() async throws {
        try await withStore(
            upgradedBy: "46-quiet-nights",
            having: "ALTER TABLE person_settings DROP COLUMN quiet_hours_by_weekday; INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', true)"
        ) { store in
            let nights = #"{"fri":"23:00-09:00","sun":null}"#
            try await store.expectFirst(.quietHoursByWeekday, as: nights) { $0.quietHoursByWeekday = QuietNights(nights) ?? QuietNights() }
        }
    }

    @Test("In a database of an earlier version everything is told at once, and from then on anybody may have a digest, by hand too")
    func earlierDigests() async throws {
        try await withStore(upgradedBy: "86-own-digest", having: "INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', true)") { store in
            var wanted = Preferences()
            (wanted.notifyPush, wanted.digestAt) = (true, CivilTime(literal: "18:00"))
            try await store.save([.digestAt], of: wanted, for: .ana, now: .noon)
            let after = try await store.preferences(of: .ana).read()
            #expect(after.preferences == wanted && after.refused.isEmpty)
            try await store.write("UPDATE user_profiles SET digest_at = 'noon' WHERE user_id = 'ana'")
            let (edited, refused) = try await store.preferences(of: .ana).read()
            #expect(edited.digestAt == nil && refused == [.digestAt])
        }
    }

    @Test("In a database of an earlier version nobody limits what they are told on one day, and from then on everybody may, by hand too")
    func earlierDailyCounts() async throws {
        try await withStore(upgradedBy: "50-caps", having: "INSERT INTO user_profiles (user_id, notify_push) VALUES ('ana', true)") { store in
            let before = try await store.preferences(of: .ana).read()
            var wanted = Preferences()
            wanted.notifyPush = true
            #expect(before.preferences == wanted && before.refused.isEmpty)
            wanted.dailyCountMax = 3
            try await store.save([.dailyCountMax], of: wanted, for: .ana, now: .noon)
            let after = try await store.preferences(of: .ana).read()
            #expect(after.preferences == wanted && after.refused.isEmpty)
            try await store.write("UPDATE user_profiles SET daily_max = -1 WHERE user_id = 'ana'")
            let (edited, refused) = try await store.preferences(of: .ana).read()
            #expect(edited.dailyCountMax == nil && refused == [.dailyCountMax])
        }
    }

    @Test("An infinite number, and one that is none, counts as missing")
    func infinity() async throws {
        try await withStore { store in
            let numbers = try await store.pool.single { db -> [Double?] in
                let row = try db.row("SELECT 'Infinity'::float8 AS high, '-Infinity'::float8 AS low, 'NaN'::float8 AS none, 1.5::float8 AS number")
                return [row?.number("high"), row?.number("low"), row?.number("none"), row?.number("number")]
            }
            #expect(numbers == [nil, nil, nil, 1.5])
        }
    }

    @Test("Text with a NUL in it is kept without, and hurts nothing")
    func nul() async throws {
        try await withStore { store in
            var delivery = Delivery.example(1)
            delivery.payload.title = "Ben\0 walks\0\u{301} \\u0000 less"
            try await store.enqueue(delivery)
            let row = try await store.row(1)
            #expect(row.delivery.payload.title == "Ben\u{FFFD} walks\u{FFFD}\u{301} \\u0000 less")
            try await store.save(FamilyRecord(id: FamilyRecord.household.id, name: "The\0 Lindens", members: []), now: .noon)
            #expect(try await store.family(FamilyRecord.household.id)?.name == "The\u{FFFD} Lindens")
        }
    }

    @Test("The table takes every state that a delivery has")
    func statuses() async throws {
        try await withStore { store in
            for status in Delivery.Status.allCases {
                let lease = status == .sending ? "now()" : "NULL"
                try await store.write(
                    """
                    INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, status, lease_until)
                    VALUES ('ana', 'ben', 'push', '\(status.rawValue)', \(lease))
                    """)
            }
            #expect(try await store.values("SELECT count(DISTINCT status) AS value FROM notification_queue") == ["\(Delivery.Status.allCases.count)"])
        }
    }
}
