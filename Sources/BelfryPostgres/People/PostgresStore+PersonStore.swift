import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: PersonStore {
    public func rows(of person: UserID, after place: PersonalRow.Place?, countMax: Int) async throws -> [PersonalRow] {
        try await pool.snapshot { db in
            try PersonalTable.next(after: place) { try Self.rows(of: person, in: $0, after: $1, countMax, db) }
        }
    }

    static func rows(
        of person: UserID, in table: PersonalTable, after key: [String]?, _ countMax: Int, _ db: Connection
    ) throws -> [PersonalRow] {
        guard table != .values else { return try ownValues(of: person, after: key, countMax, db) }
        let keys = table.key.joined(separator: ", ")
        let open = table.secrets.reduce("to_jsonb(kept)") { "\($0) - '\($1)'" }
        let isAfter = key.map { key in "AND (\(keys)) > (\(key.indices.map { "$\($0 + 3)" }.joined(separator: ", ")))" } ?? ""
        var parameters: [(any SQLConvertible)?] = [person, countMax]
        for text in key ?? [] { parameters.append(text) }
        // Where no index has both, found by the person first: in the order of the key all that there is might be gone through.
        let page = "\(isAfter) ORDER BY \(keys) LIMIT $2"
        if table.isInOrder { try planByIndex(db) }
        return try db.send(
            """
            WITH kept AS MATERIALIZED (SELECT * FROM \(table.name) WHERE \(table.condition("$1")) \(table.isInOrder ? page : ""))
            SELECT \(open) AS personal_row, \(table.key.map { "\($0)::text AS personal_key_\($0)" }.joined(separator: ", ")) FROM kept
            \(table.isInOrder ? "ORDER BY \(keys)" : "WHERE true \(page)")
            """, parameters
        ).rows().map { row in
            PersonalRow(
                place: table.place(table.key.map { row.text(.given("personal_key_\($0)")) ?? "" }), json: row.text("personal_row") ?? "{}")
        }
    }

    /// Others' values in the same batch aren't handed out.
    private static func ownValues(of person: UserID, after key: [String]?, _ countMax: Int, _ db: Connection) throws -> [PersonalRow] {
        var last = key ?? ["", "-1", ""]
        try planByIndex(db)
        while true {
            let batches = try db.rows(
                """
                SELECT app_id, broadcast_id, number, recipients, recipient_values FROM broadcast_batches
                WHERE recipient_values IS NOT NULL AND position($1 IN recipients::text) > 0
                    AND (broadcast_id, number, app_id) > ($2, $3::integer, $4)
                ORDER BY broadcast_id, number, app_id LIMIT $5
                """, quoted(person), last[0], last[1], last[2], min(countMax, PersonalTable.batchCountMax))
            let rows = batches.compactMap { row in
                batch(row)?.row(of: person, row.text("app_id") ?? "", row.text("broadcast_id") ?? "", number: row.integer("number") ?? 0)
            }
            guard rows.isEmpty, let end = batches.last else { return rows }
            // Only others were found, whose names have this one in them.
            last = [end.text("broadcast_id") ?? "", String(end.integer("number") ?? 0), end.text("app_id") ?? ""]
        }
    }

    public func erasure(marked mark: String) async throws -> Instant? {
        try await pool.single { try $0.row("SELECT erased_at FROM erased_people WHERE mark = $1", mark)?.instant("erased_at") }
    }

    public func erasures(since moment: Instant) async throws -> Set<String> {
        try await pool.single { db in
            Set(try db.rows("SELECT mark FROM erased_people WHERE erased_at >= $1", moment).compactMap { $0.text("mark") })
        }
    }

    /// As it stands in a list.
    static func quoted(_ user: UserID) -> String { String(FlatJSON.list(of: [user.text]).dropFirst().dropLast()) }
}

// MARK: What a worker had in hand

extension PostgresStore {
    /// Of a batch, the results that still count. Whoever erases somebody from here on waits until this transaction is through, and finds what it
    /// leaves.
    static func stillMeant(_ results: [MemberResult], of batch: LeasedBroadcastBatch, _ db: Connection) throws -> [MemberResult] {
        let (app, id) = (batch.broadcast.app, batch.broadcast.id)
        let list = try db.send(
            """
            SELECT CASE WHEN position($4 IN recipients::text) > 0 THEN recipients END AS recipients FROM broadcast_batches
            WHERE app_id = $1 AND broadcast_id = $2 AND number = $3 FOR SHARE
            """, app, id, batch.number, quoted(.erased))
        let about = try db.row("SELECT member_user_id FROM broadcasts WHERE app_id = $1 AND id = $2", app, id)
        let named = try list.rows().first { $0.text("recipients") != nil }
        return batch.stillMeant(results, among: named.flatMap { Self.recipients($0) }, about: about?.identifier("member_user_id"))
    }

    /// Whether all is there still that a message tells as a summary.
    static func isStillMerged(_ message: InboxMessage, _ db: Connection) throws -> Bool {
        let ids = message.merged.keys.sorted()
        guard let first = ids.first else { return true }
        try planByIndex(db)
        let left = try db.rows(
            "SELECT DISTINCT id FROM notification_queue WHERE id = ANY($1::text[]) AND id BETWEEN $2 AND $3 AND merged_into = $4", ids, first, ids.last,
            message.id)
        return left.count == ids.count
    }

    /// Whether a message is of somebody who was erased while a worker had it in hand.
    static func isErased(_ message: InboxMessage, _ db: Connection) throws -> Bool {
        let row = try db.send("SELECT 1 AS known FROM notification_queue WHERE id = $1 AND recipient_user_id = $2", message.id, UserID.erased)
        guard let place = Broadcast.Place(message.id) else { return try !row.rows().isEmpty }
        let member = try db.row(
            """
            SELECT 1 AS known FROM broadcasts JOIN broadcast_batches batch ON batch.app_id = broadcasts.app_id AND batch.broadcast_id = broadcasts.id
            WHERE broadcasts.id = $1 AND batch.number = $2 AND (batch.recipients->>$3::integer = $4 OR broadcasts.member_user_id IS NULL AND $5::boolean)
            """, place.broadcast, place.batch, place.index, UserID.erased, message.member != message.recipient)
        return try !row.rows().isEmpty || member != nil
    }
}
