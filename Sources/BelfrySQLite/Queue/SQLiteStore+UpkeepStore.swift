import BelfryModel
import BelfryPorts
import BelfryTime
import Foundation
import GRDB

extension Schema {
    static let upkeep = """
        -- Who keeps the store in order, until when nobody else does, and when that was last done.
        CREATE TABLE upkeep (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            holder TEXT NOT NULL,
            elected_at TEXT NOT NULL,
            lease_until TEXT,
            ran_at TEXT
        ) STRICT;
        """
}

extension SQLiteStore: UpkeepStore {
    public func electUpkeep(_ terms: UpkeepTerms) async throws -> Bool {
        try await write { db in
            try Migrations.check(db)
            let seat = try StoredRow.fetchOne(db, sql: "SELECT * FROM upkeep")
            let holder = seat?.text("holder") ?? ""
            let isTaken = seat?.instant("lease_until").map { $0 > terms.now } ?? false
            if isTaken, holder != terms.holder, !terms.isDead(holder) { return false }
            let electedAt = isTaken && holder == terms.holder ? seat?.text("elected_at") ?? terms.now.sql : terms.now.sql
            try db.execute(
                sql: """
                    INSERT INTO upkeep (id, holder, elected_at, lease_until) VALUES (1, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, elected_at = excluded.elected_at, lease_until = excluded.lease_until
                    """, arguments: [terms.holder, electedAt, terms.until.sql])
            return true
        }
    }

    public func resignUpkeep(_ holder: String) async throws {
        try await write { try $0.execute(sql: "UPDATE upkeep SET lease_until = NULL WHERE holder = ?", arguments: [holder]) }
    }

    public func maintain(by holder: String, now: Instant) async throws {
        try await write { try $0.execute(sql: "UPDATE upkeep SET ran_at = ? WHERE holder = ?", arguments: [now.sql, holder]) }
        try await finishCallingOff(now: now)
    }

    public func upkeep() async throws -> UpkeepStanding? {
        try await pool.read { db in
            try StoredRow.fetchOne(db, sql: "SELECT * FROM upkeep").flatMap { row in
                guard let holder = row.text("holder"), let electedAt = row.instant("elected_at") else { return nil }
                return UpkeepStanding(holder: holder, electedAt: electedAt, ranAt: row.instant("ran_at"))
            }
        }
    }

    // MARK: What is over

    public func prunable(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        try await pool.read { db in
            var report = PruneReport()
            for rule in PruneRule.all {
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rule.table) WHERE \(rule.condition)", arguments: rule.arguments(cutoffs))
                report.add(count ?? 0, rule.kind)
            }
            return report
        }
    }

    public func prune(_ cutoffs: PruneCutoffs) async throws -> PruneReport {
        // Which deliveries are over is looked for beside whoever writes.
        let over = try await pool.read { try Data.fetchAll($0, sql: PruneRule.deliveriesOver, arguments: ["deliveries": cutoffs.deliveries.sql]) }
        return try await write { db in
            var report = PruneReport()
            for id in over {
                try db.cachedStatement(sql: "DELETE FROM notification_queue WHERE id = \(PruneRule.id) AND \(PruneRule.deliveries)")
                    .execute(arguments: ["id": id, "deliveries": cutoffs.deliveries.sql])
                guard db.changesCount > 0 else { continue }
                report.add(1, .deliveries)
                try db.cachedStatement(sql: "DELETE FROM notification_transmissions WHERE delivery_id = \(PruneRule.id)")
                    .execute(arguments: ["id": id])
                report.add(db.changesCount, .transmissions)
            }
            for rule in PruneRule.all where !rule.isWithDeliveries {
                try db.execute(sql: rule.removal, arguments: rule.arguments(cutoffs))
                report.add(db.changesCount, rule.kind)
            }
            return report
        }
    }
}

/// What of a table is over.
private struct PruneRule {
    let kind: PruneReport.Kind
    let table: String
    let key: String
    let condition: String
    /// What is forgotten of a row that stays; nil where the row goes.
    var forgetting: String?
    /// What of others has to be gone before.
    var remainder: String?
    /// It goes with each delivery.
    var isWithDeliveries = false

    var removal: String {
        let isLast = remainder.map { " AND NOT \($0)" } ?? ""
        let over = "(\(key)) IN (SELECT \(key) FROM \(table) WHERE \(condition)\(isLast) LIMIT \(PruneCutoffs.countMax))"
        return forgetting.map { "UPDATE \(table) SET \($0) WHERE \(over)" } ?? "DELETE FROM \(table) WHERE \(over)"
    }

    func arguments(_ cutoffs: PruneCutoffs) -> StatementArguments {
        let values = ["audit": cutoffs.audit, "deliveries": cutoffs.deliveries, "keys": cutoffs.keys, "now": cutoffs.now, "reports": cutoffs.reports]
        return StatementArguments(values.filter { condition.contains(":\($0.key)") }.mapValues(\.sql))
    }

