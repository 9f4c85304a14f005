import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

/// What people may write with a SQL client, and what becomes of it.
@Suite("Rows written by hand")
struct SchemaTests {
    @Test("Rows written by hand into SQLite are taken as every store takes them", arguments: HandWrittenConformance.all)
    func passes(_ behaviour: HandWrittenConformance) async throws {
        try await withStore { store in try await behaviour.run(on: store) { try await store.write($0) } }
    }

    @Test("A row with no more than recipient, member, alert, channel, payload and status is leased and sent")
    func plainRow() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (recipient_user_id, member_user_id, alert_state_id, channel, payload, status)
                VALUES ('ana', 'ben', 'alert-1', 'push', '{"title": "Ben walks less"}', 'pending')
                """)
            let batch = try await store.lease(at: .farAhead)
            let delivery = try #require(batch.toSend.first?.delivery)
            #expect(delivery.recipient == .ana && delivery.member == .ben && delivery.alert == .example(1))
            #expect(delivery.channel == .push && delivery.payload.title == "Ben walks less")
            let result = AttemptResult(delivery: delivery.id, token: "token-1", disposition: .sent)
            #expect(try await store.record([result], now: .farAhead).isEmpty)
            let row = try await store.delivery(delivery.id)
            #expect(row?.status == "sent" && row?.sentAt == .farAhead)
        }
    }

    @Test("A pause that is written by hand holds until its row is removed, and one of what is no app holds nothing")
    func pauses() async throws {
        try await withStore { store in
            _ = try await store.enqueue([.ordered(1, by: .shop)], under: nil, now: .morning)
            try await store.write("INSERT INTO queue_pauses (app_id) VALUES (' ')")
            let unheld = try await store.candidates()
            try await store.write("INSERT INTO queue_pauses (app_id) VALUES ('shop')")
            let held = try await store.candidates()
            let standing = try await store.pauses(now: .noon)
            #expect(unheld.count == 1 && held.isEmpty && standing.map(\.app) == [.shop])
            try await store.write("UPDATE queue_pauses SET paused_until = datetime('2026-01-25 12:00:00') WHERE app_id = 'shop'")
            let over = try await store.candidates()
            try await store.write("UPDATE queue_pauses SET app_id = '', paused_until = NULL WHERE app_id = 'shop'")
            let all = try await store.candidates()
            #expect(over.count == 1 && all.isEmpty)
            try await store.write("DELETE FROM queue_pauses")
            let free = try await store.candidates()
            #expect(free.count == 1)
        }
    }

    @Test("The moments of a pause that is written by hand are brought into the one form that can be copied, and what can't be read is refused")
    func pauseMoments() async throws {
        try await withStore { store in
            for app in ["shop", "school"] { try await store.write("INSERT INTO queue_pauses (app_id, paused_until) VALUES ('\(app)', '2026-01-25 20:00')") }
            try await store.write("UPDATE queue_pauses SET paused_at = datetime('2026-01-25 08:00:00'), paused_until = NULL WHERE app_id = 'school'")
            let ends = try await store.pool.read { try String.fetchAll($0, sql: "SELECT coalesce(paused_until, paused_at) FROM queue_pauses ORDER BY app_id") }
            #expect(ends == ["2026-01-25T08:00:00.000Z", "2026-01-25T20:00:00.000Z"])
            for text in ["", "soon", "infinity", "20:00", "2460000.5"] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await store.write("INSERT INTO queue_pauses (app_id, paused_until) VALUES ('', '\(text)')")
                }
                #expect(error?.message?.hasPrefix("bad_moment: ") == true)
                await #expect(throws: DatabaseError.self) { try await store.write("UPDATE queue_pauses SET paused_at = '\(text)'") }
            }
            let standing = try await store.pauses(now: .noon)
            #expect(standing.map(\.app) == [.school, .shop])
        }
    }

    @Test("An infinite number counts as missing")
    func infinity() async throws {
        try await withStore { store in
            let numbers = try await store.pool.read { db -> [Double?] in
                let row = try StoredRow.fetchOne(db, sql: "SELECT 9e999 AS high, -9e999 AS low, 'nan' AS none, 1.5 AS number")
                return ["high", "low", "none", "number"].map { row?.number($0) }
            }
            #expect(numbers == [nil, nil, nil, 1.5])
        }
    }

    @Test("Moments written as datetime() writes them are brought into the form that sorts, on insert and on update")
    func moments() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at, next_attempt_at, expires_at)
                VALUES ('delivery-1', 'ana', 'ben', 'push', datetime('now', '-25 hours'), '2026-01-25 13:00:00+01:00', '2026-01-25')
                """)
            let isAboutThen = try await store.pool.read { db in
                try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT created_at GLOB '????-??-??T??:??:??.000Z' AND abs(julianday('now') - julianday(created_at) - 25 / 24.0) < 0.01
                        FROM notification_queue
                        """)
            }
            #expect(isAboutThen == true)
            var row = try await store.row(1)
            #expect(row.nextAttemptAt == .noon)
            #expect(row.delivery.expiresAt == Instant(literal: "2026-01-25T00:00:00Z"))

            try await store.write("UPDATE notification_queue SET next_attempt_at = '2026-01-25 20:00:00', created_at = 'yesterday, or so'")
            row = try await store.row(1)
            #expect(row.nextAttemptAt == .evening)
            let stored = try await store.pool.read { try String.fetchOne($0, sql: "SELECT next_attempt_at FROM notification_queue") }
            #expect(stored == "2026-01-25T20:00:00.000Z")
            #expect(row.delivery.createdAt > .evening, "what can't be read counts from now on")
        }
    }

    @Test(
        "A moment that can't be read is refused, because the row would be told at once, or never given back",
        arguments: ["26.01.2030 08:00", "2030-1-26 8:00", "2030-01-26T08:00:00+0100", "1893477600000", "2030-13-45T99:00:00.000Z", "soon", "20:00", "2460000.5"])
    func unreadableMoment(_ text: String) async throws {
        try await withStore { store in
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write(
                    "INSERT INTO notification_queue (recipient_user_id, member_user_id, channel, deliver_after) VALUES ('ana', 'ben', 'push', '\(text)')")
            }
            #expect(error?.message?.hasPrefix("bad_moment: ") == true)
            try await store.enqueue(.example(1))
            for column in ["next_attempt_at", "expires_at", "held_since"] {
                await #expect(throws: DatabaseError.self) { try await store.write("UPDATE notification_queue SET \(column) = '\(text)'") }
            }
            await #expect(throws: DatabaseError.self) {
                try await store.write("UPDATE notification_queue SET status = 'sending', lease_until = '\(text)'")
            }
            #expect(try await store.row(1).status == "pending")
        }
    }

    @Test("A lease that was written as datetime() writes it lasts as long as it says")
    func handWrittenLease() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            try await store.write("UPDATE notification_queue SET status = 'sending', leased_by = 'somebody', lease_until = '2026-01-25 12:10:00'")
            #expect(try await store.rescue(now: .noon) { _ in false } == 0)
            #expect(try await store.rescue(now: .noon + .seconds(600)) { _ in false } == 1)
        }
    }

    @Test(
        "The impossible is refused",
        arguments: [
            "status": "'delivered'", "payload": "'{\"level\":'", "lease_until": "'2026-01-25T12:00:00.000Z'", "attempts": "'many'",
            "channel": "NULL", "recipient_user_id": "x'ff'",
        ].sorted { $0.key < $1.key })
    func impossible(_ column: String, _ value: String) async throws {
        try await withStore { store in
            try await store.write("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', 'push')")
            let error = await #expect(throws: DatabaseError.self) {
                try await store.write("UPDATE notification_queue SET \(column) = \(value)")
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }

    @Test("A row whose names can't be read is given up, and disturbs no other")
    func unreadableRow() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at) VALUES
                ('delivery-1', 'ana', 'ben', 'push', '2026-01-25 08:00:01'),
                ('delivery-2', 'a' || char(7) || 'na', 'ben', 'push', '2026-01-25 08:00:02'),
                ('', 'ana', 'ben', 'push', '2026-01-25 08:00:03'),
                ('delivery-4', 'ana', 'ben', 'push', '2026-01-25 08:00:04')
                """)
            let batch = try await store.lease()
            #expect(batch.toSend.map(\.delivery.id) == [.example(1), .example(4)])
            let lost = try await store.record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent) }, now: .noon)
            #expect(lost.isEmpty)
            let ends = try await store.pool.read { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT status || coalesce(' ' || substr(last_error, 1, 15), '') FROM notification_queue ORDER BY created_at")
            }
            #expect(ends == ["sent", "failed unreadable_row:", "failed unreadable_row:", "sent"])
            #expect(try await store.nextDueMoment() == nil)
        }
    }

    @Test("A name with a NUL, or bytes that are no text, is nobody's: its row is given up, and nobody who is named alike is told in its place")
    func namesThatAreNoText() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel, created_at) VALUES
                ('delivery-1', 'default', 'ana', 'ben', 'push', '2026-01-25 08:00:01'),
                ('delivery-2', 'a' || char(0) || 'b', 'ana', 'ben', 'push', '2026-01-25 08:00:02'),
                ('delivery-3', CAST(x'61ff' AS TEXT), 'ana', 'ben', 'push', '2026-01-25 08:00:03'),
                ('delivery-4', CAST(x'6180' AS TEXT), 'ana', 'ben', 'push', '2026-01-25 08:00:04'),
                ('delivery-5', '', 'ana', 'ben', 'push', '2026-01-25 08:00:05'),
                ('delivery-6', 'default', 'ana' || char(0), 'ben', 'push', '2026-01-25 08:00:06'),
                ('delivery-1' || char(0), 'default', 'ana', 'ben', 'push', '2026-01-25 08:00:07'),
                ('delivery-8', 'shop', 'ana', 'ben', 'push', '2026-01-25 08:00:08')
                """)
            let batch = try await store.lease()
            #expect(Set(batch.toSend.map(\.delivery.id)) == [.example(1), .example(8)])
            let lost = try await store.record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent, app: $0.delivery.app) }, now: .noon)
            #expect(lost.isEmpty)
            let ends = try await store.pool.read { db in
                try String.fetchAll(db, sql: "SELECT status FROM notification_queue ORDER BY created_at")
            }
            #expect(ends == ["sent"] + Array(repeating: "failed", count: 6) + ["sent"])
            #expect(try await store.nextDueMoment() == nil)
            let report = try await store.prune(PruneCutoffs(deliveries: .noon, now: .noon))
            #expect(report[.deliveries] == 8, "and each is forgotten when its time has come")
        }
    }

    @Test("A name that begins with a byte order mark, as where a file was imported, is another than the one without, and is told once")
    func byteOrderMark() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, created_at) VALUES
                (char(65279) || 'delivery-1', char(65279) || 'ana', 'ben', 'push', '2026-01-25 08:00:01'),
                ('delivery-1', 'ana', 'ben', 'push', '2026-01-25 08:00:02')
                """)
            let batch = try await store.lease()
            #expect(batch.toSend.map(\.delivery.id.text) == ["\u{FEFF}delivery-1", "delivery-1"])
            #expect(batch.toSend.map(\.delivery.recipient.text) == ["\u{FEFF}ana", "ana"])
            let lost = try await store.record(
                batch.toSend.map { AttemptResult(delivery: $0.delivery.id, token: $0.token, disposition: .sent) }, now: .noon)
            let again = try await store.lease(token: "token-2")
            #expect(lost.isEmpty && again.toSend.isEmpty)
        }
    }

    @Test("Whoever calls off or redrives what has names that can't be read changes no other")
    func unreadableSelection() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, app_id, recipient_user_id, member_user_id, channel, status) VALUES
                ('delivery-1', 'shop', 'ana', 'ben', 'push', 'sent'), ('delivery-1' || char(0), 'school', 'ana', 'ben', 'push', 'failed'),
                ('delivery-1' || char(0) || 'b', 'school', 'ana', 'ben', 'push', 'pending')
                """)
            let redriven = try await store.redrive(DeliverySelection(app: .school), now: .noon)
            let cancelled = try await store.cancel(DeliverySelection(app: .school), now: .noon)
            let row = try await store.row(1)
            #expect(redriven.isEmpty && cancelled.isEmpty && row.status == "sent")
        }
    }

    @Test("A mark under a name that is nobody's goes, and keeps nobody from being evaluated")
    func unreadableMark() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO evaluation_marks (user_id, due_at)
                VALUES ('', '2026-01-25T08:00:00.000Z'), (hex(zeroblob(70)), '2026-01-25T08:00:00.000Z')
                """)
            try await store.markForEvaluation([.ben], at: .noon)
            let none = try await store.evaluateDue(countMax: 2, now: .noon) { _ in .nothing }
            let one = try await store.evaluateDue(countMax: 2, now: .noon) { _ in .nothing }
            let next = try await store.nextEvaluationMoment()
            #expect(none.memberCount == 0 && one.memberCount == 1 && next == nil)
        }
    }

    @Test("A mark written as datetime() writes it is due when it says, and one that can't be read is refused")
    func markMoments() async throws {
        try await withStore { store in
            try await store.write("INSERT INTO evaluation_marks (user_id, due_at) VALUES ('ana', '2026-01-25 20:00:00')")
            try await store.markForEvaluation([.ben], at: .noon)
            for text in ["", "soon", "25.01.2026", "20:00", "2460000.5"] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await store.write("INSERT INTO evaluation_marks (user_id, due_at) VALUES ('stranger', '\(text)')")
                }
                #expect(error?.message?.hasPrefix("bad_moment: ") == true)
                await #expect(throws: DatabaseError.self) { try await store.write("UPDATE evaluation_marks SET due_at = '\(text)'") }
            }
            #expect(try await store.nextEvaluationMoment() == .noon)
            let report = try await store.evaluateDue(countMax: 9, now: .noon) { _ in .nothing }
            #expect(report.memberCount == 1)
            #expect(try await store.nextEvaluationMoment() == .evening)
        }
    }

    @Test(
        "A batch whose recipients, or what they have of their own, can't be read is put off for ever, says why, and keeps no other waiting",
        arguments: [
            "recipients = '[\"ana\", 7]'", "recipients = '{}'", "recipients = '[\"\"]'", "broadcast_id = 'other'", "recipient_values = '[{}, {}]'",
            "recipient_values = '{}'", "recipient_values = '[{}, {}, {\"a\": 1}]'",
        ])
    func unreadableBatch(_ edit: String) async throws {
        try await withStore { store in
            try await store.take(to: 6)
            try await store.write("UPDATE broadcast_batches SET \(edit) WHERE number = 0")
            let batch = try await store.leaseBatch()
            #expect(batch?.number == 1)
            #expect(try await store.nextBatchMoment() == .noon + .seconds(60), "when the lease of the other one runs out")
            let why = try await store.pool.read { try String.fetchAll($0, sql: "SELECT leased_by FROM broadcast_leases WHERE number = 0") }
            #expect(why == [Broadcast.unreadableBatch])
        }
    }

    @Test(
        "A batch of which somebody has edited the log, or when it is due, is put off for ever, says why, and tells nobody twice",
        arguments: [
            "UPDATE broadcast_results SET results = '{}'", "UPDATE broadcast_results SET results = '{\"groups\": []}'", "DELETE FROM broadcast_results",
            "UPDATE broadcast_leases SET due_at = 'tomorrow'", "UPDATE broadcast_leases SET due_at = ''",
        ])
    func editedBatch(_ edit: String) async throws {
        try await withStore { store in
            try await store.expectGivenUp {
                try await store.write("\(edit) WHERE number = 0")
            } holder: {
                try await store.pool.read { try String.fetchAll($0, sql: "SELECT leased_by FROM broadcast_leases WHERE number = 0") }
            }
        }
    }

    @Test("A batch that somebody has leased by hand until no moment is given back", arguments: ["tomorrow", ""])
    func oddlyLeasedBatch(_ until: String) async throws {
        try await withStore { store in
            try await store.take(to: 3)
            try await store.write("UPDATE broadcast_leases SET lease_until = '\(until)'")
            let rescued = try await store.rescueBatches(now: .noon) { _ in false }
            let batch = try await store.leaseBatch()
            #expect(rescued == 1 && batch?.number == 0)
        }
    }

    @Test("A batch that was leased as datetime() writes it is leased for as long as that says")
    func handLeasedBatch() async throws {
        try await withStore { store in
            try await store.take(to: 3)
            try await store.write("UPDATE broadcast_leases SET lease_until = '2026-01-25 12:10:00'")
            let early = try await store.rescueBatches(now: .noon) { _ in false }
            let late = try await store.rescueBatches(now: .noon + .seconds(600)) { _ in false }
            #expect(early == 0 && late == 1)
        }
    }

    @Test("A batch of an app that is no text keeps no other waiting")
    func batchOfNoApp() async throws {
        try await withStore { store in
            try await store.take(to: 6)
            try await store.write("UPDATE broadcast_leases SET app_id = 'a' || char(0) || 'b' WHERE number = 0")
            #expect(try await store.leaseBatch()?.number == 1)
            #expect(try await store.leaseBatch(token: "token-2")?.number == nil)
            #expect(try await store.nextBatchMoment() == .noon + .seconds(60))
        }
    }

    @Test("A profile is read whatever type its values have")
    func profile() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO user_profiles (user_id, notify_push, notify_email, champion_notify_sms, quiet_hours_start, quiet_hours_end)
                VALUES ('ana', 1, 'true', 'perhaps', '22:00', 7)
                """)
            let (preferences, refused) = try await store.preferences(of: .ana).read()
            #expect(preferences.notifyPush && preferences.notifyEmail && !preferences.championNotifySMS)
            #expect(preferences.quietHours == nil)
            #expect(Set(refused) == [.championNotifySMS, .quietHoursEnd])
        }
    }

    @Test(
        "Until when everything is muted may be written by hand",
        arguments: [("'2026-01-25 20:00:00'", Instant.evening), ("datetime('2026-01-25 19:00', '+1 hour')", .evening), ("'infinity'", Mute.openEnd), ("7", nil)]
            as [(String, Instant?)])
    func muteByHand(value: String, end: Instant?) async throws {
        try await withStore { store in
            try await store.write("INSERT INTO user_profiles (user_id, muted_until) VALUES ('ana', \(value))")
            let (preferences, refused) = try await store.preferences(of: .ana).read()
            #expect(preferences.mutedUntil == end && refused == (end == nil ? [.mutedUntil] : []))
        }
    }
}

extension Instant {
    /// Later than whatever the database's own clock writes.
    fileprivate static let farAhead = Instant(literal: "2999-12-31T00:00:00Z")
}
