import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("What the audit log is asked for on SQLite")
struct AuditFilterTests {
    @Test("Each filter goes by its own index, in the order of lines")
    func queryPlan() async throws {
        try await withStore { store in
            try await store.write(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
                INSERT INTO audit_log (id, happened_at, actor_kind, actor_name, action, subject, outcome)
                SELECT printf('line-%05d', n), '\(Instant.noon.sql)', 'app', 'shop', CASE WHEN n % 500 = 0 THEN 'queue.paused' ELSE 'app.changed' END, 'shop',
                    CASE WHEN n % 900 = 0 THEN 'refused' ELSE 'done' END FROM number
                """)
            for filter in AuditFilterExample.all {
                let (sql, values) = SQLiteStore.query(for: filter.selection)
                let plan: [String] = try await store.pool.read { db in
                    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: StatementArguments(values)).map { $0["detail"] }
                }
                for index in filter.indices { #expect(plan.contains { $0.contains("USING INDEX \(index)") }, "\(plan)") }
                #expect(!plan.contains("SCAN audit_log"), "\(plan)")
                let found = try await store.auditEntries(filter.selection)
                #expect(found.count == filter.count)
            }
        }
    }
}
