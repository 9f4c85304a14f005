/// Views of what waits, of each app and priority: when the first of it is due.
enum LaneSchema {
    static let queue = "notification_queue_lanes"
    static let broadcasts = "broadcast_lanes"

    /// One look into the index for each, however much waits.
    static let sql = views { table, waiting, order in
        """
        WITH RECURSIVE lanes AS (
            (SELECT app_id, priority, due_at FROM \(table) WHERE \(waiting) ORDER BY app_id, priority, due_at, \(order) LIMIT 1)
            UNION ALL
            SELECT next.* FROM lanes CROSS JOIN LATERAL (
                SELECT app_id, priority, due_at FROM \(table) WHERE \(waiting) AND (app_id, priority) > (lanes.app_id, lanes.priority)
                ORDER BY app_id, priority, due_at, \(order) LIMIT 1) AS next)
        SELECT app_id, priority, due_at FROM lanes
        """
    }

    /// - Parameter lanes: what is looked up, of a table, by what says that a row of it waits, and the order of those that are due at once.
    static func views(_ lanes: (_ table: String, _ waiting: String, _ order: String) -> String) -> String {
        """
        CREATE OR REPLACE VIEW \(queue) AS \(lanes(LiveSchema.table, "status = 'pending'", "id"));
        CREATE OR REPLACE VIEW \(broadcasts) AS \(lanes("broadcast_leases", "lease_until IS NULL", "broadcast_id, number"));

        """
    }
}
