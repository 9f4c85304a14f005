import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Testing

@testable import BelfryPostgres

@Suite("What the audit log is asked for in PostgreSQL")
struct AuditFilterTests {
    @Test("Each filter goes by its own index, in the order of lines, whatever the planner knows of the values", arguments: ["auto", "force_generic_plan"])
    func queryPlan(_ mode: String) async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO audit_log (id, happened_at, actor_kind, actor_name, action, subject, outcome)
                SELECT 'line-' || lpad(n::text, 5, '0'), '\(Instant.noon.fixedWidthText)', 'app', 'shop',
                    CASE WHEN n % 500 = 0 THEN 'queue.paused' ELSE 'app.changed' END, 'shop', CASE WHEN n % 900 = 0 THEN 'refused' ELSE 'done' END
                FROM generate_series(1, 2000) AS n;
                ANALYZE audit_log
                """)
            for filter in AuditFilterExample.all {
                let (sql, values) = PostgresStore.query(for: filter.selection)
                let plan = try await store.pool.write { db in
                    try db.execute("SELECT set_config('plan_cache_mode', $1, true), set_config('enable_seqscan', 'off', true)", mode)
                    let parameters: [(any SQLConvertible)?] = values
                    return try db.send("EXPLAIN (COSTS off) \(sql)", parameters).rows().compactMap { $0.text("QUERY PLAN") }.joined(separator: "\n")
                }
                for index in filter.indices { #expect(plan.contains(index), "\(plan)") }
                #expect(!plan.contains("audit_log_pkey"), "\(plan)")
                let found = try await store.auditEntries(filter.selection)
                #expect(found.count == filter.count)
            }
        }
    }
}
