import BelfryModel
import BelfryTime
import GRDB

/// The limit beside the queue: a file with the same settings, through the same library, and nothing but the two updates of each batch.
///
/// It reads no preferences, decides nothing, stores no reason, and fences nobody off.
final class RawQueue: Sendable {
    private let pool: DatabasePool
    private let table: Table

    /// The statements are the same for both tables; only what they are called differs.
    enum Table: Sendable {
        /// As lean as a queue can be: one table, one index.
        case own
        /// The one of Belfry, with its indexes, checks and triggers.
        case belfry

        fileprivate var name: String { self == .own ? "queue" : "notification_queue" }
        fileprivate var isPending: String { self == .own ? "status = 'pending'" : "status = 'pending' AND attempts < 5" }
        fileprivate var due: String { self == .own ? "due_at" : "coalesce(next_attempt_at, created_at)" }
    }

    init(path: String, table: Table) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        pool = try DatabasePool(path: path, configuration: configuration)
        self.table = table
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -32768") }
        guard table == .own else { return }
        try pool.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE queue (
                        id TEXT PRIMARY KEY NOT NULL, due_at TEXT NOT NULL, status TEXT NOT NULL, payload TEXT NOT NULL,
                        lease_token TEXT, lease_until TEXT, sent_at TEXT);
                    CREATE INDEX queue_due ON queue (due_at, id) WHERE status = 'pending';
                    """)
        }
    }

    /// Adds rows to the lean table, so many a transaction.
    func insert(_ numbers: Range<Int>, perTransaction: Int) async throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: perTransaction) {
            try await pool.write { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO queue (id, due_at, status, payload) VALUES (?, ?, 'pending', ?)")
                for number in start..<min(start + perTransaction, numbers.upperBound) {
                    let delivery = World.delivery(number)
                    try statement.execute(arguments: [delivery.id.text, delivery.createdAt.fixedWidthText, Self.payload])
                }
            }
        }
    }

    /// As long as what Belfry writes.
    private static let payload = """
        {"active_since":"2015-01-01","baseline_value":8000,"day_count":4,"deviation_percent":-34.99,"kind":"pattern_alert","level":3,\
        "member_name":"Ben","metric_type":"steps","pattern_type":"drop_vs_baseline","recent_value":5200.5,"severity":"watch"}
        """

    /// Claims and records until nothing is due.
    /// - Returns: how many rows there were.
    func drain(batchSize: Int) async throws -> Int {
        let (table, now) = (table, World.noon.fixedWidthText)
        var count = 0
        while true {
            let claimed = try await pool.write { db in
                try Int64.fetchAll(
                    db.cachedStatement(
                        sql: """
                            UPDATE \(table.name) SET status = 'sending', lease_token = 'token', lease_until = ? WHERE rowid IN (
                                SELECT rowid FROM \(table.name) WHERE \(table.isPending) AND \(table.due) <= ? ORDER BY \(table.due), id LIMIT ?)
                            RETURNING rowid, payload
                            """), arguments: [now, now, batchSize])
            }
            guard !claimed.isEmpty else { return count }
            try await pool.write { db in
                try db.cachedStatement(
                    sql: """
                        UPDATE \(table.name) SET status = 'sent', sent_at = ?, lease_token = NULL, lease_until = NULL
                        WHERE rowid IN (SELECT value FROM json_each(?))
                        """
                ).execute(arguments: [now, "[\(claimed.map(String.init).joined(separator: ","))]"])
            }
            count += claimed.count
        }
    }

    /// Adds rows to Belfry's table that are held until tomorrow.
    func addHeld(_ count: Int) async throws {
        try await pool.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
                    INSERT INTO notification_queue
                        (id, created_at, updated_at, recipient_user_id, member_user_id, channel, payload, idempotency_key, held_since, reason, next_attempt_at)
                    SELECT printf('0199f0a8-5c00-7000-a000-%012d', n), ?2, ?2, printf('held-%d', n % 10000), printf('member-%d', n % 10000),
                        'push', ?3, printf('held-%d', n), ?2, 'quiet_hours', printf('2026-01-26T%02d:%02d:00.000Z', n * 7 % 24, n * 11 % 60)
                    FROM numbers
                    """,
                arguments: [count, World.morning.fixedWidthText, Self.payload])
        }
        try await pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    }
}
