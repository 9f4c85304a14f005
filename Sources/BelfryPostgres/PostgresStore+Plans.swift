// A connection plans each statement once, by the sizes that tables have then. A queue that is empty then is full a minute later. So statements go
// by an index whatever the planner believes.

extension PostgresStore {
    /// Has the planner look things up one by one, in the order of an index, until the transaction ends: whatever it believes of how many there are.
    static func planByIndex(_ db: Connection) throws { try db.execute("SELECT \(plansByIndex.joined(separator: ", "))") }

    static let plansByIndex = [withoutScans, "set_config('enable_sort', 'off', true)", withoutTables]

    /// The same where few rows are found, and sorted afterwards: an index that has them in order might be gone through whole for it.
    static func planWithoutScans(_ db: Connection) throws { try db.execute("SELECT \(withoutScans)") }

    /// An update with a value of its own for each row joins the queue with these values, and would read all of a small one for that, or all
    /// between the first and the last.
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
}
