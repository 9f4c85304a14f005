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

    /// Deliveries as they wait for others of their digest: those of an app are looked up at once, each by the index of what is told together.
    static func waiting(_ deliveries: [Delivery], in length: Duration?, _ db: Connection) throws -> [Delivery] {
        guard let length else { return deliveries }
        let windows = deliveries.map { DigestWindow(of: $0, length: length) }
        guard windows.contains(where: { $0 != nil }) else { return deliveries }
        try planWithoutScans(db)
        let asked = try Dictionary(grouping: deliveries.indices.filter { windows[$0] != nil }, by: { deliveries[$0].app }).map { app, places in
            (places, try askOpen(places.map { deliveries[$0] }, places.map { windows[$0] }, of: app, db))
        }
        var open: [Int: Instant] = [:]
        for (places, answer) in asked {
            for row in try answer.rows() {
                if let place = row.integer("place"), places.indices.contains(place - 1) { open[places[place - 1]] = row.instant("due_at") }
            }
        }
        return deliveries.indices.map { place in
            windows[place]?.waiting(deliveries[place], until: open[place]) ?? deliveries[place]
        }
    }

    /// When the window that is open for each is over, by place from 1 on.
    private static func askOpen(_ deliveries: [Delivery], _ windows: [BelfryPorts.DigestWindow?], of app: AppID, _ db: Connection) throws -> Answer {
        try db.send(
            """
            SELECT asked.place, open.due_at
            FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) WITH ORDINALITY
                AS asked (recipient, channel, group_key, opens_at, last_end, place)
            CROSS JOIN LATERAL (
                SELECT live.due_at FROM \(LiveSchema.table) live CROSS JOIN LATERAL (
                    SELECT 1 FROM notification_queue queue WHERE queue.id = live.id AND queue.app_id = $6 AND queue.attempts = 0 LIMIT 1) AS untried
                WHERE live.status = 'pending' AND live.group_key = asked.group_key AND live.recipient_user_id = asked.recipient
                    AND live.channel = asked.channel AND live.app_id = $6 AND live.held_since IS NULL
                    AND live.due_at > asked.opens_at AND live.due_at <= asked.last_end
                ORDER BY live.due_at LIMIT 1) AS open
            """,
            deliveries.map(\.recipient), deliveries.map(\.channelName), deliveries.map(\.groupKey), windows.map { $0?.opensAt },
            windows.map { $0?.lastEnd }, app)
    }
}
