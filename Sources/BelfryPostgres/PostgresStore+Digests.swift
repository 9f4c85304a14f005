import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore {
    /// Who opens a window of a digest is seen by whoever comes next under its key: one waits for the other.
    static func lockDigests(of deliveries: [Delivery], _ db: Connection) throws {
        // Put together with a character that no identifier has.
        let keys = Set(deliveries.filter(\.isOfDigest).map { "\($0.app)\t\($0.groupKey ?? "")" })
        guard !keys.isEmpty else { return }
        try db.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(key, $2)) FROM unnest($1::text[]) AS given (key)", keys.sorted(), Exclusive.digests.rawValue)
    }

    /// Deliveries as they wait for others of their digest: all are looked up at once, each by the index of what is told together.
    static func waiting(_ deliveries: [Delivery], in length: Duration?, _ db: Connection) throws -> [Delivery] {
        guard let length else { return deliveries }
        let windows = deliveries.map { DigestWindow(of: $0, length: length) }
        guard windows.contains(where: { $0 != nil }) else { return deliveries }
        try planWithoutScans(db)
        let rows = try db.rows(
            """
            SELECT asked.place, open.due_at
            FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[]) WITH ORDINALITY
                AS asked (app_id, recipient, channel, group_key, opens_at, last_end, place)
            CROSS JOIN LATERAL (
                SELECT live.due_at FROM \(LiveSchema.table) live CROSS JOIN LATERAL (
                    SELECT 1 FROM notification_queue queue WHERE queue.id = live.id AND queue.app_id = asked.app_id AND queue.attempts = 0
                    LIMIT 1) AS untried
                WHERE live.status = 'pending' AND live.group_key = asked.group_key AND live.recipient_user_id = asked.recipient
                    AND live.channel = asked.channel AND live.app_id = asked.app_id AND live.held_since IS NULL
                    AND live.due_at > asked.opens_at AND live.due_at <= asked.last_end
                ORDER BY live.due_at LIMIT 1) AS open
            """,
            deliveries.map(\.app), deliveries.map(\.recipient), deliveries.map(\.channelName), deliveries.map { $0.isOfDigest ? $0.groupKey : nil },
            windows.map { $0?.opensAt }, windows.map { $0?.lastEnd })
        let open = Dictionary(
            rows.compactMap { row in row.integer("place").flatMap { place in row.instant("due_at").map { (place - 1, $0) } } },
            uniquingKeysWith: { first, _ in first })
        return deliveries.indices.map { place in
            windows[place]?.waiting(deliveries[place], until: open[place]) ?? deliveries[place]
        }
    }
}