    /// Made before the cutoff, and waits for nothing.
    static let deliveries = """
        created_at < :deliveries AND status NOT IN ('pending', 'sending') AND (merged_into IS NULL OR NOT EXISTS (
            SELECT 1 FROM notification_queue lead WHERE lead.id = notification_queue.merged_into AND lead.status IN ('pending', 'sending')))
        """
    /// A delivery's, bound as its bytes: somebody may have written a NUL into it, and then its text is another's.
    static let id = "CAST(coalesce(:id, '') AS TEXT)"
    /// One person's after the other's, by the index that has them in order: reading through all takes long where few are over, as mostly it is.
    static let deliveriesOver = """
        WITH RECURSIVE people (person) AS (
            SELECT min(recipient_user_id) FROM notification_queue
            UNION ALL
            SELECT (SELECT min(recipient_user_id) FROM notification_queue WHERE recipient_user_id > person) FROM people WHERE person IS NOT NULL)
        SELECT CAST(id AS BLOB) FROM people CROSS JOIN notification_queue ON recipient_user_id = person WHERE \(deliveries) LIMIT \(PruneCutoffs.countMax)
        """
    /// Nobody works on it, nor waits for it.
    private static let broadcasts = """
        created_at < :deliveries
        AND NOT EXISTS (SELECT 1 FROM broadcast_leases lease WHERE lease.app_id = broadcasts.app_id AND lease.broadcast_id = broadcasts.id)
        AND NOT EXISTS (SELECT 1 FROM notification_queue row WHERE row.app_id = broadcasts.app_id AND row.broadcast_id = broadcasts.id
            AND row.status IN ('pending', 'sending'))
        """
    private static let ofBroadcasts = "(app_id, broadcast_id) IN (SELECT app_id, id FROM broadcasts WHERE \(broadcasts))"

    /// By the names of members, which begin with the broadcast's. Of those that are rows of the queue they go with these.
    private static func transmissions(of broadcast: String) -> String {
        """
        notification_transmissions way WHERE way.delivery_id > \(broadcast).id || '-' AND way.delivery_id < \(broadcast).id || '.'
            AND NOT EXISTS (SELECT 1 FROM notification_queue row WHERE row.id = way.delivery_id)
        """
    }

    private static let voidCodes = "code_hash IS NOT NULL AND code_expires_at <= :now"

    static let all = [
        PruneRule(kind: .deliveries, table: "notification_queue", key: "id", condition: deliveries, isWithDeliveries: true),
        PruneRule(
            kind: .transmissions, table: "notification_transmissions", key: "id",
            condition: "delivery_id IN (SELECT id FROM notification_queue WHERE \(deliveries))", isWithDeliveries: true),
        PruneRule(
            kind: .transmissions, table: "notification_transmissions", key: "id",
            condition: """
                id IN (SELECT way.id FROM (SELECT id FROM broadcasts WHERE \(broadcasts)) AS over CROSS JOIN \(transmissions(of: "over")))
                """),
        PruneRule(kind: .broadcastResults, table: "broadcast_results", key: "app_id, broadcast_id, number, entry, recorded_at", condition: ofBroadcasts),
        PruneRule(kind: .broadcastBatches, table: "broadcast_batches", key: "app_id, broadcast_id, number", condition: ofBroadcasts),
        // What was called off before all of it had come in was told to nobody, and never is.
        PruneRule(
            kind: .broadcastBatches, table: "broadcast_batches", key: "app_id, broadcast_id, number",
            condition: "(app_id, broadcast_id) IN (SELECT app_id, id FROM broadcasts WHERE status = 'cancelled' AND recipient_count = 0)"),
        PruneRule(
            kind: .broadcasts, table: "broadcasts", key: "id, app_id", condition: broadcasts,
            remainder: """
                EXISTS (SELECT 1 FROM broadcast_batches part WHERE part.app_id = broadcasts.app_id AND part.broadcast_id = broadcasts.id UNION ALL
                    SELECT 1 FROM broadcast_results part WHERE part.app_id = broadcasts.app_id AND part.broadcast_id = broadcasts.id UNION ALL
                    SELECT 1 FROM \(transmissions(of: "broadcasts")))
                """),
        PruneRule(
            kind: .broadcastKeys, table: "broadcasts", key: "id, app_id", condition: "idempotency_key IS NOT NULL AND created_at <= :keys",
            forgetting: "idempotency_key = NULL, request_hash = NULL"),
        PruneRule(kind: .idempotencyKeys, table: "idempotency_keys", key: "app_id, key", condition: "created_at <= :keys"),
        PruneRule(kind: .providerReports, table: "provider_reports", key: "provider, event_id", condition: "received_at < :reports"),
        PruneRule(kind: .spentTokens, table: "spent_tokens", key: "token_hash", condition: "expires_at <= :now"),
        PruneRule(kind: .invitations, table: "family_invitations", key: "code_hash", condition: "expires_at <= :now"),
        // A link that nobody opened stands for no address.
        PruneRule(kind: .codes, table: "contact_points", key: "id", condition: "address = '' AND \(voidCodes)"),
        PruneRule(
            kind: .codes, table: "contact_points", key: "id", condition: "address <> '' AND \(voidCodes)",
            forgetting: "code_hash = NULL, code_expires_at = NULL, code_attempts = 0"),
        PruneRule(kind: .pauses, table: "queue_pauses", key: "app_id", condition: "paused_until < :deliveries"),
        PruneRule(kind: .statusChanges, table: "status_changes", key: "id", condition: "happened_at < :reports"),
        PruneRule(kind: .statusWebhooks, table: "status_webhooks", key: "app_id", condition: "asked_at < :reports"),
        PruneRule(
            kind: .schedules, table: "schedules", key: "id", condition: "ended_at < :deliveries"),
        PruneRule(kind: .auditEntries, table: PersonalTable.audit, key: "id", condition: "happened_at < :audit"),
    ]
}
