import BelfryModel
import BelfryPorts

@testable import BelfryPostgres

/// Tests of the months in PostgreSQL, on a database of before there were any.
protocol HasMonths {}

extension HasMonths {
    static var months: String {
        """
        SELECT relname AS value FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'notification_queue'::regclass ORDER BY relname
        """
    }

    /// Rows of 14 months, three a day, all sent, as an old database has them in one table.
    static var filled: String {
        """
        INSERT INTO notification_queue (id, created_at, updated_at, recipient_user_id, member_user_id, channel, status, sent_at, idempotency_key)
        SELECT substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || substr(md5(number::text), 1, 3) || '-8' || substr(md5(number::text), 4, 3)
            || '-' || substr(md5(number::text), 7, 12), at, at, 'user-' || number % 7, 'ben', 'in_app', 'sent', at, 'key-' || number
        FROM generate_series(0, 14 * 30 * 3) AS number, LATERAL (SELECT now() - number * interval '8 hours' AS at) AS moment,
            LATERAL (SELECT lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS ms) AS made
        """
    }

    func withOld<Result: Sendable>(_ body: (PostgresAddress) async throws -> Result) async throws -> Result {
        try await Databases.withEarlier(
            before: "15-months",
            having: """
                \(Self.filled);
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel) VALUES ('by-hand', 'ana', 'ben', 'push');
                INSERT INTO notification_transmissions SELECT 'way-' || id, id, 'phone', 'apns', 'accepted', NULL, NULL, created_at, created_at
                    FROM notification_queue;
                INSERT INTO broadcast_results SELECT 'shop', 'news', number, 1, now() - number * interval '30 days', 1, 0, 0, '{"groups": []}'
                    FROM generate_series(0, 14) AS number;
                GRANT SELECT ON notification_queue TO PUBLIC
                """, body)
    }

    func number(_ sql: String, in store: PostgresStore) async throws -> Int {
        Int(try await store.values("SELECT (\(sql))::text AS value").first.flatMap { $0 } ?? "") ?? -1
    }
}
