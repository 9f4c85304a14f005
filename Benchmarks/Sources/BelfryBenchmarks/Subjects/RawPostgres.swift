import BelfryModel
import BelfryTime
import CLibpq
import Foundation

/// The limit beside the queue on PostgreSQL: a connection of libpq, a lean table with one index, and nothing but the queue's own statements.
///
/// It reads no preferences, decides nothing, stores no reason, and fences nobody off. Each is used by one task at a time.
final class RawPostgres: @unchecked Sendable {
    private let connection: OpaquePointer

    struct Failed: Error {
        let message: String
    }

    convenience init(uri: String) throws {
        try self.init(connectedTo: uri)
        try run(
            """
            DROP TABLE IF EXISTS raw_queue;
            CREATE TABLE raw_queue (id text COLLATE "C" PRIMARY KEY, due_at timestamptz NOT NULL, status text NOT NULL DEFAULT 'pending', payload text NOT NULL,
                lease_token text, lease_until timestamptz, sent_at timestamptz) WITH (fillfactor = 50)
            """)
        try run("CREATE INDEX raw_queue_due ON raw_queue (due_at, id) WHERE status = 'pending'")
        try prepareStatements()
    }

    private init(connectedTo uri: String) throws {
        guard let connection = PQconnectdb(uri) else { throw Failed(message: "out of memory") }
        self.connection = connection
        _ = PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    /// Another one on the same table.
    static func colleague(uri: String) throws -> RawPostgres {
        let colleague = try RawPostgres(connectedTo: uri)
        try colleague.prepareStatements()
        return colleague
    }

    private func prepareStatements() throws {
        try prepare("insert", "INSERT INTO raw_queue (id, due_at, payload) SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[])")
        let claim = """
            SELECT id FROM raw_queue WHERE status = 'pending' AND due_at <= $1::timestamptz ORDER BY due_at, id LIMIT $2::bigint FOR UPDATE SKIP LOCKED
            """
        let leased = "UPDATE raw_queue SET status = 'sending', lease_token = 'token', lease_until = now()"
        let sent = "UPDATE raw_queue SET status = 'sent', sent_at = now(), lease_token = NULL, lease_until = NULL"
        try prepare("claim", "WITH claimed AS (\(claim)) \(leased) FROM claimed WHERE raw_queue.id = claimed.id RETURNING raw_queue.id, payload")
        try prepare("record", "\(sent) WHERE id = ANY($1::text[])")
        try prepare(
            "fused",
            """
            WITH recorded AS (\(sent) WHERE id = ANY($3::text[])), claimed AS (\(claim))
            \(leased) FROM claimed WHERE raw_queue.id = claimed.id RETURNING raw_queue.id, payload
            """)
    }

    /// The same on Belfry's own tables: what their columns, indexes, keys, months and the small rows beside the queue cost, whoever writes them.
    ///
    /// What a lease and a record do for many at once beside that, counts and a row a lease, it leaves out.
    func prepareStatementsOnBelfry() throws {
        try prepare(
            "insert-belfry",
            """
            INSERT INTO notification_queue (id, created_at, updated_at, recipient_user_id, member_user_id, channel, payload, idempotency_key, priority)
            SELECT id, at, at, 'admin-' || place % 500, 'member-' || place % 500, 'push', payload::jsonb, id, 2
            FROM unnest($1::text[], $2::timestamptz[], $3::text[]) WITH ORDINALITY AS given (id, at, payload, place)
            """)
        try run("SET belfry.followed TO 'on'")
        try prepare(
            "claim-belfry",
            """
            WITH claimed AS MATERIALIZED (
                SELECT id, app_id FROM notification_queue_live WHERE status = 'pending' AND app_id = 'default' AND priority = 2 AND due_at <= $1::timestamptz
                ORDER BY due_at, id LIMIT $2::bigint FOR UPDATE SKIP LOCKED),
            gone AS (DELETE FROM notification_queue_live live USING claimed WHERE live.id = claimed.id AND live.app_id = claimed.app_id)
            UPDATE notification_queue queue SET status = 'sending', leased_by = 'raw', lease_token = 'token', lease_until = now(), reason = 'allowed',
                decision_inputs = $3::json, decided_at = now(), updated_at = now()
            FROM claimed WHERE queue.id = claimed.id AND queue.app_id = claimed.app_id RETURNING queue.id, payload
            """)
        try prepare(
            "record-belfry",
            """
            UPDATE notification_queue SET status = 'sent', attempts = attempts + 1, sent_at = now(), leased_by = NULL, lease_token = NULL,
                lease_until = NULL, updated_at = now()
            WHERE app_id = 'default' AND id = ANY($1::text[]) AND id BETWEEN $2 AND $3
            """)
    }

    func insertIntoBelfry(_ rows: Rows) throws {
        try run("SET belfry.followed TO 'off'")
        PQclear(try execute("insert-belfry", rows.parameters))
        try run("SET belfry.followed TO 'on'")
    }

    /// Claims and records on Belfry's tables, until nothing is due.
    func drainBelfry(batchSize: Int) throws -> Int {
        var count = 0
        while case let claimed = try ids(execute("claim-belfry", [World.noon.fixedWidthText, String(batchSize), Self.inputs])), let first = claimed.min(), let last = claimed.max() {
            PQclear(try execute("record-belfry", [Self.list(claimed), first, last]))
            count += claimed.count
        }
        return count
    }

    deinit { PQfinish(connection) }

    func run(_ sql: String) throws { PQclear(try checked(PQexec(connection, sql))) }

    func prepare(_ name: String, _ sql: String) throws { PQclear(try checked(PQprepare(connection, name, sql, 0, nil))) }

    private func checked(_ result: OpaquePointer?) throws -> OpaquePointer {
        guard let result, [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
            throw Failed(message: String(cString: PQerrorMessage(connection)))
        }
        return result
    }

    private func execute(_ name: String, _ parameters: [String]) throws -> OpaquePointer {
        var pointers = parameters.map { UnsafePointer<CChar>(strdup($0)) }
        defer { pointers.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        return try checked(PQexecPrepared(connection, name, Int32(parameters.count), &pointers, nil, nil, 0))
    }

    /// A list of what needs no quotation: identifiers, and moments.
    private static func list(_ values: [String]) -> String { "{" + values.joined(separator: ",") + "}" }

    /// As long as what Belfry writes.
    static let payload = """
        {"active_since":"2015-01-01","baseline_value":8000,"day_count":4,"deviation_percent":-34.99,"kind":"pattern_alert","level":3,\
        "member_name":"Ben","metric_type":"steps","pattern_type":"drop_vs_baseline","recent_value":5200.5,"severity":"watch"}
        """

    /// As long as what a decision was made from.
    private static let inputs = """
        {"champion_notify_email":true,"champion_notify_sms":false,"channel":"push","dismissed_at":null,"expires_at":"2026-01-26T08:00:00.000Z",\
        "notify_email":false,"notify_in_app":true,"notify_push":true,"now":"2026-01-25T12:00:00.000Z","quiet_hours_action":"skip",\
        "quiet_hours_end":"07:00:00","quiet_hours_notification_level":"all","quiet_hours_start":"22:00:00","severity":"watch",\
        "snooze_until":null,"timezone":"Europe/Berlin"}
        """

    private static let quotedPayload = "\"" + payload.replacingOccurrences(of: "\"", with: "\\\"") + "\""

    /// What one transaction inserts, as the server takes it.
    struct Rows {
        fileprivate let parameters: [String]

        init(_ numbers: Range<Int>) {
            let deliveries = numbers.map(World.delivery)
            parameters = [
                RawPostgres.list(deliveries.map(\.id.text)), RawPostgres.list(deliveries.map(\.createdAt.fixedWidthText)),
                RawPostgres.list(deliveries.map { _ in quotedPayload }),
            ]
        }
    }

    func insert(_ rows: Rows) throws { PQclear(try execute("insert", rows.parameters)) }

    /// Claims and records in two statements, until nothing is due.
    func drain(batchSize: Int) throws -> Int {
        var count = 0
        while true {
            let claimed = try ids(execute("claim", [World.noon.fixedWidthText, String(batchSize)]))
            guard !claimed.isEmpty else { return count }
            PQclear(try execute("record", [Self.list(claimed)]))
            count += claimed.count
        }
    }

    /// Records a batch and claims the next in one statement, until nothing is due.
    func drainFused(batchSize: Int) throws -> Int {
        var count = 0
        var claimed: [String] = []
        repeat {
            claimed = try ids(execute("fused", [World.noon.fixedWidthText, String(batchSize), Self.list(claimed)]))
            count += claimed.count
        } while !claimed.isEmpty
        return count
    }

    /// Runs what brings nothing.
    func discard(_ name: String, _ parameters: [String]) throws { PQclear(try execute(name, parameters)) }

    /// The first column of what a statement brings.
    func texts(_ name: String, _ parameters: [String]) throws -> [String] { ids(try execute(name, parameters)) }

    /// Writes lines by COPY.
    func copy(_ sql: String, _ lines: String) throws {
        let start = PQexec(connection, sql)
        defer { PQclear(start) }
        guard PQresultStatus(start) == PGRES_COPY_IN, PQputCopyData(connection, lines, Int32(lines.utf8.count)) == 1, PQputCopyEnd(connection, nil) == 1
        else { throw Failed(message: String(cString: PQerrorMessage(connection))) }
        while let result = PQgetResult(connection) { PQclear(try checked(result)) }
    }

    private func ids(_ result: OpaquePointer) -> [String] {
        defer { PQclear(result) }
        return (0..<PQntuples(result)).map { String(cString: PQgetvalue(result, $0, 0)) }
    }
}
