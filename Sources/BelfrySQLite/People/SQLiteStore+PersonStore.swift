import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension Schema {
    static let erasure = """
        -- When who was erased, by marks that only whoever signs tokens can make: tokens from before let nobody in.
        CREATE TABLE erased_people (
            mark TEXT PRIMARY KEY NOT NULL,
            erased_at TEXT NOT NULL
        ) WITHOUT ROWID, STRICT;
        -- By which what names a person is found, where they are not whom it was made for.
        CREATE INDEX alert_snoozes_recipient ON alert_snoozes (recipient_user_id);
        CREATE INDEX pattern_alert_state_snoozed_by ON pattern_alert_state (snoozed_by) WHERE snoozed_by IS NOT NULL;
        CREATE INDEX inbox_messages_member ON inbox_messages (member_user_id) WHERE member_user_id <> recipient_user_id;
        CREATE INDEX broadcasts_member ON broadcasts (member_user_id) WHERE member_user_id IS NOT NULL;
        """
}

extension SQLiteStore: PersonStore {
    public func rows(of person: UserID, after place: PersonalRow.Place?, countMax: Int) async throws -> [PersonalRow] {
        try await pool.read { db in
            try PersonalTable.next(after: place) { try Self.rows(of: person, in: $0, after: $1, countMax, db) }
        }
    }

    private static func rows(
        of person: UserID, in table: PersonalTable, after key: [String]?, _ countMax: Int, _ db: Database
    ) throws -> [PersonalRow] {
        guard table != .values else { return try ownValues(of: person, after: key, countMax, db) }
        let columns = try db.columns(in: table.name).map(\.name).filter { !table.secrets.contains($0) }
        let members = columns.map { "'\($0)', \"\($0)\"" }.joined(separator: ", ")
        let keys = table.key.joined(separator: ", ")
        let isAfter = key.map { "AND (\(keys)) > (\(placeholders($0.count)))" } ?? ""
        return try StoredRow.fetchAll(
            db,
            sql: """
                SELECT json_object(\(members)) AS personal_row, \(keys) FROM \(table.name)
                WHERE \(table.condition("?1")) \(isAfter) ORDER BY \(keys) LIMIT ?
                """, arguments: [person.text] + StatementArguments(key ?? []) + [countMax]
        ).map { row in PersonalRow(place: table.place(table.key.map { row.text($0) ?? "" }), json: row.text("personal_row") ?? "{}") }
    }

