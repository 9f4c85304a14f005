import BelfryModel
import BelfryPorts

/// The rows of a device, with what the server hasn't seen of them.
struct DeviceFacts: Equatable, Sendable {
    private var tables: [FactTable: [String: Row]] = [:]
    /// Rows that the person deleted and the server has, as far as is known.
    private var deletions: [FactTable: Set<String>] = [:]
    /// Deletions that the server has taken and that the next pull brings back as news.
    private var echoes: [FactTable: Set<String>] = [:]
    /// The mark at which a row last changed.
    private var feed: [FactKey: Int] = [:]
    private(set) var mark = 0
    private(set) var syncState = SyncState()
    private var openPush: SyncPush? {
        didSet {
            syncState.openPush = openPush?.id
            syncState.turn += 1
        }
    }

    struct Row: Equatable, Sendable {
        /// Without nulls.
        var columns: [String: FactValue]
        /// The server has no such row, as far as is known.
        var isNew: Bool
        /// Columns with an edit that the server hasn't seen.
        var changed: Set<String>
    }

    struct FactKey: Hashable, Sendable {
        let table: FactTable
        let id: String
    }
}

// MARK: The person's edits

extension DeviceFacts {
    mutating func save(_ record: FactRecord, in table: FactTable) {
        guard var row = tables[table]?[record.id] else {
            let columns = record.columns.filter { $0.value != .null }
            // Of a row that the server still has, it must learn the empty columns too.
            let isReplaced = deletions[table]?.remove(record.id) != nil
            let changed = isReplaced ? Set(table.columns.map(\.name)) : Set(columns.keys)
            tables[table, default: [:]][record.id] = Row(columns: columns, isNew: true, changed: changed)
            return note(record.id, in: table)
        }
        let edited = record.columns.filter { $0.value != row.columns[$0.key] ?? .null }
        guard !edited.isEmpty else { return }
        for (name, value) in edited { row.columns[name] = value == .null ? nil : value }
        row.changed.formUnion(edited.keys)
        tables[table]?[record.id] = row
        note(record.id, in: table)
    }

    mutating func delete(_ id: String, in table: FactTable) {
        guard tables[table]?.removeValue(forKey: id) != nil else { return }
        // Also of a new row: a push whose answer was lost may have brought it to the server.
        deletions[table, default: []].insert(id)
        note(id, in: table)
    }

    private mutating func note(_ id: String, in table: FactTable) {
        mark += 1
        feed[FactKey(table: table, id: id)] = mark
    }

    func changes(since start: Int) -> FactChanges {
        var changes = FactChanges(mark: mark)
        for (key, _) in feed.filter({ $0.value > start }).sorted(by: { $0.value < $1.value }) {
            if let row = tables[key.table]?[key.id] {
                changes.records[key.table, default: []].append(row.record(key.id, of: key.table))
            } else if start > 0 {
                changes.deleted[key.table, default: []].append(key.id)
            }
        }
        return changes
    }
}

// MARK: Syncing

extension DeviceFacts {
    mutating func merge(_ answer: SyncAnswer) throws {
        if answer.isPushTaken == true, let openPush { settle(openPush) }
        openPush = nil
        for (table, rows) in answer.changes.tables {
            for record in rows.saved { take(try table.checked(record), in: table) }
            for id in rows.deleted { takeDeletion(of: id, in: table) }
        }
        echoes = [:]
        syncState.pulledAt = answer.timestamp
    }

    private mutating func take(_ record: FactRecord, in table: FactTable) {
        guard deletions[table]?.contains(record.id) != true else { return }
        let known = tables[table]?[record.id]
        var row = known ?? Row(columns: [:], isNew: false, changed: [])
        for (name, value) in record.columns {
            let present = row.columns[name] ?? .null
            if value == present || table.takes(value, over: present, in: name) { row.changed.remove(name) }
            if !row.changed.contains(name) { row.columns[name] = value == .null ? nil : value }
        }
        row.isNew = false
        tables[table, default: [:]][record.id] = row
        if row.columns != known?.columns { note(record.id, in: table) }
    }

    private mutating func takeDeletion(of id: String, in table: FactTable) {
        deletions[table]?.remove(id)
        // Our own deletion doesn't undo a row that was made anew since.
        if echoes[table]?.contains(id) == true { return }
        if tables[table]?.removeValue(forKey: id) != nil { note(id, in: table) }
    }

    mutating func openPush(_ id: String, rowCountMax: Int, leavingOut leftOut: [FactTable: Set<String>]) -> SyncPush? {
        var push = SyncPush(id: id, changes: SyncChanges(), pulledAt: syncState.pulledAt)
        var room = rowCountMax
        for table in FactTable.allCases {
            let leftOut = leftOut[table] ?? []
            let unsynced = (tables[table] ?? [:]).filter { ($0.value.isNew || !$0.value.changed.isEmpty) && !leftOut.contains($0.key) }
            let deleted = (deletions[table] ?? []).subtracting(leftOut)
            var rows = SyncChanges.Rows()
            for (id, row) in unsynced.sorted(by: { $0.key < $1.key }).prefix(room) {
                if row.isNew { rows.created.append(row.record(id, of: table)) } else { rows.updated.append(row.record(id, of: table)) }
            }
            rows.deleted = Array(deleted.sorted().prefix(room - rows.rowCount))
            room -= rows.rowCount
            if !rows.isEmpty { push.changes.tables[table] = rows }
        }
        openPush = push.changes.isEmpty ? nil : push
        return openPush
    }

    mutating func closePush(_ id: String) {
        guard let push = openPush, push.id == id else { return }
        settle(push)
        openPush = nil
    }

    /// What the server has seen: all of a push but what was edited since it was read.
    private mutating func settle(_ push: SyncPush) {
        for (table, rows) in push.changes.tables {
            for record in rows.saved {
                // Whoever deletes it from now on deletes this row.
                echoes[table]?.remove(record.id)
                guard var row = tables[table]?[record.id] else { continue }
                row.isNew = false
                row.changed = row.changed.filter { (row.columns[$0] ?? .null) != record.columns[$0] ?? .null }
                tables[table]?[record.id] = row
            }
            for id in rows.deleted {
                deletions[table]?.remove(id)
                echoes[table, default: []].insert(id)
                // Made anew since: the server has nothing any more that would have to be emptied.
                guard var row = tables[table]?[id] else { continue }
                row.changed = row.changed.filter { row.columns[$0] != nil }
                tables[table]?[id] = row
            }
        }
    }
}

extension DeviceFacts.Row {
    /// All columns, also those that are null.
    func record(_ id: String, of table: FactTable) -> FactRecord {
        FactRecord(id: id, columns: Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, columns[$0.name] ?? .null) }))
    }
}
