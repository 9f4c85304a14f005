import BelfryModel
import BelfryPorts
import Foundation
import GRDB

extension SQLiteDevice {
    public func syncState() async throws -> SyncState {
        try await pool.read(Self.syncState)
    }

    private static func syncState(_ db: Database) throws -> SyncState {
        let row = try StoredRow.fetchOne(db, sql: "SELECT pulled_at, push_id, turn FROM sync_state")
        let wholeTables = try String.fetchAll(db, sql: "SELECT table_name FROM sync_whole_tables").compactMap(FactTable.init)
        return SyncState(
            pulledAt: row?.integer("pulled_at"), wholeTables: Set(wholeTables), openPush: row?.text("push_id"), turn: row?.integer("turn") ?? 0)
    }

    public func merge(_ answer: SyncAnswer, after state: SyncState) async throws -> Bool {
        let saved = try answer.changes.tables.map { table, rows in (table, try rows.saved.map { try table.checked($0) }) }
        return try await pool.write { db in
            guard try Self.syncState(db) == state else { return false }
            try db.execute(sql: "UPDATE sync_state SET is_merging = 1")
            if answer.isPushTaken == true { try Self.settleOpenPush(db) }
            for (table, records) in saved {
                for record in records { try Self.take(record, in: table, db) }
            }
            for (table, rows) in answer.changes.tables {
                for id in rows.deleted { try Self.takeDeletion(of: id, in: table, db) }
            }
            try db.execute(sql: "DELETE FROM sync_echoes; DELETE FROM sync_whole_tables")
            try db.execute(
                sql: "UPDATE sync_state SET is_merging = 0, pulled_at = ?, push_id = NULL, push = NULL, turn = turn + 1",
                arguments: [answer.timestamp])
            return true
        }
    }

    public func openPush(_ id: String, rowCountMax: Int, leavingOut rows: [FactTable: Set<String>]) async throws -> SyncPush? {
        try await pool.write { db in
            let changes = try Self.unsynced(rowCountMax, leavingOut: rows, db)
            let push = SyncPush(id: id, changes: changes, pulledAt: try Self.syncState(db).pulledAt)
            guard !push.changes.isEmpty else {
                try db.execute(sql: "UPDATE sync_state SET push_id = NULL, push = NULL, turn = turn + 1 WHERE push_id IS NOT NULL")
                return nil
            }
            let stored = String(decoding: try JSONEncoder().encode(push.changes), as: UTF8.self)
            try db.execute(sql: "UPDATE sync_state SET push_id = ?, push = ?, turn = turn + 1", arguments: [id, stored])
            return push
        }
    }

    public func closePush(_ id: String) async throws {
        try await pool.write { db in
            guard try Self.syncState(db).openPush == id else { return }
            try Self.settleOpenPush(db)
            try db.execute(sql: "UPDATE sync_state SET push_id = NULL, push = NULL, turn = turn + 1")
        }
    }
}

// MARK: What the server has

extension SQLiteDevice {
    private static func take(_ record: FactRecord, in table: FactTable, _ db: Database) throws {
        guard try !list("sync_deletions", has: record.id, in: table, db) else { return }
        guard let row = try row(record.id, in: table, db) else {
            try insert(record, in: table, db)
            return try mark(record.id, in: table, changed: [], db)
        }
        let present = table.record(row).columns
        var changed = changedColumns(row)
        changed.removeAll { name in
            guard let other = record.columns[name], let own = present[name] else { return false }
            return other == own || table.takes(other, over: own, in: name)
        }
        let news = record.columns.filter { $0.value != present[$0.key] && !changed.contains($0.key) }
        try update(record.id, in: table, news, db)
        try mark(record.id, in: table, changed: changed, db)
    }

    private static func takeDeletion(of id: String, in table: FactTable, _ db: Database) throws {
        try remove(id, in: table, from: "sync_deletions", db)
        // Our own deletion doesn't undo a row that was made anew since.
        if try list("sync_echoes", has: id, in: table, db) { return }
        try db.cachedStatement(sql: "DELETE FROM \(table.rawValue) WHERE id = ?").execute(arguments: [id])
    }

    private static func list(_ list: String, has id: String, in table: FactTable, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(list) WHERE table_name = ? AND id = ?)"),
            arguments: [table.rawValue, id]) ?? false
    }

    private static func remove(_ id: String, in table: FactTable, from list: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM \(list) WHERE table_name = ? AND id = ?").execute(arguments: [table.rawValue, id])
    }
}

// MARK: What the server hasn't seen

extension SQLiteDevice {
    private static func unsynced(_ rowCountMax: Int, leavingOut: [FactTable: Set<String>], _ db: Database) throws -> SyncChanges {
        var changes = SyncChanges()
        for table in FactTable.allCases {
            var rows = SyncChanges.Rows()
            let leftOut = (leavingOut[table] ?? []).jsonList
            let unsynced = try StoredRow.fetchAll(
                db, sql: "SELECT * FROM \(table.rawValue) WHERE _status <> 'synced' AND NOT id \(isListed) ORDER BY id LIMIT ?",
                arguments: [leftOut, rowCountMax - changes.rowCount])
            for row in unsynced {
                if row.text("_status") == "created" { rows.created.append(table.record(row)) } else { rows.updated.append(table.record(row)) }
            }
            rows.deleted = try String.fetchAll(
                db, sql: "SELECT id FROM sync_deletions WHERE table_name = ? AND NOT id \(isListed) ORDER BY id LIMIT ?",
                arguments: [table.rawValue, leftOut, rowCountMax - changes.rowCount - unsynced.count])
            if !rows.isEmpty { changes.tables[table] = rows }
        }
        return changes
    }

    /// What the server has seen: all of the open push but what was edited since it was read.
    private static func settleOpenPush(_ db: Database) throws {
        guard let stored = try String.fetchOne(db, sql: "SELECT push FROM sync_state") else { return }
        let push = try JSONDecoder().decode(SyncChanges.self, from: Data(stored.utf8))
        for (table, rows) in push.tables {
            for record in rows.saved {
                // Whoever deletes it from now on deletes this row.
                try remove(record.id, in: table, from: "sync_echoes", db)
                guard let row = try row(record.id, in: table, db) else { continue }
                let present = table.record(row).columns
                try mark(record.id, in: table, changed: changedColumns(row).filter { record.columns[$0] != present[$0] }, db)
            }
            for id in rows.deleted {
                try remove(id, in: table, from: "sync_deletions", db)
                try db.cachedStatement(sql: "INSERT OR IGNORE INTO sync_echoes (table_name, id) VALUES (?, ?)")
                    .execute(arguments: [table.rawValue, id])
                // Made anew since: the server has nothing any more that would have to be emptied.
                guard let row = try row(id, in: table, db) else { continue }
                let present = table.record(row).columns
                try mark(id, in: table, changed: changedColumns(row).filter { present[$0] != .null }, isNew: true, db)
            }
        }
    }

    private static func changedColumns(_ row: StoredRow) -> [String] {
        (row.text("_changed") ?? "").split(separator: ",").map(String.init)
    }

    private static func mark(_ id: String, in table: FactTable, changed: [String], isNew: Bool = false, _ db: Database) throws {
        let status = isNew ? "created" : changed.isEmpty ? "synced" : "updated"
        try db.cachedStatement(sql: "UPDATE \(table.rawValue) SET _status = ?, _changed = ? WHERE id = ?")
            .execute(arguments: [status, changed.joined(separator: ","), id])
    }
}
