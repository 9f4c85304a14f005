import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation

// Erasing somebody: what ends all telling in one transaction, and then the rest, a part at a time.

extension PostgresStore {
    public func forget(_ people: Set<UserID>, in broadcast: Broadcast) async throws {
        let beginning = BatchKey(app: broadcast.app.text, broadcast: broadcast.id.text)
        for person in people.sorted() {
            var last: BatchKey? = beginning
            while let before = last, before.broadcast == beginning.broadcast, before.app == beginning.app {
                (_, last) = try await pool.write { try Self.forgetInBatches(person, of: beginning, after: before, $0) }
            }
        }
    }

    public func erase(_ person: UserID, leaving mark: String?, now: Instant) async throws -> ErasureReport {
        let (places, relatives) = try await pool.write { try Self.forgetPlaces(of: person, leaving: mark, now, $0) }
        var report = places
        // Who was just evaluating one of these knew the person still, and has queued by now what they were to be told.
        let late = try await pool.write { db in
            try Self.lock(relatives, .observations, db)
            try Self.planWithoutScans(db)
            return try Self.forgetHeld(of: person, now, db)
        }
        report.add(late, "notification_queue")
        // Batches before rows of the queue: from then on no batch makes any of them.
        var last: BatchKey? = BatchKey()
        while let before = last {
            let (step, next) = try await pool.write { try Self.forgetInBatches(person, after: before, $0) }
            report.add(step)
            last = next
        }
        var isMoreLeft = true
        while isMoreLeft {
            let (step, isPart) = try await pool.write { try Self.forgetDeliveries(of: person, $0) }
            report.add(step)
            isMoreLeft = isPart
        }
        // What was under way into an inbox as the first step ended is there by now.
        report.add(try await pool.write { try Self.forgetMessages(of: person, $0) })
        ring()
        return report
    }
}

// MARK: What ends all telling

extension PostgresStore {
    /// - Returns: what has gone, and who was in a family with them.
    private static func forgetPlaces(
        of person: UserID, leaving mark: String?, _ now: Instant, _ db: Connection
    ) throws -> (ErasureReport, relatives: Set<UserID>) {
        var report = ErasureReport()
        // Whoever evaluates them, or takes facts of theirs, is through, or begins when nothing is left.
        try lock([person], .observations, db)
        try lock([person], .facts, db)
        try planWithoutScans(db)
        if let mark {
            try db.execute(
                "INSERT INTO erased_people (mark, erased_at) VALUES ($1, $2) ON CONFLICT (mark) DO UPDATE SET erased_at = excluded.erased_at", mark, now)
        }
        report.add(try forgetHeld(of: person, now, db), "notification_queue")
        report.add(try callOffBroadcasts(about: person, now, db), "broadcasts")
        report.add(try forgetMessages(of: person, db))
        let alerts = try db.rows("SELECT id FROM pattern_alert_state WHERE user_id = $1", person).compactMap { $0.text("id") }
        report.add(try db.change("DELETE FROM alert_snoozes WHERE recipient_user_id = $1", person), "alert_snoozes")
        try db.execute("DELETE FROM alert_snoozes WHERE alert_state_id = ANY($1::text[])", alerts)
        try db.execute("UPDATE pattern_alert_state SET snooze_until = NULL, snooze_days = NULL, snoozed_by = NULL WHERE snoozed_by = $1", person)
        report.add(try db.change("DELETE FROM pattern_alert_state WHERE user_id = $1", person), "pattern_alert_state")
        let families = try db.rows("SELECT family_id FROM family_members WHERE user_id = $1 ORDER BY family_id", person)
        // Before their members, as whoever else changes them: who is just coming in is in it then, and the family isn't over.
        let familyNames = families.compactMap { $0.text("family_id") }
        try db.execute("SELECT 1 FROM families WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE", familyNames)
        let relatives = try db.rows(
            "SELECT DISTINCT user_id FROM family_members WHERE family_id = ANY($1::text[]) AND user_id <> $2", familyNames, person
        ).compactMap { $0.identifier("user_id") as UserID? }
        // Whoever orders what comes back for them is through, or finds them no more.
        let schedules = try db.rows(
            "SELECT schedule_id FROM schedule_recipients WHERE user_id = $1 UNION SELECT id FROM schedules WHERE member_user_id = $1", person
        ).compactMap { $0.text("schedule_id") }
        try db.execute("SELECT 1 FROM schedules WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE", schedules)
        for table in PersonalTable.plain {
            report.add(try db.change("DELETE FROM \(table.name) WHERE \(table.condition("$1"))", person), table.name)
        }
        // What was for them alone goes whole.
        try db.execute(
            """
            DELETE FROM schedules WHERE id = ANY($1::text[]) AND request::json -> 'families' IS NULL AND request::json -> 'rotas' IS NULL
                AND NOT EXISTS (SELECT 1 FROM schedule_recipients WHERE schedule_id = schedules.id AND escalation_step IS NULL)
            """, schedules)
        for family in families {
            let id: FamilyID? = family.identifier("family_id")
            if let id { try leave(id, now, db) }
        }
        report.add(try db.change("UPDATE \(AuditSchema.table) SET user_id = $2 WHERE user_id = $1", person, UserID.erased), PersonalTable.audit)
        // By the index, which has names as well.
        try db.execute(
            "UPDATE \(AuditSchema.table) SET actor_user_id = $2 WHERE \(AuditSelection.actorColumn) = $1 AND actor_user_id = $1", person, UserID.erased)
        try db.execute("UPDATE evaluation_round SET cursor_user_id = '' WHERE cursor_user_id = $1", person)
        try db.execute("UPDATE feed_round SET cursor_user_id = '' WHERE cursor_user_id = $1", person)
        return (report, Set(relatives))
    }

