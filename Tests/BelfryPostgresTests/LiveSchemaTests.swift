import BelfryModel
import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("What waits, beside the queue")
struct LiveSchemaTests {
    @Test("Whatever somebody does to the queue by hand, what is live follows in the same transaction")
    func byHand() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, recipient_user_id, member_user_id, channel, status, attempts) VALUES
                    ('a', 'ana', 'ben', 'push', 'pending', 0), ('b', 'ana', 'ben', 'push', 'pending', 0), ('c', 'ana', 'ben', 'push', 'failed', 5),
                    ('d', 'ana', 'ben', 'push', 'shadow', 0), ('e', 'ana', 'ben', 'push', 'pending', 7);
                """)
            let live = """
                SELECT id || ' ' || status AS value FROM notification_queue_live
                UNION ALL SELECT id || ' leased' FROM notification_leases, unnest(deliveries) AS id ORDER BY value
                """
            #expect(try await store.values(live) == ["a pending", "b pending", "c failed"])
            let changes: [(String, String?)] = [
                ("UPDATE notification_queue SET status = 'cancelled' WHERE id = 'a'", "b pending, c failed"),
                ("UPDATE notification_queue SET status = 'pending', attempts = 0 WHERE id IN ('a', 'c', 'e')", "a pending, b pending, c pending, e pending"),
                ("UPDATE notification_queue SET id = 'z', next_attempt_at = '2030-01-01' WHERE id = 'b'", "a pending, c pending, e pending, z pending"),
                ("UPDATE notification_queue SET app_id = 'shop', priority = 1 WHERE id = 'z'", "a pending, c pending, e pending, z pending"),
                (
                    "UPDATE notification_queue SET status = 'sending', lease_until = '2031-01-01', leased_by = 'me' WHERE id = 'c'",
                    "a pending, c leased, e pending, z pending"
                ),
                (
                    "UPDATE notification_queue SET lease_until = '2032-01-01', lease_token = 'mine' WHERE id = 'c'",
                    "a pending, c leased, e pending, z pending"
                ),
                // To another month, and back to none.
                ("UPDATE notification_queue SET id = belfry_new_identifier(), created_at = '2001-01-01' WHERE id = 'e'", nil),
                ("UPDATE notification_queue SET id = 'e' WHERE created_at < '2002-01-01'", "a pending, c leased, e pending, z pending"),
                ("BEGIN; DELETE FROM notification_queue; ROLLBACK", "a pending, c leased, e pending, z pending"),
                ("DELETE FROM notification_queue WHERE id = 'a'", "c leased, e pending, z pending"),
                ("UPDATE notification_queue SET status = 'failed', lease_until = NULL, leased_by = NULL WHERE id = 'c'", "c failed, e pending, z pending"),
                ("TRUNCATE notification_queue", ""),
            ]
            for (change, expected) in changes {
                try await store.write(change)
                let found = try await store.values(live).compactMap(\.self).joined(separator: ", ")
                #expect(expected == nil || found == expected, "\(change)")
                #expect(try await store.hasLiveRowsInStep(), "\(change)")
            }
        }
    }

    @Test("A lease and a record leave every index of the queue alone, where its page has room")
    func heapOnly() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 40, dueEvery: 1)
            let read = """
                SELECT coalesce(sum(pg_stat_get_xact_tuples_hot_updated(inhrelid)), 0)::text AS value
                FROM pg_inherits WHERE inhparent = 'notification_queue'::regclass
                """
            let hot = try await store.pool.write { db in
                try db.execute("UPDATE notification_queue SET status = 'sending', lease_until = now(), lease_token = 't', decided_at = now()")
                try db.execute("UPDATE notification_queue SET status = 'sent', lease_until = NULL, lease_token = NULL, sent_at = now()")
                return try db.row(read)?.integer("value") ?? 0
            }
            #expect(hot >= 40)
        }
    }
}

extension PostgresStore {
    /// Whether what is live and what is leased is what would be, were it made anew from the queue; and nothing is closed too early.
    func hasLiveRowsInStep() async throws -> Bool {
        let leased = """
            SELECT token, lease.app_id, queue.id, lease.leased_by, lease.lease_until FROM notification_leases lease CROSS JOIN unnest(deliveries) AS held (id)
            JOIN notification_queue queue ON queue.id = held.id AND queue.app_id = lease.app_id AND status = 'sending' AND coalesce(lease_token, queue.id) = token
            """
        try await write(
            """
            CREATE TABLE kept AS TABLE notification_queue_live;
            CREATE TABLE kept_leases AS \(leased);
            CREATE TABLE early AS
            WITH lease AS MATERIALIZED (SELECT token, app_id, deliveries, open_count FROM notification_leases)
            SELECT token FROM lease
            WHERE open_count < (SELECT count(*) FROM kept_leases WHERE token = lease.token AND app_id = lease.app_id AND id = ANY(lease.deliveries));
            SELECT belfry_fill_live()
            """)
        let difference = try await values(
            """
            (SELECT id AS value FROM (TABLE kept EXCEPT TABLE notification_queue_live) AS gone)
            UNION ALL (SELECT id FROM (TABLE notification_queue_live EXCEPT TABLE kept) AS come)
            UNION ALL (SELECT id FROM (TABLE kept_leases EXCEPT \(leased)) AS gone)
            UNION ALL (SELECT id FROM (\(leased) EXCEPT TABLE kept_leases) AS come)
            UNION ALL TABLE early
            """)
        try await write("DROP TABLE kept, kept_leases, early")
        return difference.isEmpty
    }
}