    /// Others' values in the same batch aren't handed out.
    private static func ownValues(of person: UserID, after key: [String]?, _ countMax: Int, _ db: Database) throws -> [PersonalRow] {
        var last = key ?? ["", "-1", ""]
        while true {
            let batches = try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT app_id, broadcast_id, number, recipients, recipient_values FROM broadcast_batches
                    WHERE recipient_values IS NOT NULL AND instr(recipients, ?) > 0
                        AND (broadcast_id, number, app_id) > (?, CAST(? AS INTEGER), ?)
                    ORDER BY broadcast_id, number, app_id LIMIT ?
                    """, arguments: [quoted(person)] + StatementArguments(last) + [min(countMax, PersonalTable.batchCountMax)])
            let rows = batches.compactMap { row in
                batch(row)?.row(of: person, row.text("app_id") ?? "", row.text("broadcast_id") ?? "", number: row.integer("number") ?? 0)
            }
            guard rows.isEmpty, let end = batches.last else { return rows }
            // Only others were found, whose names have this one in them.
            last = [end.text("broadcast_id") ?? "", String(end.integer("number") ?? 0), end.text("app_id") ?? ""]
        }
    }

    public func erasure(marked mark: String) async throws -> Instant? {
        try await pool.read { db in
            try StoredRow.fetchOne(
                db.cachedStatement(sql: "SELECT erased_at FROM erased_people WHERE mark = ?"), arguments: [mark])?.instant("erased_at")
        }
    }

    public func erasures(since moment: Instant) async throws -> Set<String> {
        try await pool.read { db in
            try String.fetchSet(db, sql: "SELECT mark FROM erased_people WHERE erased_at >= ?", arguments: [moment.sql])
        }
    }

    public func forget(_ people: Set<UserID>, in broadcast: Broadcast) async throws {
        try await write { db in
            var report = ErasureReport()
            for person in people { try Self.forgetInBatches(person, of: broadcast.id, &report, db) }
        }
    }

    public func erase(_ person: UserID, leaving mark: String?, now: Instant) async throws -> ErasureReport {
        try await write { db in
            var report = ErasureReport()
            if let mark {
                try db.execute(
                    sql: "INSERT INTO erased_people (mark, erased_at) VALUES (?, ?) ON CONFLICT (mark) DO UPDATE SET erased_at = excluded.erased_at",
                    arguments: [mark, now.sql])
            }
            let deleter = Deleter(person: person, db: db)
            try Self.forgetDeliveries(deleter, now, &report)
            try Self.forgetInBroadcasts(deleter, now, &report)
            try Self.forgetAlerts(deleter, &report)
            let schedules = try Self.schedules(to: person, db)
            let families = try String.fetchAll(db, sql: "SELECT family_id FROM family_members WHERE user_id = ?", arguments: [person.text])
            for table in PersonalTable.plain { report.add(try deleter.delete(from: table.name, where: table.condition("?1")), table.name) }
            try Self.forgetSchedules(toNobody: schedules, db)
            for family in families.compactMap(FamilyID.init) { try Self.leave(family, now, db) }
            report.add(try deleter.run("UPDATE audit_log SET user_id = ?2 WHERE user_id = ?1", [UserID.erased.text]), PersonalTable.audit)
            // By the index, which has names as well.
            try deleter.run(
                "UPDATE audit_log SET actor_user_id = ?2 WHERE \(AuditSelection.actorColumn) = ?1 AND actor_user_id = ?1", [UserID.erased.text])
            try deleter.run("UPDATE evaluation_round SET cursor_user_id = '' WHERE cursor_user_id = ?1")
            try deleter.run("UPDATE feed_round SET cursor_user_id = '' WHERE cursor_user_id = ?1")
            return report
        }
    }
}

/// Statements of which the first parameter is a person.
private struct Deleter {
    let person: UserID
    let db: Database

    /// - Returns: how many rows were changed.
    @discardableResult
    func run(_ sql: String, _ others: StatementArguments = StatementArguments()) throws -> Int {
        try db.execute(sql: sql, arguments: [person.text] + others)
        return db.changesCount
    }

    func delete(from table: String, where condition: String) throws -> Int { try run("DELETE FROM \(table) WHERE \(condition)") }
}

// MARK: What goes

extension SQLiteStore {
    private static let isOfPerson = "(recipient_user_id = ?1 OR member_user_id = ?1)"
    /// What was queued under a key, name by name: else all that a person has is gone through for each.
    private static let ofKey = """
        SELECT 1 FROM json_each(CASE WHEN json_valid(deliveries) THEN deliveries END) given CROSS JOIN notification_queue queue ON queue.id = given.value
        """

    private static func forgetDeliveries(_ deleter: Deleter, _ now: Instant, _ report: inout ErasureReport) throws {
        // Keys under which nothing else was queued. Who queues something says one moment for it and for its key.
        try deleter.run(
            """
            DELETE FROM idempotency_keys WHERE created_at IN (SELECT created_at FROM notification_queue WHERE \(isOfPerson))
                AND EXISTS (\(ofKey) WHERE \(isOfPerson)) AND NOT EXISTS (\(ofKey) WHERE NOT \(isOfPerson))
            """)
        try deleter.run(
            """
            UPDATE notification_queue SET \(unmerge), updated_at = ?2 WHERE NOT \(isOfPerson)
                AND merged_into IN (SELECT id FROM notification_queue WHERE \(isOfPerson) AND status IN ('pending', 'sending'))
            """, [now.sql])
        for table in PersonalTable.all where table.name == "inbox_messages" {
            report.add(try deleter.delete(from: table.name, where: table.condition("?1")), table.name)
        }
        // Summaries that tell of them, too.
        try deleter.run(
            "DELETE FROM inbox_messages WHERE id IN (SELECT merged_into FROM notification_queue WHERE member_user_id = ?1 AND merged_into IS NOT NULL)")
        for table in ["notification_transmissions", "removals"] {
            try deleter.run("DELETE FROM \(table) WHERE delivery_id IN (SELECT id FROM notification_queue WHERE \(isOfPerson))")
        }
        // What a worker has in hand loses its lease, and whose it was: nothing is kept of what becomes of it.
        let inHand = try deleter.run(
            """
            UPDATE notification_queue SET status = 'cancelled', recipient_user_id = ?2, member_user_id = ?2, \(nothingLeft),
                payload = json_object('kind', json_extract(payload, '$.kind')), last_error = '\(Delivery.calledOff)', updated_at = ?3
            WHERE status = 'sending' AND \(isOfPerson)
            """, [UserID.erased.text, now.sql])
        let gone = try deleter.delete(from: "notification_queue", where: isOfPerson)
        report.add(inHand + gone, "notification_queue")
    }

    private static let nothingLeft = [
        "alert_state_id", "idempotency_key", "next_attempt_at", "reason", "decision_inputs", "decided_at", "merged_into", "leased_by",
        "lease_token", "lease_until", "group_key", "route_key", "route_step", "route_until", "actions_taken", "opened_at", "acted_at", "counted_at",
    ].map { "\($0) = NULL" }.joined(separator: ", ")

    /// Batches stay, because the log tells of their members by their places.
    private static func forgetInBroadcasts(_ deleter: Deleter, _ now: Instant, _ report: inout ErasureReport) throws {
        let (person, db) = (deleter.person, deleter.db)
        let about = try deleter.run(
            """
            UPDATE broadcasts SET member_user_id = NULL, payload = '{}', status = 'cancelled', idempotency_key = NULL, request_hash = NULL, updated_at = ?2
            WHERE member_user_id = ?1
            """, [now.sql])
        report.add(about, "broadcasts")
        if about > 0 { try forgetCancelled(db) }
        try forgetInBatches(person, of: nil, &report, db)
    }

    /// - Parameter broadcast: nil for all of them.
    private static func forgetInBatches(_ person: UserID, of broadcast: BroadcastID?, _ report: inout ErasureReport, _ db: Database) throws {
        let named = try StoredRow.fetchAll(
            db,
            sql: "SELECT rowid AS place, broadcast_id, number, recipients, recipient_values FROM broadcast_batches WHERE instr(recipients, ?) > 0",
            arguments: [quoted(person)])
        for batch in named where broadcast.map({ batch.text("broadcast_id") == $0.text }) ?? true {
            // A list that can't be read tells nobody; it goes whole.
            let known = Self.batch(batch)
            let recipients = known?.recipients ?? []
            let places = recipients.indices.filter { recipients[$0] == person }
            guard known == nil || !places.isEmpty else { continue }
            let left = known?.without(person) ?? RecipientBatch([])
            try db.execute(
                sql: "UPDATE broadcast_batches SET recipients = ?, recipient_values = ? WHERE rowid = ?",
                arguments: [left.recipients.map(\.text).jsonList, left.values.map(PersonalValues.list), batch.integer("place")])
            let beginning = "\(batch.text("broadcast_id") ?? "")-\(batch.integer("number") ?? 0)-"
            try db.execute(
                sql: "DELETE FROM notification_transmissions WHERE delivery_id \(isListed)", arguments: [places.map { "\(beginning)\($0)" }.jsonList])
            report.add(1, "broadcast_batches")
        }
    }

    /// As it stands in a list.
    private static func quoted(_ user: UserID) -> String { String([user.text].jsonList.dropFirst().dropLast()) }

    private static func forgetAlerts(_ deleter: Deleter, _ report: inout ErasureReport) throws {
        report.add(try deleter.delete(from: "alert_snoozes", where: "recipient_user_id = ?1"), "alert_snoozes")
        try deleter.run("DELETE FROM alert_snoozes WHERE alert_state_id IN (SELECT id FROM pattern_alert_state WHERE user_id = ?1)")
        try deleter.run("UPDATE pattern_alert_state SET snooze_until = NULL, snooze_days = NULL, snoozed_by = NULL WHERE snoozed_by = ?1")
        report.add(try deleter.delete(from: "pattern_alert_state", where: "user_id = ?1"), "pattern_alert_state")
    }

    /// A family that has lost somebody, perhaps its last.
    private static func leave(_ family: FamilyID, _ now: Instant, _ db: Database) throws {
        try markMembers(of: family, at: now, db)
        let isOver = "NOT EXISTS (SELECT 1 FROM family_members WHERE family_id = ?1)"
        try db.execute(sql: "DELETE FROM families WHERE id = ?1 AND \(isOver)", arguments: [family.text])
        try db.execute(sql: "DELETE FROM family_invitations WHERE family_id = ?1 AND \(isOver)", arguments: [family.text])
    }
}

// MARK: What a worker had in hand

extension SQLiteStore {
    /// Of a batch, the results that still count.
    static func stillMeant(_ results: [MemberResult], of batch: LeasedBroadcastBatch, _ db: Database) throws -> [MemberResult] {
        let (app, id) = (batch.broadcast.app.text, batch.broadcast.id.text)
        let list = try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT recipients FROM broadcast_batches WHERE app_id = ? AND broadcast_id = ? AND number = ? AND instr(recipients, ?) > 0"),
            arguments: [app, id, batch.number, quoted(.erased)])
        let member = try String.fetchOne(
            db.cachedStatement(sql: "SELECT member_user_id FROM broadcasts WHERE app_id = ? AND id = ? AND member_user_id IS NOT NULL"),
            arguments: [app, id])
        return batch.stillMeant(results, among: list.flatMap { recipients(in: $0) }, about: member.flatMap(UserID.init))
    }

    /// Whether all is there still that a message tells as a summary.
    static func isStillMerged(_ message: InboxMessage, _ db: Database) throws -> Bool {
        guard !message.merged.isEmpty else { return true }
        let count = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM notification_queue WHERE id \(isListed) AND merged_into = ?"),
            arguments: [message.merged.keys.map(\.text).jsonList, message.id.text])
        return count == message.merged.count
    }

    /// Whether a message is of somebody who was erased while a worker had it in hand.
    static func isErased(_ message: InboxMessage, _ db: Database) throws -> Bool {
        let place = Broadcast.Place(message.id)
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM notification_queue WHERE id = ?1 AND recipient_user_id = ?2)
                    OR EXISTS (SELECT 1 FROM broadcasts JOIN broadcast_batches batch
                        ON batch.app_id = broadcasts.app_id AND batch.broadcast_id = broadcasts.id AND batch.number = ?4
                        WHERE broadcasts.id = ?3
                            AND (json_extract(batch.recipients, '$[' || ?5 || ']') = ?2 OR broadcasts.member_user_id IS NULL AND ?6))
                    """),
            arguments: [
                message.id.text, UserID.erased.text, place?.broadcast.text, place?.batch, place?.index, message.member != message.recipient,
            ]) ?? false
    }
}