    private static func callOffBroadcasts(about person: UserID, _ now: Instant, _ db: Connection) throws -> Int {
        let about = try db.rows(
            """
            UPDATE broadcasts SET member_user_id = NULL, payload = '{}', status = 'cancelled', idempotency_key = NULL, request_hash = NULL, updated_at = $2
            WHERE member_user_id = $1 RETURNING id, app_id
            """, person, now)
        for row in about {
            try db.execute(
                "DELETE FROM broadcast_leases WHERE app_id = $1 AND broadcast_id = $2 AND lease_until IS NULL", row.text("app_id"), row.text("id"))
        }
        return about.count
    }

    /// A family that has lost somebody, perhaps its last.
    private static func leave(_ family: FamilyID, _ now: Instant, _ db: Connection) throws {
        try markMembers(of: family, at: now, db)
        let isOver = "NOT EXISTS (SELECT 1 FROM family_members WHERE family_id = $1)"
        try db.execute("DELETE FROM families WHERE id = $1 AND \(isOver)", family)
        try db.execute("DELETE FROM family_invitations WHERE family_id = $1 AND \(isOver)", family)
    }

    /// What waits goes, and what a worker has in hand loses its lease and whose it was: nothing is kept of what becomes of it.
    ///
    /// - Returns: how many.
    private static func forgetHeld(of person: UserID, _ now: Instant, _ db: Connection) throws -> Int {
        var count = 0
        while true {
            let (found, forgotten) = try forgetHeldNow(of: person, now, db)
            count += forgotten
            // What a worker is just leasing still waits as it is looked for, and is in hand by the time that it can be changed: it is looked for again.
            // What is queued for them from now on isn't, or somebody who goes on with that would keep this transaction open.
            guard forgotten < found else { return count }
        }
    }

    /// - Returns: how many were found, and how many of these were still as they were found.
    private static func forgetHeldNow(of person: UserID, _ now: Instant, _ db: Connection) throws -> (found: Int, forgotten: Int) {
        let live = try db.rows(
            """
            SELECT id, app_id, created_at, status, lease_token, idempotency_key FROM notification_queue
            WHERE \(isOfPerson) AND status IN ('pending', 'sending') ORDER BY id
            """, person)
        let held = live.filter { $0.text("status") == Delivery.Status.sending.rawValue }
        try lockLeases(of: Set(held.compactMap { $0.text("lease_token") }), apps: Set(held.compactMap { row -> AppID? in row.identifier("app_id") }), db)
        var count = 0
        for (app, rows) in Dictionary(grouping: live, by: { $0.text("app_id") ?? "" }).sorted(by: { $0.key < $1.key }) {
            let ids = rows.compactMap { $0.text("id") }
            try forgetKeys(of: ids, at: rows.compactMap { $0.instant("created_at") }, app, person, db)
            count += try db.change(
                """
                UPDATE notification_queue SET status = 'cancelled', recipient_user_id = $3, member_user_id = $3, \(nothingLeft),
                    payload = coalesce(jsonb_set('{}', '{kind}', payload->'kind'), '{}'), last_error = '\(Delivery.calledOff)', updated_at = $4
                WHERE app_id = $1 AND id = ANY($2::text[]) AND status = 'sending'
                """, app, ids, UserID.erased, now)
            try db.execute(
                "DELETE FROM \(MonthSchema.keys) WHERE app_id = $1 AND idempotency_key = ANY($2::text[]) AND delivery_id = ANY($3::text[])", app,
                rows.compactMap { $0.text("idempotency_key") }, ids)
            count += try db.change("DELETE FROM notification_queue WHERE app_id = $1 AND id = ANY($2::text[]) AND status = 'pending'", app, ids)
            try db.execute(
                """
                UPDATE notification_queue SET \(unmerge), updated_at = $3
                WHERE app_id = $1 AND merged_into = ANY($2::text[]) AND recipient_user_id <> $4 AND member_user_id <> $4
                """, app, ids, now, person)
            for table in ["notification_transmissions", "removals"] {
                try db.execute("DELETE FROM \(table) WHERE app_id = $1 AND delivery_id = ANY($2::text[])", app, ids)
            }
        }
        return (live.count, count)
    }

