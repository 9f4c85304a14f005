import BelfryModel
import BelfryPorts
import BelfryTime
import GRDB

extension SQLiteStore: FamilyStore {
    public func save(_ family: FamilyRecord, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO families (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                arguments: [family.id.text, family.name.sql, now.sql])
            var isChanged = false
            let formerCount = try Self.memberCount(of: family.id, db)
            for member in family.members {
                try db.execute(
                    sql: """
                        INSERT INTO family_members (family_id, user_id, first_name, role, shares_alerts, created_at) VALUES (?, ?, ?, ?, ?, ?)
                        ON CONFLICT (family_id, user_id) DO UPDATE SET first_name = excluded.first_name, role = excluded.role
                        WHERE (first_name, role) IS NOT (excluded.first_name, excluded.role)
                        """, arguments: [family.id.text, member.user.text, member.firstName.sql, member.role.rawValue, member.sharesAlerts, now.sql])
                if db.changesCount > 0 { isChanged = true }
            }
            try FamilyRecord.checkMemberCount(try Self.memberCount(of: family.id, db), formerly: formerCount)
            if isChanged { try Self.markMembers(of: family.id, at: now, db) }
        }
    }

    private static func memberCount(of family: FamilyID, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM family_members WHERE family_id = ?", arguments: [family.text]) ?? 0
    }

    public func family(_ id: FamilyID) async throws -> FamilyRecord? {
        try await pool.read { try Self.family(id.text, $0) }
    }

    public func families(of user: UserID) async throws -> [FamilyRecord] {
        try await pool.read { db in
            try String.fetchAll(
                db, sql: "SELECT family_id FROM family_members WHERE user_id = ? ORDER BY family_id", arguments: [user.text]
            ).compactMap { try Self.family($0, db) }
        }
    }

    /// A family is there as soon as somebody is in it, even if nobody gave it a name.
    private static func family(_ id: String, _ db: Database) throws -> FamilyRecord? {
        let members = try StoredRow.fetchAll(
            db, sql: "SELECT user_id, first_name, role, shares_alerts FROM family_members WHERE family_id = ? ORDER BY user_id", arguments: [id]
        ).compactMap { row in
            row.identifier("user_id").map {
                FamilyMember(
                    user: $0, firstName: row.text("first_name") ?? "", role: row.choice("role") ?? .member,
                    sharesAlerts: row.integer("shares_alerts") != 0)
            }
        }
        let name = try String.fetchOne(db, sql: "SELECT name FROM families WHERE id = ?", arguments: [id])
        guard let familyID = FamilyID(id), name != nil || !members.isEmpty else { return nil }
        return FamilyRecord(id: familyID, name: name ?? id, members: members)
    }

    static func firstName(of user: UserID, _ db: Database) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT first_name FROM family_members WHERE user_id = ? AND first_name <> '' ORDER BY family_id LIMIT 1"),
            arguments: [user.text])
    }

    public func isKnown(_ user: UserID) async throws -> Bool {
        try await pool.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM family_members WHERE user_id = ?) OR EXISTS (SELECT 1 FROM user_profiles WHERE user_id = ?)
                    """, arguments: [user.text, user.text]) ?? false
        }
    }

    public func preferences(of user: UserID) async throws -> StoredPreferences {
        try await pool.read { db in
            Self.storedPreferences(try StoredRow.fetchOne(db, sql: "SELECT * FROM user_profiles WHERE user_id = ?", arguments: [user.text]))
        }
    }

    public func preferences(ofKnown users: Set<UserID>) async throws -> [UserID: StoredPreferences] {
        let asked: StatementArguments = [users.map(\.text).jsonList]
        return try await pool.read { db in
            let members = try String.fetchAll(db, sql: "SELECT DISTINCT user_id FROM family_members WHERE user_id \(isListed)", arguments: asked)
            let profiles = try StoredRow.fetchAll(db, sql: "SELECT * FROM user_profiles WHERE user_id \(isListed)", arguments: asked)
            var known: [UserID: StoredPreferences] = [:]
            for user in members.compactMap(UserID.init) { known[user] = Self.storedPreferences(nil) }
            for row in profiles {
                if let user: UserID = row.identifier("user_id") { known[user] = Self.storedPreferences(row) }
            }
            return known
        }
    }

    static func storedPreferences(_ row: StoredRow?) -> StoredPreferences {
        guard let row else { return StoredPreferences(columns: [:]) }
        let columns = Preferences.Key.allCases.compactMap { key in row.text(key.rawValue).map { (key, $0) } }
        return StoredPreferences(columns: Dictionary(uniqueKeysWithValues: columns))
    }

    public func save(_ change: ProfileChange, for user: UserID, now: Instant) async throws -> Bool {
        // What is as it was leaves no line in the audit log.
        try await write(counting: { $0.isChanged ? 1 : 0 }) { db -> (isSaved: Bool, isChanged: Bool) in
            if let push = change.push, try !Self.take(push, of: user, now: now, db) { return (false, false) }
            return (true, try Self.save(change, for: user, now: now, db))
        }.isSaved
    }

    /// Without what their devices share.
    ///
    /// - Returns: whether anything is otherwise now.
    @discardableResult
    static func save(_ change: ProfileChange, for user: UserID, now: Instant, _ db: Database) throws -> Bool {
        if let move = change.move { try record(move, of: user, db) }
        let isWritten = try write(change.keys, of: change.preferences, for: user, now, db)
        if change.move != nil { try mark(user, at: now, db) }
        return isWritten || change.move != nil
    }

    private static func write(
        _ keys: Set<Preferences.Key>, of preferences: Preferences, for user: UserID, _ now: Instant, _ db: Database
    ) throws -> Bool {
        let all: [(Preferences.Key, (any DatabaseValueConvertible)?)] = [
            (.notifyInApp, preferences.notifyInApp), (.notifyPush, preferences.notifyPush), (.notifyEmail, preferences.notifyEmail),
            (.championNotifyEmail, preferences.championNotifyEmail), (.championNotifySMS, preferences.championNotifySMS),
            (.quietHoursStart, preferences.quietHours?.start.description), (.quietHoursEnd, preferences.quietHours?.end.description),
            (.quietHoursByWeekday, preferences.quietHoursByWeekday.text),
            (.quietHoursLevel, preferences.quietHoursLevel.rawValue), (.quietHoursAction, preferences.quietHoursAction.rawValue),
            (.timezone, preferences.timezone), (.language, preferences.language?.rawValue), (.mutedUntil, preferences.mutedUntil?.sql),
            (.dailyCountMax, preferences.dailyCountMax), (.digestAt, preferences.digestAt?.description),
            (.digestByCategory, preferences.digestByCategory.text),
        ]
        let columns = all.filter { keys.contains($0.0) }
        guard !columns.isEmpty else { return true }
        let names = columns.map(\.0.rawValue)
        func ofRow(_ row: String) -> String { names.map { "\(row).\($0)" }.joined(separator: ", ") }
        // Held deliveries are decided anew: see the triggers on user_profiles.
        try db.execute(
            sql: """
                INSERT INTO user_profiles AS known (user_id, created_at, updated_at, \(names.joined(separator: ", ")))
                VALUES (\(placeholders(3 + names.count)))
                ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at,
                \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
                WHERE (\(ofRow("known"))) IS NOT (\(ofRow("excluded")))
                """, arguments: [user.text, now.sql, now.sql] + StatementArguments(columns.map(\.1)))
        return db.changesCount > 0
    }

    private static func record(_ move: ProfileChange.Move, of user: UserID, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO member_stays (user_id, from_date, timezone)
                SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM member_stays WHERE user_id = ?)
                """, arguments: [user.text, CivilDate.beforeAllDays.description, move.formerTimezone, user.text])
        try db.execute(sql: "DELETE FROM member_stays WHERE user_id = ? AND from_date > ?", arguments: [user.text, move.date.description])
        try db.execute(
            sql: "INSERT INTO member_stays (user_id, from_date, timezone) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET timezone = excluded.timezone",
            arguments: [user.text, move.date.description, move.timezone])
    }

    public func invite(_ invitation: FamilyInvitation, now: Instant) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO family_invitations (code_hash, family_id, role, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
                arguments: [invitation.codeHash, invitation.family.text, invitation.role.rawValue, now.sql, invitation.expiresAt.sql])
        }
    }

    public func acceptInvitation(codeHash: String, by member: FamilyMember, now: Instant) async throws -> FamilyID? {
        try await write { db in
            let used = try StoredRow.fetchOne(
                db, sql: "DELETE FROM family_invitations WHERE code_hash = ? AND expires_at > ? RETURNING family_id, role",
                arguments: [codeHash, now.sql])
            guard let used, let family: FamilyID = used.identifier("family_id") else { return nil }
            try db.execute(
                sql: """
                    INSERT INTO family_members (family_id, user_id, first_name, role, shares_alerts, created_at) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (family_id, user_id) DO NOTHING
                    """,
                arguments: [family.text, member.user.text, member.firstName.sql, used.text("role"), member.sharesAlerts, now.sql])
            let newCount = db.changesCount
            let count = try Self.memberCount(of: family, db)
            try FamilyRecord.checkMemberCount(count, formerly: count - newCount)
            try Self.markMembers(of: family, at: now, db)
            return family
        }
    }

    public func setConsent(_ sharesAlerts: Bool, of user: UserID, in family: FamilyID, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "UPDATE family_members SET shares_alerts = ? WHERE family_id = ? AND user_id = ?",
                arguments: [sharesAlerts, family.text, user.text])
            guard db.changesCount > 0 else { return false }
            try Self.markMembers(of: family, at: now, db)
            return true
        }
    }

    public func remove(_ user: UserID, from family: FamilyID, now: Instant) async throws -> Bool {
        try await write { db in
            try db.execute(sql: "DELETE FROM family_members WHERE family_id = ? AND user_id = ?", arguments: [family.text, user.text])
            guard db.changesCount > 0 else { return false }
            try Self.markMembers(of: family, at: now, db)
            return true
        }
    }

    /// Whoever may be told of whom has changed: what goes on may be news to somebody now, and is looked at again.
    static func markMembers(of family: FamilyID, at now: Instant, _ db: Database) throws {
        let members = try String.fetchAll(
            db,
            sql: """
                SELECT user_id FROM family_members WHERE family_id = ? AND EXISTS (
                    SELECT 1 FROM pattern_alert_state alert WHERE alert.user_id = family_members.user_id AND alert.episode_status = 'active')
                """, arguments: [family.text])
        for member in members.compactMap(UserID.init) { try mark(member, at: now, db) }
    }

    public func stays(of user: UserID) async throws -> [MemberHistory.Stay] {
        try await pool.read { try Self.stays(of: user, $0) }
    }

    public func register(_ token: DeviceToken, of user: UserID, now: Instant) async throws {
        try await write { db in
            try Self.register(token, of: user, now: now, db)
        }
    }

    static func register(_ token: DeviceToken, of user: UserID, now: Instant, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE device_tokens SET is_active = 0, updated_at = ? WHERE device_token = ? AND user_id <> ? AND is_active = 1",
            arguments: [now.sql, token.token, user.text])
        try db.execute(
            sql: """
                INSERT INTO device_tokens (user_id, device_token, platform, app_version, os_version, is_active, last_used_at, created_at, updated_at,
                    registered_at)
                VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?)
                ON CONFLICT (user_id, device_token) DO UPDATE SET platform = excluded.platform, app_version = excluded.app_version,
                os_version = excluded.os_version, is_active = 1, last_used_at = excluded.last_used_at, updated_at = excluded.updated_at,
                registered_at = excluded.registered_at
                """,
            arguments: [user.text, token.token, token.platform.rawValue, token.appVersion, token.osVersion, now.sql, now.sql, now.sql, now.sql])
        try db.execute(
            sql: """
                DELETE FROM device_tokens WHERE id IN (
                    SELECT id FROM device_tokens WHERE user_id = ? AND device_token <> ?
                    ORDER BY is_active DESC, coalesce(registered_at, updated_at) DESC, id DESC LIMIT -1 OFFSET ?)
                """, arguments: [user.text, token.token, DeviceToken.countMax - 1])
    }
}
