import BelfryModel
import BelfryPorts
import BelfryTime

extension PostgresStore: AudienceStore {
    public func save(_ audience: Audience, openCountMax: Int) async throws {
        try await pool.write { db in
            if audience.isOpen {
                // Two at once count one behind the other.
                try db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1::text, $2))", audience.key.app, Exclusive.audiences.rawValue)
                let last = try db.row(
                    "SELECT 1 FROM audiences WHERE app_id = $1 AND id <> $2 AND is_open OFFSET $3 LIMIT 1", audience.key.app, audience.key.id,
                    openCountMax - 1)
                guard last == nil else { throw Problem.tooManyAudiences(countMax: openCountMax) }
            }
            try db.execute(
                """
                INSERT INTO audiences (app_id, id, title, is_open, created_at) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (app_id, id) DO UPDATE SET title = excluded.title, is_open = excluded.is_open
                """, audience.key.app, audience.key.id, audience.title, audience.isOpen, audience.createdAt)
        }
    }

    public func audience(_ key: AudienceKey) async throws -> Audience? {
        try await pool.single { try $0.row("SELECT * FROM audiences WHERE app_id = $1 AND id = $2", key.app, key.id).flatMap(Self.audience) }
    }

    public func audiences(of app: AppID, after: AudienceID?, countMax: Int) async throws -> [Audience] {
        try await pool.single { db in
            try db.rows("SELECT * FROM audiences WHERE app_id = $1 AND id > $2 ORDER BY id LIMIT $3", app, after?.text ?? "", countMax)
                .compactMap(Self.audience)
        }
    }

    private static func audience(_ row: Row) -> Audience? {
        guard let app: AppID = row.identifier("app_id"), let id: AudienceID = row.identifier("id") else { return nil }
        return Audience(
            key: AudienceKey(app: app, id: id), title: row.text("title"), isOpen: row.flag("is_open"),
            createdAt: row.instant("created_at") ?? Instant(secondsSinceEpoch: 0))
    }

    /// So many members go at once: whoever adds others meanwhile waits for no more than that.
    private static let removalCountMax = 10_000

    public func removeAudience(_ key: AudienceKey) async throws -> Bool {
        while true {
            let result: Bool? = try await pool.write { db in
                try Self.planByIndex(db)
                let end = try db.row(
                    "SELECT user_id FROM audience_members WHERE app_id = $1 AND audience_id = $2 ORDER BY user_id OFFSET $3 LIMIT 1", key.app, key.id,
                    Self.removalCountMax)
                guard let end = end?.text("user_id") else {
                    // Whoever adds somebody is through, or finds it no more.
                    let isKnown = try db.row("SELECT 1 FROM audiences WHERE app_id = $1 AND id = $2 FOR UPDATE", key.app, key.id) != nil
                    try db.execute("DELETE FROM audience_members WHERE app_id = $1 AND audience_id = $2", key.app, key.id)
                    try db.execute("DELETE FROM audiences WHERE app_id = $1 AND id = $2", key.app, key.id)
                    return isKnown
                }
                try db.execute("DELETE FROM audience_members WHERE app_id = $1 AND audience_id = $2 AND user_id < $3", key.app, key.id, end)
                return nil
            }
            if let result { return result }
        }
    }
}

// MARK: Who is in it

extension PostgresStore {
    public func memberCount(of key: AudienceKey) async throws -> Int {
        try await pool.single { db in
            try db.row("SELECT count(*) AS count FROM audience_members WHERE app_id = $1 AND audience_id = $2", key.app, key.id)?.integer("count") ?? 0
        }
    }

    public func members(of key: AudienceKey, after user: UserID?, countMax: Int) async throws -> [UserID] {
        try await pool.single { db in
            try db.rows(
                "SELECT user_id FROM audience_members WHERE app_id = $1 AND audience_id = $2 AND user_id > $3 ORDER BY user_id LIMIT $4", key.app, key.id,
                user?.text ?? "", countMax
            ).compactMap { $0.identifier("user_id") }
        }
    }

