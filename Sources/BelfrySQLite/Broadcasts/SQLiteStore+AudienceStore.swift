import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension Schema {
    /// Lists of people that apps keep.
    static let audiences = """
        CREATE TABLE audiences (
            app_id TEXT NOT NULL,
            id TEXT NOT NULL,
            -- What people read.
            title TEXT,
            -- Whether people may join and leave by themselves.
            is_open INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1)),
            created_at TEXT NOT NULL,
            PRIMARY KEY (app_id, id),
            CHECK (title IS NOT NULL OR is_open = 0)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX audiences_open ON audiences (app_id, id) WHERE is_open = 1;
        CREATE TABLE audience_members (
            app_id TEXT NOT NULL,
            audience_id TEXT NOT NULL,
            user_id TEXT NOT NULL,
            joined_at TEXT NOT NULL,
            PRIMARY KEY (app_id, audience_id, user_id)
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX audience_members_user ON audience_members (user_id, app_id, audience_id);
        """
}

extension SQLiteStore: AudienceStore {
    public func save(_ audience: Audience, openCountMax: Int) async throws {
        let (app, id) = (audience.key.app.text, audience.key.id.text)
        try await write { db in
            if audience.isOpen {
                let others = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM audiences WHERE app_id = ? AND id <> ? AND is_open = 1", arguments: [app, id])
                guard (others ?? 0) < openCountMax else { throw Problem.tooManyAudiences(countMax: openCountMax) }
            }
            try db.execute(
                sql: """
                    INSERT INTO audiences (app_id, id, title, is_open, created_at) VALUES (\(placeholders(5)))
                    ON CONFLICT (app_id, id) DO UPDATE SET title = excluded.title, is_open = excluded.is_open
                    """, arguments: [app, id, audience.title, audience.isOpen, audience.createdAt.sql])
        }
    }

    public func audience(_ key: AudienceKey) async throws -> Audience? {
        try await pool.read { db in
            try StoredRow.fetchOne(db, sql: "SELECT * FROM audiences WHERE app_id = ? AND id = ?", arguments: [key.app.text, key.id.text])
                .flatMap(Self.audience)
        }
    }

    public func audiences(of app: AppID, after: AudienceID?, countMax: Int) async throws -> [Audience] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db, sql: "SELECT * FROM audiences WHERE app_id = ? AND id > ? ORDER BY id LIMIT ?", arguments: [app.text, after?.text ?? "", countMax]
            ).compactMap(Self.audience)
        }
    }

    private static func audience(_ row: StoredRow) -> Audience? {
        guard let app: AppID = row.identifier("app_id"), let id: AudienceID = row.identifier("id") else { return nil }
        return Audience(
            key: AudienceKey(app: app, id: id), title: row.text("title"), isOpen: row.integer("is_open") == 1,
            createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0))
    }

    /// So many members go at once: others write in between.
    private static let removalCountMax = 10_000

    public func removeAudience(_ key: AudienceKey) async throws -> Bool {
        while true {
            let result: Bool? = try await write { db in
                try db.execute(
                    sql: """
                        DELETE FROM audience_members WHERE app_id = ?1 AND audience_id = ?2 AND user_id IN (
                            SELECT user_id FROM audience_members WHERE app_id = ?1 AND audience_id = ?2 ORDER BY user_id LIMIT ?3)
                        """, arguments: [key.app.text, key.id.text, Self.removalCountMax])
                guard db.changesCount < Self.removalCountMax else { return nil }
                try db.execute(sql: "DELETE FROM audiences WHERE app_id = ? AND id = ?", arguments: [key.app.text, key.id.text])
                return db.changesCount > 0
            }
            if let result { return result }
        }
    }
}

// MARK: Who is in it

extension SQLiteStore {
    public func memberCount(of key: AudienceKey) async throws -> Int {
        try await pool.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM audience_members WHERE app_id = ? AND audience_id = ?", arguments: [key.app.text, key.id.text]) ?? 0
        }
    }

    public func members(of key: AudienceKey, after user: UserID?, countMax: Int) async throws -> [UserID] {
        try await pool.read { try Self.members(of: key, after: user, countMax, $0) }
    }

    private static func members(of key: AudienceKey, after user: UserID?, _ countMax: Int, _ db: Database) throws -> [UserID] {
        try StoredRow.fetchAll(
            db.cachedStatement(
                sql: "SELECT user_id FROM audience_members WHERE app_id = ? AND audience_id = ? AND user_id > ? ORDER BY user_id LIMIT ?"),
            arguments: [key.app.text, key.id.text, user?.text ?? "", countMax]
        ).compactMap { $0.identifier("user_id") }
    }

    public func add(_ people: Set<UserID>, to key: AudienceKey, ifOpen: Bool, now: Instant) async throws -> Int? {
        try await change(
            key, ifOpen: ifOpen,
            """
            INSERT INTO audience_members (app_id, audience_id, user_id, joined_at)
            SELECT ?1, ?2, value, ?4 FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING
            """, [key.app.text, key.id.text, people.sorted().map(\.text).jsonList, now.sql])
    }

    public func remove(_ people: Set<UserID>, from key: AudienceKey, ifOpen: Bool) async throws -> Int? {
        try await change(
            key, ifOpen: ifOpen, "DELETE FROM audience_members WHERE app_id = ? AND audience_id = ? AND user_id \(isListed)",
            [key.app.text, key.id.text, people.map(\.text).jsonList])
    }

    /// - Returns: how many rows were changed; nil where there is no such audience, or where it is to be open and isn't.
    private func change(_ key: AudienceKey, ifOpen: Bool, _ sql: String, _ arguments: StatementArguments) async throws -> Int? {
        try await write(counting: { (count: Int?) in count ?? 0 }) { db in
            let isOpen = try Int.fetchOne(db, sql: "SELECT is_open FROM audiences WHERE app_id = ? AND id = ?", arguments: [key.app.text, key.id.text])
            guard let isOpen, isOpen == 1 || !ifOpen else { return nil }
            let before = db.totalChangesCount
            try db.execute(sql: sql, arguments: arguments)
            return db.totalChangesCount - before
        }
    }

    public func openAudiences(for person: UserID) async throws -> [(audience: Audience, isMember: Bool)] {
        try await pool.read { db in
            try StoredRow.fetchAll(
                db,
                sql: """
                    SELECT *, EXISTS (SELECT 1 FROM audience_members own
                        WHERE own.app_id = audiences.app_id AND own.audience_id = audiences.id AND own.user_id = ?) AS is_member
                    FROM audiences WHERE is_open = 1 ORDER BY app_id, id
                    """, arguments: [person.text]
            ).compactMap { row in Self.audience(row).map { (audience: $0, isMember: row.integer("is_member") == 1) } }
        }
    }

    public func appendMembers(
        of key: AudienceKey, after user: UserID?, values: PersonalValues?, to broadcast: Broadcast, firstNumber: Int, batchCountMax: Int
    ) async throws -> (batchCount: Int, last: UserID?) {
        // It is all in one process: nothing is spared by a statement that makes the lists.
        try await write { db in
            let members = try Self.members(of: key, after: user, batchCountMax * Broadcast.batchRecipientCountMax, db)
            let batches = RecipientBatch.full(of: members, values: values)
            try Self.append(batches, to: broadcast, firstNumber: firstNumber, db)
            return (batches.count, members.last)
        }
    }
}