    private static let isOfPerson = "(recipient_user_id = $1 OR member_user_id = $1 AND \(Schema.isOfAnother))"

    private static let nothingLeft = [
        "alert_state_id", "idempotency_key", "next_attempt_at", "reason", "decision_inputs", "decided_at", "merged_into", "leased_by",
        "lease_token", "lease_until", "group_key", "route_key", "route_step", "route_until", "actions_taken", "opened_at", "acted_at", "counted_at",
    ].map { "\($0) = NULL" }.joined(separator: ", ")

    private static func forgetMessages(of person: UserID, _ db: Connection) throws -> ErasureReport {
        var report = ErasureReport()
        try lock([person], .messages, db)
        for table in PersonalTable.all where table.name == "inbox_messages" {
            report.add(try db.change("DELETE FROM inbox_messages WHERE \(table.condition("$1"))", person), table.name)
        }
        // Summaries that tell of them, too.
        let summaries = try db.rows(
            "SELECT DISTINCT merged_into FROM notification_queue WHERE \(Schema.isOf("$1")) AND merged_into IS NOT NULL", person
        ).compactMap { $0.text("merged_into") }
        try db.execute("DELETE FROM inbox_messages WHERE id = ANY($1::text[])", summaries)
        return report
    }
}

// MARK: The rest, a part at a time

extension PostgresStore {
    private static let partCountMax = 1000
    private static let batchCountMax = 200

    /// - Returns: what has gone, and whether more may be left of what was there.
    private static func forgetDeliveries(of person: UserID, _ db: Connection) throws -> (ErasureReport, isPart: Bool) {
        var report = ErasureReport()
        try planWithoutScans(db)
        let found = try db.rows("SELECT id, app_id, created_at, merged_into FROM notification_queue WHERE \(isOfPerson) LIMIT \(partCountMax)", person)
        for (app, rows) in Dictionary(grouping: found, by: { $0.text("app_id") ?? "" }).sorted(by: { $0.key < $1.key }) {
            try forgetKeys(of: rows.compactMap { $0.text("id") }, at: rows.compactMap { $0.instant("created_at") }, app, person, db)
            // Month by month: a list of names of all months would be looked for in each of them.
            let months = Dictionary(grouping: rows) { $0.text("created_at")?.prefix(monthLength) ?? "" }
            for (_, ofMonth) in months.sorted(by: { $0.key < $1.key }) {
                let ids = ofMonth.compactMap { $0.text("id") }
                let (first, last) = (ids.min(by: isBefore), ids.max(by: isBefore))
                try db.execute(
                    "DELETE FROM notification_transmissions WHERE app_id = $1 AND delivery_id = ANY($2::text[]) AND delivery_id BETWEEN $3 AND $4", app, ids,
                    first, last)
                try db.execute("DELETE FROM removals WHERE app_id = $1 AND delivery_id = ANY($2::text[])", app, ids)
                let count = try db.change(
                    "DELETE FROM notification_queue WHERE app_id = $1 AND id = ANY($2::text[]) AND id BETWEEN $3 AND $4", app, ids, first, last)
                report.add(count, "notification_queue")
            }
        }
        let summaries = Set(found.compactMap { $0.text("merged_into") })
        if !summaries.isEmpty {
            // One that came into an inbox until now told of them still, and whichever comes from now on finds nothing of them to tell.
            try lock([person], .messages, db)
            try db.execute("DELETE FROM inbox_messages WHERE id = ANY($1::text[])", summaries.sorted())
        }
        return (report, found.count >= partCountMax)
    }

