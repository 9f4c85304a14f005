import BelfryPorts
import BelfryTime

/// What of a table is over, besides whole months; `$1` is the cutoff.
struct PruneRule {
    let kind: PruneReport.Kind
    let table: String
    let key: String
    let condition: String
    let cutoff: @Sendable (PruneCutoffs) -> Instant
    /// What is forgotten of a row that stays; nil where the row goes.
    var forgetting: String?
    /// What of others has to be gone before.
    var remainder: String?
    /// It goes with each delivery.
    var isWithDeliveries = false
    /// The moment by which an index has them, the oldest first; nil where it has none, because there are few.
    var order: String?
    /// Whether somebody may begin one anew while it goes: then it stays.
    var mayBeginAnew = false

    /// To be asked where statements are planned by index (``PostgresStore/plansByIndex``): how few are over the planner doesn't know.
    var removal: String {
        let isLast = remainder.map { " AND NOT \($0)" } ?? ""
        let isOldest = order.map { " ORDER BY \($0)" } ?? ""
        // PostgreSQL asks this alone of a row that others have changed until it was locked.
        let isStillOver = mayBeginAnew ? " AND \(condition)" : ""
        let over = "(\(key)) IN (SELECT \(key) FROM \(table) WHERE \(condition)\(isLast)\(isOldest) LIMIT \(PruneCutoffs.countMax))\(isStillOver)"
        return forgetting.map { "UPDATE \(table) SET \($0) WHERE \(over)" } ?? "DELETE FROM \(table) WHERE \(over)"
    }

    func parameters(_ cutoffs: PruneCutoffs) -> [(any SQLConvertible)?] { [cutoff(cutoffs)] }

    static let deliveries = "created_at < $1 AND \(isOver)"
    /// A delivery that waits for nothing, nor is told along with one that does.
    static let isOver = """
        status NOT IN ('pending', 'sending') AND (merged_into IS NULL OR NOT EXISTS (SELECT 1 FROM notification_queue lead
            WHERE lead.id = delivery.merged_into AND lead.app_id = delivery.app_id AND lead.status IN ('pending', 'sending')))
        """
    /// Nobody works on it, nor waits for it.
    private static let broadcasts = """
        created_at < $1
        AND NOT EXISTS (SELECT 1 FROM broadcast_leases lease WHERE lease.app_id = broadcasts.app_id AND lease.broadcast_id = broadcasts.id)
        AND NOT EXISTS (SELECT 1 FROM notification_queue member WHERE member.app_id = broadcasts.app_id AND member.broadcast_id = broadcasts.id
            AND member.status IN ('pending', 'sending'))
        """

    /// By the names of members, which begin with the broadcast's, where no month has them. Of those that are rows of the queue they go with these.
    private static func transmissions(of broadcast: String) -> String {
        """
        notification_transmissions_other way WHERE way.app_id = \(broadcast).app_id
            AND way.delivery_id > \(broadcast).id || '-' AND way.delivery_id < \(broadcast).id || '.'
            AND NOT EXISTS (SELECT 1 FROM notification_queue queue WHERE queue.id = way.delivery_id AND queue.app_id = way.app_id)
        """
    }

    private static let voidCodes = "code_hash IS NOT NULL AND code_expires_at <= $1"

