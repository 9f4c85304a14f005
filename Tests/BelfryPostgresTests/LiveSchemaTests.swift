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
            let live = "SELECT id || ' ' || status AS value FROM notification_queue_live ORDER BY id"
            #expect(try await store.values(live) == ["a pending", "b pending", "c failed"])
            for (change, expected) in [
                ("UPDATE notification_queue SET status = 'cancelled' WHERE id = 'a'", "b pending, c failed"),
                ("UPDATE notification_queue SET status = 'pending', attempts = 0 WHERE id IN ('a', 'c', 'e')", "a pending, b pending, c pending, e pending"),
                ("UPDATE notification_queue SET id = 'z', next_attempt_at = '2030-01-01' WHERE id = 'b'", "a pending, c pending, e pending, z pending"),
                ("UPDATE notification_queue SET app_id = 'shop', priority = 1 WHERE id = 'z'", "a pending, c pending, e pending, z pending"),
                (
                    "UPDATE notification_queue SET status = 'sending', lease_until = '2031-01-01', leased_by = 'me' WHERE id = 'c'",
                    "a pending, c sending, e pending, z pending"
                ),
                ("BEGIN; DELETE FROM notification_queue; ROLLBACK", "a pending, c sending, e pending, z pending"),
                ("DELETE FROM notification_queue WHERE id = 'a'", "c sending, e pending, z pending"),
                ("TRUNCATE notification_queue", ""),
            ] {
                try await store.write(change)
                #expect(try await store.values(live).compactMap(\.self).joined(separator: ", ") == expected, "\(change)")
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
    /// Whether what is live is what would be, were it made anew from the queue.
    func hasLiveRowsInStep() async throws -> Bool {
        try await write("CREATE TABLE kept AS TABLE notification_queue_live; SELECT belfry_fill_live()")
        let difference = try await values(
            """
            (SELECT id AS value FROM (TABLE kept EXCEPT TABLE notification_queue_live) AS gone)
            UNION ALL (SELECT id FROM (TABLE notification_queue_live EXCEPT TABLE kept) AS come)
            """)
        try await write("DROP TABLE kept")
        return difference.isEmpty
    }
}
