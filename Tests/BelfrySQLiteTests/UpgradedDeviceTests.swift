import BelfryDevice
import BelfryMemory
import BelfryModel
import BelfryPorts
import BelfryTesting
import GRDB
import Testing

@testable import BelfrySQLite

/// A device that has synced, and whose app learns of a column that the person's other devices have known for long.
@Suite("The facts of a device that learns of a column")
struct UpgradedDeviceTests {
    /// A file of an earlier version, which had something written into it then.
    private func makeFile(of version: String, at path: String, _ write: @escaping @Sendable (Database) throws -> Void) async throws {
        let old = try DatabaseQueue(path: path)
        try DeviceSchema.migrator.migrate(old, upTo: version)
        try await old.write(write)
        try old.close()
    }

    private func withDevice(
        upgradedFrom version: String, having write: @escaping @Sendable (Database) throws -> Void, _ body: (SQLiteDevice) async throws -> Void
    ) async throws {
        try await withTemporaryPath { path in
            try await makeFile(of: version, at: path, write)
            let device = try SQLiteDevice(path: path)
            defer { try? device.close() }
            try await body(device)
        }
    }

    /// A file of the version before `adaptive`, in step with the server up to a mark.
    private func makeFile(at path: String, pulledAt mark: Int) async throws {
        try await makeFile(of: "2-journal", at: path) { db in
            try db.forgetSetting("adaptive")
            try db.execute(
                sql: """
                    DROP TABLE sync_whole_tables;
                    INSERT INTO person_settings (id, daily_max, _status) VALUES ('own', 3, 'synced');
                    UPDATE sync_state SET pulled_at = ?;
                    """, arguments: [mark])
        }
    }

    @Test("Its table is pulled whole, once, and no emptiness is pushed over what others wrote there")
    func newColumn() async throws {
        let server = MemoryServer()
        let phone = MemoryDevice()
        let written: [String: FactValue] = ["adaptive": .text("true"), "daily_max": .whole(3)]
        try await phone.save(FactEdits(saved: [.profile: [FactRecord(id: FactTable.settingsID, columns: written)]]))
        try await sync(phone, server)
        let mark = await server.store.pull(SyncPull(since: nil), of: .ana).timestamp
        try await withTemporaryPath { path in
            try await makeFile(at: path, pulledAt: mark)
            let tablet = try SQLiteDevice(path: path)
            defer { try? tablet.close() }
            try await tablet.save(FactEdits(saved: [.profile: [FactRecord(id: FactTable.settingsID, columns: ["daily_max": .whole(5)])]]))
            for _ in 1...2 { try await sync(tablet, server) }
            let kept = await server.store.pull(SyncPull(since: nil), of: .ana).changes.tables[.profile]?.saved.first?.columns
            #expect(kept?["adaptive"] == .text("true") && kept?["daily_max"] == .whole(5))
            let own = try await tablet.changes(since: 0).records[.profile]?.first?.columns
            #expect(own?["adaptive"] == .text("true") && own?["daily_max"] == .whole(5))
        }
        #expect(server.pulls.all.map(\.wholeTables) == [[], [.profile], []])
    }

    @Test("A whole new table is asked for as well; a file that never pulled asks for none, for it is sent everything")
    func tables() async throws {
        try await withTemporaryPath { path in
            try await makeFile(at: path, pulledAt: 100)
            let old = try DatabaseQueue(path: path)
            try await old.write { try $0.execute(sql: "DROP TABLE prayer_settings") }
            try old.close()
            let device = try SQLiteDevice(path: path)
            defer { try? device.close() }
            #expect(try await device.syncState().wholeTables == [.profile, .prayerSettings])
        }
        try await withTemporaryPath { path in
            let device = try SQLiteDevice(path: path)
            defer { try? device.close() }
            #expect(try await device.syncState().wholeTables.isEmpty)
        }
    }

    @Test("A file that came by the column before there was such a list asks as well")
    func earlierUpgrade() async throws {
        try await withDevice(
            upgradedFrom: "3-learning", having: { try $0.execute(sql: "DROP TABLE sync_whole_tables; UPDATE sync_state SET pulled_at = 100") }
        ) { device in
            let tables = try await device.syncState().wholeTables
            #expect(tables == [.profile])
        }
    }

    @Test("A file of the version before own reminders gets their table, asks for all of it, and has every change of it noticed")
    func ownReminders() async throws {
        try await withDevice(
            upgradedFrom: "5-refused", having: { try $0.execute(sql: "DROP TABLE reminders; UPDATE sync_state SET pulled_at = 100") }
        ) { device in
            #expect(try await device.syncState().wholeTables == [.reminders])
            let pills = FactRecord(id: "pills", columns: ["title": .text("Pills"), "exdate": .text(#"["2026-01-26T08:00"]"#), "enabled": .flag(true)])
            try await device.save(FactEdits(saved: [.reminders: [pills]]))
            let record = try await device.changes(since: 0).records[.reminders]?.first
            #expect(record?.columns.filter { $0.value != .null } == pills.columns)
        }
    }

    @Test("A file of the version before a person could mute everything takes it in, and asks for what the server knows of it")
    func muted() async throws {
        try await expectSetting("muted_until", .text("2026-01-25T20:00:00Z"), since: "6-reminders")
    }

    @Test("A file of the version before a night could have quiet hours of its own takes them in, and asks for what the server knows of them")
    func quietNights() async throws {
        try await expectSetting("quiet_hours_by_weekday", .text(#"{"sun":null}"#), since: "7-mute")
    }

    /// - Parameter version: the last one that didn't know it.
    private func expectSetting(_ column: String, _ value: FactValue, since version: String) async throws {
        try await withDevice(
            upgradedFrom: version,
            having: { db in
                try db.forgetSetting(column)
                try db.execute(sql: "UPDATE sync_state SET pulled_at = 100")
            }
        ) { device in
            #expect(try await device.syncState().wholeTables == [.profile])
            try await device.save(FactEdits(saved: [.profile: [FactRecord(id: FactTable.settingsID, columns: [column: value])]]))
            let kept = try await device.changes(since: 0).records[.profile]?.first?.columns
            #expect(kept?[column] == value)
        }
    }

    private func sync(_ device: any FactStore, _ server: MemoryServer) async throws {
        let identifiers = SequentialIdentifiers(prefix: "push-\(server.pulls.all.count)")
        try await SyncClient(store: device, server: server, identifiers: identifiers, now: { .noon }).sync()
    }
}

/// The server of one person, which notes what it is asked.
struct MemoryServer: SyncServer {
    let store = MemoryStore()
    let pulls = Notes<SyncPull>()

    func pull(_ pull: SyncPull) async -> SyncAnswer {
        pulls.add(pull)
        return await store.pull(pull, of: .ana)
    }

    func push(_ push: SyncPush) async throws(SyncProblem) {
        if await store.push(push, of: .ana, now: .noon) != .taken { throw .conflict }
    }
}

extension Database {
    /// Has a person's settings as they were before they had a column, which triggers name.
    fileprivate func forgetSetting(_ column: String) throws {
        for name in try String.fetchAll(self, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'person_settings'") {
            try execute(sql: "DROP TRIGGER \(name)")
        }
        try execute(sql: "ALTER TABLE person_settings DROP COLUMN \(column)")
    }
}
