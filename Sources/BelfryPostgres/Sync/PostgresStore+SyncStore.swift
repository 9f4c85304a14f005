import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: SyncStore {
    public func pull(_ pull: SyncPull, of user: UserID) async throws -> SyncAnswer {
        try await pool.snapshot { db in
            let mark = try Self.mark(of: user, db)
            var answer = SyncAnswer(changes: SyncChanges(), timestamp: mark)
            let tables = try FactTable.allCases.map { table in
                let start = pull.wholeTables.contains(table) ? 0 : pull.since.map { $0 <= mark ? $0 : 0 } ?? 0
                let rows = try db.send("SELECT * FROM \(table.rawValue) WHERE user_id = $1 AND _changed_at > $2 ORDER BY id", user, start)
                return (table, start, rows)
            }
            answer.isPushTaken = try pull.openPush.map { try Self.isTaken($0, of: user, db) }
            for (table, start, rows) in tables {
                let news = Self.news(in: table, since: start, isFirst: (pull.since ?? 0) == 0, try rows.rows())
                if !news.isEmpty { answer.changes.tables[table] = news }
            }
            return answer
        }
    }

    private static func news(in table: FactTable, since start: Int, isFirst: Bool, _ rows: [Row]) -> SyncChanges.Rows {
        var news = SyncChanges.Rows()
        for row in rows {
            if row.flag("_is_deleted") {
                if !isFirst { news.deleted.append(row.text("id") ?? "") }
            } else if row.integer("_created_at") ?? 0 > start {
                news.created.append(table.record(row))
            } else {
                news.updated.append(table.record(row))
            }
        }
        return news
    }

    public func push(_ push: SyncPush, of user: UserID, now: Instant) async throws -> SyncPushResult {
        struct Full: Error {}
        do {
            return try await pool.write { db in
                try Self.lock([user], .facts, db)
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

    /// The person's facts must be locked.
    /// - Returns: false where it conflicts; nothing has changed then.
    static func take(_ push: SyncPush, of user: UserID, now: Instant, _ db: Connection) throws -> Bool {
        if let id = push.id, try isTaken(id, of: user, db) { return true }
        let mark = try mark(of: user, db)
        let base = push.pulledAt ?? 0
        let news = try news(in: push.changes, of: user, db)
        guard base <= mark, news.allSatisfy({ $0.changedAt <= base }) else { return false }
        let next = max(mark + 1, Int(now.millisecondsSinceEpoch))
        for change in news { try apply(change, of: user, at: next, db) }
        if !news.isEmpty {
            try db.execute(
                "INSERT INTO sync_marks (user_id, mark) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark", user, next)
        }
        if push.changes.deletesReceipts {
            try db.execute(
                "DELETE FROM notification_receipts WHERE user_id = $1 AND _changed_at <= $2 AND _is_deleted", user, next - deletedReceiptMilliseconds)
        }
        try remember(push.id, at: next, of: user, db)
        return true
    }

    public func sharedSize(of user: UserID) async throws -> SharedSize {
        try await pool.snapshot { try Self.sharedSize(of: user, $0) }
    }

    private static func sharedSize(of user: UserID, _ db: Connection) throws -> SharedSize {
        let answers = try FactTable.allCases.map { table in
            let lengths = (["id"] + table.textColumns.map(\.quoted)).map { "coalesce(octet_length(\($0)), 0)" }.joined(separator: " + ")
            return try db.send(
                """
                SELECT count(*) FILTER (WHERE NOT _is_deleted) AS row_count,
                    coalesce(sum(\(SharedSize.ownByteCount) + \(lengths)), 0) AS byte_count
                FROM \(table.rawValue) WHERE user_id = $1
                """, user)
        }
        return try answers.reduce(into: SharedSize()) { size, answer in
            let row = try answer.rows().first
            size.rowCount += row?.integer("row_count") ?? 0
            size.byteCount += row?.integer("byte_count") ?? 0
        }
    }

    static func receipt(_ row: Row) -> NotificationReceipt? { NotificationReceipt(FactTable.notificationReceipts.record(row)) }

    /// Notes that the server told something, unless it was told before. The person's facts must be locked.
    static func addReceipt(of notification: NotificationID, category: String, user: UserID, now: Instant, _ db: Connection) throws {
        let known = try db.row(
            "SELECT 1 FROM notification_receipts WHERE user_id = $1 AND id = $2 AND NOT _is_deleted", user, notification.description)
        guard known == nil else { return }
        let record = NotificationReceipt(identifier: notification, toldAt: now, toldBy: .server, category: category).record
        let changes = SyncChanges(tables: [.notificationReceipts: .init(created: [record])])
        _ = try take(SyncPush(id: nil, changes: changes, pulledAt: try mark(of: user, db)), of: user, now: now, db)
    }
}

// MARK: What a push brings

extension PostgresStore {
    private struct Change {
        let table: FactTable
        let id: String
        /// Nil where it is deleted.
        let columns: [String: FactValue]?
        /// The mark of the row that is there, deleted or not; 0 where there is none.
        let changedAt: Int
    }

    /// What is not as it is said to be already.
    private static func news(in changes: SyncChanges, of user: UserID, _ db: Connection) throws -> [Change] {
        let present = try changes.tables.map { table, rows in
            let ids = rows.saved.map(\.id) + rows.deleted
            return (table, rows, try db.send("SELECT * FROM \(table.rawValue) WHERE user_id = $1 AND id = ANY($2::text[])", user, ids))
        }
        var news: [Change] = []
        for (table, rows, answer) in present {
            // By the bytes of their names, as the database compares them.
            let known = Dictionary(try answer.rows().map { (Array(($0.text("id") ?? "").utf8), $0) }, uniquingKeysWith: { first, _ in first })
            for record in rows.saved {
                let row = known[Array(record.id.utf8)]
                if let row, !row.flag("_is_deleted") {
                    let columns = table.record(row).columns
                    if record.columns.allSatisfy({ $0.value == columns[$0.key] }) { continue }
                }
                news.append(Change(table: table, id: record.id, columns: record.columns, changedAt: row?.integer("_changed_at") ?? 0))
            }
            for id in rows.deleted {
                guard let row = known[Array(id.utf8)], !row.flag("_is_deleted") else { continue }
                news.append(Change(table: table, id: id, columns: nil, changedAt: row.integer("_changed_at") ?? 0))
            }
        }
        return news
    }

    private static func apply(_ change: Change, of user: UserID, at mark: Int, _ db: Connection) throws {
        let name = change.table.rawValue
        guard let columns = change.columns else {
            let emptied = change.table.columns.map { "\($0.quoted) = NULL" }.joined(separator: ", ")
            try db.execute(
                "UPDATE \(name) SET \(emptied), _is_deleted = true, _changed_at = $1 WHERE user_id = $2 AND id = $3", mark, user, change.id)
            return
        }
        let named = change.table.columns.filter { columns[$0.name] != nil }
        let values: [(any SQLConvertible)?] = [user, change.id, mark] + named.map { columns[$0.name] ?? .null }
        try db.execute(
            """
            INSERT INTO \(name) AS known (user_id, id, _created_at, _changed_at\(named.map { ", \($0.quoted)" }.joined()))
            VALUES ($1, $2, $3, $3\(named.indices.map { ", $\($0 + 4)" }.joined()))
            ON CONFLICT (user_id, id) DO UPDATE SET \(named.map { "\($0.quoted) = excluded.\($0.quoted), " }.joined())
                _changed_at = excluded._changed_at, _is_deleted = false,
                _created_at = CASE WHEN known._is_deleted THEN excluded._created_at ELSE known._created_at END
            """, values)
    }

    /// Of what was taken last. WatermelonDB takes no moment below 1.
    private static func mark(of user: UserID, _ db: Connection) throws -> Int {
        try db.row("SELECT mark FROM sync_marks WHERE user_id = $1", user)?.integer("mark") ?? 1
    }

    private static func remember(_ push: String?, at mark: Int, of user: UserID, _ db: Connection) throws {
        try db.execute("DELETE FROM sync_pushes WHERE user_id = $1 AND mark <= $2", user, mark - takenPushMilliseconds)
        guard let push else { return }
        try db.execute("INSERT INTO sync_pushes (user_id, push_id, mark) VALUES ($1, $2, $3)", user, push, mark)
    }

    private static func isTaken(_ push: String, of user: UserID, _ db: Connection) throws -> Bool {
        try db.row("SELECT 1 FROM sync_pushes WHERE user_id = $1 AND push_id = $2", user, push) != nil
    }
}
