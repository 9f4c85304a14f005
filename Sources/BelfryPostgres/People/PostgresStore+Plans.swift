import BelfryTime

// A connection plans each statement once, by the sizes that tables have then. A queue that is empty then is full a minute later. So statements go
// by an index whatever the planner believes, and where they can't be made to, they are planned anew when the queue has grown.

extension PostgresStore {
    /// Has the planner look things up one by one, in the order of an index, until the transaction ends: whatever it believes of how many there are.
    static func planByIndex(_ db: Connection) throws { try db.execute("SELECT \(plansByIndex.joined(separator: ", "))") }

    static let plansByIndex = [withoutScans, "set_config('enable_sort', 'off', true)", withoutTables]

    /// The same where few rows are found, and sorted afterwards: an index that has them in order might be gone through whole for it.
    static func planWithoutScans(_ db: Connection) throws { try db.execute("SELECT \(withoutScans)") }

    /// An update with a value of its own for each row joins the queue with these values, and would read all between the first and the last for that.
    private static let withoutTables = "set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)"

    private static let withoutScans = "set_config('enable_seqscan', 'off', true)"

    /// Has the planner look anew how much waits, where it knows of less than was just found.
    ///
    /// A queue is often empty when autovacuum looks at it. What is planned by that then reads all that waits to find one row, until
    /// autovacuum comes again: for a minute, in which the burst is there that all wait for. A table that was never analysed is planned by its
    /// size, and one without pages isn't where the rows are (on a distributed database).
    static func learnSize<Value>(from foundCount: Int, _ db: Connection, meanwhile body: () throws -> Value) throws -> Value {
        guard foundCount >= burstCountMin else { return try body() }
        let known = try db.send(
            "SELECT reltuples::bigint AS count FROM pg_class WHERE oid = '\(LiveSchema.table)'::regclass AND reltuples >= 0 AND pg_relation_size(oid) > 0")
        let value = try body()
        if let count = try known.rows().first?.integer("count"), count < foundCount { try db.execute("ANALYZE (SKIP_LOCKED) \(LiveSchema.table)") }
        return value
    }

    /// Where a batch finds fewer, few wait.
    private static let burstCountMin = 50

    /// Asks how large the queue is, at most once a second for each connection.
    static func askQueueSize(_ now: Instant, _ db: Connection) throws -> Answer? {
        if let askedAt = db.planned.askedAt, askedAt <= now, now < askedAt + .seconds(1) { return nil }
        db.planned.askedAt = now
        return try db.send(
            "SELECT sum(pg_relation_size(inhrelid))::bigint AS size FROM pg_inherits WHERE inhparent = 'notification_queue'::regclass")
    }

    /// Has everything planned anew where the queue has doubled since.
    ///
    /// An update with a value of its own for each row joins the queue with these values. While it is small that is done best by reading all of
    /// it, and nothing in the statement can say that it won't stay so.
    static func replan(for size: Answer?, _ db: Connection) throws {
        guard let size = try size?.rows().first?.integer("size"), size > 2 * db.planned.size else { return }
        db.planned.size = size
        try db.execute("DISCARD PLANS")
    }
}

/// What a connection's plans were made for.
struct PlannedSize {
    /// Of the queue, in bytes.
    var size = 0
    var askedAt: Instant?
}
