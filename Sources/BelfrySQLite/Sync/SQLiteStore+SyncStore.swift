import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: SyncStore {
    public func pull(_ pull: SyncPull, of user: UserID) async throws -> SyncAnswer {
        try await pool.read { db in
            let mark = try Self.mark(of: user, db)
            var answer = SyncAnswer(changes: SyncChanges(), timestamp: mark)
            answer.isPushTaken = try pull.openPush.map { try Self.isTaken($0, of: user, db) }
            for table in FactTable.allCases {
                let start = pull.wholeTables.contains(table) ? 0 : pull.since.map { $0 <= mark ? $0 : 0 } ?? 0
                let rows = try Self.news(in: table, since: start, isFirst: (pull.since ?? 0) == 0, of: user, db)
                if !rows.isEmpty { answer.changes.tables[table] = rows }
            }
            return answer
        }
    }

    private static func news(
        in table: FactTable, since start: Int, isFirst: Bool, of user: UserID, _ db: Database
    ) throws -> SyncChanges.Rows {
        var news = SyncChanges.Rows()
        let rows = try StoredRow.fetchCursor(
            db.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE user_id = ? AND _changed_at > ? ORDER BY id"),
            arguments: [user.text, start])
        while let row = try rows.next() {
            if !row.isDeleted {
                if row.integer("_created_at") ?? 0 > start { news.created.append(table.record(row)) } else { news.updated.append(table.record(row)) }
            } else if !isFirst, let id = row.text("id") {
                news.deleted.append(id)
            }
        }
        return news
    }

    public func push(_ push: SyncPush, of user: UserID, now: Instant) async throws -> SyncPushResult {
        struct Full: Error {}
        do {
            return try await write { db in
                // A look at each of the rows: not for what only makes room, and the second one only where it may be too much.
                let former = push.changes.hasSaved ? try Self.sharedSize(of: user, db) : nil
                guard try Self.take(push, of: user, now: now, db) else { return .conflict }
                if let former, !former.mayBecome(former.adding(push.changes)), try !former.mayBecome(Self.sharedSize(of: user, db)) {
                    throw Full()
                }
                return .taken
            }
        } catch is Full {
            return .full
        }
    }

    /// - Returns: false where it conflicts; nothing has changed then.
    static func take(_ push: SyncPush, of user: UserID, now: Instant, _ db: Database) throws -> Bool {
        if let id = push.id, try isTaken(id, of: user, db) { return true }
        let mark = try mark(of: user, db)
        let base = push.pulledAt ?? 0
        let news = try news(in: push.changes, of: user, db)
        guard base <= mark, news.allSatisfy({ $0.changedAt <= base }) else { return false }
        let next = max(mark + 1, Int(now.millisecondsSinceEpoch))
        for change in news { try apply(change, of: user, at: next, db) }
        if !news.isEmpty {
            try db.execute(sql: "INSERT OR REPLACE INTO sync_marks (user_id, mark) VALUES (?, ?)", arguments: [user.text, next])
        }
        if push.changes.deletesReceipts {
            try db.execute(
                sql: "DELETE FROM notification_receipts WHERE user_id = ? AND _changed_at <= ? AND _is_deleted = 1",
                arguments: [user.text, next - deletedReceiptMilliseconds])
        }
        try remember(push.id, at: next, of: user, db)
        return true
    }

    public func sharedSize(of user: UserID) async throws -> SharedSize {
        try await pool.read { try Self.sharedSize(of: user, $0) }
    }

    private static func sharedSize(of user: UserID, _ db: Database) throws -> SharedSize {
        try FactTable.allCases.reduce(into: SharedSize()) { size, table in
            // As bytes: the length of a text is that of its letters, and ends at a NUL.
            let lengths = (["id"] + table.textColumns.map(\.quoted)).map { "coalesce(length(CAST(\($0) AS BLOB)), 0)" }.joined(separator: " + ")
            let row = try StoredRow.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT coalesce(sum(_is_deleted = 0), 0) AS row_count, coalesce(sum(\(SharedSize.ownByteCount) + \(lengths)), 0) AS byte_count
                        FROM \(table.rawValue) WHERE user_id = ?
                        """),
                arguments: [user.text])
            size.rowCount += row?.integer("row_count") ?? 0
            size.byteCount += row?.integer("byte_count") ?? 0
        }
    }

    /// That a person was told something, by whichever device or server; nil where they weren't.
    static func receipt(of identifier: NotificationID, user: UserID, _ db: Database) throws -> NotificationReceipt? {
        try StoredRow.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM notification_receipts WHERE user_id = ? AND id = ? AND _is_deleted = 0"),
            arguments: [user.text, identifier.description]
        ).flatMap { NotificationReceipt(FactTable.notificationReceipts.record($0)) }
    }

    /// Notes that the server told something, unless it was told before.
    static func addReceipt(of notification: NotificationID, category: String, user: UserID, now: Instant, _ db: Database) throws {
        guard try receipt(of: notification, user: user, db) == nil else { return }
        let record = NotificationReceipt(identifier: notification, toldAt: now, toldBy: .server, category: category).record
        let changes = SyncChanges(tables: [.notificationReceipts: .init(created: [record])])
        _ = try take(SyncPush(id: nil, changes: changes, pulledAt: try mark(of: user, db)), of: user, now: now, db)
    }
}

// MARK: What a push brings

extension SQLiteStore {
    private struct Change {
        let table: FactTable
        let id: String
        /// Nil where it is deleted.
        let columns: [String: FactValue]?
        /// The mark of the row that is there, deleted or not; 0 where there is none.
        let changedAt: Int
    }

    /// What is not as it is said to be already.
    private static func news(in changes: SyncChanges, of user: UserID, _ db: Database) throws -> [Change] {
        var news: [Change] = []
        for (table, rows) in changes.tables {
            let present = try db.cachedStatement(sql: "SELECT * FROM \(table.rawValue) WHERE user_id = ? AND id = ?")
            for record in rows.saved {
                let row = try StoredRow.fetchOne(present, arguments: [user.text, record.id])
                if let row, !row.isDeleted {
                    let columns = table.record(row).columns
                    if record.columns.allSatisfy({ $0.value == columns[$0.key] }) { continue }
                }
                news.append(Change(table: table, id: record.id, columns: record.columns, changedAt: row?.changedAt ?? 0))
            }
            for id in rows.deleted {
                guard let row = try StoredRow.fetchOne(present, arguments: [user.text, id]), !row.isDeleted else { continue }
                news.append(Change(table: table, id: id, columns: nil, changedAt: row.changedAt))
            }
        }
        return news
    }

    private static func apply(_ change: Change, of user: UserID, at mark: Int, _ db: Database) throws {
        let name = change.table.rawValue
        guard let columns = change.columns else {
            let emptied = change.table.columns.map { "\($0.quoted) = NULL" }.joined(separator: ", ")
            return try db.cachedStatement(
                sql: "UPDATE \(name) SET \(emptied), _is_deleted = 1, _changed_at = ? WHERE user_id = ? AND id = ?"
            ).execute(arguments: [mark, user.text, change.id])
        }
        let named = change.table.columns.filter { columns[$0.name] != nil }
        let names = named.map { ", \($0.quoted)" }.joined()
        let updated = named.map { "\($0.quoted) = excluded.\($0.quoted), " }.joined()
        let values: [any DatabaseValueConvertible] = [user.text, change.id, mark, mark] + named.map { (columns[$0.name] ?? .null).sql }
        try db.cachedStatement(
            sql: """
                INSERT INTO \(name) (user_id, id, _created_at, _changed_at\(names)) VALUES (\(placeholders(values.count)))
                ON CONFLICT (user_id, id) DO UPDATE SET \(updated)_changed_at = excluded._changed_at, _is_deleted = 0,
                    _created_at = iif(_is_deleted, excluded._created_at, _created_at)
                """
        ).execute(arguments: StatementArguments(values))
    }

    /// Of what was taken last. WatermelonDB takes no moment below 1.
    private static func mark(of user: UserID, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT mark FROM sync_marks WHERE user_id = ?", arguments: [user.text]) ?? 1
    }

    private static func remember(_ push: String?, at mark: Int, of user: UserID, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM sync_pushes WHERE user_id = ? AND mark <= ?", arguments: [user.text, mark - takenPushMilliseconds])
        guard let push else { return }
        try db.execute(sql: "INSERT INTO sync_pushes (user_id, push_id, mark) VALUES (?, ?, ?)", arguments: [user.text, push, mark])
    }

    private static func isTaken(_ push: String, of user: UserID, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM sync_pushes WHERE user_id = ? AND push_id = ?)", arguments: [user.text, push]) ?? false
    }
}

extension StoredRow {
    fileprivate var isDeleted: Bool { integer("_is_deleted") != 0 }
    fileprivate var changedAt: Int { integer("_changed_at") ?? 0 }
}