    /// Of a moment, that which says the month.
    private static let monthLength = "2026-01".count

    /// As the database compares them.
    private static func isBefore(_ id: String, _ other: String) -> Bool { id.utf8.lexicographicallyPrecedes(other.utf8) }

    /// Keys under which nothing else was queued. Who queues something says one moment for it and for its key.
    private static func forgetKeys(of ids: [String], at moments: [Instant], _ app: String, _ person: UserID, _ db: Connection) throws {
        let own = Set(ids)
        let known = try db.rows(
            "SELECT key, deliveries FROM idempotency_keys WHERE app_id = $1 AND created_at = ANY($2::timestamptz[])", app, moments
        ).compactMap { row -> (key: String, deliveries: [String])? in
            let deliveries = try? JSONDecoder().decode([String].self, from: Data((row.text("deliveries") ?? "").utf8))
            guard let key = row.text("key"), let deliveries, !own.isDisjoint(with: deliveries) else { return nil }
            return (key, deliveries)
        }
        guard !known.isEmpty else { return }
        let others = Set(
            try db.rows(
                "SELECT id FROM notification_queue WHERE app_id = $1 AND id = ANY($2::text[]) AND recipient_user_id <> $3 AND member_user_id <> $3", app,
                known.flatMap(\.deliveries), person
            ).compactMap { $0.text("id") })
        try db.execute(
            "DELETE FROM idempotency_keys WHERE app_id = $1 AND key = ANY($2::text[])", app,
            known.filter { others.isDisjoint(with: $0.deliveries) }.map(\.key))
    }

    /// Where a look through all batches stands.
    private struct BatchKey: Sendable {
        var app = ""
        var broadcast = ""
        var number = -1
    }

    /// Batches stay, because the log tells of their members by their places.
    ///
    /// - Parameter broadcast: in whose batches alone they are looked for; nil for all.
    /// - Returns: what has gone, and the last of this part; nil where there was none.
    private static func forgetInBatches(
        _ person: UserID, of broadcast: BatchKey? = nil, after last: BatchKey, _ db: Connection
    ) throws -> (ErasureReport, BatchKey?) {
        var report = ErasureReport()
        // Else all the lists may be read for each part, to sort them.
        try planByIndex(db)
        let batches = try db.rows(
            """
            SELECT app_id, broadcast_id, number, position($4 IN recipients::text) > 0 AS is_named FROM broadcast_batches
            WHERE (app_id, broadcast_id, number) > ($1, $2, $3) ORDER BY app_id, broadcast_id, number LIMIT \(batchCountMax)
            """, last.app, last.broadcast, last.number, quoted(person))
        var end: BatchKey?
        for batch in batches {
            let key = BatchKey(app: batch.text("app_id") ?? "", broadcast: batch.text("broadcast_id") ?? "", number: batch.integer("number") ?? 0)
            end = key
            if let broadcast, (key.app, key.broadcast) != (broadcast.app, broadcast.broadcast) { continue }
            guard batch.flag("is_named") else { continue }
            // Somebody else may be erased at the same time.
            let locked = try db.row(
                """
                SELECT recipients, recipient_values FROM broadcast_batches WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 FOR UPDATE
                """, key.app, key.broadcast, key.number)
            guard let locked else { continue }
            // A list that can't be read tells nobody; it goes whole.
            let known = Self.batch(locked)
            let recipients = known?.recipients ?? []
            let places = recipients.indices.filter { recipients[$0] == person }
            guard known == nil || !places.isEmpty else { continue }
            let left = known?.without(person) ?? RecipientBatch([])
            try db.execute(
                """
                UPDATE broadcast_batches SET recipients = $4::json, recipient_values = $5::json
                WHERE app_id = $1 AND broadcast_id = $2 AND number = $3
                """, key.app, key.broadcast, key.number, FlatJSON.list(of: left.recipients.lazy.map(\.text)), left.values.map(PersonalValues.list))
            try db.execute(
                "DELETE FROM notification_transmissions WHERE app_id = $1 AND delivery_id = ANY($2::text[])", key.app,
                places.map { "\(key.broadcast)-\(key.number)-\($0)" })
            report.add(1, "broadcast_batches")
        }
        return (report, end)
    }
}
