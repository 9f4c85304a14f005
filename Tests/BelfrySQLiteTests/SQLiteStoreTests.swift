import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Dispatch
import Foundation
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("The store on SQLite")
struct SQLiteStoreTests {
    @Test("The store on SQLite behaves as every store does", arguments: StoreConformance.all)
    func passes(_ behaviour: StoreConformance) async throws {
        try await withStore { store in try await behaviour.run(on: store) }
    }

    @Test("A commit is on the disk when it returns: the writer keeps a write-ahead log and waits for the disk")
    func durability() async throws {
        try await withStore { store in
            let (journalMode, synchronous) = try await store.pool.writeWithoutTransaction { db in
                (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous"))
            }
            #expect(journalMode == "wal")
            #expect(synchronous == 2, "FULL")
        }
    }

    @Test("The log that has grown while somebody read for long gives its room back when they are through")
    func longReader() async throws {
        try await withTemporaryPath { path in
            try await withStore(at: path) { store in
                func logByteCount() throws -> UInt64 {
                    let log = try #require(FileHandle(forReadingAtPath: path + "-wal"))
                    return try log.seekToEnd()
                }
                let isReading = Gate()
                let isThrough = DispatchSemaphore(value: 0)
                let reader = Task {
                    try await store.pool.read { db in
                        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM families")
                        isReading.open()
                        isThrough.wait()
                    }
                }
                await isReading.wait()
                try await store.write(
                    """
                    WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 3000)
                    INSERT INTO families (id, name, created_at) SELECT 'family-' || number, hex(zeroblob(4000)), '\(Instant.morning.sql)' FROM numbers
                    """)
                let grown = try logByteCount()
                isThrough.signal()
                try await reader.value
                // The first brings what is in the log into the file, and the next begins the log anew.
                for number in 1...3 { try await store.write("UPDATE families SET name = '' WHERE id = 'family-\(number)'") }
                let left = try logByteCount()
                #expect(grown > UInt64(SQLiteStore.logByteCountMax) && left <= UInt64(SQLiteStore.logByteCountMax))
            }
        }
    }

    @Test("A store whose file is removed, or replaced by another, says so, for SQLite goes on with the one that it has open")
    func lostFile() async throws {
        try await withTemporaryPath { path in
            try await withStore(at: path) { store in
                try await store.refresh()
                try FileManager.default.moveItem(atPath: path, toPath: path + "-moved")
                await #expect(throws: LostFileError.self) { try await store.refresh() }
                try FileManager.default.copyItem(atPath: path + "-moved", toPath: path)
                await #expect(throws: LostFileError.self) { try await store.refresh() }
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.moveItem(atPath: path + "-moved", toPath: path)
                try await store.refresh()
            }
        }
    }

    @Test("A file that is opened again keeps what is in it, and is migrated once")
    func reopening() async throws {
        try await withTemporaryPath { path in
            #expect(try SQLiteStore.pendingMigrations(path: path) == Schema.migrator.migrations, "all, as long as there is no file")
            #expect(!FileManager.default.fileExists(atPath: path), "and looking makes none")
            try await withStore(at: path) { store in try await store.save(.household, now: .morning) }
            try await withStore(at: path) { store in
                let family = try await store.family(FamilyRecord.household.id)
                #expect(family == .household)
                let applied = try await store.pool.read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") }
                #expect(applied == Schema.migrator.migrations)
            }
            #expect(try SQLiteStore.pendingMigrations(path: path).isEmpty)
        }
    }

    @Test("Processes that start at once on a new file all find it migrated")
    func openingAtOnce() async throws {
        try await withTemporaryPath { path in
            let familyCounts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...12 {
                    group.addTask { try await withStore(at: path) { try await $0.families(of: .ana).count } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(familyCounts == Array(repeating: 0, count: 12))
        }
    }

    @Test("A file that isn't a database is refused, says so, and stays as it is")
    func noDatabase() async throws {
        try await withTemporaryPath { path in
            let letter = Data(String(repeating: "Dear Ana, ", count: 1000).utf8)
            try letter.write(to: URL(fileURLWithPath: path))
            let error = try #require(throws: DatabaseError.self) { _ = try SQLiteStore(path: path) }
            #expect(error.resultCode == .SQLITE_NOTADB)
            #expect(error.message == "file is not a database")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == letter)
        }
    }

    @Test("Who runs while a later version migrates takes nothing from then on, and says that it has to be started anew")
    func outdated() async throws {
        try await withStore { store in
            try await store.enqueue(.example(1))
            try await store.take(to: 3)
            try await store.refresh()
            try await store.write("INSERT INTO grdb_migrations (identifier) VALUES ('99-unheard-of')")
            await #expect(throws: LaterVersionError.self) { try await store.lease() }
            await #expect(throws: LaterVersionError.self) { try await store.leaseBatch() }
            await #expect(throws: LaterVersionError.self) { try await store.evaluateDue(countMax: 9, now: .noon) { _ in MemberEvaluation(changes: []) } }
            await #expect(throws: LaterVersionError.self) { try await store.refresh() }
            #expect(LaterVersionError().outage == .outdated)
            try await store.write("DELETE FROM grdb_migrations WHERE identifier = '99-unheard-of'")
            let (row, batch) = (try await store.lease(), try await store.leaseBatch())
            #expect(row.toSend.map(\.delivery.id) == [.example(1)])
            #expect(batch?.toSend.count == 3)
        }
    }

    @Test("A file of a later version is refused, and says so")
    func laterVersion() async throws {
        try await withTemporaryPath { path in
            try await withStore(at: path) { store in
                try await store.pool.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99-unheard-of')") }
            }
            let error = try #require(throws: LaterVersionError.self) { _ = try SQLiteStore(path: path) }
            #expect(error.description == "a later version of Belfry has brought the file up to date; use that version, or a later one")
        }
    }

    @Test("The mark changes when another process has committed, and only then")
    func foreignCommits() async throws {
        try await withTemporaryPath { path in
            try await withStore(at: path) { store in
                let before = try await store.changeMark()
                try await withStore(at: path) { other in
                    #expect(try await store.changeMark() == before, "opening changes nothing")
                    try await other.save(.household, now: .morning)
                }
                let after = try await store.changeMark()
                #expect(after != before)
                #expect(try await store.changeMark() == after)
            }
        }
    }

    @Test("What keeps one broadcast's members from being called off keeps no other's, where upkeep goes on with both")
    func calledOffBesideRefusal() async throws {
        try await withStore { store in
            let broadcasts = [Broadcast.example(1), .example(2)]
            for broadcast in broadcasts {
                try await store.take(broadcast, to: 1)
                try await store.write(
                    """
                    INSERT INTO notification_queue (id, app_id, broadcast_id, created_at, recipient_user_id, member_user_id, channel, next_attempt_at)
                    VALUES ('\(broadcast.id)-7-0', '\(broadcast.app)', '\(broadcast.id)', '\(Instant.morning.sql)', 'ana', 'ana', 'in_app',
                        '\(Instant.evening.sql)')
                    """)
            }
            func refuse(_ condition: String) async throws {
                try await store.write("CREATE TRIGGER refuse BEFORE UPDATE ON notification_queue WHEN \(condition) BEGIN SELECT RAISE(ABORT, 'no'); END")
            }
            try await refuse("1")
            for broadcast in broadcasts {
                await #expect(throws: DatabaseError.self) { _ = try await store.cancel(broadcast.id, now: .noon) }
            }
            try await store.write("DROP TRIGGER refuse")
            try await refuse("NEW.broadcast_id = '\(broadcasts[0].id)'")
            await #expect(throws: DatabaseError.self) { try await store.maintain(by: "worker-1", now: .noon + .seconds(60)) }
            let statuses = try await store.pool.read { try String.fetchAll($0, sql: "SELECT status FROM notification_queue ORDER BY id") }
            #expect(statuses == ["pending", "cancelled"])
        }
    }

    @Test("Days whose alerts can't be stored leave neither days nor alerts nor deliveries")
    func rollback() async throws {
        try await withStore { store in
            try await store.save(.household, now: .morning)
            let mark = try await store.changeMark()
            let error = await #expect(throws: DatabaseError.self, "an episode has one alert") {
                _ = try await store.ingest([.steps(4000, of: .ben)], now: .noon) { _ in
                    MemberEvaluation(changes: [1, 2].map { AlertChange(alert: .example($0, episode: .example(1)), deliveries: [.example($0)]) })
                }
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            for table in ["wearable_daily_metrics", "pattern_alert_state", "notification_queue"] {
                let count = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
                #expect(count == 0, "\(table)")
            }
            #expect(try await store.changeMark() == mark)
        }
    }
}