    public func add(_ people: Set<UserID>, to key: AudienceKey, ifOpen: Bool, now: Instant) async throws -> Int? {
        try await pool.write(counting: { (count: Int?) in count ?? 0 }) { db in
            guard try Self.keep(key, ifOpen: ifOpen, db) else { return nil }
            // Of many nodes the number that comes back counts whoever was in it already, too; the rows don't.
            return try db.rows(
                """
                INSERT INTO audience_members (app_id, audience_id, user_id, joined_at)
                SELECT $1, $2, given.id, $4::timestamptz FROM unnest($3::text[]) AS given (id) ON CONFLICT DO NOTHING RETURNING user_id
                """, key.app, key.id, people.sorted(), now
            ).count
        }
    }

    public func remove(_ people: Set<UserID>, from key: AudienceKey, ifOpen: Bool) async throws -> Int? {
        try await pool.write(counting: { (count: Int?) in count ?? 0 }) { db in
            guard try Self.keep(key, ifOpen: ifOpen, db) else { return nil }
            // Each by itself, all in one round trip: for a list of people all who are in it might be gone through.
            try Self.planWithoutScans(db)
            let answers = try people.sorted().map { user in
                try db.send("DELETE FROM audience_members WHERE app_id = $1 AND audience_id = $2 AND user_id = $3", key.app, key.id, user)
            }
            return try answers.map { try $0.changeCount() }.reduce(0, +)
        }
    }

    /// Nobody deletes it until this transaction ends; others may add and take out people meanwhile.
    ///
    /// - Returns: false where there is none, or where it is to be open and isn't.
    private static func keep(_ key: AudienceKey, ifOpen: Bool, _ db: Connection) throws -> Bool {
        let known = try db.row("SELECT is_open FROM audiences WHERE app_id = $1 AND id = $2 FOR KEY SHARE", key.app, key.id)
        return known.map { !ifOpen || $0.flag("is_open") } ?? false
    }

    public func openAudiences(for person: UserID) async throws -> [(audience: Audience, isMember: Bool)] {
        try await pool.single { db in
            try db.rows(
                """
                SELECT audiences.*, EXISTS (SELECT 1 FROM audience_members own
                    WHERE own.app_id = audiences.app_id AND own.audience_id = audiences.id AND own.user_id = $1) AS is_member
                FROM audiences WHERE is_open ORDER BY app_id, id
                """, person
            ).compactMap { row in Self.audience(row).map { (audience: $0, isMember: row.flag("is_member")) } }
        }
    }

    public func appendMembers(
        of key: AudienceKey, after user: UserID?, values: PersonalValues?, to broadcast: Broadcast, firstNumber: Int, batchCountMax: Int
    ) async throws -> (batchCount: Int, last: UserID?) {
        let size = Broadcast.batchRecipientCountMax
        return try await pool.write { db in
            try Self.planWithoutScans(db)
            let made = try db.rows(
                """
                INSERT INTO broadcast_batches (app_id, broadcast_id, number, recipient_count, recipients, recipient_values)
                SELECT $1, $2, $3::bigint + next.place / \(size), count(*), json_agg(next.user_id ORDER BY next.user_id),
                    CASE WHEN $4::text IS NOT NULL THEN json_agg($4::json) END
                FROM (
                    SELECT user_id, row_number() OVER (ORDER BY user_id) - 1 AS place FROM audience_members
                    WHERE app_id = $1 AND audience_id = $5 AND user_id > $6 ORDER BY user_id LIMIT $7) AS next
                GROUP BY next.place / \(size)
                RETURNING number, recipients->>-1 AS last_user_id
                """, key.app, broadcast.id, firstNumber, values?.json, key.id, user?.text ?? "", batchCountMax * size)
            let last = made.max { ($0.integer("number") ?? 0) < ($1.integer("number") ?? 0) }
            return (made.count, last?.identifier("last_user_id"))
        }
    }
}
