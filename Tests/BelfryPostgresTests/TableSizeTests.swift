import BelfryPorts
import BelfryTesting
import Testing

@testable import BelfryPostgres

@Suite("What the planner knows of sizes")
struct TableSizeTests {
    private func known(of table: String) -> String { "SELECT reltuples::bigint::text AS value FROM pg_class WHERE oid = '\(table)'::regclass" }

    @Test("A burst after the queue was empty has it counted again with the first batch, and smaller batches ask nothing")
    func burst() async throws {
        try await withStore { store in
            try await store.fillQueue(rowCount: 300, dueEvery: 1)
            try await store.write("UPDATE notification_queue SET status = 'cancelled'")
            // Its pages are there still, without a row in them.
            try await store.write("VACUUM (ANALYZE, TRUNCATE off) notification_queue_live")
            #expect(try await store.values(known(of: "notification_queue_live")) == ["0"])
            try await store.write("UPDATE notification_queue SET status = 'pending'")
            try await store.lease(49)
            #expect(try await store.values(known(of: "notification_queue_live")) == ["0"])
            try await store.lease(200)
            #expect(try await store.values(known(of: "notification_queue_live")) == ["251"])
        }
    }

    @Test("Upkeep has those tables counted that have outgrown what is known of them")
    func outgrown() async throws {
        try await Databases.withEmpty { address in
            try await withStore(on: address) { store in
                try await store.write(
                    """
                    INSERT INTO user_profiles (user_id) SELECT 'person-' || number FROM generate_series(1, 1200) AS number;
                    INSERT INTO families (id, name) SELECT 'family-' || number, '' FROM generate_series(1, 900) AS number;
                    SELECT pg_stat_force_next_flush()
                    """)
                _ = try await store.electUpkeep(UpkeepTerms(holder: "one", now: .noon, until: .evening))
                try await store.maintain(by: "one", now: .noon)
                #expect(try await store.values(known(of: "user_profiles")) == ["1200"])
                #expect(try await store.values(known(of: "families")) == ["-1"], "which are few")
            }
        }
    }
}
