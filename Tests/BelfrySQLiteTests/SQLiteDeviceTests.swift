import BelfryDevice
import BelfryModel
import BelfryPorts
import BelfryTesting
import BelfryTime
import Foundation
import GRDB
import Testing

@testable import BelfrySQLite

@Suite("The facts of a device on SQLite")
struct SQLiteDeviceTests {
    @Test("The journal on SQLite behaves as every device's does", arguments: DeviceJournalConformance.all)
    func passes(_ behaviour: DeviceJournalConformance) async throws {
        try await withDevice { device in try await behaviour.run(on: device) }
    }

    @Test("What desktops show is kept as every journal keeps it", arguments: ShownJournalConformance.all)
    func passes(_ behaviour: ShownJournalConformance) async throws {
        try await withDevice { device in try behaviour.run(on: device) }
    }

    @Test("A schedule of our own is kept as every store keeps it", arguments: ScheduleConformance.all)
    func passes(_ behaviour: ScheduleConformance) async throws {
        try await withDevice { device in try await behaviour.run(on: device) }
    }

    @Test("The facts on SQLite behave as every device's do", arguments: FactStoreConformance.all)
    func passes(_ behaviour: FactStoreConformance) async throws {
        try await withDevice { device in try await behaviour.run(on: device) }
    }

    @Test("A file that is opened again keeps its facts and what is to be synced")
    func reopening() async throws {
        try await withTemporaryPath { path in
            try await withDevice(at: path) { device in
                try await device.receive([.bill("gym", ["amount": .whole(1)])])
                try await device.edit(["amount": .whole(2)])
                _ = try await device.push()
            }
            try await withDevice(at: path) { device in
                let state = try await device.syncState()
                #expect(state.pulledAt == 1 && state.openPush == "push-1")
                try await device.closePush("push-1")
                let rest = try await device.push("push-2")
                #expect(rest == nil)
                let bill = try await device.bill()
                #expect(bill == ["amount": .whole(2)])
            }
        }
    }

    @Test("A file of a later version is refused, and says so")
    func laterVersion() async throws {
        try await withTemporaryPath { path in
            try await withDevice(at: path) { try await $0.write("INSERT INTO grdb_migrations (identifier) VALUES ('99-unheard-of')") }
            let error = try #require(throws: LaterVersionError.self) { _ = try SQLiteDevice(path: path) }
            #expect(error.description == "a later version of Belfry has brought the file up to date; use that version, or a later one")
        }
    }

    @Test("A server's store is no device's file, and a device's file is no store: each is refused as what it is")
    func otherFile() async throws {
        try await withTemporaryPath { path in
            try await withStore(at: path) { _ in }
            #expect(throws: OtherFileError.self) { _ = try SQLiteDevice(path: path) }
        }
        try await withTemporaryPath { path in
            try await withDevice(at: path) { _ in }
            #expect(throws: OtherFileError.self) { _ = try SQLiteStore(path: path) }
        }
    }

    @Test("Two who write at once wait for each other: nobody is told that the database is locked")
    func writersAtOnce() async throws {
        try await withTemporaryPath { path in
            try await withDevice(at: path) { device in
                try await withDevice(at: path) { other in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 1...40 {
                            let writer = number % 2 == 0 ? device : other
                            group.addTask { try await writer.edit("bill-\(number)", ["amount": .whole(number)]) }
                        }
                        try await group.waitForAll()
                    }
                    let count = try await device.changes(since: 0).records[.budgetItems]?.count
                    #expect(count == 40)
                }
            }
        }
    }

    @Test("Bills are found by their due date without looking at the others")
    func index() async throws {
        try await withDevice { device in
            let plan = try await device.pool.read { db in
                try StoredRow.fetchAll(db, sql: "EXPLAIN QUERY PLAN SELECT id FROM budget_items WHERE due_date < '2026-12-01'")
            }
            #expect(plan.compactMap { $0.text("detail") }.joined().contains("budget_items_due_date"))
        }
    }
}

@Suite("Facts written by SQL")
struct DeviceSchemaTests {
    @Test("Rows that an app inserts, updates and deletes by SQL are noticed and pushed")
    func plainSQL() async throws {
        try await withDevice { device in
            try await device.write("INSERT INTO budget_items (id, amount, name) VALUES ('rent', 1, 'Rent')")
            #expect(try await device.marks() == ["rent created amount,name".sortedColumns])
            try await device.pushAll()
            #expect(try await device.marks() == ["rent synced "])

            let mark = try await device.changes(since: 0).mark
            try await device.write("UPDATE budget_items SET amount = 2, name = name")
            #expect(try await device.marks() == ["rent updated amount"])
            try await device.write("UPDATE budget_items SET due_date = '2026-11-30', amount = 3")
            #expect(try await device.marks() == ["rent updated amount,due_date"])
            let news = try await device.changes(since: mark)
            #expect(news.records[.budgetItems]?.map { $0.columns["amount"] } == [.whole(3)])

            try await device.write("DELETE FROM budget_items")
            let rows = try await device.push()
            #expect(rows == SyncChanges.Rows(deleted: ["rent"]))
        }
    }

