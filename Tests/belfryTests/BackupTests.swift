import BelfryTesting
import Foundation
import Testing

/// What docs/operating.md says of backups, done.
@Suite("Backup and restore", .timeLimit(.minutes(10)))
struct BackupTests {
    private static let tables = ["families", "family_members", "wearable_daily_metrics", "pattern_alert_state", "notification_queue", "inbox_messages"]

    @Test("A dump of PostgreSQL that is made while a server works becomes a store on which another goes on")
    func postgres() async throws {
        try await PostgresDatabase.with { database in
            try await withTemporaryFolder { folder in
                let dump = folder.appendingPathComponent("belfry.dump").path
                let server = try await RunningServer(store: folder, database: database.uri)
                try await Household.move(into: server)
                #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
                try await server.drain()
                try await Tool.run("pg_dump", "--format=custom", "--file=\(dump)", database.uri, environment: [:])
                let counts = Self.tables.map { "SELECT '\($0)', count(*) FROM \($0)" }.joined(separator: " UNION ALL ") + " ORDER BY 1"
                let before = try await database.execute(counts)
                try await database.execute("UPDATE notification_queue SET status = 'failed'; DELETE FROM wearable_daily_metrics")
                await server.stop()

                try await PostgresDatabase.with { restored in
                    try await Tool.run("pg_restore", "--no-owner", "--exit-on-error", "--dbname=\(restored.uri)", dump, environment: [:])
                    #expect(try await restored.execute(counts) == before)
                    let doctor = try await Program.run("doctor", "--store", restored.uri)
                    #expect(doctor.output.contains("is up to date"), "\(doctor.output)")
                    let second = try await RunningServer(store: folder, database: restored.uri)
                    try await restored.execute("INSERT INTO notification_queue (recipient_user_id, member_user_id, channel) VALUES ('ana', 'ben', 'in_app')")
                    try await second.drain()
                    #expect(try await restored.execute("SELECT status, count(*) FROM notification_queue GROUP BY status") == ["sent|3"])
                    await second.stop()
                }
            }
        }
    }

    @Test("A copy of SQLite's file that is made while a server works becomes a store on which another goes on", arguments: [".backup", "VACUUM INTO"])
    func sqlite(_ way: String) async throws {
        try await withTemporaryFolder { folder in
            let server = try await RunningServer(store: folder.appendingPathComponent("belfry.sqlite"))
            try await Household.move(into: server)
            #expect(try await server.post("/v1/metrics", Household.posted).status == 200)
            try await server.drain()
            let copy = folder.appendingPathComponent("copy.sqlite")
            try await Tool.run("sqlite3", server.store.path, "\(way) '\(copy.path)'", environment: [:])
            await server.stop()
            let second = try await RunningServer(store: copy)
            let file = try StoreFile(copy)
            #expect(try file.count("wearable_daily_metrics") == Household.dayCount)
            try file.queue("in_app")
            try await second.drain()
            #expect(try file.count("notification_queue WHERE status = 'sent'") == 3)
            await second.stop()
        }
    }
}
