import BelfryModel
import BelfryPorts
import BelfryTime

/// What a server keeps of one person's facts.
struct SyncedFacts: Equatable, Sendable {
    private var tables: [FactTable: [RowName: Row]] = [:]
    /// When pushes were taken, by their names.
    private var takenPushes: [String: Int] = [:]
    /// Of what was taken last. WatermelonDB takes no moment below 1.
    private var mark = 1

    /// Only the same bytes are the same name, as databases compare them.
    struct RowName: Hashable, Comparable, Sendable {
        let text: String

        init(_ text: String) { self.text = text }

        static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
        static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    struct Row: Equatable, Sendable {
        /// Without nulls; empty where it is deleted.
        var columns: [String: FactValue]
        var createdAt: Int
        var changedAt: Int
        var isDeleted = false
    }
}

extension SyncedFacts {
    func answer(_ pull: SyncPull) -> SyncAnswer {
        let isFirst = (pull.since ?? 0) == 0
        var answer = SyncAnswer(changes: SyncChanges(), timestamp: mark, isPushTaken: pull.openPush.map { takenPushes[$0] != nil })
        for (table, rows) in tables {
            let start = pull.wholeTables.contains(table) ? 0 : pull.since.map { $0 <= mark ? $0 : 0 } ?? 0
            var changes = SyncChanges.Rows()
            for (name, row) in rows.filter({ $0.value.changedAt > start }).sorted(by: { $0.key < $1.key }) {
                if !row.isDeleted {
                    let record = row.record(name.text, of: table)
                    if row.createdAt > start { changes.created.append(record) } else { changes.updated.append(record) }
                } else if !isFirst {
                    changes.deleted.append(name.text)
                }
            }
            if !changes.isEmpty { answer.changes.tables[table] = changes }
        }
        return answer
    }

    /// - Returns: false where it conflicts; nothing has changed then.
    mutating func take(_ push: SyncPush, now: Instant) -> Bool {
        if let id = push.id, takenPushes[id] != nil { return true }
        let news = news(in: push.changes)
        let base = push.pulledAt ?? 0
        guard base <= mark, news.allSatisfy({ tables[$0.table]?[RowName($0.id)]?.changedAt ?? 0 <= base }) else { return false }
        let next = max(mark + 1, Int(now.millisecondsSinceEpoch))
        for change in news { apply(change, at: next) }
        if !news.isEmpty { mark = next }
        if push.changes.deletesReceipts {
            tables[.notificationReceipts] = tables[.notificationReceipts]?
                .filter { !$0.value.isDeleted || $0.value.changedAt > next - deletedReceiptMilliseconds }
        }
        takenPushes = takenPushes.filter { $0.value > next - takenPushMilliseconds }
        if let id = push.id { takenPushes[id] = next }
        return true
    }

    private struct Change {
        let table: FactTable
        let id: String
        /// Nil where it is deleted.
        let columns: [String: FactValue]?
    }

    /// What is not as it is said to be already.
    private func news(in changes: SyncChanges) -> [Change] {
        changes.tables.flatMap { table, rows in
            let saved = rows.saved.filter { record in
                guard let row = liveRow(record.id, in: table) else { return true }
                return record.columns.contains { $0.value != row.columns[$0.key] ?? .null }
            }
            let deleted = rows.deleted.filter { liveRow($0, in: table) != nil }
            return saved.map { Change(table: table, id: $0.id, columns: $0.columns) }
                + deleted.map { Change(table: table, id: $0, columns: nil) }
        }
    }

    private mutating func apply(_ change: Change, at mark: Int) {
        let empty = Row(columns: [:], createdAt: mark, changedAt: mark)
        var row = liveRow(change.id, in: change.table) ?? empty
        for (name, value) in change.columns ?? [:] { row.columns[name] = value == .null ? nil : value }
        if change.columns == nil {
            row.columns = [:]
            row.isDeleted = true
        }
        row.changedAt = mark
        tables[change.table, default: [:]][RowName(change.id)] = row
    }

    private func liveRow(_ id: String, in table: FactTable) -> Row? {
        tables[table]?[RowName(id)].flatMap { $0.isDeleted ? nil : $0 }
    }

    /// Notes that the server told something, unless it was told before.
    mutating func addReceipt(of notification: NotificationID, category: String, now: Instant) {
        guard receipt(of: notification) == nil else { return }
        let receipt = NotificationReceipt(identifier: notification, toldAt: now, toldBy: .server, category: category)
        let changes = SyncChanges(tables: [.notificationReceipts: .init(created: [receipt.record])])
        _ = take(SyncPush(id: nil, changes: changes, pulledAt: mark), now: now)
    }

    var size: SharedSize {
        tables.values.joined().reduce(into: SharedSize()) { size, entry in
            let (name, row) = entry
            if !row.isDeleted { size.rowCount += 1 }
            size.byteCount += SharedSize.ownByteCount + name.text.utf8.count
            for case .text(let text) in row.columns.values { size.byteCount += text.utf8.count }
        }
    }

    /// All that there is, what was deleted too.
    var records: [FactTable: [FactRecord]] {
        Dictionary(uniqueKeysWithValues: tables.map { table, rows in (table, rows.map { name, row in row.record(name.text, of: table) }) })
    }

    func receipt(of identifier: NotificationID) -> NotificationReceipt? {
        let id = identifier.description
        return liveRow(id, in: .notificationReceipts).flatMap { NotificationReceipt($0.record(id, of: .notificationReceipts)) }
    }
}

extension SyncedFacts.Row {
    /// All columns, also those that are null.
    fileprivate func record(_ id: String, of table: FactTable) -> FactRecord {
        FactRecord(id: id, columns: Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, columns[$0.name] ?? .null) }))
    }
}
