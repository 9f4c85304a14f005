import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: StatusLog {
    public func askForStatuses(of app: AppID, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO status_webhooks (app_id, asked_at) VALUES (?, ?) ON CONFLICT (app_id) DO UPDATE SET asked_at = excluded.asked_at",
                arguments: [app.text, now.sql])
        }
    }

    public func hastenStatuses(of app: AppID) async throws {
        try await write { try $0.execute(sql: "UPDATE status_webhooks SET next_attempt_at = NULL WHERE app_id = ?", arguments: [app.text]) }
    }

    public func leaseStatuses(of app: AppID, _ terms: StatusTerms) async throws -> StatusBatch? {
        // Mostly there is nothing, or it is to be tried later, and for that nobody has to wait.
        let isAnything = try await pool.read { db in
            try StoredRow.fetchOne(
                db, sql: "SELECT * FROM status_webhooks WHERE app_id = ?1 AND EXISTS (SELECT 1 FROM status_changes WHERE app_id = ?1)",
                arguments: [app.text]
            ).map { Self.isFree($0, terms) } ?? false
        }
        guard isAnything else { return nil }
        return try await write { db in
            let asked = try StoredRow.fetchOne(db, sql: "SELECT * FROM status_webhooks WHERE app_id = ?", arguments: [app.text])
            guard let seat = asked, Self.isFree(seat, terms) else { return nil }
            try Self.giveUp(before: terms.now - StatusBatch.ageMax, of: app, now: terms.now, db)
            let changes = try Self.changes(of: app, terms.countMax, db)
            guard !changes.isEmpty else { return nil }
            try db.execute(
                sql: "UPDATE status_webhooks SET leased_by = ?, lease_until = ? WHERE app_id = ?",
                arguments: [terms.holder, terms.until.sql, app.text])
            return StatusBatch(app: app, holder: terms.holder, changes: changes, failureCount: max(0, seat.integer("failures") ?? 0))
        }
    }

    public func settle(_ batch: StatusBatch, _ result: StatusBatch.Result) async throws {
        try await write { db in
            if result == .told {
                try db.execute(
                    sql: "DELETE FROM status_changes WHERE id \(isListed)", arguments: [batch.changes.map { String($0.number) }.jsonList])
            }
            let change: (assignments: String, values: [String?])
            switch result {
            case .told: change = ("failures = 0, failing_since = NULL, why = NULL, next_attempt_at = NULL,", [])
            case .failed(let why, let moment, let retryAt):
                change = (
                    "failures = failures + 1, failing_since = coalesce(failing_since, ?), why = ?, next_attempt_at = ?,",
                    [moment.sql, why.sql, retryAt.sql]
                )
            }
            try db.execute(
                sql: "UPDATE status_webhooks SET \(change.assignments) leased_by = NULL, lease_until = NULL WHERE app_id = ? AND leased_by = ?",
                arguments: StatementArguments(change.values + [batch.app.text, batch.holder]))
        }
    }

    public func statusStandings() async throws -> [StatusStanding] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT CAST(app_id AS BLOB) AS app_id, failing_since, why, given_up, given_up_at,
                        (SELECT happened_at FROM status_changes change WHERE change.app_id = asking.app_id ORDER BY id LIMIT 1) AS oldest_at
                    FROM status_webhooks asking ORDER BY asking.app_id
                    """
            ).compactMap { row in
                guard let app: AppID = row.identifier("app_id") else { return nil }
                let why = row.text("why")
                return StatusStanding(
                    app: app, oldestAt: row.instant("oldest_at"),
                    failure: row.instant("failing_since").flatMap { since in why.map { StatusStanding.Failure(since: since, why: $0) } },
                    givenUpCount: row.integer("given_up") ?? 0, givenUpAt: row.instant("given_up_at"))
            }
        }
    }

    /// Of a row of `status_webhooks`.
    private static func isFree(_ seat: StoredRow, _ terms: StatusTerms) -> Bool {
        terms.mayTake(leasedBy: seat.text("leased_by"), until: seat.instant("lease_until"), nextAttemptAt: seat.instant("next_attempt_at"))
    }

    private static func giveUp(before cutoff: Instant, of app: AppID, now: Instant, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM status_changes WHERE app_id = ? AND happened_at < ?").execute(arguments: [app.text, cutoff.sql])
        guard db.changesCount > 0 else { return }
        try db.execute(
            sql: "UPDATE status_webhooks SET given_up = given_up + ?, given_up_at = ? WHERE app_id = ?",
            arguments: [db.changesCount, now.sql, app.text])
    }

    /// What can't be read goes: it would stand before all others for ever.
    private static func changes(of app: AppID, _ countMax: Int, _ db: Database) throws -> [StatusChange] {
        while true {
            let rows = try StoredRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id, CAST(delivery_id AS BLOB) AS delivery_id, channel, event, reason, attempts, happened_at FROM status_changes
                        WHERE app_id = ? ORDER BY id LIMIT ?
                        """), arguments: [app.text, countMax])
            let changes = rows.compactMap(change)
            if !changes.isEmpty || rows.isEmpty {
                return try changes.map { change in try change.broadcast.map { change.counting(try progress($0, db)) } ?? change }
            }
            for row in rows { try db.execute(sql: "DELETE FROM status_changes WHERE id = ?", arguments: [row.integer("id")]) }
        }
    }

    private static func change(_ row: StoredRow) -> StatusChange? {
        guard let number = row.integer("id"), let delivery: DeliveryID = row.identifier("delivery_id"), let kind: StatusChange.Kind = row.choice("event"),
            let happenedAt = row.instant("happened_at")
        else { return nil }
        return StatusChange(
            number: number, delivery: delivery, channelName: row.text("channel"), kind: kind, reason: row.text("reason"),
            attemptCount: row.integer("attempts"), happenedAt: happenedAt)
    }

    /// What a provider reported of one of its transmissions.
    static func noteReport(_ status: Transmission.Status, of transmission: Transmission, why: String?, at moment: Instant, _ db: Database) throws {
        guard let kind = StatusChange.Kind(reported: status) else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO status_changes (app_id, delivery_id, channel, event, reason, happened_at)
                SELECT ?1, ?2, (SELECT channel FROM notification_queue WHERE id = ?2), ?3, ?4, ?5 WHERE \(StatusSchema.hasAsked("?1"))
                """
        ).execute(arguments: [transmission.app.text, transmission.delivery.text, kind.rawValue, StatusChange.code(of: why)?.sql, moment.sql])
    }
}
