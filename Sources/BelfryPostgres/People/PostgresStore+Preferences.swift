import BelfryModel
import BelfryPorts
import BelfryTime

// What each person wants: `user_profiles`.

extension PostgresStore {
    public func preferences(of user: UserID) async throws -> StoredPreferences {
        try await pool.single { db in
            Self.storedPreferences(try db.row("SELECT * FROM user_profiles WHERE user_id = $1", user))
        }
    }

    public func preferences(ofKnown users: Set<UserID>) async throws -> [UserID: StoredPreferences] {
        try await pool.snapshot { db in
            let members = try db.send("SELECT DISTINCT user_id FROM family_members WHERE user_id = ANY($1::text[])", users.sorted())
            let profiles = try db.send("SELECT * FROM user_profiles WHERE user_id = ANY($1::text[])", users.sorted())
            var known: [UserID: StoredPreferences] = [:]
            for row in try members.rows() {
                if let user: UserID = row.identifier("user_id") { known[user] = Self.storedPreferences(nil) }
            }
            for row in try profiles.rows() {
                if let user: UserID = row.identifier("user_id") { known[user] = Self.storedPreferences(row) }
            }
            return known
        }
    }

    static func storedPreferences(_ row: Row?) -> StoredPreferences {
        guard let row else { return StoredPreferences(columns: [:]) }
        let columns = Preferences.Key.allCases.compactMap { key in row.text(.given(key.rawValue)).map { (key, $0) } }
        return StoredPreferences(columns: Dictionary(uniqueKeysWithValues: columns))
    }

    public func save(_ change: ProfileChange, for user: UserID, now: Instant) async throws -> Bool {
        // What is as it was leaves no line in the audit log.
        let isSaved = try await pool.write(counting: { $0.isChanged ? 1 : 0 }) { db -> (isSaved: Bool, isChanged: Bool) in
            if let push = change.push {
                try Self.lock([user], .facts, db)
                guard try Self.take(push, of: user, now: now, db) else { return (false, false) }
            }
            let written = try Self.save(change, for: user, now: now, db)
            return (true, try written.map { try $0.changeCount() > 0 } ?? true || change.move != nil)
        }.isSaved
        if isSaved, !change.keys.isEmpty { ring() }
        return isSaved
    }

    /// Without what their devices share.
    ///
    /// - Parameter isNew: whether a profile that somebody else has made meanwhile stays as it is.
    /// - Returns: whether the profile is otherwise now; nil where nothing of it was meant.
    @discardableResult
    static func save(_ change: ProfileChange, for user: UserID, isNew: Bool = false, now: Instant, _ db: Connection) throws -> Answer? {
        if let move = change.move { try record(move, of: user, db) }
        let written = try write(change.keys, of: change.preferences, for: user, isNew: isNew, now, db)
        if change.move != nil { try mark([user], at: now, db) }
        return written
    }

    private static func record(_ move: ProfileChange.Move, of user: UserID, _ db: Connection) throws {
        try db.execute(
            """
            INSERT INTO member_stays (user_id, from_date, timezone)
            SELECT $1::text, $2::date, $3::text WHERE NOT EXISTS (SELECT 1 FROM member_stays WHERE user_id = $1) ON CONFLICT DO NOTHING
            """, user, CivilDate.beforeAllDays, move.formerTimezone)
        try db.execute("DELETE FROM member_stays WHERE user_id = $1 AND from_date > $2", user, move.date)
        try db.execute(
            """
            INSERT INTO member_stays (user_id, from_date, timezone) VALUES ($1, $2, $3)
            ON CONFLICT (user_id, from_date) DO UPDATE SET timezone = excluded.timezone
            """, user, move.date, move.timezone)
    }

    private static func write(
        _ keys: Set<Preferences.Key>, of preferences: Preferences, for user: UserID, isNew: Bool, _ now: Instant, _ db: Connection
    ) throws -> Answer? {
        let all: [(Preferences.Key, (any SQLConvertible)?)] = [
            (.notifyInApp, preferences.notifyInApp), (.notifyPush, preferences.notifyPush), (.notifyEmail, preferences.notifyEmail),
            (.championNotifyEmail, preferences.championNotifyEmail), (.championNotifySMS, preferences.championNotifySMS),
            (.quietHoursStart, preferences.quietHours?.start.description), (.quietHoursEnd, preferences.quietHours?.end.description),
            (.quietHoursByWeekday, preferences.quietHoursByWeekday.text),
            (.quietHoursLevel, preferences.quietHoursLevel.rawValue), (.quietHoursAction, preferences.quietHoursAction.rawValue),
            (.timezone, preferences.timezone), (.language, preferences.language?.rawValue), (.mutedUntil, preferences.mutedUntil),
            (.dailyCountMax, preferences.dailyCountMax), (.digestAt, preferences.digestAt?.description),
            (.digestByCategory, preferences.digestByCategory.text),
        ]
        let columns = all.filter { keys.contains($0.0) }
        guard !columns.isEmpty else { return nil }
        let names = columns.map(\.0.rawValue)
        func ofRow(_ row: String) -> String { names.map { "\(row).\($0)" }.joined(separator: ", ") }
        let takingOver = """
            UPDATE SET updated_at = excluded.updated_at, \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
                WHERE (\(ofRow("known"))) IS DISTINCT FROM (\(ofRow("excluded")))
            """
        // Held deliveries are decided anew: see the trigger on user_profiles.
        return try db.send(
            """
            INSERT INTO user_profiles AS known (user_id, created_at, updated_at, \(names.joined(separator: ", ")))
            VALUES ($1, $2, $2, \(names.indices.map { "$\($0 + 3)" }.joined(separator: ", ")))
            ON CONFLICT (user_id) DO \(isNew ? "NOTHING" : takingOver)
            """, [user, now] + columns.map(\.1))
    }
}

/// Reads rows of settings that one statement has brought. Many people want the same: it is made once for all of them.
struct PreferencesReader {
    private var known: [[UInt8]: StoredPreferences] = [:]
    private var columns: RowColumns?

    mutating func read(_ row: Row) -> StoredPreferences {
        let columns = self.columns ?? RowColumns(Preferences.Key.allCases.map(\.rawValue), of: row)
        self.columns = columns
        let settings = row.bytes(of: columns)
        if let known = known[settings] { return known }
        let preferences = PostgresStore.storedPreferences(row)
        known[settings] = preferences
        return preferences
    }
}