    static let all = [
        PruneRule(kind: .deliveries, table: "notification_queue_other delivery", key: "id", condition: deliveries, cutoff: \.deliveries, isWithDeliveries: true),
        PruneRule(
            kind: .transmissions, table: "notification_transmissions", key: "id, delivery_id, app_id",
            condition: "(app_id, delivery_id) IN (SELECT app_id, id FROM notification_queue_other delivery WHERE \(deliveries))", cutoff: \.deliveries,
            isWithDeliveries: true),
        PruneRule(
            kind: .transmissions, table: "notification_transmissions_other", key: "id, delivery_id, app_id",
            condition: """
                (id, delivery_id, app_id) IN (SELECT way.id, way.delivery_id, way.app_id FROM (SELECT id, app_id FROM broadcasts WHERE \(broadcasts)) AS over
                    CROSS JOIN LATERAL (SELECT id, delivery_id, app_id FROM \(transmissions(of: "over"))) AS way)
                """, cutoff: \.deliveries),
        PruneRule(
            kind: .broadcastBatches, table: "broadcast_batches", key: "app_id, broadcast_id, number",
            condition: "(app_id, broadcast_id) IN (SELECT app_id, id FROM broadcasts WHERE \(broadcasts))", cutoff: \.deliveries),
        // What was called off before all of it had come in was told to nobody, and never is.
        PruneRule(
            kind: .broadcastBatches, table: "broadcast_batches", key: "app_id, broadcast_id, number",
            condition: """
                (app_id, broadcast_id) IN (SELECT app_id, id FROM broadcasts WHERE status = 'cancelled' AND updated_at <= $1 AND recipient_count = 0)
                """, cutoff: \.now),
        PruneRule(
            kind: .broadcasts, table: "broadcasts", key: "id, app_id", condition: broadcasts, cutoff: \.deliveries,
            remainder: """
                (EXISTS (SELECT 1 FROM broadcast_batches part WHERE part.app_id = broadcasts.app_id AND part.broadcast_id = broadcasts.id)
                    OR EXISTS (SELECT 1 FROM \(transmissions(of: "broadcasts"))))
                """),
        PruneRule(
            kind: .broadcastResults, table: "broadcast_results_other", key: "app_id, broadcast_id, number, entry, recorded_at",
            condition: "recorded_at < $1", cutoff: \.deliveries),
        PruneRule(
            kind: .broadcastKeys, table: "broadcasts", key: "id, app_id", condition: "idempotency_key IS NOT NULL AND created_at <= $1",
            cutoff: \.keys, forgetting: "idempotency_key = NULL, request_hash = NULL"),
        PruneRule(
            kind: .idempotencyKeys, table: "idempotency_keys", key: "app_id, key", condition: "created_at <= $1", cutoff: \.keys, order: "created_at",
            mayBeginAnew: true),
        PruneRule(
            kind: .providerReports, table: "provider_reports", key: "provider, event_id", condition: "received_at < $1", cutoff: \.reports,
            order: "received_at"),
        PruneRule(
            kind: .spentTokens, table: "spent_tokens", key: "token_hash", condition: "expires_at <= $1", cutoff: \.now, order: "expires_at"),
        PruneRule(kind: .invitations, table: "family_invitations", key: "code_hash", condition: "expires_at <= $1", cutoff: \.now),
        // A link that nobody opened stands for no address.
        PruneRule(
            kind: .codes, table: "contact_points", key: "id", condition: "address = '' AND \(voidCodes)", cutoff: \.now, order: "code_expires_at",
            mayBeginAnew: true),
        PruneRule(
            kind: .codes, table: "contact_points", key: "id", condition: "address <> '' AND \(voidCodes)", cutoff: \.now,
            forgetting: "code_hash = NULL, code_expires_at = NULL, code_attempts = 0", order: "code_expires_at", mayBeginAnew: true),
        PruneRule(
            kind: .pauses, table: PauseSchema.table, key: "app_id", condition: "paused_until < $1", cutoff: \.deliveries, mayBeginAnew: true),
        PruneRule(kind: .statusChanges, table: StatusSchema.changes, key: "id, app_id", condition: "happened_at < $1", cutoff: \.reports),
        PruneRule(
            kind: .statusWebhooks, table: StatusSchema.webhooks, key: "app_id", condition: "asked_at < $1", cutoff: \.reports, mayBeginAnew: true),
        PruneRule(kind: .schedules, table: "schedules", key: "id", condition: "ended_at < $1", cutoff: \.deliveries),
        PruneRule(kind: .auditEntries, table: AuditSchema.table, key: "id", condition: "happened_at < $1", cutoff: \.audit, order: "happened_at"),
    ]
}
