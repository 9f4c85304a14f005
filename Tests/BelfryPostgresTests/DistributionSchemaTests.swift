import BelfryTesting
import Testing

@testable import BelfryPostgres

/// What a distributed PostgreSQL asks for. That everything works there is seen where one is: `make test-citus`.
@Suite("What can be spread over nodes")
struct DistributionSchemaTests {
    private static let tables = DistributionSchema.tables.filter { $0 != DistributionSchema.known }

    @Test("Every unique key has the app in it, and nothing refers to anything by a foreign key", arguments: tables)
    func keys(of table: String) async throws {
        try await withStore { store in
            let keys = try await store.values(
                """
                SELECT bool_or(attname = 'app_id')::text AS value FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
                WHERE indrelid = '\(table)'::regclass AND indisunique GROUP BY indexrelid
                """)
            #expect(!keys.isEmpty && Set(keys) == ["true"])
            let references = try await store.values("SELECT conname AS value FROM pg_constraint WHERE conrelid = '\(table)'::regclass AND contype = 'f'")
            #expect(references == [])
        }
    }

    @Test("Where there is no Citus nothing is spread, and it is said why")
    func refused() async throws {
        try await withStore { store in
            let error = await #expect(throws: PostgresError.self) { try await store.write("SELECT belfry_distribute()") }
            let isRefused = if case .refused("0A000", _, _, _) = error { true } else { false }
            #expect(isRefused, "refused otherwise: \(String(describing: error))")
            let lanes = try await store.values("SELECT to_regclass('\(DistributionSchema.known)')::text AS value")
            #expect(lanes == [nil])
        }
    }
}
