import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("The inbox on SQLite")
struct InboxTests {
    @Test("What is unread is counted and marked by its own index, however much was read, and whatever the planner knows", arguments: ["", "ANALYZE"])
    func queryPlan(_ preparation: String) async throws {
        try await withStore { store in
            try await store.write(
                """
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
                INSERT INTO inbox_messages (id, recipient_user_id, member_user_id, category, title, body, severity, created_at, read_at)
                SELECT 'message-' || n, 'ana', 'ana', 'general', '', '', 'watch', '\(Instant.morning.sql)',
                    CASE WHEN n > 3 THEN '\(Instant.noon.sql)' END FROM number
                """)
            try await store.write(preparation)
            let statements = Notes<String>()
            let note = { @Sendable (db: Database) in
                db.trace { event in
                    if case .statement(let statement) = event { statements.add(statement.expandedSQL) }
                }
            }
            try await store.pool.read(note)
            try await store.pool.writeWithoutTransaction(note)

            let count = try await store.unreadCount(of: .ana, now: .noon)
            let marked = try await store.markRead(through: DeliveryID(literal: "message-2"), of: .ana, countMax: 10, now: .noon)
            #expect(count == 3 && marked == 2)

            let queries = statements.all.filter { $0.contains("unread_again_at IS NOT NULL") && !$0.hasPrefix("--") }
            #expect(queries.count == 2)
            for query in queries {
                let plan: [String] = try await store.pool.read { try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] } }
                #expect(plan.contains("SEARCH inbox_messages USING INDEX inbox_messages_unread (recipient_user_id=?)"), "\(plan)")
            }
        }
    }
}
