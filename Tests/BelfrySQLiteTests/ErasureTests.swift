import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("Erasing a person on SQLite")
struct ErasureTests {
    @Test("Every column that names persons is emptied of whoever is erased, and no other column of any table tells of them")
    func everyColumn() async throws {
        try await withStore { store in
            try await store.eraseFromEveryColumn(try await store.columns()) { try await store.telling(of: $0, among: $1) }
        }
    }

    @Test("What a person has taken of an app's actions goes with them, also where a worker has it in hand")
    func actionsTaken() async throws {
        try await withStore { store in
            let pay = try #require(OfferedAction(id: ActionID(literal: "pay"), title: "Pay"))
            _ = try await store.enqueue([.ordered(1, by: .shop, offering: OfferedActions([pay]))], under: nil, now: .morning)
            _ = try await store.lease()
            #expect(try await store.take(pay.id, with: .example(1), of: .ana, now: .noon) == pay)
            _ = try await store.erase(.ana, leaving: nil, now: .noon)
            let left = try await store.pool.read { try String.fetchAll($0, sql: "SELECT coalesce(actions_taken, '-') FROM notification_queue") }
            #expect(left == ["-"])
        }
    }

    @Test("A key whose list somebody has edited so that it can't be read keeps nobody from being erased")
    func unreadableKey() async throws {
        try await withStore { store in
            try await store.write(
                """
                INSERT INTO notification_queue (id, created_at, recipient_user_id, member_user_id, channel)
                VALUES ('delivery-1', '\(Instant.morning.sql)', 'ana', 'ana', 'push');
                INSERT INTO idempotency_keys (app_id, key, request_hash, deliveries, created_at)
                VALUES ('shop', 'order-7', 'a', 'delivery-1', '\(Instant.morning.sql)'), ('shop', 'order-8', 'a', '["delivery-1"]', '\(Instant.morning.sql)')
                """)
            let report = try await store.erase(.ana, leaving: nil, now: .noon)
            let left = try await store.pool.read { try String.fetchAll($0, sql: "SELECT key FROM idempotency_keys") }
            #expect(report["notification_queue"] == 1 && left == ["order-7"])
        }
    }
}

extension SQLiteStore {
    fileprivate func columns() async throws -> [TableColumn] {
        try await pool.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'")
            return try tables.flatMap { table in try db.columns(in: table).map { TableColumn(table: table, name: $0.name) } }
        }
    }

    /// Those in which a word stands, in whatever case.
    fileprivate func telling(of word: String, among columns: [TableColumn]) async throws -> [TableColumn] {
        try await pool.read { db in
            try columns.filter { column in
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM \(column.table) WHERE instr(lower(CAST(\"\(column.name)\" AS TEXT)), ?) > 0)",
                    arguments: [word]) ?? false
            }
        }
    }
}