    @Test("Columns of the app's own, and updates that change nothing, disturb nobody")
    func ownColumns() async throws {
        try await withDevice { device in
            try await device.write("ALTER TABLE budget_items ADD COLUMN colour TEXT")
            try await device.edit(["amount": .whole(1)])
            try await device.pushAll()
            let mark = try await device.changes(since: 0).mark
            try await device.write("UPDATE budget_items SET colour = 'red', amount = amount")
            let news = try await device.changes(since: mark)
            let push = try await device.push()
            #expect(news.isEmpty && push == nil)
        }
    }

    @Test(
        "Whatever clause an INSERT has, the row is noticed, and empty columns of a row that was replaced are told",
        arguments: ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE", "INSERT"])
    func conflictClauses(_ insert: String) async throws {
        try await withDevice { device in
            try await device.write("\(insert) INTO budget_items (id, name) VALUES ('rent', 'Rent')")
            try await device.pushAll()
            let mark = try await device.changes(since: 0).mark
            let upsert = insert == "INSERT" ? "ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, name = NULL" : ""
            try await device.write("\(insert) INTO budget_items (id, amount) VALUES ('rent', 2) \(upsert)")
            let rows = try await device.push()
            let news = try await device.changes(since: mark)
            let isIgnored = insert == "INSERT OR IGNORE"
            #expect(rows?.saved.map { $0.columns["name"] } == (isIgnored ? nil : [.null]))
            #expect(news.isEmpty == isIgnored)
            // What the server has of the row must not come back.
            try await device.receive([.bill(["name": .text("Rent")])], isPushTaken: false)
            let bill = try await device.bill()
            #expect(bill == (isIgnored ? ["name": .text("Rent")] : ["amount": .whole(2)]))
        }
    }

    @Test("A row that gets another identifier is another row")
    func renaming() async throws {
        try await withDevice { device in
            try await device.edit(["amount": .whole(1)])
            try await device.pushAll()
            let mark = try await device.changes(since: 0).mark
            try await device.write("UPDATE budget_items SET id = 'flat'")
            let rows = try await device.push()
            #expect(rows?.created.map(\.id) == ["flat"] && rows?.deleted == ["rent"])
            let news = try await device.changes(since: mark)
            #expect(news.records[.budgetItems]?.map(\.id) == ["flat"] && news.deleted == [.budgetItems: ["rent"]])
        }
    }

    @Test(
        "What could never be synced is refused where it is written",
        arguments: [
            "id": "''", "id ": "'a' || char(10)", " id": "'\(String(repeating: "a", count: 257))'", "amount": "'much'", "is_deleted": "2",
            "name": "x'ff'", "_status": "'lost'",
        ].sorted { $0.key < $1.key })
    func impossible(_ column: String, _ value: String) async throws {
        try await withDevice { device in
            try await device.edit(["amount": .whole(1)])
            let error = await #expect(throws: DatabaseError.self) { try await device.write("UPDATE budget_items SET \(column) = \(value)") }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }

    @Test("A text that an app writes by SQL and that is too long for the server keeps none of the other rows from being pushed")
    func tooLong() async throws {
        try await withDevice { device in
            let long = String(repeating: "x", count: FactColumn.textLengthMax + 1)
            try await device.write("INSERT INTO budget_items (id, name) VALUES ('rent', 'Rent'), ('gym', '\(long)')")
            let client = SyncClient(store: device, server: MemoryServer(), identifiers: SequentialIdentifiers(), now: { .noon })
            let report = try await client.sync()
            #expect(report.pushedRowCount == 1 && report.setAside.map(\.id) == ["gym"])
            try await device.write("UPDATE budget_items SET name = 'Gym' WHERE id = 'gym'")
            let last = try await client.sync()
            let rest = try await device.push()
            #expect(last.pushedRowCount == 1 && last.setAside.isEmpty && rest == nil)
        }
    }

    @Test("Who listens is told of what an app writes by SQL", .timeLimit(.minutes(10)))
    func signals() async throws {
        try await withDevice { device in
            var signals = device.changeSignals().makeAsyncIterator()
            await signals.next()
            try await device.write("INSERT INTO budget_items (id) VALUES ('rent')")
            await signals.next()
        }
    }
}

/// A device on a fresh file, which is removed afterwards.
private func withDevice<Result>(_ body: (SQLiteDevice) async throws -> Result) async throws -> Result {
    try await withTemporaryPath { path in try await withDevice(at: path, body) }
}

private func withDevice<Result>(at path: String, _ body: (SQLiteDevice) async throws -> Result) async throws -> Result {
    let device = try SQLiteDevice(path: path)
    defer { try? device.close() }
    return try await body(device)
}

extension SQLiteDevice {
    /// Runs a statement as an app would.
    fileprivate func write(_ sql: String) async throws {
        try await pool.write { try $0.execute(sql: sql) }
    }

    /// What WatermelonDB's columns say of each bill, the columns in the order of their names.
    fileprivate func marks() async throws -> [String] {
        try await pool.read { db in
            try StoredRow.fetchAll(db, sql: "SELECT id, _status, _changed FROM budget_items ORDER BY id").map { row in
                "\(row.text("id") ?? "") \(row.text("_status") ?? "") \(row.text("_changed") ?? "")".sortedColumns
            }
        }
    }
}

extension String {
    /// The list after the last space in alphabetical order.
    fileprivate var sortedColumns: String {
        let parts = split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return (parts.dropLast() + [(parts.last ?? "").split(separator: ",").sorted().joined(separator: ",")]).joined(separator: " ")
    }
}
